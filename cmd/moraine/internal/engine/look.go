package engine

import (
	"encoding/json"
	"slices"

	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter/playout"
)

func offers(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, seat, err := e.match(params)
	if err != nil {
		return out, err
	}
	if seat < 0 {
		return out, fail(codeParams, "offers are those of a seat")
	}
	type line struct {
		ID      string `json:"id"`
		Title   string `json:"title"`
		Refused string `json:"refused,omitempty"`
	}
	all := []line{}
	for _, name := range t.Offers() {
		l := line{ID: name, Title: t.Names.Procedure(name)}
		if err := t.MayOffer(seat, name); err != nil {
			l.Refused = err.Error()
		}
		all = append(all, l)
	}
	return appendJSON(out, all)
}

func offer(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p struct {
		matchOnly
		Offer string `json:"offer"`
	}
	if err := decode(params, &p); err != nil {
		return out, err
	}
	t, err := e.of(p.Match)
	if err != nil {
		return out, err
	}
	seat, err := t.seat(p.Seat)
	if err != nil {
		return out, err
	}
	if seat < 0 || !slices.Contains(t.Offers(), p.Offer) {
		return out, fail(codeUnknown, "there is no offer %q of seat %q", p.Offer, p.Seat)
	}
	if err := t.Offer(seat, p.Offer); err != nil {
		return out, err
	}
	if err := t.goOn(); err != nil {
		return out, err
	}
	return e.asked(append(out, '{'), t), nil
}

// view answers with the table as a seat sees it, or with common knowledge if no seat is given.
func view(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p struct {
		matchOnly
		Text  bool `json:"text"`
		Words bool `json:"words"`
	}
	if err := decode(params, &p); err != nil {
		return out, err
	}
	t, err := e.of(p.Match)
	if err != nil {
		return out, err
	}
	seat, err := t.seat(p.Seat)
	if err != nil {
		return out, err
	}
	if p.Text {
		return appendJSON(out, struct {
			Text string `json:"text"`
		}{play.Table(t.Match, seat)})
	}
	if p.Words {
		return appendJSON(out, viewOf(t.Match, seat))
	}
	return t.AppendTable(out, seat), nil
}

// logOf answers with lines of a seat's log, beginning with a given one.
func logOf(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p struct {
		matchOnly
		From int `json:"from"`
	}
	if err := decode(params, &p); err != nil {
		return out, err
	}
	t, err := e.of(p.Match)
	if err != nil {
		return out, err
	}
	seat, err := t.seat(p.Seat)
	switch {
	case err != nil:
		return out, err
	case !t.logs:
		return out, fail(codeParams, "this match keeps no logs; begin it with \"logs\": true")
	case seat < 0:
		seat = int32(t.Players)
	}
	type line struct {
		Text    string   `json:"text"`
		Clauses []string `json:"clauses,omitempty"`
	}
	all := []line{}
	lines := t.Log(int(seat))
	for _, l := range lines[min(max(0, p.From), len(lines)):] {
		if l.Text != "" {
			all = append(all, line{l.Text, l.Clauses})
		}
	}
	return appendJSON(out, struct {
		Lines []line `json:"lines"`
		Next  int    `json:"next"`
	}{all, len(lines)})
}

// rowData is a value of each player that the game shows at the end.
type rowData struct {
	Label  string   `json:"label"`
	Values []string `json:"values"`
}

func result(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, _, err := e.match(params)
	if err != nil {
		return out, err
	}
	d := struct {
		Over      bool      `json:"over"`
		Winners   []string  `json:"winners,omitempty"`
		Reason    string    `json:"reason,omitempty"`
		Rows      []rowData `json:"rows,omitempty"`
		Decisions int       `json:"decisions"`
	}{Over: t.Over(), Decisions: len(t.Decisions())}
	if r := t.Result(); r != nil {
		d.Reason = r.Reason
		for _, w := range r.Winners {
			d.Winners = append(d.Winners, t.IDs[w])
		}
		for _, row := range r.Rows {
			d.Rows = append(d.Rows, rowData{row.Label, row.Values})
		}
	}
	return appendJSON(out, d)
}

func measures(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, _, err := e.match(params)
	if err != nil {
		return out, err
	}
	values, err := t.Measure(t.start)
	if err != nil {
		return out, err
	}
	type line struct {
		Measure string `json:"measure"`
		Group   string `json:"group,omitempty"`
		Value   int32  `json:"value"`
	}
	all, declared := []line{}, playout.Measures(t.game)
	for _, v := range values {
		group, _ := playout.GroupName(t.game, int(v.Measure), v.By)
		all = append(all, line{declared[v.Measure].Name, group, v.Value})
	}
	return appendJSON(out, all)
}

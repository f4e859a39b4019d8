package engine

import (
	"encoding/json"
	"slices"

	"moraine/interpreter/playout"
)

func offers(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, seat, err := e.match(params)
	if err != nil {
		return out, err
	}
	if seat < 0 {
		return out, fail(codeParams, "side offers belong to a seat; add \"seat\"")
	}
	return appendJSON(out, Offers(t.Match, seat))
}

// offer makes a side offer for a seat, and answers with the next question.
func offer(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p struct {
		matchOnly
		Offer string `json:"offer"`
	}
	if err := decode(params, &p); err != nil {
		return out, err
	}
	t, seat, err := e.find(p.matchOnly)
	if err != nil {
		return out, err
	}
	if seat < 0 || !slices.Contains(t.Offers(), p.Offer) {
		return out, fail(codeUnknown, "seat %[2]q has no side offer %[1]q", p.Offer, p.Seat)
	}
	if err := t.Offer(seat, p.Offer); err != nil {
		return out, err
	}
	if err := t.goOn(); err != nil {
		return out, err
	}
	return e.asked(append(out, '{'), t)
}

type viewParams struct {
	matchOnly
	Text  bool `json:"text,omitempty" jsonschema:"as text for a terminal"`
	Words bool `json:"words,omitempty" jsonschema:"in words, with printed values; slower"`
}

// view answers with the table as a seat sees it, or with common knowledge if no seat is given.
func view(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p viewParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	t, seat, err := e.find(p.matchOnly)
	if err != nil {
		return out, err
	}
	if p.Text {
		return appendJSON(out, text(t.Match, seat))
	}
	if p.Words {
		return appendJSON(out, viewOf(t.Match, seat))
	}
	return t.AppendTable(out, seat), nil
}

type logParams struct {
	matchOnly
	From int `json:"from,omitempty" schema:"min=0" jsonschema:"the line to begin with: next of the last answer"`
}

// logOf answers with lines of a seat's log, beginning with a given one.
func logOf(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p logParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	t, seat, err := e.find(p.matchOnly)
	switch {
	case err != nil:
		return out, err
	case !t.logs:
		return out, fail(codeParams, "this match has no log; create the match with \"logs\": true")
	case seat < 0:
		seat = int32(t.Players)
	}
	return appendJSON(out, Log(t.Match, int(seat), p.From))
}

func result(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, _, err := e.match(params)
	if err != nil {
		return out, err
	}
	data := Result(t.Match)
	if err := t.Err(); err != nil {
		return out, err
	}
	return appendJSON(out, data)
}

type measureData struct {
	Measure string `json:"measure"`
	Group   string `json:"group,omitempty"`
	Value   int32  `json:"value" jsonschema:"for a share and a count 1 or 0"`
}

// measures returns the values of the measures of the game in the match so far.
func measures(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, _, err := e.match(params)
	if err != nil {
		return out, err
	}
	values, err := t.Measure(t.start)
	if err != nil {
		return out, err
	}
	all, declared := []measureData{}, playout.Measures(t.game)
	for _, v := range values {
		group, _ := playout.GroupName(t.game, int(v.Measure), v.By)
		all = append(all, measureData{Measure: declared[v.Measure].Name, Group: group, Value: v.Value})
	}
	return appendJSON(out, all)
}

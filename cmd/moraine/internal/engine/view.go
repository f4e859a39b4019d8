package engine

import (
	"encoding/json"
	"slices"
	"strings"

	"moraine/interpreter/match"
)

// questionData is a question with its texts.
type questionData struct {
	Seat    string       `json:"seat"`
	Request string       `json:"request"`
	Text    string       `json:"text"`
	Options []optionData `json:"options"`
	Decline string       `json:"decline,omitempty" jsonschema:"the meaning of an empty answer, if that is allowed"`
	List    bool         `json:"list,omitempty"`
	Repeats bool         `json:"repeats,omitempty"`
	Least   int          `json:"least"`
	Most    int          `json:"most"`
	Refused []reason     `json:"refused,omitempty" jsonschema:"what is not possible, and why"`
	Context []factData   `json:"context,omitempty"`
	Clauses []string     `json:"clauses,omitempty" jsonschema:"of the step that asks"`
}

type optionData struct {
	ID      string          `json:"id"`
	Title   string          `json:"title"`
	Details json.RawMessage `json:"details" schema:"ref=details"`
	More    string          `json:"more,omitempty"`
	Then    string          `json:"then,omitempty" jsonschema:"what follows"`
	Count   int             `json:"count,omitempty" jsonschema:"the number of equal options, if there are several"`
	Group   string          `json:"group,omitempty"`
}

// reason is a refused option with its false conditions, or a sentence.
type reason struct {
	Text    string   `json:"text"`
	Needs   []string `json:"needs,omitempty" jsonschema:"the conditions that are not met"`
	Clauses []string `json:"clauses,omitempty"`
}

type factData struct {
	Label string `json:"label"`
	Text  string `json:"text,omitempty"`
	Sides []bool `json:"sides,omitempty" jsonschema:"of a coming roll: whether each side succeeds"`
}

// questionOf returns the open question of a match, or nil.
func questionOf(m *match.Match, ids []string) *questionData {
	q := m.Question()
	if q == nil {
		return nil
	}
	out := &questionData{
		Seat: m.IDs[q.Seat], Request: q.Name, Text: q.Short, Options: make([]optionData, 0, len(q.Options)),
		Decline: q.None,
		List:    q.List, Repeats: q.Repeats, Least: q.Least, Most: q.Most,
	}
	for i, o := range q.Options {
		d := optionData{ID: ids[i], Title: o.Name, Details: m.AppendOption(nil, i), More: strings.TrimSpace(o.More),
			Then: o.Then, Group: o.Group}
		if o.Count > 1 {
			d.Count = o.Count
		}
		out.Options = append(out.Options, d)
	}
	refused := m.Refused(q)
	for i, r := range m.Why(q) {
		if i == 0 { // the step that asks
			out.Clauses = clauseIDs(r.Clauses)
		} else if !r.Title && !q.Acts { // Refused has the refused options of a `may` with their conditions
			refused = append(refused, r)
		}
	}
	for _, r := range refused {
		d := reasonOf(r)
		if !slices.ContainsFunc(out.Refused, func(o reason) bool { return o.Text == d.Text }) {
			out.Refused = append(out.Refused, d)
		}
	}
	for _, f := range m.Context(q.Seat) {
		out.Context = append(out.Context, factData{Label: f.Label, Text: f.Text, Sides: f.Sides})
	}
	return out
}

// reasonOf converts a reason. Its clauses include those of the conditions that are not met.
func reasonOf(r match.Reason) reason {
	out := reason{Text: r.Text, Clauses: clauseIDs(r.Clauses)}
	for _, n := range r.Needs {
		out.Needs = append(out.Needs, n.Text)
		for _, c := range n.Clauses {
			if !slices.Contains(out.Clauses, c.ID) {
				out.Clauses = append(out.Clauses, c.ID)
			}
		}
	}
	return out
}

func clauseIDs(all []match.Clause) (out []string) {
	for _, c := range all {
		out = append(out, c.ID)
	}
	return out
}

// ownerData is the table or a player as a viewer sees it.
type ownerData struct {
	Seat   string      `json:"seat,omitempty" jsonschema:"absent for the table"`
	Name   string      `json:"name"`
	Fields []fieldData `json:"fields,omitempty"`
	Zones  []zoneData  `json:"zones"`
}

type fieldData struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type zoneData struct {
	ID     string      `json:"id"`
	Name   string      `json:"name"`
	Hidden bool        `json:"hidden,omitempty" jsonschema:"the viewer may not know the number of pieces"`
	Stack  bool        `json:"stack,omitempty" jsonschema:"in order, the top first"`
	Layout string      `json:"layout,omitempty"`
	Pieces []pieceData `json:"pieces,omitempty"`
	Cells  []cellData  `json:"cells,omitempty"`
}

type cellData struct {
	Name   string      `json:"name" jsonschema:"or its number, from 0"`
	X      int32       `json:"x"`
	Y      int32       `json:"y"`
	Pieces []pieceData `json:"pieces,omitempty"`
}

type pieceData struct {
	Card     string     `json:"card,omitempty" jsonschema:"the id of the card; absent if it is unseen"`
	Name     string     `json:"name"`
	Owner    string     `json:"owner,omitempty"`
	Printed  []string   `json:"printed,omitempty"`
	Marks    []string   `json:"marks,omitempty"`
	FaceDown bool       `json:"face_down,omitempty"`
	On       []zoneData `json:"on,omitempty"`
}

// viewOf returns the table as a viewer sees it.
func viewOf(m *match.Match, eyes int32) (out []ownerData) {
	for _, o := range m.View(eyes, nil).Owners {
		d := ownerData{Name: o.Name, Zones: make([]zoneData, 0, len(o.Zones))}
		if o.Seat >= 0 {
			d.Seat = m.IDs[o.Seat]
		}
		for _, f := range o.Fields {
			if f.Is != "" {
				d.Fields = append(d.Fields, fieldData{f.Key, f.Is})
			}
		}
		for _, z := range o.Zones {
			d.Zones = append(d.Zones, zoneOf(z))
		}
		out = append(out, d)
	}
	return out
}

func zoneOf(z match.Zone) zoneData {
	out := zoneData{ID: z.Key, Name: z.Name, Hidden: !z.Counted, Stack: z.Stack, Layout: z.Layout,
		Pieces: piecesOf(z.Pieces)}
	for _, c := range z.Cells {
		out.Cells = append(out.Cells, cellData{Name: c.Name, X: c.At.X, Y: c.At.Y, Pieces: piecesOf(c.Pieces)})
	}
	return out
}

// piecesOf converts pieces, with the zones on them and their pieces.
func piecesOf(all []match.Piece) (out []pieceData) {
	for _, p := range all {
		d := pieceData{Card: p.Card, Name: p.Name, Owner: p.Owner, Marks: p.Marks, FaceDown: p.FaceDown}
		for _, v := range p.Printed {
			d.Printed = append(d.Printed, v.Words())
		}
		for _, on := range p.On {
			d.On = append(d.On, zoneOf(on))
		}
		out = append(out, d)
	}
	return out
}

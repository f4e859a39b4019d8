package match

import (
	"slices"
	"strconv"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// Ask is the open question of a player without words, for programs.
type Ask struct {
	Seat    int32
	Name    string   // of the request
	Options []string // names in the rules, as optionID returns them
	// of a list: the number of equal pieces for which each option stands; empty if that is 1 for all
	Counts      []int
	Least, Most int
	List        bool // several options may be chosen
	Repeats     bool // an option may be chosen repeatedly
	Optional    bool // nothing may be chosen
	Equal       bool // two options have the same name
}

// Ask sets a to the open question, in the memory of its options and counts. It reports false if there is none or chance
// is asked.
func (t *views) Ask(a *Ask) bool {
	r := t.m.Next()
	if r == nil || r.By == machine.Chance {
		return false
	}
	v := viewer{sight: t.sight(r.By)}
	*a = Ask{
		Seat: int32(r.By), Name: r.Name, Options: a.Options[:0], Counts: a.Counts[:0], Least: r.Least, Most: r.Most,
		List: r.List, Repeats: r.Repeats,
		Optional: r.Optional || r.Kind == machine.AskPlay || r.List && r.Least == 0,
	}
	for _, o := range r.Options {
		id := v.optionID(r, o)
		a.Equal = a.Equal || (isPiece(r) || r.Type.Base == schema.Zone) && slices.Contains(a.Options, id)
		a.Options = append(a.Options, id)
	}
	if r.List && slices.ContainsFunc(r.Options, func(o machine.Option) bool { return o.Count > 1 }) {
		for _, o := range r.Options {
			a.Counts = append(a.Counts, int(max(o.Count, 1)))
		}
	}
	return true
}

// optionID returns the name of an option in the rules: of a card, an option, a seat, a zone, a number. AppendOption
// gives the data that distinguish options with the same name. An unseen piece is called "?".
func (v *viewer) optionID(r *machine.Request, o machine.Option) string {
	if r.Kind == machine.AskOption {
		return r.OptionName(int(o.Value))
	}
	return v.valueID(r.Type, o.Value)
}

// valueID returns the name of a value in the rules.
func (v *viewer) valueID(t schema.Type, x int32) string {
	if x == schema.Nothing {
		return "nothing"
	}
	switch t.Base {
	case schema.Piece:
		return v.pieceID(ref.Piece(x))
	case schema.Player:
		return v.Names.P.Seats[x]
	case schema.Word:
		return v.Names.P.Symbols.Text(ref.Word(x))
	case schema.Zone:
		return v.zoneID(ref.Place(x))
	case schema.YesNo:
		return [...]string{"no", "yes"}[x&1]
	}
	return strconv.Itoa(int(x))
}

func (v *viewer) pieceID(p ref.Piece) string {
	if !v.knows(p) {
		return "?"
	}
	return v.Names.P.Cards[v.Names.P.Pieces[p].Card].Name
}

// zoneID returns the name of a zone with its owner and its place: "ann.hand", "forest:3".
func (v *viewer) zoneID(z ref.Place) string {
	info := &v.Names.P.Schema.Zones[z]
	if info.Decl == nil {
		return "nothing"
	}
	name := info.Decl.Name
	switch {
	case info.Piece != schema.Nothing:
		name = v.pieceID(info.Piece) + "." + name
	case info.Seat != schema.Nothing:
		name = v.Names.P.Seats[info.Seat] + "." + name
	}
	if info.Decl.Cells > 1 {
		name += ":" + info.Decl.CellName(info.Cell)
	}
	return name
}

// Clone returns an independent match at the same moment. Its bots and dice decide in the same way as in the original.
func (m *Match) Clone() (*Match, error) {
	out, err := m.begin(m.Header, m.recipients...)
	if err != nil {
		return nil, err
	}
	out.Restore(m.Snapshot())
	out.ending = m.ending
	return out, nil
}

// begin returns a match of the same game at its start, with the same printed values.
func (m *Match) begin(h Header, recipients ...Recipient) (*Match, error) {
	out, err := New(m.game, h, m.opt, recipients...)
	if err == nil {
		out.SetData(m.m.Env.World.Data)
	}
	return out, err
}

// Measure returns the values of the game's measures in the match so far. It plays the decisions again after a moment
// before them, usually the start of the match.
func (m *Match) Measure(start *Snapshot) ([]machine.Measured, error) {
	again, err := m.begin(m.Header)
	if err != nil {
		return nil, err
	}
	meter := machine.NewMeter(m.Names.P)
	again.m.Meter = meter
	s := *start
	s.logs = nil
	again.Restore(&s)
	if err := again.Replay(&Saved{Header: m.Header, Decisions: m.record}); err != nil {
		return nil, err
	}
	again.m.Next()
	return meter.Taken, nil
}

// Back takes decisions back until n are left, by playing these again after an earlier moment.
func (m *Match) Back(start *Snapshot, n int) error {
	kept := m.record[:n:n]
	m.Restore(start)
	return m.ReplayUntil(&Saved{Header: m.Header, Decisions: kept}, n)
}

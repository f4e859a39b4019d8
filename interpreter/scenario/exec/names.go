package exec

import (
	"cmp"
	"strconv"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// namer names seats, values and options as scripts do, in the current position of a match.
type namer struct {
	m     *machine.Match
	world *world
}

func (n *namer) seatName(i int32) string {
	if i < 0 || int(i) >= len(n.world.seats) {
		return "chance"
	}
	return n.world.seats[i]
}

// valueName names a value as scripts do: a piece by its label, or by its card if it has no
// label.
func (n *namer) valueName(t schema.Type, v int32) string {
	if v == schema.Nothing {
		return "nothing"
	}
	p := n.m.P
	switch t.Base {
	case schema.YesNo:
		return strconv.FormatBool(v == 1)
	case schema.Word:
		return p.Text(ref.Word(v))
	case schema.Player:
		return n.seatName(v)
	case schema.Piece:
		if v < 0 || int(v) >= len(p.Pieces) {
			return "?"
		}
		return cmp.Or(n.world.labels.of(v, &n.m.Env.World), n.cardOf(v))
	case schema.Zone:
		return n.zoneName(v)
	}
	return strconv.Itoa(int(v))
}

// maxElements limits the number of list elements that a failure prints.
const maxElements = 12

// tooMany stands in the name of a list before the number of its elements, of which the rest is left out.
const tooMany = ", … "

func (n *namer) listName(t schema.Type, vs []int32) string {
	if len(vs) <= maxElements {
		return "[" + n.valueNames(t, vs) + "]"
	}
	return "[" + n.valueNames(t, vs[:maxElements]) + tooMany + strconv.Itoa(len(vs)) + " in all]"
}

// zoneName names a zone. A place of a layout is named by its content.
func (n *namer) zoneName(z int32) string {
	if z < 0 || int(z) >= len(n.m.P.Schema.Zones) {
		return "?"
	}
	info := &n.m.P.Schema.Zones[z]
	if info.Decl.Layout == "" {
		return n.whereName(z)
	}
	if p := int32(n.m.Env.Head(ref.Place(z))); p >= 0 {
		return n.valueName(schema.Type{Base: schema.Piece}, p)
	}
	return info.Decl.Path(info.Cell)
}

// whereName names a zone without regard to its content.
func (n *namer) whereName(z int32) string {
	info := &n.m.P.Schema.Zones[z]
	switch {
	case info.Decl.Layout != "":
		return n.m.Env.ZoneName(ref.Place(z)) + " " + info.Decl.Path(info.Cell)
	case info.Piece != schema.Nothing:
		return n.valueName(schema.Type{Base: schema.Piece}, int32(info.Piece)) + "." + info.Decl.Name
	}
	return n.m.Env.ZoneName(ref.Place(z))
}

// pieceOf returns piece v, or the piece at place v, or -1.
func (n *namer) pieceOf(t schema.Type, v int32) int32 {
	switch {
	case v < 0:
	case t.Base == schema.Piece:
		return v
	case t.Base == schema.Zone:
		return int32(n.m.Env.Head(ref.Place(v)))
	}
	return -1
}

// contents returns the pieces of a zone.
func (n *namer) contents(z int32) (all []int32) {
	for p := int32(n.m.Env.Head(ref.Place(z))); p >= 0; p = int32(n.m.Env.Next(ref.Piece(p))) {
		all = append(all, p)
	}
	return all
}

func (n *namer) cardOf(p int32) string { return n.m.P.Cards[n.m.P.Pieces[p].Card].Name }

func (n *namer) valueNames(t schema.Type, vs []int32) string {
	var out []string
	for _, v := range vs {
		out = append(out, n.valueName(t, v))
	}
	return strings.Join(out, ", ")
}

func (n *namer) seatNames(seats []int) string {
	if len(seats) == 0 {
		return "nobody"
	}
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = n.seatName(int32(s))
	}
	return strings.Join(names, ", ")
}

func (n *namer) cardName(p int32) string {
	return n.valueName(schema.Type{Base: schema.Piece}, p)
}

// shownAt returns the position in the scenario to report for a failure: the current line if the
// rules fail.
func (r *runner) shownAt(f *failure) source.Pos {
	if f.kind != broken || f.pos.File == r.script.of.Pos.File {
		return f.pos
	}
	return r.At()
}

// At returns the position of the current line of the script, or of the scenario if no line is
// current.
func (r *runner) At() source.Pos {
	if l := r.line(); l != nil {
		return l.pos
	}
	return r.script.of.Pos
}

// line returns the current line of the script, or the last one at its end; nil if there is none.
func (r *runner) line() *line {
	if i := min(r.next, len(r.script.lines)); i > 0 {
		return r.script.lines[i-1]
	}
	return nil
}

func cites(ids []syntax.Ident) string { return strings.Join(syntax.NamesOf(ids), ", ") }

// Message formats the errors of a scenario that cannot be read.
func Message(found source.Diagnostics) string {
	return strings.TrimRight(found.Sorted().Error(), "\n") + "\n"
}

// message formats a failure: place and reason, explanation, preceding events, and pinned
// clauses.
func (r *runner) message(f *failure) string {
	if f.pos == (source.Pos{}) { // the failure concerns the match as a whole
		f.pos = r.script.of.Pos
	}
	var b strings.Builder
	all := f.all()
	for i, one := range all {
		if i+1 < len(all) && all[i+1].stands != nil { // all checks concern the same moment
			once := *one
			once.stands, one = nil, &once
		}
		b.WriteString(r.formatFailure(one))
	}
	seat := -1
	if l := r.line(); l != nil {
		seat = l.seat
	}
	if lines, all := r.events.ledThere(seat, r.script.lines); len(lines) > 0 {
		b.WriteString("what led there" + map[bool]string{false: " (all with -v)"}[all])
		if len(r.events.causes) > 0 {
			b.WriteString(", by line of `when`")
		}
		b.WriteString(":\n" + strings.Join(lines, "\n") + "\n")
	}
	if len(r.script.of.Pins) > 0 {
		b.WriteString("what it pins: " + cites(r.script.of.Pins) + "\n")
	}
	return b.String()
}

// formatFailure formats a failure with its place.
func (r *runner) formatFailure(f *failure) string {
	var b strings.Builder
	at := r.shownAt(f)
	for i, line := range f.lines() {
		switch {
		case i == 0 && at != f.pos:
			line = at.String() + ": the rules break: " + line + "\n  at " + f.pos.String()
		case i == 0:
			line = at.String() + ": " + line
		default:
			line = "  " + line
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

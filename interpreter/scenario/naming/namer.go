// Package naming converts between values of a match and their names in scripts. Namer returns the name of a seat,
// piece, value, zone or option, and reports whether a name means a value.
//
//	namer.go, options.go   from values to names; equal options are told apart by their differences
//	finder.go              from names to values
//	refs.go                references to pieces, such as `3 stick` or {stick: {face: down}}
//	seats.go, labels.go    the names that a scenario gives to seats, pieces and places
package naming

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

const (
	Pass    = "pass"
	Play    = "play"
	Nothing = "nothing" // declines open choices
	Rest    = "rest"    // the pieces that `given` does not mention
)

// Namer names seats, values and options as scripts do, and finds the values that a name means, in the current position
// of a match.
type Namer struct {
	M      *machine.Match
	Seats  Seats
	Labels Labels
}

// SeatName returns the name of a seat, or `chance` for a number that is none.
func (n *Namer) SeatName(i ref.Seat) string {
	if i < 0 || int(i) >= len(n.Seats) {
		return "chance"
	}
	return n.Seats[i]
}

// ValueName names a value as scripts do: a piece by its label, or by its card if it has no
// label.
func (n *Namer) ValueName(t schema.Type, v int32) string {
	if v == schema.Nothing {
		return "nothing"
	}
	p := n.M.P
	switch t.Base {
	case schema.YesNo:
		return strconv.FormatBool(v == 1)
	case schema.Word:
		return p.Symbols.Text(ref.Word(v))
	case schema.Player:
		return n.SeatName(ref.Seat(v))
	case schema.Piece:
		if v < 0 || int(v) >= len(p.Pieces) {
			return "?"
		}
		return cmp.Or(n.Labels.of(v, &n.M.Env.World), n.CardOf(v))
	case schema.Zone:
		return n.zoneName(v)
	}
	return strconv.Itoa(int(v))
}

// maxElements limits the number of list elements that a failure prints.
const maxElements = 12

// TooMany separates the first elements of a long list from the number of all elements: `[a, b, … 40 in all]`.
const TooMany = ", … "

func (n *Namer) ListName(t schema.Type, vs []int32) string {
	if len(vs) <= maxElements {
		return "[" + n.valueNames(t, vs) + "]"
	}
	return "[" + n.valueNames(t, vs[:maxElements]) + TooMany + strconv.Itoa(len(vs)) + " in all]"
}

// zoneName names a zone. A place of a layout is named by its content.
func (n *Namer) zoneName(z int32) string {
	if z < 0 || int(z) >= len(n.M.P.Schema.Zones) {
		return "?"
	}
	info := &n.M.P.Schema.Zones[z]
	if info.Decl.Layout == "" {
		return n.WhereName(z)
	}
	if p := int32(n.M.Env.World.Head(ref.Place(z))); p >= 0 {
		return n.ValueName(schema.Type{Base: schema.Piece}, p)
	}
	return info.Decl.Path(info.Cell)
}

// WhereName names a zone without regard to its content.
func (n *Namer) WhereName(z int32) string {
	info := &n.M.P.Schema.Zones[z]
	switch {
	case info.Decl.Layout != "":
		return n.M.Env.World.ZoneName(ref.Place(z)) + " " + info.Decl.Path(info.Cell)
	case info.Piece != schema.Nothing:
		return n.ValueName(schema.Type{Base: schema.Piece}, int32(info.Piece)) + "." + info.Decl.Name
	}
	return n.M.Env.World.ZoneName(ref.Place(z))
}

// PieceOf returns piece v, or the piece at place v, or -1.
func (n *Namer) PieceOf(t schema.Type, v int32) int32 {
	switch {
	case v < 0:
	case t.Base == schema.Piece:
		return v
	case t.Base == schema.Zone:
		return int32(n.M.Env.World.Head(ref.Place(v)))
	}
	return -1
}

// Contents returns the pieces of a zone.
func (n *Namer) Contents(z int32) (all []int32) {
	for p := int32(n.M.Env.World.Head(ref.Place(z))); p >= 0; p = int32(n.M.Env.World.Next(ref.Piece(p))) {
		all = append(all, p)
	}
	return all
}

func (n *Namer) CardOf(p int32) string { return n.M.P.Cards[n.M.P.Pieces[p].Card].Name }

func (n *Namer) valueNames(t schema.Type, vs []int32) string {
	var out []string
	for _, v := range vs {
		out = append(out, n.ValueName(t, v))
	}
	return strings.Join(out, ", ")
}

func (n *Namer) SeatNames(seats []int) string {
	if len(seats) == 0 {
		return "nobody"
	}
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = n.SeatName(ref.Seat(s))
	}
	return strings.Join(names, ", ")
}

func (n *Namer) CardName(p int32) string {
	return n.ValueName(schema.Type{Base: schema.Piece}, p)
}

// Winners returns the winners as `wins` states them, or nil while the match goes on.
func (n *Namer) Winners() *source.Node {
	if !n.M.Finished() {
		return source.Text("nothing")
	}
	out := source.ListOf()
	for _, i := range n.M.Winners() {
		out.Items = append(out.Items, source.Text(n.SeatName(ref.Seat(i))))
	}
	return out
}

// ChoiceName returns the name of a request in scripts, without the procedure.
func ChoiceName(req *machine.Request) string {
	if req.Kind == machine.AskPlay {
		return Play
	}
	return req.Name[strings.LastIndexByte(req.Name, '.')+1:]
}

// Shorten shortens a long list of names.
func Shorten(names []string) string {
	if len(names) > maxElements {
		names = append(slices.Clone(names[:maxElements]), "…")
	}
	return strings.Join(names, ", ")
}

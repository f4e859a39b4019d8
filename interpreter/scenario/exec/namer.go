package exec

import (
	"cmp"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"slices"
	"strconv"
	"strings"
)

const (
	wordPass    = "pass"
	wordPlay    = "play"
	wordNothing = "nothing" // declines open choices
	wordRest    = "rest"    // the pieces that `given` does not mention
)

// namer names seats, values and options as scripts do, in the current position of a match.
type namer struct {
	m      *machine.Match
	seats  seatList
	labels labels
}

func (n *namer) seatName(i int32) string {
	if i < 0 || int(i) >= len(n.seats) {
		return "chance"
	}
	return n.seats[i]
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
		return cmp.Or(n.labels.of(v, &n.m.Env.World), n.cardOf(v))
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

// Winners returns the winners as `wins` states them, or nil while the match goes on.
func (n *namer) Winners() *source.Node {
	if !n.m.Finished() {
		return source.Text("nothing")
	}
	out := source.ListOf()
	for _, i := range n.m.Winners() {
		out.Items = append(out.Items, source.Text(n.seatName(int32(i))))
	}
	return out
}

// choiceName returns the name of a request in scripts, without the procedure.
func choiceName(req *machine.Request) string {
	if req.Kind == machine.AskPlay {
		return wordPlay
	}
	return req.Name[strings.LastIndexByte(req.Name, '.')+1:]
}

// shortenNames shortens a long list of names.
func shortenNames(names []string) string {
	if len(names) > maxElements {
		names = append(slices.Clone(names[:maxElements]), "…")
	}
	return strings.Join(names, ", ")
}

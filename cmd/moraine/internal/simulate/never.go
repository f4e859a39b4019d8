package simulate

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/playout"
	"moraine/interpreter/source"
)

// Never lists rules and cards that came up in no match although the readings in force allow
// them.
type Never struct {
	Cards   []Card  `json:"cards" jsonschema:"cards that were never drawn, chosen or played"`
	Steps   []Place `json:"steps" jsonschema:"steps and procedures that never ran"`
	Options []Place `json:"options" jsonschema:"options and branches that were never taken"`
}

// Card is a card with the number of cards of its kind, and whether windows can play it.
type Card struct {
	Card  string `json:"card"`
	Kind  string `json:"kind"`
	Of    int    `json:"of" jsonschema:"the number of cards of its kind"`
	Plays bool   `json:"plays" jsonschema:"windows can play it"`
}

// Place is a position in the files of a game.
type Place struct {
	At   string `json:"at" jsonschema:"FILE:LINE:COLUMN"`
	In   string `json:"in" jsonschema:"the procedure, window or card"`
	Says string `json:"says" jsonschema:"its text"`
	Of   string `json:"of" jsonschema:"the place of the step or procedure that contains it"`
}

// Gist omits consequences: if a procedure or step never ran, the things inside it are omitted.
// If no card of a kind came up and windows cannot play any, the kind is omitted, because its
// cards may not be meant to be drawn or chosen.
func (n *Never) Gist() Never {
	ran := func(p Place) bool {
		return !slices.ContainsFunc(n.Steps, func(s Place) bool { return s.At == p.Of && s.At != p.At })
	}
	missing := map[string]int{}
	for _, c := range n.Cards {
		missing[c.Kind]++
	}
	some := func(c Card) bool { return c.Plays || missing[c.Kind] < c.Of }
	return Never{Cards: filter(n.Cards, some), Steps: filter(n.Steps, ran), Options: filter(n.Options, ran)}
}

func filter[T any](list []T, keep func(T) bool) []T {
	out := []T{}
	for _, p := range list {
		if keep(p) {
			out = append(out, p)
		}
	}
	return out
}

// intersect keeps the things that are also in o.
func (n *Never) intersect(o *Never) {
	n.Cards = both(n.Cards, o.Cards)
	n.Steps = both(n.Steps, o.Steps)
	n.Options = both(n.Options, o.Options)
}

func both[T comparable](a, b []T) []T {
	return filter(a, func(x T) bool { return slices.Contains(b, x) })
}

// never returns the rules and cards that came up in no match. seen is indexed as described for
// playout.Things.
func never(g *interpreter.Game, seen []bool) Never {
	unseen, out := playout.FindUnseen(g, seen), Never{Cards: []Card{}, Steps: []Place{}, Options: []Place{}}
	for _, c := range unseen.Cards {
		out.Cards = append(out.Cards, Card{Card: c.Name, Kind: c.Kind, Of: c.Of, Plays: c.Plays})
	}
	for _, r := range unseen.Steps {
		out.Steps = append(out.Steps, placeOf(r))
	}
	for _, r := range unseen.Options {
		out.Options = append(out.Options, placeOf(r))
	}
	return out
}

// placeOf converts the position of a rule to its path within the data, which does not depend on
// the folder of the data.
func placeOf(r playout.Rule) Place {
	at := func(p source.Pos) string {
		if p.File == nil {
			return ""
		}
		return source.Pos{File: &source.File{Name: p.File.Path}, Line: p.Line, Col: p.Col}.String()
	}
	return Place{At: at(r.Pos), In: r.In, Says: r.Says, Of: at(r.Of)}
}

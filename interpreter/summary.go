package interpreter

import (
	"slices"

	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Summary counts the parts of a game.
type Summary struct {
	Game       string          `json:"game"`
	Name       string          `json:"name"`
	Players    [2]int          `json:"players" jsonschema:"minimum and maximum"`
	Kinds      []KindSummary   `json:"kinds"`
	Pieces     int             `json:"pieces"`
	Values     ValueSummary    `json:"values" jsonschema:"values of cards: stated by a rule text, or assumed"`
	Procedures int             `json:"procedures"`
	Steps      int             `json:"steps"`
	Formulas   int             `json:"formulas" jsonschema:"formulas with a name"`
	Windows    int             `json:"windows"`
	Invariants int             `json:"invariants"`
	Bots       int             `json:"bots"`
	Clauses    int             `json:"clauses"`
	Rulings    []RulingSummary `json:"rulings" schema:"null"`
	Variants   int             `json:"variants"`
	Scenarios  int             `json:"scenarios"` // set by the caller
}

// KindSummary counts the cards and pieces of a kind.
type KindSummary struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Cards  int    `json:"cards"`
	Pieces int    `json:"pieces"`
}

// ValueSummary counts the values and copies of cards that a rule text states, and those that
// are assumed.
type ValueSummary struct {
	Given   int `json:"given"`
	Assumed int `json:"assumed"`
}

// RulingSummary counts the rulings of a kind, and those on which rules depend.
type RulingSummary struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	Used  int    `json:"asked" jsonschema:"rulings on which rules depend"`
}

// Languages returns the languages in which the game names its cards.
func (g *Game) Languages() []string { return words.Languages(g.Program) }

// Summary counts the parts of the game. Names are in the given language, or else in English.
func (g *Game) Summary(lang string) Summary {
	names := words.Names{P: g.Program, Lang: lang}
	s := Summary{
		Game: g.ID, Name: names.Game(), Players: [2]int{g.Schema.MinPlayers, g.Schema.MaxPlayers},
		Pieces:  len(g.Schema.Pieces),
		Windows: len(g.Syntax.Windows), Invariants: len(g.Syntax.Invariants), Bots: len(g.Syntax.Bots),
		Clauses:  len(g.Syntax.Clauses),
		Formulas: len(g.Syntax.Formulas) + len(g.Syntax.Player.Formulas),
		Kinds:    []KindSummary{}, Rulings: []RulingSummary{},
	}
	for _, k := range g.Schema.Kinds {
		s.Kinds = append(s.Kinds, KindSummary{Kind: k.Name, Name: names.Kind(k), Cards: len(k.Cards), Pieces: k.N})
		s.Formulas += len(k.Formulas)
		for _, c := range k.Cards {
			s.Formulas += len(c.Formulas)
			s.Values.add(k.Kind, c.Card)
		}
	}
	for _, p := range syntax.AllProcedures(g.Syntax) {
		s.Procedures++
		s.Formulas += len(p.Formulas)
	}
	syntax.Walk(g.Syntax, func(*syntax.Step) { s.Steps++ })
	for _, r := range g.Syntax.Rulings {
		s.ruling(r.Kind, g.Program.UsedRulings[r.Name])
	}
	return s
}

// add counts the values of a card that a text states, and those that are assumed.
func (s *ValueSummary) add(k *syntax.Kind, c *syntax.Card) {
	count := func(assumed bool) {
		if assumed {
			s.Assumed++
		} else {
			s.Given++
		}
	}
	if !c.Data {
		count(c.CopiesAre.Assumed)
	}
	for _, f := range k.Fields {
		if v := c.Value(f.Name); v != nil || f.Assumed {
			count(f.Assumes(v))
		}
	}
}

func (s *Summary) ruling(kind string, asked bool) {
	i := slices.IndexFunc(s.Rulings, func(r RulingSummary) bool { return r.Kind == kind })
	if i < 0 {
		i = len(s.Rulings)
		s.Rulings = append(s.Rulings, RulingSummary{Kind: kind})
	}
	s.Rulings[i].Count++
	if asked {
		s.Rulings[i].Used++
	}
}

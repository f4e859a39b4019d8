// Package diff compares two configurations of a game: readings, cards, rules, outcomes of
// scenarios, and balance.
//
// It compares only rules in force: branches of other readings, clauses and notes are ignored.
//
//	diff.go      the report
//	rulings.go   different readings, and the clauses that support them
//	cards.go     different cards, by value
//	flips.go     scenarios with different outcomes, by the ruling that causes them
//	declared.go  printed declarations of a configuration
//	rules.go     different declarations, by the ruling that causes them
//	lines.go     differences of two lists of lines
//	balance.go   different results of many matches
//	parting.go   the shortest play after which the sides differ
//	summary.go   one-sentence summary
//	doc.go       the document for people
//	json.go      output for programs
package diff

import (
	"context"
	"errors"

	"moraine/cmd/moraine/internal/part"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/words"
)

// Side is a configuration of a game, with the name that the user gave on the command line.
type Side struct {
	Name string
	scenario.Side
}

// Report holds the differences between two sides. Pairs contain the value for the first side,
// then that for the second.
type Report struct {
	Game      string // id of the game
	Names     [2]string
	Titles    [2]string // titles of the variants, or of the game
	Rulings   []*Ruling
	Cards     []*Card
	Rules     []*Rule
	Scenarios *scenario.Comparison // nil if not requested
	Balance   *simulate.Comparison // nil if not requested
	Part      *part.Report         // nil if not requested
	Stopped   bool                 // the comparison was stopped before all results were complete
	words     words.Names
	games     [2]*interpreter.Game
}

// Change is "added", "removed" or "changed".
type Change string

const (
	Added   Change = "added"
	Dropped Change = "dropped"
	Changed Change = "changed"
)

// Options selects the comparisons.
type Options struct {
	Lang      string // language of names and messages
	Scenarios bool
	Jobs      int               // scenarios or matches to run in parallel; 0 for one per processor
	Balance   *simulate.Options // matches to play; nil for none
	// search for the shortest play that distinguishes the sides, with at most this many decisions beyond scripts; 0 for
	// no search
	Within int
}

// Compare compares two sides of a game. If it is stopped, it returns the results so far and the
// reason.
func Compare(ctx context.Context, a, b Side, opt Options) (*Report, error) {
	r := &Report{Game: a.Game.ID, Names: [2]string{a.Name, b.Name},
		Titles: [2]string{title(a.Game, opt.Lang), title(b.Game, opt.Lang)}, words: words.Names{Lang: opt.Lang},
		games: [2]*interpreter.Game{a.Game, b.Game}}
	r.Rulings = rulings(a.Game, b.Game)
	here, there := newWriter(a.Game, opt.Lang), newWriter(b.Game, opt.Lang)
	r.Cards = cards(here, there)
	r.Rules = rules(here.declared(), there.declared(), r.Rulings)
	err := ctx.Err()
	if opt.Scenarios && err == nil {
		r.Scenarios, err = scenario.Compare(ctx, a.Side, b.Side, opt.Jobs)
	}
	if opt.Balance != nil && err == nil {
		r.Balance, err = simulate.Compare(ctx, [2]*interpreter.Game{a.Game, b.Game}, *opt.Balance)
	}
	if opt.Within > 0 && err == nil {
		r.Part, err = part.Find(ctx, a.Side, b.Side, part.Options{Within: opt.Within, Jobs: opt.Jobs})
	}
	var some *scenario.Incomplete
	if r.Stopped = ctx.Err() != nil || errors.As(err, &some); err != nil && !r.Stopped {
		return nil, err
	}
	return r, err
}

// title returns the title of a configuration.
func title(g *interpreter.Game, lang string) string {
	n := g.Names(lang)
	if len(g.Variants) == 0 {
		return n.Game()
	}
	last := g.Variants[len(g.Variants)-1]
	return n.Named(last.Names, last.Name)
}

// Differs reports whether the report contains a difference.
func (r *Report) Differs() bool {
	return len(r.Rulings)+len(r.Cards)+len(r.Rules) > 0 || r.Scenarios != nil && len(r.Scenarios.Flips) > 0
}

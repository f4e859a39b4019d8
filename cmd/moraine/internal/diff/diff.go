// Package diff tells two configurations of a game apart: what is read otherwise, which
// cards and rules differ by it, which scenarios come out otherwise, and what it
// does to the balance.
//
// Only what is in force counts. A branch of a reading that is not, or what is
// cited or noted beside a rule, makes no difference.
//
//	diff.go      the report
//	rulings.go   what is read otherwise, and which clauses speak for it
//	cards.go     cards, value by value
//	flips.go     which scenarios a ruling changes, and which none explains
//	declared.go  all that a game declares, written out as it is in force
//	rules.go     which of it differs, and which reading does it
//	lines.go     where two lists of lines differ
//	balance.go   what many matches come to otherwise
//	parting.go   the shortest play after which they differ
//	summary.go   how much differs
//	pretty.go    for people
//	markdown.go  for a pull request
//	json.go      for programs
package diff

import (
	"context"
	"errors"

	"moraine/cmd/moraine/internal/part"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/simulate"
	"moraine/interpreter/words"
)

// Side is a configuration of a game, and what whoever compares calls it.
type Side struct {
	Name string
	scenario.Side
}

// Report is what differs between two sides. What comes in pairs is first of the
// one, then of the other.
type Report struct {
	Game      string // its id
	Names     [2]string
	Titles    [2]string // what the variants laid over it are called, or the game itself
	Rulings   []*Ruling
	Cards     []*Card
	Rules     []*Rule
	Scenarios *scenario.Comparison // nil: nobody has asked
	Balance   *simulate.Comparison // nil: nobody has asked
	Part      *part.Report         // nil: nobody has asked
	Stopped   bool                 // before all of that was found out
	words     words.Names
	games     [2]*interpreter.Game
}

// Change says what has become of something.
type Change string

const (
	Added   Change = "added"
	Dropped Change = "dropped"
	Changed Change = "changed"
)

// Options say what of two sides is compared.
type Options struct {
	Lang      string // of names, and of what is said about them
	Scenarios bool
	Jobs      int               // scenarios or matches at once; 0: one a processor
	Balance   *simulate.Options // matches to be played; nil: none
	Within    int               // so many decisions at most are tried where no script leads, to find out where the sides part; 0: nobody wants to know
}

// Compare compares two sides of one game. Stopped, it returns what is known by then, along
// with why.
func Compare(ctx context.Context, a, b Side, opt Options) (*Report, error) {
	r := &Report{Game: a.Game.ID, Names: [2]string{a.Name, b.Name}, Titles: [2]string{title(a.Game, opt.Lang), title(b.Game, opt.Lang)}, words: words.Names{Lang: opt.Lang}, games: [2]*interpreter.Game{a.Game, b.Game}}
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

// title is what a configuration of a game is called.
func title(g *interpreter.Game, lang string) string {
	n := words.Names{P: g.Program, Lang: lang}
	if len(g.Laid) == 0 {
		return n.Game()
	}
	last := g.Laid[len(g.Laid)-1]
	return n.Named(last.Names, last.Name)
}

// Differs tells whether there is anything in it.
func (r *Report) Differs() bool {
	return len(r.Rulings)+len(r.Cards)+len(r.Rules) > 0 || r.Scenarios != nil && len(r.Scenarios.Flips) > 0
}

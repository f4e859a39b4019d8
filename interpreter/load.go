package interpreter

import (
	"fmt"
	"strings"

	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Game is a game ready to be played: compiled, immutable, shared by matches.
type Game struct {
	ID      string
	Syntax  *syntax.Game
	Schema  *schema.Schema
	Program *program.Program
	clauses map[string]*syntax.Clause
}

// Options say which form of a game is wanted.
type Options struct {
	Variant  string            // a variant of the game; "": the game itself
	Readings map[string]string // ruling key → reading, over the defaults
}

// Load reads, checks and compiles a game. On any error it returns all of them,
// as source.Diagnostics or a plain error.
func Load(s Sources, id string, opt Options) (*Game, error) {
	g, diags, err := parse(s, id)
	if err != nil {
		return nil, err
	}
	if len(diags) > 0 {
		// What could not even be read would be missed everywhere else, and said
		// over and over.
		return nil, diags.Sorted()
	}
	readings := overlay.Readings(g, opt.Readings, &diags)
	asked := overlay.Settle(g, readings, &diags)
	sch := schema.Build(g, &diags)
	p := program.Compile(sch, readings, &diags)
	for _, key := range asked {
		p.Asked[key] = true
	}
	if len(diags) > 0 {
		return nil, diags.Sorted()
	}
	game := &Game{ID: id, Syntax: g, Schema: sch, Program: p, clauses: map[string]*syntax.Clause{}}
	for _, c := range g.Clauses {
		game.clauses[c.Name] = c
	}
	return game, nil
}

// parse reads the files of a game into one tree.
func parse(s Sources, id string) (*syntax.Game, source.Diagnostics, error) {
	files, err := s.files("cards/" + id)
	if err != nil {
		return nil, nil, err
	}
	if len(files) == 0 {
		return nil, nil, unknownGame(s, id)
	}
	var diags source.Diagnostics
	var docs []*source.Node
	for _, f := range files {
		n, d := source.Parse(f, source.DefaultLimits())
		diags = append(diags, d...)
		docs = append(docs, n)
	}
	g, d := syntax.Decode(docs)
	return g, append(diags, d...), nil
}

func unknownGame(s Sources, id string) error {
	games := s.Games()
	hint := source.DidYouMean(id, games)
	if hint == "" {
		hint = "there is " + strings.Join(games, ", ")
	}
	if len(games) == 0 {
		hint = "there is none at all"
	}
	return fmt.Errorf("there is no game %q; %s", id, hint)
}

// Clause returns the clause with that id, or nil.
func (g *Game) Clause(id string) *syntax.Clause { return g.clauses[id] }

// ClauseIDs lists the ids of all clauses, in order.
func (g *Game) ClauseIDs() []string {
	out := make([]string, 0, len(g.Syntax.Clauses))
	for _, c := range g.Syntax.Clauses {
		out = append(out, c.Name)
	}
	return out
}

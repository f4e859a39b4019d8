package interpreter

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/parallel"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Game is a configuration of a game: checked, compiled, immutable, and shared by its matches.
// Schema and Program are for packages below interpreter; all others use the methods.
type Game struct {
	ID       string
	Syntax   *syntax.Game
	Schema   *schema.Schema
	Program  *program.Program
	Variants []*syntax.Variant // the applied variants, in order
	Docs     []*source.Node    // the files of the game and, if a variant is applied, the files of all variants
	clauses  map[string]*syntax.Clause

	learned *syntax.Learned // by which its searches judge positions; nil if nothing was learned
	unfit   Diagnostics     // errors of the formulas in learned, which are left out
}

// Options select a configuration of a game. The zero value selects the plain game.
type Options struct {
	Variant     string            // a variant, or several joined by And; "" for the plain game
	Readings    map[string]string // ruling key → reading; replaces the defaults
	Cover       bool              // record the coverage of rules with clauses; slower
	KeepGoing   bool              // continue if files cannot be read, to find one particular error among many
	AssumedSeed uint64            // if not 0, a seed: every assumed value is replaced by another valid one
}

// Language is the version of the rule language that Load reads.
const Language = syntax.Version

// Load reads, checks and compiles a game. The error has all errors in the files
// (source.Diagnostics), or is a plain error.
func Load(s Sources, id string, opt Options) (*Game, error) {
	r, err := Read(s, id)
	if err != nil {
		return nil, err
	}
	return r.Game(opt)
}

// readAll parses files in parallel, because parsing is most of the work of loading. The results
// are in the order of the files.
func readAll(ctx context.Context, files []*source.File) ([]*source.Node, source.Diagnostics, error) {
	docs := make([]*source.Node, len(files))
	found := make([]source.Diagnostics, len(files))
	err := parallel.Each(ctx, 0, len(files), func(i int) {
		docs[i], found[i] = source.Parse(files[i], source.DefaultLimits())
	})
	return docs, slices.Concat(found...), err
}

func unknownGame(s Sources, id string) error {
	games := s.Games()
	hint := source.Suggest(id, "there is", games)
	if len(games) == 0 {
		hint = "there is none at all"
	}
	return unknown{fmt.Errorf("there is no game %q; %s", id, hint)}
}

// ErrUnknown matches, with errors.Is, the error for a game or variant that does not exist.
var ErrUnknown = errors.New("this does not exist")

// unknown is an error that matches ErrUnknown.
type unknown struct{ error }

func (unknown) Is(target error) bool { return target == ErrUnknown }

// Compiler returns a compiler for formulas outside the rules, such as those in scenarios. They
// may use all names of the rules.
func (g *Game) Compiler() *formula.Compiler { return g.Program.Scenarios() }

// Clause returns the clause with that id, or nil.
func (g *Game) Clause(id string) *syntax.Clause { return g.clauses[id] }

// Ruled returns the value of `ruled("KEY", "READING")` in formulas.
func (g *Game) Ruled(key, reading string) bool {
	yes, _ := g.Syntax.Ruled(key, g.Program.Readings[key], reading)
	return yes
}

// ClauseIDs returns the ids of all clauses, in order.
func (g *Game) ClauseIDs() []string { return syntax.NamesOf(g.Syntax.Clauses) }

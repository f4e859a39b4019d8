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

// Game is a game ready to be played: compiled, immutable, shared by matches.
type Game struct {
	ID      string
	Syntax  *syntax.Game
	Schema  *schema.Schema
	Program *program.Program
	Laid    []*syntax.Variant // the variants that were laid over it, in order
	Docs    []*source.Node    // the files that all this is written in, with those of all variants if any is laid
	clauses map[string]*syntax.Clause
}

// Options say which configuration of a game is wanted.
type Options struct {
	Variant  string            // a variant of the game, or several, with And between them; "": the game itself
	Readings map[string]string // ruling key → reading, over the defaults
	Cover    bool              // take note of what is used and cites clauses; slower
	Anyway   bool              // look on where files cannot be read, for whoever wants one complaint of many
	Reassume uint64            // not 0: replace every assumed value by another legal one, at random from this seed
}

// Language is the version of the rule language that Load reads.
const Language = syntax.Version

// Load reads, checks and compiles a game. On any error it returns all of them,
// as source.Diagnostics or a plain error.
func Load(s Sources, id string, opt Options) (*Game, error) {
	r, err := Read(s, id)
	if err != nil {
		return nil, err
	}
	return r.Game(opt)
}

// readAll parses files, which is most of the work of loading a game, several at
// once; what comes out is in the order of the files.
func readAll(ctx context.Context, files []*source.File) ([]*source.Node, source.Diagnostics, error) {
	docs := make([]*source.Node, len(files))
	found := make([]source.Diagnostics, len(files))
	err := parallel.Each(ctx, 0, len(files), func(i int) { docs[i], found[i] = source.Parse(files[i], source.DefaultLimits()) })
	return docs, slices.Concat(found...), err
}

func unknownGame(s Sources, id string) error {
	games := s.Games()
	hint := source.Which(id, "there is", games)
	if len(games) == 0 {
		hint = "there is none at all"
	}
	return unknown{fmt.Errorf("there is no game %q; %s", id, hint)}
}

// ErrUnknown is, for errors.Is, the error of a game or variant that does not exist.
var ErrUnknown = errors.New("this does not exist")

// unknown is an error that is ErrUnknown.
type unknown struct{ error }

func (unknown) Is(target error) bool { return target == ErrUnknown }

// Compiler returns a compiler for formulas that are no part of the rules. It sees these, and
// changes nothing of them.
func (g *Game) Compiler() *formula.Compiler { return g.Program.Scenarios() }

// Clause returns the clause with that id, or nil.
func (g *Game) Clause(id string) *syntax.Clause { return g.clauses[id] }

// Ruled tells what `ruled("KEY", "READING")` is in this configuration of the game.
func (g *Game) Ruled(key, reading string) bool {
	yes, _ := g.Syntax.Ruled(key, g.Program.Readings[key], reading)
	return yes
}

// ClauseIDs lists the ids of all clauses, in order.
func (g *Game) ClauseIDs() []string { return syntax.NamesOf(g.Syntax.Clauses) }

package interpreter

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// laid is a game with a variant laid over it, or none.
type laid struct {
	*base
	written *syntax.Game // the tree; its declarations are settled as is usual
	chain   []*syntax.Variant
	picks   []syntax.ReadingPick // the readings that the variants put in force …
	said    []syntax.ReadingPick // … and those of them that they name, which prevail
	usual   map[string]string    // the readings in force unless anybody says otherwise
}

// base is what all variants have in common that change the same of a game, if anything, but
// which readings are in force.
type base struct {
	rules  *Rules
	key    string // the variants that change the game
	tree   *syntax.Game
	chain  []*syntax.Variant // if it brings readings along, with those in all that it says; else nil
	docs   []*source.Node    // the files of the game
	asked  []string          // rulings that its declarations ask
	making sync.Mutex
	first  map[string]*Game // by the readings of these: what other configurations are made from; nil: it has faults
}

// Tree is the game as it is written with a variant laid over it, and the readings in force there.
func (r *Rules) Tree(opt Options) (*syntax.Game, map[string]string, error) {
	l, err := r.written(opt)
	if err != nil {
		return nil, nil, err
	}
	readings := maps.Clone(l.usual)
	maps.Copy(readings, opt.Readings)
	return l.written, readings, nil
}

// written is the game with a variant laid over it, where nothing is wrong so far.
func (r *Rules) written(opt Options) (*laid, error) {
	tree, diags := r.game()
	if diags = slices.Concat(r.found, diags); len(diags) > 0 {
		return nil, diags.Sorted()
	}
	l, err := r.over(tree, opt, &diags)
	if err != nil || len(diags) > 0 {
		return nil, cmp.Or(err, diags.Sorted().Err())
	}
	return l, nil
}

// under is the configuration under readings, most of which it may share with others.
func (l *laid) under(readings map[string]string, cover bool, diags *source.Diagnostics) *Game {
	first := l.from(readings, cover)
	if first == nil {
		return l.compile(readings, cover, diags)
	}
	game := *first
	game.Program = first.checked.Under(readings, diags)
	l.says(&game)
	return &game
}

// says tells a game of which files and variants it is made.
func (l *laid) says(g *Game) {
	g.Laid, g.Docs = l.chain, l.docs
	if l.chain != nil {
		files, _ := l.rules.variants() // which have been read to lay them
		g.Docs = slices.Concat(g.Docs, files.docs)
	}
}

// from is the configuration from which to make one: that of the usual readings, but for
// what the declarations ask.
func (l *laid) from(readings map[string]string, cover bool) *Game {
	l.making.Lock()
	defer l.making.Unlock()
	key := l.settling(readings, cover)
	if first, ok := l.first[key]; ok {
		return first
	}
	usual := maps.Clone(l.usual)
	for _, ruling := range l.asked {
		usual[ruling] = readings[ruling]
	}
	var found source.Diagnostics
	first := l.compile(usual, cover, &found)
	if len(found) > 0 {
		first = nil
	}
	if len(l.first) == mostLaid {
		clear(l.first)
	}
	l.first[key] = first
	return first
}

// settling tells apart what the declarations settle to.
func (b *base) settling(readings map[string]string, cover bool) string {
	var key strings.Builder
	for _, ruling := range b.asked {
		key.WriteString(readings[ruling] + " ")
	}
	if cover {
		key.WriteString("covering")
	}
	return key.String()
}

// compile makes a configuration from the tree.
func (l *laid) compile(readings map[string]string, cover bool, diags *source.Diagnostics) *Game {
	tree, _ := overlay.Settle(l.tree, readings, diags)
	game := &Game{ID: l.rules.ID, Syntax: tree, clauses: map[string]*syntax.Clause{}}
	for _, c := range tree.Clauses {
		game.clauses[c.Name] = c
	}
	l.says(game)
	c := formula.NewCompiler(schema.Build(tree, diags), readings, diags)
	c.Trees, c.Covering, c.Until = l.rules.trees, cover, l.rules.ctx
	c.Mentions, c.Uncited = l.rules.mentions, l.rules.uncited
	for _, key := range l.asked {
		c.Asked[key] = true
	}
	game.checked = program.Check(c)
	game.Program, game.Schema = game.checked.First, game.checked.First.Schema
	return game
}

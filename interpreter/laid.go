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
		return l.compile(readings, cover, nil, diags)
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
	first := l.compile(usual, cover, l.model(key), &found)
	switch {
	case len(found) > 0:
		first = nil
	case !cover:
		l.rules.model.CompareAndSwap(nil, first)
	}
	if len(l.first) == mostLaid {
		clear(l.first)
	}
	l.first[key] = first
	return first
}

// model is a configuration beside which to make the first of others; nil: there is none.
func (b *base) model(key string) *Game {
	from := b.rules.from.Load()
	if from != nil {
		from.laying.Lock()
		was := from.bases[b.key]
		from.laying.Unlock()
		if was != nil {
			was.making.Lock()
			defer was.making.Unlock()
			if first := was.first[key]; first != nil {
				return first
			}
		}
	}
	if own := b.rules.model.Load(); own != nil || from == nil {
		return own
	}
	return from.model.Load()
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

// compile makes a configuration: beside one that is made already, if they are alike, else from
// nothing.
func (l *laid) compile(readings map[string]string, cover bool, beside *Game, diags *source.Diagnostics) *Game {
	tree, _ := overlay.Settle(l.tree, readings, diags)
	game := &Game{ID: l.rules.ID, Syntax: tree, clauses: map[string]*syntax.Clause{}}
	for _, c := range tree.Clauses {
		game.clauses[c.Name] = c
	}
	l.says(game)
	compiler := func(s *schema.Schema, diags *source.Diagnostics) *formula.Compiler {
		c := formula.NewCompiler(s, readings, diags)
		c.Trees, c.Covering, c.Until = l.rules.trees, cover, l.rules.ctx
		c.Mentions, c.Uncited = l.rules.mentions, l.rules.uncited
		for _, key := range l.asked {
			c.Asked[key] = true
		}
		return c
	}
	if beside != nil && !cover && len(*diags) == 0 {
		var found source.Diagnostics // what is wrong is said as if the other were not there
		if s := schema.Build(tree, &found).Beside(beside.Schema); s != nil && len(found) == 0 {
			if checked := program.Check(compiler(s, &found), beside.checked); checked != nil && len(found) == 0 {
				return game.of(checked)
			}
		}
	}
	return game.of(program.Check(compiler(schema.Build(tree, diags), diags), nil))
}

// of has a game play what has been checked.
func (g *Game) of(checked *program.Checked) *Game {
	g.checked, g.Program, g.Schema = checked, checked.First, checked.First.Schema
	return g
}

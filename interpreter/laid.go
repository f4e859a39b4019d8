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
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
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
	tree   *syntax.Game
	chain  []*syntax.Variant // if it brings readings along, with those in all that it says; else nil
	docs   []*source.Node    // the files of the game
	asked  []string          // rulings that its declarations ask
	making sync.Mutex
	made   map[string]*compiled // by the readings of these
}

// compiled is a game with all branches of all rulings, under some readings of those that its
// declarations ask.
type compiled struct {
	*Game
	found source.Diagnostics // what is wrong with it; it is not to be played then
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

// under returns the configuration under readings. Those that differ in nothing that declarations
// ask share a program.
func (l *laid) under(readings map[string]string, cover bool, diags *source.Diagnostics) *Game {
	from := l.compiled(readings, cover)
	*diags = append(*diags, from.found...)
	game := *from.Game
	game.Program = game.Program.Under(readings, diags)
	game.Laid, game.Docs = l.chain, l.docs
	if l.chain != nil {
		files, _ := l.rules.variants() // which have been read to lay them
		game.Docs = slices.Concat(game.Docs, files.docs)
	}
	return &game
}

// compiled returns the program for some readings, which is kept.
func (b *base) compiled(readings map[string]string, cover bool) *compiled {
	b.making.Lock()
	defer b.making.Unlock()
	var key strings.Builder
	for _, ruling := range b.asked {
		key.WriteString(readings[ruling] + " ")
	}
	if cover {
		key.WriteString("covering")
	}
	if made := b.made[key.String()]; made != nil {
		return made
	}
	made := b.compile(readings, cover)
	if len(b.made) == mostLaid || b.made == nil {
		b.made = map[string]*compiled{}
	}
	b.made[key.String()] = made
	return made
}

func (b *base) compile(readings map[string]string, cover bool) *compiled {
	out := &compiled{}
	tree, _ := overlay.Settle(b.tree, readings, &out.found)
	out.Game = &Game{ID: b.rules.ID, Syntax: tree, clauses: map[string]*syntax.Clause{}}
	for _, c := range tree.Clauses {
		out.clauses[c.Name] = c
	}
	c := formula.NewCompiler(schema.Build(tree, &out.found), &out.found)
	c.Trees, c.Covering, c.Until = b.rules.trees, cover, b.rules.ctx
	c.Mentions, c.Uncited = b.rules.mentions, b.rules.uncited
	for _, key := range b.asked {
		c.Asked[key] = true
	}
	out.Program = program.Check(c)
	for i, r := range tree.Rulings {
		if slices.Contains(b.asked, r.Name) {
			out.Program.Declared = append(out.Program.Declared, i)
		}
	}
	out.Schema = out.Program.Schema
	return out
}

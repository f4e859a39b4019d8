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

// variantGame is a game with the variants of an Options applied, if any.
type variantGame struct {
	*base
	written  *syntax.Game // the tree; declarations that depend on rulings have their values for the default readings
	chain    []*syntax.Variant
	picks    []syntax.ReadingPick // the readings that the variants select
	named    []syntax.ReadingPick // the subset that the variants select explicitly, which has precedence
	defaults map[string]string    // the readings in force unless the options name others
}

// base is a game to which all changes of variants except readings have been applied. Variants with the same changes
// share it.
type base struct {
	rules  *Rules
	tree   *syntax.Game
	chain  []*syntax.Variant // variants that add readings, decoded together with these; nil if none adds any
	docs   []*source.Node    // the files of the game
	asked  []string          // the rulings on which declarations depend
	making sync.Mutex
	made   map[string]*compiled // by the readings of the rulings in asked
}

// compiled is a program with the branches of all rulings. Declarations have no branches, so
// there is one program for each combination of the readings on which they depend.
type compiled struct {
	*Game
	found source.Diagnostics // its errors; if not empty, no match can be played
}

// Tree returns the tree of the game with a variant applied, and the readings in force.
func (r *Rules) Tree(opt Options) (*syntax.Game, map[string]string, error) {
	l, err := r.written(opt)
	if err != nil {
		return nil, nil, err
	}
	readings := maps.Clone(l.defaults)
	maps.Copy(readings, opt.Readings)
	return l.written, readings, nil
}

// written returns the game with a variant applied, or the errors found so far.
func (r *Rules) written(opt Options) (*variantGame, error) {
	tree, diags := r.game()
	if diags = slices.Concat(r.found, diags); len(diags) > 0 {
		return nil, diags.Sorted()
	}
	l, err := r.compose(tree, opt, &diags)
	if err != nil || len(diags) > 0 {
		return nil, cmp.Or(err, diags.Sorted().Err())
	}
	return l, nil
}

// configure returns the configuration for given readings. Configurations with equal readings of
// the rulings on which declarations depend share a program.
func (l *variantGame) configure(readings map[string]string, cover bool, diags *source.Diagnostics) *Game {
	from := l.compiled(readings, cover)
	*diags = append(*diags, from.found...)
	game := *from.Game
	game.Program = game.Program.Under(readings, diags)
	game.Variants, game.Docs = l.chain, l.docs
	if l.chain != nil {
		files, _ := l.rules.variants() // already read when the variants were applied
		game.Docs = slices.Concat(game.Docs, files.docs)
	}
	return &game
}

// compiled returns the program for given readings, from the cache if possible.
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
	if len(b.made) == maxLaid || b.made == nil {
		b.made = map[string]*compiled{}
	}
	b.made[key.String()] = made
	return made
}

// compile checks a game under readings, which settle the declarations that depend on rulings.
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
		c.UsedRulings[key] = true
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

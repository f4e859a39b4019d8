package interpreter

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Rules are the files of a game and of its variants, read once. Every configuration of
// the game is made of them, by several goroutines at once if need be. Configurations with
// the same variants that change rules share a program; readings are data of a match.
type Rules struct {
	ID       string
	ctx      context.Context // when it is over, nothing more is made of them
	docs     []*source.Node
	found    source.Diagnostics // what of them cannot be read
	game     func() (*syntax.Game, source.Diagnostics)
	variants func() (*variantFiles, error)
	trees    *formula.Trees
	mentions *source.Mentions // nil: nobody wants to know
	uncited  bool             // covering, notes are taken of what cites no clause, too
	laying   sync.Mutex
	laid     map[string]*laid // by variant
	bases    map[string]*base // by the variants that change them
}

// variantFiles are the variants of a game. They are read when the first of them is needed, so that
// a game can be played whose variants are wrong.
type variantFiles struct {
	docs   []*source.Node
	unread source.Diagnostics // of files that are not YAML
	decode func() *decodedVariants
}

// decodedVariants are variants by name, and the faults of each: those of one variant keep no other
// from being laid.
type decodedVariants struct {
	all    map[string]*syntax.Variant
	faults map[string]source.Diagnostics
}

func newVariantFiles(game string, docs []*source.Node, unread source.Diagnostics) *variantFiles {
	return &variantFiles{docs, unread, sync.OnceValue(func() *decodedVariants { return decodeVariants(game, docs) })}
}

// Read reads the files of a game. If what is to end that does (Layer.Until), its error is
// returned, now or when a configuration is made.
func Read(s Sources, id string) (*Rules, error) {
	ctx := s.until()
	files, err := s.files("cards/" + id)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, unknownGame(s, id)
	}
	r := &Rules{ID: id, ctx: ctx, trees: &formula.Trees{}, laid: map[string]*laid{}, bases: map[string]*base{}}
	if r.docs, r.found, err = readAll(ctx, files); err != nil {
		return nil, err
	}
	r.decode()
	r.variants = sync.OnceValues(func() (*variantFiles, error) {
		files, err := s.files("variants/" + id)
		if err != nil {
			return nil, err
		}
		docs, unread, err := readAll(ctx, files)
		return newVariantFiles(id, docs, unread), err
	})
	return r, nil
}

// decode makes the tree of the game when it is first wanted.
func (r *Rules) decode() {
	r.game = sync.OnceValues(func() (*syntax.Game, source.Diagnostics) { return syntax.Decode(r.docs) })
}

// Game makes a configuration of the game, checked and compiled. On any error it returns
// all of them, as source.Diagnostics or a plain error.
func (r *Rules) Game(opt Options) (*Game, error) {
	game, err := r.make(opt)
	if over := r.ctx.Err(); over != nil { // what has been made since is not whole
		return nil, over
	}
	return game, err
}

func (r *Rules) make(opt Options) (*Game, error) {
	tree, diags := r.game()
	if diags = slices.Concat(r.found, diags); len(diags) > 0 && !opt.Anyway {
		// What could not even be read would be missed everywhere else, and said
		// over and over.
		return nil, diags.Sorted()
	}
	if tree.ID.Name != r.ID {
		diags.Hint(tree.ID.Pos, "write `game: "+r.ID+"`, or rename the folder", "the folder is called %q, and the game %q", r.ID, tree.ID.Name)
	}
	over, err := r.over(tree, opt, &diags)
	if err != nil {
		return nil, err
	}
	picks, said := slices.Clip(over.picks), slices.Clip(over.said)
	for _, key := range slices.Sorted(maps.Keys(opt.Readings)) {
		said = append(said, syntax.ReadingPick{Ruling: syntax.Ident{Name: key}, Reading: syntax.Ident{Name: opt.Readings[key]}})
		picks = append(picks, said[len(said)-1])
	}
	readings := overlay.Readings(over.tree, picks, &diags)
	game := over.under(readings, opt.Cover, &diags)
	for _, pick := range said {
		if !game.Program.Asked[pick.Ruling.Name] && readings[pick.Ruling.Name] == pick.Reading.Name && len(diags) == 0 {
			diags.Add(pick.Reading.Pos, "no rule asks ruling %s, so reading %q of it would change nothing", pick.Ruling.Name, pick.Reading.Name)
		}
	}
	if len(diags) > 0 {
		return nil, diags.Sorted()
	}
	return game, nil
}

// mostLaid is how many variants are kept laid over the game, and how many ways to settle the
// declarations of each; what is made of one takes about three megabytes.
const mostLaid = 16

// over is the game with a variant, and before it those that it builds on, laid over it.
func (r *Rules) over(tree *syntax.Game, opt Options, diags *source.Diagnostics) (*laid, error) {
	r.laying.Lock()
	defer r.laying.Unlock()
	if l := r.laid[opt.Variant]; l != nil && opt.Reassume == 0 {
		return l, nil
	}
	chain, err := r.chain(opt.Variant, diags)
	if err != nil {
		return nil, err
	}
	if found := overlay.Conflicts(chain); found != nil {
		return nil, slices.Concat(*diags, found).Sorted() // whatever else they make wrong
	}
	base, err := r.base(tree, chain, opt, diags)
	if err != nil {
		return nil, err
	}
	l := &laid{base: base, chain: chain}
	if base.chain != nil {
		l.chain = base.chain
	}
	for _, v := range l.chain {
		l.picks = slices.Concat(l.picks, overlay.Follow(l.tree, v, diags), v.Readings)
		l.said = append(l.said, v.Readings...)
	}
	overlay.Refer(l.tree, diags)
	var said source.Diagnostics // when a configuration is made of it
	l.usual = overlay.Readings(l.tree, l.picks, &said)
	l.written, _ = overlay.Settle(l.tree, l.usual, &said)
	if opt.Reassume == 0 && len(*diags) == 0 {
		if len(r.laid) == mostLaid {
			clear(r.laid)
		}
		r.laid[opt.Variant] = l
	}
	return l, nil
}

// base is the game with all in it that the variants of a chain change.
func (r *Rules) base(tree *syntax.Game, chain []*syntax.Variant, opt Options, diags *source.Diagnostics) (*base, error) {
	news := overlay.NewReadings(chain)
	var changing []string
	for _, v := range chain {
		if news != nil || overlay.Changes(v) {
			changing = append(changing, v.Name)
		}
	}
	key := strings.Join(changing, And)
	if b := r.bases[key]; b != nil && opt.Reassume == 0 {
		return b, nil
	}
	b := &base{rules: r, tree: tree, docs: r.docs}
	if news != nil && len(*diags) > 0 && !opt.Anyway { // without these readings much would be missing
		return nil, diags.Sorted()
	}
	if news != nil && len(*diags) == 0 {
		if b.docs, b.tree, b.chain = r.reread(chain, news, diags); len(*diags) > 0 {
			return nil, diags.Sorted()
		}
		chain = b.chain
	}
	b.tree = overlay.Apply(b.tree, chain, diags)
	var said source.Diagnostics // when a configuration is made of it
	b.tree, b.asked = overlay.Settle(b.tree, overlay.Readings(b.tree, nil, &said), &said)
	switch {
	case opt.Reassume != 0:
		b.tree = overlay.Reassume(b.tree, opt.Reassume)
	case len(*diags) == 0:
		if len(r.bases) == mostLaid {
			clear(r.bases)
		}
		r.bases[key] = b
	}
	return b, nil
}

// And stands between the variants of a configuration that lays several.
const And = " and "

// chain lists the variants that name names, each after those that it builds on.
func (r *Rules) chain(name string, diags *source.Diagnostics) ([]*syntax.Variant, error) {
	if name == "" {
		return nil, nil
	}
	files, err := r.variants()
	if err != nil {
		return nil, err
	}
	decoded := files.decode()
	joined := &syntax.Variant{}
	for one := range strings.SplitSeq(name, And) {
		v := decoded.all[one]
		switch {
		case v == nil && len(files.unread) > 0: // it may be in one of these files
			return nil, slices.Concat(*diags, files.unread).Sorted()
		case v == nil:
			names := slices.Sorted(maps.Keys(decoded.all))
			hint := source.Which(one, "there is", names)
			if len(names) == 0 {
				hint = "there are none"
			}
			return nil, unknown{fmt.Errorf("%s has no variant %q; %s", r.ID, one, hint)}
		}
		joined.BuildsOn = append(joined.BuildsOn, v.Ident)
	}
	var missing source.Diagnostics
	chain := overlay.Chain(joined, decoded.all, &missing)
	if len(missing) > 0 && len(files.unread) > 0 {
		missing = files.unread
	}
	*diags = append(*diags, missing...)
	for _, v := range chain {
		*diags = append(*diags, decoded.faults[v.Name]...)
	}
	return chain[:len(chain)-1], nil
}

// reread makes the trees of the game and of a chain of variants anew, from files
// to which the readings have been added that the chain brings along.
func (r *Rules) reread(chain []*syntax.Variant, news []*syntax.NewReading, diags *source.Diagnostics) ([]*source.Node, *syntax.Game, []*syntax.Variant) {
	docs := slices.Clone(r.docs)
	for _, v := range chain {
		docs = append(docs, v.Node)
	}
	docs = overlay.AddReadings(docs, news, diags)
	g, found := syntax.Decode(docs[:len(r.docs)])
	*diags = append(*diags, found...)
	laid := make([]*syntax.Variant, len(chain))
	for i, n := range docs[len(r.docs):] {
		laid[i] = syntax.DecodeVariant(n, diags)
	}
	g.Likes = overlay.Likes(news)
	return docs[:len(r.docs)], g, laid
}

func decodeVariants(game string, docs []*source.Node) *decodedVariants {
	out := &decodedVariants{map[string]*syntax.Variant{}, map[string]source.Diagnostics{}}
	for _, n := range docs {
		if n == nil {
			continue
		}
		var faults source.Diagnostics
		v := syntax.DecodeVariant(n, &faults)
		if v.Name == game {
			faults.Hint(v.Pos, "choose another name", "a variant cannot be called %q, which is the game", v.Name)
		}
		if old := out.all[v.Name]; old != nil {
			faults.Hint(v.Pos, "the other is at "+old.Pos.String(), "there are two variants called %q", v.Name)
		} else {
			out.all[v.Name] = v
		}
		out.faults[v.Name] = append(out.faults[v.Name], faults...)
	}
	return out
}

// GameFiles are the files of the game, as far as they can be read at all.
func (r *Rules) GameFiles() []*source.Node { return r.docs }

// VariantFiles are the files of the variants, as far as they can be read at all.
func (r *Rules) VariantFiles() []*source.Node {
	files, err := r.variants()
	if err != nil {
		return nil // whoever wants one of them is told
	}
	return slices.DeleteFunc(slices.Clone(files.docs), func(n *source.Node) bool { return n == nil })
}

// Mentions are the names that stand for something in the formulas that were checked so far,
// of rules that a Loader has read.
func (r *Rules) Mentions() *source.Mentions { return r.mentions }

// like are the same rules, of which nothing has been made yet.
func (r *Rules) like() *Rules {
	out := &Rules{
		ID: r.ID, ctx: r.ctx, docs: r.docs, found: r.found, variants: r.variants, trees: r.trees,
		uncited: r.uncited, laid: map[string]*laid{}, bases: map[string]*base{},
	}
	out.decode()
	return out
}

// Noting are the rules with notes taken, where a configuration covers, of what cites no clause, too.
func (r *Rules) Noting() *Rules {
	out := r.like()
	out.uncited = true
	return out
}

// Edited are the rules with other nodes in the place of their files, those of variants among them.
func (r *Rules) Edited(edit func(file *source.Node) *source.Node) *Rules {
	all := func(docs []*source.Node) (out []*source.Node, changed bool) {
		for _, doc := range docs {
			if doc != nil {
				doc = edit(doc)
			}
			changed = changed || doc != docs[len(out)]
			out = append(out, doc)
		}
		return out, changed
	}
	out := r.like()
	out.docs, _ = all(r.docs)
	if files, err := r.variants(); err == nil {
		if docs, changed := all(files.docs); changed {
			files = newVariantFiles(r.ID, docs, files.unread)
			out.variants = func() (*variantFiles, error) { return files, nil }
		}
	}
	return out
}

// Variants lists the variants of the game, by name, also those that do not load.
func (r *Rules) Variants() ([]string, error) {
	files, err := r.variants()
	if err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(files.decode().all)), nil
}

// VariantFaults returns what is wrong with the files of the variants, each by itself.
func (r *Rules) VariantFaults() Diagnostics {
	files, err := r.variants()
	if err != nil {
		var found Diagnostics
		errors.As(err, &found)
		return found
	}
	found := slices.Clone(files.unread)
	for _, faults := range files.decode().faults {
		found = append(found, faults...)
	}
	return found.Sorted()
}

// VariantName is what a variant of the game is called in a language.
func (r *Rules) VariantName(variant, lang string) string {
	if files, err := r.variants(); err == nil && files.decode().all[variant] != nil {
		return words.Names{Lang: lang}.Named(files.decode().all[variant].Names, variant)
	}
	return variant
}

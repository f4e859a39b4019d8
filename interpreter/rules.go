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
	"moraine/interpreter/tables"
	"moraine/interpreter/words"
)

// Rules are the files of a game and of its variants, read once. Game makes configurations from
// them; it is safe for concurrent use. Configurations whose variants make the same changes
// share a program, because readings are data of a match.
type Rules struct {
	ID       string
	ctx      context.Context // when done, Game stops with an error
	docs     []*source.Node
	found    source.Diagnostics // errors of files that cannot be parsed
	game     func() (*syntax.Game, source.Diagnostics)
	variants func() (*variantFiles, error)
	trees    *formula.Trees
	mentions *source.Mentions // nil unless the rules were read by a Loader
	uncited  bool             // coverage also records rules without clauses
	laying   sync.Mutex
	laid     map[string]*variantGame // by variant
	bases    map[string]*base        // by the variants that make changes
}

// variantFiles are the files of the variants. They are read on demand, so that a game can be
// played even if its variants have errors.
type variantFiles struct {
	docs   []*source.Node
	unread source.Diagnostics // errors of files that are not YAML
	decode func() *decodedVariants
}

// decodedVariants are variants by name, with the errors of each. The errors of one variant do not
// affect the others.
type decodedVariants struct {
	all    map[string]*syntax.Variant
	faults map[string]source.Diagnostics
}

func newVariantFiles(game string, docs []*source.Node, unread source.Diagnostics) *variantFiles {
	return &variantFiles{docs: docs, unread: unread, decode: sync.OnceValue(func() *decodedVariants {
		return decodeVariants(game, docs)
	})}
}

// Read reads the files of a game. If the context of the layers (Layer.Until) ends, Read and
// Game return its error.
func Read(s Sources, id string) (*Rules, error) {
	ctx := s.until()
	files, err := s.files("cards/" + id)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, unknownGame(s, id)
	}
	r := &Rules{ID: id, ctx: ctx, trees: &formula.Trees{}, laid: map[string]*variantGame{}, bases: map[string]*base{}}
	if r.docs, r.found, err = readAll(ctx, files); err != nil {
		return nil, err
	}
	if err = r.readTables(s, files); err != nil {
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

// readTables makes cards of the rows of the tables that files name.
func (r *Rules) readTables(s Sources, files []*source.File) error {
	named, others, err := s.tables(r.ID, files)
	var unread source.Diagnostics
	if err != nil && !errors.As(err, &unread) {
		return err
	}
	docs, found := tables.Expand(r.docs, named, others)
	r.docs, r.found = docs, slices.Concat(r.found, unread, found)
	return nil
}

// decode arranges for the tree of the game to be decoded on demand.
func (r *Rules) decode() {
	r.game = sync.OnceValues(func() (*syntax.Game, source.Diagnostics) { return syntax.Decode(r.docs) })
}

// Game returns a checked and compiled configuration of the game. The error has all errors in
// the files (source.Diagnostics), or is a plain error.
func (r *Rules) Game(opt Options) (*Game, error) {
	game, err := r.make(opt)
	if over := r.ctx.Err(); over != nil { // a configuration made after that may be incomplete
		return nil, over
	}
	return game, err
}

// make loads a game with variants and readings. It reports readings that no rule uses.
func (r *Rules) make(opt Options) (*Game, error) {
	tree, diags := r.game()
	if diags = slices.Concat(r.found, diags); len(diags) > 0 && !opt.KeepGoing {
		// Names that are declared in an unparsed file would be reported as missing everywhere.
		return nil, diags.Sorted()
	}
	if tree.ID.Name != r.ID {
		diags.Hint(tree.ID.Pos, "write `game: "+r.ID+"`, or rename the folder",
			"the folder has the name %q, but the game in it has the name %q", r.ID, tree.ID.Name)
	}
	l, err := r.compose(tree, opt, &diags)
	if err != nil {
		return nil, err
	}
	for _, x := range l.tree.Impossible {
		if x.Is != nil && x.Is.IsText && formula.Read(x.Is.Text) == nil {
			diags.Add(x.Is.Node.Pos, "this formula cannot be read")
		}
	}
	picks, named := slices.Clip(l.picks), slices.Clip(l.named)
	for _, key := range slices.Sorted(maps.Keys(opt.Readings)) {
		named = append(named,
			syntax.ReadingPick{Ruling: syntax.Ident{Name: key}, Reading: syntax.Ident{Name: opt.Readings[key]}})
		picks = append(picks, named[len(named)-1])
	}
	readings := overlay.Readings(l.tree, picks, &diags)
	game := l.configure(readings, opt.Cover, &diags).withOwnLearned(&diags)
	for _, pick := range named {
		if !game.Program.UsedRulings[pick.Ruling.Name] && readings[pick.Ruling.Name] == pick.Reading.Name &&
			len(diags) == 0 {
			diags.Add(pick.Reading.Pos, "no rule uses ruling %s, so its reading %q has no effect", pick.Ruling.Name,
				pick.Reading.Name)
		}
	}
	if len(diags) > 0 {
		return nil, r.nameVariant(opt, diags).Sorted()
	}
	return game, nil
}

// nameVariant returns errors with the name of the variant added to those in the files of the game that do not occur
// without it.
func (r *Rules) nameVariant(opt Options, found source.Diagnostics) source.Diagnostics {
	if opt.Variant == "" {
		return found
	}
	_, err := r.make(Options{KeepGoing: opt.KeepGoing})
	var without source.Diagnostics
	errors.As(err, &without)
	found = slices.Clone(found)
	for i, d := range found {
		ofGame := slices.ContainsFunc(r.docs, func(n *source.Node) bool { return n != nil && n.Pos.File == d.Pos.File })
		if ofGame && !slices.ContainsFunc(without, d.Same) {
			found[i] = d.With(opt.Variant)
		}
	}
	return found
}

// maxLaid limits the cached variants, and the cached programs of each. A program takes about
// three megabytes.
const maxLaid = 16

// compose returns the game with a variant applied, after the variants on which that variant
// builds.
func (r *Rules) compose(tree *syntax.Game, opt Options, diags *source.Diagnostics) (*variantGame, error) {
	r.laying.Lock()
	defer r.laying.Unlock()
	if l := r.laid[opt.Variant]; l != nil && opt.AssumedSeed == 0 {
		return l, nil
	}
	chain, err := r.chain(opt.Variant, diags)
	if err != nil {
		return nil, err
	}
	chain = overlay.Locate(tree, chain, diags)
	if found := overlay.Conflicts(chain); found != nil {
		return nil, slices.Concat(*diags, found).Sorted() // these errors may be the cause of others
	}
	base, err := r.base(tree, chain, opt, diags)
	if err != nil {
		return nil, err
	}
	l := &variantGame{base: base, chain: chain}
	if base.chain != nil {
		l.chain = base.chain
	}
	for _, v := range l.chain {
		l.picks = slices.Concat(l.picks, overlay.Follow(l.tree, v, diags), v.Readings)
		l.named = append(l.named, v.Readings...)
	}
	overlay.Refer(l.tree, diags)
	var later source.Diagnostics // reported when a configuration is made
	l.defaults = overlay.Readings(l.tree, l.picks, &later)
	l.written, _ = overlay.Settle(l.tree, l.defaults, &later)
	if opt.AssumedSeed == 0 && len(*diags) == 0 {
		if len(r.laid) == maxLaid {
			clear(r.laid)
		}
		r.laid[opt.Variant] = l
	}
	return l, nil
}

// base returns the game with those changes of a chain of variants that are not readings.
func (r *Rules) base(tree *syntax.Game, chain []*syntax.Variant, opt Options,
	diags *source.Diagnostics) (*base, error) {
	news := overlay.NewReadings(chain)
	var changing []string
	for _, v := range chain {
		if news != nil || overlay.Changes(v) {
			changing = append(changing, v.Name)
		}
	}
	key := strings.Join(changing, And)
	if b := r.bases[key]; b != nil && opt.AssumedSeed == 0 {
		return b, nil
	}
	b := &base{rules: r, tree: tree, docs: r.docs}
	// without these readings there would be many consequential errors
	if news != nil && len(*diags) > 0 && !opt.KeepGoing {
		return nil, diags.Sorted()
	}
	if news != nil && len(*diags) == 0 {
		b.docs, b.tree, b.chain = r.reread(chain, news, diags)
		if len(*diags) > 0 {
			return nil, diags.Sorted()
		}
		b.chain = overlay.Locate(tree, b.chain, nil) // errors are reported already
		chain = b.chain
	}
	b.tree = overlay.Apply(b.tree, chain, diags)
	var later source.Diagnostics // reported when a configuration is made
	b.tree, b.asked = overlay.Settle(b.tree, overlay.Readings(b.tree, nil, &later), &later)
	switch {
	case opt.AssumedSeed != 0:
		b.tree = reassume(b.tree, opt.AssumedSeed)
	case len(*diags) == 0:
		if len(r.bases) == maxLaid {
			clear(r.bases)
		}
		r.bases[key] = b
	}
	return b, nil
}

// And separates the names of several variants of a configuration.
const And = " and "

// chain returns the variants that a name selects, each after the variants on which it builds.
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
		case v == nil && len(files.unread) > 0: // it may be in one of the unreadable files
			return nil, slices.Concat(*diags, files.unread).Sorted()
		case v == nil:
			names := slices.Sorted(maps.Keys(decoded.all))
			hint := source.Suggest(one, "there is", names)
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

// reread decodes the game and a chain of variants again, from files to which the new readings
// of the chain have been added.
func (r *Rules) reread(chain []*syntax.Variant, news []*syntax.NewReading,
	diags *source.Diagnostics) ([]*source.Node, *syntax.Game, []*syntax.Variant) {
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

// decodeVariants decodes the variants of a game. The first of two with one name counts.
func decodeVariants(game string, docs []*source.Node) *decodedVariants {
	out := &decodedVariants{map[string]*syntax.Variant{}, map[string]source.Diagnostics{}}
	for _, n := range docs {
		if n == nil {
			continue
		}
		var faults source.Diagnostics
		v := syntax.DecodeVariant(n, &faults)
		if v.Name == game {
			faults.Hint(v.Pos, "choose another name",
				"a variant cannot have the name %q, because that is the name of the game", v.Name)
		}
		if old := out.all[v.Name]; old != nil {
			faults.Hint(v.Pos, "the other is at "+old.Pos.String(), "two variants have the name %q", v.Name)
		} else {
			out.all[v.Name] = v
		}
		out.faults[v.Name] = append(out.faults[v.Name], faults...)
	}
	return out
}

// GameFiles returns the files of the game that could be parsed.
func (r *Rules) GameFiles() []*source.Node { return r.docs }

// VariantFiles returns the files of the variants that could be parsed.
func (r *Rules) VariantFiles() []*source.Node {
	files, err := r.variants()
	if err != nil {
		return nil // the error is reported when a variant is loaded
	}
	return slices.DeleteFunc(slices.Clone(files.docs), func(n *source.Node) bool { return n == nil })
}

// Mentions returns the names that checked formulas and steps mention, or nil unless a Loader
// read the rules.
func (r *Rules) Mentions() *source.Mentions { return r.mentions }

// fresh returns the rules without cached configurations.
func (r *Rules) fresh() *Rules {
	out := &Rules{
		ID: r.ID, ctx: r.ctx, docs: r.docs, found: r.found, variants: r.variants, trees: r.trees,
		uncited: r.uncited, laid: map[string]*variantGame{}, bases: map[string]*base{},
	}
	out.decode()
	return out
}

// WithUncited returns the rules with coverage for rules that cite no clause, too.
func (r *Rules) WithUncited() *Rules {
	out := r.fresh()
	out.uncited = true
	return out
}

// Edited returns the rules with edit applied to each file, including those of variants.
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
	out := r.fresh()
	out.docs, _ = all(r.docs)
	if files, err := r.variants(); err == nil {
		if docs, changed := all(files.docs); changed {
			files = newVariantFiles(r.ID, docs, files.unread)
			out.variants = func() (*variantFiles, error) { return files, nil }
		}
	}
	return out
}

// Variants returns the names of the variants, sorted, including those that do not load.
func (r *Rules) Variants() ([]string, error) {
	files, err := r.variants()
	if err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(files.decode().all)), nil
}

// VariantFaults returns the errors in the files of the variants, each file checked by itself.
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

// VariantName returns the name of a variant in a language.
func (r *Rules) VariantName(variant, lang string) string {
	if files, err := r.variants(); err == nil && files.decode().all[variant] != nil {
		return words.Names{Lang: lang}.Named(files.decode().all[variant].Names, variant)
	}
	return variant
}

// Package mutate tests the scenarios of a game: it changes one element of the rules at a time
// and checks whether a scenario fails.
//
//	mutate.go     a run
//	results.go    results, and merging the parts of a run
//	generate.go   the mutants of a game
//	operators.go  the changes that an element of the rules can undergo
//	reached.go    which scenarios reach which element
//	examine.go    judging mutants
//	draft.go      drafts of checks that would kill a survivor
//	prove.go      a killed mutant for each pinned clause
//	justified.go  survivors that the game justifies
//	pretty.go     output for people
//	stryker.go    output as a Stryker report
package mutate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"moraine/interpreter"
	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Options selects the mutants, and how they are judged.
type Options struct {
	Jobs     int
	Under    bool               // also judge mutants that have an effect only in configurations named by `under`
	Want     func(*Mutant) bool // filter; nil for all
	Sample   int                // number of mutants to select, evenly spaced; 0 for all
	Part, Of int64              // number of this shard, and of all shards; 0 for no sharding
	Run      string             // identifies the run: only parts with equal Run can be merged
	Progress func(done, of int64)

	ChanceStates int // limit on the states of one chance; 0: chance.DefaultLimit
}

// budget returns the budget of a run.
func (o *Options) budget(ctx context.Context) *exec.Budget {
	b := exec.NewBudget(ctx)
	b.ChanceStates = o.ChanceStates
	return b
}

// ErrNoMutants reports that the selection contains no element that can be mutated.
var ErrNoMutants = errors.New("the selected rules contain nothing that can be mutated")

// Run judges the mutants of a game. If it is stopped, it returns the mutants judged so far and
// the error.
func Run(ctx context.Context, src interpreter.Sources, game string, opt Options) (*Results, error) {
	g, err := generate(ctx, src, game, opt, false)
	if err != nil {
		return nil, err
	}
	all := g.mutants
	excuses, err := findJustified(g.survives, slices.Concat(all, g.unwanted))
	if err != nil {
		return nil, err
	}
	out := &Results{Kind: "mutate", Game: game, Run: opt.Run, Under: opt.Under, Mutants: []*Mutant{}}
	all = opt.chosen(all, out)
	if opt.Of > 0 {
		out.Shard = &Shard{Part: opt.Part, Of: opt.Of, All: len(all)}
	}
	if len(all) == 0 {
		out.close()
		return out, ErrNoMutants
	}
	batches := batchesOf(all)
	if opt.Of > 0 {
		batches = slices.DeleteFunc(batches, func(b []*Mutant) bool {
			return int64(b[0].N)*opt.Of/int64(len(all)) != opt.Part-1
		})
	}
	budget := opt.budget(ctx)
	var done, of atomic.Int64
	examine := func(scripts []scenario.Script, batches [][]*Mutant) (*examiner, error) {
		j, err := newExaminer(budget, g.rules, scripts, opt.Jobs)
		if err != nil {
			return nil, err
		}
		for _, b := range batches {
			of.Add(int64(len(b)))
		}
		return j, parallel.Each(budget, opt.Jobs, len(batches), func(i int) {
			j.runBatch(batches[i], func() {
				if opt.Progress != nil {
					opt.Progress(done.Add(1), of.Load())
				}
			})
		})
	}
	first, err := examine(g.scripts, batches)
	if first == nil {
		return nil, err
	}
	out.Mutants = append(out.Mutants, slices.Concat(batches...)...)
	if left := opt.left(out.Mutants); err == nil && len(left) > 0 {
		var second *examiner
		switch second, err = examine(g.entries, batchesOf(left)); {
		case errors.Is(err, ErrFailing): // the remaining mutants have not been judged
			return nil, err
		case err == nil:
			err = parallel.Each(budget, opt.Jobs, len(left), func(i int) { left[i].explain(first, second) })
		}
	}
	wrong := excuses.hold(err == nil)
	out.close()
	return out, errors.Join(err, wrong)
}

// left returns the mutants that survive the scenarios in their own configuration and still have
// to be judged by entries of `under`. It includes mutants that have an effect only there if
// Under is set.
func (o *Options) left(all []*Mutant) (out []*Mutant) {
	for _, m := range all {
		switch m.Status {
		case Survived, Unreached:
			if m.Diff = diff(m); m.assumed { // scenarios about rules must not depend on assumed values
				m.Status, m.Why = Justified, "the value is assumed, because no rule text gives it"
			}
			if m.assumed || m.excused && !o.Under {
				continue
			}
		case Dormant, Equivalent:
			if !o.Under {
				continue
			}
		default:
			continue
		}
		m.before, m.Status = m.Status, ""
		out = append(out, m)
	}
	return out
}

// generated holds the mutants of a game and the scripts that judge them.
type generated struct {
	rules    *interpreter.Rules
	scripts  []scenario.Script // scenarios in their own configurations
	entries  []scenario.Script // their entries of `under`
	survives []*syntax.Survivor
	mutants  []*Mutant
	unwanted []*Mutant // mutants of variants that were not selected; the game may justify them
}

func generate(ctx context.Context, src interpreter.Sources, game string, opt Options, checks bool) (*generated, error) {
	read, err := interpreter.Read(src, game)
	if err != nil {
		return nil, err
	}
	g := &generated{rules: read.Edited(rulesOnly)} // the rules without parts that could contradict mutants
	scripts, err := scenario.Scripts(ctx, src, read)
	if err != nil {
		return nil, err
	}
	for _, s := range scripts {
		if s.Entry {
			g.entries = append(g.entries, s)
		} else {
			g.scripts = append(g.scripts, s)
		}
	}
	return g, g.mutate(opt.Under, checks)
}

// CheckSurvivors returns the errors of the mutants that a game declares under `survives`: declarations and changes that
// do not exist.
func CheckSurvivors(read *interpreter.Rules) error {
	g := &generated{rules: read.Edited(rulesOnly)}
	tree, _, err := g.rules.Tree(interpreter.Options{})
	if err != nil || len(tree.Survives) == 0 {
		return err
	}
	if err := g.mutate(true, false); err != nil {
		return err
	}
	_, err = findJustified(g.survives, g.mutants)
	return err
}

// mutate generates the mutants.
func (g *generated) mutate(variants, checks bool) error {
	tree, _, err := g.rules.Tree(interpreter.Options{})
	if err != nil {
		return err
	}
	gen := newGenerator(tree)
	gen.checks = checks
	g.survives = tree.Survives
	for _, doc := range g.rules.GameFiles() {
		g.mutants = append(g.mutants, gen.of(doc, "a file of a game")...)
	}
	to := &g.unwanted
	if variants {
		to = &g.mutants
	}
	for _, doc := range g.rules.VariantFiles() {
		*to = append(*to, gen.of(doc, "a variant")...)
	}
	return nil
}

// chosen returns the selected mutants, numbered. In r it records the total from which a sample
// was taken.
func (o *Options) chosen(all []*Mutant, r *Results) []*Mutant {
	if o.Want != nil {
		all = slices.DeleteFunc(all, func(m *Mutant) bool { return !o.Want(m) })
	}
	if n := len(all); o.Sample > 0 && o.Sample < n {
		some := make([]*Mutant, o.Sample)
		for i := range some {
			some[i] = all[i*n/o.Sample]
		}
		all, r.SampleOf = some, n
	}
	for i, m := range all {
		m.N = i
	}
	return all
}

// batchesOf groups mutants by declaration. A script that kills one mutant of a group is tried
// first on the next one.
func batchesOf(all []*Mutant) (out [][]*Mutant) {
	for i, m := range all {
		if i == 0 || m.In != all[i-1].In || m.doc != all[i-1].doc {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], m)
	}
	return out
}

// rulesOnly returns a file without the parts that are not rules and might contradict a mutant.
func rulesOnly(doc *source.Node) *source.Node {
	out := *doc
	out.Pairs = slices.DeleteFunc(slices.Clone(doc.Pairs), func(p source.Pair) bool {
		return slices.Contains(
			[]string{"asks", "bots", "context", "ending", "measures", "impossible", "learned", "looks",
				"minutes", "search", "weight"}, p.Key.Value)
	})
	for i := range out.Pairs {
		if p := &out.Pairs[i]; p.Key.Value == "patch" && p.Val != nil {
			patches := *p.Val
			patches.Items = slices.DeleteFunc(slices.Clone(patches.Items), patchesBot)
			p.Val = &patches
		}
	}
	return &out
}

// patchesBot reports whether a patch of a variant changes a bot.
func patchesBot(patch *source.Node) bool {
	at := patch.Get("at")
	return at != nil && strings.HasPrefix(at.Value, "bots.")
}

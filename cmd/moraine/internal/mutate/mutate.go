// Package mutate makes one thing of a game's rules otherwise, over and over, and asks the scenarios
// whether they notice.
//
//	mutate.go     all of it
//	results.go    what came of it; parts of a run put together
//	generate.go   the mutants of a game
//	operators.go  what can be made of a part of the rules
//	reached.go    which scenarios come across which part
//	examine.go    whether any of them notices
//	draft.go      a check that a survivor would not pass
//	prove.go      a mutant for each clause that scenarios pin
//	redundant.go  scenarios that say nothing of their own
//	justified.go  survivors that the game gives a reason for
//	pretty.go     for people
//	page.go       for a browser, and for what reads Stryker's reports
package mutate

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"moraine/interpreter"
	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Options say which mutants are made, and how they are judged.
type Options struct {
	Jobs     int
	Under    bool               // also those that act under what entries of `under` name alone
	Want     func(*Mutant) bool // nil: all
	Sample   int                // so many of them, evenly spread; 0: all
	Part, Of int64              // one part of several; 0: all
	Run      string             // what tells this run from others, which no part goes together with
	Progress func(done, of int64)
}

// ErrNone is the error of a run for which nothing of the game is wanted.
var ErrNone = errors.New("there is nothing there of which a mutant could be made")

// Run makes the mutants of a game and judges each. Stopped, it returns those that are judged along
// with the error.
func Run(ctx context.Context, src interpreter.Sources, game string, opt Options) (*Results, error) {
	g, err := generate(ctx, src, game, opt, false)
	if err != nil {
		return nil, err
	}
	all := g.mutants
	excuses, err := excuse(g.survives, slices.Concat(all, g.unwanted))
	if err != nil {
		return nil, err
	}
	out := &Results{Game: game, Run: opt.Run, Under: opt.Under, Mutants: []*Mutant{}}
	all = opt.chosen(all, out)
	if opt.Of > 0 {
		out.Shard = &Shard{opt.Part, opt.Of, len(all)}
	}
	if len(all) == 0 {
		out.close()
		return out, ErrNone
	}
	batches := batchesOf(all)
	if opt.Of > 0 {
		batches = slices.DeleteFunc(batches, func(b []*Mutant) bool { return int64(b[0].N)*opt.Of/int64(len(all)) != opt.Part-1 })
	}
	budget := exec.NewBudget(ctx)
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
			j.all(batches[i], func() {
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
		case errors.Is(err, ErrRed): // what is left has not been judged
			return nil, err
		case err == nil:
			err = parallel.Each(budget, opt.Jobs, len(left), func(i int) { left[i].explain(first, second) })
		}
	}
	wrong := excuses.hold(err == nil)
	out.close()
	return out, errors.Join(err, wrong)
}

// left are the mutants that scenarios as they are do not kill, and which the entries of their `under` may:
// those that act under these alone are judged only where that is wanted.
func (o *Options) left(all []*Mutant) (out []*Mutant) {
	for _, m := range all {
		switch m.Status {
		case Survived, Unreached:
			if m.Diff = diff(m); m.assumed { // of which scenarios about rules must not be
				m.Status, m.Why = Justified, "the value is assumed: no text prints it"
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

// generated are the mutants of a game, and what it takes to examine them.
type generated struct {
	rules    *interpreter.Rules
	scripts  []scenario.Script // as they are
	entries  []scenario.Script // of their `under`
	survives []*syntax.Survivor
	mutants  []*Mutant
	unwanted []*Mutant // of variants, where only those of the game are wanted: a game may justify them, too
}

func generate(ctx context.Context, src interpreter.Sources, game string, opt Options, checks bool) (*generated, error) {
	read, err := interpreter.Read(src, game)
	if err != nil {
		return nil, err
	}
	g := &generated{rules: read.Edited(bare)} // before anything is made of them beside which mutants could not be
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
	tree, _, err := g.rules.Tree(interpreter.Options{})
	if err != nil {
		return nil, err
	}
	gen := newGenerator(tree)
	gen.checks = checks
	g.survives = tree.Survives
	for _, doc := range g.rules.GameFiles() {
		g.mutants = append(g.mutants, gen.of(doc, "a file of a game")...)
	}
	to := &g.unwanted
	if opt.Under {
		to = &g.mutants
	}
	for _, doc := range g.rules.VariantFiles() {
		*to = append(*to, gen.of(doc, "a variant")...)
	}
	return g, nil
}

// chosen are the mutants that are wanted, numbered; results of a sample say of how many.
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

// batchesOf are mutants in one declaration each: what kills one is tried first on the next.
func batchesOf(all []*Mutant) (out [][]*Mutant) {
	for i, m := range all {
		if i == 0 || m.In != all[i-1].In || m.doc != all[i-1].doc {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], m)
	}
	return out
}

// bare is a file without what is no rule, and would not fit rules in which a thing is otherwise.
func bare(doc *source.Node) *source.Node {
	out := *doc
	out.Pairs = slices.DeleteFunc(slices.Clone(doc.Pairs), func(p source.Pair) bool {
		return slices.Contains([]string{"asks", "bots", "context", "measures", "impossible", "looks"}, p.Key.Value)
	})
	return &out
}

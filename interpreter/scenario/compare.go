package scenario

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Side is one of two configurations to compare.
type Side struct {
	Sources interpreter.Sources
	Rules   *interpreter.Rules
	Options interpreter.Options
	Game    *interpreter.Game // of the rules of this side, with its options
	Known   *Known            // results shared by several comparisons with this side; may be nil
}

// Known caches the runs of scenarios on a side that is compared with several other sides.
type Known struct {
	mu       sync.Mutex
	all      []*spec.Scenario
	outcomes sync.Map // without courses, because they need much memory
}

// Comparison is the result of comparing the outcomes of scenarios on two sides.
type Comparison struct {
	Same  int    // number of scenarios with the same outcome
	Only  [2]int // number of scenarios about a variant that only one side has
	Flips []*Flip
	Left  int // number not compared or not explained because the comparison was stopped
}

// Flip is a scenario with a different outcome on the second side. Rows of examples with
// different reasons are separate flips.
type Flip struct {
	Scenario string
	Rows     []int // rows of the examples; nil without examples
	File     string
	Line     int
	Pins     []string
	Parts    [2]string // the first event on each side that does not occur on the other
	Because  []Reason  // nil if no reading explains the difference
}

// Reason is a reading that causes the difference.
type Reason struct {
	Ruling string
	Alone  bool      // the reading alone is enough
	Parts  [2]string // if Alone: the difference that the reading causes on the first side
}

// Compare runs all scenarios on both sides with the same scripts. It does not use entries of
// `under`. If it is stopped, it returns the partial result with Incomplete.
func Compare(ctx context.Context, a, b Side, workers int) (*Comparison, error) {
	budget := exec.NewBudget(ctx)
	c := &comparison{sides: [2]Side{a, b}, ctx: budget, workers: workers}
	c.opt = exec.Options{Budget: budget, GoOn: true, Course: true}
	for i, side := range c.sides {
		c.games[i] = newConfigs(budget, side.Rules, side.Options)
		c.own[i] = side.config()
	}
	list, err := c.scenarios()
	if err != nil {
		return nil, err
	}
	err = parallel.Each(c.ctx, workers, len(list), func(i int) { c.run(list[i]) })
	if err == nil {
		err = c.explain(slices.DeleteFunc(slices.Clone(list), func(p *pair) bool { return !p.differ }))
	}
	r := c.report(list)
	if err != nil {
		err = &Incomplete{Ran: r.scenarios(), Of: r.scenarios() + r.Left, Err: err}
	}
	return r, err
}

func (s Side) config() *config { return &config{game: exec.In(s.Game), name: NameOf(s.Options)} }

// scenarios returns the number of compared scenarios.
func (r *Comparison) scenarios() int { return r.Same + r.Only[0] + r.Only[1] + len(r.Flips) }

// comparison is a comparison in progress.
type comparison struct {
	sides   [2]Side
	games   [2]*configs
	own     [2]*config
	ctx     context.Context
	workers int
	opt     exec.Options
}

// pair is a scenario, or a row of its examples, run on both sides.
type pair struct {
	of      *spec.Scenario   // as on the first side, or as on the second if the first has no such scenario
	scripts []*spec.Scenario // the scenario, and its entries of `under` that apply to a side
	only    int              // number (from 1) of the only side that the scenario is about; 0 for both
	script  *spec.Scenario   // the first script with different courses
	course  *course.Course   // on the first side
	parts   [2]course.Fact
	differ  bool
	because []Reason
	over    bool // no further work is needed
}

// scenarios returns the scenarios of both sides in file order. A file that both sides have
// counts once. So do scenarios with the same name in files with the same path; both of their
// scripts are tried.
func (c *comparison) scenarios() ([]*pair, error) {
	type key struct {
		path, name string
		row        int
	}
	at := map[key]*pair{}
	texts := map[string]string{}
	var list []*pair
	for i, side := range c.sides {
		if i == 1 && side.Rules == c.sides[0].Rules {
			break
		}
		all, err := side.scenarios()
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			file := s.Pos.File
			if i == 1 && texts[file.Path] == string(file.Text) {
				continue
			}
			texts[file.Path] = string(file.Text)
			k := key{path: file.Path, name: s.Name, row: s.Row}
			if at[k] == nil {
				at[k] = &pair{of: s}
				list = append(list, at[k])
			}
			at[k].scripts = append(at[k].scripts, c.scripts(s)...)
		}
	}
	slices.SortStableFunc(list, func(p, q *pair) int {
		return cmp.Or(cmp.Compare(p.of.Pos.File.Path, q.of.Pos.File.Path), cmp.Compare(p.of.Pos.Line, q.of.Pos.Line),
			cmp.Compare(p.of.Row, q.of.Row))
	})
	return slices.DeleteFunc(list, func(p *pair) bool { return p.of.Skip != "" || !c.appliesTo(p) }), nil
}

// scenarios returns all scenarios of the side's game.
func (s Side) scenarios() (all []*spec.Scenario, err error) {
	if s.Known == nil {
		return readScenarios(s.Sources, s.Game.ID)
	}
	s.Known.mu.Lock()
	defer s.Known.mu.Unlock()
	if s.Known.all == nil {
		s.Known.all, err = readScenarios(s.Sources, s.Game.ID)
	}
	return s.Known.all, err
}

func readScenarios(src interpreter.Sources, game string) ([]*spec.Scenario, error) {
	files, err := src.Scenarios(game)
	if err != nil {
		return nil, err
	}
	var all []*spec.Scenario
	var docs []*source.Node
	var diags source.Diagnostics
	for _, f := range files {
		doc, d := source.Parse(f.File, source.DefaultLimits())
		diags, docs = append(diags, d...), append(docs, doc)
	}
	for _, doc := range spec.Assemble(docs, true, &diags) {
		all = append(all, spec.Decode(doc, &diags)...)
	}
	return all, diags.Sorted().Err()
}

// scripts returns a scenario and those entries of its `under` that are in force on one of the
// sides. Entries can continue where the scenario itself stops on both sides.
func (c *comparison) scripts(s *spec.Scenario) []*spec.Scenario {
	out := []*spec.Scenario{s}
	for _, e := range s.Under {
		if slices.ContainsFunc(c.own[:], func(x *config) bool {
			return !slices.ContainsFunc(e.Names, func(n spec.Setting) bool { return !x.hasInForce(n) })
		}) {
			out = append(out, e.As)
		}
	}
	return out
}

// appliesTo reports whether a scenario is about either side, and records whether it is about
// only one.
func (c *comparison) appliesTo(p *pair) bool {
	about := [2]bool{}
	for i, x := range c.own {
		about[i] = x.appliesTo(p.of)
	}
	switch {
	case about[0] && !about[1]:
		p.only = 1
	case about[1] && !about[0]:
		p.only = 2
	}
	return about[0] || about[1]
}

// run runs the scripts until one of them has different courses on the two sides.
func (c *comparison) run(p *pair) {
	if p.over = p.only != 0; p.over {
		return
	}
	for _, s := range p.scripts {
		left := c.outcome(s)
		if c.sides[0].Rules == c.sides[1].Rules && left.SameIn(c.own[1].game) {
			continue
		}
		if left.Course == nil {
			left = c.own[0].game.Run(s, c.opt)
		}
		if p.parts, p.differ = course.Compare(left.Course, c.own[1].game.Run(s, c.opt).Course); p.differ {
			p.script, p.course = s, left.Course
			return
		}
	}
	p.over = c.ctx.Err() == nil
}

// outcome returns the run of a script on the first side.
func (c *comparison) outcome(s *spec.Scenario) *exec.Outcome {
	known := c.sides[0].Known
	if known == nil {
		return c.own[0].game.Run(s, c.opt)
	}
	if out, has := known.outcomes.Load(s); has {
		return out.(*exec.Outcome)
	}
	opt := c.opt
	opt.Course = false
	out := c.own[0].game.Run(s, opt)
	if c.ctx.Err() == nil {
		known.outcomes.Store(s, out)
	}
	return out
}

// explain finds the readings that cause each difference: those that alone change the course of
// the first side, or else a smallest set that the second side needs to differ. A reading that
// exists only on the second side, because its variant adds it, is tested there with the other
// readings set as on the first side; it is a reason if its removal restores the course of the
// first side.
func (c *comparison) explain(flipped []*pair) error {
	readings := c.own[1].readings(c.own[0]) // of rulings that exist on both sides
	for _, n := range readings {            // one at a time, to save memory
		with, without := c.games[0].get(addSettings(c.own[0].name, n)), (*config)(nil)
		if with.err != nil {
			with, without = c.withReadings(readings, n), c.withReadings(readings)
			if with.err != nil || without.err != nil {
				continue
			}
		}
		err := parallel.Each(c.ctx, c.workers, len(flipped), func(i int) {
			parts, differ := c.firstDifference(flipped[i], with)
			if differ && without != nil {
				_, besides := c.firstDifference(flipped[i], without)
				differ = !besides
			}
			if differ {
				flipped[i].because = append(flipped[i].because,
					Reason{Ruling: n.Word, Alone: true, Parts: inWords(parts)})
			}
		})
		if err != nil {
			return err
		}
	}
	flipped = slices.DeleteFunc(flipped, func(p *pair) bool {
		p.over = p.because != nil
		return p.over
	})
	return parallel.Each(c.ctx, c.workers, len(flipped), func(i int) {
		p := flipped[i]
		for _, n := range least(readings, func(rest []spec.Setting) bool { return c.differsWith(p, readings, rest) }) {
			p.because = append(p.because, Reason{Ruling: n.Word})
		}
		p.over = c.ctx.Err() == nil
	})
}

// differsWith reports whether the second side still differs with only some of its own readings,
// and the readings of the first side otherwise.
func (c *comparison) differsWith(p *pair, readings, rest []spec.Setting) bool {
	x := c.withReadings(readings, rest...)
	if x.err != nil {
		return false
	}
	_, differ := c.firstDifference(p, x)
	return differ
}

// withReadings returns the second side with only some of its own readings, and the readings of the
// first side otherwise.
func (c *comparison) withReadings(readings []spec.Setting, some ...spec.Setting) *config {
	var first []spec.Setting
	for _, n := range readings {
		if !slices.Contains(some, n) {
			first = append(first, spec.Setting{Word: n.Word, Reading: c.own[0].game.Program.Readings[n.Word]})
		}
	}
	return c.games[1].get(addSettings(c.own[1].name, first...))
}

// firstDifference returns the first difference between the courses of the first side and a
// configuration.
func (c *comparison) firstDifference(p *pair, x *config) (parts [2]course.Fact, differ bool) {
	return course.Compare(p.course, x.game.Run(p.script, c.opt).Course)
}

// report builds the result. Rows of a scenario with equal reasons are joined.
func (c *comparison) report(list []*pair) *Comparison {
	out := &Comparison{}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].of.Pos == list[0].of.Pos {
			n++
		}
		rows := list[:n]
		list = list[n:]
		if slices.ContainsFunc(rows, func(p *pair) bool { return !p.over }) {
			out.Left++
			continue
		}
		if only := rows[0].only; only != 0 {
			out.Only[only-1]++
			continue
		}
		first := len(out.Flips)
		for _, p := range rows {
			if p.differ {
				out.add(p, first)
			}
		}
		if len(out.Flips) == first {
			out.Same++
		}
	}
	return out
}

// add adds a flip, or joins it to an equal one of its scenario; the scenario's flips start at
// index first.
func (out *Comparison) add(p *pair, first int) {
	for _, f := range out.Flips[first:] {
		if slices.EqualFunc(f.Because, p.because, func(a, b Reason) bool {
			return a.Ruling == b.Ruling && a.Alone == b.Alone
		}) {
			f.Rows = append(f.Rows, p.of.Row)
			return
		}
	}
	f := &Flip{Scenario: p.of.Name, File: p.of.Pos.File.Name, Line: p.of.Pos.Line, Parts: inWords(p.parts),
		Pins: p.of.PinIDs, Because: p.because}
	if p.of.Row > 0 {
		f.Rows = []int{p.of.Row}
	}
	out.Flips = append(out.Flips, f)
}

func inWords(parts [2]course.Fact) [2]string { return [2]string{parts[0].String(), parts[1].String()} }

// Common returns the scenarios that are about both sides, in file order, each with its scripts
// on the two sides.
func Common(a, b Side) (out []*spec.Scenario, err error) {
	all, err := readScenarios(a.Sources, a.Game.ID)
	if err != nil {
		return nil, err
	}
	c := &comparison{}
	for i, side := range [2]Side{a, b} {
		c.own[i] = side.config()
	}
	for _, s := range all {
		if s.Skip == "" && c.own[0].appliesTo(s) && c.own[1].appliesTo(s) {
			out = append(out, c.scripts(s)...)
		}
	}
	return out, nil
}

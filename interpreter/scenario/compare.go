package scenario

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
)

// Side is a form of a game that is compared with another.
type Side struct {
	Sources interpreter.Sources
	Rules   *interpreter.Rules
	Options interpreter.Options
	Game    *interpreter.Game // of these rules, with these options
}

// Comparison says how scenarios come out on two sides.
type Comparison struct {
	Same  int    // so many scenarios come out the same
	Only  [2]int // so many are about a variant that only one side has
	Flips []*Flip
}

// Flip is a scenario that comes out otherwise on the second side. If the rows of
// its examples do so for different reasons, there is one for each.
type Flip struct {
	Scenario string
	Rows     []int // of the examples; none: it has no examples
	File     string
	Line     int
	Pins     []string
	Parts    [2]string // what happens first on each side that does not on the other
	Because  []Reason  // none: no reading explains it
}

// Reason is a reading that makes the difference.
type Reason struct {
	Ruling string
	Alone  bool      // without any other reading
	Parts  [2]string // if alone: what it changes on the first side
}

// Compare runs the scenarios with the same scripts on both sides. What they
// declare under `under` makes no difference to it: it finds out.
func Compare(ctx context.Context, a, b Side, jobs int) (*Comparison, error) {
	c := &comparison{sides: [2]Side{a, b}, forms: [2]*form{{Game: a.Game}, {Game: b.Game}}, jobs: jobs}
	c.opt.lenient = true
	ctx = c.opt.begin(ctx)
	list, err := c.scenarios()
	if err != nil {
		return nil, err
	}
	if err := c.parallel(ctx, len(list), func(i int) { c.run(list[i]) }); err != nil {
		return nil, err
	}
	flipped := slices.DeleteFunc(slices.Clone(list), func(p *pair) bool { return !p.differ })
	if err := c.explain(ctx, flipped); err != nil {
		return nil, err
	}
	return c.report(list), nil
}

// comparison is one under way.
type comparison struct {
	sides [2]Side
	forms [2]*form
	jobs  int
	opt   Options
}

// pair is a scenario, or a row of its examples, run on both sides.
type pair struct {
	*Scenario             // as the first side has it, if it does
	scripts   []*Scenario // the scenario, and what stands in its place in some forms
	only      int         // the only side that it is about, from 1; 0: both
	script    *Scenario   // the first that takes another course
	runs      [2]*run
	parts     [2]fact
	differ    bool
	because   []Reason
}

// scenarios are those of both sides, in the order of the files. Files that the
// second side has as well count once, and so do scenarios of one name in files
// of the same path; of these both scripts are tried.
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
		all, err := readScenarios(side.Sources, side.Game.ID)
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			file := s.Pos.File
			if i == 1 && texts[file.Path] == string(file.Text) {
				continue
			}
			texts[file.Path] = string(file.Text)
			k := key{file.Path, s.Name, s.Row}
			if at[k] == nil {
				at[k] = &pair{Scenario: s}
				list = append(list, at[k])
			}
			at[k].scripts = append(at[k].scripts, c.scripts(s)...)
		}
	}
	slices.SortStableFunc(list, func(p, q *pair) int {
		return cmp.Or(cmp.Compare(p.Pos.File.Path, q.Pos.File.Path), cmp.Compare(p.Pos.Line, q.Pos.Line), cmp.Compare(p.Row, q.Row))
	})
	return slices.DeleteFunc(list, func(p *pair) bool { return p.Skip != "" || !c.concerns(p) }), nil
}

// readScenarios reads all scenarios of a game.
func readScenarios(src interpreter.Sources, game string) ([]*Scenario, error) {
	files, err := src.Scenarios(game)
	if err != nil {
		return nil, err
	}
	var all []*Scenario
	var diags source.Diagnostics
	for _, f := range files {
		doc, d := source.Parse(f.File, source.DefaultLimits())
		diags = append(diags, d...)
		all = append(all, decode(doc, &diags)...)
	}
	return all, diags.Sorted().Err()
}

// scripts are a scenario and those entries of its `under` of which all that they
// name is in force on one of the sides: where the scenario breaks off on both,
// they go on.
func (c *comparison) scripts(s *Scenario) []*Scenario {
	out := []*Scenario{s}
	for _, e := range s.Under {
		if slices.ContainsFunc(c.forms[:], func(x *form) bool {
			return !slices.ContainsFunc(e.names, func(n setting) bool { return !x.inForce(n) })
		}) {
			out = append(out, e.Scenario)
		}
	}
	return out
}

// inForce tells whether a form has a reading in force, or a variant laid over it.
func (x *form) inForce(n setting) bool {
	if n.reading == "" {
		return x.has(n.word)
	}
	return x.Program.Readings[n.word] == n.reading
}

// concerns tells whether a scenario is about either side, and notes if it is
// about one only.
func (c *comparison) concerns(p *pair) bool {
	about := [2]bool{}
	for i, x := range c.forms {
		about[i] = p.Variant.Name == "" || x.has(p.Variant.Name)
	}
	switch {
	case about[0] && !about[1]:
		p.only = 1
	case about[1] && !about[0]:
		p.only = 2
	}
	return about[0] || about[1]
}

func (c *comparison) parallel(ctx context.Context, n int, do func(i int)) error {
	return parallel(ctx, c.jobs, n, do)
}

// run runs the scripts until one takes another course on the second side.
func (c *comparison) run(p *pair) {
	if p.only != 0 {
		return
	}
	for _, s := range p.scripts {
		for i, x := range c.forms {
			p.runs[i] = x.run(s, c.opt)
		}
		p.script = s
		if p.parts, p.differ = parting(p.runs[0].account(c.forms[1].Program), p.runs[1].account(c.forms[0].Program)); p.differ {
			return
		}
	}
	p.runs = [2]*run{} // nobody asks for them any more
}

// explain finds the readings behind each difference: those that by themselves
// change the course of the first side; if there are none, those without which
// the second takes the course of the first.
func (c *comparison) explain(ctx context.Context, flipped []*pair) error {
	keys := c.readings()
	with, err := c.exchanged(ctx, 0, keys)
	if err != nil {
		return err
	}
	err = c.parallel(ctx, len(flipped), func(i int) {
		p := flipped[i]
		for k, x := range with {
			if parts, differ := c.parted(p, x); x != nil && differ {
				p.because = append(p.because, Reason{keys[k], true, inWords(parts)})
			}
		}
	})
	if err != nil {
		return err
	}
	flipped = slices.DeleteFunc(slices.Clone(flipped), func(p *pair) bool { return p.because != nil })
	if len(flipped) == 0 {
		return nil
	}
	without, err := c.exchanged(ctx, 1, keys)
	if err != nil {
		return err
	}
	return c.parallel(ctx, len(flipped), func(i int) {
		p := flipped[i]
		for k, x := range without {
			if _, differ := c.parted(p, x); x != nil && !differ {
				p.because = append(p.because, Reason{Ruling: keys[k]})
			}
		}
	})
}

// readings are the rulings that both sides have and read differently.
func (c *comparison) readings() (keys []string) {
	here, there := c.forms[0].Program.Readings, c.forms[1].Program.Readings
	for _, r := range c.forms[0].Syntax.Rulings {
		if reading, has := there[r.Name]; has && reading != here[r.Name] {
			keys = append(keys, r.Name)
		}
	}
	return keys
}

// exchanged are forms of a side, each with one reading of the other side; nil
// where the game has no such form.
func (c *comparison) exchanged(ctx context.Context, side int, keys []string) ([]*form, error) {
	out := make([]*form, len(keys))
	err := c.parallel(ctx, len(keys), func(i int) {
		opt := c.sides[side].Options
		if opt.Readings = maps.Clone(opt.Readings); opt.Readings == nil {
			opt.Readings = map[string]string{}
		}
		opt.Readings[keys[i]] = c.forms[1-side].Program.Readings[keys[i]]
		if g, err := c.sides[side].Rules.Game(opt); err == nil {
			out[i] = &form{Game: g}
		}
	})
	return out, err
}

// parted is where the course on the first side and that of a form part.
func (c *comparison) parted(p *pair, x *form) (parts [2]fact, differ bool) {
	if x == nil {
		return parts, false
	}
	return parting(p.runs[0].account(x.Program), x.run(p.script, c.opt).account(c.forms[0].Program))
}

// report adds up. Rows of a scenario that differ for the same reasons are one.
func (c *comparison) report(list []*pair) *Comparison {
	out := &Comparison{}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Pos == list[0].Pos {
			n++
		}
		rows := list[:n]
		list = list[n:]
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

// add adds a flip to those of its scenario, which begin at first.
func (out *Comparison) add(p *pair, first int) {
	for _, f := range out.Flips[first:] {
		if slices.EqualFunc(f.Because, p.because, func(a, b Reason) bool { return a.Ruling == b.Ruling && a.Alone == b.Alone }) {
			f.Rows = append(f.Rows, p.Row)
			return
		}
	}
	f := &Flip{Scenario: p.Name, File: p.Pos.File.Name, Line: p.Pos.Line, Parts: inWords(p.parts), Because: p.because}
	if p.Row > 0 {
		f.Rows = []int{p.Row}
	}
	for _, id := range p.Pins {
		f.Pins = append(f.Pins, id.Name)
	}
	out.Flips = append(out.Flips, f)
}

func inWords(parts [2]fact) [2]string { return [2]string{parts[0].String(), parts[1].String()} }

package scenario

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"moraine/interpreter"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
)

// target is what the user asks to run.
type target struct {
	game string
	file string // "": all files of the game
	line int    // 0: all scenarios of the file
}

// Run runs scenarios: those of games ("glacier"), of files or folders
// ("scenarios/glacier/hunt.yaml"), or the one around a line ("file.yaml:12");
// no target means all games. What is wrong with the files themselves comes as
// an error (source.Diagnostics), a filter that matches nothing too.
func Run(src interpreter.Sources, targets []string, opt Options) (*Results, error) {
	return RunContext(context.Background(), src, targets, opt)
}

// RunContext is Run with a context: when it is done, no further case starts, and
// the context's error is returned.
func RunContext(ctx context.Context, src interpreter.Sources, targets []string, opt Options) (*Results, error) {
	suite, err := collect(src, targets, opt)
	if err != nil {
		return nil, err
	}
	if err := suite.knows(opt.Tags); err != nil {
		return nil, err
	}
	chosen := suite.filter(opt)
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no scenario matches: %d were looked at", len(suite.cases))
	}
	return suite.run(ctx, chosen, opt)
}

// Check reads and resolves the scenarios of a game without running them.
func Check(src interpreter.Sources, game string, opt interpreter.Options) (scenarios int, err error) {
	suite, err := collect(src, []string{game}, Options{Load: opt})
	if err != nil {
		return 0, err
	}
	var all source.Diagnostics
	for _, c := range suite.cases {
		all = append(all, c.faults...)
	}
	return suite.scenarios, all.Sorted().Err()
}

type suite struct {
	cases     []*compiled
	scenarios int
}

// collect reads the scenario files and prepares what they say.
func collect(src interpreter.Sources, targets []string, opt Options) (*suite, error) {
	files, err := findFiles(src, targets)
	if err != nil {
		return nil, err
	}
	s := &suite{}
	games := map[string]*interpreter.Game{}
	seen := map[string]bool{} // targets may overlap
	var diags source.Diagnostics
	for _, f := range files {
		g := games[f.game]
		if g == nil {
			if g, err = interpreter.Load(src, f.game, opt.Load); err != nil {
				return nil, err
			}
			games[f.game] = g
		}
		doc, d := source.Parse(f.file, source.DefaultLimits())
		diags = append(diags, d...)
		if len(d) > 0 {
			continue
		}
		list := decode(doc, &diags)
		if len(list) == 0 && len(diags) == 0 {
			diags.Add(source.Pos{File: f.file, Line: 1, Col: 1}, "this file has no scenarios")
		}
		if last := 1 + bytes.Count(bytes.TrimRight(f.file.Text, "\n"), []byte("\n")); f.line > last {
			return nil, fmt.Errorf("%s has no line %d; it ends at %d", f.file.Name, f.line, last)
		}
		for _, sc := range withLine(list, f.line) {
			id := fmt.Sprintf("%s #%d", sc.Pos, sc.Row)
			if seen[id] {
				continue
			}
			seen[id] = true
			if sc.Row <= 1 {
				s.scenarios++
			}
			s.cases = append(s.cases, prepare(sc, g))
		}
	}
	if len(diags) > 0 {
		return nil, diags.Sorted()
	}
	if len(s.cases) == 0 {
		return nil, fmt.Errorf("there are no scenarios in %s", strings.Join(orAll(targets), ", "))
	}
	return s, nil
}

func orAll(targets []string) []string {
	if len(targets) == 0 {
		return []string{"any game"}
	}
	return targets
}

// withLine keeps the scenario around a line: the last that begins at or before
// it, with all its rows.
func withLine(list []*Scenario, line int) []*Scenario {
	if line == 0 {
		return list
	}
	at := -1
	for i, s := range list {
		if s.Pos.Line <= line+0 && (at < 0 || s.Pos.Line > list[at].Pos.Line) {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	var out []*Scenario
	for _, s := range list {
		if s.Pos == list[at].Pos {
			out = append(out, s)
		}
	}
	return out
}

// knows refuses a tag that no scenario has: misspelt, it would choose too few
// without anybody noticing.
func (s *suite) knows(tags []string) error {
	var all []string
	for _, c := range s.cases {
		all = append(all, c.Tags...)
	}
	for _, t := range tags {
		if slices.Contains(all, t) {
			continue
		}
		hint := source.DidYouMean(t, all)
		if hint == "" {
			slices.Sort(all)
			hint = "the tags are: " + strings.Join(slices.Compact(all), ", ")
		}
		return fmt.Errorf("no scenario has the tag %q; %s", t, hint)
	}
	return nil
}

// filter keeps what the options ask for.
func (s *suite) filter(opt Options) []*compiled {
	var out []*compiled
	for _, c := range s.cases {
		if opt.Run != nil && !opt.Run.MatchString(c.Name) {
			continue
		}
		if len(opt.Tags) > 0 && !slices.ContainsFunc(c.Tags, func(t string) bool { return slices.Contains(opt.Tags, t) }) {
			continue
		}
		out = append(out, c)
	}
	return out
}

// run runs the cases, several at once, and reports them in the order of the
// files.
func (s *suite) run(ctx context.Context, chosen []*compiled, opt Options) (*Results, error) {
	began := time.Now()
	only := slices.ContainsFunc(chosen, func(c *compiled) bool { return c.Only != "" })
	out := make([]Case, len(chosen))
	jobs := opt.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	// With --fail-fast a case after the first failure in file order must not
	// count, but it may already be running: the lowest failed index decides.
	var mu sync.Mutex
	first, next := len(chosen), 0
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		if next >= len(chosen) || opt.FailFast && next > first || ctx.Err() != nil {
			return -1
		}
		next++
		return next - 1
	}
	var wg sync.WaitGroup
	for range min(jobs, len(chosen)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := take(); i >= 0; i = take() {
				began := time.Now()
				out[i] = chosen[i].runCase(only, opt)
				out[i].Took = time.Since(began)
				if out[i].Status == Failed {
					mu.Lock()
					first = min(first, i)
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if opt.FailFast && first < len(out) {
		out = out[:first+1]
	}
	res := &Results{Scenarios: scenariosOf(out), Cases: out, Took: time.Since(began)}
	for _, c := range out {
		switch c.Status {
		case Passed:
			res.Passed++
		case Failed:
			res.Failed++
		default:
			res.Skipped++
		}
	}
	return res, nil
}

// scenariosOf counts the scenarios behind cases, a row of examples not being
// one of its own.
func scenariosOf(cases []Case) int {
	n := 0
	for i, c := range cases {
		if i == 0 || c.File != cases[i-1].File || c.Line != cases[i-1].Line || c.Row <= 1 {
			n++
		}
	}
	return n
}

// runCase runs one case on a match of its own.
func (c *compiled) runCase(only bool, opt Options) Case {
	out := Case{Scenario: c.Name, Row: c.Row, Game: c.game.ID, File: c.Pos.File.Name, Line: c.Pos.Line, Tags: c.Tags, Status: Passed, Variant: opt.Load.Variant}
	for _, p := range c.Pins {
		out.Pins = append(out.Pins, p.Name)
	}
	switch {
	case len(c.faults) > 0:
		out.Status, out.Message = Failed, strings.TrimRight(c.faults.Sorted().Error(), "\n")+"\n"
		return out
	case c.Skip != "":
		out.Status, out.Message = Skipped, c.Skip
		return out
	case only && c.Only == "":
		out.Status, out.Message = Skipped, "another scenario is marked `only`"
		return out
	}
	// The lines of a script note what they have used, so a run works on a copy
	// of them.
	own := *c
	own.lines = nil
	for _, l := range c.lines {
		own.lines = append(own.lines, l.copy())
	}
	r := &runner{compiled: &own, m: machine.New(c.game.Program, c.world.players, nil), last: map[int][]int32{}}
	r.m.Env.RunAt = make([]int32, len(c.game.Program.Procs))
	r.log = &trace{r: r}
	r.m.Observer = r.log
	r.m.Strict = true
	var pr *proof
	if opt.Load.Cover {
		pr = &proof{r: r, proved: map[string]bool{}}
		r.proof = pr
		r.m.Env.Seen = make([]bool, len(c.game.Program.Marks))
	}
	var f *failure
	if err := c.world.build(r.m); err != nil {
		f = r.fault(err)
		f.more = append(f.more, "the world of `given` breaks it; the scenario begins at "+c.Pos.String())
		r.m.Env.Err = nil
	} else {
		f = r.run()
	}
	if f != nil {
		out.Status, out.Message = Failed, r.message(f)
	}
	if pr != nil {
		at := pr.finish(c.Pins, f != nil)
		for _, pin := range c.Pins {
			if slices.Contains(at, pin.Pos) {
				out.Claimed = append(out.Claimed, pin.Name)
			}
		}
	}
	if opt.Trace {
		out.Trace = strings.Join(r.log.lines(), "\n")
	}
	return out
}

func (l *line) copy() *line {
	c := *l
	dup := func(list []*choice) []*choice {
		var out []*choice
		for _, ch := range list {
			x := *ch
			out = append(out, &x)
		}
		return out
	}
	c.names, c.rolls, c.draws = dup(l.names), dup(l.rolls), dup(l.draws)
	if l.does != nil {
		x := *l.does
		c.does = &x
	}
	return &c
}

type fileOf struct {
	game string
	file *source.File
	line int
}

// findFiles turns targets into files.
func findFiles(src interpreter.Sources, targets []string) ([]fileOf, error) {
	given := targets
	if len(targets) == 0 {
		targets = src.Games()
		if len(targets) == 0 {
			return nil, fmt.Errorf("there is no game")
		}
	}
	var out []fileOf
	for _, t := range targets {
		path, line := t, 0
		if i := strings.LastIndexByte(t, ':'); i > 0 {
			if n, err := strconv.Atoi(t[i+1:]); err == nil && n > 0 {
				path, line = t[:i], n
			}
		}
		files, err := src.Scenarios(path)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 && slices.Contains(given, t) {
			return nil, fmt.Errorf("%s has no scenarios", t)
		}
		for _, f := range files {
			out = append(out, fileOf{f.Game, f.File, line})
		}
	}
	slices.SortStableFunc(out, func(a, b fileOf) int {
		return cmp.Or(cmp.Compare(a.file.Path, b.file.Path), cmp.Compare(a.line, b.line))
	})
	return out, nil
}

package scenario

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"moraine/interpreter"
	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Run runs scenarios. A target is a game ("glacier"), a file or folder
// ("scenarios/glacier/hunt.yaml"), or a line ("file.yaml:12"); without targets all games are
// run. Run returns an error if scenario files are invalid (source.Diagnostics), a filter
// matches nothing, or no game loads. If only some games or variants do not load, the others
// run, and Results.Broken has the errors. If ctx is cancelled, Run returns the results so far
// with Incomplete.
func Run(ctx context.Context, src interpreter.Sources, targets []string, opt Options) (*Results, error) {
	ctx = opt.begin(ctx)
	suite, err := chosen(src, targets, opt)
	if err != nil {
		return nil, err
	}
	return suite.run(ctx, opt)
}

// List returns the scenarios that Run would run.
func List(ctx context.Context, src interpreter.Sources, targets []string, opt Options) ([]Item, error) {
	opt.begin(ctx)
	suite, err := chosen(src, targets, opt)
	if err != nil {
		return nil, err
	}
	if opt.Pick != nil {
		return suite.picked, nil
	}
	return suite.items(), nil
}

// chosen reads the scenario files and applies the filters of the options.
func chosen(src interpreter.Sources, targets []string, opt Options) (*suite, error) {
	s, err := collect(src, targets, opt)
	if err != nil {
		return nil, err
	}
	if err := s.checkTags(opt.Tags); err != nil {
		return nil, err
	}
	if s.units = s.filter(opt); len(s.units) == 0 {
		return nil, fmt.Errorf("none of the %d scenarios matches", s.looked)
	}
	s.only = slices.ContainsFunc(s.units, func(u *unit) bool { return u.rows[0].Only != "" })
	return s, s.pick(opt)
}

// Check reads the scenarios of a game and resolves their names, without running them.
func Check(ctx context.Context, src interpreter.Sources, rules *interpreter.Rules,
	opt interpreter.Options) (n Count, err error) {
	o := Options{Load: opt, Rules: rules, Under: true}
	ctx = o.begin(ctx)
	suite, err := collect(src, []string{rules.ID}, o)
	if err != nil {
		return n, err
	}
	var mu sync.Mutex
	var all source.Diagnostics
	for _, u := range suite.units {
		n.Scenarios++
		n.Rows += len(u.rows)
		if u.rows[0].Variant.Name != "" {
			n.OfVariants++
		}
	}
	err = suite.eachUnit(ctx, 0, suite.jobs(Options{}), func(_ int, u *unit, over func()) {
		defer suite.forget(u)
		for _, j := range u.jobs(suite.only, Options{}) {
			found := j.check(u.configs.get(j.config))
			over()
			mu.Lock()
			all = append(all, found...)
			mu.Unlock()
		}
	})
	all = all.Sorted()
	if opt.Variant != "" {
		all = joinMissing(all, rules.ID, opt.Variant)
	}
	return n, errors.Join(all.Err(), err)
}

// Count has the numbers of a game's scenarios, of their rows, and of scenarios about variants.
type Count struct{ Scenarios, Rows, OfVariants int }

// Identify resolves the names in a game's scenarios, including scenarios of variants and
// entries of `under`, and records them for Rules.Mentions. It uses the plain game, which is
// compiled already and has nearly all names. So its errors are not meaningful by themselves;
// they can only be compared with those of an earlier call.
func Identify(ctx context.Context, src interpreter.Sources, rules *interpreter.Rules) (found source.Diagnostics) {
	suite, err := collect(src, []string{rules.ID}, Options{Rules: rules})
	if err != nil {
		errors.As(err, &found)
		return found
	}
	for _, u := range suite.units {
		if ctx.Err() != nil {
			break
		}
		game := u.configs.get("").game
		found = append(found, game.Check(u.rows[0])...)
		for _, e := range u.rows[0].Under {
			found = append(found, game.Check(e.As)...)
		}
	}
	return found
}

// suite is a set of scenarios to run.
type suite struct {
	units  []*unit
	looked int  // number of rows found in the files
	only   bool // at least one scenario is marked `only`
	picked []Item
	games  []*configs         // the games that load
	broken source.Diagnostics // the errors of games that do not load
}

// collect reads the scenario files.
func collect(src interpreter.Sources, targets []string, opt Options) (*suite, error) {
	if opt.budget == nil {
		opt.begin(context.Background())
	}
	files, err := findFiles(src, targets, opt.Games)
	if err != nil {
		return nil, err
	}
	var games []string
	if len(targets) == 0 { // games without scenarios must load too
		if games = slices.Clone(opt.Games); len(games) == 0 {
			games = src.Games()
		}
	}
	for _, f := range files {
		if !slices.Contains(games, f.game) {
			games = append(games, f.game)
		}
	}
	whole := !slices.ContainsFunc(targets, func(t string) bool { return !slices.Contains(games, t) })
	if opt.runsElsewhere() && !whole { // any file may have entries for these scenarios
		rest, err := findFiles(src, games, nil)
		if err != nil {
			return nil, err
		}
		for _, f := range rest {
			if !slices.ContainsFunc(files, func(o fileOf) bool { return o.file.Path == f.file.Path }) {
				files = append(files, fileOf{game: f.game, file: f.file, foreign: true})
			}
		}
		whole = true
	}
	of, wrong := make([]*unit, len(games)), make([]error, len(games)) // by game: data that all its units share
	refused := make([]error, len(games))                              // by game: errors of opt.Check
	asWhole := func(i int) bool { return of[i].plain && (len(targets) == 0 || slices.Contains(targets, games[i])) }
	docs, complaints := make([]*source.Node, len(files)), make([]source.Diagnostics, len(files))
	err = parallel.Each(opt.budget, opt.Jobs, len(games)+len(files), func(i int) {
		if i < len(games) { // they are listed first because they take longest
			if of[i], wrong[i] = unitOf(src, games[i], opt); wrong[i] == nil && opt.Check != nil && asWhole(i) {
				refused[i] = opt.Check(of[i].configs.rules)
			}
			return
		}
		i -= len(games)
		docs[i], complaints[i] = source.Parse(files[i].file, source.DefaultLimits())
	})
	if err != nil {
		return nil, err
	}
	s := &suite{}
	for i := range games {
		var found source.Diagnostics
		switch {
		case wrong[i] == nil:
			s.games = append(s.games, of[i].configs)
			if asWhole(i) {
				of[i].configs.broken[""] = of[i].configs.rules.VariantFaults()
			}
			if refused[i] != nil && !errors.As(refused[i], &found) {
				return nil, refused[i]
			}
			s.broken = append(s.broken, found...)
		case !errors.As(wrong[i], &found):
			return nil, wrong[i]
		default:
			s.broken = append(s.broken, found...)
		}
	}
	if len(s.games) == 0 {
		return nil, s.broken.Sorted().Err()
	}
	var diags source.Diagnostics
	docs = spec.Assemble(docs, whole, &diags)
	lists := make([][]*spec.Scenario, len(files))
	err = parallel.Each(opt.budget, opt.Jobs, len(files), func(i int) {
		if len(complaints[i]) == 0 && !files[i].foreign {
			lists[i] = spec.Decode(docs[i], &complaints[i])
		}
	})
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{} // targets may overlap
	for i, f := range files {
		game := slices.Index(games, f.game)
		if wrong[game] != nil {
			continue
		}
		diags = append(diags, complaints[i]...)
		if len(complaints[i]) > 0 {
			// so that these errors are reported in the same run
			for _, row := range spec.Resolvable(lists[i], complaints[i]) {
				if x := of[game].configs.get(row.Variant.Name); x.err == nil {
					diags = append(diags, x.game.Check(row)...)
				}
			}
			continue
		}
		if f.foreign {
			continue
		}
		list := lists[i]
		if len(list) == 0 && len(diags) == 0 && (docs[i] == nil || len(docs[i].Items) == 0) {
			diags.Add(source.Pos{File: f.file}, "this file has no scenarios")
		}
		if last := 1 + bytes.Count(bytes.TrimRight(f.file.Text, "\n"), []byte("\n")); f.line > last {
			return nil, fmt.Errorf("%s has no line %d; its last line is %d", f.file.Name, f.line, last)
		}
		if f.line > 0 {
			list = spec.AtLine(list, f.line)
		}
		for len(list) > 0 {
			n := 1
			for n < len(list) && list[n].Pos == list[0].Pos {
				n++
			}
			if at := list[0].Pos.String(); !seen[at] {
				seen[at] = true
				u := *of[game]
				u.rows = list[:n]
				s.units = append(s.units, &u)
				s.looked += n
			}
			list = list[n:]
		}
	}
	if len(diags) > 0 {
		return nil, slices.Concat(s.broken, diags).Sorted()
	}
	if len(s.units) == 0 && len(s.broken) > 0 {
		return nil, s.broken.Sorted()
	}
	if len(s.units) == 0 {
		if len(targets) == 0 {
			targets = games
		}
		return nil, fmt.Errorf("there are no scenarios in %s", strings.Join(targets, ", "))
	}
	return s, nil
}

// checkTags returns an error for a tag that no scenario has. Without it a misspelt tag would
// silently select too few scenarios.
func (s *suite) checkTags(exprs []string) error {
	var all []string
	for _, u := range s.units {
		all = append(all, u.rows[0].Tags...)
	}
	for _, t := range tagsIn(exprs) {
		if slices.Contains(all, t) {
			continue
		}
		hint := source.DidYouMean(t, all)
		if strings.Contains(t, " or ") {
			hint = "for scenarios with any of several tags, write --tag once for each"
		}
		if hint == "" {
			slices.Sort(all)
			hint = "the tags are: " + strings.Join(slices.Compact(all), ", ")
			if len(all) == 0 {
				hint = "none of them has one"
			}
		}
		return fmt.Errorf("no scenario has the tag %q; %s", t, hint)
	}
	return nil
}

// selects reports whether the tags of a scenario satisfy an expression: tags joined by "and", each with or without
// "not".
func selects(expr string, tags []string) bool {
	for term := range strings.SplitSeq(expr, interpreter.And) {
		tag, not := strings.CutPrefix(strings.TrimSpace(term), "not ")
		if slices.Contains(tags, strings.TrimSpace(tag)) == not {
			return false
		}
	}
	return true
}

// tagsIn returns the tags in expressions.
func tagsIn(exprs []string) (tags []string) {
	for _, expr := range exprs {
		for term := range strings.SplitSeq(expr, interpreter.And) {
			tags = append(tags, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(term), "not ")))
		}
	}
	return tags
}

// filter returns the units that the options select.
func (s *suite) filter(opt Options) []*unit {
	return slices.DeleteFunc(s.units, func(u *unit) bool {
		name, tags := u.rows[0].Name, u.rows[0].Tags
		return opt.Run != nil && !opt.Run.MatchString(name) ||
			len(opt.Tags) > 0 && !slices.ContainsFunc(opt.Tags, func(expr string) bool { return selects(expr, tags) })
	})
}

// run runs the scenarios and reports their cases in file order.
func (s *suite) run(ctx context.Context, opt Options) (*Results, error) {
	began := time.Now()
	// With --fail-fast, cases after the first failure in file order must not count, but may be
	// running already. The index of the first failed scenario decides which cases count.
	var first atomic.Int64
	first.Store(int64(len(s.units)))
	n := s.jobs(opt)
	all := make([]unitResult, len(s.units))
	err := s.eachUnit(ctx, opt.Jobs, n, func(i int, u *unit, over func()) {
		defer s.forget(u)
		if opt.FailFast && int64(i) > first.Load() {
			return
		}
		all[i] = u.run(ctx, u.jobs(s.only, opt), opt.Explain, over)
		for before := first.Load(); len(all[i].failed) > 0 && int64(i) < before; before = first.Load() {
			first.CompareAndSwap(before, int64(i))
		}
	})
	res := s.results(all, opt)
	res.Took = time.Since(began)
	if err != nil {
		res.Left = n
		for _, r := range all {
			res.Left -= r.over
		}
		return res, &Incomplete{Ran: n - res.Left, Of: n, Err: err}
	}
	if len(res.Cases) == 0 && len(s.units) > 0 {
		return nil, fmt.Errorf("none of these scenarios runs under %s", NameOf(opt.Load))
	}
	return res, nil
}

// jobs counts the jobs of all units.
func (s *suite) jobs(opt Options) (n int) {
	for _, u := range s.units {
		n += len(u.jobs(s.only, opt))
	}
	return n
}

// results joins the results of all units. It drops failures that another failure explains.
func (s *suite) results(all []unitResult, opt Options) *Results {
	n := 0
	for _, r := range all {
		n += len(r.cases)
	}
	res := &Results{Alone: s.readingsAlone(), Broken: s.faults(), Cases: make([]Case, 0, n)}
	shared := map[string]bool{} // the places of reported errors in backgrounds
	for i, r := range all {
		told := map[trouble]bool{}
		known := len(res.Cases)
		for at, c := range r.cases {
			if opt.FailFast && res.Failed > 0 {
				return res
			}
			if len(r.failed) > 0 && r.failed[0].at == at {
				f := r.failed[0]
				r.failed = r.failed[1:]
				if s.units[i].configs.isConsequence(f.config) {
					c.block(cannotBegin)
				} else if f.isRepeated(told) {
					continue
				}
			}
			if c.Kind == Unread && c.At.File == c.File && c.At.Line < c.Line { // in the background of the file
				at := fmt.Sprint(c.At)
				if shared[at] {
					c.block("the `background` of its file has an error")
				}
				shared[at] = true
			}
			res.Count(c)
			if len(res.Cases) == known+1 {
				res.Scenarios++
			}
		}
		all[i].cases, all[i].failed = nil, nil
	}
	return res
}

// faults returns the errors of the games and variants that the run needed.
func (s *suite) faults() source.Diagnostics {
	found := s.broken
	for _, c := range s.games {
		found = append(found, c.faults()...)
	}
	return found.Sorted()
}

// readingsAlone counts the readings that were put in force one at a time, and lists those that need
// others.
func (s *suite) readingsAlone() (out []Alone) {
	seen := map[*requestedConfig]bool{}
	for _, u := range s.units {
		for _, a := range u.in {
			if !a.alone || seen[a] {
				continue
			}
			seen[a] = true
			if len(out) == 0 || out[len(out)-1].Game != u.configs.id {
				out = append(out, Alone{Game: u.configs.id, Apart: []Apart{}})
			}
			last := &out[len(out)-1]
			if a.err != nil {
				last.Apart = append(last.Apart, Apart{a.name, spec.MessageOf(a.err).Summary()})
			} else {
				last.Readings++
			}
		}
	}
	return out
}

// Count adds cases to the totals.
func (res *Results) Count(cases ...Case) {
	for _, c := range cases {
		switch c.Status {
		case Passed:
			res.Passed++
		case Failed:
			res.Failed++
		case Skipped:
			res.Skipped++
		case Refused:
			res.Refused++
		}
	}
	res.Cases = append(res.Cases, cases...)
}

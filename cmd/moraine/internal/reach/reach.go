// Package reach finds the scenarios that a change of rules or scenarios can affect.
//
// It compares the syntax trees of the game and its variants, so positions, comments and layout
// do not matter. A change in something that every match uses, such as a field or a zone,
// reaches every scenario of the game. A change of a procedure or window reaches the scenarios
// whose last run entered it, because all others run as before. A change of a formula, a printed
// value or a ruling reaches everything that names it. In case of doubt a scenario counts as
// reached.
//
//	changes.go  the difference between two states of a game
//	reach.go    the scenarios that it reaches
package reach

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
)

// Record has the procedures entered by runs of scenarios. It is safe for concurrent use.
type Record struct {
	mu sync.Mutex
	of map[key]map[string]bool
}

// key identifies a scenario. Names are unique within a file.
type key struct{ file, scenario string }

// Note implements scenario.Options.Entered.
func (r *Record) Note(file, name string, procedures []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[key]map[string]bool{}
	}
	k := key{file, name}
	if r.of[k] == nil {
		r.of[k] = map[string]bool{}
	}
	for _, p := range procedures {
		r.of[k][p] = true
	}
}

// Forget removes the records of scenarios before they run again.
func (r *Record) Forget(items []scenario.Item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, it := range items {
		delete(r.of, key{it.File, it.Name})
	}
}

// State is an earlier state of a game: rules, scenarios and records of their runs.
type State struct {
	rules *interpreter.Rules
	says  map[key]string
	runs  *Record // nil if no runs are known
}

// StateOf returns the state of a game from all of its scenarios.
func StateOf(items []scenario.Item, runs *Record) *State {
	s := &State{items[0].Rules, map[key]string{}, runs}
	_, _ = s.rules.Variants() // variants are read now, before the files change
	for _, it := range items {
		s.says[key{it.File, it.Name}] = it.Content()
	}
	return s
}

// Selector selects the scenarios that changes since an earlier state can affect.
type Selector struct {
	Was     interpreter.Sources
	States  map[string]*State // earlier states of games; nil to read them from Was and run their scenarios
	Name    string            // name of the earlier state, for people
	Options scenario.Options

	Changed []string // the changed parts, such as "glacier: procedure hunt"; set by Pick
	Looked  int      // number of examined scenarios
	Picked  int
}

// Pick keeps the scenarios that the change can affect, each with the reason.
func (s *Selector) Pick(ctx context.Context, items []scenario.Item) ([]scenario.Item, error) {
	s.Looked = len(items)
	var out []scenario.Item
	for len(items) > 0 {
		n := 1
		for n < len(items) && items[n].Rules.ID == items[0].Rules.ID {
			n++
		}
		of, err := s.ofGame(ctx, items[:n])
		if err != nil {
			return nil, err
		}
		out, items = append(out, of...), items[n:]
	}
	s.Picked = len(out)
	return out, nil
}

// ofGame does the work of Pick for scenarios of one game.
func (s *Selector) ofGame(ctx context.Context, items []scenario.Item) ([]scenario.Item, error) {
	now := items[0].Rules
	note := func(what string) { s.Changed = append(s.Changed, now.ID+": "+what) }
	all := func(why string) ([]scenario.Item, error) {
		note(why)
		for i := range items {
			items[i].Why = why
		}
		return items, nil
	}
	was, err := s.state(ctx, now.ID)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return all("its old version has errors in " + s.Name)
	}
	of, labels, err := s.changes(was.rules, now)
	if err != nil {
		return nil, err
	}
	for _, label := range labels {
		note(label)
	}
	var open []int // scenarios that need the record of a run
	for i := range items {
		it := &items[i]
		says, there := was.says[key{it.File, it.Name}]
		c := of(it)
		switch is := it.Content(); {
		case !there:
			it.Why = "it is new"
		case says != is:
			it.Why = "it has changed"
		case c.everything:
			it.Why = "a change can affect all scenarios"
		case c.words.find(is) != "":
			it.Why = "it names " + strings.TrimRight(c.words.find(is), "./") + ", which has changed"
		case !c.none():
			open = append(open, i)
		}
	}
	runs, err := s.recorded(ctx, was, items, open)
	if err != nil {
		return nil, err
	}
	for _, i := range open {
		it := &items[i]
		began, known := runs.of[key{it.File, it.Name}]
		if !known {
			it.Why = "it did not run in " + s.Name
			continue
		}
		for _, p := range slices.Sorted(maps.Keys(of(it).procs)) {
			if began[p] {
				it.Why = "it comes to " + p + ", which has changed"
				break
			}
		}
	}
	return slices.DeleteFunc(items, func(it scenario.Item) bool { return it.Why == "" }), nil
}

// plain reports whether scenarios run only in their own configurations.
func (s *Selector) plain() bool {
	o := s.Options
	return !o.Under && !o.AllVariants && !o.EachReading && o.Load.Variant == "" && len(o.Load.Readings) == 0
}

// changes returns a function for the changes relevant to a scenario. If no variant has changed,
// changes under a variant are a subset of the changes in the game with all branches.
func (s *Selector) changes(was, now *interpreter.Rules) (of func(*scenario.Item) *changes, labels []string, err error) {
	names, err := now.Variants()
	if err != nil {
		return nil, nil, err
	}
	old, _ := was.Variants() // errors in variants are reported when they are applied
	if same(was.GameFiles(), now.GameFiles()) && same(was.VariantFiles(), now.VariantFiles()) {
		return func(*scenario.Item) *changes { return &changes{} }, nil, nil
	}
	if _, err := now.Game(interpreter.Options{}); err != nil { // all scenarios report a game that does not load
		return nil, nil, err
	}
	all := compare(was, now, interpreter.Options{}, false)
	if !same(was.VariantFiles(), now.VariantFiles()) {
		for _, name := range names {
			c := compare(was, now, interpreter.Options{Variant: name}, false)
			all.everything = all.everything || c.everything
			maps.Copy(all.procs, c.procs)
			maps.Copy(all.words, c.words)
			all.labels = append(all.labels, c.labels...)
		}
	}
	own := all
	if s.plain() {
		own = compare(was, now, interpreter.Options{}, true)
	}
	for _, name := range slices.Concat(names, old) { // scenarios may name variants without running under them
		if slices.Contains(names, name) != slices.Contains(old, name) {
			own.words[name], all.words[name] = true, true
			all.labels = append(all.labels, "variant "+name)
		}
	}
	slices.Sort(all.labels)
	return func(it *scenario.Item) *changes {
		if it.Variant == "" {
			return own
		}
		return all
	}, slices.Compact(all.labels), nil
}

// same reports whether two lists of files are equal.
func same(was, now []*source.Node) bool {
	return slices.EqualFunc(was, now, func(a, b *source.Node) bool {
		return a == b || a != nil && b != nil && a.Pos.File.Path == b.Pos.File.Path && bytes.Equal(a.Pos.File.Text, b.Pos.File.Text)
	})
}

// compare compares a configuration with its earlier state: under its readings if inForce is
// set, otherwise with all branches.
func compare(was, now *interpreter.Rules, opt interpreter.Options, inForce bool) *changes {
	cut := func(r *interpreter.Rules) parts {
		tree, readings, err := r.Tree(opt)
		if err != nil {
			return nil // the scenarios that need it report the error
		}
		if !inForce {
			readings = nil
		}
		return partsOf(tree, readings)
	}
	a, b := cut(was), cut(now)
	if a == nil || b == nil {
		return &changes{everything: true, procs: map[string]bool{}, words: words{}, labels: []string{strings.TrimSpace("rules with errors " + opt.Variant)}}
	}
	return changed(a, b)
}

// state returns the earlier state of a game.
func (s *Selector) state(ctx context.Context, game string) (*State, error) {
	if s.States != nil {
		if s.States[game] == nil {
			return nil, fmt.Errorf("%s is new", game)
		}
		return s.States[game], nil
	}
	rules, err := interpreter.Read(s.Was, game)
	if err != nil {
		return nil, err
	}
	opt := s.before(rules)
	opt.Pick = func(all []scenario.Item) ([]scenario.Item, error) { return all, nil }
	items, err := scenario.List(ctx, s.Was, []string{game}, opt)
	if err != nil {
		return nil, err
	}
	return StateOf(items, nil), nil
}

// before returns the options for running all scenarios in the earlier state.
func (s *Selector) before(rules *interpreter.Rules) scenario.Options {
	opt := s.Options
	opt.Rules, opt.Pick, opt.Run, opt.Tags, opt.Trace, opt.FailFast = rules, nil, nil, nil, false, false
	return opt
}

// recorded returns the earlier runs of the scenarios in open. It runs them if necessary.
func (s *Selector) recorded(ctx context.Context, was *State, items []scenario.Item, open []int) (*Record, error) {
	if was.runs != nil || len(open) == 0 {
		return was.runs, nil
	}
	wanted := map[key]bool{}
	for _, i := range open {
		wanted[key{items[i].File, items[i].Name}] = true
	}
	runs := &Record{}
	opt := s.before(was.rules)
	opt.Entered = runs.Note
	opt.Pick = func(list []scenario.Item) ([]scenario.Item, error) {
		return slices.DeleteFunc(list, func(it scenario.Item) bool { return !wanted[key{it.File, it.Name}] }), nil
	}
	_, err := scenario.Run(ctx, s.Was, []string{was.rules.ID}, opt)
	if ctx.Err() != nil {
		return nil, err
	}
	return runs, nil // scenarios that did not run count as reached
}

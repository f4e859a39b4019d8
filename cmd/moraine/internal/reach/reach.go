// Package reach says which scenarios a change of the rules, or of themselves, can reach.
//
// What is compared is not the files but what they come to: the trees of a game and of its variants,
// as they are compiled, without places, comments and layout. A change of what any match looks at, as
// a field or a zone, reaches every scenario of the game. A change of a procedure or a window reaches
// those in whose runs it began before the change, for everybody else goes the same way without it.
// A change of a formula, a printed value or a ruling reaches what names it. Whatever is not known is
// taken as reached.
//
//	changes.go  what differs between two states of a game
//	reach.go    which scenarios that reaches
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

// Record is which procedures began in the runs of scenarios. It is for several goroutines at once.
type Record struct {
	mu sync.Mutex
	of map[key]map[string]bool
}

// key tells scenarios apart: no two of a file have one name.
type key struct{ file, scenario string }

// Note is what scenario.Options.Entered wants.
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

// Forget drops what is known of scenarios, before they run again.
func (r *Record) Forget(items []scenario.Item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, it := range items {
		delete(r.of, key{it.File, it.Name})
	}
}

// State is a game as it was: its rules, its scenarios and what these came to.
type State struct {
	rules *interpreter.Rules
	says  map[key]string
	runs  *Record // nil: nobody knows
}

// StateOf is the state of the game of some scenarios, which are all of them that can be asked for.
func StateOf(items []scenario.Item, runs *Record) *State {
	s := &State{items[0].Rules, map[key]string{}, runs}
	_, _ = s.rules.Variants() // which are read now, not when the files are others
	for _, it := range items {
		s.says[key{it.File, it.Name}] = it.Says()
	}
	return s
}

// Since picks the scenarios that a change can reach.
type Since struct {
	Was     interpreter.Sources
	States  map[string]*State // of games at that time; nil: they are read from Was, and run
	Name    string            // of that time, for people
	Options scenario.Options

	Changed []string // what has, once picked: "glacier: procedure hunt"
	Looked  int      // at so many scenarios
	Picked  int
}

// Pick keeps the scenarios that the change can reach, each with the reason.
func (s *Since) Pick(ctx context.Context, items []scenario.Item) ([]scenario.Item, error) {
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

// ofGame picks scenarios of one game.
func (s *Since) ofGame(ctx context.Context, items []scenario.Item) ([]scenario.Item, error) {
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
		return all("it cannot be read as it was in " + s.Name)
	}
	of, labels, err := s.changes(was.rules, now)
	if err != nil {
		return nil, err
	}
	for _, label := range labels {
		note(label)
	}
	var open []int // what hangs on the runs
	for i := range items {
		it := &items[i]
		says, there := was.says[key{it.File, it.Name}]
		c := of(it)
		switch is := it.Says(); {
		case !there:
			it.Why = "it is new"
		case says != is:
			it.Why = "it has changed"
		case c.everything:
			it.Why = "what has changed is everywhere"
		case c.words.in(is) != "":
			it.Why = "it names " + strings.TrimRight(c.words.in(is), "./") + ", which has changed"
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

// plain tells that scenarios run in no configurations but their own.
func (s *Since) plain() bool {
	o := s.Options
	return !o.Under && !o.AllVariants && !o.EachReading && o.Load.Variant == "" && len(o.Load.Readings) == 0
}

// changes are those that matter to a scenario. Where no variant has changed itself, what has changed
// under it is among what has changed in the game, whatever the readings.
func (s *Since) changes(was, now *interpreter.Rules) (of func(*scenario.Item) *changes, labels []string, err error) {
	names, err := now.Variants()
	if err != nil {
		return nil, nil, err
	}
	old, _ := was.Variants() // what is wrong there is seen where they are laid
	if same(was.GameFiles(), now.GameFiles()) && same(was.VariantFiles(), now.VariantFiles()) {
		return func(*scenario.Item) *changes { return &changes{} }, nil, nil
	}
	if _, err := now.Game(interpreter.Options{}); err != nil { // whomever it reaches
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
	for _, name := range slices.Concat(names, old) { // that scenarios may name, whatever they run in
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

// same tells that files are as they were.
func same(was, now []*source.Node) bool {
	return slices.EqualFunc(was, now, func(a, b *source.Node) bool {
		return a == b || a != nil && b != nil && a.Pos.File.Path == b.Pos.File.Path && bytes.Equal(a.Pos.File.Text, b.Pos.File.Text)
	})
}

// compare compares a form of the game with what it was: as it is under its readings, or all that it
// says of any.
func compare(was, now *interpreter.Rules, opt interpreter.Options, inForce bool) *changes {
	cut := func(r *interpreter.Rules) parts {
		tree, readings, err := r.Tree(opt)
		if err != nil {
			return nil // a scenario that needs it says so
		}
		if !inForce {
			readings = nil
		}
		return partsOf(tree, readings)
	}
	a, b := cut(was), cut(now)
	if a == nil || b == nil {
		return &changes{everything: true, procs: map[string]bool{}, words: words{}, labels: []string{strings.TrimSpace("rules that cannot be read " + opt.Variant)}}
	}
	return changed(a, b)
}

// state is a game as it was.
func (s *Since) state(ctx context.Context, game string) (*State, error) {
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

// before are the options for all scenarios of a game as it was.
func (s *Since) before(rules *interpreter.Rules) scenario.Options {
	opt := s.Options
	opt.Rules, opt.Pick, opt.Run, opt.Tags, opt.Trace, opt.FailFast = rules, nil, nil, nil, false, false
	return opt
}

// recorded are the runs at that time, of those scenarios of which it matters.
func (s *Since) recorded(ctx context.Context, was *State, items []scenario.Item, open []int) (*Record, error) {
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
	return runs, nil // of what has not run, nothing is known
}

package scenario

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// forms are the forms of one game that scenarios run in. Each is compiled when
// it is first wanted, and forgotten when many others have been wanted since.
type forms struct {
	ctx   context.Context // when it is done, no more are made
	rules *interpreter.Rules
	load  interpreter.Options // how all of them are loaded
	mu    sync.Mutex
	kept  []*form // the one wanted last stands last
	// variants are the names of those that there are; nil: nobody wanted to know.
	variants []string
}

// mostForms is how many are kept, besides what they share.
const mostForms = 24

// want is what makes a form: a variant, if any, and readings.
type want struct {
	variant  string
	readings map[string]string
}

// String names a form as the entries of `under` do.
func (w want) String() string {
	var names []string
	if w.variant != "" {
		names = append(names, w.variant)
	}
	for _, key := range slices.Sorted(maps.Keys(w.readings)) {
		names = append(names, key+"="+w.readings[key])
	}
	return strings.Join(names, and)
}

// with is what makes the form with one more reading in force.
func (w want) with(key, reading string) want {
	readings := map[string]string{key: reading}
	for k, r := range w.readings {
		if k != key {
			readings[k] = r
		}
	}
	return want{w.variant, readings}
}

// without is what makes the form without something that another one names.
func (w want) without(n setting, base *form) want {
	out := want{w.variant, maps.Clone(w.readings)}
	delete(out.readings, n.word)
	if was, set := base.readings[n.word]; set && out.readings != nil {
		out.readings[n.word] = was
	}
	if n.reading == "" {
		out.variant = base.variant
	}
	return out
}

// form is a game with a variant laid over it and readings in force.
type form struct {
	*interpreter.Game
	want
	name      string
	err       error // what is wrong with it; there is no Game then
	make      sync.Once
	preparing sync.Mutex // scenarios share the game's compiler
}

// get returns a form.
func (f *forms) get(w want) *form {
	x := f.find(w.String())
	x.make.Do(func() {
		x.want = w
		opt := f.load
		opt.Variant, opt.Readings = w.variant, w.readings
		if x.err = f.ctx.Err(); x.err == nil {
			x.Game, x.err = f.rules.Game(opt)
		}
	})
	return x
}

func (f *forms) find(name string) *form {
	f.mu.Lock()
	defer f.mu.Unlock()
	x := &form{name: name}
	if i := slices.IndexFunc(f.kept, func(x *form) bool { return x.name == name }); i >= 0 {
		x = f.kept[i]
		f.kept = slices.Delete(f.kept, i, i+1)
	} else if len(f.kept) == mostForms {
		f.kept = slices.Delete(f.kept, 0, 1)
	}
	f.kept = append(f.kept, x)
	return x
}

// prepare prepares a scenario for this form.
func (x *form) prepare(s *Scenario) *compiled {
	x.preparing.Lock()
	defer x.preparing.Unlock()
	return prepare(s, x)
}

// has tells whether a variant is laid over the game.
func (x *form) has(variant string) bool {
	return slices.ContainsFunc(x.Laid, func(v *syntax.Variant) bool { return v.Name == variant })
}

// hasOver tells whether the form has something in force that another has not.
func (x *form) hasOver(base *form, n setting) bool {
	if n.reading == "" {
		return x.has(n.word) && !base.has(n.word)
	}
	return x.Program.Readings[n.word] == n.reading && base.Program.Readings[n.word] != n.reading
}

// reprints tells whether variants that are not laid over another form change
// what is printed on cards.
func (x *form) reprints(base *form) bool {
	return slices.ContainsFunc(x.Laid, func(v *syntax.Variant) bool { return len(v.Cards) > 0 && !base.has(v.Name) })
}

// title is how messages begin that are about the form.
func (x *form) title() string {
	if x.name == "" {
		return "by default"
	}
	return "under " + x.name
}

// blame reports what is wrong with a form to whoever names it at pos.
func (x *form) blame(pos source.Pos, d *source.Diagnostics) {
	var found source.Diagnostics
	if !errors.As(x.err, &found) {
		d.Add(pos, "%s", x.err)
		return
	}
	for _, one := range found {
		if one.Pos.File == nil {
			one.Pos = pos
		}
		*d = append(*d, one)
	}
}

// base is the form that a scenario is about: the game itself, or its variant.
func (f *forms) base(s *Scenario, d *source.Diagnostics) *form {
	x := f.get(want{variant: s.Variant.Name})
	if x.err != nil {
		x.blame(s.Variant.Pos, d)
		return nil
	}
	return x
}

// of is the form in which all that several entries name is in force; nil if no
// variant builds on all that they name.
func (f *forms) of(base *form, names map[string]setting) *form {
	laid := base
	for _, key := range slices.Sorted(maps.Keys(names)) {
		if n := names[key]; n.reading == "" && !laid.has(n.word) {
			x := f.get(want{variant: n.word})
			if laid != base && !x.has(laid.variant) {
				return nil
			}
			laid = x
		}
	}
	w := want{laid.variant, map[string]string{}}
	for _, n := range names {
		if n.reading != "" && laid.Program.Readings[n.word] != n.reading {
			w.readings[n.word] = n.reading
		}
	}
	return f.get(w)
}

// knows reports what an entry of a scenario names and the game does not have, or
// has anyway. Only if the entry is to run it is worth loading its variant; else
// only that there is such a variant is looked at.
func (f *forms) knows(base *form, e *entry, runs bool, d *source.Diagnostics) {
	laid := base
	for _, n := range e.names {
		switch {
		case n.reading != "":
		case runs:
			laid = f.lays(base, laid, n, d)
		default:
			laid = nil
			f.hasVariant(n, d)
		}
	}
	seen := map[string]bool{}
	for _, n := range e.names {
		if n.reading == "" {
			continue
		}
		if seen[n.word] {
			d.Add(n.pos, "an entry has one reading of a ruling; this is a second of %s", n.word)
		}
		if seen[n.word] = true; laid != nil {
			laid.knows(n, d)
		}
	}
}

// hasVariant reports a variant that there is not.
func (f *forms) hasVariant(n setting, d *source.Diagnostics) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.variants == nil {
		f.variants, _ = f.rules.Variants() // what is wrong with their files is said when they are laid
	}
	if !slices.Contains(f.variants, n.word) {
		d.Unknown(n.pos, n.word, f.variants, "%s has no variant %q", f.rules.ID, n.word)
	}
}

// lays is the form of a variant that an entry names.
func (f *forms) lays(base, laid *form, n setting, d *source.Diagnostics) *form {
	x := f.get(want{variant: n.word})
	switch {
	case laid != base:
		d.Hint(n.pos, "write a variant that builds on both", "an entry names one variant; this is a second")
	case x.err != nil:
		x.blame(n.pos, d)
	case base.has(n.word):
		d.Add(n.pos, "variant %s is laid anyway", n.word)
	case base.variant != "" && !x.has(base.variant):
		d.Add(n.pos, "the scenario belongs to variant %s, which %s does not build on", base.variant, n.word)
	default:
		return x
	}
	return laid
}

// knows reports a reading that the game does not have, or that is in force
// anyway.
func (x *form) knows(n setting, d *source.Diagnostics) {
	i := slices.IndexFunc(x.Syntax.Rulings, func(r *syntax.Ruling) bool { return r.Name == n.word })
	if i < 0 {
		var keys []string
		for _, r := range x.Syntax.Rulings {
			keys = append(keys, r.Name)
		}
		d.Unknown(n.pos, n.word, keys, "there is no ruling %q", n.word)
		return
	}
	var all []string
	for _, reading := range x.Syntax.Rulings[i].Readings {
		all = append(all, reading.Name)
	}
	switch {
	case !slices.Contains(all, n.reading):
		d.UnknownOr(n.pos, n.reading, all, "it has "+strings.Join(all, ", "), "ruling %s has no reading %q", n.word, n.reading)
	case x.Program.Readings[n.word] == n.reading:
		d.Add(n.pos, "%s=%s is in force anyway", n.word, n.reading)
	}
}

// least is a form with as little of another one in force over a base as will do to
// make a difference. Halves are left out, quarters, and in the end one by one, for
// each form that is tried is compiled; the variant goes last, since readings may
// need it.
func (f *forms) least(x, base *form, differs func(*form) bool) *form {
	names := settings(x.over(base))
	slices.Reverse(names)
	for size := (len(names) + 1) / 2; size > 0; size /= 2 {
		for from := 0; from < len(names); {
			w, to := x.want, min(from+size, len(names))
			for _, n := range names[from:to] {
				w = w.without(n, base)
			}
			if y := f.get(w); y.err == nil && differs(y) {
				x, names = y, slices.Delete(names, from, to)
			} else {
				from = to
			}
		}
	}
	return x
}

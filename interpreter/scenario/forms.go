package scenario

import (
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
	rules *interpreter.Rules
	load  interpreter.Options // how all of them are loaded
	mu    sync.Mutex
	kept  []*form // the one wanted last stands last
}

// mostForms is how many are kept; each takes about two megabytes.
const mostForms = 48

// form is a game with a variant laid over it and readings in force.
type form struct {
	*interpreter.Game
	name      string // the variant and the readings that were asked for
	variant   string
	readings  map[string]string
	err       error // what is wrong with it; there is no Game then
	make      sync.Once
	preparing sync.Mutex // scenarios share the game's compiler
}

// formName names a form as the entries of `under` do.
func formName(variant string, readings map[string]string) string {
	var names []string
	if variant != "" {
		names = append(names, variant)
	}
	for _, key := range slices.Sorted(maps.Keys(readings)) {
		names = append(names, key+"="+readings[key])
	}
	return strings.Join(names, and)
}

// get returns a form.
func (f *forms) get(variant string, readings map[string]string) *form {
	x := f.find(formName(variant, readings))
	x.make.Do(func() {
		x.variant, x.readings = variant, readings
		opt := f.load
		opt.Variant, opt.Readings = variant, readings
		x.Game, x.err = f.rules.Game(opt)
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
	return prepare(s, x.Game)
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
	x := f.get(s.Variant.Name, nil)
	if x.err != nil {
		x.blame(s.Variant.Pos, d)
		return nil
	}
	return x
}

// under is the form that an entry of a scenario names.
func (f *forms) under(base *form, e *entry, d *source.Diagnostics) *form {
	bad := len(*d)
	laid := base
	for _, n := range e.names {
		if n.reading == "" {
			laid = f.underVariant(base, laid, n, d)
		}
	}
	readings := map[string]string{}
	for _, n := range e.names {
		if n.reading == "" {
			continue
		}
		if readings[n.word] != "" {
			d.Add(n.pos, "an entry has one reading of a ruling; this is a second of %s", n.word)
		}
		laid.knows(n, d)
		readings[n.word] = n.reading
	}
	if len(*d) > bad {
		return nil
	}
	x := f.get(laid.variant, readings)
	if x.err != nil {
		x.blame(e.key.Pos, d)
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
			x := f.get(n.word, nil)
			if laid != base && !x.has(laid.variant) {
				return nil
			}
			laid = x
		}
	}
	readings := map[string]string{}
	for _, n := range names {
		if n.reading != "" && laid.Program.Readings[n.word] != n.reading {
			readings[n.word] = n.reading
		}
	}
	return f.get(laid.variant, readings)
}

// underVariant is the form of a variant that an entry names.
func (f *forms) underVariant(base, laid *form, n setting, d *source.Diagnostics) *form {
	x := f.get(n.word, nil)
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
	var keys []string
	for _, r := range x.Syntax.Rulings {
		if r.Name != n.word {
			keys = append(keys, r.Name)
			continue
		}
		var all []string
		for _, reading := range r.Readings {
			all = append(all, reading.Name)
		}
		switch {
		case !slices.Contains(all, n.reading):
			hint := source.DidYouMean(n.reading, all)
			if hint == "" {
				hint = "it has " + strings.Join(all, ", ")
			}
			d.Hint(n.pos, hint, "ruling %s has no reading %q", n.word, n.reading)
		case x.Program.Readings[n.word] == n.reading:
			d.Add(n.pos, "%s=%s is in force anyway", n.word, n.reading)
		}
		return
	}
	d.Hint(n.pos, source.DidYouMean(n.word, keys), "there is no ruling %q", n.word)
}

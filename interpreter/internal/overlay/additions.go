package overlay

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// addTo adds branches, options and conditions to a step.
func addTo(s *syntax.Step, p *syntax.Patch, d *source.Diagnostics) {
	var rest []source.Pair
	for _, a := range p.Add {
		if place := s.OwnCondition(a.Key.Value); place != nil && syntax.IsCondition(a.Val) {
			*place = joined(*place, syntax.DecodeCond(a.Val, d), d)
			s.Added = append(slices.Clip(s.Added), a)
		} else {
			rest = append(rest, a)
		}
	}
	if rest == nil {
		return
	}
	switch do := s.Do.(type) {
	case *syntax.ByRuling:
		addBranches(s, do.Branches, rest, d)
	case *syntax.Switch:
		addBranches(s, do.Branches, rest, d)
	case *syntax.May:
		addOptions(do, rest, d)
	default:
		keys := s.ConditionKeys()
		d.UnknownOr(rest[0].Key.Pos, rest[0].Key.Value, keys, "conditions can be added under "+strings.Join(keys, ", "),
			"branches can be added only to the steps ruling, switch and may, not to `%s`", s.Verb)
	}
}

func addBranches(s *syntax.Step, to *syntax.Branches, add []source.Pair, d *source.Diagnostics) {
	var more []syntax.Branch
	for _, b := range add {
		more = append(more, syntax.DecodeBranch(s.Verb, b, d))
	}
	id := func(b syntax.Branch) syntax.Ident { return b.Label }
	to.List = extend(to.List, more, "a branch", id, func(b syntax.Branch) bool { return b.Variant.Name != "" }, d)
}

// addOptions adds options to a `may`, and conditions to options that it has.
func addOptions(to *syntax.May, add []source.Pair, d *source.Diagnostics) {
	to.Options = slices.Clone(to.Options)
	var more []syntax.MayOption
	for _, o := range add {
		i := slices.IndexFunc(to.Options, func(old syntax.MayOption) bool { return old.Name == o.Key.Value })
		if i < 0 || o.Val.Kind != source.Map || !syntax.IsCondition(o.Val) {
			more = append(more, syntax.DecodeOption(o, d))
			continue
		}
		in, old := syntax.Read[syntax.OptionAddition](o.Val, d), &to.Options[i]
		if in.If == nil {
			d.Hint(o.Key.Pos, "to replace the step, write `instead`",
				"an option that exists already can get conditions under `if`")
		}
		old.If = joined(old.If, in.If, d)
		old.Added = joined(old.Added, in.If, nil)
		old.Cites = slices.Concat(old.Cites, in.Cites)
	}
	id := func(o syntax.MayOption) syntax.Ident { return o.Ident }
	to.Options = extend(to.Options, more, "an option", id, func(syntax.MayOption) bool { return false }, d)
}

// joined returns a condition with the parts of two conditions, of which each can be nil. It reports parts with the same
// words.
func joined(c, more *syntax.Cond, d *source.Diagnostics) *syntax.Cond {
	if c == nil || more == nil {
		return cmp.Or(c, more)
	}
	out := *c
	out.Worded = slices.Clip(c.Worded)
	for _, w := range more.Worded {
		same := func(old syntax.Worded) bool { return w.Words.Name != "" && old.Words.Name == w.Words.Name }
		if i := slices.IndexFunc(c.Worded, same); i >= 0 {
			d.Hint(w.Words.Pos, "the first is at "+c.Worded[i].Words.Pos.String(),
				"the step already has a condition %q", w.Words.Name)
			continue
		}
		out.Worded = append(out.Worded, w)
	}
	return &out
}

// extend returns a list with additions. It reports an addition with the name of an existing
// entry, unless open returns true for that entry.
func extend[T any](list, more []T, what string, id func(T) syntax.Ident, open func(T) bool, d *source.Diagnostics) []T {
	out := slices.Clone(list)
	for _, x := range more {
		name := id(x).Name
		switch i := slices.IndexFunc(out, func(old T) bool { return id(old).Name == name }); {
		case i < 0:
			out = append(out, x)
		case open(out[i]):
			out[i] = x
		default:
			d.Hint(id(x).Pos, "to replace the step, write `instead`", "the step already has %s %q", what, name)
		}
	}
	return out
}

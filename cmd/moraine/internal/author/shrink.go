package author

import (
	"slices"

	"moraine/interpreter/source"
)

// joinLines joins choices with the act to which they belong, as long as the draft passes and
// ends at the same moment.
func (w *writer) joinLines(d *Draft) {
	for i := 0; i < len(d.When); i++ {
		try := *d
		try.When = slices.Delete(slices.Clone(d.When), i, i+1)
		if d.When[i].Get("stands") != nil && w.proves(&try) {
			*d = try
		}
	}
	w.join(d, make([]bool, len(d.When)), d.When, 0, len(d.When))
}

// shorten removes every line of `given` that is not needed.
func (w *writer) shorten(d *Draft) {
	d.Given = Shrink(d.Given, func(given *source.Node) bool {
		try := *d
		try.Given = given
		return w.proves(&try)
	})
}

// Shrink removes lines from a position, as long as holds returns true for the rest.
func Shrink(given *source.Node, holds func(given *source.Node) bool) *source.Node {
	for changed := true; changed; {
		changed = false
		for i := 0; ; {
			all := reductions(given)
			if i >= len(all) {
				break
			}
			if holds(all[i]) {
				given, changed = all[i], true
			} else {
				i++
			}
		}
	}
	return given
}

// join joins the lines in a range with those before them: all at once or, if that changes the
// meaning, in halves.
func (w *writer) join(d *Draft, joined []bool, lines []*source.Node, from, to int) {
	if from == to {
		return
	}
	for i := from; i < to; i++ {
		joined[i] = true
	}
	try := *d
	if try.When = join(lines, joined); len(try.When) == len(d.When) || w.proves(&try) {
		*d = try
		return
	}
	for i := from; i < to; i++ {
		joined[i] = false
	}
	middle := (from + to) / 2
	if to-from > 1 {
		w.join(d, joined, lines, from, middle)
		w.join(d, joined, lines, middle, to)
	}
}

// join joins each line marked in joined with the line before it, where that is possible.
func join(lines []*source.Node, joined []bool) (out []*source.Node) {
	for i, line := range lines {
		if last := len(out) - 1; joined[i] && last >= 0 {
			a, b := out[last].Pairs[0], line.Pairs[0]
			if a.Key.Value == b.Key.Value {
				if val := joinTwo(a.Key.Value, a.Val, b.Val); val != nil {
					out[last] = source.MapOf(a.Key.Value, val)
					continue
				}
			}
		}
		out = append(out, line)
	}
	return out
}

// joinTwo joins two lines of the same seat, or of chance. It returns nil if that is
// impossible.
func joinTwo(key string, a, b *source.Node) *source.Node {
	switch {
	case key == "draws" && (a.Kind == source.Map || b.Kind == source.Map):
		if a.Kind != b.Kind || a.Pairs[0].Key.Value != b.Pairs[0].Key.Value {
			return nil
		}
		return source.MapOf(a.Pairs[0].Key.Value,
			source.ListOf(slices.Concat(a.Pairs[0].Val.Items, b.Pairs[0].Val.Items)...))
	case key == "rolls" || key == "draws":
		return source.ListOf(append(slices.Clone(a.Items), b.Items...)...)
	case b.Kind != source.Map || b.Get("play") != nil ||
		a.Kind == source.Scalar && (a.Value == "pass" || a.Value == "nothing"):
		return nil
	case a.Kind == source.Scalar:
		return source.MapOf(a.Value, b)
	}
	in := a
	if first := a.Pairs[0]; len(a.Pairs) == 1 && first.Val.Kind == source.Map && first.Val.Get("label") == nil {
		in = first.Val
	}
	for _, p := range b.Pairs {
		if in.Get(p.Key.Value) != nil {
			return nil
		}
		in = in.With(p.Key.Value, p.Val)
	}
	if len(a.Pairs) == 1 && a.Pairs[0].Val.Kind == source.Map {
		return source.MapOf(a.Pairs[0].Key.Value, in)
	}
	return in
}

// reductions returns variants of a value with one element less: an entry of a map, or the last
// item of a list. For an unordered block, "rest" is smaller than a list.
func reductions(n *source.Node) (out []*source.Node) {
	replace := func(i int, val *source.Node) {
		m := *n
		m.Pairs = slices.Clone(n.Pairs)
		m.Pairs[i].Val = val
		out = append(out, &m)
	}
	for i, p := range n.Pairs {
		m := *n
		m.Pairs = slices.Delete(slices.Clone(n.Pairs), i, i+1)
		out = append(out, &m)
		switch {
		case p.Val.Kind == source.Map && p.Val.Get("block") != nil:
			if block := p.Val.Get("block"); block.Kind == source.List {
				replace(i, p.Val.With("block", source.Text("rest")))
			}
		case p.Key.Value == "goes_on" && p.Val.Kind == source.List:
			for _, list := range listReductions(p.Val.Items) {
				replace(i, list)
			}
		case p.Val.Kind == source.Map && p.Key.Value != "cards" && p.Key.Value != "times" && p.Val.Get("is") == nil:
			for _, val := range reductions(p.Val) {
				if len(val.Pairs) > 0 {
					replace(i, val)
				}
			}
		}
	}
	return out
}

// listReductions returns lists with one caller less, or with a smaller description of a caller.
func listReductions(items []*source.Node) (out []*source.Node) {
	if len(items) > 1 {
		out = append(out, source.ListOf(items[:len(items)-1]...))
	} else {
		out = append(out, items[0])
	}
	for i, it := range items {
		if it.Kind != source.Map {
			continue
		}
		less := reductions(it.Pairs[0].Val)
		for _, names := range less {
			all := slices.Clone(items)
			all[i] = source.MapOf(it.Pairs[0].Key.Value, names)
			if len(names.Pairs) == 0 {
				all[i] = it.Pairs[0].Key
			}
			out = append(out, source.ListOf(all...))
		}
	}
	return out
}

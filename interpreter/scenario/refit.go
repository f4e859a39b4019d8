package scenario

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
)

// A script that breaks off in a form may fit it with a change that leaves all
// decisions what they were: what nobody asks for is left out, and what somebody
// else decides, he decides so. If the script then runs to its end, that is how
// the scenario comes out there. A question that is new needs a person.

// refit are the rows with scripts that fit, and the scenario as it would be
// written with one; nil if there is no such script.
func (d *draft) refit(rows []*Scenario, opt Options) *draft {
	for tries := 0; tries < 20; tries++ {
		i := slices.IndexFunc(d.rows, func(r *watched) bool { return r.failed })
		if i < 0 {
			if slices.ContainsFunc(d.rows, func(r *watched) bool { return r.open != "" }) {
				return nil
			}
			return d
		}
		r := d.rows[i]
		if r.runner == nil || r.failure == nil || !r.failure.misfits() {
			return nil
		}
		change := r.change(r.failure)
		if change == nil {
			return nil
		}
		of := *d.of
		if of.When = change(d.of.When); of.When == nil {
			return nil
		}
		again := make([]*Scenario, len(rows))
		for j := range rows {
			s := *rows[j]
			if s.When = change(s.When); s.When == nil {
				return nil
			}
			again[j] = &s
		}
		rows = again
		d = newDraft(d.form, rows, opt)
		d.of, d.changed = &of, true
	}
	return nil
}

// change is what makes lines fit; it gives nil for lines that it cannot change.
func (r *watched) change(f *failure) func([]*source.Node) []*source.Node {
	l, here := r.lines[f.line], r.When[f.line]
	switch {
	case f.kind == wrongThrower:
		return onLine(f.line, func(n *source.Node) []*source.Node {
			if by := n.Get("rolls"); by != nil && by.Kind == source.Map && len(by.Pairs) == 1 {
				return []*source.Node{mapOf("rolls", mapOf(r.seatName(f.request.For), by.Pairs[0].Val))}
			}
			return nil
		})
	case f.choice != nil && l.seat < 0:
		return onLine(f.line, func(n *source.Node) []*source.Node { return orNothing(withoutAt(n, pathTo(here, f.choice.val.Pos))) })
	case f.choice != nil:
		return onLine(f.line, func(n *source.Node) []*source.Node {
			path := pathTo(here, f.choice.key)
			out := orNothing(withoutChoice(n, path))
			if out != nil && r.asksElse(f, l, f.choice) {
				out = append(out, r.decides(f.request, f.choice.name, valueAt(n, path)))
			}
			return out
		})
	case l.does != nil:
		return nil // that somebody cannot do it is what there is to be said
	case len(l.names) == 1 && r.asksElse(f, l, l.names[0]):
		return onLine(f.line, func(n *source.Node) []*source.Node {
			val := valueAt(n, pathTo(here, l.names[0].key))
			if val == nil {
				return nil
			}
			return []*source.Node{r.decides(f.request, l.names[0].name, val)}
		})
	}
	return onLine(f.line, func(*source.Node) []*source.Node { return []*source.Node{} })
}

// asksElse tells whether somebody else, or chance, is asked for a choice.
func (r *watched) asksElse(f *failure, l *line, ch *choice) bool {
	return f.request != nil && int(f.request.By) != l.seat && shortName(f.request) == ch.name
}

// decides is the line in which a choice is made by whoever is asked for it.
func (r *watched) decides(req *machine.Request, name string, val *source.Node) *source.Node {
	switch {
	case req.By != machine.Chance:
		return mapOf(r.seatName(req.By), mapOf(name, val))
	case req.List:
		return mapOf("draws", listOf(listOf(items(val)...)))
	case val.Kind == source.List && len(val.Items) == 1:
		return mapOf("draws", val)
	}
	return mapOf("draws", listOf(val))
}

// orNothing is a line, or none if there is nothing left in it.
func orNothing(n *source.Node) []*source.Node {
	switch {
	case n == nil:
		return nil
	case len(n.Pairs) == 0:
		return []*source.Node{}
	}
	return []*source.Node{n}
}

// onLine puts other lines in place of one.
func onLine(i int, change func(*source.Node) []*source.Node) func([]*source.Node) []*source.Node {
	return func(lines []*source.Node) []*source.Node {
		if i >= len(lines) || len(lines[i].Pairs) == 0 {
			return nil
		}
		n := change(lines[i])
		if n == nil {
			return nil
		}
		return slices.Concat([]*source.Node{}, lines[:i], n, lines[i+1:])
	}
}

// pathTo leads to the value, or to the key, that stands at a place.
func pathTo(n *source.Node, at source.Pos) []int {
	for i, it := range n.Items {
		if it.Pos == at {
			return []int{i}
		}
		if rest := pathTo(it, at); rest != nil {
			return append([]int{i}, rest...)
		}
	}
	for i, p := range n.Pairs {
		if p.Key.Pos == at || p.Val.Pos == at {
			return []int{i}
		}
		if rest := pathTo(p.Val, at); rest != nil {
			return append([]int{i}, rest...)
		}
	}
	return nil
}

// valueAt is what a path leads to; nil if it leads nowhere, since a line as it
// stands in the file may have a hole where the row has more.
func valueAt(n *source.Node, path []int) *source.Node {
	for _, i := range path {
		switch {
		case i < len(n.Items):
			n = n.Items[i]
		case i < len(n.Pairs):
			n = n.Pairs[i].Val
		default:
			return nil
		}
	}
	return n
}

// withoutAt is a value without what a path leads to, and without lists and maps
// that are empty then; nil if the path leads nowhere.
func withoutAt(n *source.Node, path []int) *source.Node {
	if len(path) == 0 || path[0] >= len(n.Items)+len(n.Pairs) {
		return nil
	}
	out, i := *n, path[0]
	out.Items, out.Pairs = slices.Clone(n.Items), slices.Clone(n.Pairs)
	if len(path) > 1 {
		rest := withoutAt(valueAt(n, path[:1]), path[1:])
		switch {
		case rest == nil:
			return nil
		case len(rest.Items)+len(rest.Pairs) == 0:
		case n.Kind == source.List:
			out.Items[i] = rest
			return &out
		default:
			out.Pairs[i].Val = rest
			return &out
		}
	}
	if n.Kind == source.List {
		out.Items = slices.Delete(out.Items, i, i+1)
	} else {
		out.Pairs = slices.Delete(out.Pairs, i, i+1)
	}
	return &out
}

// withoutChoice is a line of what somebody does without one of the choices. An
// option is left of {ann: {option: {choice: value}}}.
func withoutChoice(n *source.Node, path []int) *source.Node {
	if len(path) == 3 && valueAt(n, path) != nil && len(valueAt(n, path[:2]).Pairs) == 1 {
		act := n.Pairs[path[0]]
		return mapOf(act.Key.Value, text(act.Val.Pairs[path[1]].Key.Value))
	}
	return withoutAt(n, path)
}

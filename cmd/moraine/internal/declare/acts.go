package declare

import (
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/author"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// maxChanges limits the changes of a script in an entry.
const maxChanges = 3

// changedActs returns an entry in which the choices that a player is no longer asked for are made by the player or the
// chance that decides now, or are left out. It returns nil if that does not make the script run to its end. out is
// the run of the script as it is.
func changedActs(f *scenario.Undeclared, out *exec.Outcome) *source.Node {
	if len(f.Rows) > 1 || f.Rows[0].Row > 0 {
		return nil
	}
	of, when := f.Rows[0], f.Rows[0].When
	for range maxChanges {
		if out.Stop == nil {
			break
		}
		changed, ok := amend(when, out.Stop)
		if !ok {
			return nil
		}
		when = changed
		of, out = f.ObserveScript(when)
	}
	if of == f.Rows[0] || out.Seen == nil || out.Seen.Words != "" || out.Seen.Fault != "" {
		return nil
	}
	entry, why := author.Entry(of, []*exec.Outcome{out})
	if why != "" {
		return nil
	}
	if entry.Get("when") == nil {
		entry.Pairs = slices.Insert(entry.Pairs, 0, source.Entry("when", source.ListOf(when...)))
	}
	return entry
}

// amend returns a script without the choice at which it stops. If another seat is asked for it now, a line of theirs
// has it.
func amend(when []*source.Node, stop *exec.Stop) (changed []*source.Node, ok bool) {
	if stop.Line >= len(when) || stop.Choice == "" && !stop.Answer {
		return nil, false
	}
	line := when[stop.Line]
	if line.Kind != source.Map || len(line.Pairs) != 1 {
		return nil, false
	}
	act := line.Pairs[0]
	choice, rest := stop.Choice, (*source.Node)(nil)
	var val *source.Node
	switch {
	case choice != "":
		if rest, val = without(act.Val, choice); val == nil {
			return nil, false
		}
	case act.Val.Kind == source.Map && len(act.Val.Pairs) == 1:
		choice, val = act.Val.Pairs[0].Key.Value, act.Val.Pairs[0].Val
	}
	var lines []*source.Node
	if rest != nil {
		lines = append(lines, source.MapOf(act.Key.Value, rest))
	}
	switch s := stop.Stands; {
	case val == nil || !strings.HasSuffix(s.Request, "."+choice):
	case s.By != "":
		lines = append(lines, source.MapOf(s.By, source.MapOf(choice, val)))
	case !s.Dice:
		lines = append(lines, source.MapOf("draws", source.ListOf(val.AsList()...)))
	}
	return slices.Replace(slices.Clone(when), stop.Line, stop.Line+1, lines...), true
}

// without removes a choice from an act. It returns the rest of the act and the value of the choice, nil if the act does
// not have it. If only the option is left, the rest is its name; if nothing is left, it is nil.
func without(act *source.Node, choice string) (rest, val *source.Node) {
	if act.Kind != source.Map {
		return act, nil
	}
	if val = act.Get(choice); val != nil {
		if rest = act.Without(choice); len(rest.Pairs) == 0 {
			rest = nil
		}
		return rest, val
	}
	for _, p := range act.Pairs {
		inner, val := without(p.Val, choice)
		if val == nil {
			continue
		}
		if inner == nil && len(act.Pairs) == 1 {
			return p.Key, val
		} else if inner == nil {
			inner = source.Text("true")
		}
		return act.With(p.Key.Value, inner), val
	}
	return act, nil
}

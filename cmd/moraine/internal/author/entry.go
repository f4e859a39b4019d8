package author

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// entry is an entry of `under` in preparation: the failed checks with the actual values. An
// entry must be valid for all rows of the examples; the first reason why it cannot be is kept.
type entry struct {
	of  *spec.Scenario // as in the file
	why string
}

// Entry returns the entry for the outcomes of a scenario's rows, or the reason why it must be
// written by hand.
func Entry(of *spec.Scenario, rows []*exec.Outcome) (out *source.Node, why string) {
	d := &entry{of: of}
	out = d.write(rows)
	return out, d.why
}

func (d *entry) giveUp(format string, args ...any) {
	if d.why == "" {
		d.why = fmt.Sprintf(format, args...)
	}
}

func (d *entry) write(rows []*exec.Outcome) *source.Node {
	var words []string // why the rows stopped
	for _, r := range rows {
		switch {
		case r.Seen == nil && len(r.Faults) > 0:
			for _, f := range r.Faults {
				words = append(words, f.Text)
			}
		case r.Seen == nil:
		case r.Seen.Fault != "":
			d.giveUp("the rules break: %s", r.Seen.Fault)
		case r.Seen.Words != "":
			words = append(words, r.Seen.Words)
		}
	}
	out := source.NewMap()
	if len(words) > 0 {
		some := slices.ContainsFunc(rows, func(r *exec.Outcome) bool { return !r.Failed })
		common := inCommon(words)
		if some || common == "" {
			d.giveUp("the script stops with an error in some rows of the examples, but not in all: %s", words[0])
		}
		out.Put("fails", source.Text(common))
		return out
	}
	var ends []*exec.Seen
	for _, r := range rows {
		if r.Seen == nil || r.Seen.End == nil {
			d.giveUp("each row of the examples has a script of its own, so one entry cannot cover all rows")
			return out
		}
		ends = append(ends, r.Seen.End)
	}
	if script, changed := d.script(rows); changed {
		out.Put("when", script)
	}
	end, _ := d.restate(d.of.Checks, ends, false)
	out.Pairs = append(out.Pairs, end...)
	if d.of.Checks.Get("stands") == nil && slices.ContainsFunc(rows, func(r *exec.Outcome) bool {
		return r.Seen.Open != ""
	}) {
		var found []*exec.Found
		for _, s := range ends {
			found = append(found, &exec.Found{Is: source.Text(s.At)})
		}
		out.Put("stands", d.value("stands", found))
	}
	return out
}

// inCommon returns the longest sequence of several words that occurs in all texts, or the text
// itself if there is only one.
func inCommon(all []string) (longest string) {
	words := strings.Fields(all[0])
	if all = slices.Compact(slices.Clone(all)); len(all) == 1 {
		return all[0]
	}
	for from := range words {
		for to := len(words); to > from+1; to-- {
			run := strings.Join(words[from:to], " ")
			everywhere := !slices.ContainsFunc(all, func(t string) bool {
				return !strings.Contains(" "+t+" ", " "+run+" ")
			})
			if everywhere && len(run) > len(longest) {
				longest = run
			}
		}
	}
	return longest
}

// script returns the script with corrected checks between its lines.
func (d *entry) script(rows []*exec.Outcome) (script *source.Node, changed bool) {
	script = source.ListOf()
	if d.of.When == nil && slices.ContainsFunc(rows, func(r *exec.Outcome) bool {
		return slices.ContainsFunc(r.Seen.Lines, func(s *exec.Seen) bool { return s != nil && !s.Holds() })
	}) {
		d.giveUp("each row of the examples has a script of its own, and checks in it fail")
	}
	for i, n := range d.of.When {
		if spec.IsCheck(n) {
			var seen []*exec.Seen
			for _, r := range rows {
				seen = append(seen, r.Seen.Lines[i])
			}
			pairs, same := d.restate(spec.DecodeLine(n, &source.Diagnostics{}), seen, true)
			changed = changed || !same
			if !same {
				n = source.NewMap(pairs...)
			}
		}
		if n.Kind != source.Map || len(n.Pairs) > 0 {
			script.Items = append(script.Items, n)
		}
	}
	return script, changed
}

// restate returns checks with the actual values: checks of keys with a change or, if all is
// set, all checks; of formulas only changed ones. same reports that nothing has changed.
func (d *entry) restate(checks *source.Node, rows []*exec.Seen, all bool) (out []source.Pair, same bool) {
	says, changed := map[string][]spec.Single{}, map[string]bool{}
	var formulas []spec.Single // changed formulas
	for _, key := range spec.CheckKeys {
		for i, was := range spec.SplitChecks(checks, key, &source.Diagnostics{}) {
			var found []*exec.Found // by row
			for _, s := range rows {
				found = append(found, s.Of(key)[i])
			}
			if !slices.ContainsFunc(found, func(f *exec.Found) bool { return !f.Holds }) {
				says[key] = append(says[key], was)
				continue
			}
			changed[key] = true
			if key == "then" {
				parts, others := d.formulas(was.Val, found)
				says[key], formulas = append(says[key], parts...), append(formulas, others...)
			} else if now := d.checkNow(was, found); now.Key != "" {
				changed[now.Key] = true
				says[now.Key] = append(says[now.Key], now)
			}
		}
	}
	if !all && len(formulas) > 0 {
		says["then"] = formulas
	}
	if changed["then"] && len(says["then"]) == 0 {
		d.giveUp("this check cannot be evaluated in the other configuration: %s", checks.Get("then").AsList()[0].Value)
	}
	for _, key := range spec.CheckKeys {
		if all && len(says[key]) > 0 || !all && changed[key] {
			out = append(out, source.Entry(key, spec.JoinChecks(key, says[key])))
		}
	}
	return out, len(changed) == 0
}

// checkNow returns a check that passes in all rows. Its key is empty if there is none.
func (d *entry) checkNow(was spec.Single, found []*exec.Found) spec.Single {
	now := spec.Single{Key: found[0].Now, Who: was.Who, Val: was.Val}
	apart := slices.ContainsFunc(found, func(f *exec.Found) bool { return f.Now != now.Key })
	switch now.Key {
	case "refuses", "allows":
		if apart {
			d.giveUp("this is allowed in some rows of the examples and refused in others: %s", was.Val.Inline())
		}
		now.Val = withoutReason(was.Val)
		if found[0].Is != nil {
			now.Val = now.Val.With("because", d.value("because", found))
		}
	case "sees", "hides":
		if apart {
			return spec.Single{}
		}
	case "chance":
		now.Val = was.Val.With("is", d.value(now.Key, found))
	case "":
	default:
		now.Val = d.value(now.Key, found)
	}
	return now
}

// value returns the actual value if it is the same in all rows.
func (d *entry) value(key string, found []*exec.Found) *source.Node {
	for _, f := range found {
		switch {
		case f.Is == nil:
			d.giveUp("the position has no value for the key `%s`", key)
			return source.Text("")
		case f.Is.Flow() != found[0].Is.Flow():
			d.giveUp("rows of the examples have different values for `%s`: %s, and %s", key, found[0].Is.Flow(),
				f.Is.Flow())
		}
	}
	return found[0].Is
}

// withoutReason returns a refused act without its `because`.
func withoutReason(n *source.Node) *source.Node {
	out := *n.Without("because")
	out.Pairs = slices.Clone(out.Pairs)
	for i, p := range out.Pairs {
		out.Pairs[i].Val = p.Val.Without("because")
	}
	return &out
}

// formulas returns true formulas for an entry in place of a false one: all of them, and separately those that are not
// already conjuncts of the false one. It omits formulas about hidden information.
func (d *entry) formulas(was *source.Node, found []*exec.Found) (all, others []spec.Single) {
	for j, p := range found[0].Parts {
		holds := true
		says := slices.Clone(p.Restated) // true in all rows
		for _, f := range found {
			if len(f.Parts) != len(found[0].Parts) {
				d.giveUp("rows of the examples have formulas with different numbers of parts: %s", was.Value)
				return nil, nil
			}
			holds = holds && f.Parts[j].Holds && f.Parts[j].Text == p.Text
			says = slices.DeleteFunc(says, func(t string) bool { return !slices.Contains(f.Parts[j].Restated, t) })
		}
		switch {
		case holds:
			all = append(all, spec.Single{Key: "then", Val: source.Text(p.Text)})
		case len(says) > 0:
			one := spec.Single{Key: "then", Val: source.Text(says[0])}
			all, others = append(all, one), append(others, one)
		case slices.ContainsFunc(found, func(f *exec.Found) bool { return len(f.Parts[j].Restated) > 0 }):
			d.giveUp("no formula is true in all rows of the examples: %s", was.Value)
		}
	}
	return all, others
}

package declare

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/scenario/exec"
)

// A draft is an entry of `under` as a machine writes it: the checks that do not hold, each with
// what is the case there. What cannot be said so of all rows of the examples is left to a
// person: the first reason is kept, and whatever a draft goes on to say is of no use then.
type draft struct {
	of  *exec.Scenario // as it stands in the file
	why string
}

// Entry is the entry of a scenario that came out like this, by row; else why a person has to write it.
func Entry(of *exec.Scenario, rows []*exec.Outcome) (entry *source.Node, why string) {
	d := &draft{of: of}
	entry = d.entry(rows)
	return entry, d.why
}

func (d *draft) leave(format string, args ...any) {
	if d.why == "" {
		d.why = fmt.Sprintf(format, args...)
	}
}

func (d *draft) entry(rows []*exec.Outcome) *source.Node {
	var words []string // why rows break off
	for _, r := range rows {
		switch {
		case r.Seen == nil && len(r.Faults) > 0:
			for _, f := range r.Faults {
				words = append(words, f.Text)
			}
		case r.Seen == nil:
		case r.Seen.Fault != "":
			d.leave("the rules break: %s", r.Seen.Fault)
		case r.Seen.Words != "":
			words = append(words, r.Seen.Words)
		}
	}
	out := &source.Node{Kind: source.Map}
	if len(words) > 0 {
		some := slices.ContainsFunc(rows, func(r *exec.Outcome) bool { return !r.Failed })
		common := inCommon(words)
		if some || common == "" {
			d.leave("the script breaks off in some rows of the examples: %s", words[0])
		}
		out.Put("fails", exec.Text(common))
		return out
	}
	var ends []*exec.Seen
	for _, r := range rows {
		if r.Seen == nil || r.Seen.End == nil {
			d.leave("the rows of the examples have scripts of their own")
			return out
		}
		ends = append(ends, r.Seen.End)
	}
	if script, changed := d.script(rows); changed {
		out.Put("when", script)
	}
	end, _ := d.restate(d.of.Checks, ends, false)
	out.Pairs = append(out.Pairs, end...)
	if d.of.Checks.Stands == nil && slices.ContainsFunc(rows, func(r *exec.Outcome) bool { return r.Seen.Open != "" }) {
		var found []*exec.Found
		for _, s := range ends {
			found = append(found, &exec.Found{Is: exec.Text(s.At)})
		}
		out.Put("stands", d.value("stands", found))
	}
	return out
}

// inCommon is the longest run of several words that stands in all texts, or the one text.
func inCommon(all []string) (longest string) {
	words := strings.Fields(all[0])
	if all = slices.Compact(slices.Clone(all)); len(all) == 1 {
		return all[0]
	}
	for from := range words {
		for to := len(words); to > from+1; to-- {
			run := strings.Join(words[from:to], " ")
			everywhere := !slices.ContainsFunc(all, func(t string) bool { return !strings.Contains(" "+t+" ", " "+run+" ") })
			if everywhere && len(run) > len(longest) {
				longest = run
			}
		}
	}
	return longest
}

// script is the script with the checks between its lines as they hold.
func (d *draft) script(rows []*exec.Outcome) (script *source.Node, changed bool) {
	script = exec.ListOf()
	if d.of.When == nil && slices.ContainsFunc(rows, func(r *exec.Outcome) bool {
		return slices.ContainsFunc(r.Seen.Lines, func(s *exec.Seen) bool { return s != nil && !s.Holds() })
	}) {
		d.leave("the rows of the examples have scripts of their own, with checks that do not hold")
	}
	for i, n := range d.of.When {
		if exec.IsCheck(n) {
			var seen []*exec.Seen
			for _, r := range rows {
				seen = append(seen, r.Seen.Lines[i])
			}
			pairs, same := d.restate(exec.DecodeLine(n, &source.Diagnostics{}), seen, true)
			if changed = changed || !same; !same {
				n = &source.Node{Kind: source.Map, Pairs: pairs}
			}
		}
		if n.Kind != source.Map || len(n.Pairs) > 0 {
			script.Items = append(script.Items, n)
		}
	}
	return script, changed
}

// restate writes checks as they hold: those that have changed or, between the lines of a
// script, all. It tells whether none has changed.
func (d *draft) restate(ch *exec.Checks, rows []*exec.Seen, all bool) (out []source.Pair, same bool) {
	same = true
	put := func(key string, val *source.Node, holds bool) {
		if same = same && holds; all && val != nil && len(val.Items)+len(val.Pairs)+len(val.Value) > 0 || !all && !holds {
			out = append(out, source.Pair{Key: exec.Text(key), Val: val})
		}
	}
	one := func(key string, was *source.Node) {
		if was == nil {
			return
		}
		found := at(rows, 0, key)
		switch holds := allHold(found); {
		case holds:
			put(key, was, true)
		case key == "chance":
			put(key, exec.Including(was, "is", d.value(key, found)), false)
		default:
			put(key, d.value(key, found), false)
		}
	}
	d.then(ch, rows, all, put)
	one("wins", ch.Wins)
	d.offers(ch, rows, put)
	d.acts(ch, rows, put)
	d.sights(ch, rows, put)
	one("chance", ch.Chance)
	one("stands", ch.Stands)
	return out, same
}

type putter func(key string, val *source.Node, holds bool)

// at is the i-th check of some keys, by row.
func at(rows []*exec.Seen, i int, keys ...string) (out []*exec.Found) {
	for _, s := range rows {
		out = append(out, s.Of(keys...)[i])
	}
	return out
}

func allHold(found []*exec.Found) bool {
	return !slices.ContainsFunc(found, func(f *exec.Found) bool { return !f.Holds })
}

// value is what is the case in all rows.
func (d *draft) value(key string, found []*exec.Found) *source.Node {
	for _, f := range found {
		switch {
		case f.Is == nil:
			d.leave("there is nothing to be said under `%s`", key)
			return exec.Text("")
		case f.Is.Flow() != found[0].Is.Flow():
			d.leave("the rows of the examples differ under `%s`: %s, and %s", key, found[0].Is.Flow(), f.Is.Flow())
		}
	}
	return found[0].Is
}

func (d *draft) offers(ch *exec.Checks, rows []*exec.Seen, put putter) {
	if ch.Offers == nil {
		return
	}
	out, same := *ch.Offers, true
	out.Pairs = slices.Clone(out.Pairs)
	for i := range out.Pairs {
		if found := at(rows, i, "offers"); !allHold(found) {
			out.Pairs[i].Val, same = d.value("offers", found), false
		}
	}
	put("offers", &out, same)
}

// withoutReason is an act that is refused without the words for why.
func withoutReason(n *source.Node) *source.Node {
	out := *exec.Without(n, "because")
	out.Pairs = slices.Clone(out.Pairs)
	for i, p := range out.Pairs {
		out.Pairs[i].Val = exec.Without(p.Val, "because")
	}
	return &out
}

// acts writes what is refused, and for which reason, and what is allowed.
func (d *draft) acts(ch *exec.Checks, rows []*exec.Seen, put putter) {
	refuses, allows := exec.ListOf(), exec.ListOf()
	refused, allowed := true, true // as the scenario says
	for i, n := range slices.Concat(ch.Refuses, ch.Allows) {
		was := i < len(ch.Refuses)
		found := at(rows, i, "refuses", "allows")
		is := found[0].Refused
		if slices.ContainsFunc(found, func(f *exec.Found) bool { return f.Refused != is }) {
			d.leave("in some rows of the examples this is refused, in others it is not: %s", n.Inline())
		}
		if !allHold(found) {
			refused, allowed = false, allowed && was && is
			n = withoutReason(n)
			if is && found[0].Is != nil {
				n = exec.Including(n, "because", d.value("because", found))
			}
		}
		if is {
			refuses.Items = append(refuses.Items, n)
		} else {
			allows.Items = append(allows.Items, n)
		}
	}
	if ch.Refuses != nil || len(refuses.Items) > 0 {
		put("refuses", refuses, refused)
	}
	if ch.Allows != nil || len(allows.Items) > 0 {
		put("allows", allows, allowed)
	}
}

// sights writes who sees what.
func (d *draft) sights(ch *exec.Checks, rows []*exec.Seen, put putter) {
	now := map[bool]*source.Node{true: {Kind: source.Map}, false: {Kind: source.Map}} // by whether it is seen
	same := map[bool]bool{true: true, false: true}
	i := 0
	for _, was := range []bool{true, false} {
		said := ch.Sees
		if !was {
			said = ch.Hides
		}
		if said == nil {
			continue
		}
		for _, p := range said.Pairs {
			for _, zone := range exec.Items(p.Val) {
				found := at(rows, i, "sees", "hides")
				all := !slices.ContainsFunc(found, func(f *exec.Found) bool { return !f.All })
				none := !slices.ContainsFunc(found, func(f *exec.Found) bool { return !f.None })
				i++
				is := was
				if was && !all || !was && !none {
					if same[was] = false; !all && !none {
						continue
					}
					is, same[!was] = !was, false
				}
				now[is] = listing(now[is], p.Key.Value, zone)
			}
		}
	}
	if ch.Sees != nil || len(now[true].Pairs) > 0 {
		put("sees", now[true], same[true])
	}
	if ch.Hides != nil || len(now[false].Pairs) > 0 {
		put("hides", now[false], same[false])
	}
}

// listing is a map of lists with one more entry under a key.
func listing(n *source.Node, key string, item *source.Node) *source.Node {
	var list []*source.Node
	if have := n.Get(key); have != nil {
		list = slices.Clone(have.Items)
	}
	return exec.Including(n, key, exec.ListOf(append(list, item)...))
}

// then writes formulas that hold. One that cannot be worked out, since it looks at
// what nobody can know, is left out.
func (d *draft) then(ch *exec.Checks, rows []*exec.Seen, all bool, put putter) {
	if ch.Then == nil {
		return
	}
	texts, holds := d.formulas(ch, rows, all)
	if len(texts) == 0 && !holds && !all {
		texts, holds = d.formulas(ch, rows, true)
	}
	out := exec.ListOf()
	for _, t := range texts {
		out.Items = append(out.Items, exec.Text(t))
	}
	switch {
	case len(texts) == 0 && !holds:
		d.leave("it cannot be worked out whether %s", ch.Then[0].Value)
	case len(texts) == 1:
		out = out.Items[0]
	}
	put("then", out, holds)
}

// formulas are those that hold: all, or those that are not as the scenario has them.
func (d *draft) formulas(ch *exec.Checks, rows []*exec.Seen, all bool) (out []string, holds bool) {
	add := func(text string) {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	holds = true
	for i, n := range ch.Then {
		found := at(rows, i, "then")
		if allHold(found) {
			if all {
				add(n.Value)
			}
			continue
		}
		holds = false
		for j, p := range found[0].Parts {
			ok := true
			says := slices.Clone(p.Says) // in all rows
			for _, f := range found {
				if len(f.Parts) != len(found[0].Parts) {
					d.leave("the rows of the examples have formulas of several parts: %s", n.Value)
					return nil, false
				}
				ok = ok && f.Parts[j].Holds && f.Parts[j].Text == p.Text
				says = slices.DeleteFunc(says, func(t string) bool { return !slices.Contains(f.Parts[j].Says, t) })
			}
			switch {
			case ok && all:
				add(p.Text)
			case ok:
			case len(says) > 0:
				add(says[0])
			case slices.ContainsFunc(found, func(f *exec.Found) bool { return len(f.Parts[j].Says) > 0 }):
				d.leave("no formula says it of all rows of the examples: %s", n.Value)
			}
		}
	}
	return out, holds
}

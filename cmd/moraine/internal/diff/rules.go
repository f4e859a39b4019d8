package diff

import (
	"slices"
	"strings"
)

// Rule is a declaration (not a card) that differs, or the part of its difference that one
// reading causes.
type Rule struct {
	What    string // procedure, window, formula, …
	Name    string
	Change  Change
	At      [2]string // FILE:LINE of the difference; "" if a side has no such line
	Because []string  // rulings that cause the difference
	Hunks   [][]Edit  // lines between hunks are equal, or differ for other reasons
}

// RulesFor returns the rules that differ because of a ruling. A rule with several such rulings
// is listed for the first. An empty ruling selects rules that differ for other reasons.
func (r *Report) RulesFor(ruling string) (out []*Rule) {
	for _, x := range r.Rules {
		if ruling == "" && len(x.Because) == 0 || len(x.Because) > 0 && x.Because[0] == ruling {
			out = append(out, x)
		}
	}
	return out
}

// rules returns the declarations that differ, in the order of the first side. Those that exist
// only on the second side are placed after others of their sort.
func rules(a, b []declaration, rulings []*Ruling) []*Rule {
	differing := map[string]bool{}
	for _, r := range rulings {
		differing[r.Key] = true
	}
	type key struct{ what, name string }
	there := map[key]declaration{}
	for _, d := range b {
		there[key{d.what, d.name}] = d
	}
	var out []*Rule
	here := map[key]bool{}
	for _, d := range a {
		k := key{d.what, d.name}
		here[k] = true
		if other, both := there[k]; both {
			out = append(out, changesOf(d, other, differing)...)
		} else {
			out = append(out, oneSided(d, Dropped, "-"))
		}
	}
	for _, d := range b {
		if !here[key{d.what, d.name}] {
			out = append(out, oneSided(d, Added, "+"))
		}
	}
	var sorts []string
	for _, d := range slices.Concat(a, b) {
		if !slices.Contains(sorts, d.what) {
			sorts = append(sorts, d.what)
		}
	}
	slices.SortStableFunc(out, func(x, y *Rule) int {
		return slices.Index(sorts, x.What) - slices.Index(sorts, y.What)
	})
	return out
}

// oneSided returns a Rule for a declaration that only one side has.
func oneSided(d declaration, change Change, sign string) *Rule {
	r := &Rule{What: d.what, Name: d.name, Change: change}
	r.At[0] = d.at
	if change == Added {
		r.At = [2]string{"", d.at}
	}
	var all []Edit
	for _, l := range d.lines {
		all = append(all, edit(sign, l))
	}
	r.Hunks = [][]Edit{all}
	return r
}

// changesOf returns the differences of a declaration, one Rule for each set of rulings that
// causes some of them.
func changesOf(a, b declaration, differing map[string]bool) []*Rule {
	list := edits(a.lines, b.lines)
	var out []*Rule
	of := map[string][]int{} // indices of edits, by set of ruling keys
	for i, because := range reasons(list, differing) {
		if list[i].Sign == " " {
			continue
		}
		k := strings.Join(because, " ")
		if of[k] == nil {
			out = append(out, &Rule{What: a.what, Name: a.name, Change: Changed, Because: because})
		}
		of[k] = append(of[k], i)
	}
	for _, r := range out {
		r.addContext(list, of[strings.Join(r.Because, " ")], [2]string{a.at, b.at})
	}
	return out
}

// reasons returns the rulings that cause each edit. If both sides have a line at different
// positions, the cause is the change before it, or the change after it.
func reasons(list []Edit, differing map[string]bool) [][]string {
	out := make([][]string, len(list))
	var last []string
	for i, e := range list {
		if out[i] = e.because(differing); out[i] != nil && e.Sign != " " {
			last = out[i]
		}
	}
	for i, e := range list {
		switch {
		case e.Sign == " ":
		case out[i] != nil:
			last = out[i]
		case slices.ContainsFunc(list, e.moves):
			out[i] = last
		}
	}
	return out
}

// moves reports whether e and o are the same line, removed on one side and added on the other.
func (e Edit) moves(o Edit) bool {
	return e.Text == o.Text && (e.Sign == "+" && e.At[1] == o.At[0] || e.Sign == "-" && e.At[0] == o.At[1])
}

// because returns the rulings with different readings on which a line depends.
func (e Edit) because(differing map[string]bool) (keys []string) {
	for _, key := range e.asked {
		if differing[key] && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// addContext adds edits with context: the previous step on the same level, and the steps around them.
// If a side has no line at the difference, its position is that of the line before; at is the
// beginning of the declaration.
func (r *Rule) addContext(list []Edit, these []int, at [2]string) {
	shown := map[int]bool{}
	for _, i := range these {
		shown[i] = true
		depth := list[i].Depth
		if list[i].keyed {
			depth--
		}
		for k := i - 1; k >= 0 && depth >= 0; k-- {
			if e := list[k]; (e.Sign == " " || e.Sign == list[i].Sign) && !e.keyed && e.Depth <= depth {
				shown[k] = shown[k] || e.Sign == " "
				depth = e.Depth - 1
			}
		}
	}
	last := -2
	for i, e := range list {
		if !shown[i] {
			continue
		}
		if i > last+1 {
			r.Hunks = append(r.Hunks, nil)
		}
		r.Hunks[len(r.Hunks)-1], last = append(r.Hunks[len(r.Hunks)-1], e), i
	}
	for side := range r.At {
		r.At[side] = at[side]
		for _, e := range list[:these[0]+1] {
			if e.At[side] != "" {
				r.At[side] = e.At[side]
			}
		}
		for _, i := range these {
			if list[i].At[side] != "" {
				r.At[side] = list[i].At[side]
				break
			}
		}
	}
}

package scenario

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/source"
)

// A draft is an entry of `under` as a machine writes it: the checks that do not
// hold in a form, each with what is the case there. Rows that differ in what is
// the case get a column of the examples, with a <hole> where the values stand.
//
// What cannot be said so is left to a person: the first reason is kept, and
// whatever a draft goes on to say is of no use then.
type draft struct {
	form    *form
	of      *Scenario // as it stands in the file
	rows    []*watched
	changed bool // the script is another one
	asks    bool // somebody is asked where there was nothing but chance
	columns []*column
	why     string // a person should write it; "": all could be said
}

// watched is a row in the form.
type watched struct {
	*run
	*watch
}

func newDraft(x *form, rows []*Scenario, opt Options) *draft {
	d := &draft{form: x, of: rows[0].inFile()}
	for _, row := range rows {
		w := &watch{in: x, seen: map[*prepared]*seen{}}
		opt.watch = w
		d.rows = append(d.rows, &watched{x.run(row, opt), w})
	}
	return d
}

func (d *draft) leave(format string, args ...any) {
	if d.why == "" {
		d.why = fmt.Sprintf(format, args...)
	}
}

// entry writes what differs. Nothing does where only the course is different.
func (d *draft) entry() *source.Node {
	out := &source.Node{Kind: source.Map}
	if lacks := inCommon(d.lacks()); strings.Contains(lacks, " ") {
		out.Pairs = append(out.Pairs, source.Pair{Key: text("fails"), Val: text(lacks)})
		return out
	}
	broke := 0
	for _, r := range d.rows {
		switch {
		case r.runner == nil:
			d.leave("%s", firstLine(r.message))
			return out
		case r.failed && (r.m.Err() != nil || r.limit):
			d.leave("the rules break: %s", r.failure.headline())
			return out
		case r.failed:
			broke++
		}
	}
	if broke > 0 && broke < len(d.rows) && !d.restHolds() {
		d.leave("the script breaks off in some rows of the examples: %s", strings.Join(d.breaks(), "; "))
		return out
	}
	d.when(out)
	if broke > 0 {
		out.Pairs = append(out.Pairs, source.Pair{Key: text("fails"), Val: d.fails()})
		return out
	}
	d.checks(out, d.of.Checks, d.seen(atEnd), false)
	d.open(out)
	return out
}

// lacks are what the form does not have that the script names; nothing if a row
// goes without.
func (d *draft) lacks() (out []string) {
	for _, r := range d.rows {
		if r.faults == nil {
			return nil
		}
		for _, f := range r.faults {
			out = append(out, f.Text)
		}
	}
	return uniq(out)
}

// breaks are the reasons for which rows break off.
func (d *draft) breaks() (out []string) {
	for _, r := range d.rows {
		if r.failed {
			out = append(out, r.failure.words())
		}
	}
	return uniq(out)
}

// restHolds tells whether all that is said holds in the rows that do not break
// off.
func (d *draft) restHolds() bool {
	return !slices.ContainsFunc(d.rows, func(r *watched) bool {
		return !r.failed && (r.open != "" || !r.watch.seen[atEnd(r)].holds())
	})
}

// fails says in words why the script breaks off: those that the rows have in
// common, if there are some that say anything.
func (d *draft) fails() *source.Node {
	common := inCommon(d.breaks())
	return d.slot("fails", d.each(func(r *watched) *source.Node {
		switch {
		case !r.failed:
			return text("nothing")
		case strings.Contains(common, " "):
			return text(common)
		}
		return text(r.failure.words())
	}))
}

// inCommon is the longest run of words that stands in all texts, if there are any.
func inCommon(all []string) (longest string) {
	if len(all) == 0 {
		return ""
	}
	words := strings.Fields(all[0])
	for from := range words {
		for to := len(words); to > from; to-- {
			run := strings.Join(words[from:to], " ")
			everywhere := !slices.ContainsFunc(all, func(t string) bool { return !strings.Contains(" "+t+" ", " "+run+" ") })
			if everywhere && len(run) > len(longest) {
				longest = run
			}
		}
	}
	return longest
}

// when writes the script, if checks between its lines do not hold.
func (d *draft) when(out *source.Node) {
	script := listOf()
	changed := d.changed
	for i, n := range d.of.When[:d.goes()] {
		if !isCheck(n) {
			script.Items = append(script.Items, n)
			continue
		}
		at := d.seen(func(r *watched) *prepared {
			if i >= len(r.lines) {
				return nil
			}
			return r.lines[i].checks
		})
		if at == nil { // the script breaks off before
			script.Items = append(script.Items, n)
			continue
		}
		line := &source.Node{Kind: source.Map}
		same := d.checks(line, d.decoded(n), at, true)
		switch changed = changed || !same; {
		case same:
			script.Items = append(script.Items, n)
		case len(line.Pairs) > 0:
			script.Items = append(script.Items, line)
		}
	}
	if d.of.When == nil && slices.ContainsFunc(d.rows, func(r *watched) bool { return d.hasMissed(r) }) {
		d.leave("the rows of the examples have scripts of their own, with checks that do not hold")
	}
	if changed {
		out.Pairs = append(out.Pairs, source.Pair{Key: text("when"), Val: script})
	}
}

// goes is how many lines of the script are carried out, that at which it breaks
// off included.
func (d *draft) goes() (lines int) {
	for _, r := range d.rows {
		if !r.failed {
			return len(d.of.When)
		}
		lines = max(lines, r.next)
	}
	return min(lines, len(d.of.When))
}

// hasMissed tells that some check between the lines of a row does not hold.
func (d *draft) hasMissed(r *watched) bool {
	return slices.ContainsFunc(r.lines, func(l *line) bool {
		s := r.watch.seen[l.checks]
		return l.checks != nil && s != nil && !s.holds()
	})
}

func (d *draft) decoded(n *source.Node) *checks {
	var found source.Diagnostics // it has been decoded before
	return decodeLine(n, &found)
}

// seen is what each row has seen at some checks; nil if one did not come there.
func (d *draft) seen(at func(*watched) *prepared) (out []*seen) {
	for _, r := range d.rows {
		s := r.watch.seen[at(r)]
		if s == nil {
			return nil
		}
		out = append(out, s)
	}
	return out
}

func atEnd(r *watched) *prepared { return r.runner.checks }

// each is something of each row.
func (d *draft) each(of func(*watched) *source.Node) (out []*source.Node) {
	for _, r := range d.rows {
		out = append(out, of(r))
	}
	return out
}

// open says where the script leaves the match, if it did not before.
func (d *draft) open(out *source.Node) {
	if d.of.Checks.stands != nil || !d.asks && !slices.ContainsFunc(d.rows, func(r *watched) bool { return r.open != "" }) {
		return // it has been said already, or there is nothing to be said
	}
	stands := d.slot("stands", nodes(d.seen(atEnd), func(s *seen) *source.Node { return text(s.at) }))
	out.Pairs = append(out.Pairs, source.Pair{Key: text("stands"), Val: stands})
	offers := &source.Node{Kind: source.Map}
	if d.of.Checks.offers == nil && d.asked(d.seen(atEnd), offers) {
		out.Pairs = append(out.Pairs, source.Pair{Key: text("offers"), Val: offers})
	}
}

package part

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moraine/cmd/moraine/internal/capture"
	"moraine/cmd/moraine/internal/declare"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// finish reduces a draft to the lines that distinguish the sides, and adds the entry for the
// second side. shows reports whether the result shows the reported difference.
func (s *start) finish(n *source.Node) (text []byte, shows bool, err error) {
	s.runs = 0
	tells := func(n *source.Node) string {
		if of := s.decode(n); of != nil {
			return s.describeChecks(of)
		}
		return ""
	}
	if p := s.stage(s.decode(n)); p != nil { // includes the different question
		there, whom, _ := p.on[1].Offers()
		offers := n.Get("offers")
		switch {
		case offers != nil && whom != "" && offers.Get(whom) == nil:
			n = n.With("offers", offers.With(whom, source.ListOf()))
		case n.Get("wins") != nil && there != "nothing":
			n = n.With("stands", source.Text("nothing"))
		}
	}
	want := tells(n)
	if want == "" { // on the second side the script must decline earlier questions to reach the position
		n = n.Without("stands")
		want = tells(n)
	}
	if want == "" {
		return nil, false, errSilent
	}
	n = s.shrink(n, func(n *source.Node) bool { return tells(n) == want })
	if n, err = s.under(n); err != nil {
		return nil, false, err
	}
	text = capture.Text(n)
	_, of, err := decode(text)
	if err != nil {
		return nil, false, err
	}
	out := []*exec.Outcome{s.about.Run(of, exec.Options{})}
	for _, e := range of.Under {
		out = append(out, s.games[slices.Index(s.named[:], e.Key.Value)].Run(e.As, exec.Options{}))
	}
	for _, out := range out {
		if out.Failed {
			return nil, false, fmt.Errorf("the written scenario fails: %s", out.Message)
		}
	}
	return append(s.heading(), text...), s.showsReported(of), nil
}

// showsReported reports whether a check about the reported difference passes on one side and fails on
// the other.
func (s *start) showsReported(of *spec.Scenario) bool {
	as := [2]*spec.Scenario{of, of}
	for _, e := range of.Under {
		as[slices.Index(s.named[:], e.Key.Value)] = e.As
	}
	for i, g := range s.games {
		seen := g.Run(as[1-i], exec.Options{Observe: true}).Seen
		if seen == nil || seen.Words != "" || seen.Fault != "" || slices.ContainsFunc(failedChecks(seen), s.isReported) {
			return true
		}
	}
	return false
}

// isReported reports whether a check is about the reported difference.
func (s *start) isReported(f *exec.Found) bool {
	return slices.ContainsFunc(s.found.parts[:], func(part course.Fact) bool {
		switch part.Kind {
		case course.Nothing:
			return false
		case course.Lies, course.LiesUnchanged:
			return slices.ContainsFunc(f.Parts, func(p exec.Part) bool { return !p.Holds && p.Mentions(part.What) })
		case course.Asked, course.IsOpen, course.NotAsked, course.StandsAt, course.IsOver, course.NoMore:
			return f.Key != "then"
		}
		return true
	})
}

// under returns a draft with checks that pass in its own configuration and entries for the
// other sides.
func (s *start) under(n *source.Node) (*source.Node, error) {
	entry := func(g *exec.Game) (*source.Node, error) {
		of := s.decode(n)
		entry, why := declare.Entry(of, []*exec.Outcome{g.Run(of, exec.Options{Observe: true})})
		if why == "" && entry.Get("fails") != nil && g == s.about {
			why = entry.Get("fails").Value
		}
		if why != "" {
			return nil, errors.New(why)
		}
		return entry, nil
	}
	if s.games[0] != s.about {
		otherwise, err := entry(s.about)
		if err != nil {
			return nil, err
		}
		if then := n.Get("then"); then != nil && otherwise.Get("then") != nil { // some checks pass there, too
			list := slices.Clone(otherwise.Get("then").AsList())
			for _, claim := range then.Items {
				if !s.about.Run(s.decode(n.With("then", claim)), exec.Options{}).Failed {
					list = append(list, claim)
				}
			}
			otherwise = otherwise.With("then", source.ListOf(list...))
		}
		for _, p := range otherwise.Pairs {
			n = n.With(p.Key.Value, p.Val)
		}
	}
	under := source.NewMap()
	for i, g := range s.games {
		if g == s.about {
			continue
		}
		entry, err := entry(g)
		if err != nil {
			return nil, err
		}
		if len(entry.Pairs) > 0 {
			under = under.With(s.named[i], entry)
		}
	}
	return n.With("under", under), nil
}

// shrink removes checks, lines of the script and lines of `given` that are not needed to show
// the difference.
func (s *start) shrink(n *source.Node, shows func(*source.Node) bool) *source.Node {
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		switch p := n.Pairs[i]; p.Key.Value {
		case "scenario", "variant":
		case "given":
			printed := p.Val.Get("cards")
			with := func(given *source.Node) *source.Node {
				if printed != nil && len(printed.Pairs) > 0 {
					given = given.With("cards", printed)
				}
				return n.With("given", given)
			}
			given := capture.Shrink(p.Val.Without("cards"), func(given *source.Node) bool { return shows(with(given)) })
			all := with(given)
			if printed != nil {
				printed = neededValues(printed, func(cards *source.Node) bool {
					return shows(n.With("given", given.With("cards", cards)))
				})
			}
			if n = with(given); !shows(n) { // the difference depends on one of the two
				n = all
			}
			if len(n.Get("given").Pairs) == 0 {
				n = n.Without("given")
			}
		default:
			if less := n.Without(p.Key.Value); shows(less) {
				n = less
				continue
			}
			if p.Val.Kind != source.List {
				continue
			}
			for j := len(p.Val.Items) - 1; j >= 0; j-- {
				list := source.ListOf(slices.Delete(slices.Clone(n.Pairs[i].Val.Items), j, j+1)...)
				if less := n.With(p.Key.Value, list); len(list.Items) > 0 && shows(less) {
					n = less
				}
			}
		}
	}
	return n
}

// neededValues returns the printed values without which the difference is not shown.
func neededValues(cards *source.Node, shows func(cards *source.Node) bool) *source.Node {
	out := source.NewMap()
	for _, card := range cards.Pairs {
		values := source.NewMap()
		for _, p := range card.Val.Pairs {
			depends := !shows(cards.With(card.Key.Value, card.Val.Without(p.Key.Value)))
			if n, err := strconv.Atoi(p.Val.Value); err == nil && !depends {
				for _, other := range []int{max(n-1, 1), n + 1} {
					depends = depends || !shows(cards.With(card.Key.Value, card.Val.With(p.Key.Value, source.Text(strconv.Itoa(other)))))
				}
			}
			if depends {
				values.Pairs = append(values.Pairs, p)
			}
		}
		if len(values.Pairs) > 0 {
			out = out.With(card.Key.Value, values)
		}
	}
	return out
}

// heading returns a comment that lists the different readings.
func (s *start) heading() []byte {
	var b strings.Builder
	line := func(name, says string) {
		if text := fmt.Sprintf("# %s: %s\n", name, strings.Join(strings.Fields(says), " ")); says != "" && !strings.Contains(b.String(), text) {
			b.WriteString(text)
		}
	}
	for i, g := range s.games {
		for _, set := range spec.Settings(s.named[i]) {
			for _, v := range g.Variants {
				if v.Name == set.String() {
					line(v.Name, v.About)
				}
			}
			for _, r := range g.Syntax.Rulings {
				if r.Name != set.Word {
					continue
				}
				line(r.Name, r.Question)
				for _, name := range []string{s.about.Readings()[r.Name], set.Reading} {
					for _, reading := range r.Readings {
						if reading.Name == name {
							line("  "+name, reading.Text)
						}
					}
				}
			}
		}
	}
	return []byte(b.String())
}

// describeChecks describes the checks that pass on the first side and fail on the second. It returns ""
// if there are none, or if the draft fails.
func (s *start) describeChecks(of *spec.Scenario) string {
	checks := len(of.Checks.Pairs) > 0 || slices.ContainsFunc(of.When, spec.IsCheck)
	if s.runs++; !checks || s.runs > mostRuns || s.ctx.Err() != nil || s.games[0].Run(of, exec.Options{}).Failed {
		return ""
	}
	out := s.games[1].Run(of, exec.Options{Observe: true})
	var b strings.Builder
	switch seen := out.Seen; {
	case len(out.Faults) > 0:
		return out.Message
	case seen == nil || seen.Fault != "":
	default:
		b.WriteString(seen.Words)
		list := failedChecks(seen)
		if slices.ContainsFunc(list, s.isReported) { // one of these is enough
			list = slices.DeleteFunc(list, func(f *exec.Found) bool { return !s.isReported(f) })
		}
		for _, f := range list {
			fmt.Fprintf(&b, "%s %s ", f.Key, f.Now)
			if f.Is != nil {
				b.WriteString(f.Is.Flow())
			}
			for _, p := range f.Parts {
				fmt.Fprintln(&b, p)
			}
		}
	}
	return b.String()
}

// failedChecks returns the failed checks.
func failedChecks(seen *exec.Observed) (out []*exec.Found) {
	for _, at := range append(slices.Clone(seen.Lines), seen.End) {
		if at != nil {
			out = append(out, slices.DeleteFunc(slices.Clone(at.Checks), func(f *exec.Found) bool { return f.Holds })...)
		}
	}
	return out
}

// mostRuns limits the number of runs of drafts for one play, on both sides.
const mostRuns = 2_000

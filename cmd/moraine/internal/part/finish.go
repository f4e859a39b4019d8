package part

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moraine/cmd/moraine/internal/author"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// finish reduces a draft to the lines that distinguish the sides, and adds the entry for the
// second side. shows reports whether the result shows the reported difference.
func (s *start) finish(d *author.Draft) (text []byte, shows bool, err error) {
	s.runs = 0
	if p := s.stage(d.Scenario()); p != nil { // includes the different question
		there, whom, _ := p.on[1].Offers()
		offers := d.Checks.Get("offers")
		switch {
		case offers != nil && whom != "" && offers.Get(whom) == nil:
			d.Checks = d.Checks.With("offers", offers.With(whom, source.ListOf()))
		case d.Checks.Get("wins") != nil && there != "nothing":
			d.Checks = d.Checks.With("stands", source.Text("nothing"))
		}
	}
	want := s.describeChecks(d)
	if want == "" { // on the second side the script must decline earlier questions to reach the position
		d.Checks = d.Checks.Without("stands")
		want = s.describeChecks(d)
	}
	if want == "" {
		return nil, false, errSilent
	}
	s.shrink(d, func(d *author.Draft) bool { return s.describeChecks(d) == want })
	under, err := s.under(d)
	if err != nil {
		return nil, false, err
	}
	text = author.Text(d.Node().With("under", under))
	_, list, err := spec.Read(&source.File{Name: "parting.yaml", Text: text})
	if err != nil {
		return nil, false, err
	}
	of := list[0]
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
		if seen == nil || seen.Words != "" || seen.Fault != "" ||
			slices.ContainsFunc(failedChecks(seen), s.isReported) {
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

// under gives a draft checks that pass in its own configuration, and returns the entries for the other sides.
func (s *start) under(d *author.Draft) (*source.Node, error) {
	entry := func(g *exec.Game) (*source.Node, error) {
		of := d.Scenario()
		entry, why := author.Entry(of, []*exec.Outcome{g.Run(of, exec.Options{Observe: true})})
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
		if then := d.Checks.Get("then"); then != nil && otherwise.Get("then") != nil { // some checks pass there, too
			list := slices.Clone(otherwise.Get("then").AsList())
			for _, claim := range then.Items {
				one := *d
				one.Checks = d.Checks.With("then", claim)
				if !s.about.Run(one.Scenario(), exec.Options{}).Failed {
					list = append(list, claim)
				}
			}
			otherwise = otherwise.With("then", source.ListOf(list...))
		}
		for _, p := range otherwise.Pairs {
			if p.Key.Value == "when" {
				d.When = p.Val.Items
			} else {
				d.Checks = d.Checks.With(p.Key.Value, p.Val)
			}
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
			under.Put(s.named[i], entry)
		}
	}
	return under, nil
}

// shrink removes checks, lines of the script and lines of `given` that are not needed to show
// the difference.
func (s *start) shrink(d *author.Draft, shows func(*author.Draft) bool) {
	try := func(change func(d *author.Draft)) bool {
		less := *d
		change(&less)
		if !shows(&less) {
			return false
		}
		*d = less
		return true
	}
	shorter := func(list *source.Node, with func(d *author.Draft, less *source.Node)) {
		if list.Kind != source.List {
			return
		}
		for j := len(list.Items) - 1; j >= 0 && len(list.Items) > 1; j-- {
			less := source.ListOf(slices.Delete(slices.Clone(list.Items), j, j+1)...)
			if try(func(d *author.Draft) { with(d, less) }) {
				list = less
			}
		}
	}
	for _, p := range slices.Backward(d.Checks.Pairs) {
		key := p.Key.Value
		if !try(func(d *author.Draft) { d.Checks = d.Checks.Without(key) }) {
			shorter(p.Val, func(d *author.Draft, less *source.Node) { d.Checks = d.Checks.With(key, less) })
		}
	}
	if len(d.When) > 0 && !try(func(d *author.Draft) { d.When = nil }) {
		shorter(source.ListOf(d.When...), func(d *author.Draft, less *source.Node) { d.When = less.Items })
	}
	if d.Given == nil {
		return
	}
	printed := d.Given.Get("cards")
	with := func(given, cards *source.Node) *author.Draft {
		less := *d
		less.Given = given
		if cards != nil && len(cards.Pairs) > 0 {
			less.Given = given.With("cards", cards)
		}
		return &less
	}
	given := author.Shrink(d.Given.Without("cards"), func(given *source.Node) bool {
		return shows(with(given, printed))
	})
	*d = *with(given, printed)
	if printed != nil {
		needed := neededValues(printed, func(cards *source.Node) bool {
			return shows(with(given.With("cards", cards), nil))
		})
		if less := with(given, needed); shows(less) { // otherwise the difference depends on one of the values
			*d = *less
		}
	}
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
					depends = depends ||
						!shows(cards.With(card.Key.Value, card.Val.With(p.Key.Value, source.Text(strconv.Itoa(other)))))
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
		if text := fmt.Sprintf("# %s: %s\n", name, strings.Join(strings.Fields(says), " ")); says != "" &&
			!strings.Contains(b.String(), text) {
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
func (s *start) describeChecks(d *author.Draft) string {
	of := d.Scenario()
	checks := len(of.Checks.Pairs) > 0 || slices.ContainsFunc(of.When, spec.IsCheck)
	if s.runs++; !checks || s.runs > mostRuns || s.ctx.Err() != nil || s.games[0].Run(of, exec.Options{}).Failed {
		return ""
	}
	out := s.games[1].Run(of, exec.Options{Observe: true})
	var b strings.Builder
	switch seen := out.Seen; {
	case len(out.Faults) > 0:
		return out.Message.String()
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

func failedChecks(seen *exec.Observed) (out []*exec.Found) {
	for _, at := range append(slices.Clone(seen.Lines), seen.End) {
		if at != nil {
			out = append(out, slices.DeleteFunc(slices.Clone(at.Checks), func(f *exec.Found) bool {
				return f.Holds
			})...)
		}
	}
	return out
}

// mostRuns limits the number of runs of drafts for one play, on both sides.
const mostRuns = 2_000

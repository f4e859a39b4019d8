package course

import (
	"cmp"
	"slices"
	"strings"
)

// Compare returns the first difference between two courses: the next fact of each. Each fact is
// described as far as the other configuration knows its names.
func Compare(a, b *Course) (parts [2]Fact, differ bool) {
	if (a.of == nil) == (b.of == nil) && slices.EqualFunc(a.facts, b.facts, fact.same) {
		return parts, false // the usual case; both configurations know all names that both mention
	}
	return Part(a.in(b.of), b.in(a.of))
}

// DiffersWithin reports whether two courses differ up to the end of a line, by number; -1 stands for the end of the
// run. It is false for a scenario that does not fit one of the configurations.
func (c *Course) DiffersWithin(o *Course, lines int) bool {
	if c.of == nil || o.of == nil {
		return false
	}
	here, there := *c, o.in(c.of)
	if lines >= 0 {
		here.facts = here.facts[:slices.Concat([]int{0}, here.after)[lines]]
		there = there[:min(len(here.facts), len(there))]
	}
	return !slices.EqualFunc(here.in(o.of), there, Fact.equal)
}

func (f fact) same(o fact) bool {
	return f.equal(o.Fact) && f.needs == o.needs && f.any == o.any && slices.Equal(f.list, o.list)
}

func Part(a, b []Fact) (parts [2]Fact, differ bool) {
	for len(a) > 0 && len(b) > 0 && a[0].equal(b[0]) {
		a, b = a[1:], b[1:]
	}
	if len(a)+len(b) == 0 {
		return parts, false
	}
	parts = [2]Fact{first(a), first(b)}
	for i := range parts {
		if f := &parts[i]; f.Kind == Asked && len(f.List) == 0 { // the other configuration knows none of the options
			f.List = f.all
		}
	}
	switch {
	case parts[0].Kind == Checked && parts[1].Kind == Checked && parts[0].What == parts[1].What:
		for i, f := range parts {
			if f.Is != "" && parts[1-i].Is == "" { // the other fact names the subject
				parts[i].What = ""
			}
		}
	case parts[0].Kind == Lies && parts[1].Kind == Lies && parts[0].What == parts[1].What:
		narrow(&parts[0], &parts[1])
	default:
		for i, rest := range [2][]Fact{b, a} {
			if f, lacks := onlyInOne(rest, parts[i]); lacks {
				parts[1-i] = f
				break
			}
		}
	}
	return parts, true
}

func first(facts []Fact) Fact {
	if len(facts) == 0 {
		return Fact{Kind: Nothing}
	}
	return facts[0]
}

// onlyInOne describes a fact that only one of the two courses mentions.
func onlyInOne(facts []Fact, f Fact) (Fact, bool) {
	next := first(facts)
	speaks := func(about func(Fact) bool) bool { return slices.ContainsFunc(facts, about) }
	same := func(x Fact) bool { return x.Kind == f.Kind && x.What == f.What && x.Who == f.Who }
	switch {
	case slices.Contains([]FactKind{Asked, IsOpen, Stuck, RulesBreak, Fails}, next.Kind),
		next.Kind == Unfit && next.What == DoesNotFit:
		// the next fact explains it
	case (f.Kind == Asked || f.Kind == IsOpen) && !speaks(same):
		return Fact{Kind: NotAsked, What: f.What, Who: f.Who}, true
	case f.isEnd() && !speaks(Fact.isEnd):
		return Fact{Kind: NoMore}, true
	case f.Kind == Lies && !next.isEnd() && !speaks(same):
		return Fact{Kind: LiesUnchanged, What: f.What}, true
	}
	return Fact{}, false
}

// longZone is the number of pieces above which parts that two zones have in common are left out.
const longZone = 8

// narrow shortens two zones to the difference with one neighbour on each side.
func narrow(x, y *Fact) {
	a, b := x.List, y.List
	if min(len(a), len(b)) <= longZone {
		return
	}
	from, to := 0, 0 // number of equal pieces at both ends
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	for to < min(len(a), len(b))-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	for _, f := range []*Fact{x, y} {
		list := f.List[max(from-1, 0) : len(f.List)-max(to-1, 0)]
		f.List = nil
		if from > 1 {
			f.List = append(f.List, "…")
		}
		f.List = append(f.List, list...)
		if to > 1 {
			f.List = append(f.List, "…")
		}
	}
}

func (f Fact) String() string {
	list := strings.Join(f.List, ", ")
	switch f.Kind {
	case Asked:
		text := f.Who + " is asked " + f.What + ": " + list
		if len(f.Took) > 0 {
			text += " → " + strings.Join(f.Took, ", ")
		}
		return text
	case IsOpen:
		return f.Who + " is asked " + f.What
	case NotAsked:
		return f.Who + " is not asked " + f.What
	case StandsAt:
		return "it stands at " + f.What + ": " + f.Who
	case IsOver:
		return "the match is over; winners: " + cmp.Or(list, "nobody")
	case NoMore:
		return "nothing more is asked"
	case Nothing:
		return "nothing more happens"
	case Lies:
		return f.What + ": " + list
	case LiesUnchanged:
		return f.What + ": as before"
	case Stuck:
		return "it stands at " + f.Is
	case Checked:
		switch {
		case f.Is == "":
			return "so: " + f.What
		case f.What == "":
			return "not so: " + f.Is
		}
		return "not so: " + f.What + "; " + f.Is
	}
	return f.What + ": " + f.Is
}

package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Course is the result of a run in names that do not depend on the configuration: requests with
// their options and answers, the final request or the winners, and the pieces that have moved.
// Two configurations in which a scenario passes with equal courses are the same for that
// scenario.
//
// Counters and marks are not included. If they matter, they change later requests, and a
// scenario about one checks it; but rules also keep counters for readings that most scenarios
// never use. The options of an unanswered request are not included either.
//
// Configurations number things differently, and a variant may add pieces, zones and options
// that the other configuration does not have; these are left out. Numbers of equal cards are
// left out, because they are data.
type Course struct {
	facts []fact
	after []int            // number of facts at the end of each line of the script
	of    *program.Program // nil if the scenario names a thing that the configuration lacks
}

// Fact is one entry of a course.
type Fact struct {
	Kind FactKind
	What string   // the request, the zone, or the text of a check
	Who  string   // who is asked
	List []string // the options, the winners, or the pieces in a zone
	Took []string // the chosen options
	Is   string   // the actual value

	all []string // all options, including those unknown to the other configuration
}

// FactKind is the kind of a fact.
type FactKind uint8

const (
	Unfit         FactKind = iota // the configuration lacks What; Is has the reason
	Fails                         // the run fails at What; Is has the reason
	RulesBreak                    // the rules fail at What; Is has the reason
	Asked                         // Who is asked What with the options List and chooses Took
	IsOpen                        // Who is asked What at the end
	NotAsked                      // Who is not asked What
	StandsAt                      // the match waits at What, which asks Who
	IsOver                        // the match is over, and List has won
	NoMore                        // no further request
	Lies                          // zone What holds List
	LiesUnchanged                 // zone What is unchanged
	Checked                       // the check What holds or, if Is is set, fails
	Stuck                         // the script cannot continue, because the match waits at Is
	Nothing                       // no further facts
)

func (f Fact) equal(o Fact) bool {
	return f.Kind == o.Kind && f.What == o.What && f.Who == o.Who && f.Is == o.Is && slices.Equal(f.List, o.List) && slices.Equal(f.Took, o.Took)
}

func (f Fact) isEnd() bool { return f.Kind == StandsAt || f.Kind == IsOver }

// fact is a Fact with the names that the other configuration may lack.
type fact struct {
	Fact
	needs need   // required for the fact to exist in a configuration
	list  []item // the items of List that depend on names
	any   bool   // at least one item must be known
}

type item struct {
	name      string
	needs     need
	unchanged bool // the zone is unchanged
}

// need is a name that a configuration must have for a fact to exist in it.
type need struct {
	kind  needKind
	name  string
	scope schema.Scope
}

type needKind uint8

const (
	nothingNeeded needKind = iota
	needsOption
	needsCard
	needsZone
)

func (c *Course) isKnown(n need, to *program.Program) bool {
	switch {
	case n.kind == needsOption:
		return slices.ContainsFunc(to.Mays(), func(m *program.MayOp) bool {
			return slices.ContainsFunc(m.Options, func(o program.MayOption) bool { return o.Name == n.name })
		})
	case n.kind == nothingNeeded, to.Schema == c.of.Schema:
		return true
	case n.kind == needsCard:
		return to.Card(n.name) != nil
	}
	return slices.ContainsFunc(to.Decls, func(z *schema.ZoneDecl) bool { return z.Name == n.name && z.Scope == n.scope })
}

// in returns the facts as far as another configuration knows their names.
func (c *Course) in(to *program.Program) (out []Fact) {
	if to == nil {
		to = c.of
	}
	for _, f := range c.facts {
		if c.of == nil {
			out = append(out, f.Fact)
			continue
		}
		if !c.isKnown(f.needs, to) {
			continue
		}
		news := !f.any
		for _, it := range f.list {
			if f.Kind == Asked {
				f.all = append(f.all, it.name)
			}
			if !c.isKnown(it.needs, to) {
				continue
			}
			news = news || !it.unchanged
			if it.unchanged && len(f.List) > 0 && f.List[len(f.List)-1] == it.name {
				continue // consecutive unchanged pieces are one `…`
			}
			f.List = append(f.List, it.name)
		}
		if f.Kind == StandsAt || f.Kind == IsOpen {
			f.List = nil
		}
		if news {
			out = append(out, f.Fact)
		}
	}
	return out
}

const doesNotFit = "the scenario does not match the rules"

func didNotFit(message string) *Course {
	line, _, _ := strings.Cut(message, "\n")
	return &Course{facts: []fact{{Fact: Fact{Kind: Unfit, What: doesNotFit, Is: line}}}}
}

// verdict is the result of a check.
type verdict struct {
	at   int  // the mark of the events before
	open bool // the script is at its end and a question is open
	fact Fact
}

// decisions returns the answers and the results of checks in their order.
func (r *runner) decisions() *Course {
	c, verdicts := &Course{of: r.m.P}, r.verdicts
	assess := func(at int) {
		for ; len(verdicts) > 0 && verdicts[0].at <= at; verdicts = verdicts[1:] {
			if v := verdicts[0]; !v.open {
				c.facts = append(c.facts, fact{Fact: v.fact})
			} else if req := r.m.Next(); req != nil {
				c.facts = append(c.facts, fact{Fact: Fact{Kind: IsOpen, What: req.Name, Who: r.seatName(int32(req.By))}, list: r.options(req), any: true})
			}
		}
	}
	count, lines := 0, r.events.lines
	for i := range r.events.list {
		for ; len(lines) > 0 && lines[0] <= i; lines = lines[1:] {
			c.after = append(c.after, count)
		}
		if ev := &r.events.list[i]; ev.Kind == machine.Answered {
			assess(i)
			c.facts = append(c.facts, r.answeredFact(ev))
			count++
		}
	}
	assess(len(r.events.list))
	c.after = append(c.after, slices.Repeat([]int{count}, len(lines))...)
	return c
}

// course returns the course of the run.
func (r *runner) course(before *state.State, f *failure, began bool) *Course {
	c := r.decisions()
	add := func(kind FactKind, what, is string) {
		c.facts = append(c.facts, fact{Fact: Fact{Kind: kind, What: what, Is: is}})
	}
	switch {
	case f == nil:
		moved := map[int32]bool{}
		for _, ev := range r.events.since(0, machine.Moved) {
			moved[int32(ev.Piece)] = true
		}
		r.end(c, before, moved)
	case !r.lenient:
		why := f.headline()
		if at := r.shownAt(f); at != f.pos && f.pos.File != nil {
			why += " at " + f.pos.String()
		}
		add(Fails, r.shownAt(f).String(), why)
	case !began:
		add(Unfit, doesNotFit, f.headline())
	case r.m.Err() != nil:
		add(RulesBreak, "the rules break", f.pos.String()+": "+f.headline())
	case r.m.Next() != nil:
		add(Stuck, "", r.standing().String())
	default:
		add(Unfit, "the script does not fit", f.headline())
	}
	return c
}

// end adds the final request and the positions of pieces, of which some have moved.
func (n *namer) end(c *Course, before *state.State, moved map[int32]bool) {
	switch req := n.m.Next(); {
	case req != nil: // unless the other configuration lacks the request
		c.facts = append(c.facts, fact{Fact: Fact{Kind: StandsAt, What: req.Name, Who: n.seatName(int32(req.By))}, list: n.options(req), any: true})
	case n.m.Finished():
		over := Fact{Kind: IsOver}
		for _, i := range n.m.Winners() {
			over.List = append(over.List, n.seatName(int32(i)))
		}
		c.facts = append(c.facts, fact{Fact: over})
	}
	n.zones(c, before, moved)
}

func (n *namer) answeredFact(ev *machine.Event) fact {
	req := ev.Request
	f := fact{Fact: Fact{Kind: Asked, What: req.Name, Who: n.seatName(int32(req.By))}, list: n.options(req)}
	for _, i := range ev.Answer {
		f.Took = append(f.Took, n.optionThen(req, i).name)
	}
	if f.Took == nil {
		f.Took = []string{wordPass}
	}
	return f
}

func (n *namer) options(req *machine.Request) (out []item) {
	for i := range req.Options {
		out = append(out, n.optionThen(req, int32(i)))
	}
	return out
}

// optionThen names an option as it was when offered. A place is named by its position, not by
// its current content.
func (n *namer) optionThen(req *machine.Request, i int32) item {
	v := req.Options[i].Value
	is := item{name: n.optionName(req, i)}
	switch {
	case req.Kind == machine.AskOption:
		is.needs = need{kind: needsOption, name: is.name}
	case v == schema.Nothing:
	case req.Type.Base == schema.Piece:
		is.needs = n.needPiece(v)
	case req.Type.Base == schema.Zone:
		is.name, is.needs = n.whereName(v), n.needZone(v)
	}
	return is
}

func (n *namer) needPiece(p int32) need { return need{kind: needsCard, name: n.cardOf(p)} }

func (n *namer) needZone(z int32) need {
	d := n.m.P.Schema.Zones[z].Decl
	return need{needsZone, d.Name, d.Scope}
}

// zones adds the changed zones. Unchanged parts of a stack are shown as `…`.
func (n *namer) zones(c *Course, was *state.State, moved map[int32]bool) {
	before := n.m.Env.World
	before.State = *was
	for z := range int32(len(n.m.P.Schema.Zones)) {
		decl := n.m.P.Schema.Zones[z].Decl
		stack := z > 0 && decl.Stack
		f := fact{any: true}
		shuffled, news := false, false
		for p := n.m.Env.Head(ref.Place(z)); p >= 0; p = n.m.Env.Next(p) {
			face := n.turnedOver(int32(p), &before)
			switch {
			case before.In(p) != ref.Place(z) || face != "" || stack && moved[int32(p)]:
				f.list = append(f.list, item{name: n.cardName(int32(p)) + face, needs: n.needPiece(int32(p))})
				news = true
			case stack:
				f.list = append(f.list, item{name: "…", needs: n.needPiece(int32(p)), unchanged: true})
			}
			shuffled = shuffled || stack && n.m.Env.Glued(p) && before.In(p) == ref.Place(z) && before.Placed(p)
		}
		if !stack {
			slices.SortFunc(f.list, func(a, b item) int { return strings.Compare(a.name, b.name) })
		}
		if shuffled {
			f.list, news = append(f.list, item{name: "shuffled"}), true
		}
		if news {
			f.Fact, f.needs = Fact{Kind: Lies, What: n.whereName(z)}, n.needZone(z)
			c.facts = append(c.facts, f)
		}
	}
}

// turnedOver returns a mark if a piece has been turned to its other face.
func (n *namer) turnedOver(p int32, before *state.World) string {
	down := n.m.Env.FaceDown(ref.Piece(p))
	switch {
	case down == before.FaceDown(ref.Piece(p)):
		return ""
	case down:
		return " (face down)"
	}
	return " (face up)"
}

package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// A Course is what a run came to, in names that mean the same in every configuration of the
// game: who was asked what, with which options, and what he answered; where the match stands,
// or who has won; how the pieces lie that do not lie as they began. Two configurations in
// which a scenario has the same course, and passes, are the same to it.
//
// Counters and marks are no part of it. Where they matter they show in what is asked, and a
// scenario that is about one checks it; whereas rules keep books for readings that most
// scenarios know nothing of. Nor are the options of a request that nobody answers any more.
//
// Programs of two configurations number things differently, and a variant may bring pieces,
// zones and options that the other one does not know: those are left out. Neither is it told
// how many equal cards there are of something, for that is data.
type Course struct {
	facts []fact
	after []int            // by line of the script, how many of them there are when it is over
	of    *program.Program // nil: the scenario did not fit
}

// Fact is one thing of a course.
type Fact struct {
	Kind FactKind
	What string   // the request, the zone, or what a check says
	Who  string   // is asked
	List []string // the options, the winners, or what lies there
	Took []string // of the options
	Is   string   // what is instead

	all []string // the options, also those that the other configuration does not know
}

// FactKind is what a fact is about.
type FactKind uint8

const (
	Unfit         FactKind = iota // What does not fit, since Is
	Fails                         // at What, since Is
	RulesBreak                    // at What, since Is
	Asked                         // Who is asked What, with the options List, and took Took
	IsOpen                        // Who is asked What, in the end
	NotAsked                      // Who is not asked What
	StandsAt                      // the match stands at What, which asks Who
	IsOver                        // … it is over, and List has won
	NoMore                        // … nothing more is asked
	Lies                          // in zone What lie List
	LiesUnchanged                 // in zone What lies what lay there before
	Checked                       // the check What holds or, if Is says something, does not
	Stuck                         // the script does not go on, for the match stands at Is
	Nothing                       // more happens
)

func (f Fact) equal(o Fact) bool {
	return f.Kind == o.Kind && f.What == o.What && f.Who == o.Who && f.Is == o.Is && slices.Equal(f.List, o.List) && slices.Equal(f.Took, o.Took)
}

func (f Fact) isEnd() bool { return f.Kind == StandsAt || f.Kind == IsOver }

// fact is a Fact, and what of it another configuration may not know.
type fact struct {
	Fact
	needs need   // else there is no such fact
	list  []item // what of List there is depends on it, too
	any   bool   // of which some must be known
}

type item struct {
	name      string
	needs     need
	unchanged bool // it lies as before
}

// need is what a configuration must have to know something.
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
		return slices.ContainsFunc(to.Mays, func(m *program.MayOp) bool {
			return slices.ContainsFunc(m.Options, func(o program.MayOption) bool { return o.Name == n.name })
		})
	case n.kind == nothingNeeded, to.Schema == c.of.Schema:
		return true
	case n.kind == needsCard:
		return to.Card(n.name) != nil
	}
	return slices.ContainsFunc(to.Decls, func(z *schema.ZoneDecl) bool { return z.Name == n.name && z.Scope == n.scope })
}

// in are the facts that another configuration knows of.
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
				continue // of what lies side by side, one `…` tells
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

const doesNotFit = "the scenario does not fit"

func unfit(message string) *Course {
	line, _, _ := strings.Cut(message, "\n")
	return &Course{facts: []fact{{Fact: Fact{Kind: Unfit, What: doesNotFit, Is: line}}}}
}

// verdict is how a check came out.
type verdict struct {
	at   int  // how many answers there had been
	open bool // that the script is at its end, and a question open
	fact Fact
}

// course tells what the run came to.
func (r *runner) course(before *state.State, f *failure, began bool) *Course {
	c := &Course{of: r.m.P, after: r.after}
	add := func(kind FactKind, what, is string) {
		c.facts = append(c.facts, fact{Fact: Fact{Kind: kind, What: what, Is: is}})
	}
	assessed := 0
	assess := func(at int) {
		for ; assessed < len(r.verdicts) && r.verdicts[assessed].at <= at; assessed++ {
			if v := r.verdicts[assessed]; !v.open {
				c.facts = append(c.facts, fact{Fact: v.fact})
			} else if req := r.m.Next(); req != nil {
				c.facts = append(c.facts, fact{Fact: Fact{Kind: IsOpen, What: req.Name, Who: r.seatName(req.By)}, list: r.options(req), any: true})
			}
		}
	}
	for i := range r.log.answers {
		assess(i)
		c.facts = append(c.facts, r.answeredFact(&r.log.answers[i]))
	}
	assess(len(r.log.answers))
	switch {
	case f == nil:
		r.end(c, before)
	case !r.lenient:
		add(Fails, r.shownAt(f).String(), f.headline())
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

// end tells where the match stands in the end, and what lies where.
func (r *runner) end(c *Course, before *state.State) {
	switch req := r.m.Next(); {
	case req != nil: // unless it is asked for what the other configuration does not know
		c.facts = append(c.facts, fact{Fact: Fact{Kind: StandsAt, What: req.Name, Who: r.seatName(req.By)}, list: r.options(req), any: true})
	case r.m.Finished():
		over := Fact{Kind: IsOver}
		for _, i := range r.m.Winners() {
			over.List = append(over.List, r.seatName(int32(i)))
		}
		c.facts = append(c.facts, fact{Fact: over})
	}
	r.zones(c, before)
}

func (r *runner) answeredFact(ev *machine.Event) fact {
	req := ev.Request
	f := fact{Fact: Fact{Kind: Asked, What: req.Name, Who: r.seatName(req.By)}, list: r.options(req)}
	for _, i := range ev.Answer {
		f.Took = append(f.Took, r.optionThen(req, i).name)
	}
	if f.Took == nil {
		f.Took = []string{wordPass}
	}
	return f
}

func (r *runner) options(req *machine.Request) (out []item) {
	for i := range req.Options {
		out = append(out, r.optionThen(req, int32(i)))
	}
	return out
}

// optionThen names an option by what it was when it was offered: a place by where
// it is, and not by what lies there now.
func (r *runner) optionThen(req *machine.Request, i int32) item {
	v := req.Options[i].Value
	is := item{name: r.optionName(req, i)}
	switch {
	case req.Kind == machine.AskOption:
		is.needs = need{kind: needsOption, name: is.name}
	case v == schema.Nothing:
	case req.Type.Base == schema.Piece:
		is.needs = r.needPiece(v)
	case req.Type.Base == schema.Zone:
		is.name, is.needs = r.whereName(v), r.needZone(v)
	}
	return is
}

func (r *runner) needPiece(p int32) need { return need{kind: needsCard, name: r.cardOf(p)} }

func (r *runner) needZone(z int32) need {
	d := r.m.P.Schema.Zones[z].Decl
	return need{needsZone, d.Name, d.Scope}
}

// zones tells what lies in each zone that did not lie so before. In a stack
// what lies as it did stands as `…`.
func (r *runner) zones(c *Course, was *state.State) {
	before := r.m.Env.World
	before.State = *was
	for z := range int32(len(r.m.P.Schema.Zones)) {
		decl := r.m.P.Schema.Zones[z].Decl
		stack := z > 0 && decl.Stack
		f := fact{any: true}
		shuffled, news := false, false
		for p := r.m.Env.Head(z); p >= 0; p = r.m.Env.Next(p) {
			face := r.turnedOver(p, &before)
			switch {
			case before.In(p) != z || face != "" || stack && r.log.hasMoved(p):
				f.list = append(f.list, item{name: r.cardName(p) + face, needs: r.needPiece(p)})
				news = true
			case stack:
				f.list = append(f.list, item{name: "…", needs: r.needPiece(p), unchanged: true})
			}
			shuffled = shuffled || stack && r.m.Env.Glued(p) && before.In(p) == z && before.Placed(p)
		}
		if !stack {
			slices.SortFunc(f.list, func(a, b item) int { return strings.Compare(a.name, b.name) })
		}
		if shuffled {
			f.list, news = append(f.list, item{name: "shuffled"}), true
		}
		if news {
			f.Fact, f.needs = Fact{Kind: Lies, What: r.whereName(z)}, r.needZone(z)
			c.facts = append(c.facts, f)
		}
	}
}

// turnedOver tells that a piece lies on its other face.
func (r *runner) turnedOver(p int32, before *state.World) string {
	down := r.m.Env.FaceDown(p)
	switch {
	case down == before.FaceDown(p):
		return ""
	case down:
		return " (face down)"
	}
	return " (face up)"
}

package program

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
)

// A program may have alternatives: other readings of the same game. While a match runs, every
// formula that hangs on a reading is worked out under these, too, and wherever a ruling decides which steps
// run, its branches are compared. So one match tells in which of many configurations it would be another.

// alternatives is what a program knows of those that it has, besides what formulas come to there.
type alternatives struct {
	plain *Program
	index map[string]int    // by the readings in force
	split [][]int           // by alternative, the procedures that are of another shape
	names []map[string]bool // … and what may be there and not here, or the other way round
}

// Passed is what a match has come across, and who set it up has looked for.
type Passed struct {
	Began []bool   // by procedure
	Parts []bool   // by alternative, whether something has come to something else there
	Names []string // options, choices, and fields that steps set for a time
}

// WithAlternatives is the program under readings, of which a match tells under which others it would be
// another.
func (c *Checked) WithAlternatives(readings map[string]string, others []map[string]string) *Program {
	with := c.compiler.WithAlternatives(readings, others)
	out := c.configuration(with, c)
	out.others = &alternatives{plain: c.Under(readings, with.Diags), index: map[string]int{}, split: make([][]int, len(others)), names: make([]map[string]bool, len(others))}
	own := c.builder(with, out, c)
	for i, o := range with.Alternatives {
		b := c.builder(o, &Program{Schema: out.Schema}, c)
		out.others.index[o.Fingerprint()], out.others.names[i] = i, map[string]bool{}
		for proc, d := range c.drafts {
			if o.Reads(with, d.asks) {
				continue
			}
			if !own.sameShape(b, d) {
				out.others.split[i] = append(out.others.split[i], proc)
			}
			own.namesApart(b, d, out.others.names[i])
		}
	}
	return out
}

// Parts is room for a note of each alternative; nil: there are none.
func (p *Program) Parts() []bool {
	if p.others == nil {
		return nil
	}
	return make([]bool, len(p.others.names))
}

// Alike reports whether a match that has come across no more than this goes the same way in a program under
// other readings. If that is none of the alternatives, all that has been come across has to be shared.
func (p *Program) Alike(q *Program, by Passed) bool {
	if p.Schema != q.Schema {
		return false
	}
	a := p.others
	if a == nil {
		return p.shares(q, by.Began)
	}
	i, ok := a.index[q.reads]
	if !ok {
		return a.plain.shares(q, by.Began)
	}
	return !by.Parts[i] && !slices.ContainsFunc(a.split[i], func(proc int) bool { return by.Began[proc] }) &&
		!slices.ContainsFunc(by.Names, func(name string) bool { return a.names[i][name] })
}

// shares reports whether all is shared with a program under other readings that is looked at in a match
// in which no other procedures begin than these.
func (p *Program) shares(q *Program, began []bool) bool {
	if !slices.Equal(p.Offers, q.Offers) || !slices.Equal(formulas(p.Invariants), formulas(q.Invariants)) || !maps.Equal(p.Sights, q.Sights) {
		return false
	}
	for i, u := range p.Units {
		if began[i] && u != q.Units[i] {
			return false
		}
	}
	return true
}

// sameShape reports whether what a draft is settled to is the same under other readings, but for what
// formulas come to and which branches rulings take.
func (b *builder) sameShape(o *builder, d *draft) bool {
	w, ok := d.Ops[0].Do.(*WindowOp)
	return !slices.ContainsFunc(d.flags, func(f ruledFlag) bool { return b.isSet(f) != o.isSet(f) }) &&
		!slices.ContainsFunc(d.Chooses, func(c *ChooseOp) bool { return b.isBlind(settled(b, c)) != o.isBlind(settled(o, c)) }) &&
		(!ok || b.hidesTargets(settled(b, w)) == o.hidesTargets(settled(o, w)))
}

// namesApart adds the names of what is in branches of a draft that are taken in one of two configurations,
// and of fields that are set to something else.
func (b *builder) namesApart(o *builder, d *draft, names map[string]bool) {
	for _, c := range d.cuts {
		for i := c.op; i < c.ops && c.taken(b.Compiler) != c.taken(o.Compiler); i++ {
			switch x := d.Ops[i].Do.(type) {
			case *ChooseOp:
				names[x.Name] = true
			case *MayOp:
				for _, option := range x.Options {
					names[option.Name] = true
				}
			case *SetOp:
				x.fields(names)
			}
		}
	}
	for _, x := range d.Sets {
		if !o.Reads(b.Compiler, asks(x)) {
			x.fields(names)
		}
	}
}

func (op *SetOp) fields(names map[string]bool) {
	for _, a := range op.List {
		if a.Field != nil {
			names[a.Field.Name] = true
		}
	}
}

// Fork is where a match comes to a place at which a ruling decides which steps run.
type Fork struct {
	here  *branch
	at    int32 // in that
	there []elsewhere
}

// elsewhere is what would run there under an alternative.
type elsewhere struct {
	*branch
	index int
}

// branch is what runs at one place of a draft under some readings.
type branch struct {
	*draft
	from, to int32
	drop     []bool                   // by op, whether it is left out
	conds    map[int32]*Cond          // by op, what steps wait for without saying so; or …
	lists    map[int32]*formula.Value // … what they are done to, one by one
}

// Reach notes under which alternatives other steps run from here on; if it only comes by, and neither
// these nor those do anything as things are, they make no difference.
func (f *Fork) Reach(e *formula.Env, comesBy bool) {
	for _, o := range f.there {
		e.Compare(o.index, func() bool { return comesBy && f.here.idles(e, f.at) && o.idles(e, o.from) })
	}
}

// idles reports that nothing is done from an op on, as things are: there are but conditions that do not hold,
// and steps that have nothing to be done to.
func (x *branch) idles(e *formula.Env, at int32) bool {
	for at < x.to {
		switch op := x.Ops[at]; {
		case x.drop[at]:
			at++
		case op.Code == Jump && op.To > at:
			at = op.To
		case op.Code == EachBegin:
			at++ // to where it is looked at whether there is a first round
		case x.lists[at] != nil && len(x.lists[at].List(e)) == 0:
			if at++; op.Code == EachNext {
				at = op.To
			}
		case x.conds[at] == nil:
			return false
		case x.conds[at].Failing(e) == nil:
			at++
		default:
			at = op.To
		}
	}
	return at == x.to
}

// branch is what runs between two ops of a draft under the readings of a compiler.
func (d *draft) branch(from, to int32, under *formula.Compiler) *branch {
	x := &branch{d, from, to, make([]bool, len(d.Ops)), map[int32]*Cond{}, map[int32]*formula.Value{}}
	for _, c := range d.cuts {
		if !c.taken(under) {
			c.mark(x.drop, make([]bool, len(d.Steps)))
		}
	}
	for i := from; i < to; i++ {
		if x.drop[i] {
			continue
		}
		switch do := d.Ops[i].Do.(type) {
		case *Cond:
			if !do.worded() {
				x.conds[i] = with(do, under.Settle)
			}
		case *Loop:
			x.lists[i] = under.Settle(do.In)
		case *formula.Value:
			if d.Ops[i].Code == Discard {
				x.lists[i] = under.Settle(do)
			}
		case *FlipOp:
			x.lists[i] = under.Settle(do.Pieces)
		case *MoveOp:
			if do.Number == nil && do.To.Op == formula.ZoneOfGame {
				x.lists[i] = under.Settle(do.Pieces)
			}
		}
	}
	return x
}

// worded reports that whoever is turned away by a condition is told why.
func (c *Cond) worded() bool {
	return slices.ContainsFunc(c.Parts, func(p CondPart) bool { return p.Words != "" })
}

// fork finds the forks of what a draft is settled to: at the ops of branches that are taken, and at what comes next where none is.
func (u *Unit) fork(b *builder, d *draft, drop []bool, at positions) {
	if b.Alternatives == nil {
		return
	}
	var places []cut // each with all its branches
	for _, c := range d.cuts {
		if i := slices.IndexFunc(places, func(p cut) bool { return p.on == c.on && p.ops == c.op }); i >= 0 {
			places[i].ops = c.ops
		} else {
			places = append(places, c)
		}
	}
	u.Forks = map[int32][]*Fork{}
	add := func(op int32, f *Fork) { u.Forks[op] = append(u.Forks[op], f) }
	for _, p := range places {
		var there []elsewhere
		is := b.Settle(p.on)
		for i, o := range b.Alternatives {
			if on := o.Settle(p.on); on.OK() != is.OK() || on.K != is.K {
				there = append(there, elsewhere{d.branch(p.op, p.ops, o), i})
			}
		}
		if there == nil {
			continue
		}
		here, taken := d.branch(p.op, p.ops, b.Compiler), false
		for i := p.op; i < p.ops; i++ {
			if !drop[i] {
				add(at[i], &Fork{here, i, there})
				taken = true
			}
		}
		if !taken {
			f := &Fork{here, p.ops, there}
			add(at[p.op], f)
			add(u.landing(at[p.op]), f)
		}
	}
}

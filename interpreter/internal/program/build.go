package program

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

func (b *builder) emit(code Code, a int) int {
	b.Ops = append(b.Ops, Op{Code: code, A: int32(a), To: -1, Step: b.step})
	return len(b.Ops) - 1
}

// added appends the operands of an op to their table, and is where they stand there.
func added[T any](table *[]T, operands T) int {
	*table = append(*table, operands)
	return len(*table) - 1
}

func (b *builder) here() int32     { return int32(len(b.Ops)) }
func (b *builder) toHere(op int)   { b.Ops[op].To = b.here() }
func (b *builder) jumpTo(to int32) { b.Ops[b.emit(Jump, 0)].To = to }

func (b *builder) compileProc(p *Proc) *unit {
	return b.unit(p, func() {
		p := b.proc
		b.scope, b.Within = &formula.Scope{Proc: p.Proc}, p.Name
		b.step = b.newStep(Origin{Verb: "procedure", Pos: p.Pos, ID: p.Name})
		p.Entry = b.here()
		b.emit(Begin, p.Index)
		for _, n := range p.Decl.Names {
			if slot := p.Slot(n.Name); slot != nil {
				b.firstValue(slot, n)
			}
		}
		b.block(p.Decl.Do)
		b.step = b.whole(p)
		b.emit(Return, p.Index)
		if p.Decl.AtEnd != nil {
			p.AtEnd = b.here()
			b.block(p.Decl.AtEnd)
			b.step = b.whole(p)
			b.emit(Return, p.Index)
		}
		p.End = b.here()
	})
}

// whole is the step that stands for a procedure as a whole.
func (b *builder) whole(p *Proc) int32 { return b.Ops[p.Entry].Step }

func (b *builder) newStep(s Origin) int32 {
	s.Proc, s.In = b.proc.Index, b.Within
	b.Steps = append(b.Steps, Step{Origin: &s, First: b.here()})
	return int32(len(b.Steps) - 1)
}

func (b *builder) block(bl *syntax.Block) {
	if bl == nil {
		return
	}
	for _, s := range bl.Steps {
		b.compileStep(s)
	}
}

func (b *builder) compileStep(s *syntax.Step) {
	if !b.Spend(s.Pos) {
		return
	}
	outer := b.step
	i := b.newStep(Origin{Verb: s.Verb, ID: s.ID.Name, Pos: s.Pos, Cites: slices.Concat(s.Cites, b.passed)})
	b.step, b.passed = i, nil
	if id := s.ID.Name; id != "" {
		if _, dup := b.proc.IDs[id]; dup {
			b.diags.Add(s.ID.Pos, "two steps of %s are called %q", b.proc.Name, id)
		}
		b.proc.IDs[id], b.Steps[i].named = int(i), true
		b.open = append(b.open, id)
		defer func() { b.open = b.open[:len(b.open)-1] }()
	}
	do := func() { b.verb(s) }
	skip := -1
	if s.If != nil {
		sc := *b.scope
		if each, ok := s.Do.(*syntax.Each); ok && each.Name.Name != "me" {
			sc.Later = each.Name.Name
		}
		skip = b.emit(Unless, b.cond(s.If, &sc))
		cond, verb := b.Conds[len(b.Conds)-1], do
		do = func() { b.never(i, cond, verb) }
	}
	b.Steps[i].Says = b.says(s)
	do()
	b.step = i
	if skip >= 0 {
		b.toHere(skip)
	}
	b.Steps[i].End = b.here()
	b.step = outer
}

// cond compiles a condition and returns its index.
func (b *builder) cond(c *syntax.Cond, sc *formula.Scope) int {
	return added(&b.Conds, b.makeCond(c, sc))
}

func (b *builder) makeCond(c *syntax.Cond, sc *formula.Scope) *Cond {
	if c == nil {
		return nil
	}
	out := &Cond{}
	for _, w := range c.Worded {
		out.Parts = append(out.Parts, b.part(w, sc))
	}
	return out
}

// part compiles a condition with its words. What such a one cites counts when it
// turns something away, not already when it is looked at.
func (b *builder) part(w syntax.Worded, sc *formula.Scope) CondPart {
	is := *w.Is
	if w.Words.Name != "" {
		is.Cites = nil
	}
	return CondPart{Words: w.Words.Name, Is: b.Condition(&is, sc), Pos: w.Is.Node.Pos, Cites: w.Is.Cites}
}

// hiddenSlots are the words of a frame that a step needs for itself while it
// runs: they are made once, before frames are laid out.
type hiddenSlots []*formula.Slot

func (b *builder) verb(s *syntax.Step) {
	switch do := s.Do.(type) {
	case *syntax.If:
		b.verbIf(do)
	case *syntax.While:
		b.verbWhile(do)
	case *syntax.Each:
		b.verbEach(s, do)
	case *syntax.Switch:
		b.verbSwitch(do)
	case *syntax.ByRuling:
		b.verbRuling(do)
	case *syntax.May:
		b.verbMay(s, do)
	case *syntax.Call:
		b.verbCall(do)
	case *syntax.Stop:
		b.verbStop(do)
	default:
		b.plainVerb(s)
	}
}

func (b *builder) verbIf(do *syntax.If) {
	no := b.emit(Unless, b.cond(do.Cond, b.scope))
	cond, block := b.Conds[len(b.Conds)-1], func() { b.block(do.Do) }
	if do.Else == nil {
		b.never(b.step, cond, block)
		b.toHere(no)
		return
	}
	b.unless(cond, false, block)
	end := b.emit(Jump, 0)
	b.toHere(no)
	b.Steps[b.step].Else, b.Steps[b.step].other = true, b.here()
	b.unless(cond, true, func() { b.block(do.Else) })
	b.toHere(end)
}

func (b *builder) verbSwitch(do *syntax.Switch) {
	on := b.Compile(do.Branches.On, b.scope)
	sw := &SwitchOp{On: on, Labels: b.Labels(do.Branches, on, b.scope)}
	b.Switches = append(b.Switches, sw)
	op := b.emit(Switch, len(b.Switches)-1)
	var ends []int
	for _, br := range do.Branches.List {
		sw.To = append(sw.To, b.here())
		sw.At, sw.Cites = append(sw.At, br.Label.Pos), append(sw.Cites, br.Cites)
		b.block(br.Steps)
		ends = append(ends, b.emit(Jump, 0))
	}
	b.toHere(op) // no branch fits: nothing happens
	for _, e := range ends {
		b.toHere(e)
	}
}

// verbRuling compiles every branch, of which only that of the reading in force stays. A
// ruling is settled before anything runs, so what it cites is cited by the steps that it
// puts in force.
func (b *builder) verbRuling(do *syntax.ByRuling) {
	br := do.Branches
	if !b.Ask(br.Key.Name, br.Key.Pos, b.scope) {
		return
	}
	b.CheckBranches(br, b.scope)
	which, ids := b.Which(br), b.proc.IDs
	for i, x := range br.List {
		if x.Steps == nil {
			continue
		}
		b.proc.IDs = maps.Clone(ids) // another branch may have the same
		passed := slices.Concat(b.Steps[b.step].Cites, x.Cites)
		b.onlyIf(which, int32(i), func() {
			for _, s := range x.Steps.Steps {
				b.passed = passed
				b.compileStep(s)
			}
		})
		maps.Copy(ids, b.proc.IDs)
	}
	b.proc.IDs = ids
}

func (b *builder) verbMay(s *syntax.Step, do *syntax.May) {
	m, n := &MayOp{Request: b.proc.Request, By: b.by(do.By)}, len(b.Mays)
	if s.ID.Name != "" {
		m.Request += "." + s.ID.Name
	}
	b.Mays = append(b.Mays, m)
	b.flag(do.Must, "must", func(b *builder, u *unit, yes bool) {
		if u.Mays[n].Must = yes; yes && do.Otherwise != nil {
			b.diags.Add(do.Otherwise.Pos, "`otherwise` never happens where a player `must`")
		}
	})
	again := b.flag(do.Again, "again", func(*builder, *unit, bool) {})
	var anew []*formula.Slot
	if again != nil {
		var blocks []*syntax.Block
		for _, o := range do.Options {
			blocks = append(blocks, o.Do)
		}
		anew = b.firstMade(blocks...)
	}
	top := b.here()
	if s.If != nil {
		top = b.Steps[b.step].First // `if` is looked at each time
	}
	op := b.emit(May, n)
	var ends []int
	end := func() { ends = append(ends, b.emit(Jump, 0)) }
	for _, o := range do.Options {
		cond := b.makeCond(o.If, b.scope)
		m.Options = append(m.Options, MayOption{Name: o.Name, If: cond, To: b.here(), Pos: o.Pos, Cites: o.Cites})
		if again == nil {
			b.unless(cond, false, func() { b.block(o.Do) })
			end()
			continue
		}
		b.onlyIf(again, 1, func() { b.startAnew(anew) })
		b.unless(cond, false, func() { b.block(o.Do) })
		b.onlyIf(again, 1, func() { b.jumpTo(top) })
		b.onlyIf(again, 0, end)
	}
	b.toHere(op)
	b.block(do.Otherwise)
	for _, e := range ends {
		b.toHere(e)
	}
}

func (b *builder) verbStop(do *syntax.Stop) {
	op := &StopOp{Name: do.Name.Name, Resume: -1}
	name := do.Name.Name
	b.emit(Stop, added(&b.Stops, op))
	if name == "pending" {
		op.Pending = true
		if len(b.proc.Pending) == 0 {
			b.diags.Add(do.Name.Pos, "nothing is pending here; only a card played in a window has a `pending`")
		}
		return
	}
	if slices.Contains(b.open, name) {
		op.Own, op.Procs = true, []int{b.proc.Index}
		b.fixes = append(b.fixes, fix{stop: len(b.Stops) - 1, step: b.proc.IDs[name]})
		return
	}
	if p := b.Proc(name); p != nil {
		op.Procs = []int{p.Index}
		return
	}
	b.fixes = append(b.fixes, fix{len(b.Stops) - 1, -1, do.Name.Pos})
}

// stoppable lists what can be stopped, for hints.
func (b *builder) stoppable() []string {
	out := append(syntax.NamesOf(b.Procs), "pending")
	for _, p := range b.Procs {
		out = slices.AppendSeq(out, maps.Keys(p.IDs))
	}
	return out
}

// stopStep resolves the stop of a step in a procedure further out, once all
// procedures are compiled.
func (b *builder) stopStep(op *StopOp, pos source.Pos) {
	for _, p := range b.Procs {
		if i, ok := p.IDs[op.Name]; ok {
			op.Procs, op.First, op.Resume = append(op.Procs, p.Index), b.Steps[i].First, b.Steps[i].End
		}
	}
	if len(op.Procs) == 0 {
		b.diags.Unknown(pos, op.Name, b.stoppable(), "there is no procedure and no step called %q to stop", op.Name)
	}
	if len(op.Procs) > 1 {
		b.diags.Add(pos, "several procedures have a step %q; stop one of them by an id of its own", op.Name)
	}
}

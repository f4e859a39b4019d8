package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

func (b *builder) compileProc(p *Proc) {
	b.scope, b.Within = &formula.Scope{Proc: p.Proc}, p.Name
	whole := b.newStep(Step{Verb: "procedure", Pos: p.Pos, ID: p.Name})
	b.step = whole
	begin := b.emit(Begin, nil)
	if offer := proposed(b.Game, p); offer != nil {
		b.compileOffer(offer, begin)
	}
	for _, n := range p.Decl.Names {
		if slot := p.Slot(n.Name); slot != nil {
			b.firstValue(slot, n)
		}
	}
	b.block(p.Decl.Do)
	b.step = whole
	b.emit(Return, nil)
	if p.Decl.AtEnd != nil {
		b.unit.AtEnd = b.here()
		b.block(p.Decl.AtEnd)
		b.step = whole
		b.emit(Return, nil)
	}
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
	step := b.newStep(Step{Syntax: s, Verb: s.Verb, ID: s.ID.Name, Pos: s.Pos, Cites: slices.Concat(s.Cites, b.passed)})
	b.step, b.passed = step, nil
	if id := s.ID.Name; id != "" {
		if b.named[id] != nil {
			b.diags.Add(s.ID.Pos, "two steps of %s are called %q", b.proc.Name, id)
		}
		b.named[id], step.named = step, true
		b.open = append(b.open, id)
		defer func() { b.open = b.open[:len(b.open)-1] }()
	}
	do := func() { b.verb(s) }
	skip := int32(-1)
	if s.If != nil {
		sc := *b.scope
		if each, ok := s.Do.(*syntax.Each); ok && each.Name.Name != "me" {
			sc.Later = each.Name.Name
		}
		cond, verb := b.makeCond(s.If, &sc), do
		skip = b.emit(Unless, cond)
		do = func() { b.never(step, cond, verb) }
	}
	step.Says = b.says(s)
	do()
	b.step = step
	if skip >= 0 {
		b.toHere(skip)
	}
	step.End = b.here()
	b.step = outer
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

// part compiles a condition with its words. Its clauses count when the condition refuses something, not each
// time it is evaluated.
func (b *builder) part(w syntax.Worded, sc *formula.Scope) CondPart {
	is := *w.Is
	if w.Words.Name != "" {
		is.Cites = nil
	}
	return CondPart{Words: w.Words.Name, Is: b.Condition(&is, sc), Pos: w.Is.Node.Pos, Cites: w.Is.Cites}
}

// hiddenSlots are unnamed words of a frame that a step needs, allocated before frames are laid out.
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
	case *syntax.Choose:
		b.verbChoose(do)
	case *syntax.OpenWindow:
		b.verbWindow(do)
	case *syntax.Roll:
		b.verbRoll(s, do)
	case *syntax.Draw:
		b.verbDraw(s, do)
	default:
		operand := b.operand(do)
		if operand == nil {
			b.diags.Add(s.Pos, "`%s` is not a verb of the language", s.Verb)
			return
		}
		b.emit(Do, operand)
	}
}

func (b *builder) verbIf(do *syntax.If) {
	cond, block := b.makeCond(do.Cond, b.scope), func() { b.block(do.Do) }
	no := b.emit(Unless, cond)
	if do.Else == nil {
		b.never(b.step, cond, block)
		b.toHere(no)
		return
	}
	b.unless(cond, false, block)
	end := b.emit(Jump, nil)
	b.toHere(no)
	b.step.Else, b.step.other = true, b.here()
	b.unless(cond, true, func() { b.block(do.Else) })
	b.toHere(end)
}

func (b *builder) verbSwitch(do *syntax.Switch) {
	on := b.Compile(do.Branches.On, b.scope)
	sw := &SwitchOp{On: on, Labels: b.Labels(do.Branches, on)}
	op := b.emit(Switch, sw)
	var ends []int32
	for _, br := range do.Branches.List {
		sw.To = append(sw.To, b.here())
		sw.At, sw.Cites = append(sw.At, br.Label.Pos), append(sw.Cites, br.Cites)
		b.block(br.Steps)
		ends = append(ends, b.emit(Jump, nil))
	}
	b.toHere(op) // no branch fits: nothing happens
	for _, e := range ends {
		b.toHere(e)
	}
}

// verbRuling compiles all branches behind an op that jumps to the branch of the reading in force. The steps
// of a branch cite the clauses of the ruling.
func (b *builder) verbRuling(do *syntax.ByRuling) {
	br := do.Branches
	if !b.Ask(br.Key.Name, br.Key.Pos) {
		return
	}
	b.Game.Ruling(br.Key.Name).CheckBranches(br.Key.Pos, br.Labels(), b.Diags)
	choice := &BranchOp{On: b.Which(br), To: make([]int32, len(br.List))}
	b.emit(Branch, choice)
	var ends []int32
	for i, x := range br.List {
		choice.To[i] = b.here()
		if x.Steps == nil {
			continue
		}
		passed := slices.Concat(b.step.Cites, x.Cites)
		b.branch(choice.On, i, func() {
			for _, s := range x.Steps.Steps {
				b.passed = passed
				b.compileStep(s)
			}
			if i < len(br.List)-1 {
				ends = append(ends, b.emit(Branch, nil))
			}
		})
	}
	for _, e := range ends {
		b.toHere(e)
	}
}

func (b *builder) verbMay(s *syntax.Step, do *syntax.May) {
	m := &MayOp{Request: b.proc.Request, By: b.by(do.By)}
	if s.ID.Name != "" {
		m.Request += "." + s.ID.Name
	}
	top := b.here()
	if s.If != nil {
		top = b.step.First // `if` is looked at each time
	}
	op := b.emit(May, m)
	m.Must = b.flag(do.Must, "must", func(d *source.Diagnostics) {
		if do.Otherwise != nil {
			d.Add(do.Otherwise.Pos, "`otherwise` never happens where a player `must`")
		}
	})
	again := b.flag(do.Again, "again", nil)
	var anew []*formula.Slot
	if again != nil {
		var blocks []*syntax.Block
		for _, o := range do.Options {
			blocks = append(blocks, o.Do)
		}
		anew = b.firstMade(blocks...)
	}
	var ends []int32
	end := func() { ends = append(ends, b.emit(Jump, nil)) }
	for _, o := range do.Options {
		cond := b.makeCond(o.If, b.scope)
		m.Options = append(m.Options, MayOption{Name: o.Name, If: cond, To: b.here(), Pos: o.Pos, Cites: o.Cites})
		b.where(again, func() { b.startAnew(anew) }, func() {})
		b.unless(cond, false, func() { b.block(o.Do) })
		b.where(again, func() { b.jumpTo(top) }, end)
	}
	b.toHere(op)
	b.block(do.Otherwise)
	for _, e := range ends {
		b.toHere(e)
	}
}

func (b *builder) verbStop(do *syntax.Stop) {
	name := do.Name.Name
	op := &StopOp{Name: name, Proc: -1, Resume: -1, pos: do.Name.Pos}
	switch p := b.Proc(name); {
	case name == "pending":
		op.Pending = true
		if len(b.proc.Pending) == 0 && !b.proc.Faulty {
			b.diags.Add(do.Name.Pos, "nothing is pending here; only a card played in a window has a `pending`")
		}
	case slices.Contains(b.open, name):
		op.Own, op.within = true, b.named[name]
	case p != nil:
		op.Proc = p.Index
	}
	if b.emit(Stop, op); op.OfStep() {
		b.stops = append(b.stops, op)
	}
}

// where compiles yes where a flag is set and no where it is not; both if readings decide.
func (b *builder) where(flag *formula.Value, yes, no func()) {
	if !flag.Ruled() {
		if flag != nil && flag.K == 1 {
			yes()
		} else {
			no()
		}
		return
	}
	choice := &BranchOp{On: flag, To: make([]int32, 2)}
	b.emit(Branch, choice)
	choice.To[1] = b.here()
	var end int32
	b.branch(flag, 1, func() {
		yes()
		end = b.emit(Branch, nil)
	})
	choice.To[0] = b.here()
	b.branch(flag, 0, no)
	b.toHere(end)
}

// verbCall compiles a call of a procedure, or of the steps of a card (`card.effect`).
func (b *builder) verbCall(do *syntax.Call) {
	c := &CallOp{Proc: -1}
	var callee *Proc
	if p := b.Proc(do.Target.Name); p != nil {
		c.Proc = p.Index
		callee = b.Procs[p.Index]
	} else if path, last := splitPath(do.Target.Name); path != "" && b.CardProcs[last] != nil {
		c.Has = last
		node := &source.Node{Pos: do.Target.Pos, Value: path}
		c.Piece = b.Want(&syntax.Formula{Node: node, IsText: true, Text: path}, b.scope, schema.Type{Base: schema.Piece}, "whose steps are called")
	} else {
		b.diags.Unknown(do.Target.Pos, do.Target.Name, syntax.NamesOf(b.Procs), "there is no procedure %q", do.Target.Name)
		return
	}
	var takes []string
	if callee != nil && callee.Decl != nil {
		takes = syntax.NamesOf(callee.Decl.Takes)
	}
	for _, a := range do.With {
		if a.Name == "me" {
			c.Me, c.MeText = b.Want(a.Value, b.scope, playerType, "`me`"), a.Value.Text
			continue
		}
		if !slices.Contains(takes, a.Name) {
			b.diags.Unknown(a.Pos, a.Name, takes, "%s takes no %q", do.Target.Name, a.Name)
			continue
		}
		slot := callee.Slot(a.Name)
		v := b.Compile(a.Value, b.scope)
		c.Args = append(c.Args, Arg{slot, b.fit(v, slot.Type, a.Value, a.Name)})
	}
	if callee != nil && callee.Decl != nil {
		for _, name := range takes {
			if !slices.Contains(syntax.NamesOf(do.With), name) {
				b.diags.Hint(do.Target.Pos, "add it under `with`", "%s takes %q, which is not given", callee.Name, name)
			}
		}
		for _, g := range callee.Gives {
			if to := b.proc.Slot(g.Name); to != nil {
				c.Gives = append(c.Gives, Give{g, to})
			}
		}
	}
	b.emit(Call, c)
}

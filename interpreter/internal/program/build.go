package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// procedure compiles a procedure: the initial values of its names, its steps and a Return. The block at_end follows,
// with a Return of its own.
func (uw *unitWriter) procedure(p *Proc) {
	uw.b.c.Within = p.Name
	whole := uw.newStep(Step{Verb: "procedure", Pos: p.Pos, ID: p.Name})
	uw.step = whole
	begin := uw.emit(Begin, nil)
	if offer := proposed(uw.b.p.Game, p); offer != nil {
		uw.offer(offer, begin)
	}
	for _, n := range p.Decl.Names {
		if slot := p.Slot(n.Name); slot != nil {
			uw.firstValue(slot, n)
		}
	}
	uw.block(p.Decl.Do)
	uw.step = whole
	uw.emit(Return, nil)
	if p.Decl.AtEnd != nil {
		uw.unit.AtEnd = uw.here()
		uw.block(p.Decl.AtEnd)
		uw.step = whole
		uw.emit(Return, nil)
	}
}

func (uw *unitWriter) block(bl *syntax.Block) {
	if bl == nil {
		return
	}
	outer := uw.shown
	for _, s := range bl.Steps {
		uw.shown.before(s)
		uw.compile(s)
		uw.shown.after(s, uw.proc)
	}
	uw.shown = outer
}

// compile emits the ops of a step. If the condition of the step fails, the match continues after them.
func (uw *unitWriter) compile(s *syntax.Step) {
	if !uw.b.c.Spend(s.Pos) {
		return
	}
	outer := uw.step
	step := uw.newStep(Step{Syntax: s, Verb: s.Verb, ID: s.ID.Name, Pos: s.Pos,
		Cites: slices.Concat(s.Cites, uw.passed)})
	uw.step, uw.passed = step, nil
	if id := s.ID.Name; id != "" {
		if uw.named[id] != nil {
			uw.b.diags.Add(s.ID.Pos, "two steps of procedure %s have the id %q", uw.proc.Name, id)
		}
		uw.named[id], step.named = step, true
		uw.open = append(uw.open, id)
		defer func() { uw.open = uw.open[:len(uw.open)-1] }()
	}
	do := func() { uw.verb(s) }
	skip := ref.PC(-1)
	if s.If != nil {
		sc := *uw.scope
		if each, ok := s.Do.(*syntax.Each); ok && each.Name.Name != "me" {
			sc.Later = each.Name.Name
		}
		cond, verb := uw.b.makeCond(s.If, &sc), do
		skip = uw.emit(Unless, cond)
		do = func() { uw.ifReachable(step, cond, verb) }
	}
	step.Says = uw.says(s)
	do()
	uw.step = step
	if skip >= 0 {
		uw.toHere(skip)
	}
	step.End = uw.here()
	uw.step = outer
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

// part compiles a condition with its words. Its clauses count when the condition refuses
// something, not each time it is evaluated.
func (b *builder) part(w syntax.Worded, sc *formula.Scope) CondPart {
	is := *w.Is
	if w.Words.Name != "" {
		is.Cites = nil
	}
	return CondPart{Words: w.Words.Name, Is: b.c.Condition(&is, sc), Pos: w.Is.Node.Pos, Cites: w.Is.Cites}
}

// verb emits the ops of a verb. A verb with blocks has a method of its own below; any other verb is a single op, see
// operand.
func (uw *unitWriter) verb(s *syntax.Step) {
	switch do := s.Do.(type) {
	case *syntax.If:
		uw.verbIf(do)
	case *syntax.While:
		uw.verbWhile(do)
	case *syntax.Each:
		uw.verbEach(do)
	case *syntax.Switch:
		uw.verbSwitch(do)
	case *syntax.ByRuling:
		uw.verbRuling(do)
	case *syntax.May:
		uw.verbMay(s, do)
	case *syntax.Call:
		uw.verbCall(do)
	case *syntax.Stop:
		uw.verbStop(do)
	case *syntax.OpenWindow:
		uw.verbWindow(do)
	case *syntax.Draw:
		uw.verbDraw(do)
	default:
		code, operand := uw.operand(s)
		if operand == nil {
			uw.b.diags.Add(s.Pos, "`%s` is not a verb of the language", s.Verb)
			return
		}
		uw.emit(code, operand)
	}
}

// verbIf emits the condition, the block, a jump over the block `else`, and that block.
func (uw *unitWriter) verbIf(do *syntax.If) {
	cond, block := uw.b.makeCond(do.Cond, uw.scope), func() { uw.block(do.Do) }
	no := uw.emit(Unless, cond)
	if do.Else == nil {
		uw.ifReachable(uw.step, cond, block)
		uw.toHere(no)
		return
	}
	uw.unlessConstant(cond, false, block)
	end := uw.emit(Jump, nil)
	uw.toHere(no)
	uw.step.Else, uw.step.other = true, uw.here()
	uw.unlessConstant(cond, true, func() { uw.block(do.Else) })
	uw.toHere(end)
}

// verbSwitch emits the op that chooses a branch, and the branches, each with a jump to the end.
func (uw *unitWriter) verbSwitch(do *syntax.Switch) {
	on := uw.b.c.Compile(do.Branches.On, uw.scope)
	sw := &SwitchOp{Branches: do.Branches, On: on, Labels: uw.b.c.Labels(do.Branches, on)}
	op := uw.emit(Switch, sw)
	var ends []ref.PC
	for _, br := range do.Branches.List {
		sw.To = append(sw.To, uw.here())
		uw.block(br.Steps)
		ends = append(ends, uw.emit(Jump, nil))
	}
	uw.toHere(op) // if no branch fits, nothing happens
	for _, e := range ends {
		uw.toHere(e)
	}
}

// verbRuling compiles all branches, after an op that jumps to the branch for the reading in
// force. The steps of a branch cite the clauses of the ruling.
func (uw *unitWriter) verbRuling(do *syntax.ByRuling) {
	br := do.Branches
	if !uw.b.c.Ask(br.Key.Name, br.Key.Pos) {
		return
	}
	uw.b.p.Game.Ruling(br.Key.Name).CheckBranches(br.Key.Pos, br.Labels(), uw.b.c.Diags)
	choice := &BranchOp{On: uw.b.c.Which(br), To: make([]ref.PC, len(br.List))}
	uw.emit(Branch, choice)
	var ends []ref.PC
	for i, x := range br.List {
		choice.To[i] = uw.here()
		if x.Steps == nil {
			continue
		}
		passed := slices.Concat(uw.step.Cites, x.Cites)
		uw.branch(choice.On, i, func() {
			for _, s := range x.Steps.Steps {
				uw.passed = passed
				uw.compile(s)
			}
			if i < len(br.List)-1 {
				ends = append(ends, uw.emit(Branch, nil))
			}
		})
	}
	for _, e := range ends {
		uw.toHere(e)
	}
}

// verbMay emits the question, the block of each option, and the block for declining. An option ends with a jump to the
// end or, with `again`, back to the question.
func (uw *unitWriter) verbMay(s *syntax.Step, do *syntax.May) {
	m := &MayOp{Request: uw.proc.Request, By: uw.by(do.By)}
	if s.ID.Name != "" {
		m.Request += "." + s.ID.Name
	}
	top := uw.here()
	if s.If != nil {
		top = uw.step.First // `if` is evaluated in each iteration
	}
	op := uw.emit(Ask, m)
	m.Must = uw.b.flag(do.Must, "must", func(d *source.Diagnostics) {
		if do.Otherwise != nil {
			d.Add(do.Otherwise.Pos, "`otherwise` has no effect together with `must`")
		}
	})
	again := uw.b.flag(do.Again, "again", nil)
	var anew []*formula.Slot
	if again != nil {
		var blocks []*syntax.Block
		for _, o := range do.Options {
			blocks = append(blocks, o.Do)
		}
		anew = uw.firstMade(blocks...)
	}
	var ends []ref.PC
	end := func() { ends = append(ends, uw.emit(Jump, nil)) }
	for i := range do.Options {
		o := &do.Options[i]
		cond := uw.b.makeCond(o.If, uw.scope)
		m.Options = append(m.Options, MayOption{MayOption: o, If: cond, To: uw.here()})
		uw.where(again, func() { uw.startAnew(anew) }, func() {})
		uw.unlessConstant(cond, false, func() { uw.block(o.Do) })
		uw.where(again, func() { uw.jumpTo(top) }, end)
	}
	uw.toHere(op)
	uw.block(do.Otherwise)
	for _, e := range ends {
		uw.toHere(e)
	}
}

// verbStop emits a `stop`. Its name means the card being played (`pending`), a step around this
// one, or a running procedure.
func (uw *unitWriter) verbStop(do *syntax.Stop) {
	name := do.Name.Name
	op := &StopOp{Stop: do, Proc: ref.NoProc, Resume: -1}
	switch p := uw.b.p.Proc(name); {
	case name == "pending":
		op.Pending = true
		if len(uw.proc.Pending) == 0 && !uw.proc.Faulty {
			uw.b.diags.Add(do.Name.Pos, "`pending` exists only in cards that are played in a window")
		}
	case slices.Contains(uw.open, name):
		op.Own, op.within = true, uw.named[name]
	case p != nil:
		op.Proc = p.Index
	}
	uw.emit(Stop, op)
}

// cardSteps returns the procedure of some card that has steps with a name. Its parameters stand for those of all cards
// of the kinds of a piece; a difference between cards is an error. It returns nil if no card has such steps.
func (b *builder) cardSteps(name string, of schema.Type, at syntax.Ident) (steps *Proc) {
	for card, proc := range b.p.CardProcs[name] {
		if proc < 0 || of.Kinds != 0 && !of.Kinds.Has(b.p.Cards[card].Kind.Index) {
			continue
		}
		p := b.p.Procs[proc]
		if steps == nil {
			steps = p
		}
		same := func(x, y syntax.Param) bool {
			return x.Name == y.Name && p.Slot(x.Name).Type.Same(steps.Slot(y.Name).Type)
		}
		if !slices.EqualFunc(p.Decl.Takes, steps.Decl.Takes, same) {
			b.diags.Hint(at.Pos, "give `each_has` of both kinds the same `takes`", "%s and %s take different values",
				steps.Name, p.Name)
			return nil
		}
	}
	return steps
}

// procNames returns the names of the procedures. It keeps them, because a long file can have thousands of unknown
// calls.
func (b *builder) procNames() []string {
	if len(b.named) != len(b.p.Procs) {
		b.named = syntax.NamesOf(b.p.Procs)
	}
	return b.named
}

// verbCall compiles a call of a procedure, or of the steps of a card (`card.effect`).
func (uw *unitWriter) verbCall(do *syntax.Call) {
	c := &CallOp{Proc: ref.NoProc}
	var callee *Proc
	if p := uw.b.p.Proc(do.Target.Name); p != nil {
		c.Proc = p.Index
		callee = uw.b.p.Procs[p.Index]
	} else if path, last := splitPath(do.Target.Name); path != "" && uw.b.p.CardProcs[last] != nil {
		c.Has = last
		node := &source.Node{Pos: do.Target.Pos, Value: path}
		c.Piece = uw.b.c.Want(&syntax.Formula{Node: node, IsText: true, Text: path}, uw.scope,
			schema.Type{Base: schema.Piece}, "whose steps are called")
		callee = uw.b.cardSteps(last, c.Piece.Type, do.Target)
	} else {
		uw.b.diags.Unknown(do.Target.Pos, do.Target.Name, uw.b.procNames(), "there is no procedure %q",
			do.Target.Name)
		return
	}
	var takes []string
	if callee != nil && callee.Decl != nil {
		takes = syntax.NamesOf(callee.Decl.Takes)
	}
	for _, a := range do.With {
		if a.Name == "me" {
			c.Me, c.MeText = uw.b.c.Want(a.Value, uw.scope, playerType, "`me`"), a.Value.Text
			continue
		}
		if !slices.Contains(takes, a.Name) {
			uw.b.diags.Unknown(a.Pos, a.Name, takes, "%s takes no %q", do.Target.Name, a.Name)
			continue
		}
		slot := callee.Slot(a.Name)
		v := uw.b.c.Compile(a.Value, uw.scope)
		c.Args = append(c.Args, Arg{slot, uw.b.fit(v, slot.Type, a.Value, a.Name)})
	}
	if callee != nil && callee.Decl != nil {
		for _, name := range takes {
			if !slices.Contains(syntax.NamesOf(do.With), name) {
				uw.b.diags.Hint(do.Target.Pos, "add it under `with`", "%s takes %q, which is not given", do.Target.Name,
					name)
			}
		}
		for _, g := range callee.Gives {
			if to := uw.proc.Slot(g.Name); to != nil {
				c.Gives = append(c.Gives, Give{g, to})
			}
		}
	}
	uw.emit(Call, c)
}

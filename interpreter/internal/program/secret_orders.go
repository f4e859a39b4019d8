package program

import (
	"cmp"
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// The pieces in a zone without order are listed in the order of their declaration. A step that takes unseen pieces in
// this order would reveal to a player which of two pieces is declared first. So chance draws the order for the rounds
// of a loop, for the pieces of a move to several places, and for the tied pieces of a pick.

// drawOrders marks the steps for which chance draws the order of unseen pieces.
func (s *secrecy) drawOrders() {
	b := s.b
	names := b.listsOfNames()
	for i, u := range b.p.Units {
		declared := func(v *formula.Expr) bool {
			o := orders{b: b, names: names, proc: ref.Proc(i), joins: map[*formula.Slot]int{},
				locals: map[int32]*formula.Expr{}}
			return v.OK() && v.Type.Base == schema.Piece && !s.known(v, false) && o.declared(v)
		}
		for _, l := range u.Loops {
			l.Blind = declared(l.In) && s.tellsRounds(u, l.First, l.End, map[ref.Proc]bool{})
		}
		for j := range u.Ops {
			op := &u.Ops[j]
			switch do := op.Do.(type) {
			case *MoveOp:
				if do.Number == nil && do.To.IsList() && declared(do.Pieces) {
					op.Code, do.Order, do.Drawn = Ask, b.p.Procs[i].hidden(do.Pieces.Type),
						b.p.Procs[i].hidden(numberType)
				}
			case *PickOp:
				if declared(do.From) {
					op.Code = Ask
				}
			}
		}
	}
}

// OrderName returns the name of the request for the next piece of a step for which chance draws the order, or "" for
// another step.
func (p *Program) OrderName(op *Op) string {
	name := ""
	switch do := op.Do.(type) {
	case *Loop:
		if do.Blind {
			name = do.Name.Name
		}
	case *MoveOp:
		if do.Order != nil {
			name = "move"
		}
	case *PickOp:
		if op.Code == Ask {
			name = do.Slot.Name
		}
	}
	if name == "" {
		return ""
	}
	return p.Procs[op.Step.Proc].Request + "." + name
}

// Orders returns the names of all requests for the next piece of a step.
func (p *Program) Orders() (names []string) {
	for _, u := range p.Units {
		for i := range u.Ops {
			if name := p.OrderName(&u.Ops[i]); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// given is a list that a step stores under a name.
type given struct {
	proc  ref.Proc      // the procedure of the step
	value *formula.Expr // nil: an answer, in the order in which it was chosen, or …
	name  *formula.Slot // … the value of a name of proc
}

// listsOfNames returns, for each name, the lists that steps store under it.
func (b *builder) listsOfNames() map[*formula.Slot][]given {
	out := map[*formula.Slot][]given{}
	give := func(s *formula.Slot, g given) {
		if s != nil && s.Type.List {
			out[s] = append(out[s], g)
		}
	}
	for i, u := range b.p.Units {
		for _, op := range u.Ops {
			switch do := op.Do.(type) {
			case *ChooseOp:
				give(do.Slot, given{})
			case *SetOp:
				for _, a := range do.List {
					give(a.Slot, given{proc: ref.Proc(i), value: a.Value})
					for _, s := range a.Pending {
						give(s, given{proc: ref.Proc(i), value: a.Value})
					}
				}
			case *CallOp:
				for _, a := range do.Args {
					give(a.Slot, given{proc: ref.Proc(i), value: a.Value})
				}
				for _, g := range do.Gives {
					give(g.To, given{proc: do.Proc, name: g.From})
				}
			}
		}
	}
	return out
}

// orders determines whether a list of pieces is in the order of declaration.
type orders struct {
	b      *builder
	names  map[*formula.Slot][]given
	proc   ref.Proc                // the procedure of the formula
	depth  int                     // the number of concatenations around it
	joins  map[*formula.Slot]int   // depth at each name that is followed; done if all its lists were
	locals map[int32]*formula.Expr // values of parameters and of `let`
}

// done marks a name in orders.joins: all lists stored under it have been examined.
const done = 1 << 30

// declared reports whether a list has no order but that of declaration. This is so for the pieces of zones without
// order, for lists filtered or joined from such, and for names under which only such lists are stored.
func (o *orders) declared(v *formula.Expr) bool {
	if !v.OK() || !o.b.c.Spend(v.Pos) {
		return false
	}
	switch t := v.Tree(); t.Op {
	case formula.AllPieces, formula.Constant: // a constant list is empty
		return true
	case formula.Listed:
		return !slices.ContainsFunc(t.Args, func(of *formula.Expr) bool { return of.Type.Base != schema.Empty })
	case formula.Lying: // a name keeps the order of a stack, which its pieces may have left
		z := cmp.Or(t.Args[0].Tree().Zone, t.Args[0].Type.Decl)
		return len(o.joins) == 0 || z != nil && !z.Stack
	case formula.Local:
		is := o.locals[t.At]
		return is != nil && o.declared(is)
	case formula.FrameWord:
		return o.name(int(t.At))
	case formula.Invoke, formula.InvokeOf:
		return o.invoked(t)
	case formula.Call:
		if from := t.Sources(); t.KeepsOrder() && len(from) > 1 {
			o.depth++
			defer func() { o.depth-- }()
		}
		return t.KeepsOrder() && o.all(t.Sources())
	default:
		return t.KeepsOrder() && o.all(t.Sources())
	}
}

func (o *orders) all(lists []*formula.Expr) bool {
	return !slices.ContainsFunc(lists, func(v *formula.Expr) bool { return !o.declared(v) })
}

// invoked does the same as declared for a use of a named formula.
func (o *orders) invoked(t *formula.Expr) bool {
	outer := o.locals
	o.locals = maps.Clone(outer)
	for i, of := range t.Args[1:] {
		o.locals[t.At+int32(i)] = of
	}
	defer func() { o.locals = outer }()
	return o.declared(t.Args[0])
}

// name does the same as declared for a local name of the procedure. A list to which steps append one element at a time
// has the order of these steps.
func (o *orders) name(at int) bool {
	slots := o.b.p.Procs[o.proc].Slots
	i := slices.IndexFunc(slots, func(s *formula.Slot) bool { return s.At == at })
	if i < 0 {
		return false
	}
	s := slots[i]
	if was, found := o.joins[s]; found {
		return o.depth <= was
	}
	o.joins[s] = o.depth
	proc, locals := o.proc, o.locals
	for _, g := range o.names[s] {
		o.proc, o.locals = g.proc, map[int32]*formula.Expr{}
		if g.name != nil && !o.name(g.name.At) || g.name == nil && !o.declared(g.value) {
			return false
		}
	}
	o.proc, o.locals = proc, locals
	o.joins[s] = done
	return true
}

// tellsRounds reports whether a player could distinguish the rounds of a loop: its ops ask,
// roll, draw, log or end something, or leave a mark or a place on the piece.
func (s *secrecy) tellsRounds(u *Unit, from, to ref.PC, seen map[ref.Proc]bool) bool {
	for _, op := range u.Ops[from:to] {
		tells := op.Step.Says != nil
		switch do := op.Do.(type) {
		case *SetOp:
			tells = tells || slices.ContainsFunc(do.List, func(a Assign) bool {
				return a.Field != nil && a.Field.Scope == schema.OfPiece
			})
		case *MoveOp:
			d := do.To.Type.Decl
			tells = tells || d == nil || d.Stack || d.Spreads()
		case *CallOp:
			tells = tells || do.Proc < 0
			if v := do.Proc; v >= 0 && !seen[v] {
				seen[v] = true
				tells = tells || s.tellsRounds(s.b.p.Units[v], 0, ref.PC(len(s.b.p.Units[v].Ops)), seen)
			}
		case nil, *Cond, *SwitchOp, *BranchOp, *Loop, *AnewOp, *Offer: // no player sees these
		default:
			tells = true
		}
		if tells {
			return true
		}
	}
	return false
}

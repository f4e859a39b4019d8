package program

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

func (uw *unitWriter) verbWhile(do *syntax.While) {
	top := uw.here()
	end := uw.emit(Unless, uw.b.makeCond(do.Cond, uw.scope))
	uw.startAnew(uw.firstMade(do.Do))
	uw.block(do.Do)
	uw.jumpTo(top)
	uw.toHere(end)
}

// verbEach emits the evaluation of the list, the choice of the next element, the block, and a
// jump back to the choice. The list, the position in it, and the outer `me` are kept in hidden
// slots.
func (uw *unitWriter) verbEach(do *syntax.Each) {
	l := &Loop{Each: do, Me: do.Name.Name == "me", First: uw.here(), In: uw.list(do.In, "what `each` goes through")}
	p := uw.proc
	l.List, l.At, l.Saved = p.hidden(schema.ListOf(l.In.Type.Elem())), p.hidden(numberType), p.hidden(numberType)
	if l.Me {
		if l.In.OK() && l.In.Type.Base != schema.Player && l.In.Type.Base != schema.Empty {
			uw.b.diags.Add(do.In.Node.Pos, "`each: me` needs a list of players, not %s", uw.b.p.Describe(l.In.Type))
		}
	} else {
		l.Var = uw.proc.Slot(do.Name.Name)
	}
	uw.unit.Loops = append(uw.unit.Loops, l)
	uw.emit(EachBegin, l)
	next := uw.emit(EachNext, l)
	uw.startAnew(uw.firstMade(do.Do))
	uw.block(do.Do)
	uw.jumpTo(next)
	uw.toHere(next)
	l.End = uw.here()
	if do.Sealed == nil {
		return
	}
	uw.b.sealed = append(uw.b.sealed, sealedLoop{uw.unit, l}) // of all configurations
	u, pos := uw.unit, uw.step.Pos
	l.Sealed = uw.b.flag(do.Sealed, "sealed", func(d *source.Diagnostics) { checkSealed(u, l, do.Do, pos, d) })
}

// firstMade lists the names that are first declared inside a loop's blocks, and are therefore
// cleared in each round.
func (uw *unitWriter) firstMade(blocks ...*syntax.Block) (names []*formula.Slot) {
	for _, bl := range blocks {
		syntax.WalkBlock(bl, func(s *syntax.Step) { names = append(names, uw.b.decls.makes[s]...) })
	}
	slices.SortFunc(names, func(a, b *formula.Slot) int { return strings.Compare(a.Name, b.Name) })
	return names
}

// startAnew emits the op that clears names at the start of a round.
func (uw *unitWriter) startAnew(names []*formula.Slot) {
	if len(names) > 0 {
		uw.emit(Anew, &AnewOp{names})
	}
}

// checkSealed restricts a sealed block to steps that can be hidden: choices, marks, and moves
// between a player's own zones.
func checkSealed(u *Unit, l *Loop, bl *syntax.Block, pos source.Pos, diags *source.Diagnostics) {
	if !l.Me {
		diags.Hint(pos, "`each: me`", "a sealed block needs a loop over players, because each player acts alone in it")
	}
	syntax.WalkBlock(bl, func(s *syntax.Step) {
		switch s.Do.(type) {
		case *syntax.Choose, *syntax.May, *syntax.Set, *syntax.Move, *syntax.If:
		default:
			diags.Add(s.Pos, "a sealed block can contain only choose, may, set, if and moves between a player's own zones, not `%s`", s.Verb)
		}
	})
	for _, op := range u.Ops[l.First:l.End] {
		move, ok := op.Do.(*MoveOp)
		if !ok {
			continue
		}
		if d := move.To.Type.Decl; d != nil && d.Scope == schema.OfGame {
			diags.Add(move.To.Pos,
				"a sealed block can move pieces only between a player's own zones; zone %s belongs to the table",
				d.Name)
		}
	}
}

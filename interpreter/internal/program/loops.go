package program

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

func (b *builder) verbWhile(do *syntax.While) {
	top := b.here()
	end := b.emit(Unless, b.makeCond(do.Cond, b.scope))
	b.startAnew(b.firstMade(do.Do))
	b.block(do.Do)
	b.jumpTo(top)
	b.toHere(end)
}

func (b *builder) verbEach(s *syntax.Step, do *syntax.Each) {
	h := b.slots[s]
	l := &Loop{Name: do.Name.Name, Me: do.Name.Name == "me", List: h[0], At: h[1], Saved: h[2], First: b.here()}
	l.In = b.list(do.In, "what `each` goes through")
	if l.Me {
		if l.In.OK() && l.In.Type.Base != schema.Player && l.In.Type.Base != schema.Empty {
			b.diags.Add(do.In.Node.Pos, "`each: me` goes through players; this is %s", b.Describe(l.In.Type))
		}
	} else {
		l.Var = b.proc.Slot(do.Name.Name)
	}
	b.unit.Loops = append(b.unit.Loops, l)
	b.emit(EachBegin, l)
	next := b.emit(EachNext, l)
	b.startAnew(b.firstMade(do.Do))
	b.block(do.Do)
	b.jumpTo(next)
	b.toHere(next)
	l.End = b.here()
	if do.Sealed == nil {
		return
	}
	b.sealed = append(b.sealed, sealedLoop{b.unit, l}) // in whichever configuration it is
	u, pos := b.unit, b.step.Pos
	l.Sealed = b.flag(do.Sealed, "sealed", func(d *source.Diagnostics) { checkSealed(u, l, do.Do, pos, d) })
}

// firstMade lists the names that are first made inside a loop's blocks: they start anew in each round.
func (b *builder) firstMade(blocks ...*syntax.Block) (names []*formula.Slot) {
	for _, bl := range blocks {
		syntax.WalkBlock(bl, func(s *syntax.Step) { names = append(names, b.makes[s]...) })
	}
	slices.SortFunc(names, func(a, b *formula.Slot) int { return strings.Compare(a.Name, b.Name) })
	return names
}

// startAnew emits the op that clears names at the start of a round.
func (b *builder) startAnew(names []*formula.Slot) {
	if len(names) > 0 {
		b.emit(Anew, &AnewOp{names})
	}
}

// checkSealed restricts a sealed block to steps that can be hidden: choices, marks, and moves between a
// player's own zones.
func checkSealed(u *Unit, l *Loop, bl *syntax.Block, pos source.Pos, diags *source.Diagnostics) {
	if !l.Me {
		diags.Hint(pos, "`each: me`", "a sealed block is what players do, each for himself")
	}
	syntax.WalkBlock(bl, func(s *syntax.Step) {
		switch s.Do.(type) {
		case *syntax.Choose, *syntax.May, *syntax.Set, *syntax.Move, *syntax.If:
		default:
			diags.Add(s.Pos, "a sealed block holds only choose, may, set, if and moves between own zones, not `%s`", s.Verb)
		}
	})
	for _, op := range u.Ops[l.First:l.End] {
		move, ok := op.Do.(*MoveOp)
		if !ok {
			continue
		}
		if d := move.To.Type.Decl; d != nil && d.Scope == schema.OfGame {
			diags.Add(move.To.Pos, "all see what comes to zone %s; a sealed block moves pieces between a player's own zones", d.Name)
		}
	}
}

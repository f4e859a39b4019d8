package program

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/syntax"
)

// What is compiled beside a program of much the same game takes over from it what is written
// the same there and means the same: units, and what else has its own place in the tree. What is
// declared (types, frames, words) is always worked out anew, and then compared; if any of that
// differs, there is nothing to take over.

// part is something that can be taken over.
type part struct {
	is    any
	trace *formula.Trace
}

// take is what is written at a place in the tree, compiled or taken over.
func take[T any](b *builder, at any, compile func() T) (out T) {
	if b.from != nil {
		if p, ok := b.from.taken[at]; ok && b.Holds(p.trace) {
			b.Again(p.trace)
			b.taken[at] = p
			return p.is.(T)
		}
	}
	trace := b.Traced(func() { out = compile() })
	b.taken[at] = part{out, trace}
	return out
}

// takeDraft is take of a procedure or window.
func (b *builder) takeDraft(p *Proc) (d *draft) {
	if b.from != nil && b.sameSource(p) && b.Holds(b.from.drafts[p.Index].trace) {
		d = b.from.drafts[p.Index]
		b.Again(d.trace)
		return d
	}
	trace := b.Traced(func() { d = b.compiled(p) })
	d.trace = trace
	return d
}

// own are the drafts that are not taken over.
func (b *builder) own() (all []*draft) {
	for i, d := range b.drafts {
		if d != nil && (b.from == nil || d != b.from.drafts[i]) {
			all = append(all, d)
		}
	}
	return all
}

// isBeside reports whether all that is declared is what it is in another base.
func (b *builder) isBeside(old *Checked) bool {
	was := old.declared
	return b.Start == was.Start && slices.Equal(b.Timed, was.Timed) &&
		slices.EqualFunc(b.Procs, was.Procs, func(p, old *Proc) bool {
			return p.Request == old.Request && (sameSteps(p.Decl, old.Decl) || !seals(p.Decl) && !seals(old.Decl) && sameCalls(p.Decl, old.Decl))
		}) &&
		slices.EqualFunc(b.Windows, was.Windows, func(w, old *WindowOp) bool {
			return w.Name == old.Name && w.Opener == old.Opener && maps.Equal(w.Changes, old.Changes)
		}) && b.Compiler.Beside(old.compiler)
}

// sameSteps reports whether two procedures are written the same, down to the very nodes.
func sameSteps(p, old *syntax.Procedure) bool {
	return p == old || p != nil && old != nil && p.Ident == old.Ident && p.Do == old.Do && p.AtEnd == old.AtEnd &&
		slices.Equal(p.Names, old.Names) && slices.Equal(p.Gives, old.Gives) && slices.Equal(p.Formulas, old.Formulas) &&
		slices.EqualFunc(p.Takes, old.Takes, func(a, b syntax.Param) bool { return a.Ident == b.Ident && a.Type.Ident == b.Type.Ident })
}

// sameCalls reports whether two procedures are called in the same way.
func sameCalls(p, old *syntax.Procedure) bool {
	return slices.EqualFunc(p.Takes, old.Takes, func(a, b syntax.Param) bool { return a.Name == b.Name }) &&
		slices.EqualFunc(p.Gives, old.Gives, func(a, b syntax.Ident) bool { return a.Name == b.Name })
}

// seals reports whether a procedure has a sealed block, which tells on what is declared.
func seals(p *syntax.Procedure) (yes bool) {
	if p != nil {
		p.Walk(func(s *syntax.Step) {
			each, ok := s.Do.(*syntax.Each)
			yes = yes || ok && each.Sealed != nil
		})
	}
	return yes
}

// sameSource reports whether a procedure is written the same, or windows and how cards are played in them.
func (b *builder) sameSource(p *Proc) bool {
	old := b.from.declared
	if p.Decl != nil {
		return sameSteps(p.Decl, old.Procs[p.Index].Decl) && proposed(b.Game, p) == proposed(old.Game, p)
	}
	return slices.Equal(b.Game.Windows, old.Game.Windows) &&
		slices.EqualFunc(b.Cards, old.Cards, func(c, old *schema.Card) bool { return c.Play == old.Play })
}

// sameRequests reports whether all that is asked is called the same, and is of the same type.
func (b *builder) sameRequests(old *Checked) bool {
	return slices.EqualFunc(b.Chooses, old.declared.Chooses, func(c, old *ChooseOp) bool {
		return c == old || c.Request == old.Request && c.IsList == old.IsList && c.Elem.Same(old.Elem)
	}) && slices.EqualFunc(b.Mays, old.declared.Mays, func(m, old *MayOp) bool {
		return m == old || m.Request == old.Request && slices.EqualFunc(m.Options, old.Options, func(o, old MayOption) bool { return o.Name == old.Name })
	})
}

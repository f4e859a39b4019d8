package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// checkNames checks the local names of a procedure after all types are known: all steps that
// assign a name must agree on its type, and the type must be known. Values in `set`, `names`
// and `with` are checked where they are compiled.
func (ds *declarations) checkNames(p *Proc) {
	if p.Decl == nil {
		return
	}
	sc := &formula.Scope{Proc: p.Proc}
	seen := map[string]bool{}
	for _, t := range p.Decl.Takes {
		if seen[t.Name] = true; p.Slot(t.Name) != nil {
			ds.someType(t.Ident, p.Slot(t.Name).Type,
				"write `takes: {"+t.Name+": TYPE}`, because the procedure is never called with an argument")
		}
	}
	read := ds.readNames(p)
	p.Decl.Walk(func(s *syntax.Step) {
		ds.makesNames(s, sc, func(id syntax.Ident, f func() schema.Type) {
			slot := p.Slot(id.Name)
			if slot == nil || seen[id.Name] && slot.Type.Base == schema.Unknown {
				return
			}
			seen[id.Name] = true
			if _, set := s.Do.(*syntax.Set); set {
				ds.unread(p, id, slot, read)
			} else if slot.Makers > 1 {
				ds.sameType(id, slot.Type, f())
			}
			ds.someType(id, slot.Type, "")
		})
	})
}

// sameType compares the type that a step assigns to a name with the type of the name.
func (ds *declarations) sameType(id syntax.Ident, is, made schema.Type) {
	if made.Base == schema.Unknown || made.Base == schema.Empty || is.Base == schema.Unknown {
		return
	}
	if made.Base != is.Base || made.List != is.List {
		ds.b.diags.Hint(id.Pos, "use different names",
			"the name %q has two types in this procedure: %s here and %s elsewhere", id.Name, ds.b.p.Describe(made),
			ds.b.p.Describe(is))
	}
}

// readNames returns the names that formulas of a procedure can mean: its own that they read, and the game's fields. It
// returns none if there are more than mostRead.
func (ds *declarations) readNames(p *Proc) []string {
	names := schema.Names(ds.b.p.GameFields)
	for _, s := range p.Slots {
		if s.Read {
			names = append(names, s.Name)
		}
	}
	if len(names) > mostRead {
		return nil
	}
	return names
}

// mostRead limits the names with which each unread name is compared. A program has written a procedure with more.
const mostRead = 500

// unread reports a name that `set` declares and no formula reads, if its spelling is similar to
// a name that is read, which was probably meant.
func (ds *declarations) unread(p *Proc, id syntax.Ident, slot *formula.Slot, read []string) {
	if slot.Read || len(id.Name) < 4 || slices.Contains(p.Gives, slot) {
		return
	}
	if source.Nearest(id.Name, read) != "" {
		ds.b.diags.Unknown(id.Pos, id.Name, read, "nothing reads %q", id.Name)
	}
}

// someType reports a name with an unknown type, unless another error may be the cause.
func (ds *declarations) someType(id syntax.Ident, t schema.Type, hint string) {
	if t.Base == schema.Unknown && len(*ds.b.diags) == 0 {
		ds.b.diags.Hint(id.Pos, hint, "the type of %q is unknown (a number, a player, a piece …)", id.Name)
	}
}

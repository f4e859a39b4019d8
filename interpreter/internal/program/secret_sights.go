package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// compileSights compiles the formulas under `seen_by`. `me` is the owner, and for a field of a
// piece or a zone on a piece `it` is the piece.
func (b *builder) compileSights() {
	for _, d := range b.p.Decls {
		it := schema.Type{}
		if d.Scope == schema.OfPiece {
			it = schema.Type{Base: schema.Piece, Kinds: 1 << uint(d.Kind)}
		}
		b.sight(d.SeenBy, d.Scope, it, d.Ident)
		if d.SeenRuled == nil {
			continue
		}
		for _, c := range d.SeenRuled.By { // values that are not in force are checked, too
			if c.Is != d.SeenBy {
				b.sight(c.Is, d.Scope, it, d.Ident)
			}
		}
	}
	for _, f := range b.p.AllFields() {
		it := schema.Type{}
		if f.Scope == schema.OfPiece {
			it = schema.Type{Base: schema.Piece, Kinds: f.Kinds}
		}
		b.sight(f.SeenBy, f.Scope, it, f.Decls[0].Ident)
	}
}

// sight compiles a `seen_by` of a zone or field. it is the type of `it` in a formula.
func (b *builder) sight(by *syntax.SeenBy, scope schema.Scope, it schema.Type, of syntax.Ident) {
	switch said, _ := by.Says(); {
	case said == syntax.ByOthers && scope == schema.OfGame:
		b.diags.Hint(of.Pos, "name the players who see it: `nobody` or a formula",
			"%q belongs to the table, which has no owner", of.Name)
	case said == syntax.BySome:
		v := b.listIn(by.By, &formula.Scope{It: it, Unnoted: true}, "who sees this")
		if v.OK() && v.Type.Base != schema.Player && v.Type.Base != schema.Empty {
			b.diags.Add(v.Pos, "`seen_by` must name players, not %s", b.p.Describe(v.Type))
		}
		if b.p.Sights == nil {
			b.p.Sights = map[*syntax.SeenBy]*formula.Expr{}
		}
		b.p.Sights[by] = v
	}
}

// secrecy computes which pieces may be hidden from a seat.
type secrecy struct {
	b      *builder
	secret schema.KindSet // kinds of pieces that may be hidden from a seat
}

// find computes the kinds of pieces that may be hidden from a seat. It marks zones without hidden pieces, games that
// hide nothing, and choices whose candidates may be hidden.
func (s *secrecy) find() {
	bears := schema.KindSet(0) // pieces on an unknown piece are unknown; in a stack they are separate
	for n := schema.KindSet(1); n != s.secret; {
		n = s.secret
		for _, d := range s.b.p.Decls[1:] {
			if open(d, false) && (d.Scope != schema.OfPiece || !bears.Has(d.Kind)) {
				continue
			}
			s.secret |= d.Holds
			if !d.Stack {
				bears |= d.Holds
			}
		}
	}
	for i := range s.b.p.Schema.Zones[1:] {
		z := &s.b.p.Schema.Zones[1+i]
		z.Open = open(z.Decl, false) && (z.Decl.Scope != schema.OfPiece || !s.secret.Has(z.Decl.Kind))
	}
	s.b.p.Open = !slices.ContainsFunc(s.b.p.Schema.Zones[1:], func(z schema.ZoneInfo) bool { return !z.Open }) &&
		!slices.ContainsFunc(s.b.p.AllFields(), hides)
	s.veil()
	for _, c := range s.b.p.Chooses() {
		c.Blind = s.isBlind(c)
	}
	for _, w := range s.b.p.Windows {
		w.Blind = s.isBlindIn(w)
	}
	s.drawOrders()
}

// isBlind reports whether a choice may include pieces that the choosing player does not know.
func (s *secrecy) isBlind(c *ChooseOp) bool {
	mine := c.By == nil || c.By.Tree().Op == formula.Me
	switch c.Elem.Base {
	case schema.Piece:
		return !c.Chance && (s.isVeiled(c.Elem.Kinds) || !s.known(c.From, mine))
	case schema.Zone:
		return !c.Chance && s.hasPlacesUnseen()
	}
	return false
}

// veil marks the kinds with pieces that a player may know without knowing all their marks or
// contents.
func (s *secrecy) veil() {
	for n := -1; n != 0; {
		n = 0
		for _, k := range s.b.p.Kinds {
			if k.Veiled {
				continue
			}
			k.Veiled = slices.ContainsFunc(k.Marks, hides) ||
				slices.ContainsFunc(k.On, func(d *schema.ZoneDecl) bool {
					return !open(d, false) || s.isVeiled(d.Holds)
				})
			if k.Veiled {
				n++
			}
		}
	}
}

// hides reports whether some seat may at times not read a field.
func hides(f *schema.Field) bool { return f.Hidden() || f.Sealed != 0 }

// isVeiled reports whether one of the kinds is veiled. An empty set means all kinds.
func (s *secrecy) isVeiled(kinds schema.KindSet) bool {
	return slices.ContainsFunc(s.b.p.Kinds, func(k *schema.Kind) bool {
		return k.Veiled && (kinds == 0 || kinds.Has(k.Index))
	})
}

// hasPlacesUnseen reports whether a place may be on a hidden piece.
func (s *secrecy) hasPlacesUnseen() bool {
	return slices.ContainsFunc(s.b.p.Decls[1:], func(d *schema.ZoneDecl) bool {
		return d.Scope == schema.OfPiece && s.secret.Has(d.Kind)
	})
}

// isBlindIn reports whether a card of a window may be played on a target that the player does not know.
func (s *secrecy) isBlindIn(w *WindowOp) bool {
	return s.hidesTargets(w) || slices.ContainsFunc(w.Zones, func(d *schema.ZoneDecl) bool { return !open(d, true) })
}

// hidesTargets reports whether the target of a card may be unknown to its player.
func (s *secrecy) hidesTargets(w *WindowOp) bool {
	return slices.ContainsFunc(w.Cards, func(c *PlayCard) bool {
		if c == nil || c.Target == nil || !c.Target.IsList() {
			return false
		}
		return c.Target.Type.Base == schema.Piece && !s.known(c.Target, true) ||
			c.Target.Type.Base == schema.Zone && s.hasPlacesUnseen()
	})
}

// known reports whether a player knows all pieces of a list. mine means that the player is
// `me`.
func (s *secrecy) known(v *formula.Expr, mine bool) bool {
	all := true
	sources(v, map[*formula.Expr]bool{}, func(v *formula.Expr) {
		known := v.Type.Kinds != 0 && v.Type.Kinds&s.secret == 0
		if t := v.Tree(); t.Op == formula.Lying {
			z := t.Args[0].Tree()
			known = known || z.Zone != nil &&
				open(z.Zone, mine && z.Op == formula.ZoneOfPlayer && z.Args[0].Tree().Op == formula.Me)
		}
		all = all && known
	})
	return all
}

// open reports whether a player knows all pieces in a zone. mine means that the zone belongs to
// the player.
func open(d *schema.ZoneDecl, mine bool) bool {
	by, _ := d.SeenBy.Says()
	return d.Open() || mine && d.Scope != schema.OfPiece && (by == syntax.ByAll || by == syntax.ByOwner)
}

// sources calls f for the lists from which a list is computed, or from which a piece is taken.
func sources(v *formula.Expr, seen map[*formula.Expr]bool, f func(*formula.Expr)) {
	if seen[v] {
		return
	}
	seen[v] = true
	from := v.Tree().Sources()
	if from == nil {
		f(v)
		return
	}
	for _, of := range from {
		sources(of, seen, f)
	}
}

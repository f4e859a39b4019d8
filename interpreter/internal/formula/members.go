package formula

import (
	"fmt"
	"maps"
	"slices"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// member checks `of.name`: a value of a table, or a member of a player, piece or frame. `?.` keeps the operand in a
// local, because its value is used twice.
func (co *comp) member(n *ast.MemberNode) *Expr {
	if v := co.opener(n); v != nil {
		return v
	}
	of := co.node(n.Node)
	name, ok := n.Property.(*ast.StringNode)
	if t := co.byKey(of); t != nil && (ok || of.Type.Keys != nil || of.Type.Field.ByKind < 0) {
		if at := co.position(n.Property, t.Type.Keys); at.OK() {
			return item(t, at)
		}
		return invalid(co.pos(n))
	}
	if !ok {
		return co.index(n, of)
	}
	if !of.OK() {
		return of
	}
	pos := co.pos(n.Property)
	if of.Type.List && !(of.Type.Base == schema.Zone && of.Type.Decl != nil) {
		return co.fail(n.Property, "map(list, ."+name.Value+") gives it of each", "%s has no %s",
			co.c.Schema.Describe(of.Type), name.Value)
	}
	if of.Type.IsZone() {
		zone := source.Clip(n.Node.String(), 50)
		return co.fail(n.Property,
			fmt.Sprintf("write `first(%[1]s).%[2]s` for one piece, or `map(%[1]s, .%[2]s)` for all pieces", zone,
				name.Value), "a zone has no %s", name.Value)
	}
	if of.Type.Base == schema.Zone {
		of = topOf(of)
	}
	base, slot := of, co.sc.locals
	if n.Optional { // the operand is evaluated once and used twice
		base = localValue(of.Pos, slot, of.Type)
		co.sc.locals++
	}
	v := co.ownMember(base, name.Value, pos, n.Property)
	co.sc.locals = slot
	if v == nil {
		what := co.c.Schema.Describe(schema.Type{Base: of.Type.Base, Kinds: of.Type.Kinds})
		if of.Type.Base == schema.Frame {
			return co.notInFrame(n, of, name.Value)
		}
		if id, ok := n.Node.(*ast.IdentifierNode); ok && of.Type.Base == schema.Word &&
			co.c.Schema.Card(id.Value) != nil {
			return co.fail(n.Property,
				"card "+id.Value+" has `copies`, so its name is a word; to get one of its pieces, use its zone, as in ZONE[0]", "%s has no %q", what, name.Value)
		}
		if co.c.Diags != nil {
			typeOf := func(name string) (t schema.Type) {
				if v := co.ownMember(base, name, pos, n.Property); v != nil {
					t = v.Type
				}
				return t
			}
			among, first := co.suitedFirst(n, co.c.memberNames(of.Type), typeOf)
			co.c.Diags.UnknownFirst(pos, name.Value, among, first, "%s has no %q", what, name.Value)
		}
		return invalid(pos)
	}
	if !n.Optional || !v.OK() {
		return v
	}
	if v.Type.List {
		return co.fail(n.Property, "", "`?.` needs a single value, but %s is a list", name.Value)
	}
	t := v.Type
	t.Null = true
	out := newValue(Optional, t, pos, of, v)
	out.At = int32(slot)
	return out
}

// ownMember returns a member of a player, piece or frame, or nil.
func (co *comp) ownMember(of *Expr, name string, pos source.Pos, n ast.Node) *Expr {
	switch of.Type.Base {
	case schema.Player:
		return co.playerMember(of, name, pos, n)
	case schema.Piece:
		return co.pieceMember(of, name, pos, n)
	case schema.Frame:
		return co.frameMember(of, name, pos, n)
	}
	return nil
}

// playerMember returns a table, field, zone or formula of a player, or nil.
func (co *comp) playerMember(of *Expr, name string, pos source.Pos, n ast.Node) *Expr {
	if t := co.c.Schema.Table(schema.OfPlayer, name); t != nil {
		return co.table(t, OfPlayer, pos, of)
	}
	if f := co.c.Schema.PlayerField(name); f != nil {
		return co.coverField(field(OfPlayer, f, pos, of))
	}
	if z := co.c.Schema.PlayerZone(name); z != nil {
		co.mention(pos, z.Ident)
		return zoneOf(ZoneOfPlayer, z, pos, of)
	}
	if f := co.c.player[name]; f != nil && len(f.Params) > 0 {
		return co.fail(n, "write "+usage(f), "%s takes %s, not 0", f.Name, arguments(len(f.Params)))
	} else if f != nil {
		return co.named(f, of, nil, nil, schema.Type{Base: schema.Player}, n)
	}
	return nil
}

// field returns a value that reads a field.
func field(op Op, f *schema.Field, pos source.Pos, of ...*Expr) *Expr {
	v := newValue(op, f.Type, pos, of...)
	v.Field = f
	return v
}

// zoneOf returns a value for a zone of the table or of a player.
func zoneOf(op Op, z *schema.ZoneDecl, pos source.Pos, of ...*Expr) *Expr {
	v := newValue(op, schema.Type{Base: schema.Zone, Kinds: z.Holds, Decl: z, Whole: true}, pos, of...)
	v.Zone = z
	return v
}

// pieceMember returns a built-in member, field, zone or formula of a piece, or nil if no kind that it can be has one.
func (co *comp) pieceMember(of *Expr, name string, pos source.Pos, n ast.Node) *Expr {
	kinds := of.Type.Kinds
	if kinds == 0 {
		kinds = co.c.Schema.AllKinds()
	}
	if v := co.builtinMember(of, name, pos); v != nil {
		return v
	}
	if f := co.c.Schema.PieceField(name); f != nil && f.Kinds&kinds != 0 {
		if f.Mark {
			return co.coverField(field(OfPiece, f, pos, of))
		}
		return co.coverField(field(Printed, f, pos, of))
	}
	if zones := co.c.Schema.PieceZones(kinds, name); len(zones) > 0 {
		return co.pieceZone(of, name, zones, pos)
	}
	return co.pieceFormula(of, name, kinds, pos, n)
}

// builtinMember returns a member that every piece has, or nil.
func (co *comp) builtinMember(of *Expr, name string, pos source.Pos) *Expr {
	words := func(syms []ref.Word, of1 func(*schema.Card) ref.Word) *Expr {
		all := make([]ref.Word, len(co.c.Schema.Cards))
		for i, c := range co.c.Schema.Cards {
			all[i] = of1(c)
		}
		v := newValue(CardWord, schema.Type{Base: schema.Word, Words: schema.NewWordSet(syms...)}, pos, of)
		v.Tables = &Tables{Words: all, name: name}
		return v
	}
	var syms []ref.Word
	switch name {
	case "kind":
		for i, k := range co.c.Schema.Kinds {
			if of.Type.Kinds == 0 || of.Type.Kinds.Has(i) {
				syms = append(syms, k.Sym)
			}
		}
		return words(syms, func(c *schema.Card) ref.Word { return c.Kind.Sym })
	case "card":
		for _, c := range co.c.Schema.Cards {
			if of.Type.Kinds == 0 || of.Type.Kinds.Has(c.Kind.Index) {
				syms = append(syms, c.Sym)
			}
		}
		return words(syms, func(c *schema.Card) ref.Word { return c.Sym })
	case "face":
		faces := []ref.Word{co.c.Interner.Symbol("up"), co.c.Interner.Symbol("down")}
		v := newValue(Face, schema.Type{Base: schema.Word, Words: schema.NewWordSet(faces...)}, pos, of)
		v.Tables = &Tables{Words: faces}
		return v
	case "copy":
		return newValue(Copy, numberType, pos, of)
	case "owner":
		return newValue(Owner, schema.Type{Base: schema.Player, Null: true}, pos, of)
	case "on":
		return newValue(LiesIn, schema.Type{Base: schema.Zone, Kinds: co.c.Schema.AllKinds(), Null: true}, pos, of)
	}
	return nil
}

// pieceZone returns the zone on a piece that has a name; each kind declares its own.
func (co *comp) pieceZone(of *Expr, name string, zones []*schema.ZoneDecl, pos source.Pos) *Expr {
	byKind := make([]*schema.ZoneDecl, len(co.c.Schema.Kinds))
	t := schema.Type{Base: schema.Zone, Whole: true}
	co.mention(pos, zones[0].Ident)
	for _, z := range zones {
		byKind[z.Kind] = z
		t.Kinds |= z.Holds
	}
	if len(zones) == 1 {
		t.Decl = zones[0]
	}
	v := newValue(ZoneOfPiece, t, pos, of)
	v.Tables = &Tables{Zones: byKind, name: name}
	return v
}

// pieceFormula checks a formula of a piece: one of its kind, or one that each card of the kind
// has.
func (co *comp) pieceFormula(of *Expr, name string, kinds schema.KindSet, pos source.Pos, n ast.Node) *Expr {
	byCard := make([]*Expr, len(co.c.Schema.Cards))
	t := schema.Type{}
	found := false
	slot := co.sc.locals // the piece is evaluated once and stored in the first local of the formula
	add := func(c *schema.Card, v *Expr) {
		j, ok := schema.Union(t, v.Type)
		if !ok {
			co.fail(n, "", "%s has different types: %s for %s and %s for other cards", name,
				co.c.Schema.Describe(v.Type), c.Name, co.c.Schema.Describe(t))
			return
		}
		t = j
		byCard[c.Index] = v
	}
	for i, k := range co.c.Schema.Kinds {
		if !kinds.Has(i) {
			continue
		}
		selfType := schema.Type{Base: schema.Piece, Kinds: 1 << uint(i)}
		if f := co.c.kind[i][name]; f != nil {
			if len(f.Params) > 0 {
				return co.fail(n, "make it a formula of the game, with the piece as a parameter",
					"formula %s of kind %s has parameters, so it cannot be used without arguments", f.Name, k.Name)
			}
			found = true
			v := co.named(f, nil, nil, nil, selfType, n)
			for _, c := range k.Cards {
				add(c, v)
			}
			continue
		}
		for _, h := range k.Has {
			if h.Steps || h.Name != name {
				continue
			}
			found = true
			want := co.c.Schema.TypeOf(h.Type, co.c.Diags)
			plain := (*Expr)(nil) // the default, compiled once
			for _, c := range k.Cards {
				v := plain
				if f := co.c.cardHas[name][c.Index]; f != nil {
					v = co.named(f, nil, nil, nil, selfType, n)
				} else if h.Default != nil && v == nil {
					v = co.apart(h, n)
					plain = v
				}
				if v != nil {
					v.Type.Base = max(v.Type.Base, want.Base)
					add(c, v)
				}
			}
		}
	}
	if !found {
		return nil
	}
	if t.One(schema.YesNo) {
		for i, v := range byCard {
			if v != nil {
				byCard[i] = nullToFalse(v)
			}
		}
	}
	v := newValue(Dispatch, t, pos, of)
	v.At, v.Tables = int32(slot), &Tables{By: byCard, name: name}
	v.dependsOn(byCard)
	return v
}

// apart compiles the formula that a kind declares for cards without one of their own. Its locals begin above the local
// that holds the piece.
func (co *comp) apart(h *syntax.Has, n ast.Node) *Expr {
	co.sc.locals++ // the piece is stored below
	v := co.named(co.c.defaults[h], nil, nil, nil, schema.Type{}, n)
	co.sc.locals--
	return v
}

// memberNames lists the names that are valid after the dot. It is used for hints.
func (c *Compiler) memberNames(t schema.Type) []string {
	var out []string
	switch t.Base {
	case schema.Player:
		out = append(out, schema.Names(c.Schema.PlayerFields)...)
		out = append(out, syntax.NamesOf(c.Schema.Game.Player.Zones)...)
		out = slices.AppendSeq(out, maps.Keys(c.player))
	case schema.Piece, schema.Zone:
		kinds := t.Kinds
		if kinds == 0 {
			kinds = c.Schema.AllKinds()
		}
		out = append(c.Schema.FieldNames(kinds), "kind", "card", "face", "copy", "owner", "on")
		for i, k := range c.Schema.Kinds {
			if !kinds.Has(i) {
				continue
			}
			out = slices.AppendSeq(out, maps.Keys(k.Zones))
			out = slices.AppendSeq(out, maps.Keys(c.kind[i]))
			out = append(out, syntax.NamesOf(k.Has)...)
		}
	case schema.Frame:
		for _, i := range t.Procs.All() {
			out = slices.AppendSeq(out, maps.Keys(c.Procs[i].slots))
			out = slices.AppendSeq(out, maps.Keys(c.Procs[i].Formulas))
		}
	}
	slices.Sort(out)
	return out
}

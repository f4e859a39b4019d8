package formula

import (
	"sort"
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

func (co *comp) member(n *ast.MemberNode) *Value {
	of := co.node(n.Node)
	name, ok := n.Property.(*ast.StringNode)
	if !ok {
		return co.index(n, of)
	}
	if !of.OK() {
		return of
	}
	pos := co.pos(n.Property)
	if of.Type.List && !(of.Type.Base == schema.Zone && of.Type.Decl != nil) {
		return co.fail(n.Property, "map(list, ."+name.Value+") gives it of each", "%s has no %s", co.Describe(of.Type), name.Value)
	}
	if of.Type.Base == schema.Zone {
		of = co.topOf(of)
	}
	base, slot := of, co.sc.locals
	if n.Optional { // it is worked out once, and looked at twice
		base = localValue(of.Pos, slot, of.Type)
		co.sc.locals++
	}
	v := co.ownMember(base, name.Value, pos, n.Property)
	co.sc.locals = slot
	if v == nil {
		members := func() []string { return co.memberNames(of.Type) }
		what := co.Describe(schema.Type{Base: of.Type.Base, Kinds: of.Type.Kinds})
		return co.unknownWord(n.Property, name.Value, members, "%s has no %q", what, name.Value)
	}
	if !n.Optional || !v.OK() {
		return v
	}
	if v.Type.List {
		return co.fail(n.Property, "", "`?.` reads a single value; %s is a list", name.Value)
	}
	inner := v.Num
	t := v.Type
	t.Null = true
	out := &Value{Type: t, Pos: pos, num: func(e *Env) int32 {
		x := of.num(e)
		if x == schema.Nothing {
			return x
		}
		e.locals[uint(slot)%maxLocals] = x
		return inner(e)
	}}
	return out.madeBy(Tree{Op: Optional, At: int32(slot)}, of, v)
}

// ownMember is member name of a player, piece or run; nil if it has none.
func (co *comp) ownMember(of *Value, name string, pos source.Pos, n ast.Node) *Value {
	switch of.Type.Base {
	case schema.Player:
		return co.playerMember(of, name, pos, n)
	case schema.Piece:
		return co.pieceMember(of, name, pos, n)
	case schema.Run:
		return co.runMember(of, name, pos, n)
	}
	return nil
}

func (co *comp) playerMember(of *Value, name string, pos source.Pos, n ast.Node) *Value {
	if f := co.PlayerField(name); f != nil {
		num := playerWord(of, f.Slot, name, pos)
		if f.Hidden() || f.Sealed {
			open := num
			num = func(e *Env) int32 {
				if e.Eyes != 0 {
					if p := of.num(e); p >= 0 && !e.mayRead(pos, f, p) {
						return f.Default
					}
				}
				return open(e)
			}
		}
		v := &Value{Type: f.Type, Pos: pos, num: held(pos, f.Type, num)}
		return co.coverField(asYes(v).madeBy(Tree{Op: OfPlayer, Field: f}, of), of, f)
	}
	if z := co.PlayerZone(name); z != nil {
		first, cells := int32(z.First), int32(z.Cells)
		v := &Value{Type: schema.Type{Base: schema.Zone, Kinds: z.Holds, Decl: z}, Pos: pos, num: func(e *Env) int32 {
			if p := of.num(e); p >= 0 {
				return first + p*cells
			}
			return e.nothing(pos, name)
		}}
		if of.form().is == isMe {
			v.fused = &form{is: isMine, zone: first, step: cells}
			v.num = func(e *Env) int32 {
				if e.Who >= 0 {
					return first + e.Who*cells
				}
				return e.nothing(pos, name)
			}
		}
		return v.madeBy(Tree{Op: ZoneOfPlayer, Zone: z}, of)
	}
	if f := co.player[name]; f != nil {
		return co.named(f, of, nil, nil, schema.Type{Base: schema.Player}, n)
	}
	return nil
}

// article puts a name behind the one that it is spoken with.
func article(name string) string {
	if strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// nothing records that a member of nothing was asked for.
func (e *Env) nothing(pos source.Pos, name string) int32 {
	e.Fail(pos, "there is nothing here to have "+article(name)+"; test it first, or read it with `?.`")
	return 0
}

func (co *comp) pieceMember(of *Value, name string, pos source.Pos, n ast.Node) *Value {
	kinds := of.Type.Kinds
	if kinds == 0 {
		kinds = co.AllKinds()
	}
	if v := co.builtinMember(of, name, pos); v != nil {
		return v
	}
	if f := co.PieceField(name); f != nil && f.Kinds&kinds != 0 {
		return co.coverField(co.pieceField(of, f, pos), of, f)
	}
	if zones := co.PieceZones(kinds, name); len(zones) > 0 {
		return co.pieceZone(of, name, zones, pos)
	}
	return co.pieceFormula(of, name, kinds, pos, n)
}

func (co *comp) builtinMember(of *Value, name string, pos source.Pos) *Value {
	words := func(syms []int32, of1 func(*schema.Card) int32) *Value {
		all := make([]int32, len(co.Cards))
		for i, c := range co.Cards {
			all[i] = of1(c)
		}
		v := co.cardWords(of, name, pos, all)
		v.Type.Words = schema.NewWordSet(syms...)
		return v
	}
	var syms []int32
	switch name {
	case "kind":
		for i, k := range co.Kinds {
			if of.Type.Kinds == 0 || of.Type.Kinds.Has(i) {
				syms = append(syms, k.Sym)
			}
		}
		return words(syms, func(c *schema.Card) int32 { return c.Kind.Sym })
	case "card":
		for _, c := range co.Cards {
			if of.Type.Kinds == 0 || of.Type.Kinds.Has(c.Kind.Index) {
				syms = append(syms, c.Sym)
			}
		}
		v := words(syms, func(c *schema.Card) int32 { return c.Sym })
		v.named = of
		return v
	case "face":
		up, down := co.Symbol("up"), co.Symbol("down")
		faces := []int32{up, down}
		v := &Value{Type: schema.Type{Base: schema.Word, Words: schema.NewWordSet(faces...)}, Pos: pos, num: func(e *Env) int32 {
			switch p := of.num(e); {
			case p < 0:
				return e.nothing(pos, name)
			case !e.mayKnow(pos, p) || !e.FaceDown(p):
				return up
			}
			return down
		}}
		return v.madeBy(Tree{Op: Face, Tables: &Tables{Words: faces}}, of)
	case "copy":
		return number(pos, func(e *Env) int32 {
			if p := of.num(e); p >= 0 {
				return e.Pieces[p].Copy
			}
			return e.nothing(pos, name)
		}).made(Copy, of)
	case "owner":
		piece := of.outside()
		v := &Value{Type: schema.Type{Base: schema.Player, Null: true}, Pos: pos, num: func(e *Env) int32 {
			p := piece(e)
			switch {
			case p < 0:
				return e.nothing(pos, name)
			case of.unseen != nil && e.Eyes != 0 && !e.Knows(e.Eyes-1, p):
				return e.Holder(e.In(p))
			}
			if made := e.Pieces[p].Owner; made != schema.Nothing || !e.mayKnow(pos, p) {
				return made
			}
			return e.OwnerOf(p)
		}}
		return v.made(Owner, of)
	case "on":
		piece := of.outside()
		v := &Value{Type: schema.Type{Base: schema.Zone, Kinds: co.AllKinds(), Null: true}, Pos: pos, num: func(e *Env) int32 {
			p := piece(e)
			if p < 0 {
				return e.nothing(pos, name)
			}
			if z := e.In(p); z != 0 && (of.unseen != nil || e.mayKnow(pos, p)) {
				return z
			}
			return schema.Nothing
		}}
		return v.made(LiesIn, of)
	}
	return nil
}

func (co *comp) pieceField(of *Value, f *schema.Field, pos source.Pos) *Value {
	t := f.Type
	if !f.Mark {
		v := &Value{Type: t, Pos: pos, num: printed(of, f, co.Columns(), pos)}
		return asYes(v).madeBy(Tree{Op: Printed, Field: f}, of)
	}
	piece := of.outside()
	v := &Value{Type: t, Pos: pos, num: held(pos, t, func(e *Env) int32 {
		p := piece(e)
		if p < 0 {
			return e.nothing(pos, f.Name)
		}
		at := e.MarkSlot(f, p)
		if at < 0 {
			if e.Eyes != 0 && !e.Knows(e.Eyes-1, p) {
				return f.Default // that its kind has none would tell the kind
			}
			return e.lacks(pos, p, f.Name)
		}
		if e.Eyes != 0 && !e.mayRead(pos, f, p) {
			return f.Default
		}
		return e.W[at]
	})}
	return asYes(v).madeBy(Tree{Op: OfPiece, Field: f}, of)
}

// outside is a piece for whoever reads of it no more than what lies open.
func (v *Value) outside() numFn {
	if v.unseen != nil {
		return v.unseen
	}
	return v.num
}

// lacks records that a piece's kind has no such member.
func (e *Env) lacks(pos source.Pos, p int32, name string) int32 {
	c := e.Cards[e.Pieces[p].Card]
	e.Fail(pos, c.Kind.Name+" "+c.Name+" has no "+name+"; test .kind first")
	return 0
}

func (co *comp) pieceZone(of *Value, name string, zones []*schema.ZoneDecl, pos source.Pos) *Value {
	byKind := make([]*schema.ZoneDecl, len(co.Kinds))
	t, kinds := schema.Type{Base: schema.Zone}, schema.KindSet(0)
	for _, z := range zones {
		byKind[z.Kind] = z
		kinds |= 1 << uint(z.Kind)
		t.Kinds |= z.Holds
	}
	if len(zones) == 1 {
		t.Decl = zones[0]
	}
	v := &Value{Type: t, Pos: pos}
	if of.form().is == isLocal && of.Type.Kinds&^kinds == 0 && of.Type.Kinds != 0 {
		v.fused = &form{is: isOn, local: of.form().local}
	}
	v.num = func(e *Env) int32 {
		p := of.num(e)
		if p < 0 {
			return e.nothing(pos, name)
		}
		z := byKind[e.Pieces[p].Kind]
		if z == nil {
			return e.lacks(pos, p, name)
		}
		return int32(z.First + (int(p)-e.Kinds[z.Kind].First)*z.Cells)
	}
	return v.madeBy(Tree{Op: ZoneOfPiece, Tables: &Tables{Zones: byKind}}, of)
}

// pieceFormula is a formula that the piece's kind declares, or that each of its
// cards brings along.
func (co *comp) pieceFormula(of *Value, name string, kinds schema.KindSet, pos source.Pos, n ast.Node) *Value {
	byCard := make([]*Value, len(co.Cards))
	t := schema.Type{}
	found := false
	slot := co.sc.locals // the piece, worked out once: the first local of the formula
	add := func(c *schema.Card, v *Value) {
		j, ok := schema.Join(t, v.Type)
		if !ok {
			co.fail(n, "", "%s is %s for %s and %s for other cards", name, co.Describe(v.Type), c.Name, co.Describe(t))
			return
		}
		t = j
		byCard[c.Index] = v
	}
	for i, k := range co.Kinds {
		if !kinds.Has(i) {
			continue
		}
		selfType := schema.Type{Base: schema.Piece, Kinds: 1 << uint(i)}
		if f := co.kind[i][name]; f != nil {
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
			want := co.Schema.TypeOf(h.Type)
			plain := (*Value)(nil) // the default, compiled once
			for _, c := range k.Cards {
				v := plain
				if f := co.cardHas[name][c.Index]; f != nil {
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
	return dispatch(of, slot, name, byCard, t, pos)
}

// apart is the formula that cards have which bring along none of their own. It has
// nothing to do with what stands around it, and leaves the locals of that alone.
func (co *comp) apart(h *syntax.Has, n ast.Node) *Value {
	co.sc.locals++ // below it lies the piece
	v := co.named(co.defaults[h], nil, nil, nil, schema.Type{}, n)
	co.sc.locals--
	return v
}

// dispatch chooses the formula of the piece's card at run time.
func dispatch(of *Value, slot int, name string, byCard []*Value, t schema.Type, pos source.Pos) *Value {
	pick := func(e *Env) *Value {
		p := of.num(e)
		if p < 0 {
			e.nothing(pos, name)
			return nil
		}
		e.locals[uint(slot)%maxLocals] = p
		v := byCard[e.Pieces[p].Card]
		if v == nil {
			e.lacks(pos, p, name)
		}
		return v
	}
	out := &Value{Type: t, Pos: pos}
	switch {
	case t.List:
		out.list = func(e *Env) []int32 {
			if v := pick(e); v != nil {
				return v.List(e)
			}
			return nil
		}
	case t.Base == schema.YesNo:
		for i, v := range byCard {
			if v != nil {
				byCard[i] = holding(v)
			}
		}
		out.yes = func(e *Env) bool { v := pick(e); return v != nil && v.Yes(e) }
	default:
		out.num = func(e *Env) int32 {
			if v := pick(e); v != nil {
				return v.Num(e)
			}
			return 0
		}
	}
	return out.madeBy(Tree{Op: Dispatch, At: int32(slot), Tables: &Tables{By: byCard}}, of)
}

// memberNames lists what can stand after the dot, for hints.
func (c *Compiler) memberNames(t schema.Type) []string {
	var out []string
	switch t.Base {
	case schema.Player:
		for _, f := range c.PlayerFields {
			out = append(out, f.Name)
		}
		for _, z := range c.Game.Player.Zones {
			out = append(out, z.Name)
		}
		for name := range c.player {
			out = append(out, name)
		}
	case schema.Piece, schema.Zone:
		kinds := t.Kinds
		if kinds == 0 {
			kinds = c.AllKinds()
		}
		out = append(c.FieldNames(kinds), "kind", "card", "face", "copy", "owner", "on")
		for i, k := range c.Kinds {
			if !kinds.Has(i) {
				continue
			}
			for name := range k.Zones {
				out = append(out, name)
			}
			for name := range c.kind[i] {
				out = append(out, name)
			}
			for _, h := range k.Has {
				out = append(out, h.Name)
			}
		}
	case schema.Run:
		for _, i := range t.Runs {
			for name := range c.Procs[i].slots {
				out = append(out, name)
			}
			for name := range c.Procs[i].Formulas {
				out = append(out, name)
			}
		}
	}
	sort.Strings(out)
	return out
}

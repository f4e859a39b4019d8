package program

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

var (
	numberType = schema.Type{Base: schema.Number}
	playerType = schema.Type{Base: schema.Player}
	zoneType   = schema.Type{Base: schema.Zone}
)

// list compiles a formula that gives a list; a zone gives what lies in it, a
// single thing the list of itself, nothing the empty list.
func (b *builder) list(f *syntax.Formula, what string) *formula.Value {
	return b.listIn(f, b.scope, what)
}

func (b *builder) listIn(f *syntax.Formula, sc *formula.Scope, what string) *formula.Value {
	v := b.Compile(f, sc)
	if !v.OK() {
		return v
	}
	l := b.AsList(v)
	if l == nil {
		b.diags.Add(f.Node.Pos, "%s is a list; this is %s", what, b.Describe(v.Type))
		return &formula.Value{Pos: v.Pos}
	}
	return l
}

// must reports a value, or elements of a list, of another sort than those that are meant.
func (b *builder) must(v *formula.Value, be schema.Base, pos source.Pos, what string) {
	if v.OK() && v.Type.Base != be && v.Type.Base != schema.Empty {
		b.diags.Add(pos, what+"; this is %s", b.Describe(v.Type))
	}
}

func (b *builder) numberOf(f *syntax.Formula, what string) *formula.Value {
	if f == nil {
		return nil
	}
	return b.Want(f, b.scope, numberType, what)
}

// sides are those of dice. They are asked for before each, so of several they cannot be
// what these show.
func (b *builder) sides(do *syntax.Roll, slot *formula.Slot) *formula.Value {
	if do.Dice == nil || do.Sides == nil || slot == nil {
		return b.numberOf(do.Sides, "`sides`")
	}
	read := slot.Read
	slot.Read = false
	v := b.numberOf(do.Sides, "`sides`")
	if slot.Read {
		b.diags.Hint(do.Sides.Node.Pos, "set another name to it before", "the sides are those of all dice, and %s is what these show", slot.Name)
	}
	slot.Read = slot.Read || read
	return v
}

func (b *builder) by(f *syntax.Formula) *formula.Value {
	if f == nil {
		return nil
	}
	return b.Want(f, b.scope, playerType, "`by`")
}

func (b *builder) plainVerb(s *syntax.Step) {
	switch do := s.Do.(type) {
	case *syntax.Choose:
		b.verbChoose(do)
	case *syntax.OpenWindow:
		b.verbWindow(do)
	case *syntax.Roll:
		slot := b.proc.Slot(do.Name.Name)
		b.emit(Roll, &RollOp{
			Request: b.proc.Request + "." + do.Name.Name, Slot: slot, By: b.by(do.By),
			Dice: b.numberOf(do.Dice, "`dice`"), Sides: b.sides(do, slot), Left: b.slots[s][0],
		})
	case *syntax.Shuffle:
		v := b.Want(do.Zone, b.scope, zoneType, "what is shuffled")
		if v.OK() && v.Type.Decl != nil && !v.Type.Decl.Stack {
			b.diags.Hint(do.Zone.Node.Pos, "declare it `order: stack`", "zone %s has no order to forget", v.Type.Decl.Name)
		}
		b.emit(Shuffle, v)
	case *syntax.Draw:
		b.verbDraw(s, do)
	case *syntax.Move:
		b.verbMove(do)
	case *syntax.Discard:
		v := b.list(do.Pieces, "what is discarded")
		b.discardable(do, v)
		b.emit(Discard, v)
	case *syntax.Flip:
		v := b.list(do.Pieces, "what is flipped")
		b.must(v, schema.Piece, do.Pieces.Node.Pos, "pieces are flipped")
		b.emit(Flip, &FlipOp{Pieces: v, Face: do.Face})
	case *syntax.Show:
		s := &ShowOp{Pieces: b.list(do.Pieces, "what is shown"), To: b.list(do.To, "to whom it is shown")}
		b.must(s.Pieces, schema.Piece, s.Pieces.Pos, "pieces are shown")
		b.must(s.To, schema.Player, s.To.Pos, "pieces are shown to players")
		b.emit(Show, s)
	case *syntax.Set:
		b.verbSet(do)
	case *syntax.Pick:
		b.verbPick(do)
	case *syntax.Finish:
		v := b.list(do.Players, "who wins")
		b.must(v, schema.Player, do.Players.Node.Pos, "`finish` names the players who win")
		b.emit(Finish, v)
	default:
		b.diags.Add(s.Pos, "`%s` is not a verb of the language", s.Verb)
	}
}

func (b *builder) verbChoose(do *syntax.Choose) {
	c := &ChooseOp{
		Name: do.Name.Name, Request: b.proc.Request + "." + do.Name.Name, Slot: b.proc.Slot(do.Name.Name),
		IsList: do.IsList(), Repeats: do.Repeats, IfAny: do.IfAny,
	}
	if do.By != nil && do.By.IsText && do.By.Text == "chance" {
		c.Chance = true
	} else {
		c.By = b.by(do.By)
	}
	c.From = b.list(do.From, "what is chosen from")
	c.Elem = c.From.Type.Elem()
	switch {
	case do.Exactly != nil:
		c.Least = b.numberOf(do.Exactly, "`exactly`")
		c.Most = c.Least
		if do.AtLeast != nil || do.AtMost != nil {
			b.diags.Add(do.Exactly.Node.Pos, "`exactly` says it all; leave out `at_least` and `at_most`")
		}
	default:
		c.Least, c.Most = b.numberOf(do.AtLeast, "`at_least`"), b.numberOf(do.AtMost, "`at_most`")
	}
	if c.Repeats && c.Most == nil {
		b.diags.Hint(do.Name.Pos, "say `exactly` or `at_most`", "what may be chosen again and again needs an end")
	}
	sc := *b.scope
	sc.It = c.Elem
	c.Where = b.makeCond(do.Where, &sc)
	c.Together = b.makeCond(do.Together, b.scope)
	c.Optional = b.flag(do.Optional, "optional", func(d *source.Diagnostics) {
		if c.Chance {
			d.Add(do.Name.Pos, "chance declines nothing, so its choice is not `optional`")
		}
	})
	b.emit(Choose, c)
}

func (b *builder) verbDraw(s *syntax.Step, do *syntax.Draw) {
	d := &DrawOp{
		Number: b.numberOf(do.Number, "how many are drawn"), From: b.Want(do.From, b.scope, zoneType, "`from`"),
		To: b.Want(do.To, b.scope, zoneType, "`to`"), Left: b.slots[s][0], Bottom: do.Place == "bottom", Face: do.Face,
		Request: b.proc.Request + ".draw",
	}
	if z := d.From.Type.Decl; d.From.OK() && z != nil && !z.Stack {
		b.diags.Hint(do.From.Node.Pos, "declare it `order: stack`", "zone %s has no top to draw from", z.Name)
	}
	b.onePlace(d.To, do.To)
	if d.From.OK() {
		b.holds(d.To, d.From.Type.Kinds, do.To)
	}
	if do.As.Name != "" {
		d.As = b.proc.Slot(do.As.Name)
	}
	b.emit(DrawBegin, d)
	b.emit(Draw, d)
}

func (b *builder) verbMove(do *syntax.Move) {
	m := &MoveOp{Bottom: do.Place == "bottom", Face: do.Face}
	if do.Number != nil {
		sc := *b.scope
		sc.Given = b.cardWord
		m.Number = b.numberOf(do.Number, "`number`")
		m.Pieces = b.Compile(do.Pieces, &sc)
		if m.Pieces.OK() && (m.Pieces.Type.List || m.Pieces.Type.Base != schema.Word && m.Pieces.Type.Base != schema.Piece) {
			b.diags.Add(do.Pieces.Node.Pos, "with `number`, move names the card of the tokens; this is %s", b.Describe(m.Pieces.Type))
		}
		if do.From == nil {
			b.diags.Add(do.Pieces.Node.Pos, "with `number`, move says `from` where the tokens come")
		} else {
			m.From = b.Want(do.From, b.scope, zoneType, "`from`")
		}
	} else {
		m.Pieces = b.list(do.Pieces, "what is moved")
		b.must(m.Pieces, schema.Piece, do.Pieces.Node.Pos, "pieces are moved")
	}
	m.To = b.CompileFor(zoneType, do.To, b.scope)
	if m.To.OK() && m.To.Type.Base != schema.Zone {
		b.diags.Add(do.To.Node.Pos, "pieces are moved to a zone or a place; this is %s", b.Describe(m.To.Type))
	}
	if m.Pieces.OK() {
		b.holds(m.To, b.kindsMoved(m.Pieces), do.To)
	}
	b.onePlace(m.To, do.To)
	b.emit(Move, m)
}

// onePlace refuses a laid-out zone as a whole where pieces must go to a place.
func (b *builder) onePlace(v *formula.Value, f *syntax.Formula) {
	if z := v.Type.Decl; v.OK() && !v.Type.List && v.Type.Base == schema.Zone && z != nil && z.Cells > 1 {
		b.diags.Hint(f.Node.Pos, "name one of them, or a list of them", "zone %s has %d places", z.Name, z.Cells)
	}
}

// holds checks that a zone can hold any of the kinds that come; 0: who knows.
func (b *builder) holds(to *formula.Value, kinds schema.KindSet, f *syntax.Formula) {
	if to.OK() && to.Type.Kinds != 0 && kinds != 0 && to.Type.Kinds&kinds == 0 {
		things := b.Describe(schema.ListOf(schema.Type{Base: schema.Piece, Kinds: kinds}))
		b.diags.Add(f.Node.Pos, "this zone does not hold %s", strings.TrimPrefix(things, "a list of "))
	}
}

// kindsMoved are those of pieces, or of the card that a word names.
func (b *builder) kindsMoved(v *formula.Value) schema.KindSet {
	if v.Type.Base == schema.Piece {
		return v.Type.Kinds
	}
	if v.Type.Base == schema.Word && v.Const() {
		if c := b.Card(b.Text(v.K)); c != nil {
			return 1 << uint(c.Kind.Index)
		}
	}
	return 0
}

// cardWord lets the name of a card with copies stand for its word, as in
// `move: food, number: 2`.
func (b *builder) cardWord(name string) (*formula.Value, bool) {
	c := b.Card(name)
	if c == nil {
		return nil, false
	}
	return formula.WordOf(c.Sym), true
}

// discardable checks that the kinds have a place to be discarded to.
func (b *builder) discardable(do *syntax.Discard, v *formula.Value) {
	if !v.OK() {
		return
	}
	b.must(v, schema.Piece, do.Pieces.Node.Pos, "pieces are discarded")
	var without []string
	for i, k := range b.Kinds {
		switch {
		case v.Type.Kinds != 0 && !v.Type.Kinds.Has(i):
		case k.Discards != nil:
			return
		default:
			without = append(without, k.Name)
		}
	}
	switch {
	case v.Type.Base != schema.Piece && v.Type.Base != schema.Zone:
	case len(without) == 1:
		b.diags.Hint(do.Pieces.Node.Pos, "say in which zone under `discards` of kind "+without[0], "%s has no discard pile", without[0])
	default:
		b.diags.Hint(do.Pieces.Node.Pos, "say in which zone under `discards` of the kind", "none of these kinds has a discard pile: %s", strings.Join(without, ", "))
	}
}

func (b *builder) verbPick(do *syntax.Pick) {
	p := &PickOp{Slot: b.proc.Slot(do.Name.Name), From: b.list(do.From, "what is picked from")}
	sc := *b.scope
	sc.It = p.From.Type.Elem()
	p.Where = b.makeCond(do.Where, &sc)
	for _, w := range do.Prefer {
		p.Prefer = append(p.Prefer, b.part(w, &sc))
	}
	if base := p.From.Type.Base; len(do.Toward) > 0 && p.From.OK() && base != schema.Piece && base != schema.Zone && base != schema.Empty {
		b.diags.Add(do.Toward[0].Node.Pos, "`toward` compares places, or pieces by where they lie; this picks from %s", b.Describe(p.From.Type))
	}
	for _, t := range do.Toward {
		p.Toward = append(p.Toward, b.direction(t))
	}
	b.emit(Pick, p)
}

// direction compiles a word such as `left`, or a formula that gives one.
func (b *builder) direction(f *syntax.Formula) *formula.Value {
	if f.IsText && slices.Contains(schema.Directions, f.Text) && b.proc.Slot(f.Text) == nil {
		return formula.WordOf(b.Symbol(f.Text))
	}
	v, wrong := b.Try(f, b.scope)
	switch {
	case !v.OK() && f.IsText && !strings.ContainsAny(f.Text, ".( ["):
		b.diags.UnknownOr(f.Node.Pos, f.Text, schema.Directions, "the directions are "+strings.Join(schema.Directions, ", "), "there is no direction %q", f.Text)
	case !v.OK():
		b.diags.Join(wrong)
	case v.Type.Base != schema.Word:
		b.diags.Add(f.Node.Pos, "`toward` lists directions; this is %s", b.Describe(v.Type))
	case b.NoDirection(v.Type) != "":
		b.diags.Hint(f.Node.Pos, "the directions are "+strings.Join(schema.Directions, ", "), "this may be %q, which is no direction", b.NoDirection(v.Type))
	}
	return v
}

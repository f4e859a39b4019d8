package program

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// A verb that neither asks nor branches is one op, Do. Its operand is a struct below, which holds the
// checked formulas and, where other keys matter, the step of the syntax tree. To add such a verb, write
// its keys in syntax/verbs.go, its operand and check here, and its effect in machine/verbs.go.

// MoveOp moves pieces.
type MoveOp struct {
	*syntax.Move
	Pieces *formula.Value // a list, a piece, or with Number the card of the tokens
	To     *formula.Value // a zone, or a list of places
	Number *formula.Value
	From   *formula.Value
}

// ShuffleOp forgets the order of a zone.
type ShuffleOp struct{ Zone *formula.Value }

// DiscardOp moves pieces to the discard piles of their kinds.
type DiscardOp struct{ Pieces *formula.Value }

// FlipOp turns pieces over, or to a face.
type FlipOp struct {
	*syntax.Flip
	Pieces *formula.Value
}

// ShowOp lets players know pieces where they lie.
type ShowOp struct{ Pieces, To *formula.Value }

// PickOp picks by rule.
type PickOp struct {
	Slot   *formula.Slot
	From   *formula.Value
	Where  *Cond
	Prefer []CondPart
	Toward []*formula.Value
}

// FinishOp ends the match; players win.
type FinishOp struct{ Players *formula.Value }

// operand checks a verb that neither asks nor branches, and returns its operand; nil if the verb is another.
func (b *builder) operand(do syntax.Do) any {
	switch do := do.(type) {
	case *syntax.Move:
		return b.move(do)
	case *syntax.Shuffle:
		return b.shuffle(do)
	case *syntax.Discard:
		return b.discard(do)
	case *syntax.Flip:
		f := &FlipOp{do, b.list(do.Pieces, "what is flipped")}
		b.must(f.Pieces, schema.Piece, do.Pieces.Node.Pos, "pieces are flipped")
		return f
	case *syntax.Show:
		s := &ShowOp{Pieces: b.list(do.Pieces, "what is shown"), To: b.list(do.To, "to whom it is shown")}
		b.must(s.Pieces, schema.Piece, s.Pieces.Pos, "pieces are shown")
		b.must(s.To, schema.Player, s.To.Pos, "pieces are shown to players")
		return s
	case *syntax.Set:
		return b.set(do)
	case *syntax.Pick:
		return b.pick(do)
	case *syntax.Finish:
		f := &FinishOp{b.list(do.Players, "who wins")}
		b.must(f.Players, schema.Player, do.Players.Node.Pos, "`finish` names the players who win")
		return f
	}
	return nil
}

func (b *builder) shuffle(do *syntax.Shuffle) *ShuffleOp {
	v := b.Want(do.Zone, b.scope, zoneType, "what is shuffled")
	if v.OK() && v.Type.Decl != nil && !v.Type.Decl.Stack {
		b.diags.Hint(do.Zone.Node.Pos, "declare it `order: stack`", "zone %s has no order to forget", v.Type.Decl.Name)
	}
	return &ShuffleOp{v}
}

func (b *builder) move(do *syntax.Move) *MoveOp {
	m := &MoveOp{Move: do}
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
	if do.Number != nil && m.To.OK() && m.To.Type.List {
		b.diags.Hint(do.To.Node.Pos, "a list of pieces, such as `box[0:4]`, without `number` takes one place each", "with `number`, all tokens go to one place; this is %s", b.Describe(m.To.Type))
	}
	if m.Pieces.OK() {
		b.holds(m.To, b.kindsMoved(m.Pieces), do.To)
	}
	b.onePlace(m.To, do.To)
	return m
}

// onePlace refuses a laid-out zone as a whole where pieces must go to a place.
func (b *builder) onePlace(v *formula.Value, f *syntax.Formula) {
	if z := v.Type.Decl; v.OK() && !v.Type.List && v.Type.Base == schema.Zone && z != nil && z.Cells > 1 {
		b.diags.Hint(f.Node.Pos, "name one of them, or a list of them", "zone %s has %d places", z.Name, z.Cells)
	}
}

// holds reports a zone that can hold none of the kinds that are moved; 0 stands for unknown kinds.
func (b *builder) holds(to *formula.Value, kinds schema.KindSet, f *syntax.Formula) {
	if to.OK() && to.Type.Kinds != 0 && kinds != 0 && to.Type.Kinds&kinds == 0 {
		things := b.Describe(schema.ListOf(schema.Type{Base: schema.Piece, Kinds: kinds}))
		b.diags.Add(f.Node.Pos, "this zone does not hold %s", strings.TrimPrefix(things, "a list of "))
	}
}

// kindsMoved returns the kinds of pieces, or of the card that a word names.
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

// cardWord resolves the name of a card with copies, as in `move: food, number: 2`.
func (b *builder) cardWord(name string) (*formula.Value, bool) {
	c := b.Card(name)
	if c == nil {
		return nil, false
	}
	return formula.WordOf(c.Sym), true
}

func (b *builder) discard(do *syntax.Discard) *DiscardOp {
	v := b.list(do.Pieces, "what is discarded")
	if v.OK() {
		b.discardable(do, v)
	}
	return &DiscardOp{v}
}

// discardable checks that one of the kinds has a place to be discarded to.
func (b *builder) discardable(do *syntax.Discard, v *formula.Value) {
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

func (b *builder) pick(do *syntax.Pick) *PickOp {
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
	return p
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
	case b.NoDirection(v.Type, schema.Directions) != "":
		b.diags.Hint(f.Node.Pos, "the directions are "+strings.Join(schema.Directions, ", "), "this may be %q, which is no direction", b.NoDirection(v.Type, schema.Directions))
	}
	return v
}

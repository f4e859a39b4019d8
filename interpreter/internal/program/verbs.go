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
// its keys in syntax/verbs.go, its operand and check here, and its effect in machine/verbs.go. A verb that
// only asks is one op, Ask, with an operand of the same form in program.go.

// MoveOp moves pieces.
type MoveOp struct {
	*syntax.Move
	Pieces *formula.Value // a list, a piece, or with Number the card of the tokens
	To     *formula.Value // a zone, or a list of places
	Number *formula.Value
	From   *formula.Value
	Order  *formula.Slot // if chance draws the order: the pieces, in the order drawn so far
	Drawn  *formula.Slot // if chance draws the order: the number of pieces drawn so far
}

// ShuffleOp makes the order of a zone unknown.
type ShuffleOp struct{ Zone *formula.Value }

// DiscardOp moves pieces to the discard piles of their kinds.
type DiscardOp struct{ Pieces *formula.Value }

// FlipOp turns pieces over, or to a given side.
type FlipOp struct {
	*syntax.Flip
	Pieces *formula.Value
}

// ShowOp reveals pieces to players.
type ShowOp struct{ Pieces, To *formula.Value }

// PickOp picks from a list by rule.
type PickOp struct {
	Slot   *formula.Slot
	From   *formula.Value
	Where  *Cond
	Prefer []CondPart
	Toward []*formula.Value
}

// FinishOp ends the match. Players are the winners.
type FinishOp struct{ Players *formula.Value }

// operands compiles and checks the operands of the steps of a procedure.
type operands struct {
	b     *builder
	proc  *Proc
	scope *formula.Scope
}

// operand checks a verb that is one op, and returns the code and the operand of the op; nil if the verb is
// another.
func (od operands) operand(s *syntax.Step) (Code, any) {
	switch do := s.Do.(type) {
	case *syntax.Choose:
		return Ask, od.choose(do)
	case *syntax.Roll:
		return Ask, od.roll(s, do)
	case *syntax.Move:
		return Do, od.move(do)
	case *syntax.Shuffle:
		return Do, od.shuffle(do)
	case *syntax.Discard:
		return Do, od.discard(do)
	case *syntax.Flip:
		return Do, od.flip(do)
	case *syntax.Show:
		return Do, od.show(do)
	case *syntax.Set:
		return Do, od.set(do)
	case *syntax.Pick:
		return Do, od.pick(do)
	case *syntax.Finish:
		return Do, od.finish(do)
	}
	return Do, nil
}

func (od operands) flip(do *syntax.Flip) *FlipOp {
	f := &FlipOp{do, od.list(do.Pieces, "what is flipped")}
	od.b.must(f.Pieces, schema.Piece, do.Pieces.Node.Pos, "pieces are flipped")
	return f
}

func (od operands) show(do *syntax.Show) *ShowOp {
	s := &ShowOp{Pieces: od.list(do.Pieces, "what is shown"), To: od.list(do.To, "to whom it is shown")}
	od.b.must(s.Pieces, schema.Piece, s.Pieces.Pos, "pieces are shown")
	od.b.must(s.To, schema.Player, s.To.Pos, "pieces can be shown only to players")
	return s
}

func (od operands) finish(do *syntax.Finish) *FinishOp {
	f := &FinishOp{od.list(do.Players, "who wins")}
	od.b.must(f.Players, schema.Player, do.Players.Node.Pos, "`finish` must name the players who win")
	return f
}

func (od operands) shuffle(do *syntax.Shuffle) *ShuffleOp {
	v := od.b.Want(do.Zone, od.scope, zoneType, "what is shuffled")
	if v.OK() && v.Type.Decl != nil && !v.Type.Decl.Stack {
		od.b.diags.Hint(do.Zone.Node.Pos, "declare it `order: stack`", "cannot shuffle zone %s, because it is not a stack", v.Type.Decl.Name)
	}
	return &ShuffleOp{v}
}

func (od operands) move(do *syntax.Move) *MoveOp {
	m := &MoveOp{Move: do}
	if do.Number != nil {
		sc := *od.scope
		sc.Given = od.cardWord
		m.Number = od.numberOf(do.Number, "`number`")
		m.Pieces = od.b.Compile(do.Pieces, &sc)
		if m.Pieces.OK() && (m.Pieces.Type.List || m.Pieces.Type.Base != schema.Word && m.Pieces.Type.Base != schema.Piece) {
			od.b.diags.Add(do.Pieces.Node.Pos, "move with `number` needs the card of the tokens, not %s", od.b.Describe(m.Pieces.Type))
		}
		m.From = od.b.Want(do.From, od.scope, zoneType, "`from`")
	} else {
		m.Pieces = od.list(do.Pieces, "what is moved")
		od.b.must(m.Pieces, schema.Piece, do.Pieces.Node.Pos, "pieces are moved")
	}
	m.To = od.b.CompileFor(zoneType, do.To, od.scope)
	if m.To.OK() && m.To.Type.Base != schema.Zone {
		od.b.diags.Add(do.To.Node.Pos, "pieces can be moved to a zone or a place, not to %s", od.b.Describe(m.To.Type))
	}
	if do.Number != nil && m.To.OK() && m.To.Type.List {
		od.b.diags.Hint(do.To.Node.Pos, "to move pieces to several places, leave out `number` and give a list of pieces, such as `box[0:4]`", "move with `number` needs a single place, not %s", od.b.Describe(m.To.Type))
	}
	if m.Pieces.OK() {
		od.holds(m.To, od.kindsMoved(m.Pieces), do.To)
	}
	od.onePlace(m.To, do.To)
	return m
}

// onePlace reports a zone with a layout where a single place is needed.
func (od operands) onePlace(v *formula.Value, f *syntax.Formula) {
	if z := v.Type.Decl; v.OK() && !v.Type.List && v.Type.Base == schema.Zone && z != nil && z.Cells > 1 {
		od.b.diags.Hint(f.Node.Pos, "name one place or a list of places", "zone %s has %d places", z.Name, z.Cells)
	}
}

// holds reports a zone that can hold none of the moved kinds. kinds is 0 if they are unknown.
func (od operands) holds(to *formula.Value, kinds schema.KindSet, f *syntax.Formula) {
	if to.OK() && to.Type.Kinds != 0 && kinds != 0 && to.Type.Kinds&kinds == 0 {
		things := od.b.Describe(schema.ListOf(schema.Type{Base: schema.Piece, Kinds: kinds}))
		od.b.diags.Add(f.Node.Pos, "this zone cannot contain %s", strings.TrimPrefix(things, "a list of "))
	}
}

// kindsMoved returns the kinds of pieces, or the kind of the card with a name.
func (od operands) kindsMoved(v *formula.Value) schema.KindSet {
	if v.Type.Base == schema.Piece {
		return v.Type.Kinds
	}
	if v.Type.Base == schema.Word && v.Const() {
		if c := od.b.Card(od.b.Text(v.K)); c != nil {
			return 1 << uint(c.Kind.Index)
		}
	}
	return 0
}

// cardWord resolves the name of a card that has copies, as in `move: food, number: 2`.
func (od operands) cardWord(name string) (*formula.Value, bool) {
	c := od.b.Card(name)
	if c == nil {
		return nil, false
	}
	return formula.WordOf(c.Sym), true
}

func (od operands) discard(do *syntax.Discard) *DiscardOp {
	v := od.list(do.Pieces, "what is discarded")
	if v.OK() {
		od.discardable(do, v)
	}
	return &DiscardOp{v}
}

// discardable checks that one of the kinds has a discard zone.
func (od operands) discardable(do *syntax.Discard, v *formula.Value) {
	if v.Type.Base == schema.Zone {
		od.b.diags.Hint(do.Pieces.Node.Pos, "name one place with `find(…)`, or take the pieces at all of them with `flatten(map(…, filter(it, true)))`", "pieces are discarded; this is %s", od.b.Describe(v.Type))
	} else {
		od.b.must(v, schema.Piece, do.Pieces.Node.Pos, "pieces are discarded")
	}
	var without []string
	for i, k := range od.b.Kinds {
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
		od.b.diags.Hint(do.Pieces.Node.Pos, "name the discard zone under `discards` of kind "+without[0], "%s has no discard pile", without[0])
	default:
		od.b.diags.Hint(do.Pieces.Node.Pos, "name the discard zone under `discards` of the kind", "these kinds have no discard pile: %s", strings.Join(without, ", "))
	}
}

func (od operands) pick(do *syntax.Pick) *PickOp {
	p := &PickOp{Slot: od.proc.Slot(do.Name.Name), From: od.list(do.From, "what is picked from")}
	sc := *od.scope
	sc.It = p.From.Type.Elem()
	p.Where = od.b.makeCond(do.Where, &sc)
	for _, w := range do.Prefer {
		p.Prefer = append(p.Prefer, od.b.part(w, &sc))
	}
	if base := p.From.Type.Base; len(do.Toward) > 0 && p.From.OK() && base != schema.Piece && base != schema.Zone && base != schema.Empty {
		od.b.diags.Add(do.Toward[0].Node.Pos, "`toward` can compare places or pieces by their places, but not %s", od.b.Describe(p.From.Type))
	}
	for _, t := range do.Toward {
		p.Toward = append(p.Toward, od.direction(t))
	}
	return p
}

// direction compiles a word such as `left`, or a formula for one.
func (od operands) direction(f *syntax.Formula) *formula.Value {
	if f.IsText && slices.Contains(schema.Directions, f.Text) && od.proc.Slot(f.Text) == nil {
		return formula.WordOf(od.b.Symbol(f.Text))
	}
	v, wrong := od.b.Try(f, od.scope)
	switch {
	case !v.OK() && f.IsText && !strings.ContainsAny(f.Text, ".( ["):
		od.b.diags.UnknownOr(f.Node.Pos, f.Text, schema.Directions, "the directions are "+strings.Join(schema.Directions, ", "), "there is no direction %q", f.Text)
	case !v.OK():
		od.b.diags.Join(wrong)
	case v.Type.Base != schema.Word:
		od.b.diags.Add(f.Node.Pos, "`toward` needs a list of directions, not %s", od.b.Describe(v.Type))
	case od.b.NoDirection(v.Type, schema.Directions) != "":
		od.b.diags.Hint(f.Node.Pos, "the directions are "+strings.Join(schema.Directions, ", "), "%q is not a direction", od.b.NoDirection(v.Type, schema.Directions))
	}
	return v
}

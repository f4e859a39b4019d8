package program

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
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
	Pieces *formula.Expr // a list, a piece, or with Number the card of the tokens
	To     *formula.Expr // a zone, or a list of places
	Number *formula.Expr
	From   *formula.Expr
	Order  *formula.Slot // if chance draws the order: the pieces, in the order drawn so far
	Drawn  *formula.Slot // if chance draws the order: the number of pieces drawn so far
	Public bool          // all seats can tell which pieces move (secret_public.go)
}

// ShuffleOp makes the order of a zone unknown.
type ShuffleOp struct{ Zone *formula.Expr }

// DiscardOp moves pieces to the discard piles of their kinds.
type DiscardOp struct {
	Pieces *formula.Expr
	Public bool // as in MoveOp
}

// FlipOp turns pieces over, or to a given side.
type FlipOp struct {
	*syntax.Flip
	Pieces *formula.Expr
}

// ShowOp reveals pieces to players.
type ShowOp struct{ Pieces, To *formula.Expr }

// PickOp picks from a list by rule.
type PickOp struct {
	Slot   *formula.Slot
	From   *formula.Expr
	Where  *Cond
	Prefer []CondPart
	Toward []*formula.Expr
}

// FinishOp ends the match. Players are the winners.
type FinishOp struct{ Players *formula.Expr }

// operand compiles a verb that is a single op. It returns the code and the operand of the op, and a nil operand for
// other verbs.
func (uw *unitWriter) operand(s *syntax.Step) (Code, any) {
	switch do := s.Do.(type) {
	case *syntax.Choose:
		return Ask, uw.choose(do)
	case *syntax.Roll:
		return Ask, uw.roll(do)
	case *syntax.Move:
		return Do, uw.move(do)
	case *syntax.Shuffle:
		return Do, uw.shuffle(do)
	case *syntax.Discard:
		return Do, uw.discard(do)
	case *syntax.Flip:
		return Do, uw.flip(do)
	case *syntax.Show:
		return Do, uw.show(do)
	case *syntax.Set:
		return Do, uw.set(do)
	case *syntax.Pick:
		return Do, uw.pick(do)
	case *syntax.Finish:
		return Do, uw.finish(do)
	}
	return Do, nil
}

func (uw *unitWriter) flip(do *syntax.Flip) *FlipOp {
	f := &FlipOp{do, uw.list(do.Pieces, "what is flipped")}
	uw.b.requireType(f.Pieces, schema.Piece, do.Pieces.Node.Pos, "pieces are flipped")
	return f
}

func (uw *unitWriter) show(do *syntax.Show) *ShowOp {
	s := &ShowOp{Pieces: uw.list(do.Pieces, "what is shown"), To: uw.list(do.To, "to whom it is shown")}
	uw.b.requireType(s.Pieces, schema.Piece, s.Pieces.Pos, "pieces are shown")
	uw.b.requireType(s.To, schema.Player, s.To.Pos, "pieces can be shown only to players")
	return s
}

func (uw *unitWriter) finish(do *syntax.Finish) *FinishOp {
	f := &FinishOp{uw.list(do.Players, "who wins")}
	uw.b.requireType(f.Players, schema.Player, do.Players.Node.Pos, "`finish` must name the players who win")
	return f
}

func (uw *unitWriter) shuffle(do *syntax.Shuffle) *ShuffleOp {
	v := uw.b.c.Want(do.Zone, uw.scope, zoneType, "what is shuffled")
	if v.OK() && v.Type.Decl != nil && !v.Type.Decl.Stack {
		uw.b.diags.Hint(do.Zone.Node.Pos, "declare it `order: stack`",
			"cannot shuffle zone %s, because it is not a stack", v.Type.Decl.Name)
	}
	return &ShuffleOp{v}
}

// move compiles a `move`: of listed pieces or, with `number`, of that number of equal tokens from a zone.
func (uw *unitWriter) move(do *syntax.Move) *MoveOp {
	m := &MoveOp{Move: do}
	if do.Number != nil {
		sc := *uw.scope
		sc.Given = uw.cardWord
		m.Number = uw.numberOf(do.Number, "`number`")
		m.Pieces = uw.b.c.Compile(do.Pieces, &sc)
		if m.Pieces.OK() && (m.Pieces.Type.List ||
			m.Pieces.Type.Base != schema.Word && m.Pieces.Type.Base != schema.Piece) {
			uw.b.diags.Add(do.Pieces.Node.Pos, "move with `number` needs the card of the tokens, not %s",
				uw.b.p.Describe(m.Pieces.Type))
		}
		m.From = uw.b.c.Want(do.From, uw.scope, zoneType, "`from`")
	} else {
		m.Pieces = uw.list(do.Pieces, "what is moved")
		uw.b.requireType(m.Pieces, schema.Piece, do.Pieces.Node.Pos, "pieces are moved")
		m.Public = uw.shown.has(do.Pieces, uw.proc)
	}
	m.To = uw.b.c.CompileFor(zoneType, do.To, uw.scope)
	if m.To.OK() && m.To.Type.Base != schema.Zone {
		uw.b.diags.Add(do.To.Node.Pos, "pieces can be moved to a zone or a place, not to %s",
			uw.b.p.Describe(m.To.Type))
	}
	if do.Number != nil && m.To.OK() && m.To.Type.List {
		uw.b.diags.Hint(do.To.Node.Pos,
			"to move pieces to several places, leave out `number` and give a list of pieces, such as `box[0:4]`",
			"move with `number` needs a single place, not %s", uw.b.p.Describe(m.To.Type))
	}
	if m.Pieces.OK() {
		uw.holds(m.To, uw.kindsMoved(m.Pieces), do.To)
	}
	uw.onePlace(m.To, do.To)
	return m
}

// onePlace reports a zone with a layout where a single place is needed.
func (uw *unitWriter) onePlace(v *formula.Expr, f *syntax.Formula) {
	if z := v.Type.Decl; v.OK() && !v.Type.List && v.Type.Base == schema.Zone && z != nil && z.Cells > 1 {
		uw.b.diags.Hint(f.Node.Pos, "name one place or a list of places", "zone %s has %d places", z.Name, z.Cells)
	}
}

// holds reports a zone that can hold none of the moved kinds. kinds is 0 if they are unknown.
func (uw *unitWriter) holds(to *formula.Expr, kinds schema.KindSet, f *syntax.Formula) {
	if to.OK() && to.Type.Kinds != 0 && kinds != 0 && to.Type.Kinds&kinds == 0 {
		things := uw.b.p.Describe(schema.ListOf(schema.Type{Base: schema.Piece, Kinds: kinds}))
		uw.b.diags.Add(f.Node.Pos, "this zone cannot contain %s", strings.TrimPrefix(things, "a list of "))
	}
}

// kindsMoved returns the kinds of pieces, or the kind of the card with a name.
func (uw *unitWriter) kindsMoved(v *formula.Expr) schema.KindSet {
	if v.Type.Base == schema.Piece {
		return v.Type.Kinds
	}
	if v.Type.Base == schema.Word && v.Const() {
		if c := uw.b.p.Card(uw.b.p.Symbols.Text(ref.Word(v.K))); c != nil {
			return 1 << uint(c.Kind.Index)
		}
	}
	return 0
}

// cardWord resolves the name of a card that has copies, as in `move: food, number: 2`.
func (uw *unitWriter) cardWord(name string) (*formula.Expr, bool) {
	c := uw.b.p.Card(name)
	if c == nil {
		return nil, false
	}
	return formula.WordOf(c.Sym), true
}

func (uw *unitWriter) discard(do *syntax.Discard) *DiscardOp {
	v := uw.list(do.Pieces, "what is discarded")
	if v.OK() {
		uw.discardable(do, v)
	}
	return &DiscardOp{Pieces: v, Public: uw.shown.has(do.Pieces, uw.proc)}
}

// discardable checks that one of the kinds has a discard zone.
func (uw *unitWriter) discardable(do *syntax.Discard, v *formula.Expr) {
	if v.Type.Base == schema.Zone {
		uw.b.diags.Hint(do.Pieces.Node.Pos,
			"name one place with `find(…)`, or take the pieces at all of them with `flatten(map(…, filter(it, true)))`",
			"pieces are discarded; this is %s", uw.b.p.Describe(v.Type))
	} else {
		uw.b.requireType(v, schema.Piece, do.Pieces.Node.Pos, "pieces are discarded")
	}
	var without []string
	for i, k := range uw.b.p.Kinds {
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
		uw.b.diags.Hint(do.Pieces.Node.Pos, "name the discard zone under `discards` of kind "+without[0],
			"%s has no discard pile", without[0])
	default:
		uw.b.diags.Hint(do.Pieces.Node.Pos, "name the discard zone under `discards` of the kind",
			"these kinds have no discard pile: %s", strings.Join(without, ", "))
	}
}

// pick compiles a `pick`.
func (uw *unitWriter) pick(do *syntax.Pick) *PickOp {
	p := &PickOp{Slot: uw.proc.Slot(do.Name.Name), From: uw.list(do.From, "what is picked from")}
	sc := *uw.scope
	sc.It = p.From.Type.Elem()
	p.Where = uw.b.makeCond(do.Where, &sc)
	for _, w := range do.Prefer {
		p.Prefer = append(p.Prefer, uw.b.part(w, &sc))
	}
	if base := p.From.Type.Base; len(do.Toward) > 0 && p.From.OK() && base != schema.Piece && base != schema.Zone &&
		base != schema.Empty {
		uw.b.diags.Add(do.Toward[0].Node.Pos, "`toward` can compare places or pieces by their places, but not %s",
			uw.b.p.Describe(p.From.Type))
	}
	for _, t := range do.Toward {
		p.Toward = append(p.Toward, uw.direction(t))
	}
	return p
}

// direction compiles a word such as `left`, or a formula for one.
func (uw *unitWriter) direction(f *syntax.Formula) *formula.Expr {
	if f.IsText && slices.Contains(schema.Directions, f.Text) && uw.proc.Slot(f.Text) == nil {
		return formula.WordOf(uw.b.c.Interner.Symbol(f.Text))
	}
	v, wrong := uw.b.c.Try(f, uw.scope)
	switch {
	case !v.OK() && f.IsText && !strings.ContainsAny(f.Text, ".( ["):
		uw.b.diags.UnknownOr(f.Node.Pos, f.Text, schema.Directions,
			"the directions are "+strings.Join(schema.Directions, ", "), "there is no direction %q", f.Text)
	case !v.OK():
		uw.b.diags.Append(wrong)
	case v.Type.Base != schema.Word:
		uw.b.diags.Add(f.Node.Pos, "`toward` needs a list of directions, not %s", uw.b.p.Describe(v.Type))
	case uw.b.c.NoDirection(v.Type, schema.Directions) != "":
		uw.b.diags.Hint(f.Node.Pos, "the directions are "+strings.Join(schema.Directions, ", "),
			"%q is not a direction", uw.b.c.NoDirection(v.Type, schema.Directions))
	}
	return v
}

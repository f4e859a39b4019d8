package formula

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// held returns the value of a local name or field. If the value is a piece, the seat for which
// the formula is evaluated must know that piece.
func (e *Env) held(v *Expr, x int32) int32 {
	if e.viewer >= 0 && x >= 0 && v.Type.Base == schema.Piece && !e.mayKnow(v, ref.Piece(x)) {
		return schema.Nothing
	}
	return x
}

// listInFrame returns a list stored in the frame.
func (e *Env) listInFrame(v *Expr) []int32 {
	at := e.Base + int(v.At)
	off, n := e.Base+int(e.World.Stack[at]), int(e.World.Stack[at+1])
	if n == 0 {
		return nil
	}
	l := e.World.Stack[off : off+n : off+n]
	if e.viewer >= 0 && v.Type.Base == schema.Piece && !e.mayKnowAll(v, l) {
		return nil
	}
	return l
}

// openly evaluates a piece of which only public facts are read. Unlike operand it accepts a piece that the asked seat
// does not know, such as a candidate of its choice.
func (e *Env) openly(v *Expr) int32 {
	if v.access != 0 && v.Op == Local {
		return e.locals[uint(v.At)%maxLocals]
	}
	return e.operand(v)
}

// evalTimes reads a counter: for any player, or for one.
func evalTimes(e *Env, v *Expr) int32 {
	if len(v.Args) == 0 {
		return e.World.Stack[v.At]
	}
	if p := first(e, v); p >= 0 {
		return e.World.Stack[v.At+1+p]
	}
	return e.nothing(v, "count")
}

// mark reads a field of a piece that changes during a match, so that its value is in the state.
func (e *Env) mark(v *Expr) int32 {
	p := ref.Piece(e.openly(v.Args[0]))
	if p < 0 {
		return e.nothing(v, v.Field.Name)
	}
	at := e.World.MarkSlot(v.Field, p)
	if at < 0 {
		if e.viewer >= 0 && !e.World.Knows(e.viewer, p) {
			return v.Field.Default // a fault would reveal the kind
		}
		return e.lacks(v, p, v.Field.Name)
	}
	if e.viewer >= 0 && !e.mayRead(v, v.Field, int32(p)) {
		return v.Field.Default
	}
	return e.held(v, e.World.Word(at))
}

// printed reads a printed value of a piece.
func (e *Env) printed(v *Expr) int32 {
	p := ref.Piece(first(e, v))
	if p < 0 {
		return e.nothing(v, v.Field.Name)
	}
	at := int(e.World.Data.Rows[p])*e.World.Columns() + v.Field.Col
	x := e.World.Data.Static[at]
	switch {
	case x == schema.Absent:
		return e.lacks(v, p, v.Field.Name)
	case e.viewer >= 0 && v.Field.Hidden() && !e.mayRead(v, v.Field, int32(p)):
		return v.Field.Default
	case v.Type.Base == schema.Table:
		return int32(at)
	}
	return x
}

// row reads a printed table at a key. A seat that may not read the table finds the default.
func (e *Env) row(v *Expr) int32 {
	at, k := first(e, v), ref.Word(second(e, v))
	if e.World.Err != nil {
		return 0
	}
	if k == schema.Nothing {
		return e.nothing(v, "row in "+v.Field.Name)
	}
	row := e.World.TableRow(v.Field, k)
	if row < 0 {
		e.World.Fail(v.Pos, "table "+v.Field.Name+" has no row for this")
		return 0
	}
	if at == v.Field.Default {
		return v.Field.Unset()
	}
	return e.World.Data.Static[int(at)+row]
}

// owner returns the owner of a piece.
func (e *Env) owner(v *Expr) int32 {
	p := ref.Piece(e.openly(v.Args[0]))
	switch {
	case p < 0:
		return e.nothing(v, "owner")
	case e.viewer >= 0 && v.Args[0].access != 0 && !e.World.Knows(e.viewer, p):
		return int32(e.World.Holder(e.World.In(p)))
	}
	if made := e.World.Pieces[p].Owner; made != schema.Nothing || !e.mayKnow(v, p) {
		return int32(made)
	}
	return int32(e.World.OwnerOf(p))
}

// face returns the word for the side of a piece.
func (e *Env) face(v *Expr) int32 {
	up, down := v.Words[0], v.Words[1]
	switch p := ref.Piece(first(e, v)); {
	case p < 0:
		return e.nothing(v, "face")
	case !e.mayKnow(v, p) || !e.World.FaceDown(p):
		return int32(up)
	}
	return int32(down)
}

// liesIn returns the place of a piece.
func (e *Env) liesIn(v *Expr) int32 {
	p := ref.Piece(e.openly(v.Args[0]))
	if p < 0 {
		return e.nothing(v, "on")
	}
	if z := e.World.In(p); z != 0 && (v.Args[0].access != 0 || e.mayKnow(v, p)) {
		return int32(z)
	}
	return schema.Nothing
}

// zoneOfPiece returns the first place of a zone on a piece.
func (e *Env) zoneOfPiece(v *Expr) int32 {
	p := ref.Piece(first(e, v))
	if p < 0 {
		return e.nothing(v, v.name)
	}
	z := v.Zones[e.World.Pieces[p].Kind]
	if z == nil {
		return e.lacks(v, p, v.name)
	}
	return int32(e.World.PlaceOn(z, p))
}

// cardWord returns the name of a piece's card. For nothing it returns nothing.
func (e *Env) cardWord(p int32) int32 {
	if p == schema.Nothing {
		return p
	}
	return int32(e.World.Cards[e.World.Pieces[p].Card].Sym)
}

// nothing records a fault: a formula reads a member of nothing.
func (e *Env) nothing(v *Expr, name string) int32 {
	e.World.FailNothing(v.Pos, v.Args[0].gameField(),
		"the value before the dot is nothing, so it cannot have "+schema.Article(name)+"; test it first, or use `?.`")
	return 0
}

// gameField returns the field of the game that v reads, or nil if v is anything else.
func (v *Expr) gameField() *schema.Field {
	if v.Op == OfGame {
		return v.Field
	}
	return nil
}

// lacks records the fault that a piece's kind does not have a member.
func (e *Env) lacks(v *Expr, p ref.Piece, name string) int32 {
	c := e.World.Cards[e.World.Pieces[p].Card]
	fix := "test .kind first"
	if slices.ContainsFunc(c.Kind.Has, func(h *syntax.Has) bool { return h.Name == name }) {
		fix = "give the card one, or its kind a default: `" + name +
			": {formula: TYPE, default: VALUE}` under `each_has`"
	}
	e.World.Fail(v.Pos, c.Kind.Name+" "+c.Name+" has no "+name+"; "+fix)
	return 0
}

// showValue formats a value of a type on which a switch can branch.
func showValue(w *state.World, t schema.Type, v int32) string {
	switch {
	case v == schema.Nothing:
		return "nothing"
	case t.Base == schema.Number:
		return strconv.Itoa(int(v))
	case t.Base == schema.Word:
		return w.Symbols.Text(ref.Word(v))
	case t.Base == schema.Piece:
		return w.Cards[w.Pieces[v].Card].Name
	}
	return "this"
}

// exact converts x, the result of an operator on l and r, to a number. It records a fault if
// one of the three is not a valid number.
func exact(e *Env, v *Expr, x int64, op string, l, r int32) int32 {
	switch {
	case l == schema.Nothing || r == schema.Nothing:
		e.World.Fail(v.Pos, fmt.Sprintf("%s %s %s is no number", numeral(l), op, numeral(r)))
	case x > math.MaxInt32 || x < -math.MaxInt32:
		e.World.Fail(v.Pos, fmt.Sprintf("%d %s %d is out of range; %s", l, op, r, numberRange))
	default:
		return int32(x)
	}
	return 0
}

// numberRange ends messages about numbers that are too large.
const numberRange = "numbers are from -2147483647 to 2147483647"

func numeral(v int32) string {
	if v == schema.Nothing {
		return "nothing"
	}
	return strconv.Itoa(int(v))
}

// evalRemainder returns the remainder of a division, with the sign of the dividend.
func evalRemainder(e *Env, v *Expr) int32 {
	l, r := first(e, v), second(e, v)
	if r == 0 {
		e.World.Fail(v.Pos, fmt.Sprintf("%d %% 0: the remainder of a division by zero", l))
		return 0
	}
	return exact(e, v, int64(l)%int64(r), "%", l, r)
}

// evalQuotient returns a quotient rounded down, or up.
func evalQuotient(e *Env, v *Expr, up bool) int32 {
	l, r := first(e, v), second(e, v)
	if r == 0 || l == schema.Nothing || r == schema.Nothing {
		e.World.Fail(v.Pos, fmt.Sprintf("%s / %s is no number", numeral(l), numeral(r)))
		return 0
	}
	q := int64(l) / int64(r) // Go rounds towards 0
	if int64(l)%int64(r) != 0 {
		switch positive := (l < 0) == (r < 0); {
		case positive && up:
			q++
		case !positive && !up:
			q--
		}
	}
	return int32(q)
}

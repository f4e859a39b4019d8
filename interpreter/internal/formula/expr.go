package formula

import (
	"math"
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// Expr is a checked formula: a node of the tree that the evaluator walks (eval.go). Its first
// fields share a cache line, because its size of 192 bytes is a multiple of one.
type Expr struct {
	Op        Op
	run       Op // Op; 0 if the evaluation records notes; candidate; recalled; Local (takeElements)
	access    access
	settled   bool     // K is the value in every state, although its evaluation records notes
	ruled     bool     // the value can depend on a ruling
	nullable  bool     // for Both and Or: the second operand can be nothing
	nature    nature   // for the memory
	size      uint8    // number of operations, including called formulas; at most 255
	At        int32    // the local, word or number of places, as described at Op
	K         int32    // the value, if constant or settled
	whole     int32    // 1 + the index in Env.Folded of a formula of the rules that depends on a ruling; else 0
	cost      uint16   // cost of one evaluation, or of each element
	first     int8     // the local that the first operand reads, or -1 if the operand must be evaluated
	second    int8     // the same for the second operand
	operand   [2]*Expr // the first two Args, which need one load less
	Args      []*Expr
	*Function         // for Call
	*Tables           // nil for most values
	search    *search // for list functions; nil if every element is visited
	notes     *notes  // nil if the evaluation records no notes, and results are not remembered
	Field     *schema.Field
	Zone      *schema.ZoneDecl
	Type      schema.Type
	Pos       source.Pos
}

// newValue returns the value of an op on operands. It is invalid if an operand is, except that
// for a ruling only the selected branch matters.
func newValue(op Op, t schema.Type, pos source.Pos, of ...*Expr) *Expr {
	if op != Ruling && slices.ContainsFunc(of, isInvalid) {
		return invalidOf(t, pos)
	}
	v := &Expr{Op: op, run: op, Type: t, Pos: pos, nature: natureOf(op), size: 1}
	v.Args = append(v.operand[:0], of...)
	v.dependsOn(of)
	v.nullable = (op == Both || op == Or) && of[1].mayBeNull()
	return fold(v)
}

// dependsOn adds to v the properties that it inherits from its operands, for example that it depends on a ruling.
func (v *Expr) dependsOn(of []*Expr) {
	for _, a := range of {
		if a != nil {
			v.ruled = v.ruled || a.ruled
			v.nature |= a.nature & isInherited
			v.size += min(a.size, math.MaxUint8-v.size)
		}
	}
}

// link sets the operands to which the evaluator goes directly.
func (v *Expr) link() {
	copy(v.operand[:], v.Args)
	v.first, v.second = v.operand[0].readLocal(), v.operand[1].readLocal()
}

// readLocal returns the local that v reads, or -1 if v is another value or the number of the local is large.
func (v *Expr) readLocal() int8 {
	if v == nil || v.run != Local || v.At > math.MaxInt8 {
		return -1
	}
	return int8(v.At)
}

// fold simplifies a new value with constant operands.
func fold(v *Expr) *Expr {
	v.link()
	switch v.Op {
	case Opposite:
		if a := v.Args[0]; a.Const() {
			return boolConstant(v.Pos, a.K == 0)
		}
	case Negative:
		if a := v.Args[0]; a.Const() {
			return constant(v.Pos, v.Type, -a.K)
		}
	case Equal:
		switch a, b := v.Args[0], v.Args[1]; {
		case a.isYesNo() && b.isYesNo() || !a.Const():
		case b.Const():
			return boolConstant(v.Pos, a.K == b.K)
		default:
			v.Args[0], v.Args[1] = b, a
			v.link()
		}
	case Both, Or:
		a, b, both := v.Args[0], v.Args[1], v.Op == Both
		switch {
		case a.Const() && (a.K == 1) == both:
			return b
		case a.Const() || b.Const() && (b.K == 1) == both:
			return a
		case a.Settled() && (a.K == 1) != both:
			v.Args[1] = boolConstant(b.Pos, both) // never evaluated, so it records no notes
			v.link()
		case b.Settled() && (b.K == 1) != both:
			v.settled, v.K = true, b.K
		}
	case Holds:
		if a := v.Args[0]; a.Const() && a.K != schema.Nothing {
			return a
		}
		v.settled, v.K = v.Args[0].Settled(), max(v.Args[0].K, 0)
	case Either:
		switch cond := v.Args[0]; {
		case cond.Const() && cond.K == 1:
			return v.taken(v.Args[1])
		case cond.Const():
			return v.taken(v.Args[2])
		case cond.Settled(): // the branch taken records notes, the other does not
			v.Args[1+cond.K] = constant(v.Pos, v.Type, 0)
		}
	case Invoke, InvokeOf:
		if a := v.Args[0]; a.Const() {
			return constant(v.Pos, a.Type, a.K)
		}
		v.settled, v.K = v.Args[0].Settled(), v.Args[0].K
	}
	return v
}

var (
	numberType = schema.Type{Base: schema.Number}
	yesNoType  = schema.Type{Base: schema.YesNo}
)

func constant(pos source.Pos, t schema.Type, k int32) *Expr {
	v := newValue(Constant, t, pos)
	v.K = k
	return v
}

func boolConstant(pos source.Pos, yes bool) *Expr {
	if yes {
		return constant(pos, yesNoType, 1)
	}
	return constant(pos, yesNoType, 0)
}

// invalid returns the value of a formula with an error that has been reported.
func invalid(pos source.Pos) *Expr { return &Expr{Pos: pos} }

// invalidOf returns an invalid value. Its type is known, unless it follows from the type of another invalid value.
func invalidOf(t schema.Type, pos source.Pos) *Expr {
	if t.Base == schema.Unknown {
		return invalid(pos)
	}
	return &Expr{Type: t, Pos: pos}
}

// OK reports whether the formula is valid.
func (v *Expr) OK() bool { return v != nil && v.Op != 0 }

func isInvalid(v *Expr) bool { return !v.OK() }

// Const reports whether K is the value, and its evaluation records no notes.
func (v *Expr) Const() bool { return v.run == Constant }

// Settled reports whether K is the value in every state.
func (v *Expr) Settled() bool { return v.Op == Constant || v.settled }

// IsList reports whether List may be called.
func (v *Expr) IsList() bool { return v.OK() && v.Type.List }

func (v *Expr) isYesNo() bool { return v.Type.One(schema.YesNo) }

// mayBeNull reports whether a condition can be nothing.
func (v *Expr) mayBeNull() bool {
	switch v.Op {
	case Constant:
		return v.K == schema.Nothing
	case Invoke, InvokeOf:
		return v.Args[0].mayBeNull()
	case Call:
		return v.Type.Null
	case Ruling:
		return slices.ContainsFunc(v.Args, func(branch *Expr) bool { return branch.OK() && branch.mayBeNull() })
	case Computed, Local, FrameWord, OfGame, OfPlayer, OfPiece, Printed, Row, Switch, InFrame, Optional, Index:
		return true
	}
	return false
}

// nullToFalse returns a condition in which nothing counts as false.
func nullToFalse(v *Expr) *Expr {
	if !v.mayBeNull() {
		return v
	}
	return newValue(Holds, v.Type, v.Pos, v)
}

// taken returns side, the branch that is always taken, with the type of v.
func (v *Expr) taken(side *Expr) *Expr {
	if side.is(Holds) {
		side = side.Args[0]
	}
	return side.ofType(v.Type)
}

// ofType returns v with type t, which must include the type of v.
func (v *Expr) ofType(t schema.Type) *Expr {
	out := *v
	out.Type = t
	return &out
}

// is reports whether v has an op and its evaluation records no notes, so that an optimisation
// may replace it.
func (v *Expr) is(op Op) bool { return v.run == op }

// Sources returns the values from which a list takes its elements, or from which a single value
// is taken. It returns nil if they are unknown.
func (v *Expr) Sources() []*Expr {
	switch v.Op {
	case Slice, Index, Invoke, InvokeOf:
		return v.Args[:1]
	case Ruling:
		return v.Args
	case Either:
		return v.Args[1:]
	case Call:
		switch v.picks {
		case fromFirst, inOrder:
			return v.Args[:1]
		case fromAll:
			return v.Args
		}
	}
	return nil
}

// KeepsOrder reports whether the elements of a list are in the order of its sources.
func (v *Expr) KeepsOrder() bool {
	switch v.Op {
	case Invoke, InvokeOf, Ruling, Either:
		return true
	case Call:
		return v.picks == inOrder || v.picks == fromAll
	}
	return false
}

// Fixed reports whether a formula depends only on printed values and the number of players, so that it cannot change
// during a match.
func (v *Expr) Fixed() bool {
	changes := false
	known := v.Reads(-1, func(Aspect) { changes = true })
	return v.OK() && known && !changes
}

// walk calls f once for a value and for each of its descendants.
func walk(v *Expr, seen map[*Expr]bool, f func(*Expr)) {
	if v == nil || seen[v] {
		return
	}
	seen[v] = true
	f(v)
	for _, of := range v.Args {
		walk(of, seen, f)
	}
	if v.Tables != nil {
		for _, of := range v.By {
			walk(of, seen, f)
		}
	}
}

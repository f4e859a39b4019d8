package formula

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A formula is checked once, with all branches of all rulings. The reading in force is looked
// up in Env.Readings at run time, and recorded in Env.Record.

// lookup maps the readings of a ruling to the value of a Ruled, or to the branch of a Ruling.
type lookup struct {
	ruling   int              // index of the ruling
	is       []int32          // by reading: for Ruled 1 or 0; for Ruling the branch, or -1
	key      string           // for Ruled: the ruling
	reading  string           // for Ruled: the reading in the formula
	branches *syntax.Branches // for Ruling
}

// in returns the value under given readings, or -1 if a reading does not exist, which has been
// reported.
func (l *lookup) in(readings []byte) int32 {
	if r := int(readings[l.ruling]); r < len(l.is) {
		return l.is[r]
	}
	return -1
}

// now returns the value in a match, and records the use of the ruling.
func (l *lookup) now(e *Env) int32 {
	if e.Record.Rulings != nil {
		e.Record.Rulings[l.ruling] = true
	}
	return l.is[e.Readings[l.ruling]]
}

// lookUp returns a lookup for a ruling in which f determines the value for each reading.
func (c *Compiler) lookUp(key string, f func(reading string) int32) *lookup {
	at := slices.IndexFunc(c.Schema.Game.Rulings, func(r *syntax.Ruling) bool { return r.Name == key })
	l := &lookup{ruling: at}
	for _, r := range c.Schema.Game.Rulings[at].Readings {
		l.is = append(l.is, f(r.Name))
	}
	return l
}

// rulingValue returns a value of op Ruling.
func (c *Compiler) rulingValue(b *syntax.Branches, t schema.Type, pos source.Pos, of []*Expr) *Expr {
	v := newValue(Ruling, t, pos, of...)
	l := c.lookUp(b.Key.Name, func(reading string) int32 { return int32(b.For(reading)) })
	l.branches = b
	v.Tables, v.ruled = &Tables{lookup: l}, true
	return v
}

// Which returns a value for the index of the branch that a ruling selects.
func (c *Compiler) Which(b *syntax.Branches) *Expr {
	of := make([]*Expr, len(b.List))
	for i := range b.List {
		of[i] = constant(b.Key.Pos, numberType, int32(i))
	}
	v := c.rulingValue(b, numberType, b.Key.Pos, of)
	c.noteBranches(v.lookup)
	return v
}

// noteBranches keeps a lookup for CheckReadings if one of its branches is left to a variant.
func (c *Compiler) noteBranches(l *lookup) {
	if slices.ContainsFunc(l.branches.List, func(b syntax.Branch) bool { return b.Variant.Name != "" }) {
		c.left = append(c.left, l)
	}
}

// InForce returns the index of the reading in force for each ruling, as in Env.Readings.
func (c *Compiler) InForce(readings map[string]string) []byte {
	out := make([]byte, 0, len(c.Schema.Game.Rulings))
	for _, r := range c.Schema.Game.Rulings {
		out = append(out, byte(slices.IndexFunc(r.Readings, func(l syntax.Labelled) bool {
			return l.Name == readings[r.Name]
		})))
	}
	return out
}

// CheckReadings reports errors that depend on the readings: a reading that a variant adds
// without saying which other reading it is like, and a branch that is left to a variant not in
// force. The latter is found by folding all values that could take the branch; values calls its
// argument with them.
func (c *Compiler) CheckReadings(readings map[string]string, d *source.Diagnostics, values func(func(*Expr))) {
	for _, v := range c.asking {
		c.checkRuled(v, readings, d)
	}
	if !slices.ContainsFunc(c.left, func(l *lookup) bool { return l.leftTo(readings[l.branches.Key.Name]) != nil }) {
		return
	}
	f := c.Fold(c.InForce(readings))
	f.diags, f.readings = d, readings
	values(func(v *Expr) { f.Value(v) })
}

// CheckRuled reports an error for each `ruled(…)` whose ruling has a reading in force that a variant adds without
// saying which other reading it is like.
func (c *Compiler) CheckRuled(v *Expr, readings map[string]string, d *source.Diagnostics) {
	if v.Ruled() {
		walk(v, map[*Expr]bool{}, func(v *Expr) {
			if v.Op == Ruled {
				c.checkRuled(v, readings, d)
			}
		})
	}
}

func (c *Compiler) checkRuled(v *Expr, readings map[string]string, d *source.Diagnostics) {
	l := v.lookup
	reading := readings[l.key]
	if _, known := c.Schema.Game.Ruled(l.key, reading, l.reading); !known {
		d.Hint(v.Pos, "add `as: READING` to the entry in the variant",
			"reading %q, which a variant adds to ruling %s, does not name the reading that it stands for here", reading,
			l.key)
	}
}

// leftTo returns the branch for a reading if it is left to a variant, or nil.
func (l *lookup) leftTo(reading string) *syntax.Branch {
	if i := l.branches.For(reading); i >= 0 {
		if b := &l.branches.List[i]; b.Is == nil && b.Steps == nil && b.Variant.Name != "" {
			return b
		}
	}
	return nil
}

// Fold specialises formulas for given readings: it finds the constant ones and the remaining
// branches. Matches do not need it. It is used for coverage, unreachable steps, errors of a
// configuration, and the comparison of programs.
type Fold struct {
	c        *Compiler
	in       []byte
	of       map[*Expr]*Expr
	memos    map[int32]int32     // the id of the memo for each id before folding: the work can differ
	diags    *source.Diagnostics // nil if errors are not reported
	readings map[string]string   // for messages
}

// Fold returns a fold for given readings.
func (c *Compiler) Fold(in []byte) *Fold {
	return &Fold{c: c, in: in, of: map[*Expr]*Expr{}, memos: map[int32]int32{}}
}

// Folded returns the formulas of the rules that can depend on a ruling, each folded for the given readings. The result
// is for Env.Folded.
func (c *Compiler) Folded(in []byte) []*Expr { return c.Fold(in).all(c.whole) }

// Value returns a formula under the readings: the same value if it does not depend on a ruling,
// otherwise a tree without rulings. It keeps coverage notes.
func (f *Fold) Value(v *Expr) *Expr {
	if v == nil || !v.ruled {
		return v
	}
	out, known := f.of[v]
	if !known {
		out = f.bare(v)
		for _, n := range v.noteList() {
			if out.OK() && (n.kind == used || !out.Settled()) {
				n.of = f.Value(n.of)
				out = out.withNote(n)
			}
		}
		f.of[v] = out
	}
	return out
}

// bare returns a folded value without its own notes.
func (f *Fold) bare(v *Expr) *Expr {
	out := f.plain(v)
	if v.notes == nil || v.notes.memo == nil || !out.OK() || out.Settled() || out.run != out.Op {
		return out
	}
	m := *v.notes.memo
	id, known := f.memos[m.id]
	if !known {
		id = f.c.made.Add(1)
		f.memos[m.id] = id
	}
	m.plain, m.id, m.needs = out, id, 0
	return out.withMemo(&m)
}

// plain returns a folded value whose results are not remembered.
func (f *Fold) plain(v *Expr) *Expr {
	switch v.Op {
	case Ruled:
		return boolConstant(v.Pos, v.lookup.in(f.in) == 1)
	case Ruling:
		if f.diags != nil {
			if b := v.lookup.leftTo(f.readings[v.lookup.branches.Key.Name]); b != nil {
				f.diags.Hint(b.Variant.Pos, "use that variant, or choose another reading",
					"reading %q of ruling %s needs variant %s, which is not in use",
					f.readings[v.lookup.branches.Key.Name], v.lookup.branches.Key.Name, b.Variant.Name)
			}
		}
		if i := v.lookup.in(f.in); i >= 0 && v.Args[i].OK() {
			return f.Value(v.Args[i]).ofType(v.Type)
		}
		return invalidOf(v.Type, v.Pos)
	}
	out := *v
	out.run, out.notes, out.ruled, out.whole = v.Op, nil, false, 0
	out.Args = out.operand[:0]
	for _, of := range v.Args {
		out.Args = append(out.Args, f.Value(of))
	}
	if v.search != nil && v.search.rest != nil {
		search := *v.search
		search.rest = f.Value(search.rest)
		out.search = &search
	}
	if v.Tables != nil {
		tables := *v.Tables
		tables.By = f.all(v.By)
		out.Tables = &tables
	}
	if slices.ContainsFunc(out.Args, isInvalid) {
		return invalidOf(v.Type, v.Pos) // the error was reported
	}
	switch of := out.Args; {
	case out.Op == Holds && !of[0].mayBeNull():
		return of[0]
	case out.Op == Either && of[0].Const(): // unlike fold, keeps Holds: a match must get the same value
		return of[2-max(0, of[0].K)].ofType(v.Type)
	}
	return fold(&out)
}

func (f *Fold) all(of []*Expr) []*Expr {
	out := make([]*Expr, len(of))
	for i, v := range of {
		out[i] = f.Value(v)
	}
	return out
}

// Rulings calls f with the index of each ruling on which a formula can depend.
func (v *Expr) Rulings(f func(ruling int)) {
	if v == nil || !v.ruled {
		return
	}
	walk(v, map[*Expr]bool{}, func(v *Expr) {
		if v.Tables != nil && v.lookup != nil {
			f(v.lookup.ruling)
		}
	})
}

// Ruled reports whether a formula can depend on a ruling.
func (v *Expr) Ruled() bool { return v != nil && v.ruled }

package program

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// SetOp is a list of assignments.
type SetOp struct {
	List   []Assign
	Until  int // index in Timed, or -1
	Of     *formula.Expr
	OfText string // as written
}

// Assign sets one target: exactly one of Slot, Field and Pending.
type Assign struct {
	Text    string
	Pos     source.Pos
	Value   *formula.Expr
	Slot    *formula.Slot              // a local name of the running procedure
	Pending map[ref.Proc]*formula.Slot // a local name of the pending frame, by procedure
	Field   *schema.Field              // a field of …
	Of      *formula.Expr              // … a player or piece, or of each in a list; nil for the game
}

// Timed is an event at which temporary values return to their defaults.
type Timed struct {
	Proc  ref.Proc
	Start bool
}

func (uw *unitWriter) firstValue(slot *formula.Slot, n syntax.FirstValue) {
	v := uw.b.c.Compile(n.Value, uw.scope)
	if v.OK() && v.Type.Base == schema.Empty && !slot.Type.List {
		return // nothing is the initial value of a local name
	}
	uw.emit(Do, &SetOp{Until: -1,
		List: []Assign{{Text: n.Name, Pos: n.Pos, Value: uw.b.fit(v, slot.Type, n.Value, n.Name), Slot: slot}}})
}

// fit converts a value to type t, or reports an error.
func (b *builder) fit(v *formula.Expr, t schema.Type, f *syntax.Formula, name string) *formula.Expr {
	if !v.OK() {
		return v
	}
	if t.List && !v.IsList() {
		if l := formula.AsList(v); l != nil && (v.Type.Base == schema.Zone || v.Type.Base == schema.Empty) {
			return l
		}
	}
	if out := formula.As(v, t); out != nil {
		b.c.CompareWords(v.Type, t)
		if t.Base == schema.Word && t.Words != nil && v.Const() && !t.Words.Has(ref.Word(v.K)) &&
			v.Type.Base == schema.Word {
			b.diags.Unknown(f.Node.Pos, b.p.Symbols.Text(ref.Word(v.K)), b.p.WordsOf(t.Words),
				"%s cannot be %q; its values are %s",
				name, b.p.Symbols.Text(ref.Word(v.K)), strings.Join(b.p.WordsOf(t.Words), ", "))
		}
		return out
	}
	b.diags.Add(f.Node.Pos, "%s is %s; this is %s", name, b.p.Describe(t), b.p.Describe(v.Type))
	return &formula.Expr{Pos: v.Pos}
}

// set compiles a `set`. A whole table is set by one assignment for each of its keys.
func (uw *unitWriter) set(do *syntax.Set) *SetOp {
	op := &SetOp{Until: -1}
	if do.Until != nil {
		if op.Until, op.Of = uw.until(do.Until); op.Of != nil {
			op.OfText = do.Until.Of.Text
		}
	}
	for _, to := range do.Sets {
		list := uw.assignTable(to)
		if list == nil {
			list = []Assign{uw.assign(to)}
		}
		for _, a := range list {
			if op.Until >= 0 && (a.Field == nil || !a.Field.Until) && a.Value.OK() {
				uw.b.diags.Add(a.Pos, "only fields can be set with `until`, and %s is not a field", a.Text)
			}
		}
		op.List = append(op.List, list...)
	}
	return op
}

// until returns the index in Program.Timed of the end of a procedure, or -1, and the players for whom the procedure
// must be running.
func (uw *unitWriter) until(u *syntax.Until) (int, *formula.Expr) {
	p := uw.b.procOf(u.Proc)
	if p == nil {
		return -1, nil
	}
	t := Timed{p.Index, u.Start}
	at := slices.Index(uw.b.p.Timed, t)
	if u.Of == nil {
		return at, nil
	}
	return at, uw.b.c.Want(u.Of, uw.scope, playerType, "`of`")
}

// timed numbers the moments under `until`, in the order of the steps.
func (ds *declarations) timed() {
	syntax.Walk(ds.b.p.Game, func(s *syntax.Step) {
		set, ok := s.Do.(*syntax.Set)
		if !ok || set.Until == nil {
			return
		}
		if p := ds.b.p.Proc(set.Until.Proc.Name); p != nil &&
			!slices.Contains(ds.b.p.Timed, Timed{p.Index, set.Until.Start}) {
			ds.b.p.Timed = append(ds.b.p.Timed, Timed{p.Index, set.Until.Start})
		}
	})
}

// assign compiles an assignment.
func (uw *unitWriter) assign(to syntax.SetTo) Assign {
	a := Assign{Text: to.Target.Text, Pos: to.Target.Node.Pos}
	v := uw.b.c.Compile(to.Value, uw.scope)
	t, ok := uw.place(&a, to.Target)
	switch {
	case !ok:
		a.Value = &formula.Expr{}
		return a
	case t.Base == schema.Table:
		uw.b.diags.Add(a.Pos, "%s is a table; tables are printed and cannot be set", a.Text)
		return a
	case a.Slot != nil:
		t.Null = true
	case a.Field != nil && v.OK() && v.Type.Base == schema.Empty && !t.Null:
		_, last := splitPath(a.Text)
		uw.b.diags.Hint(to.Value.Node.Pos, "declare it `optional: true`", "%s cannot be nothing", last)
	}
	a.Value = uw.b.fit(v, t, to.Value, a.Text)
	return a
}

// place resolves the target of an assignment, or reports that it cannot be assigned.
func (uw *unitWriter) place(a *Assign, target *syntax.Formula) (t schema.Type, ok bool) {
	switch path, last := splitPath(a.Text); path {
	case "":
		if a.Slot = uw.proc.Slot(last); a.Slot != nil {
			return a.Slot.Type, true
		}
		if a.Field = uw.b.p.GameField(last); a.Field == nil {
			uw.b.diags.Add(a.Pos, "no name or field %q to set", a.Text)
		}
	case "pending":
		a.Pending, t = uw.pendingSlots(last, a.Pos)
		return t, a.Pending != nil
	default:
		a.Of, a.Field = uw.fieldOf(target, path, last)
	}
	if a.Field == nil {
		return t, false
	}
	return a.Field.Type, true
}

func splitPath(s string) (path, last string) {
	if i := strings.LastIndexByte(s, '.'); i >= 0 {
		return strings.TrimSuffix(s[:i], "?"), s[i+1:]
	}
	return "", s
}

// fieldOf resolves `x.field`, where x is a player, a piece, or a list of them.
func (uw *unitWriter) fieldOf(target *syntax.Formula, path, last string) (*formula.Expr, *schema.Field) {
	of := uw.b.c.Compile(&syntax.Formula{Node: target.Node, IsText: true, Text: path}, uw.scope)
	if !of.OK() {
		return of, nil
	}
	if of.Type.Base == schema.Zone { // all pieces in the zone
		of = formula.As(of, schema.Type{Base: schema.Piece, List: true})
	}
	var f *schema.Field
	var among []string
	switch of.Type.Base {
	case schema.Player:
		f = uw.b.p.PlayerField(last)
		among = append(among, schema.Names(uw.b.p.PlayerFields)...)
	case schema.Piece:
		kinds := of.Type.Kinds
		if kinds == 0 {
			kinds = uw.b.p.AllKinds()
		}
		if f = uw.b.p.PieceField(last); f != nil && f.Kinds&kinds == 0 {
			f = nil
		}
		among = uw.b.p.FieldNames(kinds)
	}
	if f == nil {
		uw.b.diags.Unknown(target.Node.At(len(path)+1), last, among, "%s has no field %q to set",
			uw.b.p.Describe(of.Type), last)
	} else {
		uw.b.c.Mentions.Add(source.Mention{At: target.Node.At(len(path) + 1), Name: last, To: f.Decls[0].Pos})
	}
	return of, f
}

// pending returns a name of a procedure that a card played in its window may set: a local name,
// or the target of the card that the procedure plays. It returns nil if there is none.
func (p *Proc) pending(name string) *formula.Slot {
	if s := p.Slot(name); s != nil || name != "target" || p.Target.Base == schema.Unknown {
		return s
	}
	return &formula.Slot{Name: name, At: state.FrameTarget, Type: p.Target}
}

// pendingSlots finds a local name in the procedures that may be pending. All windows of the
// card must list the name under `changes`.
func (uw *unitWriter) pendingSlots(name string, pos source.Pos) (map[ref.Proc]*formula.Slot, schema.Type) {
	out := map[ref.Proc]*formula.Slot{}
	t := schema.Type{}
	if len(uw.proc.Pending) == 0 {
		if uw.proc.Faulty {
			return nil, t
		}
		uw.b.diags.Add(pos, "`pending` exists only in cards that are played in a window")
		return nil, t
	}
	for _, i := range uw.proc.Pending {
		s := uw.b.p.Procs[i].pending(name)
		if s == nil && name == "target" && uw.b.p.Procs[i].Mixed != "" {
			uw.b.diags.Hint(pos, uw.b.p.Procs[i].Mixed+"; give them targets of one type, or make two kinds of them",
				"`target` has no type for all cards of this kind")
			return nil, t
		}
		if s == nil {
			var among []string
			for _, x := range uw.b.p.Procs[i].Slots {
				if x.Name != "" {
					among = append(among, x.Name)
				}
			}
			uw.b.diags.Unknown(pos, name, among, "procedure %s, which is pending here, has no name %q",
				uw.b.p.Procs[i].Name, name)
			return nil, t
		}
		out[i] = s
		if name != "target" {
			uw.b.c.Mentions.Add(source.Mention{At: pos, Name: name, To: s.Pos})
		}
		t, _ = schema.Union(t, s.Type)
	}
	for _, w := range uw.b.p.Windows {
		if out[w.Opener] != nil && uw.playedIn(w) && !w.mayChange(name) {
			uw.b.diags.Hint(pos, "add it to `changes` of the window", "window %s does not allow changes of %q", w.Name,
				name)
			return nil, t
		}
	}
	return out, t
}

// playedIn reports whether the card whose steps are being compiled is played in a window. For
// the steps of a kind, it reports whether any of its cards is.
func (uw *unitWriter) playedIn(w *WindowOp) bool {
	for _, c := range uw.b.p.Cards {
		if c.Play == nil || !uw.proc.Card.Kinds.Has(c.Kind.Index) {
			continue
		}
		owned := uw.proc.Request == c.Name || uw.b.p.Kind(strings.SplitN(uw.proc.Name, ".", 2)[0]) != nil
		for _, in := range c.Play.In {
			if owned && in.Name == w.Name {
				return true
			}
		}
	}
	return false
}

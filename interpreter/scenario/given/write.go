package given

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Moment is a position as `given` states it. It does not distinguish equal copies, and does not
// include completed rounds of loops.
type Moment struct {
	Given  *source.Node // complete, with labels only where a field or name needs them
	Unsaid []string     // state that `given` cannot express
	Pieces []int32      // in the order of Given, so that the pieces of equal moments correspond
}

// Equal reports whether two moments are equal.
func (m *Moment) Equal(o *Moment) bool {
	return m.Given.Flow() == o.Given.Flow() && slices.Equal(m.Unsaid, o.Unsaid)
}

// Since returns the entries of a moment that an earlier one lacks.
func (m *Moment) Since(was *Moment) *source.Node { return difference(m.Given, was.Given) }

// difference returns the entries of a map that another map lacks, recursively.
func difference(n, bare *source.Node) *source.Node {
	out := source.NewMap()
	for _, p := range n.Pairs {
		was := bare.Get(p.Key.Value)
		switch {
		case was == nil || p.Key.Value == "players":
		case was.Flow() == p.Val.Flow():
			continue
		case was.Kind == source.Map && p.Val.Kind == source.Map && was.Get("block") == nil && p.Val.Get("block") == nil:
			p.Val = difference(p.Val, was)
		}
		out.Pairs = append(out.Pairs, p)
	}
	return out
}

// writer writes a position as `given`.
type writer struct {
	Moment
	*naming.Namer
	game   *interpreter.Game
	e      *formula.Env
	p      *program.Program
	names  map[int32]string // of pieces and places that a value refers to
	places map[int32]string
	used   map[string]bool
}

// Write returns the current position of a match of a game.
func Write(g *interpreter.Game, n *naming.Namer) *Moment {
	t := &writer{Namer: n, game: g, e: &n.M.Env, p: n.M.P, names: map[int32]string{}, places: map[int32]string{},
		used: map[string]bool{}}
	t.header()
	t.Given = source.NewMap()
	for _, part := range parts {
		t.Given.Pairs = append(t.Given.Pairs, part.write(t)...)
	}
	for p := int32(t.e.World.Head(0)); p >= 0; p = int32(t.e.World.Next(ref.Piece(p))) {
		t.Pieces = append(t.Pieces, p)
	}
	slices.Sort(t.Unsaid)
	return &t.Moment
}

// seating writes the number of players.
func (t *writer) seating() []source.Pair {
	return source.MapOf("players", number(int32(t.e.World.Players()))).Pairs
}

// things writes fields and zones of the game and of players, and the zones on cards without copies.
func (t *writer) things() []source.Pair {
	out := source.NewMap(t.fields(t.p.GameFields, 0)...)
	players := make([][]source.Pair, t.e.World.Players())
	for i := range players { // references to pieces come before the pieces
		players[i] = t.fields(t.p.PlayerFields, int32(i))
	}
	marks := t.marks()
	for _, d := range t.p.Decls {
		if d.Scope == schema.OfGame && d.First > 0 { // all but the zone of unplaced pieces
			out.Put(d.Name, t.zone(d, int32(d.First), marks))
		}
	}
	for i, pairs := range players {
		for _, d := range t.p.Decls {
			if d.Scope == schema.OfPlayer {
				pairs = append(pairs, source.Entry(d.Name, t.zone(d, int32(d.First+i*d.Cells), marks)))
			}
		}
		if len(pairs) > 0 {
			out.Put(t.SeatName(ref.Seat(i)), source.NewMap(pairs...))
		}
	}
	for _, c := range t.p.Cards {
		if !c.Data { // the number of copies is fixed
			continue
		}
		if more := t.details(int32(c.First), marks); len(more.Pairs) > 0 {
			out.Put(c.Name, more)
		}
	}
	return out.Pairs
}

func number(n int32) *source.Node { return source.Text(strconv.Itoa(int(n))) }

func (t *writer) unsaid(format string, args ...any) {
	t.Unsaid = append(t.Unsaid, fmt.Sprintf(format, args...))
}

// header lists the parts of the state's header that `given` cannot express.
func (t *writer) header() {
	s := t.e.World.Stack
	for _, at := range []int{state.AtStatus, state.AtWinners, state.AtUnwind, state.AtSealed, state.AtOffered} {
		if s[at] != 0 {
			t.unsaid("header %d is %d", at, s[at])
		}
	}
}

// running writes whose turn it is and the running procedures with their positions.
func (t *writer) running() (out []source.Pair) {
	s := t.e.World.Stack
	top := int(s[state.AtFrame])
	if top == 0 {
		return nil
	}
	add := func(key string, val *source.Node) { out = append(out, source.Entry(key, val)) }
	turn := s[top+state.FrameBy]
	if t.p.Turn != nil {
		turn = t.e.World.Word(t.p.Turn.Slot)
	}
	if turn >= 0 {
		add("turn", source.Text(t.SeatName(ref.Seat(turn))))
	}
	var callers []*source.Node
	callee := ref.NoProc
	for f, pc := range t.M.Stack.Frames() {
		proc := t.p.Procs[s[f+state.FrameProc]]
		at := proc.Name
		if callee < 0 || callOf(t.game, proc, "", callee, nil) != pc {
			step := t.M.Stack.Op(f, pc).Step
			at += "/" + cmp.Or(step.ID, stepNames(t.game, proc.Index)[step], "?")
		}
		if proc.Decl == nil {
			t.unsaid("%s is no procedure", proc.Name)
		}
		names := t.locals(f, proc, pc, turn)
		switch {
		case callee < 0 && len(names.Pairs) > 0 && t.hides(proc.Name):
			add("at", source.MapOf(at, names))
		case callee < 0:
			add("at", source.Text(at))
			defer func() {
				if len(names.Pairs) > 0 {
					out = append(out, source.Entry(proc.Name, names))
				}
			}()
		case len(names.Pairs) > 0:
			callers = append(callers, source.MapOf(at, names))
		default:
			callers = append(callers, source.Text(at))
		}
		if int(s[state.AtOffer]) == f {
			t.unsaid("%s is a side offer", proc.Name)
		}
		callee = proc.Index
	}
	if len(callers) > 0 {
		add("goes_on", source.ListOf(callers...))
	}
	return out
}

// hides reports whether a key of `given` with the name of a procedure means something else.
func (t *writer) hides(name string) bool {
	return syntax.IsGiven(name) || t.p.GameField(name) != nil || t.p.Table(schema.OfGame, name) != nil ||
		t.p.GameZone(name) != nil ||
		t.Seats.Of(name) >= 0 || t.p.Card(name) != nil && t.p.Card(name).Data
}

// locals writes the player for whom a procedure runs, the state of its loops, and the values of
// its local names.
func (t *writer) locals(base int, proc *program.Proc, pc ref.PC, turn int32) *source.Node {
	s := t.e.World.Stack
	out := source.NewMap()
	me := s[base+state.FrameBy]
	if me != turn {
		out.Put("me", source.Text(t.SeatName(ref.Seat(me))))
	}
	for _, at := range []int{state.FrameFlags, state.FramePending, state.FrameCard, state.FrameTarget} {
		if s[base+at] != proc.Blank[at] {
			v := s[base+at]
			if at == state.FrameCard && v >= 0 {
				t.unsaid("%s: card %s", proc.Name, t.label(v))
			} else {
				t.unsaid("%s: word %d is %d", proc.Name, at, v)
			}
		}
	}
	busy := map[*formula.Slot]bool{}
	each := source.NewMap()
	for _, l := range t.p.Units[proc.Index].Loops {
		n := s[base+l.At.At]
		if l.First >= pc || pc >= l.End || n < 1 {
			continue
		}
		busy[l.List], busy[l.At], busy[l.Saved] = true, true, true
		if l.Var != nil {
			busy[l.Var] = true
		}
		if l.Me {
			me = s[base+state.FrameMe]
		}
		each.Put(l.Name.Name, t.list(base, l.List, int(n)-1))
	}
	if me != s[base+state.FrameMe] {
		t.unsaid("%s: me is %s", proc.Name, t.SeatName(ref.Seat(s[base+state.FrameMe])))
	}
	if len(each.Pairs) > 0 {
		out.Put("each", each)
	}
	for _, slot := range proc.Slots {
		switch {
		case busy[slot]:
		case slot.Type.List && s[base+slot.At+1] > 0:
			list := t.list(base, slot, 0)
			if slot.Name != "" {
				out.Put(slot.Name, list)
			} else {
				t.unsaid("%s: %d is %s", proc.Name, slot.At, list.Flow())
			}
		case slot.Type.List || s[base+slot.At] == proc.Blank[slot.At]:
		case slot.Name != "":
			out.Put(slot.Name, t.value(slot.Type, s[base+slot.At]))
		default:
			t.unsaid("%s: %d is %s", proc.Name, slot.At, t.value(slot.Type, s[base+slot.At]).Flow())
		}
	}
	return out
}

// list writes a list in a frame, beginning at an element.
func (t *writer) list(base int, slot *formula.Slot, from int) *source.Node {
	out, s := source.ListOf(), t.e.World.Stack
	off, n := base+int(s[base+slot.At]), int(s[base+slot.At+1])
	for _, v := range s[off+from : off+n] {
		out.Items = append(out.Items, t.value(slot.Type.Elem(), v))
	}
	return out
}

// times writes the counters that are not zero.
func (t *writer) times() []source.Pair {
	out := source.NewMap()
	for i, span := range t.p.Spans {
		at := state.CounterAt(i, t.p.MaxPlayers)
		if at >= t.p.HeaderLen || t.e.World.Stack[at] == 0 {
			continue
		}
		one, sum := source.MapOf("in", source.Text(span.Of)), int32(0)
		for seat := range int32(t.e.World.Players()) {
			if n := t.e.World.Stack[at+1+int(seat)]; n > 0 {
				one = one.With(t.SeatName(ref.Seat(seat)), number(n))
				sum += n
			}
		}
		if sum != t.e.World.Stack[at] {
			t.unsaid("%s in %s: %d times", span.Name, span.Of, t.e.World.Stack[at])
		}
		if have := out.Get(span.Name); have != nil {
			one = source.ListOf(append(slices.Clone(have.AsList()), one)...)
		}
		out = out.With(span.Name, one)
	}
	if len(out.Pairs) == 0 {
		return nil
	}
	return source.MapOf("times", out).Pairs
}

// fields writes the fields of the game or of a player that differ from their initial values.
func (t *writer) fields(list []*schema.Field, of int32) (out []source.Pair) {
	for _, f := range list {
		if f == t.p.Turn && t.e.World.Word(f.Slot) >= 0 {
			continue // `turn` has it
		}
		if val := t.field(f, f.Slot+int(of)); val != nil {
			out = append(out, source.Entry(f.Name, val))
		}
	}
	return out
}

// field writes the value of a field with its end, or returns nil if the field has its initial
// value.
func (t *writer) field(f *schema.Field, word int) *source.Node {
	v, until := t.e.World.Word(word), int32(0)
	if f.Until {
		end := t.e.World.Until(f, word)
		until = end[0]
		if end[1] != 0 {
			t.unsaid("%s %d lasts for %d more", f.Name, word-f.Slot, end[1])
		}
	}
	if v == f.First(word) && until == 0 && f != t.p.Turn {
		return nil
	}
	val := t.value(f.Type, v)
	if until == 0 {
		return val
	}
	end, of := state.UntilOf(until)
	timed := t.p.Timed[end]
	when := source.MapOf(map[bool]string{false: "end", true: "start"}[timed.Start],
		source.Text(t.p.Procs[timed.Proc].Name))
	if of >= 0 {
		when = when.With("of", source.Text(t.SeatName(of)))
	}
	return source.MapOf("is", val).With("until", when)
}

// value writes a value in the syntax of `given`.
func (t *writer) value(typ schema.Type, v int32) *source.Node {
	switch {
	case v == schema.Nothing:
	case typ.Base == schema.Piece:
		if v < 0 {
			t.unsaid("a piece has yet to be drawn")
			return source.Text("?")
		}
		return source.Text(t.label(v))
	case typ.Base == schema.Zone:
		return source.Text(t.placeLabel(v))
	}
	return source.Text(t.ValueName(typ, v))
}

// label returns the name of a piece that a value refers to: the name of its card if that has
// one copy.
func (t *writer) label(p int32) string {
	card := t.p.Cards[t.p.Pieces[p].Card]
	if card.Data || t.e.World.In(ref.Piece(p)) == 0 {
		return card.Name
	}
	if t.names[p] == "" {
		t.names[p] = t.unusedName(card.Name)
	}
	return t.names[p]
}

func (t *writer) placeLabel(z int32) string {
	info := &t.e.World.Zones[z]
	p := int32(t.e.World.Head(ref.Place(z)))
	switch {
	case info.Decl.Layout == "":
		t.unsaid("%s is meant", t.e.World.ZoneName(ref.Place(z)))
		return "?"
	case p >= 0:
		return t.label(p)
	case t.places[z] == "":
		t.places[z] = t.unusedName("place")
	}
	return t.places[z]
}

// unusedName returns stem, or stem with the first number that makes it a name that is not used yet.
func (t *writer) unusedName(stem string) string {
	for i := 1; ; i++ {
		name := stem + "_" + strconv.Itoa(i)
		if !t.used[name] && t.p.GameName(name) == "" && t.p.Seat(name) < 0 && t.p.Card(name) == nil &&
			t.p.Proc(name) == nil {
			t.used[name] = true
			return name
		}
	}
}

// Package given reads and writes the positions in which scenarios begin: Read reads one from `given`, Position.Build
// sets a match to it, and Write writes the current position of a match.
//
//	position.go                  a position, and setting a match to it
//	read.go                      reading: seats, turn, printed values, counters
//	  seats, values, zones       players, fields, pieces
//	  at, frames                 the first step, running procedures
//	write.go, write_zones.go     writing
package given

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// parts has the parts of `given` in both directions, in the order in which they are read and written.
var parts = []struct {
	read  func(*reader, *syntax.Given)
	write func(*writer) []source.Pair
}{
	{(*reader).seating, (*writer).seating},
	{(*reader).cards, func(*writer) []source.Pair { return nil }}, // a match does not change printed values
	{(*reader).running, (*writer).running},                        // `turn`, `at`, `goes_on`
	{(*reader).times, (*writer).times},
	{(*reader).things, (*writer).things}, // fields, zones and pieces, under their names
}

// Position is the starting position of a scenario: printed values, positions of pieces, values of
// fields, the step that runs first.
type Position struct {
	Players int
	Seats   naming.Seats
	Data    *schema.Data
	given   []int32 // zones whose content is given; it replaces the initial content
	places  []placement
	faces   []face // of pieces that do not have the face of their zone
	Labels  naming.Labels
	words   []word
	Running []Frame // the procedure that runs first, and its callers in order
	seat    int32   // whose turn it is
	counts  []count
}

// Frame is a running procedure at the start of a scenario.
type Frame struct {
	Proc   ref.Proc
	PC     ref.PC // -1 for the beginning; in a caller, the call that it waits for
	me     int32  // the player it runs for; schema.Nothing for the player whose turn it is
	names  []nameValue
	Rounds []Round
}

// Gives reports whether `given` gives a value to a name of the procedure.
func (f *Frame) Gives(name string) bool {
	return slices.ContainsFunc(f.names, func(v nameValue) bool { return v.slot.Name == name })
}

// Round is the state of a loop: the current element and the remaining ones.
type Round struct {
	Loop *program.Loop
	list []int32
}

type placement struct {
	pieces []int32
	zone   int32
	block  bool // in unknown order
}

// face is the given face of a piece.
type face struct {
	piece int32
	down  bool
}

type word struct {
	field *schema.Field
	of    int32 // the player or piece
	value int32
	until int32 // end of a temporary value, as the state stores it; 0 if permanent
}

type nameValue struct {
	slot   *formula.Slot
	values []int32
}

type count struct {
	at    int
	seat  int
	value int32
}

// Build sets a match to the starting position.
func (w *Position) Build(m *machine.Match) error {
	m.Env.World.SetData(w.Data)
	m.Bare(w.Players)
	e := &m.Env
	for _, z := range w.given {
		for e.World.Head(ref.Place(z)) >= 0 {
			e.World.Place(e.World.Head(ref.Place(z)), 0, false)
		}
	}
	for _, pl := range w.places {
		for i, p := range pl.pieces {
			e.World.Place(ref.Piece(p), ref.Place(pl.zone), false)
			e.World.SetFace(ref.Piece(p), e.World.Zones[pl.zone].Decl.Face == "down")
			if pl.block && i > 0 {
				e.World.Glue(ref.Piece(pl.pieces[i-1]))
			}
		}
	}
	for _, f := range w.faces {
		e.World.SetFace(ref.Piece(f.piece), f.down)
	}
	w.setFields(e)
	if len(w.Running) > 0 {
		w.enter(m)
	}
	for _, c := range w.counts {
		e.World.Stack[c.at] += c.value - e.World.Stack[c.at+1+c.seat]
		e.World.Stack[c.at+1+c.seat] = c.value
	}
	return m.CheckInvariants()
}

// enter starts the procedures that are running at the start, outermost first.
func (w *Position) enter(m *machine.Match) {
	begin := func(f Frame) { m.BeginAt(f.Proc, f.PC, ref.Seat(w.actor(f))) }
	for _, f := range slices.Backward(w.Running[1:]) {
		begin(f)
		f.fill(m)
		begin = func(in Frame) { m.CallAt(f.PC, in.Proc, in.PC, ref.Seat(w.actor(in))) }
	}
	w.setFields(&m.Env) // procedures reset fields when they begin
	first := &w.Running[0]
	begin(*first)
	if first.PC >= 0 {
		w.setFields(&m.Env)
	}
	first.fill(m)
}

// actor returns the player for whom a procedure begins.
func (w *Position) actor(f Frame) int32 {
	if f.me >= 0 {
		return f.me
	}
	return w.seat
}

// fill sets the local names of the running procedure and the state of its loops.
func (f *Frame) fill(m *machine.Match) {
	for _, r := range f.Rounds {
		m.InRound(r.Loop, r.list)
	}
	for _, nv := range f.names {
		m.Stack.SetName(nv.slot, nv.values)
	}
}

// newFrame returns a procedure that begins at an op, for the player whose turn it is.
func newFrame(proc ref.Proc, pc ref.PC) Frame { return Frame{Proc: proc, PC: pc, me: schema.Nothing} }

// setFields sets counters and marks.
func (w *Position) setFields(e *formula.Env) {
	for _, f := range w.words {
		at := f.field.Slot
		switch f.field.Scope {
		case schema.OfPlayer:
			at += int(f.of)
		case schema.OfPiece:
			at = e.World.MarkSlot(f.field, ref.Piece(f.of))
		}
		e.World.Write(at, f.value)
		if f.field.Until {
			e.World.SetUntil(f.field, at, [2]int32{f.until, 0})
		}
	}
}

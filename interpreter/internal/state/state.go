// Package state represents a match as one flat value.
//
// A State is two slices of 32-bit words. The first, words, has the layout of the schema: zones, pieces,
// counters and marks. The second, Stack, has a header, the counters for the function `times`, and the stack of
// frames, so its length varies with the running procedures. There are no pointers: copying both
// slices is a snapshot, comparing them is equality. Zones without order are sorted by piece,
// and among equal cards those with the lowest numbers are taken first, so that equivalent
// states have equal words where that is cheap.
package state

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// State is a snapshot of a match. Its words are zones, pieces and fields, as schema.Layout describes (placement.go,
// marks.go).
type State struct {
	words []int32
	Stack Stack
	times *times // of a snapshot; nil if unknown
}

// Stack has a header with counters, then the frames of the running procedures.
type Stack []int32

// CopyFrom makes s a copy of o. It reuses the memory of s.
func (s *State) CopyFrom(o *State) {
	s.words = append(s.words[:0], o.words...)
	s.Stack = append(s.Stack[:0], o.Stack...)
	s.times = nil
}

// Clone returns an independent copy.
func (s *State) Clone() *State {
	c := &State{}
	c.CopyFrom(s)
	return c
}

// Equal reports whether two states have the same zones, pieces, fields and stack.
func (s *State) Equal(o *State) bool {
	return s.SameWorld(o) && slices.Equal(s.Stack, o.Stack)
}

// SameWorld reports whether the zones, pieces and fields of two states are equal.
func (s *State) SameWorld(o *State) bool { return slices.Equal(s.words, o.words) }

// Sharing returns a copy that shares the memory of an earlier copy where both are equal.
func (s *State) Sharing(was *State) State {
	c := State{words: was.words, Stack: was.Stack}
	if !slices.Equal(c.words, s.words) {
		c.words = slices.Clone(s.words)
	}
	if !slices.Equal(c.Stack, s.Stack) {
		c.Stack = slices.Clone(s.Stack)
	}
	return c
}

// Words returns the memory of a copy in words of 32 bits, without the zones, pieces and fields that it shares with
// another.
func (s *State) Words(other *State) int {
	n := len(s.Stack)
	if other == nil || &other.words[0] != &s.words[0] {
		n += len(s.words)
	}
	return n
}

// Hash returns a hash of the words and the stack.
func (s *State) Hash() uint64 { return Hash(s.words, s.Stack) }

// Hash returns a 64-bit FNV-1a hash. It is the same on every machine.
func Hash(parts ...[]int32) uint64 {
	h := uint64(14695981039346656037)
	for _, part := range parts {
		for _, w := range part {
			h = (h ^ uint64(uint32(w))) * 1099511628211
		}
		h = (h ^ uint64(len(part))) * 1099511628211
	}
	return h
}

// Words of the header of Stack.
const (
	AtFrame   = iota // base of the running frame, or 0
	AtPC             // the op that runs next
	AtStatus         // one of the Status values
	AtWinners        // bit set of seats
	AtUnwind         // base of the frame to which a `stop` unwinds, or 0
	AtResume         // op at which that frame continues; -1 if it also ends
	AtPlayers        // number of players
	AtSealed         // the result of Seal for the open sealed block, or 0
	AtOffer          // base of the current side offer, or 0
	AtOffered        // bit set of seats that have made an offer during the open request
	HeaderLen
)

const sealedSeat = 8 // number of bits for a seat in AtSealed

// Seal returns the header word for a seat that acts in a sealed block.
func Seal(block int32, seat ref.Seat) int32 {
	return (block-1)<<sealedSeat | int32(1+seat)
}

// SealedSeat returns the seat that acts in a sealed block, negative if none is open.
func (s Stack) SealedSeat() ref.Seat { return ref.Seat(s[AtSealed]&(1<<sealedSeat-1) - 1) }

// sealedBlock returns the number of the open sealed block, or 0.
func (s Stack) sealedBlock() int32 {
	if s[AtSealed] == 0 {
		return 0
	}
	return 1 + s[AtSealed]>>sealedSeat
}

// Seals reports whether the open sealed block moves pieces from or to zones of a declaration.
func (w *World) Seals(d *schema.ZoneDecl) bool { return d.Sealed.Has(w.Stack.sealedBlock()) }

// The status of a match.
const (
	Running int32 = iota
	Finished
	AtRest // the procedure with which a scenario began has ended
)

// The words of a frame before its slots.
const (
	FramePrev    = iota // base of the frame below, or 0
	FrameProc           // index of the procedure
	FrameReturn         // op at which the frame below continues
	FrameMe             // the player for whom the steps run
	FrameBy             // the player for whom the procedure began; loops change FrameMe only
	FrameFlags          // FrameStopped, FrameEnding, FrameConcluding
	FramePending        // base of the frame that opened the window, or 0
	FrameCard           // the card being played, or Nothing
	FrameTarget         // its target, or Nothing
	FrameLen
)

const (
	FrameStopped    = 1 << iota // a `stop` is unwinding it
	FrameEnding                 // its at_end block is running
	FrameConcluding             // it is ending because the match is finished
)

// World is a state with the schema and data that give meaning to its words.
type World struct {
	Placement
	*schema.Schema
	Stack  Stack
	Pieces []schema.PieceInfo // this and the next field are copied from the schema for speed
	Zones  []schema.ZoneInfo
	Data   *schema.Data
	Err    *Fault // the first fault; never overwritten
	// Seers returns the set of seats to which a formula under `seen_by` evaluates, for an owner
	// and a piece.
	Seers func(by *syntax.SeenBy, owner ref.Seat, piece ref.Piece) uint32
}

// State returns the state of w, which shares its words.
func (w *World) State() *State { return &State{words: w.words, Stack: w.Stack} }

// At returns a copy of w in state s, whose words it shares. It is for reading only.
func (w *World) At(s *State) World {
	then := *w
	then.words, then.Stack = s.words, s.Stack
	return then
}

// NewWorld returns the world of a game without a state. data has the printed values.
func NewWorld(s *schema.Schema, data *schema.Data) World {
	return World{Placement: newPlacement(s), Schema: s, Pieces: s.Pieces, Zones: s.Zones, Data: data}
}

// SetWorld changes the schema and data that give meaning to the words. The caller must call Reset.
func (w *World) SetWorld(s *schema.Schema, data *schema.Data) {
	words, stack, changes := w.words, w.Stack, w.changes
	*w = NewWorld(s, data)
	w.words, w.Stack = words, stack
	if changes != nil {
		w.changes = changes
		w.Forget()
	}
}

// SetData replaces the printed values.
func (w *World) SetData(d *schema.Data) {
	if w.Data != d {
		w.Data = d
		w.Forget()
	}
}

// Reset sets every piece to its initial zone and every field to its initial value. header is
// the number of words of Stack before the first frame.
func (w *World) Reset(players, header int) {
	w.words = slices.Grow(w.words[:0], w.Layout.Size)[:w.Layout.Size]
	clear(w.words)
	for z := range w.Zones {
		*w.zone(ref.Place(z)) = emptyZone
	}
	for p := range w.Pieces {
		z := w.startFor(p, players)
		w.append(ref.Piece(p), z)
		w.SetFace(ref.Piece(p), w.Zones[z].Decl.Face == "down")
	}
	for _, list := range [3][]*schema.Field{w.GameFields, w.PlayerFields, w.PieceFields} {
		for _, f := range list {
			copy(w.words[f.Slot:], f.Firsts) // empty for printed fields
		}
	}
	w.Stack = slices.Grow(w.Stack[:0], max(header, HeaderLen))[:header]
	clear(w.Stack)
	w.Stack[AtPlayers] = int32(players)
	w.Err, w.Touched = nil, true
	w.Forget()
}

// startFor returns the initial zone of a piece. Pieces of absent players are in no zone.
func (w *World) startFor(p, players int) ref.Place {
	info := w.Pieces[p]
	if info.Owner != schema.Nothing && int(info.Owner) >= players {
		return 0
	}
	return info.Start
}

// Players returns the number of players.
func (w *World) Players() ref.Seat { return ref.Seat(w.Stack[AtPlayers]) }

// Frame returns the base of the running frame.
func (s Stack) Frame() int { return int(s[AtFrame]) }

// Me returns the player `me` of the running steps.
func (s Stack) Me() ref.Seat {
	if f := s[AtFrame]; f > 0 {
		return ref.Seat(s[int(f)+FrameMe])
	}
	return schema.Nothing
}

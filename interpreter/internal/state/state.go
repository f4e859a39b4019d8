// Package state holds the one flat value that a match is.
//
// A State is two slices of 32-bit words. W is laid out by the schema: zones,
// pieces, counters and marks. S is a header, the counters behind `times`, and
// the stack of frames, so it grows and shrinks with the procedures under way.
// There are no pointers: copying both slices is a snapshot, comparing them is
// equality. Zones without order are kept sorted by piece and equal cards are
// always taken lowest number first, so that states that mean the same are the
// same words wherever that is cheap to have.
package state

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// State is a snapshot of a match.
type State struct{ W, S []int32 }

// CopyFrom makes s a copy of o, reusing memory.
func (s *State) CopyFrom(o *State) {
	s.W = append(s.W[:0], o.W...)
	s.S = append(s.S[:0], o.S...)
}

// Clone returns a copy of its own.
func (s *State) Clone() *State {
	c := &State{}
	c.CopyFrom(s)
	return c
}

// Equal reports whether two states are the same.
func (s *State) Equal(o *State) bool { return slices.Equal(s.W, o.W) && slices.Equal(s.S, o.S) }

// Hash is a 64-bit FNV-1a hash over the words, equal for equal states on every
// machine.
func (s *State) Hash() uint64 {
	h := uint64(14695981039346656037)
	for _, part := range [2][]int32{s.W, s.S} {
		for _, w := range part {
			h = (h ^ uint64(uint32(w))) * 1099511628211
		}
		h = (h ^ uint64(len(part))) * 1099511628211
	}
	return h
}

// Words of the header of S.
const (
	AtFrame   = iota // base of the running frame; 0: none
	AtPC             // the op that runs next
	AtStatus         // one of the Status values
	AtWinners        // bit set of seats
	AtUnwind         // base of the frame that a stop unwinds to; 0: none
	AtResume         // where that frame goes on; -1: it ends too
	AtPlayers        // how many play
	AtSealed         // 0, or what Seal makes of a sealed block and the seat that acts in it
	AtOffer          // base of the side offer under way; 0: none
	AtOffered        // bit set of seats that have made one at the request that waits
	HeaderLen
)

const sealedSeat = 8 // bits of a seat in a word of AtSealed

// Seal is the word of the header that says that a seat acts in a sealed block.
func Seal(block, seat int32) int32 { return (block-1)<<sealedSeat | (1 + seat) }

// SealedSeat returns the seat that acts in a sealed block; below 0 if none is open.
func (w *World) SealedSeat() int32 { return w.S[AtSealed]&(1<<sealedSeat-1) - 1 }

// sealedBlock returns the number of the sealed block that is open, or 0.
func (w *World) sealedBlock() int32 {
	if w.S[AtSealed] == 0 {
		return 0
	}
	return 1 + w.S[AtSealed]>>sealedSeat
}

// Seals reports whether the sealed block that is open moves pieces from or to zones of a declaration.
func (w *World) Seals(d *schema.ZoneDecl) bool { return d.Sealed.Has(w.sealedBlock()) }

// Status of a match.
const (
	Running int32 = iota
	Finished
	AtRest // the procedure that a scenario began with has ended
)

// Words of a frame, before its slots.
const (
	FramePrev    = iota // base of the frame below; 0: none
	FrameProc           // index of the procedure
	FrameReturn         // op to go on with in the frame below
	FrameMe             // the player for whom the steps run
	FrameBy             // the player for whom it began; loops change `me`, not this
	FrameFlags          // FrameStopped, FrameEnding, FrameConcluding
	FramePending        // base of the frame of the procedure that opened the window; 0: none
	FrameCard           // the card being played, or Nothing
	FrameTarget         // its target, or Nothing
	FrameLen
)

const (
	FrameStopped    = 1 << iota // a stop is unwinding it
	FrameEnding                 // its at_end runs
	FrameConcluding             // because the match is finished
)

// World is a state together with what gives its words a meaning.
type World struct {
	State
	*schema.Schema
	Layout  schema.Layout // of the schema, as are those below: here they are a step nearer
	Pieces  []schema.PieceInfo
	Zones   []schema.ZoneInfo
	Data    *schema.Data
	Err     *Fault // the first thing that went wrong; sticky
	Touched bool   // something that invariants can see has changed
	// Seers is the set of the seats that a formula of seen_by names, of what is of an
	// owner and a piece.
	Seers func(by *syntax.SeenBy, owner, piece int32) uint32
}

// NewWorld returns the world of a game, still without a state; data is what is
// printed on the cards.
func NewWorld(s *schema.Schema, data *schema.Data) World {
	return World{Schema: s, Layout: s.Layout, Pieces: s.Pieces, Zones: s.Zones, Data: data}
}

// Write gives word i of W a value.
func (w *World) Write(i int, v int32) {
	if w.W[i] != v {
		w.W[i], w.Touched = v, true
	}
}

// Reset puts every piece where it begins and every field at its first value.
// header is the number of words of S before the first frame.
func (w *World) Reset(players, header int) {
	l := &w.Layout
	w.W = slices.Grow(w.W[:0], l.Size)[:l.Size]
	clear(w.W)
	for z := range w.Zones {
		*w.zone(int32(z)) = zoneWords{-1, -1, 0}
	}
	for p := range w.Pieces {
		z := w.startFor(p, players)
		w.append(int32(p), z)
		w.Turn(int32(p), w.Zones[z].Decl.Face == "down")
	}
	for _, list := range [3][]*schema.Field{w.GameFields, w.PlayerFields, w.PieceFields} {
		for _, f := range list {
			copy(w.W[f.Slot:], f.Firsts) // none, if it is printed
		}
	}
	w.S = slices.Grow(w.S[:0], max(header, HeaderLen))[:header]
	clear(w.S)
	w.S[AtPlayers] = int32(players)
	w.Err, w.Touched = nil, true
}

// startFor is where a piece begins; those of absent players stay nowhere.
func (w *World) startFor(p, players int) int32 {
	info := w.Pieces[p]
	if info.Owner != schema.Nothing && int(info.Owner) >= players {
		return 0
	}
	return info.Start
}

// Players is how many play.
func (w *World) Players() int32 { return w.S[AtPlayers] }

// Frame is the base of the running frame.
func (w *World) Frame() int { return int(w.S[AtFrame]) }

// Me is the player for whom the running steps run.
func (w *World) Me() int32 {
	if f := w.S[AtFrame]; f > 0 {
		return w.S[int(f)+FrameMe]
	}
	return schema.Nothing
}

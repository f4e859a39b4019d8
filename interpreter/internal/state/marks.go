package state

import (
	"math"
	"math/bits"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// A formula need not be evaluated again until something changes that it has read. To find this out, this file divides
// the state into parts and gives each part a mark, a number from 0 to 255. The words of the state are private to this
// package: every method that reads a word adds the mark of its part to a set (Reads), and every method that writes a
// word records the time of the change for that mark (changes). Parts of a large game share a mark; then a valid result
// can look out of date, but never the reverse.
//
// A time is never used twice, even if snapshots are restored. So two states in which the latest change of some parts
// has the same time both developed from that change, and none of these parts has changed since in either of them: their
// content is equal.

const (
	marks   = 256
	content = marks / 2 // marks below are for the pieces in a place and their order
	// marks from here on are for the place, the flags and the fields of a piece, and for other words
	items = content
)

func contentMark(z ref.Place) uint8 { return uint8(z) % content }
func pieceMark(p ref.Piece) uint8   { return items | uint8(p) }
func wordMark(i int) uint8          { return items | uint8(i) }

// Reads is a set of marks: the parts of the state that an evaluation has read.
type Reads [marks / 64]uint64

// read records that a part of the state is read.
func (w *Placement) read(mark uint8) {
	if w.records {
		w.reads[mark>>6] |= 1 << (mark & 63)
	}
}

// readAround adds the content of the place of a piece.
func (w *Placement) readAround(p ref.Piece) {
	if w.records {
		w.read(contentMark(ref.Place(w.words[w.pieces+schema.PieceWords*int(p)+pieceIn])))
	}
}

// readItems records that all pieces and fields are read.
func (w *Placement) readItems() {
	w.reads[items>>6], w.reads[items>>6+1] = math.MaxUint64, math.MaxUint64
}

// readPlaces records that the pieces in n places, from z on, are read.
func (w *Placement) readPlaces(z ref.Place, n int32) {
	for n = min(n, content); n > 0; {
		at := contentMark(z)
		k := min(64-int32(at&63), n)
		w.reads[at>>6] |= (1<<uint(k) - 1) << (at & 63)
		z, n = z+ref.Place(k), n-k
	}
}

// changes holds the time of the last change of each mark. Time is counted in changes.
type changes struct {
	now  uint64
	lost uint64        // the time since which nothing is known about earlier states
	last [marks]uint64 // by mark

	// The marks of the latest changes, by time. They tell sooner than last if a result that was valid a short time ago
	// is out of date, except across a Restore.
	recent   [latestChanges]uint8
	restored uint64 // the time of the last Restore or Forget
	copied   bool   // a snapshot was taken, so results can become valid again
}

// latestChanges is the number of changes of which the order is kept, a power of two.
const latestChanges = 32

func (c *changes) note(mark uint8) {
	c.now++
	c.last[mark], c.recent[c.now%latestChanges] = c.now, mark
}

// Forget records that anything may have changed, even printed values and readings, which are not part of the state. All
// results that were computed before are out of date.
func (w *Placement) Forget() {
	c := w.changes
	c.now++
	c.lost, c.restored = c.now, c.now
	for i := range c.last {
		c.last[i] = c.now
	}
}

// Now returns the current time, which grows with each change.
func (w *Placement) Now() uint64 { return w.changes.now }

// Recording is an interrupted recording of reads. Recordings nest.
type Recording struct {
	records bool
	reads   Reads
}

// Record begins to record reads and interrupts the recording in progress, if any.
func (w *Placement) Record() (before Recording) {
	before = Recording{w.records, w.reads}
	w.records, w.reads = true, Reads{}
	return before
}

// Recorded ends a recording and returns its reads. It continues the interrupted recording, to which these reads belong
// as well.
func (w *Placement) Recorded(before *Recording) (reads Reads) {
	reads = w.reads
	w.records = before.records
	w.AddReads(&before.reads)
	return reads
}

// Discard ends a recording whose reads are not needed: they count neither for it nor for the interrupted one.
func (w *Placement) Discard(before *Recording) { w.reads = before.reads }

// AddReads records that all parts in a set are read. It is called when a remembered result is used.
func (w *Placement) AddReads(r *Reads) {
	for i := range r {
		w.reads[i] |= r[i]
	}
}

// Latest returns the time of the last change of any part in a set.
func (w *Placement) Latest(r *Reads) (latest uint64) {
	for i, set := range r {
		last := (*[64]uint64)(w.changes.last[64*i:])
		for ; set != 0; set &= set - 1 {
			latest = max(latest, last[bits.TrailingZeros64(set)%64])
		}
	}
	return latest
}

// Stamp returns a number that identifies the content of the parts in a set: Latest, or 0 as long as no snapshot was
// taken, because only Restore needs it.
func (w *Placement) Stamp(r *Reads) uint64 {
	if !w.changes.copied {
		return 0
	}
	return w.Latest(r)
}

// Unchanged reports whether a result that has read r is still valid. stamp is the value of Stamp(r) when it was
// computed, seen the time at which it was last known to be valid.
func (w *Placement) Unchanged(seen, stamp uint64, r *Reads) bool {
	c := w.changes
	switch {
	case seen == c.now:
		return true
	case seen < c.restored:
		return stamp != 0 && seen >= c.lost && w.Latest(r) == stamp
	case c.now-seen > latestChanges:
		return w.Latest(r) <= seen
	}
	for ; seen != c.now; seen++ {
		if mark := c.recent[(seen+1)%latestChanges]; r[mark>>6]>>(mark&63)&1 != 0 {
			return false
		}
	}
	return true
}

// times holds the times of the changes before a snapshot. They are valid only in the match from which it was taken,
// until Forget is called.
type times struct {
	of   *changes
	lost uint64
	last [marks]uint64
}

// Snapshot copies the state into s.
func (w *World) Snapshot(s *State) {
	t := s.times
	s.CopyFrom(w.State())
	if t == nil {
		t = &times{}
	}
	w.changes.copied = true
	t.of, t.lost, t.last = w.changes, w.changes.lost, w.changes.last
	s.times = t
}

// Restore sets the state to a snapshot, which may come from another match of the same program.
func (w *World) Restore(s *State) {
	c := w.changes
	c.now++
	c.restored = c.now
	switch t := s.times; {
	case len(s.words) != len(w.words) || s.Stack[AtPlayers] != w.Stack[AtPlayers]:
		w.Forget()
	case t != nil && t.of == c && t.lost == c.lost:
		c.last = t.last
	default:
		w.noteDifferences(s.words)
	}
	w.words = append(w.words[:0], s.words...)
	w.Stack = append(w.Stack[:0], s.Stack...)
	w.Touched, w.Timed = true, true
}

// noteDifferences records a change of each part in which the current words differ from the words to.
func (w *Placement) noteDifferences(to []int32) {
	var buf [64]int32
	list := differences(buf[:0], 0, to, w.words)
	for i := 0; i < len(list); i += 2 {
		switch at := int(list[i]); {
		case at < w.pieces:
			w.changes.note(contentMark(ref.Place(at / schema.ZoneWords)))
		case at < w.fields:
			w.changes.note(pieceMark(ref.Piece((at - w.pieces) / schema.PieceWords)))
			in := at - (at-w.pieces)%schema.PieceWords + pieceIn
			w.changes.note(contentMark(ref.Place(w.words[in])))
			w.changes.note(contentMark(ref.Place(to[in])))
		default:
			w.changes.note(wordMark(at))
		}
	}
}

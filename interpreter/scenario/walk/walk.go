// Package walk visits all positions that a match can reach, for example to count them.
package walk

import (
	"encoding/binary"
	"math/big"
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario/chance"
	"moraine/interpreter/scenario/exec"
)

// Walk is a match whose positions are enumerated. It keeps no trace and counts turns.
type Walk struct {
	*exec.Stand
	root   state.State
	here   state.State
	delta  []int32
	turns  int  // number of the measure `turns`; -1: the game has none
	begins bool // it is taken when a turn begins, not when it ends
}

// TurnsMeasure is the name of the measure that counts turns.
const TurnsMeasure = "turns"

// From returns the positions of a match from the current one on. If strict, invariants are checked after each step.
func From(s *exec.Stand, strict bool) *Walk {
	w := &Walk{Stand: s, turns: -1}
	s.M.Snapshot(&w.root)
	s.M.Observer, s.M.Strict, s.M.Meter = nil, strict, machine.NewMeter(s.M.P)
	for i, m := range s.M.P.Measures {
		if m.Name == TurnsMeasure {
			w.turns = i
		}
	}
	if w.turns >= 0 {
		for _, p := range s.M.P.Procs {
			w.begins = w.begins || slices.Contains(p.OnStart, w.turns)
		}
	}
	return w
}

// HasTurns reports whether the game defines a turn.
func (w *Walk) HasTurns() bool { return w.turns >= 0 }

// Turns returns the number of turns completed since the last call. The measure counts a turn when it ends, or when it
// begins; in the second case the end of the match completes the last turn if decided is set.
func (w *Walk) Turns(decided bool) (n int) {
	for _, t := range w.M.Meter.Taken {
		if int(t.Measure) == w.turns {
			n += int(t.Value)
		}
	}
	w.M.Meter.Clear()
	if w.begins && decided && n == 0 && w.M.Finished() {
		n = 1
	}
	return n
}

// EachOutcome calls f with each answer of chance to the open request, and its probability.
func (w *Walk) EachOutcome(f func(options []int32, probability *big.Rat) error) error {
	for _, a := range chance.Answers(w.M, nil) {
		if err := f(a.Options, a.Chance()); err != nil {
			return err
		}
	}
	return w.M.Err()
}

// Position returns the current position as a key: equal positions have equal keys. Of a match that is over, the
// procedures that were running are left out.
func (w *Walk) Position() string {
	now := *w.M.State()
	if w.M.Finished() {
		now.Stack = slices.Clone(now.Stack[:w.M.P.HeaderLen])
		now.Stack[state.AtFrame], now.Stack[state.AtPC] = 0, 0
	}
	w.delta = now.Delta(&w.root, w.delta[:0])
	var key []byte
	for _, n := range w.delta {
		key = binary.AppendVarint(key, int64(n))
	}
	return string(key)
}

// Go goes to a position, of this walk or of another one with the same beginning.
func (w *Walk) Go(position string) {
	w.delta = w.delta[:0]
	for key := []byte(position); len(key) > 0; {
		n, size := binary.Varint(key)
		w.delta, key = append(w.delta, int32(n)), key[size:]
	}
	w.here.Apply(&w.root, w.delta)
	w.M.Restore(&w.here)
	w.M.Budget.Effort = 0 // the budget is that of a course, not of all of them
}

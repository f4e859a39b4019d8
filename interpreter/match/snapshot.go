package match

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
)

// Snapshot is a copy of a match at a moment: its state, decisions and logs, and the generators
// of chance and bots. It can be restored only to the same match.
type Snapshot struct {
	state              *state.State
	generators         []decide.RNG
	record             []Decision
	marks              []mark
	asks               []int
	sound, shown, size int
	logs               []logContent
}

// logContent is the content of a log at a moment.
type logContent struct {
	lines []Line
	later []machine.Event    // events in a sealed block
	named map[ref.Piece]bool // pieces that lines of the current act have named
	told  *program.Step      // the last step whose sentence the rules declare
	ran   *program.Step      // the last step that began; a step that draws several cards may be waiting for chance
}

// Snapshot returns a copy of the match at the current moment. It shares the lists that only grow.
func (m *Match) Snapshot() *Snapshot {
	m.m.Next()
	s := &Snapshot{
		state: m.m.State().Clone(), generators: m.generators(nil), record: slices.Clip(m.record),
		marks: slices.Clip(m.marks),
		asks:  slices.Clone(m.asks), sound: m.sound, shown: m.shown, size: m.size,
	}
	for _, l := range m.logs {
		l.flush()
		s.logs = append(s.logs,
			logContent{lines: slices.Clip(l.lines), later: slices.Clip(l.later), named: maps.Clone(l.named),
				told: l.told, ran: l.ran})
	}
	return s
}

// Restore sets the match to a snapshot, which may be earlier or later.
func (m *Match) Restore(s *Snapshot) {
	m.m.Restore(s.state)
	m.generators(s.generators)
	m.record, m.marks, m.asks = s.record, s.marks, slices.Clone(s.asks)
	m.sound, m.shown, m.size = s.sound, s.shown, s.size
	for i, l := range m.logs {
		l.set(s.logs[i])
	}
	m.turned = m.turned[:0] // the request is computed again, with its refusals
}

// set replaces the content of a log.
func (l *log) set(c logContent) {
	l.logContent = c
	l.named = maps.Clone(c.named)
	l.pieces.clear()
}

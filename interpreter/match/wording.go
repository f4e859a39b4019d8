package match

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
)

// Voice names pieces, zones and seats in sentences about events. The trace of a scenario uses
// the names of scripts. The log uses the names in its language, and hides information that its
// reader may not know.
type Voice interface {
	// Word formats a sentence: a trace uses the first format, a log the translation of the second.
	Word(trace, log string, args ...any) string
	Seat(seat int32) string
	Piece(p int32) string
	Zone(z int32) string
	Value(t schema.Type, x int32) string
	Procedure(name string) string
	Pieces(names []string) string
	Seats(names []string) string
}

// Sentence describes the events that have the same sentence in traces and logs, and returns ""
// for all others. Moves, flips, fields, answers and picks are described elsewhere: a log joins
// several of them into one sentence, in an order that reveals nothing about unseen pieces.
func Sentence(v Voice, m *machine.Match, ev *machine.Event) string {
	switch ev.Kind {
	case machine.Rolled:
		return v.Word("%s rolls %d", "%s rolls %d", v.Seat(ev.Who), ev.Value)
	case machine.Shuffled:
		return v.Word("%s is shuffled", "%s is shuffled", v.Zone(ev.To))
	case machine.Shown:
		return shown(v, m, ev)
	case machine.Played:
		if ev.To == schema.Nothing {
			return v.Word("%s plays %s", "%s plays %s", v.Seat(ev.Who), v.Piece(ev.Piece))
		}
		target := v.Value(m.TargetType(ev.Piece, ev.Text), ev.To)
		return v.Word("%s plays %s on %s", "%s plays %s on %s", v.Seat(ev.Who), v.Piece(ev.Piece), target)
	case machine.Offered:
		return v.Word("%s proposes %s", "%s proposes: %s", v.Seat(ev.Who), v.Procedure(ev.Text))
	case machine.Stopped:
		return v.Word("stop: %s", "%s ends early", v.Procedure(m.P.Procs[ev.Value].Name))
	}
	return ""
}

// shown describes pieces that are shown to seats.
func shown(v Voice, m *machine.Match, ev *machine.Event) string {
	var pieces, seats []string
	for _, p := range ev.Answer {
		pieces = append(pieces, v.Piece(p))
	}
	for seat := range m.Env.Players() {
		if ev.Value>>uint(seat)&1 != 0 {
			seats = append(seats, v.Seat(seat))
		}
	}
	if len(pieces) == 1 {
		return v.Word("%s is shown to %s", "%s is shown to %s", pieces[0], v.Seats(seats))
	}
	return v.Word("%s are shown to %s", "%s are shown to %s", v.Pieces(pieces), v.Seats(seats))
}

// The log implements Voice.

func (l *log) Word(_, format string, args ...any) string { return l.T(format, args...) }
func (l *log) Pieces(names []string) string              { return l.listed(names) }
func (l *log) Seats(names []string) string               { return l.And(names) }

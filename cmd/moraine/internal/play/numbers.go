package play

import (
	"slices"

	"moraine/interpreter/match"
)

// numbering keeps the numbers of the options of a `may` that is asked repeatedly. As long as
// one seat acts several times in a row, an option keeps its number even if other options are no
// longer possible, and a new option gets the next number.
type numbering struct {
	request string
	seat    int32
	decided int      // number of decisions when it was last asked
	names   []string // the options; their numbers start at 1
}

// continues reports whether q asks again for the options numbered in n: the seat has taken an
// option, and after that only chance has decided.
func (n *numbering) continues(q *match.Question, made []match.Decision) bool {
	if n.request != q.Name || n.seat != q.Seat || len(made) < n.decided {
		return false
	}
	since := made[n.decided:]
	if len(since) > 0 && since[0].By == q.Seat && len(since[0].Answer) == 0 {
		return false
	}
	return !slices.ContainsFunc(since, func(d match.Decision) bool { return d.By >= 0 && d.By != q.Seat })
}

// numbers returns the number of each option of a question.
func (s *session) numbers(q *match.Question) []int {
	out := make([]int, len(q.Options))
	if !q.Acts {
		for i := range out {
			out[i] = i + 1
		}
		return out
	}
	made := s.Decisions()
	if !s.numbered.continues(q, made) {
		s.numbered = numbering{request: q.Name, seat: q.Seat}
	}
	n := &s.numbered
	n.decided = len(made)
	for i, o := range q.Options {
		at := slices.Index(n.names, o.Name)
		if at < 0 {
			at = len(n.names)
			n.names = append(n.names, o.Name)
		}
		out[i] = at + 1
	}
	return out
}

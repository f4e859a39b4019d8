package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
)

// refusals are the refusals since the last answer.
type refusals struct {
	*resolver
	events []machine.Event
}

// record adds a refusal.
func (r *refusals) record(ev machine.Event) {
	if ev.Request != nil { // the request changes later, and only its type is needed
		ev.Type = ev.Request.Type
	}
	if r.events = append(r.events, ev); len(r.events) == maxRefusals { // usually an endless loop
		r.events = slices.Delete(r.events, maxRefusals/2, maxRefusals-lateEvents)
	}
}

// reasons returns the conditions that have refused a seat, or the things named in about, since
// the last answer.
func (r *refusals) reasons(seat int32, about []pieceRef) (out []reason) {
	for _, ev := range r.events {
		if ev.Words == "" || ev.Who != seat && ev.Request != nil { // a skipped step is skipped for every seat that it would have asked
			continue
		}
		one := reason{ev.Words, ev.Cites, ev.Pos}
		if slices.ContainsFunc(out, func(x reason) bool { return x.words == one.words && x.pos == one.pos }) {
			continue
		}
		if ev.Text == "" && (ev.Piece < 0 || ev.Request == nil) || slices.ContainsFunc(about, func(s pieceRef) bool { return r.isAbout(ev, s) }) {
			out = append(out, one)
		}
	}
	return out
}

func (r *refusals) isAbout(ev machine.Event, s pieceRef) bool {
	if ev.Text != "" {
		return s.name != nil && ev.Text == s.name.Value
	}
	return r.fits(s, ev.Type, ev.Piece)
}

package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
)

// scripted returns the order of a script for steps that take unseen pieces one after the other. While lines of the script
// state an order, the next piece of these lines comes first. The order records every piece that a step takes.
func (r *runner) scripted(lines []*line) machine.Order {
	return func(request string, pieces []int32) {
		if len(lines) > 0 && lines[0].orders != nil {
			r.putFirst(lines, request, pieces)
		}
		r.taken = append(r.taken, pieces[0])
	}
}

// Taken returns the pieces that steps have taken in an order, outside of checks.
func (s *Stand) Taken() []int32 { return s.taken }

// putFirst moves the next piece that the lines state to the front of pieces.
func (r *runner) putFirst(lines []*line, request string, pieces []int32) {
	for len(lines) > 1 && lines[0].nextOrder() == nil && lines[1].orders != nil {
		lines = lines[1:]
	}
	ch := lines[0].nextOrder()
	if ch == nil || ch.name != request || r.disordered != nil {
		return
	}
	next := machine.Candidates(&r.m.Env, pieces, nil)
	req, s := r.orderRequest(request, next), newPieceRef(r.m.P.Schema, ch.val)
	if !slices.ContainsFunc(req.Options, func(o machine.Option) bool { return r.isOption(s, req, o) }) {
		r.disordered = fail(notOffered, s.node().Pos, request, s.text())
		if len(next) < len(pieces) {
			r.disordered.note("first come the pieces that all players know, in their order, then the others zone by zone; next is " + strings.Join(r.optionNames(req), " or "))
		}
		return
	}
	a, f := r.find(s, req, nil)
	if r.disordered = f; f == nil {
		machine.PutFirst(pieces, req.Options[a[0]].Value)
		ch.used = true
	}
}

// orderRequest returns a request for the next piece of a step, in which equal pieces are one option.
func (r *runner) orderRequest(name string, pieces []int32) *machine.Request {
	req := &machine.Request{Kind: machine.AskDraw, Name: name, By: machine.Chance, For: machine.Chance, Least: 1, Most: 1, Type: schema.Type{Base: schema.Piece}}
	for _, p := range pieces {
		if i := slices.IndexFunc(req.Options, func(o machine.Option) bool { return r.m.Env.Same(o.Value, p) }); i >= 0 {
			req.Options[i].Count++
		} else {
			req.Options = append(req.Options, machine.Option{Value: p, Count: 1})
		}
	}
	return req
}

// nextOrder returns the first unused piece of a line of orders, or nil.
func (l *line) nextOrder() *choice {
	if i := slices.IndexFunc(l.orders, func(ch *choice) bool { return !ch.used }); i >= 0 {
		return l.orders[i]
	}
	return nil
}

// orderLine runs the match until steps have taken all pieces of a line of orders.
func (r *runner) orderLine(l *line) *failure {
	r.beginLine()
	for {
		req, f := r.request()
		switch ch := l.nextOrder(); {
		case r.disordered != nil:
			return r.disordered
		case f != nil:
			return f
		case ch == nil:
			return nil
		case !r.isOptionalInAct(req): // optional choices before the step are declined
			return r.addStanding(fail(unusedOrder, ch.key, ch.name))
		}
		if f := r.answerOmitted(nil); f != nil {
			return f
		}
	}
}

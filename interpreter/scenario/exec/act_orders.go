package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// drawOrder is the order in which steps take unseen pieces, as a script states it.
type drawOrder struct {
	*picker
	taken []int32  // the pieces that steps have taken
	wrong *failure // a piece of the script that the step does not take
}

// of returns the order of a script for steps that take unseen pieces one after the other. While lines of the script
// state an order, the next piece of these lines comes first. The order records every piece that a step takes.
func (d *drawOrder) of(lines []*line) machine.Order {
	return func(request string, pieces []int32) {
		if len(lines) > 0 && lines[0].orders != nil {
			d.putFirst(lines, request, pieces)
		}
		d.taken = append(d.taken, pieces[0])
	}
}

// Taken returns the pieces that steps have taken in an order, outside of checks.
func (s *Stand) Taken() []int32 { return s.orders.taken }

// putFirst moves the next piece that the lines state to the front of pieces.
func (d *drawOrder) putFirst(lines []*line, request string, pieces []int32) {
	for len(lines) > 1 && lines[0].nextOrder() == nil && lines[1].orders != nil {
		lines = lines[1:]
	}
	ch := lines[0].nextOrder()
	if ch == nil || ch.name != request || d.wrong != nil {
		return
	}
	next := machine.Candidates(&d.M.Env, pieces, nil)
	req, s := OrderRequest(d.M, request, next), ch.refs[0]
	if !slices.ContainsFunc(req.Options, func(o machine.Option) bool { return d.IsOption(s, req, o) }) {
		d.wrong = fail(notOffered, s.Node().Pos, request, s.Text())
		if len(next) < len(pieces) {
			d.wrong.note("first come the pieces that all players know, in their order, then the others zone by zone; next is " + strings.Join(d.OptionNames(req), " or "))
		}
		return
	}
	a, f := d.find(s, req, nil)
	d.wrong = f
	if f == nil {
		machine.PutFirst(pieces, ref.Piece(req.Options[a[0]].Value))
		ch.used = true
	}
}

// OrderRequest returns a request for the next piece of a step, in which equal pieces are one option.
func OrderRequest(m *machine.Match, name string, pieces []int32) *machine.Request {
	req := &machine.Request{Kind: machine.AskDraw, Name: name, By: machine.Chance, For: machine.Chance, Least: 1,
		Most: 1, Type: schema.Type{Base: schema.Piece}}
	for _, p := range pieces {
		if i := slices.IndexFunc(req.Options, func(o machine.Option) bool {
			return m.Env.World.Same(ref.Piece(o.Value), ref.Piece(p))
		}); i >= 0 {
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
	r.events.act = r.events.answer
	for {
		req, f := r.request()
		switch ch := l.nextOrder(); {
		case r.orders.wrong != nil:
			return r.orders.wrong
		case f != nil:
			return f
		case ch == nil:
			return nil
		case !r.acts.isOptional(req): // optional choices before the step are declined
			return r.addStanding(fail(unusedOrder, ch.key, ch.name))
		}
		if f := r.omit(); f != nil {
			return f
		}
	}
}

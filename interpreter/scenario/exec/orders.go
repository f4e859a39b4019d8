package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
)

// scripted returns a function that puts the pieces of adjacent lines of orders first, one after the other.
func (r *runner) scripted(lines []*line) machine.Order {
	return func(request string, pieces []int32) {
		for len(lines) > 1 && lines[0].nextOrder() == nil && lines[1].orders != nil {
			lines = lines[1:]
		}
		ch := lines[0].nextOrder()
		if ch == nil || ch.name != request || r.disordered != nil {
			return
		}
		req := r.orderRequest(request, pieces)
		a, f := r.find(newPieceRef(r.m.P.Schema, ch.val), req, nil)
		if r.disordered = f; f == nil {
			machine.PutFirst(pieces, req.Options[a[0]].Value)
			ch.used = true
		}
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
		case f != nil:
			return f
		case r.disordered != nil:
			return r.disordered
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

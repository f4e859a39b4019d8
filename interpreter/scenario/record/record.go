// Package record replays the decisions of a match as the lines of a script.
package record

import (
	"fmt"
	"slices"
	"strconv"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/source"
)

// Record holds the decisions of a play with the state at each request. It stores the chosen
// values, not the numbers of options.
type Record struct {
	acts   []act
	orders []order
	states []*state.State // before each act, and after the last
	looks  *exec.Stand    // used for restoring the states
	bare   *given.Moment  // the position of a match with empty `given`
	always []source.Pair  // entries that `given` always needs
}

// act is a side offer, an answer, or the next piece of a step that takes pieces in a drawn order.
type act struct {
	by     int32
	offer  string  // "" if it is none
	order  string  // the name of the request for the piece, or ""
	values []int32 // the chosen values
	at     *state.State
	unseen []int // indices of the values that refer to a piece not yet drawn
}

// order is a piece that a step takes in a drawn order.
type order struct {
	act
	after  int  // the number of acts before it
	needed bool // a scenario would take another piece here, which is declared before it
}

// Setup returns a scenario set up with the given entries.
type Setup func(given []source.Pair) (*exec.Stand, error)

// Of replays decisions in the way scripts make them: each choice names the exact piece.
// Between the choice of a face-down piece and its drawing no scenario can begin, and the choice
// itself is left out of the script. given is the start of the play; nil is the start of a
// match.
func Of(g *exec.Game, players int, given *source.Node, moves []match.Decision, taken []int32,
	stand Setup) (*Record, error) {
	began := given
	if began == nil {
		began = g.Opening(players)
	}
	on, err := stand(began.Pairs)
	if err != nil {
		return nil, err
	}
	bare, err := stand(source.MapOf("players", source.Text(strconv.Itoa(int(on.M.Env.World.Players())))).Pairs)
	if err != nil {
		return nil, err
	}
	rec := &Record{bare: bare.Moment()}
	if began.Get("cards") != nil {
		rec.always = source.MapOf("cards", began.Get("cards")).Pairs
	}
	if rec.looks, err = stand(began.Pairs); err != nil {
		return nil, err
	}
	again, err := stand(began.Pairs)
	if err != nil {
		return nil, err
	}
	again.M.Omniscient = given != nil
	said, err := rec.replay(again, moves, taken)
	if err != nil {
		return nil, err
	}
	m, told := on.M, 0
	on.Listen(func(ev machine.Event) {
		if ev.Kind == machine.Answered || ev.Kind == machine.Forced || ev.Kind == machine.Offered {
			told++
		}
	})
	m.Order = func(request string, pieces []int32) {
		if told < len(said) && said[told].order == request {
			a := said[told]
			told++
			p := rec.valuesIn(on, &a, schema.Piece)[0]
			if !slices.Contains(pieces, p) {
				return
			}
			a.values, a.at = []int32{p}, m.State().Clone()
			rec.orders = append(rec.orders,
				order{act: a, after: len(rec.acts), needed: !m.Env.World.Same(ref.Piece(p), ref.Piece(pieces[0]))})
			machine.PutFirst(pieces, ref.Piece(p))
		}
	}
	for {
		req := m.Next()
		if m.Err() != nil {
			return nil, m.Err()
		}
		rec.states = append(rec.states, m.State().Clone())
		if req == nil || told >= len(said) {
			return rec, nil
		}
		a := said[told]
		a.values = rec.valuesIn(on, &a, req.Type.Base)
		if err := a.carryOut(m); err != nil {
			return nil, err
		}
		rec.acts = append(rec.acts, a)
	}
}

// valuesIn returns the values of an act in a match in which other ones of equal pieces may have been taken.
func (rec *Record) valuesIn(on *exec.Stand, a *act, of schema.Base) []int32 {
	if a.at.SameWorld(on.M.State()) {
		return a.values
	}
	rec.looks.M.Restore(a.at)
	return renamed(on.M, of, a.values, rec.looks.Moment(), on.Moment())
}

// replay returns all decisions, including forced ones. A scenario is played as written. In a
// match, pieces may have been chosen by their backs.
func (rec *Record) replay(again *exec.Stand, moves []match.Decision, taken []int32) (said []act, err error) {
	m := again.M
	again.Listen(func(ev machine.Event) { said = note(said, m, ev) })
	m.Order = func(request string, pieces []int32) {
		if len(taken) > 0 && slices.Contains(pieces, taken[0]) {
			machine.PutFirst(pieces, ref.Piece(taken[0]))
			taken = taken[1:]
		}
		said = append(said, act{order: request, values: slices.Clone(pieces[:1]), at: m.State().Clone()})
	}
	for i, move := range moves {
		m.Next()
		if m.Err() == nil {
			err = decide.Move{By: ref.Seat(move.By), Offer: move.Offer, Answer: move.Answer}.Make(m)
		}
		if m.Err() != nil {
			err = m.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("decision %d: %w", i+1, err)
		}
	}
	if req := m.Next(); req != nil && req.DrawsOwed() {
		if i := slices.IndexFunc(said, func(a act) bool { return len(a.unseen) > 0 }); i >= 0 {
			said = said[:i]
		}
	}
	return said, nil
}

// note adds a decision, or completes an earlier unseen choice with the piece that was drawn.
func note(said []act, m *machine.Match, ev machine.Event) []act {
	switch req := ev.Request; {
	case ev.Kind == machine.Offered:
		return append(said, act{by: int32(ev.Who), offer: ev.Text, at: m.State().Clone()})
	case ev.Kind != machine.Answered && ev.Kind != machine.Forced:
	case req.DrawsOwed():
		if i := slices.IndexFunc(said, func(a act) bool { return len(a.unseen) > 0 }); i >= 0 {
			a := &said[i]
			a.values[a.unseen[0]] = req.Options[ev.Answer[0]].Value
			a.unseen = a.unseen[1:]
		}
	default:
		a := act{by: int32(req.By), at: m.State().Clone()}
		for i, o := range ev.Answer {
			v := req.Options[o].Value
			a.values = append(a.values, v)
			if req.LeavesOpen(v) {
				a.unseen = append(a.unseen, i)
			}
		}
		return append(said, a)
	}
	return said
}

// carryOut makes the decision in a match.
func (a *act) carryOut(m *machine.Match) error {
	if a.offer != "" {
		return m.Offer(a.offer, ref.Seat(a.by))
	}
	answer, err := find(m, a.values)
	if err != nil {
		return err
	}
	return m.Answer(answer...)
}

// find returns the answer that chooses the given values.
func find(m *machine.Match, values []int32) (answer []int32, err error) {
	req := m.Next()
	if req == nil {
		return nil, fmt.Errorf("no further question is asked")
	}
	for _, v := range values {
		i := slices.IndexFunc(req.Options, func(o machine.Option) bool { return o.Value == v })
		if i < 0 && req.Type.Base == schema.Piece {
			i = slices.IndexFunc(req.Options, func(o machine.Option) bool {
				return o.Value >= 0 && m.Env.World.Same(ref.Piece(o.Value), ref.Piece(v))
			})
		}
		if i < 0 {
			return nil, fmt.Errorf("%s does not offer this choice", req.Name)
		}
		answer = append(answer, int32(i))
	}
	return answer, nil
}

// Len returns the number of decisions.
func (rec *Record) Len() int { return len(rec.acts) }

// IsOffer reports whether decision k is a side offer.
func (rec *Record) IsOffer(k int) bool { return rec.acts[k].offer != "" }

// Latest returns the largest number of decisions after which a scenario can begin. If chance is
// asked, this is before the last decision of a player, because nothing can be checked during a
// roll.
func (rec *Record) Latest() int {
	k := len(rec.acts)
	rec.Moment(k)
	if req := rec.looks.M.Next(); req == nil || req.By >= 0 {
		return k
	}
	for i, a := range slices.Backward(rec.acts) {
		if a.by >= 0 {
			return i
		}
	}
	return k
}

// Moment returns the position after k decisions.
func (rec *Record) Moment(k int) *given.Moment {
	rec.looks.M.Restore(rec.states[k])
	return rec.looks.Moment()
}

// Given returns the `given` for a scenario that begins after k decisions.
func (rec *Record) Given(k int) []source.Pair {
	return append(slices.Clone(rec.always), rec.Moment(k).Since(rec.bare).Pairs...)
}

// Proceed runs a match from decision k to its next request with the orders in which steps take pieces. It returns
// the script lines for these.
func (rec *Record) Proceed(k int, s *exec.Stand) (lines []*source.Node) {
	var next []order
	for _, o := range rec.orders {
		if o.after == k {
			next = append(next, o)
		}
	}
	for len(next) > 0 && !next[len(next)-1].needed {
		next = next[:len(next)-1]
	}
	defer func(was machine.Order) { s.M.Order = was }(s.M.Order)
	s.M.Order = func(request string, pieces []int32) {
		if len(next) == 0 || next[0].order != request {
			return
		}
		p := rec.valuesIn(s, &next[0].act, schema.Piece)[0]
		next = next[1:]
		req := exec.OrderRequest(s.M, request, pieces)
		i := slices.IndexFunc(req.Options, func(o machine.Option) bool {
			return s.M.Env.World.Same(ref.Piece(o.Value), ref.Piece(p))
		})
		if i < 0 {
			return
		}
		machine.PutFirst(pieces, ref.Piece(req.Options[i].Value))
		is := s.ValueNamer(req)(int32(i))
		if n := len(lines) - 1; n >= 0 && lines[n].Pairs[0].Val.Pairs[0].Key.Value == request {
			list := lines[n].Pairs[0].Val.Pairs[0].Val
			list.Items = append(list.Items, is)
		} else {
			lines = append(lines, source.MapOf("draws", source.MapOf(request, source.ListOf(is))))
		}
	}
	s.M.Next()
	return lines
}

// Redo makes decision k in a match at the moment is, and returns its script line. The moments
// was and is may differ only in the positions of equal pieces.
func (rec *Record) Redo(k int, s *exec.Stand, was, is *given.Moment) (line *source.Node, err error) {
	a, m := &rec.acts[k], s.M
	if a.offer != "" {
		return source.MapOf(s.Seat(int(a.by)), source.Text(a.offer)), a.carryOut(m)
	}
	values := a.values
	if req := m.Next(); req != nil {
		values = renamed(m, req.Type.Base, a.values, was, is)
	}
	answer, err := find(m, values)
	if err != nil {
		return nil, err
	}
	line = s.Line(answer)
	return line, m.Answer(answer...)
}

// renamed translates chosen values to another match that differs only in the positions of equal
// pieces.
func renamed(m *machine.Match, of schema.Base, values []int32, was, is *given.Moment) []int32 {
	piece := func(p int32) int32 {
		if i := slices.Index(was.Pieces, p); i >= 0 && i < len(is.Pieces) {
			return is.Pieces[i]
		}
		return p
	}
	out := slices.Clone(values)
	for i, v := range values {
		switch {
		case v < 0:
		case of == schema.Piece:
			out[i] = piece(v)
		case of == schema.Zone:
			if info := &m.Env.World.Zones[v]; info.Piece != schema.Nothing {
				out[i] = int32(ref.Piece(v) +
					(ref.Piece(piece(int32(info.Piece)))-info.Piece)*ref.Piece(info.Decl.Cells))
			}
		}
	}
	return out
}

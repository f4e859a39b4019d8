package exec

import (
	"errors"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
)

// Stand is a scenario that stands where `given` has it begin, for whoever plays on from
// there by hand, or wants to know where its script leads.
type Stand struct{ r *runner }

// Stand sets a scenario up. Who is asked names the very piece, as in scripts.
func (g *Game) Stand(s *Scenario) (*Stand, error) {
	c := g.prepare(s)
	if err := c.faults.Err(); err != nil {
		return nil, err
	}
	r := g.runner(c, Options{})
	if err := c.world.build(r.m); err != nil {
		return nil, err
	}
	return &Stand{r}, nil
}

// Match is the match; who gives it answers does not carry out the script as well.
func (s *Stand) Match() *machine.Match { return s.r.m }

// Moment is where the match stands.
func (s *Stand) Moment() *Moment { return s.r.moment() }

// CarryOut carries out the script with its checks.
func (s *Stand) CarryOut() error {
	if f := s.r.carryOut(); f != nil {
		return errors.New(s.r.message(f))
	}
	return nil
}

// Line is what a script says for the answer to what is being asked.
func (s *Stand) Line(a []int32) *source.Node {
	r, req := s.r, s.r.m.Next()
	val := ListOf()
	name := r.naming(req)
	for _, i := range a {
		val.Items = counted(val.Items, name(i))
	}
	who := r.seatName(req.By)
	switch {
	case req.By == machine.Chance && req.Kind == machine.AskRoll:
		return MapOf("rolls", val)
	case req.By == machine.Chance && req.List:
		return MapOf("draws", ListOf(val))
	case req.By == machine.Chance:
		return MapOf("draws", val)
	case len(a) == 0 && (req.Optional || !req.List):
		return MapOf(who, Text(wordPass))
	case req.Kind == machine.AskOption:
		return MapOf(who, val.Items[0])
	case req.Kind == machine.AskPlay:
		return MapOf(who, MapOf(wordPlay, val.Items[0]))
	case req.Kind == machine.AskTarget:
		return MapOf(who, MapOf("target", val.Items[0]))
	case req.List:
		return MapOf(who, MapOf(shortName(req), val))
	}
	return MapOf(who, MapOf(shortName(req), val.Items[0]))
}

// Offers is what the match stands at, and what is offered to whom; "": to nobody.
func (s *Stand) Offers() (request, who string, options []*source.Node) {
	req := s.r.m.Next()
	if req == nil {
		return nameOf(req), "", nil
	}
	if req.By == machine.Chance {
		return req.Name, "", nil
	}
	return req.Name, s.r.seatName(req.By), s.r.offered(req)
}

// Seat is what a seat is called.
func (s *Stand) Seat(i int) string { return s.r.seatName(int32(i)) }

package exec

import (
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// namedSeat returns the seat that a node names, and reports an unknown one.
func (w *world) namedSeat(n *source.Node, d *source.Diagnostics) (int, bool) {
	i := w.seats.of(n.Value)
	if i < 0 {
		w.seats.refuse(d, n.Pos, n.Value, w.seats)
	}
	return i, i >= 0
}

// player returns the seat of a player of the match, or 0 if the node names none.
func (w *world) player(n *source.Node, d *source.Diagnostics) (int, bool) {
	i, ok := w.namedSeat(n, d)
	if ok && i >= w.players {
		d.Add(n.Pos, "seat %s is not in a match of %d players", n.Value, w.players)
		ok = false
	}
	if !ok {
		return 0, false
	}
	return i, true
}

// seating reads the number of players or their names.
func (g *givenReader) seating(is *syntax.Given) {
	p, n := g.p, is.Players
	g.players, g.seats = p.MaxPlayers, p.Seats
	many := 0
	switch {
	case is.Number != nil:
		many = *is.Number
	case n == nil || n.Kind != source.List:
		return
	default:
		var who seatList
		for _, id := range is.Seats {
			switch {
			case p.Seat(id.Name) < 0:
				seatList(p.Seats).refuse(g.d, id.Pos, id.Name, p.Seats)
			case who.of(id.Name) >= 0:
				g.d.Add(id.Pos, "%s has a seat already", id.Name)
			default:
				who = append(who, id.Name)
			}
		}
		many = len(n.Items)
		for _, name := range p.Seats {
			if who.of(name) < 0 {
				who = append(who, name)
			}
		}
		g.seats = who
	}
	if g.players = many; many < p.MinPlayers || many > p.MaxPlayers {
		g.d.Add(n.Pos, "the number of players must be from %d to %d, not %d", p.MinPlayers, p.MaxPlayers, many)
		g.players = p.MaxPlayers
	}
}

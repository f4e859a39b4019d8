package given

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// NamedSeat returns the seat that a node names, and reports an unknown one.
func (w *Position) NamedSeat(n *source.Node, d *source.Diagnostics) (ref.Seat, bool) {
	i := ref.Seat(w.Seats.Of(n.Value))
	if i < 0 {
		w.Seats.Refuse(d, n.Pos, n.Value, w.Seats)
	}
	return i, i >= 0
}

// Player returns the seat of a player of the match, or 0 if the node names none.
func (w *Position) Player(n *source.Node, d *source.Diagnostics) (ref.Seat, bool) {
	i, ok := w.NamedSeat(n, d)
	if ok && int(i) >= w.Players {
		d.Add(n.Pos, "seat %s is not in a match of %d players", n.Value, w.Players)
		ok = false
	}
	if !ok {
		return 0, false
	}
	return i, true
}

// seating reads the number of players or their names.
func (g *reader) seating(is *syntax.Given) {
	p, n := g.p, is.Players
	g.Players, g.Seats = p.MaxPlayers, p.Seats
	many := 0
	switch {
	case is.Number != nil:
		many = *is.Number
	case n == nil || n.Kind != source.List:
		return
	default:
		var who naming.Seats
		for _, id := range is.Seats {
			switch {
			case p.Seat(id.Name) < 0:
				naming.Seats(p.Seats).Refuse(g.d, id.Pos, id.Name, p.Seats)
			case who.Of(id.Name) >= 0:
				g.d.Add(id.Pos, "%s has a seat already", id.Name)
			default:
				who = append(who, id.Name)
			}
		}
		many = len(n.Items)
		for _, name := range p.Seats {
			if who.Of(name) < 0 {
				who = append(who, name)
			}
		}
		g.Seats = who
	}
	g.Players = many
	if many < p.MinPlayers || many > p.MaxPlayers {
		g.d.Add(n.Pos, "the number of players must be from %d to %d, not %d", p.MinPlayers, p.MaxPlayers, many)
		g.Players = p.MaxPlayers
	}
}

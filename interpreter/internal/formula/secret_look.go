package formula

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Formulas of the rules may read everything. A formula that is evaluated for a player, such as
// a bot's preference, may read only information that the player may know; reading anything else
// is a fault with the position in the YAML. All players may know the number of pieces in a zone
// (len, empty), except on an unknown piece and where a sealed block hides it.

// View evaluates formulas for a seat, or for the referee, from now on. In an open game a seat may read everything, so
// results are the same, and those that are remembered for the referee are valid for it: bots play draughts 1.3 times as
// fast.
func (e *Env) View(seat ref.Seat) {
	if e.World.Open {
		seat = ref.Referee
	}
	e.viewer = seat
}

// Named returns the set of seats to which a formula evaluates; `me` is an owner and `it` a
// piece. It may be called during the evaluation of another formula, whose locals and arena it
// preserves.
func (e *Env) Named(v *Expr, me ref.Seat, it int32) (seats uint32) {
	viewer, who, notes, recalls, built := e.viewer, e.Who, e.Record.Notes, e.recalls, len(e.arena)
	locals, lists := e.locals, slices.Clone(e.lists)
	e.viewer, e.Who, e.Record.Notes, e.locals[0] = ref.Referee, me, nil, it
	for _, seat := range v.List(e) {
		seats |= 1 << uint(seat)
	}
	e.viewer, e.Who, e.Record.Notes, e.recalls, e.arena = viewer, who, notes, recalls, e.arena[:built]
	e.locals, e.lists = locals, lists
	return seats
}

// size returns the number of pieces in zone z. It returns 0 if z is nothing, and fails if the seat may not count them.
func (e *Env) size(v *Expr, z ref.Place) int32 {
	switch {
	case z <= 0:
		return 0
	case e.viewer >= 0 && !e.World.Counts(e.viewer, z):
		e.hidden(v, "count what lies in "+e.World.ZoneName(z))
		return 0
	}
	return e.World.Len(z)
}

// mayLook reports whether the pieces in a zone, or in the given number of its places, may be
// read.
func (e *Env) mayLook(v *Expr, z ref.Place, cells int) bool {
	if z <= 0 || e.World.Zones[z].Open {
		return true
	}
	if !e.World.Sees(e.viewer, z) {
		e.hidden(v, "look into "+e.World.ZoneName(z))
		return false
	}
	if e.World.Zones[z].Decl.Face != "down" {
		return true
	}
	for c := z; c < z+ref.Place(cells); c++ {
		for p := e.World.Head(c); p >= 0; p = e.World.Next(p) {
			if !e.mayKnow(v, p) {
				return false
			}
		}
	}
	return true
}

// mayKnow reports whether the seat may know the identity of piece p.
func (e *Env) mayKnow(v *Expr, p ref.Piece) bool {
	if e.viewer < 0 || e.World.Knows(e.viewer, p) {
		return true
	}
	e.hidden(v, "know which piece lies in "+e.World.ZoneName(e.World.In(p)))
	return false
}

func (e *Env) mayKnowAll(v *Expr, pieces []int32) bool {
	for _, p := range pieces {
		if !e.mayKnow(v, ref.Piece(p)) {
			return false
		}
	}
	return true
}

// mayRead reports whether a field of a player or piece may be read.
func (e *Env) mayRead(v *Expr, f *schema.Field, of int32) bool {
	if e.World.Reads(e.viewer, f, of) {
		return true
	}
	e.hidden(v, "read this "+f.Name)
	return false
}

func (e *Env) hidden(v *Expr, what string) {
	if e.World.Err == nil {
		e.World.Err = &state.Fault{Pos: v.Pos, Text: e.World.Seats[e.viewer] + " may not " + what, Hidden: true}
	}
}

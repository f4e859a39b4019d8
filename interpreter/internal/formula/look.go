package formula

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// A formula of the rules sees everything. One that speaks for a player, as a
// bot's preferences do, runs with that player's eyes: what he may not see it
// cannot read, and trying is a fault that names the place in the YAML. How many
// pieces lie somewhere (len, empty) all may know, except on a piece that is not
// known, and where a sealed block hides it.

// Named returns the set of seats that a formula names, with an owner as `me` and a piece as `it`. It may be called
// while another formula is evaluated, whose locals and arena it keeps.
func (e *Env) Named(v *Value, me, it int32) (seats uint32) {
	eyes, who, notes, built := e.Eyes, e.Who, e.Notes, len(e.arena)
	locals, lists := e.locals, slices.Clone(e.lists)
	e.Eyes, e.Who, e.Notes, e.locals[0] = 0, me, nil, it
	for _, seat := range v.List(e) {
		seats |= 1 << uint(seat)
	}
	e.Eyes, e.Who, e.Notes, e.arena = eyes, who, notes, e.arena[:built]
	e.locals, e.lists = locals, lists
	return seats
}

// size returns the number of pieces in zone z; 0 if z is nothing.
func (e *Env) size(pos source.Pos, z int32) int32 {
	switch {
	case z <= 0:
		return 0
	case e.Eyes != 0 && !e.Counts(e.Eyes-1, z):
		e.hidden(pos, "count what lies in "+e.ZoneName(z))
		return 0
	}
	return e.Len(z)
}

// mayLook reports whether the pieces in a zone, or in so many of its places, may be read.
func (e *Env) mayLook(pos source.Pos, z int32, cells int) bool {
	if z <= 0 || e.Zones[z].Open {
		return true
	}
	if !e.Sees(e.Eyes-1, z) {
		e.hidden(pos, "look into "+e.ZoneName(z))
		return false
	}
	if e.Zones[z].Decl.Face != "down" {
		return true
	}
	for c := z; c < z+int32(cells); c++ {
		for p := e.Head(c); p >= 0; p = e.Next(p) {
			if !e.mayKnow(pos, p) {
				return false
			}
		}
	}
	return true
}

// mayKnow reports whether the eyes may know where piece p lies.
func (e *Env) mayKnow(pos source.Pos, p int32) bool {
	if e.Eyes == 0 || e.Knows(e.Eyes-1, p) {
		return true
	}
	e.hidden(pos, "know which piece lies in "+e.ZoneName(e.In(p)))
	return false
}

func (e *Env) mayKnowAll(pos source.Pos, pieces []int32) bool {
	for _, p := range pieces {
		if !e.mayKnow(pos, p) {
			return false
		}
	}
	return true
}

// mayRead reports whether a field of a player or piece may be read.
func (e *Env) mayRead(pos source.Pos, f *schema.Field, of int32) bool {
	if e.Reads(e.Eyes-1, f, of) {
		return true
	}
	e.hidden(pos, "read this "+f.Name)
	return false
}

func (e *Env) hidden(pos source.Pos, what string) {
	if e.Err == nil {
		e.Err = &state.Fault{Pos: pos, Text: e.Seats[e.Eyes-1] + " may not " + what, Eyes: true}
	}
}

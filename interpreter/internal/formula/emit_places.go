package formula

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// emitsPlaces are the words for zones that are laid out.
var emitsPlaces = map[Op]func(emitter, *Value){
	Places: func(_ emitter, v *Value) {
		zone, cells := v.Of[0].num, int32(v.Zone.Cells)
		v.list = func(e *Env) []int32 {
			first := zone(e)
			if first == schema.Nothing {
				return nil
			}
			at := len(e.arena)
			for i := range cells {
				e.arena = append(e.arena, first+i)
			}
			return e.arena[at:len(e.arena):len(e.arena)]
		}
	},
	Neighbours: func(_ emitter, v *Value) {
		of := v.Of[0]
		v.list = func(e *Env) []int32 {
			d, first, cell := e.cell(of)
			if d == nil {
				return nil
			}
			at := len(e.arena)
			e.arena = d.Neighbours(cell, first, e.arena)
			return e.arena[at:len(e.arena):len(e.arena)]
		}
	},
	Line: emitter.line,
	Ring: func(_ emitter, v *Value) {
		of, number, d, pos := v.Of[0].num, v.Of[1].num, v.Zone, v.Pos
		v.list = func(e *Env) []int32 {
			zone := of(e)
			if zone == schema.Nothing {
				return nil
			}
			first, cells := d.Ring(e.number(pos, number))
			at := len(e.arena)
			for c := range cells {
				e.arena = append(e.arena, zone+first+c)
			}
			e.spend(pos, int(cells))
			return e.arena[at:len(e.arena):len(e.arena)]
		}
	},
	Cycle: emitter.cycle,
}

func (emitter) line(v *Value) {
	of, direction, number, pos := v.Of[0], v.Of[1].num, v.Of[2].num, v.Pos
	v.list = func(e *Env) []int32 {
		d, first, cell := e.cell(of)
		if d == nil {
			return nil
		}
		dir := e.Text(direction(e))
		if _, ok := d.Step(dir); !ok {
			e.Fail(pos, "a "+d.Layout+" has no direction "+dir)
			return nil
		}
		n, at := e.number(pos, number), len(e.arena)
		for range n {
			if cell = d.Next(cell, dir); cell < 0 || !e.tick(pos) {
				break
			}
			e.arena = append(e.arena, first+cell)
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}
}

func (emitter) cycle(v *Value) {
	list, start, direction, pos := v.Of[0].list, v.Of[1].num, numFn(nil), v.Pos
	if len(v.Of) == 3 {
		direction = v.Of[2].num
	}
	left, up := v.Words[0], v.Words[1]
	v.list = func(e *Env) []int32 {
		all := list(e)
		v := start(e)
		i := 0
		for i < len(all) && all[i] != v {
			i++
		}
		if i == len(all) {
			e.Fail(pos, "cycle: the start is not in the list")
			return nil
		}
		step := 1
		if direction != nil {
			if d := direction(e); d == left || d == up {
				step = len(all) - 1
			}
		}
		at := len(e.arena)
		for range all {
			e.arena = append(e.arena, all[i])
			i = (i + step) % len(all)
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}
}

// cell finds the laid-out place at which a place or piece is: where it lies, or
// where what it lies on lies.
func (e *Env) cell(v *Value) (d *schema.ZoneDecl, first, cell int32) {
	x := v.num(e)
	if x == schema.Nothing {
		return nil, 0, 0
	}
	z := x
	if v.Type.Base == schema.Piece {
		z = e.In(x)
	}
	for range 8 {
		info := e.Zones[z]
		if info.Decl.Layout != "" {
			return info.Decl, z - info.Cell, info.Cell
		}
		if info.Piece == schema.Nothing {
			break
		}
		z = e.In(info.Piece)
	}
	return nil, 0, 0
}

// placed reports whether p stands at a known place; if not, that is a fault.
//
// Nobody knows the order of a shuffled block, not even the rules: its pieces are
// kept sorted, and to take the first of them would be a choice that nobody made.
// So what stands at a place of a pile can be asked for only where that is known;
// otherwise the way to the top card is to draw it.
func (e *Env) placed(pos source.Pos, p int32) bool {
	if e.Placed(p) {
		return true
	}
	e.Fail(pos, "nobody knows the order of "+e.ZoneName(e.In(p))+" here: draw from it")
	return false
}

// cuts reports whether a list of what lies in a zone can be cut before element
// i: within a block of unknown order it cannot, and that is a fault.
func (e *Env) cuts(pos source.Pos, all []int32, i int) bool {
	return i <= 0 || i >= len(all) || !e.Glued(all[i-1]) || e.placed(pos, all[i])
}

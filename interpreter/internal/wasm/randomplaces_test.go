package wasm_test

import (
	"fmt"
	"go/types"
)

// Places are variables from 0 to 15, of which addresses are made as in tables: so
// that accesses have bases in common, which ifs, loops and gotos make good or not.

type placed int

const (
	free  placed = 1 + iota // to be changed by anybody
	taken                   // by its loop alone
)

// place is a variable that is a place, or -1.
func (g *maker) place(toChange bool) int {
	for range 10 {
		s := g.scope[g.r.IntN(len(g.scope))]
		if how := g.places[s]; how == free || how == taken && !toChange {
			return s
		}
	}
	return -1
}

// declarePlace declares a variable that is one, which nothing else changes.
func (g *maker) declarePlace() int {
	s := g.declare(types.Int32)
	g.keep(s)
	g.places[s] = free
	return s
}

func (g *maker) keep(s int) {
	if g.kept == nil {
		g.kept, g.places = map[int]bool{}, map[int]placed{}
	}
	g.kept[s] = true
}

// address is one of a word of a table.
func (g *maker) address() (text string, cell func(*world) uint64) {
	s := g.place(false)
	c := g.r.IntN(16)
	if s < 0 || g.r.IntN(8) == 0 {
		return fmt.Sprintf("%d", 64+4*c), func(*world) uint64 { return uint64(c) }
	}
	at := func(times uint64) func(*world) uint64 {
		return func(w *world) uint64 { return uint64(c) + times*w.slots[s] }
	}
	switch g.r.IntN(6) {
	case 0, 1:
		return fmt.Sprintf("%d + v%d<<2", 64+4*c, s), at(1)
	case 2:
		return fmt.Sprintf("at(v%d) + %d", s, 4*c), at(1)
	case 3:
		return fmt.Sprintf("v%d*12 + %d", s, 64+4*c), at(3)
	case 4:
		return fmt.Sprintf("(v%d + 4)<<3 + %d", s, 64-32+4*c), at(2)
	}
	return fmt.Sprintf("%d + v%d<<3", 64+4*c, s), at(2)
}

// near reads a table.
func (g *maker) near() value {
	if s := g.place(false); s >= 0 && g.r.IntN(4) == 0 {
		return value{text: fmt.Sprintf("next(v%d)", s), of: func(w *world) uint64 {
			p := w.slots[s]
			if int32(w.get(p)) > 0 {
				return w.get(p + 7)
			}
			return w.get(p + 1)
		}}
	}
	at, cell := g.address()
	return value{text: "ld(" + at + ")", of: func(w *world) uint64 { return w.get(cell(w)) }}
}

// record writes a table.
func (g *maker) record() deed {
	at, cell := g.address()
	v := g.value(types.Int32, 1)
	return deed{fmt.Sprintf("st(%s, %s)\n", at, v.text), func(w *world) signal {
		i := cell(w)
		w.memory[i] = uint32(v.of(w))
		return goOn
	}}
}

// goThere has a place be another.
func (g *maker) goThere() deed {
	v := g.value(types.Int32, 1)
	s := g.place(true)
	if s < 0 {
		return g.record()
	}
	if g.r.IntN(3) == 0 {
		v = value{text: fmt.Sprintf("(v%d + 1)", s), of: func(w *world) uint64 { return w.slots[s] + 1 }}
	}
	return deed{fmt.Sprintf("v%d = %s & 15\n", s, v.text), func(w *world) signal { w.slots[s] = v.of(w) & 15; return goOn }}
}

// newPlace declares a place within a block.
func (g *maker) newPlace() deed {
	v := g.value(types.Int32, 1)
	s := g.declarePlace()
	return deed{fmt.Sprintf("v%d := %s & 15\n_ = v%d\n", s, v.text, s), func(w *world) signal { w.slots[s] = v.of(w) & 15; return goOn }}
}

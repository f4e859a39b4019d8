package formula

import "moraine/interpreter/internal/source"

// Nobody knows the order of a shuffled block, not even the rules: its pieces are
// kept sorted, and to take the first of them would be a choice that nobody made.
// So what stands at a place of a pile can be asked for only where that is known;
// otherwise the way to the top card is to draw it.

// placed reports whether p stands at a known place; if not, that is a fault.
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

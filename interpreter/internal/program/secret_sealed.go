package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
)

// While a sealed block is open, other players see neither the zones from or to which it moves
// pieces nor the fields that it sets. The zones follow from the formulas for the pieces. If a
// formula does not determine them, they are all zones that can hold such pieces, those on pieces
// and those of players.

// sealedLoop is a loop that is sealed under some readings.
type sealedLoop struct {
	unit *Unit
	loop *Loop
}

// sealAll numbers the sealed blocks and seals the zones and fields that they change.
func (b *builder) sealAll() {
	for i, s := range b.sealed {
		s.loop.Block = int32(min(i+1, schema.MaxBlock))
		s.seal(b)
	}
}

// seal marks the zones and fields that the steps of a sealed loop change. If it is unknown which
// zones a step changes, all zones that can hold its pieces are marked.
func (s sealedLoop) seal(b *builder) {
	block := schema.Blocks(1) << uint(s.loop.Block)
	for _, op := range s.ops() {
		switch do := op.Do.(type) {
		case *MoveOp:
			zones, ok := s.touched(do)
			if !ok {
				zones = slices.DeleteFunc(slices.Clone(b.p.Decls[1:]), func(d *schema.ZoneDecl) bool {
					return d.Scope == schema.OfGame || d.Holds&(do.Pieces.Type.Kinds|do.To.Type.Kinds) == 0
				})
			}
			for _, d := range zones {
				d.Sealed |= block
			}
		case *SetOp:
			for _, a := range do.List {
				if a.Field != nil {
					a.Field.Sealed |= block
				}
			}
		}
	}
}

func (s sealedLoop) ops() []Op { return s.unit.Ops[s.loop.First:s.loop.End] }

// touched lists the zones from and to which a step moves pieces. ok is false if its formulas do
// not determine them.
func (s sealedLoop) touched(move *MoveOp) (zones []*schema.ZoneDecl, ok bool) {
	o := origins{block: s, ok: true, seen: map[*formula.Expr]bool{}}
	o.zone(move.To)
	if move.Number != nil {
		o.zone(move.From)
	} else {
		o.pieces(move.Pieces)
	}
	return o.zones, o.ok
}

// origins finds the zones that may contain the pieces of a formula.
type origins struct {
	block sealedLoop
	zones []*schema.ZoneDecl
	ok    bool
	seen  map[*formula.Expr]bool
}

// pieces adds the zones from which a list of pieces can come.
func (o *origins) pieces(v *formula.Expr) {
	sources(v, o.seen, func(v *formula.Expr) {
		switch t := v.Tree(); t.Op {
		case formula.Lying, formula.Top:
			o.zone(t.Args[0])
		case formula.Ruling, formula.OrElse, formula.Listed:
			for _, of := range t.Args {
				o.pieces(of)
			}
		case formula.FrameWord:
			o.word(int(t.At))
		case formula.Constant:
			o.ok = o.ok && (v.Type.Base == schema.Empty || v.K == schema.Nothing)
		default:
			o.ok = false
		}
	})
}

// zone adds the zones to which a formula may evaluate.
func (o *origins) zone(v *formula.Expr) {
	switch t := v.Tree(); {
	case v.Type.Decl != nil:
		o.zones = append(o.zones, v.Type.Decl)
	case t.Zone != nil:
		o.zones = append(o.zones, t.Zone)
	default:
		o.ok = false
	}
}

// word adds the zones from which the pieces under a local name come. They are known only if each round of the block
// sets the name.
func (o *origins) word(at int) {
	anew, made := false, false
	for _, op := range o.block.ops() {
		switch do := op.Do.(type) {
		case *AnewOp:
			anew = anew || slices.ContainsFunc(do.Names, func(s *formula.Slot) bool { return s.At == at })
		case *ChooseOp:
			if do.Slot.At == at {
				made = true
				o.pieces(do.From)
			}
		case *SetOp:
			for _, a := range do.List {
				if a.Slot != nil && a.Slot.At == at {
					made = true
					o.pieces(a.Value)
				}
			}
		}
	}
	o.ok = o.ok && anew && made
}

package program

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// A player who reveals a card and then puts it on his deck moves a card that all have seen: `show: card` with `to: players`,
// and then `move: card`. All seats can follow such a piece, even if they see neither of the two zones. It is enough to
// compare names: the second step must name the same local name, which no step in between can have set. Any other formula
// may depend on what only some seats know.

// beforeStep drops the names that a step with blocks sets: in a loop, they may have another value in the next round. In a
// sealed block others do not see what moves.
func (uw *unitWriter) beforeStep(s *syntax.Step) {
	if len(syntax.Inner(s)) == 0 {
		return
	}
	uw.dropSet(s)
	if each, ok := s.Do.(*syntax.Each); ok && each.Sealed != nil {
		uw.shown = nil
	}
}

// afterStep drops the names that a step sets, and adds the name that it shows to all players.
func (uw *unitWriter) afterStep(s *syntax.Step) {
	uw.dropSet(s)
	if show, ok := s.Do.(*syntax.Show); ok && s.If == nil && show.To.IsText && show.To.Text == "players" && uw.namesPieces(show.Pieces) {
		uw.shown = append(slices.Clip(uw.shown), show.Pieces.Text)
	}
}

// dropSet drops the names that a step, or a step inside it, can set.
func (uw *unitWriter) dropSet(s *syntax.Step) {
	if uw.shown == nil {
		return
	}
	syntax.WalkBlock(&syntax.Block{Steps: []*syntax.Step{s}}, func(s *syntax.Step) {
		switch do := s.Do.(type) {
		case *syntax.Choose:
			uw.drop(do.Name.Name)
		case *syntax.Roll:
			uw.drop(do.Name.Name)
		case *syntax.Draw:
			uw.drop(do.As.Name)
		case *syntax.Pick:
			uw.drop(do.Name.Name)
		case *syntax.Each:
			uw.drop(do.Name.Name)
		case *syntax.Set:
			for _, to := range do.Sets {
				uw.drop(to.Target.Text)
			}
		case *syntax.Call: // the procedure may give values to names
			uw.shown = nil
		}
	})
}

func (uw *unitWriter) drop(name string) {
	uw.shown = slices.DeleteFunc(slices.Clone(uw.shown), func(is string) bool { return is == name })
}

// isShown reports whether a formula names pieces that all players have been shown.
func (uw *unitWriter) isShown(f *syntax.Formula) bool {
	return uw.namesPieces(f) && slices.Contains(uw.shown, f.Text)
}

// namesPieces reports whether a formula is nothing but a local name of pieces. A name of a zone stands for what lies there
// at the time.
func (uw *unitWriter) namesPieces(f *syntax.Formula) bool {
	if !f.IsText || uw.proc == nil {
		return false
	}
	slot := uw.proc.Slot(f.Text)
	return slot != nil && slot.Type.Base == schema.Piece
}

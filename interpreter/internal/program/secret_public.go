package program

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// A player who reveals a card and then puts it on his deck moves a card that all have seen: `show: card` with `to:
// players`, and then `move: card`. All seats can follow such a piece, even if they see neither of the two zones. It is
// enough to compare names: the second step must name the same local name, which no step in between can have set. Any
// other formula may depend on facts that only some seats know.

// shownNames are the local names whose pieces all players have been shown.
type shownNames []string

// before is called before the steps inside a step are checked. It removes the names that these steps set, because in a
// loop they may have another value in the next round. It removes all names for a sealed block, in which others do not
// see which pieces move.
func (n *shownNames) before(s *syntax.Step) {
	if len(syntax.Inner(s)) == 0 {
		return
	}
	n.dropSet(s)
	if each, ok := s.Do.(*syntax.Each); ok && each.Sealed != nil {
		*n = nil
	}
}

// after is called after a step. It removes the names that the step sets, and adds the name whose pieces it shows to all
// players.
func (n *shownNames) after(s *syntax.Step, p *Proc) {
	n.dropSet(s)
	if show, ok := s.Do.(*syntax.Show); ok && s.If == nil && show.To.IsText && show.To.Text == "players" &&
		namesPieces(show.Pieces, p) {
		*n = append(slices.Clip(*n), show.Pieces.Text)
	}
}

// dropSet removes the names that a step, or a step inside it, can set.
func (n *shownNames) dropSet(s *syntax.Step) {
	if *n == nil {
		return
	}
	syntax.WalkBlock(&syntax.Block{Steps: []*syntax.Step{s}}, func(s *syntax.Step) {
		switch do := s.Do.(type) {
		case *syntax.Choose:
			n.drop(do.Name.Name)
		case *syntax.Roll:
			n.drop(do.Name.Name)
		case *syntax.Draw:
			n.drop(do.As.Name)
		case *syntax.Pick:
			n.drop(do.Name.Name)
		case *syntax.Each:
			n.drop(do.Name.Name)
		case *syntax.Set:
			for _, to := range do.Sets {
				n.drop(to.Target.Text)
			}
		case *syntax.Call: // the procedure may give values to names
			*n = nil
		}
	})
}

func (n *shownNames) drop(name string) {
	*n = slices.DeleteFunc(slices.Clone(*n), func(is string) bool { return is == name })
}

// has reports whether a formula of a procedure names pieces that all players have been shown.
func (n shownNames) has(f *syntax.Formula, p *Proc) bool {
	return namesPieces(f, p) && slices.Contains(n, f.Text)
}

// namesPieces reports whether a formula consists of a local name for pieces. A name for a zone does not count, because
// the pieces in the zone change.
func namesPieces(f *syntax.Formula, p *Proc) bool {
	if !f.IsText || p == nil {
		return false
	}
	slot := p.Slot(f.Text)
	return slot != nil && slot.Type.Base == schema.Piece
}

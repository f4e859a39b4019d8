package decide

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
)

// Worth evaluates a formula for an answer to the open request; `me` is the player who is asked.
// The formula can use the local names of the procedure that asks, and reading information
// hidden from the player is a fault. For a single choice `it` is the option, a list has its own
// name, and in a window `card` is the card and `it` its target. ok is false after a fault,
// which Match.Err returns.
func Worth(m *machine.Match, f *formula.Expr, a []int32) (worth int32, ok bool) {
	e := &m.Env
	r := m.Next()
	by := r.By
	e.Begin()
	e.Who = by
	e.View(by)
	r.Suppose(a, func() { worth = f.Num(e) })
	e.View(ref.Referee)
	return worth, e.World.Err == nil
}

// WorthTo evaluates a formula for the position, or for a side offer of a seat; `me` is that
// seat.
func WorthTo(m *machine.Match, f *formula.Expr, seat ref.Seat) (worth int32, ok bool) {
	e := &m.Env
	e.Begin()
	e.Who = seat
	e.View(seat)
	worth = f.Num(e)
	e.View(ref.Referee)
	return worth, e.World.Err == nil
}

// likelihood evaluates the weight of piece p, which is `it` in the formula, for a seat.
func likelihood(m *machine.Match, f *formula.Expr, seat ref.Seat, p ref.Piece) (n int32, ok bool) {
	m.Env.SetIt(int32(p))
	return WorthTo(m, f, seat)
}

// Wishes holds the formulas of a bot for one request: one for a choice, or one for each option
// by name. A formula is nil if the bot does not declare it.
type Wishes struct {
	Answer *formula.Expr
	Option []*formula.Expr // by index of a may's option
	Card   map[ref.Card]*formula.Expr
}

// WishesFor returns the formulas of a bot for the open request, or nil.
func WishesFor(m *machine.Match, bot map[string]*formula.Expr) *Wishes {
	r := m.Next()
	w := &Wishes{}
	switch r.Kind {
	case machine.AskChoice, machine.AskTarget:
		if w.Answer = bot[r.Name]; w.Answer != nil {
			return w
		}
	case machine.AskOption:
		owner := m.P.Procs[r.Step().Proc].Request
		some := false
		for _, name := range r.OptionNames() {
			f := bot[owner+"."+name]
			w.Option, some = append(w.Option, f), some || f != nil
		}
		if some {
			return w
		}
	case machine.AskPlay:
		w.Card = cardWishes(r.Window(), bot)
		if len(w.Card) > 0 {
			return w
		}
	}
	return nil
}

func cardWishes(w *program.WindowOp, bot map[string]*formula.Expr) map[ref.Card]*formula.Expr {
	out := map[ref.Card]*formula.Expr{}
	for c, play := range w.Cards {
		if play == nil {
			continue
		}
		if f := bot[w.Name+"."+play.Card.Name]; f != nil {
			out[ref.Card(c)] = f
		}
	}
	return out
}

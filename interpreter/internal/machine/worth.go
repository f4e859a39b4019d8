package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Worth values an answer of the request that the match waits for by a formula,
// for the player who is asked. The formula sees the names of the procedure that
// asks; `me` is that player, and his are the eyes: what he may not see is a
// fault. Of a single choice `it` is the option, a list stands under its own
// name, and in a window `card` is the card and `it` its target. ok is false
// after a fault, which Err tells.
func (m *Match) Worth(f *formula.Value, a []int32) (worth int32, ok bool) {
	r, e := &m.req, &m.Env
	e.Begin()
	e.Who, e.Eyes = r.By, 1+r.By
	switch {
	case r.choose != nil && r.List:
		m.bind(a)
		worth = f.Num(e)
		m.unbind()
	case r.window != nil && len(a) == 1:
		card := &e.S[e.Base+state.FrameCard]
		if *card = r.Options[a[0]].Value; r.Kind == AskTarget {
			e.SetIt(*card)
			*card = e.S[e.Base+r.window.Card.At]
		}
		worth = f.Num(e)
		*card = schema.Nothing
	default:
		if len(a) == 1 {
			e.SetIt(r.Options[a[0]].Value)
		}
		worth = f.Num(e)
	}
	e.Eyes = 0
	if e.Err != nil {
		m.at(r.op)
	}
	return worth, e.Err == nil
}

// WorthTo values what a seat is not asked about, a side offer that it could make now
// or how it stands: `me` is that player, and his are the eyes.
func (m *Match) WorthTo(f *formula.Value, seat int32) (worth int32, ok bool) {
	e := &m.Env
	e.Begin()
	e.Who, e.Eyes = seat, 1+seat
	worth = f.Num(e)
	e.Eyes = 0
	return worth, e.Err == nil
}

// worthOf values a piece for a seat, whose eyes are the formula's.
func (m *Match) worthOf(f *formula.Value, seat, p int32) (worth int32, ok bool) {
	m.Env.SetIt(p)
	return m.WorthTo(f, seat)
}

// Wishes are the formulas of a bot for one request: of a choice the worth of an
// answer, else the worth of each option by its name; nil where the bot has none.
type Wishes struct {
	Answer *formula.Value
	Option []*formula.Value // by index of a may's option
	Card   map[int32]*formula.Value
}

// Wishes finds what a bot has to say on the request that the match waits for.
func (m *Match) Wishes(bot map[string]*formula.Value) *Wishes {
	r := &m.req
	w := &Wishes{}
	switch r.Kind {
	case AskChoice, AskTarget:
		if w.Answer = bot[r.Name]; w.Answer != nil {
			return w
		}
	case AskOption:
		owner := m.P.Procs[r.op.Step.Proc].Request
		some := false
		for i := range r.may.Options {
			f := bot[owner+"."+r.may.Options[i].Name]
			w.Option, some = append(w.Option, f), some || f != nil
		}
		if some {
			return w
		}
	case AskPlay:
		w.Card = cardWishes(r.window, bot)
		if len(w.Card) > 0 {
			return w
		}
	}
	return nil
}

func cardWishes(w *program.WindowOp, bot map[string]*formula.Value) map[int32]*formula.Value {
	out := map[int32]*formula.Value{}
	for c, play := range w.Cards {
		if play == nil {
			continue
		}
		if f := bot[w.Name+"."+play.Card.Name]; f != nil {
			out[int32(c)] = f
		}
	}
	return out
}

// CardOf is the card of which an offered piece is one.
func (m *Match) CardOf(piece int32) int32 { return m.Env.Pieces[piece].Card }

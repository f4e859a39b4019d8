package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Check returns the reason why an answer is illegal; nil if it is legal.
func (m *Match) Check(a []int32) error {
	if m.Legal(a) {
		return nil
	}
	return m.refusal(a)
}

// Legal reports whether an answer is legal. It is faster than Check.
func (m *Match) Legal(a []int32) bool {
	if len(a) == 0 && m.req.Optional {
		return true
	}
	return m.counts(a) && m.together(a) == nil && m.Env.Err == nil
}

// counts reports whether an answer has a permitted length and takes no option too often.
func (m *Match) counts(a []int32) bool {
	r := &m.req
	if len(a) < r.Least || len(a) > r.Most {
		return false
	}
	for _, i := range a {
		if i < 0 || int(i) >= len(r.Options) || !r.Repeats && Often(a, i) > r.Options[i].Count {
			return false
		}
	}
	return true
}

// Often returns how often an answer takes an option.
func Often(a []int32, option int32) (n int32) {
	for _, i := range a {
		if i == option {
			n++
		}
	}
	return n
}

// refusal returns the reason why an answer is illegal.
func (m *Match) refusal(a []int32) error {
	r := &m.req
	for _, i := range a {
		if i < 0 || int(i) >= len(r.Options) {
			return &Illegal{Why: "there is no option %d", Of: []any{i}}
		}
	}
	switch {
	case len(a) < r.Least && !r.List:
		return &Illegal{Why: "this may not be declined"}
	case len(a) < r.Least:
		return &Illegal{Why: "at least %d must be chosen, not %d", Of: []any{r.Least, len(a)}}
	case len(a) > r.Most:
		return &Illegal{Why: "at most %d may be chosen, not %d", Of: []any{r.Most, len(a)}}
	}
	for _, i := range a {
		if n := r.Options[i].Count; !r.Repeats && Often(a, i) > n {
			return &Illegal{Why: "there are only %d of these", Of: []any{n}}
		}
	}
	if p := m.together(a); p != nil {
		m.tellRefused(r.op.Step, r.By, -1, "", p, r)
		return refusalOf(p, "these do not go together")
	}
	return m.Err()
}

// refusalOf returns the refusal of a failed condition, or plain if the condition has no words.
func refusalOf(p *program.CondPart, plain string) error {
	if p.Words == "" {
		return &Illegal{Why: plain}
	}
	return &Illegal{Why: p.Words, Needs: true}
}

// together returns the part of `together` that an answer fails; nil if there is none.
func (m *Match) together(a []int32) *program.CondPart {
	r := &m.req
	if r.choose == nil || r.choose.Together == nil {
		return nil
	}
	m.Env.Begin()
	m.bind(a)
	p := r.choose.Together.Failing(&m.Env)
	m.unbind()
	return p
}

// Holding returns how many parts of `together` hold of an answer before the first that fails. Searches for a
// legal answer use it.
func (m *Match) Holding(a []int32) int {
	r := &m.req
	if r.choose == nil || r.choose.Together == nil {
		return 0
	}
	parts := r.choose.Together.Parts
	if p := m.together(a); p != nil {
		for i := range parts {
			if &parts[i] == p {
				return i
			}
		}
	}
	return len(parts)
}

// Suppose calls f with an answer of the request in the place where formulas look for it: `it` is the option
// of a single choice, a list has its name, and in a window `card` is the card and `it` its target.
func (m *Match) Suppose(a []int32, f func()) {
	r, e := &m.req, &m.Env
	switch {
	case r.choose != nil && r.List:
		m.bind(a)
		f()
		m.unbind()
	case r.window != nil && len(a) == 1:
		card := &e.S[e.Base+state.FrameCard]
		if *card = r.Options[a[0]].Value; r.Kind == AskTarget {
			e.SetIt(*card)
			*card = e.S[e.Base+r.window.Card.At]
		}
		f()
		*card = schema.Nothing
	default:
		if len(a) == 1 {
			e.SetIt(r.Options[a[0]].Value)
		}
		f()
	}
	if e.Err != nil {
		m.locateFault(r.op)
	}
}

// bind stores an answer under its name, so that formulas can read it. unbind restores the stack.
func (m *Match) bind(a []int32) {
	r, e := &m.req, &m.Env
	m.held = append(m.held[:0], e.S...)
	switch slot := r.choose.Slot; {
	case r.List:
		m.Stack.setList(e.Base, slot, m.selected(a))
	case len(a) == 1:
		e.S[e.Base+slot.At] = r.Options[a[0]].Value
	}
}

func (m *Match) unbind() { m.Env.S = append(m.Env.S[:0], m.held...) }

// selected returns the chosen values of option indices; of equal cards, the first ones.
func (m *Match) selected(a []int32) []int32 {
	r := &m.req
	m.chosen = m.chosen[:0]
	if r.Repeats || len(m.group) == 0 {
		for _, i := range a {
			m.chosen = append(m.chosen, r.Options[i].Value)
		}
		return m.chosen
	}
	for g := range r.Options {
		n := Often(a, int32(g))
		for c := 0; c < len(m.group) && n > 0; c++ {
			if int(m.group[c]) == g {
				m.chosen = append(m.chosen, m.cand[c])
				n--
			}
		}
	}
	return m.chosen
}

// apply carries out a legal answer.
func (m *Match) apply(a []int32) {
	r, e := &m.req, &m.Env
	op := r.op
	m.pc = r.pc
	e.S[state.AtPC] = r.pc + 1
	if m.Meter != nil {
		for _, i := range a {
			v := r.Options[i].Value
			if r.Type.Base == schema.Zone && e.Zones[v].Decl.Layout != "" {
				v = e.Head(v) // the tile that makes the place
			} else if r.Type.Base != schema.Piece {
				break
			}
			if v >= 0 && !m.blind(r.By, v, schema.Piece) {
				m.came(v)
			}
		}
	}
	switch r.Kind {
	case AskChoice:
		slot := r.choose.Slot
		switch {
		case r.List:
			m.Stack.setList(e.Base, slot, m.selected(a))
		case len(a) == 0:
			e.S[e.Base+slot.At] = schema.Nothing
		default:
			e.S[e.Base+slot.At] = r.Options[a[0]].Value
		}
		if r.choose.Blind && m.oweHidden(r) {
			e.S[state.AtPC] = r.pc // chance draws the meant piece
		}
		if len(a) > 0 {
			m.reportChange(op.Step)
		}
	case AskOption:
		if len(a) == 0 {
			e.S[state.AtPC] = op.To
			return
		}
		o := &r.may.Options[r.Options[a[0]].Value]
		m.count(o.Counts, r.By)
		if m.Observer != nil {
			m.tellTaken(op.Step, r.By, 0, o.Name, o.Pos, o.Cites)
		}
		m.reportChange(op.Step)
		e.S[state.AtPC] = o.To
	case AskRoll:
		m.takeRoll(r.Options[a[0]].Value, op)
	case AskDraw:
		if op.Code != program.Draw {
			m.drawsMeant(r.Options[a[0]].Value)
			return
		}
		d := op.Do.(*program.DrawOp)
		p := r.Options[a[0]].Value
		same := m.removeOne(r, a[0])
		to := d.To.Num(e)
		m.takeCard(op, d, p, to)
		// If the card was placed on another card, that one is now unlike the other cards of the block.
		m.again = same && e.Err == nil && e.S[state.AtPC] == m.pc && e.Zones[to].Piece == schema.Nothing
	case AskPlay:
		m.play(r, a)
	case AskTarget:
		m.target(r, a)
	}
}

func (m *Match) takeRoll(v int32, op *program.Op) {
	e := &m.Env
	c := op.Do.(*program.RollOp)
	who := m.playerOf(c.By)
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Rolled, Step: op.Step, Who: who, Value: v})
	}
	m.reportChange(op.Step)
	if c.Dice == nil {
		e.S[e.Base+c.Slot.At] = v
		return
	}
	off, n := int(e.S[e.Base+c.Slot.At]), int(e.S[e.Base+c.Slot.At+1])
	m.chosen = append(append(m.chosen[:0], e.S[e.Base+off:e.Base+off+n]...), v)
	m.Stack.setList(e.Base, c.Slot, m.chosen)
	e.S[e.Base+c.Left.At]--
	e.S[state.AtPC] = m.pc // the next die, or the end of it
}

package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

type envT = formula.Env

// MaxTries bounds the search for the legal answers of one choice.
const MaxTries = 100_000

// Check says what is wrong with an answer; nil if it is legal.
func (m *Match) Check(a []int32) error {
	r := &m.req
	for _, i := range a {
		if i < 0 || int(i) >= len(r.Options) {
			return &Illegal{"there is no option " + itoa(int(i))}
		}
	}
	if len(a) == 0 && r.Optional {
		return nil
	}
	if len(a) < r.Least {
		if !r.List {
			return &Illegal{"this may not be declined"}
		}
		return &Illegal{"at least " + itoa(r.Least) + " must be chosen, not " + itoa(len(a))}
	}
	if len(a) > r.Most {
		return &Illegal{"at most " + itoa(r.Most) + " may be chosen, not " + itoa(len(a))}
	}
	if !r.Repeats {
		for i := range a {
			n := int32(0)
			for _, j := range a[:i+1] {
				if j == a[i] {
					n++
				}
			}
			if n > r.Options[a[i]].Count {
				return &Illegal{"there are only " + itoa(int(r.Options[a[i]].Count)) + " of these"}
			}
		}
	}
	if p := m.together(a); p != nil {
		why := p.Words
		if why == "" {
			why = "these do not go together"
		}
		if m.Observer != nil {
			m.Observer.Event(Event{Kind: Turned, Step: r.step, Who: r.By, Piece: -1, Words: p.Words, Pos: p.Pos, Cites: p.Cites, Request: r})
		}
		return &Illegal{why}
	}
	if m.Env.Err != nil {
		return m.Env.Err
	}
	return nil
}

// together is the part of a choice's `together` that the answer fails.
func (m *Match) together(a []int32) *program.CondPart {
	r := &m.req
	if r.choose == nil || r.choose.Together == nil {
		return nil
	}
	m.Env.Begin()
	m.bind(a)
	p := m.failing(r.choose.Together)
	m.unbind()
	return p
}

// Holding is how many conditions of the request's `together` hold of an answer,
// one after the other, until one fails: for whoever searches for a legal answer.
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

// bind puts an answer where its name will be, so that a formula can look at it;
// unbind puts back the very words that were there.
func (m *Match) bind(a []int32) {
	r, e := &m.req, &m.Env
	m.held = append(m.held[:0], e.S...)
	switch slot := r.choose.Slot; {
	case r.List:
		m.setList(e.Base, slot, m.selected(a))
	case len(a) == 1:
		e.S[e.Base+slot.At] = r.Options[a[0]].Value
	}
}

func (m *Match) unbind() { m.Env.S = append(m.Env.S[:0], m.held...) }

// selected turns option indices into what is chosen: of equal cards, the first.
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
		n := 0
		for _, i := range a {
			if int(i) == g {
				n++
			}
		}
		for c := 0; c < len(m.group) && n > 0; c++ {
			if int(m.group[c]) == g {
				m.chosen = append(m.chosen, m.cand[c])
				n--
			}
		}
	}
	return m.chosen
}

// onlyAnswer reports whether a list choice has exactly one legal answer.
func (m *Match) onlyAnswer(r *Request) ([]int32, bool) {
	if r.choose.Together == nil {
		total := 0
		for _, o := range r.Options {
			total += int(o.Count)
		}
		switch {
		case r.Repeats && len(r.Options) == 1 && r.Least == r.Most:
			m.members = m.members[:0]
			for range r.Least {
				m.members = append(m.members, 0)
			}
			return m.members, true
		case r.Repeats || r.Least != r.Most:
			return nil, false
		case len(r.Options) == 1 || r.Least == total:
			m.members = m.members[:0]
			for i, o := range r.Options {
				for n := int32(0); n < o.Count && len(m.members) < r.Least; n++ {
					m.members = append(m.members, int32(i))
				}
			}
			return m.members, true
		}
		return nil, false
	}
	found := 0
	all := m.answers(func(a []int32) bool {
		if found++; found == 1 {
			m.members = append(m.members[:0], a...)
		}
		return found < 2
	})
	if all && found == 0 && m.Env.Err == nil {
		m.Env.Fail(m.P.Steps[r.step].Pos, r.Name+": no answer satisfies `together`")
	}
	return m.members, all && found == 1 // too many to know: then it is asked
}

// EachAnswer calls f with every legal answer of the request, until f says no
// more. The order is fixed: fewer of earlier options first. It gives up, with a
// fault, after MaxTries answers tried.
func (m *Match) EachAnswer(f func(a []int32) bool) {
	if r := &m.req; !m.answers(f) {
		m.Env.FailLimit(m.P.Steps[r.step].Pos, r.Name+" has more than "+itoa(MaxTries)+" answers to try")
	}
}

// answers is EachAnswer without the fault; it reports whether all were tried, or
// f had enough.
func (m *Match) answers(f func(a []int32) bool) (all bool) {
	r := &m.req
	if r.Optional && !f(nil) {
		return true
	}
	if !r.List {
		for i := range r.Options {
			a := [1]int32{int32(i)}
			if m.Check(a[:]) == nil && !f(a[:]) {
				break
			}
		}
		return true
	}
	tries := 0
	var a []int32
	var rec func(i int) bool
	rec = func(i int) bool {
		if i == len(r.Options) {
			if tries++; tries > MaxTries {
				return false
			}
			if len(a) < r.Least || len(a) == 0 && r.Optional || m.together(a) != nil {
				return m.Env.Err == nil
			}
			return f(a)
		}
		most := r.Most - len(a)
		if !r.Repeats {
			most = min(most, int(r.Options[i].Count))
		}
		at := len(a)
		for n := 0; n <= most; n++ {
			if !rec(i + 1) {
				return false
			}
			a = append(a, int32(i))
		}
		a = a[:at]
		return true
	}
	rec(0)
	return tries <= MaxTries
}

// apply carries out a legal answer.
func (m *Match) apply(a []int32) {
	r, e := &m.req, &m.Env
	op := r.op
	m.pc = r.pc
	e.S[state.AtPC] = r.pc + 1
	switch r.Kind {
	case AskChoice:
		slot := r.choose.Slot
		switch {
		case r.List:
			m.setList(e.Base, slot, m.selected(a))
		case len(a) == 0:
			e.S[e.Base+slot.At] = schema.Nothing
		default:
			e.S[e.Base+slot.At] = r.Options[a[0]].Value
		}
		m.did(op.Step)
	case AskOption:
		if len(a) == 0 {
			e.S[state.AtPC] = op.To
			return
		}
		o := &r.may.Options[r.Options[a[0]].Value]
		m.count(o.Counts, r.By)
		if m.Observer != nil {
			m.Observer.Event(Event{Kind: Tested, Step: op.Step, On: true, Who: r.By, Text: o.Name, Pos: o.Pos, Cites: o.Cites})
		}
		m.did(op.Step)
		e.S[state.AtPC] = o.To
	case AskRoll:
		m.rolled(r.Options[a[0]].Value, op)
	case AskDraw:
		d := m.P.Draws[op.A]
		m.drawn(op, d, r.Options[a[0]].Value, d.To.Num(e))
	case AskPlay:
		m.play(r, a)
	case AskTarget:
		m.target(r, a)
	}
}

func (m *Match) rolled(v int32, op *program.Op) {
	e := &m.Env
	c := m.P.Rolls[op.A]
	who := e.Who
	if c.By != nil {
		who = c.By.Num(e)
	}
	m.tell(Event{Kind: Rolled, Step: op.Step, Who: who, Value: v})
	m.did(op.Step)
	if c.Dice == nil {
		e.S[e.Base+c.Slot.At] = v
		return
	}
	off, n := int(e.S[e.Base+c.Slot.At]), int(e.S[e.Base+c.Slot.At+1])
	m.chosen = append(append(m.chosen[:0], e.S[e.Base+off:e.Base+off+n]...), v)
	m.setList(e.Base, c.Slot, m.chosen)
	e.S[e.Base+c.Left.At]--
	e.S[state.AtPC] = m.pc // the next die, or the end of it
}

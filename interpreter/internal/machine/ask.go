package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// AskKind says what sort of decision a request wants.
type AskKind uint8

const (
	AskChoice AskKind = iota // pick from a list (choose)
	AskOption                // do one of some things (may)
	AskPlay                  // play a card, or pass (window)
	AskTarget                // on whom the card is played
	AskRoll                  // the number of a die
	AskDraw                  // which card comes off a block of unknown order
)

var askNames = [...]string{"choice", "option", "play", "target", "roll", "draw"}

func (k AskKind) String() string { return askNames[k] }

// Chance is who decides rolls, draws and choices at random.
const Chance = -1

// Request is a decision that the match waits for. It is good until the next
// Answer or Restore.
type Request struct {
	Kind     AskKind
	Name     string // "hunt.prey", "turn.actions", "before_roll", …
	By       int32  // seat, or Chance
	For      int32  // whose turn of chance it is: who throws, for whom a card comes; else By
	Options  []Option
	Least    int // how many options are chosen; 1 and 1 for a single choice
	Most     int
	List     bool // the answer is a list, which may be empty
	Repeats  bool // an option may be chosen several times, whatever its Count
	Optional bool // may be declined, by an empty answer
	Type     schema.Type
	step     int32
	pc       int32
	op       *program.Op
	choose   *program.ChooseOp
	may      *program.MayOp
	window   *program.WindowOp
}

// Step is the step of the program that asks.
func (r *Request) Step() int32 { return r.step }

// Option is one thing that can be chosen. Equal cards are one option.
type Option struct {
	Value  int32 // piece, player, place, number, word; or the index of a may's option
	Count  int32 // how many equal ones there are
	Weight int32 // how likely, against the other options of a chance request
}

func (m *Match) newRequest(kind AskKind, name string, by int32, op *program.Op) *Request {
	r := &m.req
	*r = Request{Kind: kind, Name: name, By: by, For: by, Options: r.Options[:0], Least: 1, Most: 1, step: op.Step, pc: m.pc, op: op}
	return r
}

func (r *Request) offer(v, count, weight int32) {
	r.Options = append(r.Options, Option{v, count, weight})
}

// ask runs an op that asks. It reports whether the match must wait; if not, the
// op has been carried out, or there was nothing to ask.
func (m *Match) ask(op *program.Op) bool {
	switch op.Code {
	case program.Choose:
		return m.askChoose(op, m.P.Chooses[op.A])
	case program.May:
		return m.askMay(op, m.P.Mays[op.A])
	case program.Roll:
		return m.askRoll(op, m.P.Rolls[op.A])
	case program.Draw:
		return m.askDraw(op, m.P.Draws[op.A])
	}
	return m.askWindow(op, m.P.Windows[op.A])
}

// forced takes an answer that nobody could give otherwise.
func (m *Match) forced(a ...int32) bool {
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Forced, Step: m.req.step, Request: &m.req, Who: m.req.By, Answer: a})
	}
	m.Env.Begin()
	m.apply(a)
	return false
}

func (m *Match) askChoose(op *program.Op, c *program.ChooseOp) bool {
	e := &m.Env
	who := e.Who
	switch {
	case c.Chance:
		who = Chance
	case c.By != nil:
		who = c.By.Num(e)
	}
	r := m.newRequest(AskChoice, c.Request, who, op)
	r.choose, r.List, r.Repeats, r.Optional, r.Type = c, c.IsList, c.Repeats, c.Optional, c.Elem
	least, most := int32(1), int32(1)
	if c.IsList {
		least, most = 0, -1
		if c.Least != nil {
			least = c.Least.Num(e)
		}
		if c.Most != nil {
			most = c.Most.Num(e)
		}
	}
	total := m.candidates(r, c)
	if e.Err != nil {
		return false
	}
	if most < 0 || !c.Repeats && int(most) > total {
		most = int32(total)
	}
	r.Least, r.Most = int(max(least, 0)), int(most)
	if c.IfAny && total < r.Least {
		r.Least = total
		if !c.IsList && total == 0 {
			return m.forced()
		}
	}
	switch {
	case r.Optional && total == 0:
		return m.forced()
	case total < r.Least && !(c.Repeats && total > 0):
		e.Fail(m.P.Steps[op.Step].Pos, c.Request+" asks for "+itoa(r.Least)+" of "+itoa(total)+": say `optional`, `if_any`, or ask for fewer")
		return false
	case r.Optional:
		return true
	case c.IsList && r.Most == 0:
		return m.forced()
	case !c.IsList && len(r.Options) == 1:
		return m.forced(0)
	}
	if c.IsList {
		if a, only := m.onlyAnswer(r); only {
			return m.forced(a...)
		}
	}
	return e.Err == nil
}

// candidates fills in the options of a choice: what passes `where`, equal cards
// joined. It returns how many candidates there are.
func (m *Match) candidates(r *Request, c *program.ChooseOp) int {
	e := &m.Env
	m.cand, m.group = append(m.cand[:0], c.From.List(e)...), m.group[:0]
	k := 0
	for _, v := range m.cand {
		if c.Where != nil {
			e.Refuel()
			e.SetIt(v)
			if p := m.failing(c.Where); p != nil {
				if m.Observer != nil {
					m.Observer.Event(Event{Kind: Turned, Step: r.step, Who: r.By, Piece: v, Words: p.Words, Pos: p.Pos, Cites: p.Cites, Request: r})
				}
				continue
			}
		}
		m.cand[k] = v
		k++
	}
	m.cand = m.cand[:k]
	for _, v := range m.cand {
		g := int32(-1)
		if c.Elem.Base == schema.Piece {
			for i := range r.Options {
				if m.same(r.Options[i].Value, v) {
					g = int32(i)
					break
				}
			}
		}
		if g < 0 {
			g = int32(len(r.Options))
			r.offer(v, 0, 0)
		}
		r.Options[g].Count++
		r.Options[g].Weight++
		m.group = append(m.group, g)
	}
	return k
}

// same reports whether two pieces are equal cards: the same card, face, owner,
// marks, contents and zone.
func (m *Match) same(p, q int32) bool {
	e := &m.Env
	if p == q {
		return true
	}
	a, b := &e.Pieces[p], &e.Pieces[q]
	if a.Card != b.Card || a.Owner != b.Owner || e.FaceDown(p) != e.FaceDown(q) || e.In(p) != e.In(q) {
		return false
	}
	kind := e.Kinds[a.Kind]
	for _, f := range kind.Kind.Fields {
		if field := kind.Fields[f.Name]; field.Mark && e.W[e.MarkSlot(field, p)] != e.W[e.MarkSlot(field, q)] {
			return false
		}
	}
	for _, z := range kind.Kind.Zones {
		d := kind.Zones[z.Name]
		for c := range int32(d.Cells) {
			zp := int32(d.First+(int(p)-kind.First)*d.Cells) + c
			zq := int32(d.First+(int(q)-kind.First)*d.Cells) + c
			x, y := e.Head(zp), e.Head(zq)
			for x >= 0 && y >= 0 && e.Pieces[x].Card == e.Pieces[y].Card && e.FaceDown(x) == e.FaceDown(y) {
				x, y = e.Next(x), e.Next(y)
			}
			if x >= 0 || y >= 0 {
				return false
			}
		}
	}
	return true
}

func (m *Match) askMay(op *program.Op, c *program.MayOp) bool {
	e := &m.Env
	who := e.Who
	if c.By != nil {
		who = c.By.Num(e)
	}
	r := m.newRequest(AskOption, c.Request, who, op)
	r.may, r.Optional = c, !c.Must
	for i := range c.Options {
		o := &c.Options[i]
		e.Refuel()
		p := m.failing(o.If)
		if p == nil {
			r.offer(int32(i), 1, 1)
		} else if m.Observer != nil {
			m.Observer.Event(Event{Kind: Turned, Step: op.Step, Who: who, Piece: -1, Text: o.Name, Words: p.Words, Pos: p.Pos, Cites: p.Cites, Request: r})
		}
	}
	if e.Err != nil {
		return false
	}
	switch {
	case len(r.Options) == 0 && c.Must:
		e.Fail(m.P.Steps[op.Step].Pos, "nothing can be done here, and it may not be declined")
		return false
	case len(r.Options) == 0:
		return m.forced()
	case len(r.Options) == 1 && c.Must:
		return m.forced(0)
	}
	return true
}

func (m *Match) askRoll(op *program.Op, c *program.RollOp) bool {
	e := &m.Env
	sides := int32(6)
	if c.Sides != nil {
		sides = c.Sides.Num(e)
	}
	left := &e.S[e.Base+c.Left.At]
	if c.Dice != nil && *left == schema.Nothing {
		*left = c.Dice.Num(e)
		m.setList(e.Base, c.Slot, nil)
		left = &e.S[e.Base+c.Left.At]
	}
	if c.Dice != nil && *left <= 0 {
		*left = schema.Nothing
		return false
	}
	if sides < 1 || sides > 1000 {
		e.Fail(m.P.Steps[op.Step].Pos, "a die has 1 to 1000 sides, not "+itoa(int(sides)))
		return false
	}
	r := m.newRequest(AskRoll, c.Request, Chance, op)
	if r.For = e.Who; c.By != nil {
		r.For = c.By.Num(e)
	}
	r.Type = schema.Type{Base: schema.Number}
	for i := int32(1); i <= sides; i++ {
		r.offer(i, 1, 1)
	}
	if sides == 1 {
		return m.forced(0)
	}
	return true
}

// askDraw takes one card off a stack. A card on top whose place is known just
// comes; one of a block of unknown order is a question to chance, equal cards
// being one answer as many times as likely.
func (m *Match) askDraw(op *program.Op, d *program.DrawOp) bool {
	e := &m.Env
	left := e.S[e.Base+d.Left.At]
	from, to := d.From.Num(e), d.To.Num(e)
	if e.Err != nil || left <= 0 {
		return false
	}
	if from <= 0 || to <= 0 {
		e.Fail(m.P.Steps[op.Step].Pos, "there is no place to draw from or to")
		return false
	}
	if e.Head(from) < 0 && !m.refill(from, op.Step) {
		return false
	}
	top := e.Head(from)
	if !e.Glued(top) {
		m.drawn(op, d, top, to)
		return false
	}
	r := m.newRequest(AskDraw, d.Request, Chance, op)
	r.For = e.Who
	r.Type = schema.Type{Base: schema.Piece}
	for p := top; ; p = e.Next(p) {
		g := -1
		for i := range r.Options {
			if m.same(r.Options[i].Value, p) {
				g = i
				break
			}
		}
		if g < 0 {
			g = len(r.Options)
			r.offer(p, 0, 0)
		}
		r.Options[g].Count++
		r.Options[g].Weight++
		if !e.Glued(p) {
			break
		}
	}
	if len(r.Options) == 1 {
		return m.forced(0)
	}
	return true
}

// drawn moves the card drawn and stays at the op while more are to be drawn.
func (m *Match) drawn(op *program.Op, d *program.DrawOp, p, to int32) {
	e := &m.Env
	base := e.Base
	if !m.place1(p, to, d.Bottom, d.Face, op.Step) {
		return
	}
	m.did(op.Step)
	if d.As != nil {
		e.S[base+d.As.At] = p
	}
	e.S[base+d.Left.At]--
	if e.S[base+d.Left.At] > 0 {
		e.S[state.AtPC] = m.pc
	}
}

// refill follows a stack's `when_empty`.
func (m *Match) refill(z int32, step int32) bool {
	e := &m.Env
	info := &e.Zones[z]
	d := info.Decl.Refill
	if d == nil {
		return false
	}
	from := int32(d.First)
	if d.Scope == schema.OfPlayer && info.Seat >= 0 {
		from += info.Seat
	}
	if e.Head(from) < 0 {
		return false
	}
	for p := e.Head(from); p >= 0; p = e.Head(from) {
		m.tell(Event{Kind: Moved, Step: step, Who: e.Who, Piece: p, From: from, To: z})
		e.Place(p, z, false)
	}
	e.Shuffle(z)
	m.tell(Event{Kind: Shuffled, Step: step, To: z})
	return true
}

// OptionName is what option i of a may is called.
func (r *Request) OptionName(i int) string {
	if r.may == nil || i >= len(r.may.Options) {
		return ""
	}
	return r.may.Options[i].Name
}

// HasOption reports whether a may knows an option of that name, offered or not.
func (r *Request) HasOption(name string) bool {
	if r.may == nil {
		return false
	}
	for i := range r.may.Options {
		if r.may.Options[i].Name == name {
			return true
		}
	}
	return false
}

package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// AskKind is the kind of decision that a request asks for.
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

// Chance is the decider of rolls, draws and random choices.
const Chance = -1

// Request is a decision that the match waits for. It is valid until the next Answer or Restore.
type Request struct {
	Kind     AskKind
	Name     string // "hunt.prey", "turn.actions", "before_roll", …
	By       int32  // seat, or Chance
	For      int32  // the seat that throws or draws, if By is Chance; else By
	Options  []Option
	Least    int // how many options are chosen; 1 and 1 for a single choice
	Most     int
	List     bool // the answer is a list, which may be empty
	Repeats  bool // an option may be chosen several times, whatever its Count
	Optional bool // may be declined, by an empty answer
	Type     schema.Type
	pc       int32
	op       *program.Op
	choose   *program.ChooseOp
	may      *program.MayOp
	window   *program.WindowOp
}

// DrawsMeant reports whether chance draws which piece a player meant who chose among hidden pieces.
func (r *Request) DrawsMeant() bool { return r.Kind == AskDraw && r.op.Code != program.Draw }

// Step returns the step that asks.
func (r *Request) Step() *program.Step { return r.op.Step }

// Option is one thing that can be chosen. Equal cards are one option.
type Option struct {
	Value int32 // piece, player, place, number, word; or the index of a may's option
	Count int32 // how many equal ones there are: to chance, how likely it is
}

func (m *Match) newRequest(kind AskKind, name string, by int32, op *program.Op) *Request {
	r := &m.req
	r.Kind, r.Name, r.By, r.For = kind, name, by, by
	r.Options, r.Least, r.Most = r.Options[:0], 1, 1
	r.List, r.Repeats, r.Optional, r.Type = false, false, false, schema.Type{}
	r.pc, r.op = m.pc, op
	r.choose, r.may, r.window = nil, nil, nil
	return r
}

func (r *Request) offer(v int32) { r.Options = append(r.Options, Option{v, 1}) }

// offerAs counts piece v as one more of option i, or adds an option for it if i is below 0. It returns the
// index of the option.
func (r *Request) offerAs(i, v int32) int32 {
	if i < 0 {
		r.offer(v)
		return int32(len(r.Options) - 1)
	}
	r.Options[i].Count++
	return i
}

// ask runs an op that asks. It reports whether the match must wait for an answer; otherwise the op is done.
func (m *Match) ask(op *program.Op) bool {
	switch do := op.Do.(type) {
	case *program.ChooseOp:
		return m.askChoose(op, do)
	case *program.MayOp:
		return m.askMay(op, do)
	case *program.RollOp:
		return m.askRoll(op, do)
	case *program.DrawOp:
		return m.askDraw(op, do)
	}
	return m.askWindow(op, op.Do.(*program.WindowOp))
}

// theFirst is the answer to a request with a single option.
var theFirst = []int32{0}

// takeForced applies the only possible answer without asking.
func (m *Match) takeForced(a ...int32) bool {
	if m.Observer != nil {
		m.tellAnswer(Forced, a)
	}
	m.Env.Begin()
	m.apply(a)
	return false
}

func (m *Match) askChoose(op *program.Op, c *program.ChooseOp) bool {
	e := &m.Env
	who := int32(Chance)
	if !c.Chance {
		who = m.playerOf(c.By)
	}
	if owes, waits := m.askOwed(op, c, who); owes {
		return waits
	}
	least, most := 1, 1
	if c.IsList {
		least, most = 0, -1
		if c.Least != nil {
			least = int(m.amount(c.Least))
		}
		if c.Most != nil {
			most = least
			if c.Most != c.Least {
				most = int(m.amount(c.Most))
			}
		}
	}
	r := m.newRequest(AskChoice, c.Request, who, op)
	r.choose, r.List, r.Repeats, r.Optional, r.Type = c, c.IsList, c.Repeats, c.Optional.Yes(&m.Env), c.Elem
	r.Least, r.Most = least, most
	if e.Err != nil || m.noPlayer(who, op) {
		return false
	}
	if least == 0 && most == 0 && c.Together == nil && !r.Optional {
		return m.takeForced() // nothing can be chosen, whatever there is
	}
	total := m.candidates(r, c)
	if e.Err != nil {
		return false
	}
	if r.Most < 0 || !c.Repeats && r.Most > total {
		r.Most = total
	}
	few := total < r.Least && !(c.Repeats && total > 0)
	if few && c.IfAny {
		r.Least, few = total, false
	}
	switch {
	case total == 0 && c.IfAny, r.Optional && (few || total == 0):
		return m.takeForced()
	case few, r.Least > r.Most:
		m.cannotAsk(r, total, few)
		return false
	case r.Optional:
		return true
	case r.Most == 0 && c.Together == nil:
		return m.takeForced()
	}
	if a, only := m.onlyAnswer(r); only {
		return m.takeForced(a...)
	}
	return e.Err == nil
}

// cannotAsk records the fault that a choice asks for more than can be chosen.
func (m *Match) cannotAsk(r *Request, total int, few bool) {
	why := r.Name + " asks for at least " + itoa(r.Least) + " and at most " + itoa(r.Most)
	if few {
		why = r.Name + " asks for " + itoa(r.Least) + " of " + itoa(total) + ": say `optional`, `if_any`, or ask for fewer"
	}
	if m.Env.Err == nil {
		m.Env.Err = &state.Fault{Pos: r.op.Step.Pos, Text: why, For: r.By + 1}
	}
}

// playerOf returns the player under `by`, or `me` if there is no `by`.
func (m *Match) playerOf(by *formula.Value) int32 {
	if by == nil {
		return m.Env.Who
	}
	return by.Num(&m.Env)
}

// noPlayer reports whether there is no player to ask, which is a fault.
func (m *Match) noPlayer(who int32, op *program.Op) bool {
	if who != schema.Nothing {
		return false
	}
	m.fault(op.Step, "there is nobody to ask")
	return true
}

// candidates fills the options of a choice in their order: elements that pass `where`, each once, equal
// cards joined. It returns the number of candidates.
func (m *Match) candidates(r *Request, c *program.ChooseOp) int {
	m.collect(r, c)
	if !c.IsList && c.Together != nil {
		return m.dropRefused(r)
	}
	return len(m.cand)
}

// collect does the same without `together`.
func (m *Match) collect(r *Request, c *program.ChooseOp) {
	e := &m.Env
	m.cand, m.group, m.unknown = append(m.cand[:0], c.From.List(e)...), m.group[:0], m.unknown[:0]
	m.sortCandidates(c.Elem.Base)
	k := 0
	for _, v := range m.cand {
		if c.Where != nil {
			e.Refuel()
			e.SetIt(v)
			if p := c.Where.Failing(e); p != nil {
				m.tellRefused(r.op.Step, r.By, v, "", p, r)
				continue
			}
		}
		if c.Blind && m.blind(r.By, v, c.Elem.Base) {
			m.unknown = append(m.unknown, v)
			continue
		}
		m.cand[k] = v
		k++
		g := int32(-1)
		if c.Elem.Base == schema.Piece && k > 1 {
			g = m.optionLike(r, m.sightOf(r), v)
		}
		m.group = append(m.group, r.offerAs(g, v))
	}
	m.cand = append(m.cand[:k], m.unknown...)
	m.offerBacks(r, m.cand[k:])
}

// sortCandidates sorts the candidates and removes duplicates. Cards stand in the order of declaration, numbers
// upward, places as laid out, players from `me` on, words as written.
func (m *Match) sortCandidates(of schema.Base) {
	if of == schema.Word {
		k := 0
		for i, v := range m.cand {
			if !slices.Contains(m.cand[:i], v) {
				m.cand[k] = v
				k++
			}
		}
		m.cand = m.cand[:k]
		return
	}
	slices.Sort(m.cand)
	m.cand = slices.Compact(m.cand)
	if of == schema.Player && m.Env.Who >= 0 {
		i, _ := slices.BinarySearch(m.cand, m.Env.Who)
		m.bunch = append(append(m.bunch[:0], m.cand[i:]...), m.cand[:i]...)
		copy(m.cand, m.bunch)
	}
}

// dropRefused drops the options of a single choice that `together` refuses.
func (m *Match) dropRefused(r *Request) int {
	k := 0
	for i := range r.Options {
		a := [1]int32{int32(i)}
		if p := m.together(a[:]); p != nil {
			m.tellRefused(r.op.Step, r.By, r.Options[i].Value, "", p, r)
			continue
		}
		r.Options[k] = r.Options[i]
		k++
	}
	r.Options = r.Options[:k]
	m.group = m.group[:0] // a single choice has no need of it
	return k
}

func (m *Match) askMay(op *program.Op, c *program.MayOp) bool {
	e := &m.Env
	who := m.playerOf(c.By)
	if m.noPlayer(who, op) {
		return false
	}
	r := m.newRequest(AskOption, c.Request, who, op)
	must := c.Must.Yes(&m.Env)
	r.may, r.Optional = c, !must
	for i := range c.Options {
		o := &c.Options[i]
		e.Refuel()
		if p := o.If.Failing(e); p != nil {
			m.tellRefused(op.Step, who, -1, o.Name, p, r)
		} else {
			r.offer(int32(i))
		}
	}
	if e.Err != nil {
		return false
	}
	switch {
	case len(r.Options) == 0 && must:
		m.fault(op.Step, "nothing can be done here, and it may not be declined")
		return false
	case len(r.Options) == 0:
		return m.takeForced()
	case len(r.Options) == 1 && must:
		return m.takeForced(theFirst...)
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
		*left = m.amount(c.Dice)
		m.Stack.setList(e.Base, c.Slot, nil)
		left = &e.S[e.Base+c.Left.At]
	}
	if c.Dice != nil && *left <= 0 {
		*left = schema.Nothing
		return false
	}
	if sides < 1 || sides > 1000 {
		m.fault(op.Step, "a die has 1 to 1000 sides, not "+itoa(int(sides)))
		return false
	}
	r := m.newRequest(AskRoll, c.Request, Chance, op)
	r.For, r.Type = m.playerOf(c.By), schema.Type{Base: schema.Number}
	for i := int32(1); i <= sides; i++ {
		r.offer(i)
	}
	if sides == 1 {
		return m.takeForced(theFirst...)
	}
	return true
}

// OptionName returns the name of option i of a may.
func (r *Request) OptionName(i int) string {
	if r.may == nil || i >= len(r.may.Options) {
		return ""
	}
	return r.may.Options[i].Name
}

// OptionCites returns the clauses of option i of a may.
func (r *Request) OptionCites(i int) []syntax.Ident {
	if r.may == nil || i >= len(r.may.Options) {
		return nil
	}
	return r.may.Options[i].Cites
}

// OptionNames returns the names of all options of a may, offered or not.
func (r *Request) OptionNames() (names []string) {
	if r.may != nil {
		for _, o := range r.may.Options {
			names = append(names, o.Name)
		}
	}
	return names
}

// Window returns the window that asks; nil if none does.
func (r *Request) Window() *program.WindowOp { return r.window }

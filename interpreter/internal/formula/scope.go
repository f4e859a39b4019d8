package formula

import (
	"sync"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Compiler compiles the formulas of one game, with all branches of all rulings.
type Compiler struct {
	*common
	Diags  *source.Diagnostics // nil: errors are not reported
	Watch  Watch               // nil: no test compares what formulas give
	Within string              // what is being compiled: a procedure, a window, a card
	typing bool                // types of names are being found: nothing runs yet
	open   bool                // what is being compiled hangs on a name of which more may become known
	own    map[key]body        // named formulas that only scenarios use as they do
	meter  meter
	failed map[key]failure // named formulas that cannot be compiled
	busy   map[*syntax.FormulaDecl]bool
	path   []*syntax.FormulaDecl        // the busy ones, outermost first
	round  map[*syntax.FormulaDecl]bool // those that need themselves, as has been said
}

// Span is a counter behind times(Name, Of, player): how often Name happened
// since the procedure Of began. Its words in the state's header are one for
// anybody, then one a seat.
type Span struct{ Name, Of string }

// Proc is a procedure as formulas see it: the names in its frame, its formulas, and the frames within reach.
type Proc struct {
	syntax.Ident
	Index    int
	Slots    []*Slot
	Lists    []int // offsets, from the frame's base, of the slots that are lists
	Size     int   // words of a frame with empty lists
	Pending  []int // procedures whose frame `pending` may be
	Card     schema.Type
	Target   schema.Type
	Mixed    string // which cards have targets of different types, so that `target` has none here; or ""
	Faulty   bool   // the `play` of a card is wrong, as reported: complaints of `target` and `pending` would only follow from it
	Formulas map[string]*syntax.FormulaDecl
	slots    map[string]*Slot
}

// Slot is a name in a frame: one word, or for a list two, the offset of its
// elements from the frame's base and their number.
type Slot struct {
	Name   string
	Pos    source.Pos // of what first makes it
	At     int        // from the frame's base
	Type   schema.Type
	proc   int                // whose frame it is in
	Makers int                // how many steps and the like give it its value
	Read   bool               // some formula reads it
	infer  func() schema.Type // until the type is known
	asked  bool               // what it can be, since types were last looked at anew
	open   bool               // what it can be hangs on itself, or on such a name
}

// NewCompiler returns a compiler; procedures are added with AddProc before
// formulas that name them are compiled.
func NewCompiler(s *schema.Schema, d *source.Diagnostics) *Compiler {
	c := newCompiler(&common{
		Interner: s.Interner(), Trees: &Trees{}, Asked: map[string]bool{}, bodies: map[key]body{}, markAt: map[source.Pos]int{},
		game: map[string]*syntax.FormulaDecl{}, player: map[string]*syntax.FormulaDecl{},
		cardHas: map[string]map[int]*syntax.FormulaDecl{}, defaults: map[*syntax.Has]*syntax.FormulaDecl{},
		spelling: spellings{written: map[int32]literal{}},
	}, d)
	c.countable = sync.OnceValue(func() []string { return countableNames(c) })
	for _, f := range s.Game.Formulas {
		c.game[f.Name] = f
	}
	for _, f := range s.Game.Player.Formulas {
		c.player[f.Name] = f
	}
	for _, k := range s.Kinds {
		m := map[string]*syntax.FormulaDecl{}
		for _, f := range k.Formulas {
			m[f.Name] = f
		}
		c.kind = append(c.kind, m)
		for _, h := range k.Has {
			c.defaults[h] = &syntax.FormulaDecl{Ident: h.Ident, Is: h.Default}
		}
		for _, card := range k.Cards {
			for _, f := range card.Formulas {
				if c.cardHas[f.Name] == nil {
					c.cardHas[f.Name] = map[int]*syntax.FormulaDecl{}
				}
				c.cardHas[f.Name][card.Index] = f
			}
		}
	}
	return c
}

func newCompiler(of *common, d *source.Diagnostics) *Compiler {
	return &Compiler{
		common: of, Diags: d,
		failed: map[key]failure{}, own: map[key]body{}, busy: map[*syntax.FormulaDecl]bool{}, round: map[*syntax.FormulaDecl]bool{},
	}
}

// AddProc makes a procedure known.
func (c *Compiler) AddProc(id syntax.Ident) *Proc {
	p := &Proc{Ident: id, Index: len(c.Procs), Size: state.FrameLen, Formulas: map[string]*syntax.FormulaDecl{}, slots: map[string]*Slot{}}
	c.Procs = append(c.Procs, p)
	return p
}

// AddSlot gives a procedure's frame a name; infer finds its type on demand.
func (p *Proc) AddSlot(name string, infer func() schema.Type) *Slot {
	s := &Slot{Name: name, infer: infer, At: -1, proc: p.Index}
	p.Slots = append(p.Slots, s)
	if name != "" {
		p.slots[name] = s
	}
	return s
}

// Slot returns the slot of that name, or nil.
func (p *Proc) Slot(name string) *Slot { return p.slots[name] }

// SlotType returns the type of a name while types are being found. A name that depends on itself gets its type
// from its other makers: while its type is being inferred, it counts as what is known so far. It is open then, and
// so is everything that uses it.
func (c *Compiler) SlotType(s *Slot) schema.Type {
	if s.infer != nil && !s.asked && s.Type.Base == schema.Unknown {
		outer := c.open
		c.open, s.asked, s.open = false, true, true
		s.Type = s.infer()
		c.open, s.open = outer, c.open
	}
	c.open = c.open || s.open
	return s.Type
}

// SettleTypes finds the types of all names. Those that are open are inferred again until no type grows.
func (c *Compiler) SettleTypes() {
	c.typing = true
	defer func() { c.typing = false }()
	for grown := true; grown; {
		grown = false
		for _, s := range allSlots(c) {
			known := c.SlotType(s)
			if !s.open {
				continue
			}
			if more, ok := schema.Join(known, s.infer()); ok && !more.Same(known) {
				s.Type, grown = more, true
			}
		}
		// What was compiled meanwhile knows neither all types nor where the names will lie.
		clear(c.bodies)
		clear(c.failed)
		for _, s := range allSlots(c) {
			s.asked = s.asked && !s.open
		}
	}
	for _, s := range allSlots(c) {
		s.infer, s.open = nil, false
	}
	c.open = false
}

func allSlots(c *Compiler) (all []*Slot) {
	for _, p := range c.Procs {
		all = append(all, p.Slots...)
	}
	return all
}

// Arrange assigns every name its place in the frame, once all types are known.
func (p *Proc) Arrange() {
	for _, s := range p.Slots {
		if s.At >= 0 {
			continue
		}
		s.At = p.Size
		p.Size++
		if s.Type.List {
			p.Lists = append(p.Lists, s.At)
			p.Size++
		}
	}
}

// Scope says what bare names mean in a formula.
type Scope struct {
	Proc *Proc       // its frame's names; nil at game level
	Self schema.Type // the player or piece whose fields are bare names
	It   schema.Type // the candidate of a condition; Unknown: there is none
	// Given resolves the names that only the caller knows (seats in a
	// scenario, the frames of procedures); nil for none.
	Given    func(name string) (*Value, bool)
	Known    func() []string // names that Given knows, for hints; nil if there is no Given
	Later    string          // a name that only the steps inside have: the element of an `each`, in its own `if`
	Asked    bool            // `it` is what somebody is asked about, who may not know it
	Dealt    bool            // `it` is a piece that may lie where it is dealt, of which all can be seen
	OfWindow bool            // it belongs to a window, and `pending` is the run of Proc, which opens the window
	Answer   string          // the name of a list that he is asked for
	Unnoted  bool            // no rule in force works it out: no notes are taken
	params   []param
	lets     []let
	low      int  // first local of the formula
	locals   int  // locals in use
	inside   bool // within a predicate: `.x` is a field of its element
	element  int  // local of the innermost element
	elemType schema.Type
	deciding bool        // the formula is a condition
	suits    schema.Base // the type that the formula should have; Unknown: any
}

// let is a name for the element of a list function, which lies in a local.
type let struct {
	name string
	at   int
	t    schema.Type
}

type param struct {
	syntax.Ident
	t schema.Type
}

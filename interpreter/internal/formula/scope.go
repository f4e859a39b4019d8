package formula

import (
	"sync"
	"sync/atomic"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Compiler compiles the formulas of one game, with all branches of all rulings.
type Compiler struct {
	*common
	Diags  *source.Diagnostics // nil if errors are not reported
	Watch  Watch               // set by tests that compare results; may be nil
	Within string              // the procedure, window or card that is being compiled
	typing bool                // types of local names are being inferred
	open   bool                // the formula depends on a local name whose type is not final
	own    map[key]body        // named formulas with errors, or with argument types that only scenarios use
	meter  meter
	path   []*syntax.FormulaDecl        // formulas being compiled, outermost first
	round  map[*syntax.FormulaDecl]bool // formulas that use themselves and have been reported
}

// Span is a counter for times(Name, Of, player): the number of times that Name has happened
// since the procedure Of began. The header of the state has a word for any player, and a word
// for each seat.
type Span struct{ Name, Of string }

// Proc is a procedure as seen by formulas: its local names, its formulas, and the frames that
// it can refer to.
type Proc struct {
	syntax.Ident
	Index   ref.Proc
	Slots   []*Slot
	Lists   []int      // offsets from the frame's base of the slots that contain lists
	Size    int        // words of a frame whose lists are empty
	Pending []ref.Proc // the procedures to which `pending` may refer
	Card    schema.Type
	Target  schema.Type
	Mixed   string // names cards with targets of different types, for which `target` has no type here; or ""
	// the `play` of a card has an error that was reported, so errors about `target` and `pending` are suppressed
	Faulty   bool
	Formulas map[string]*syntax.FormulaDecl
	slots    map[string]*Slot
}

// Slot is a local name in a frame. It has one word, or two words for a list: the offset of the
// elements from the frame's base, and their number.
type Slot struct {
	Name   string
	Pos    source.Pos // position of the first step that declares it
	At     int        // offset from the frame's base
	Type   schema.Type
	proc   ref.Proc           // the procedure to which it belongs
	Makers int                // number of steps that assign it
	Read   bool               // some formula reads it
	infer  func() schema.Type // infers the type; nil once the type is known
	asked  bool               // its type was inferred in the current pass
	open   bool               // its type depends on itself, or on such a name
}

// NewCompiler returns a compiler. Procedures must be added with AddProc before formulas that
// name them are compiled.
func NewCompiler(s *schema.Schema, d *source.Diagnostics) *Compiler {
	words := s.Interner()
	c := newCompiler(&common{
		Schema: words.Schema, Interner: words, Trees: &Trees{}, UsedRulings: map[string]bool{}, bodies: map[key]body{},
		memos: map[key]int32{}, made: new(atomic.Int32), Marks: marks{at: map[source.Pos]int{}},
		game: map[string]*syntax.FormulaDecl{}, player: map[string]*syntax.FormulaDecl{},
		cardHas: map[string]map[int]*syntax.FormulaDecl{}, defaults: map[*syntax.Has]*syntax.FormulaDecl{},
		spelling: spellings{written: map[ref.Word]literal{}},
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
		own: map[key]body{}, round: map[*syntax.FormulaDecl]bool{},
	}
}

// AddProc declares a procedure.
func (c *Compiler) AddProc(id syntax.Ident) *Proc {
	p := &Proc{Ident: id, Index: ref.Proc(len(c.Procs)), Size: state.FrameLen,
		Formulas: map[string]*syntax.FormulaDecl{}, slots: map[string]*Slot{}}
	c.Procs = append(c.Procs, p)
	return p
}

// AddSlot adds a local name to a procedure. infer returns its type on demand.
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

// SlotType returns the type of a local name while types are being inferred. For a name that
// depends on itself, the type follows from its other assignments: during the inference it has
// the type known so far. It is then open, and so is everything that uses it.
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

// SettleTypes infers the types of all local names. The types of open names are inferred again
// until none changes.
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
			if more, ok := schema.Union(known, s.infer()); ok && !more.Same(known) {
				s.Type, grown = more, true
			}
		}
		// Formulas compiled so far know neither all types nor the positions of local names.
		clear(c.bodies)
		clear(c.own)
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

// Arrange assigns every local name a position in the frame, after all types are known.
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

// Scope defines the meaning of bare names in a formula.
type Scope struct {
	Proc *Proc       // procedure for local names; nil at the level of the game
	Self schema.Type // the player or piece whose fields are bare names
	It   schema.Type // type of the candidate `it`; Unknown if there is none
	// Given resolves names that only the caller knows, such as seats in a scenario or frames of
	// procedures. It may be nil.
	Given    func(name string) (*Expr, bool)
	Known    func() []string // the names that Given resolves, for hints; may be nil
	Later    string          // a name that is declared only for inner steps: the element of an `each`, in its own `if`
	OfOption bool            // `it` is an option, which the asked seat may not know
	Dealt    bool            // `it` is a piece dealt to a place, all of whose properties may be read
	// the formula belongs to a window, and `pending` is the frame of Proc, which opens the window
	OfWindow bool
	Answer   string // the name of the list that the seat chooses
	Unnoted  bool   // rules in force do not use it, so no coverage is recorded
	params   []param
	lets     []let
	low      int  // first local of the formula
	locals   int  // locals in use
	inside   bool // inside a predicate, where `.x` is a field of the element
	hidden   bool // the element of the predicate hides another `it`
	element  int  // local of the innermost element
	elemType schema.Type
	deciding bool        // the formula is a condition
	suits    schema.Base // required type; Unknown for any
	origin   *origin     // the named formula; nil for others
}

// let is a name for the element of a list function, which is stored in a local.
type let struct {
	name string
	at   int
	t    schema.Type
}

type param struct {
	syntax.Ident
	t schema.Type
}

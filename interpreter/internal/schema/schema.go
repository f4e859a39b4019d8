package schema

import (
	"slices"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Schema is a game's declarations, resolved. It is immutable once built.
type Schema struct {
	Game       *syntax.Game
	Seats      []string // what seats are called in scripts, in order
	MinPlayers int
	MaxPlayers int
	Remembers  bool   // what players have seen is known where they do not see it: package state
	Turn       *Field // holds the player whose turn it is; may be nil

	Kinds []*Kind
	Cards []*Card
	// Pieces are numbered in the order of declaration: by kind, card, copy.
	Pieces []PieceInfo
	Zones  []ZoneInfo // by zone id; 0 is nowhere
	Decls  []*ZoneDecl
	Base   *Data // the printed values

	GameFields   []*Field
	PlayerFields []*Field
	PieceFields  []*Field // of all kinds; kinds that share a name share the field

	Layout Layout

	*symbols
	kinds       map[string]*Kind
	plurals     map[string]*Kind
	cards       map[string]*Card
	bySymbol    []*Card
	pieceFields map[string]*Field
	gameFields  map[string]*Field
	playFields  map[string]*Field
	gameZones   map[string]*ZoneDecl
	playZones   map[string]*ZoneDecl
	columns     int
	cells       int // places of all zones that are laid out
	diags       *source.Diagnostics
}

// Layout says where things lie in the flat state of a match (state.State.W).
// Zones come first, then pieces, then fields. What belongs to a zone or a piece
// lies together, in one line of the cache.
type Layout struct {
	Pieces int // where the first one's words begin; the zones' begin at 0
	Size   int
}

// Words of a zone and of a piece.
const (
	ZoneWords  = 3
	PieceWords = 4
)

// PieceInfo is what is fixed about a piece.
type PieceInfo struct {
	Card  int32
	Kind  int32
	Copy  int32 // from 1, within its card (and owner)
	Owner int32 // seat, or Nothing
	Start int32 // the zone in which it begins, 0 for nowhere; for pieces with an owner that player's
	Bears bool  // something can lie on it
}

// Kind is a resolved kind.
type Kind struct {
	*syntax.Kind
	Index    int
	Sym      int32
	Cards    []*Card
	First, N int // its pieces
	Zones    map[string]*ZoneDecl
	On       []*ZoneDecl // its zones, in order
	Marks    []*Field    // its fields that live in the state
	MarkAt   []int       // by mark, where that of a piece stands, counted from piece 0
	Backs    KindSet     // the kinds that its back may be of
	Simple   bool        // nothing can lie on its pieces, and no mark is set for a time
	Veiled   bool        // who knows such a piece may not read each of its marks, or not know what lies on it
	Fields   map[string]*Field
	Discards *ZoneDecl // nil: cannot be discarded
}

// Card is a resolved card.
type Card struct {
	*syntax.Card
	Index    int
	Kind     *Kind
	Sym      int32
	First, N int // its pieces
}

// Scope says what a field belongs to.
type Scope uint8

const (
	OfGame Scope = iota
	OfPlayer
	OfPiece
)

// Blocks is a set of sealed blocks, which are numbered from 1. The last number stands for all blocks from there on.
type Blocks uint64

// MaxBlock is the greatest number of a sealed block.
const MaxBlock = 63

// Has reports whether a block is one of the set.
func (b Blocks) Has(block int32) bool { return b>>uint(block)&1 != 0 }

// Field is a resolved counter, mark or printed value.
type Field struct {
	Name     string
	Scope    Scope
	Type     Type
	Default  int32   // of a piece's field: in the first kind that has it
	Mark     bool    // lives in the state; otherwise printed on the card
	Slot     int     // OfGame: the word; OfPlayer: the first of a word a seat
	At       []int   // OfPiece marks: by kind, the first of a word a piece, or -1
	Col      int     // printed: the column
	Kinds    KindSet // OfPiece: which kinds have it
	Until    bool    // some step sets it for a time
	UntilAt  int     // distance from a value's word to its two words of duration
	SeenBy   *syntax.SeenBy
	Sealed   Blocks // those that set it: while one is open, only its owner reads it
	Decls    []*syntax.Field
	Firsts   []int32 // what each of its words begins with, if it is a mark
	Resets   []Reset
	ByKind   int // Table: the kind it is looked up by, or -1 for a number
	Value    Type
	defaults []int32 // OfPiece: by kind
}

// Hidden reports whether somebody may not read the field, of whomever it is.
func (f *Field) Hidden() bool {
	by, _ := f.SeenBy.Says()
	return by != syntax.ByAll
}

// Worn reports whether a mark says itself who reads it, so that it may be read of a
// piece that is not known. That of an owner is read with the piece.
func (f *Field) Worn() bool {
	by, said := f.SeenBy.Says()
	return f.Mark && said && by != syntax.ByOwner
}

// Reset says that words From to From+N of a field begin anew with a procedure.
type Reset struct {
	Field   *Field
	Proc    syntax.Ident
	From, N int
}

// ZoneDecl is a resolved zone declaration; it stands for one zone, or one a
// player, or one a piece of its kind, each with Cells places.
type ZoneDecl struct {
	*syntax.Zone
	Scope  Scope
	Holds  KindSet
	First  int // zone id of the first
	Cells  int // places of each
	Kind   int // OfPiece
	Coords []Coord
	next   [][8]int32 // by cell and direction: the cell there, or -1
	Refill *ZoneDecl  // when_empty: {reshuffle: …}
	Sealed Blocks     // those that move pieces from or to it: while one is open, only its owner looks
}

// Open reports whether everybody always knows what lies there, of a zone on a piece if he
// knows that.
func (d *ZoneDecl) Open() bool {
	by, _ := d.SeenBy.Says()
	return by == syntax.ByAll && d.Face != "down" && d.Sealed == 0
}

// ZoneInfo is what is fixed about a zone.
type ZoneInfo struct {
	Decl  *ZoneDecl
	Holds KindSet
	Seat  int32 // the player whose zone it is, or Nothing
	Piece int32 // the piece on which it lies, or Nothing
	Cell  int32 // the place within a zone that is laid out
	Open  bool  // everybody knows all that lies there, whatever happens
	Stack bool  // it has an order
	Down  bool  // `face: down`
	Up    bool  // `face: up`
}

// Data is what is printed on the cards: Static by row and column, Tables by table.
// The first rows are those of the cards. A scenario that names values of its own works
// on a copy, where a piece may have another row than its card.
type Data struct {
	Static []int32
	Tables [][]int32
	Rows   []int32 // by piece; a row is shared by copies of one card only
}

// Clone returns a copy that can be changed.
func (d *Data) Clone() *Data {
	c := &Data{Static: slices.Clone(d.Static), Tables: make([][]int32, len(d.Tables)), Rows: slices.Clone(d.Rows)}
	for i, t := range d.Tables {
		c.Tables[i] = append([]int32(nil), t...)
	}
	return c
}

// Build resolves the declarations of g. It reports what is wrong to diags and
// returns a schema that is usable for further checks all the same.
func Build(g *syntax.Game, diags *source.Diagnostics) *Schema {
	s := &Schema{
		Game: g, diags: diags,
		symbols: &symbols{numbers: map[string]int32{}}, kinds: map[string]*Kind{}, plurals: map[string]*Kind{}, cards: map[string]*Card{},
		pieceFields: map[string]*Field{}, gameFields: map[string]*Field{}, playFields: map[string]*Field{},
		gameZones: map[string]*ZoneDecl{}, playZones: map[string]*ZoneDecl{},
	}
	for _, w := range append([]string{"up", "down"}, Directions...) {
		s.add(w)
	}
	s.players()
	s.Remembers = g.Remember
	syntax.Walk(g, func(st *syntax.Step) { s.Remembers = s.Remembers || st.Verb == "show" })
	s.declareKinds()
	s.declareZones()
	s.mixKinds()
	s.declareFields()
	s.makePieces()
	s.makeZones()
	s.startPieces()
	s.arrange()
	s.printValues()
	s.bySymbol = make([]*Card, len(s.words))
	for _, c := range s.Cards {
		s.bySymbol[c.Sym] = c
	}
	return s
}

func (s *Schema) players() {
	p := s.Game.Players
	s.MinPlayers, s.MaxPlayers = max(p.From, 1), max(p.To, 1)
	for _, seat := range p.Seats {
		s.Seats = append(s.Seats, seat.Name)
	}
	if len(s.Seats) < s.MaxPlayers {
		s.diags.Add(p.Pos, "%d can play, but only %d seats are named", s.MaxPlayers, len(s.Seats))
		for len(s.Seats) < s.MaxPlayers {
			s.Seats = append(s.Seats, "")
		}
	}
	s.Seats = s.Seats[:s.MaxPlayers]
	if s.MaxPlayers > maxPlayers {
		s.diags.Add(p.Pos, "up to %d can play, not %d", maxPlayers, s.MaxPlayers)
	}
}

// Kind, Plural and Card look a kind up by its name, one by its plural, a card; nil: there is none.
func (s *Schema) Kind(name string) *Kind   { return s.kinds[name] }
func (s *Schema) Plural(name string) *Kind { return s.plurals[name] }
func (s *Schema) Card(name string) *Card   { return s.cards[name] }

// CardNamed returns the card that a word names, or nil.
func (s *Schema) CardNamed(word int32) *Card {
	if int(word) < len(s.bySymbol) {
		return s.bySymbol[word]
	}
	return nil
}

// Seat returns the seat called name, or -1.
func (s *Schema) Seat(name string) int { return slices.Index(s.Seats, name) }

// GameField, PlayerField and PieceField look a field up by name.
func (s *Schema) GameField(name string) *Field   { return s.gameFields[name] }
func (s *Schema) PlayerField(name string) *Field { return s.playFields[name] }
func (s *Schema) PieceField(name string) *Field  { return s.pieceFields[name] }

// GameZone and PlayerZone look a zone up by name; PieceZones gives the zones of
// that name on any of the kinds.
func (s *Schema) GameZone(name string) *ZoneDecl   { return s.gameZones[name] }
func (s *Schema) PlayerZone(name string) *ZoneDecl { return s.playZones[name] }
func (s *Schema) PieceZones(kinds KindSet, name string) []*ZoneDecl {
	var out []*ZoneDecl
	for i, k := range s.Kinds {
		if z := k.Zones[name]; z != nil && (kinds == 0 || kinds.Has(i)) {
			out = append(out, z)
		}
	}
	return out
}

// AllKinds is the set of every kind.
func (s *Schema) AllKinds() KindSet { return KindSet(1)<<uint(len(s.Kinds)) - 1 }

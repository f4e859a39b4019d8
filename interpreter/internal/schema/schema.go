package schema

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Schema holds the resolved declarations of a game. It is immutable after Build.
type Schema struct {
	Game       *syntax.Game
	Seats      []string // names of seats in scripts, in order
	MinPlayers int
	MaxPlayers int
	Remembers  bool   // seats remember pieces that they have seen (see package state)
	Open       bool   // every seat always knows all pieces and may read all fields
	Turn       *Field // the field with the player whose turn it is; may be nil

	Kinds []*Kind
	Cards []*Card
	// Pieces are numbered in the order of declaration: by kind, card, copy.
	Pieces []PieceInfo
	Zones  []ZoneInfo // by zone id; id 0 means no zone
	Decls  []*ZoneDecl
	Base   *Data // the printed values

	GameFields   []*Field
	PlayerFields []*Field
	PieceFields  []*Field // of all kinds; kinds with a field of the same name share it

	Layout Layout

	AllKeys []*Keys // of tables

	directions []string // declared by boards, in addition to Directions
	tables     [2]map[string]*FieldTable

	Symbols     *Symbols
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
}

// builder resolves the declarations of a game.
type builder struct {
	*Schema
	diags *source.Diagnostics
	cells int // number of places in all zones with a layout
}

// Layout describes the flat state of a match (state.State): zones, then pieces, then fields.
// The words of a zone or a piece are adjacent, so they are in one cache line.
type Layout struct {
	Pieces int // index of the first word of the first piece; zones begin at 0
	Size   int
}

// The numbers of words of a zone and of a piece.
const (
	ZoneWords  = 3
	PieceWords = 4
)

// PieceInfo holds the constant properties of a piece.
type PieceInfo struct {
	Card  ref.Card
	Kind  ref.Kind
	Copy  int32     // number from 1 among the copies of its card (and owner)
	Owner ref.Seat  // seat, or Nothing
	Start ref.Place // its initial zone, or 0 for none; if the piece has an owner, a zone of that player
	Bears bool      // pieces can lie on it
}

// Kind is a resolved kind.
type Kind struct {
	*syntax.Kind
	Index    int
	Sym      ref.Word
	Cards    []*Card
	First, N int // index of the first piece, and number of pieces
	Zones    map[string]*ZoneDecl
	On       []*ZoneDecl // zones on its pieces, in order
	Marks    []*Field    // its fields in the state
	MarkAt   []int       // by mark: its word for a piece, as a distance from that of piece 0
	Backs    KindSet     // the kinds that have the same back
	Veiled   bool        // a seat may know such a piece but not all its marks, or not the pieces on it
	Fields   map[string]*Field
	Discards *ZoneDecl // nil if it cannot be discarded
}

// Card is a resolved card.
type Card struct {
	*syntax.Card
	Index    int
	Kind     *Kind
	Sym      ref.Word
	First, N int // index of the first piece, and number of pieces
}

// Scope is the kind of owner of a field: the game, a player or a piece.
type Scope uint8

const (
	OfGame Scope = iota
	OfPlayer
	OfPiece
)

// Blocks is a set of sealed blocks, numbered from 1. Blocks beyond MaxBlock share its bit.
type Blocks uint64

// MaxBlock is the largest number of a sealed block.
const MaxBlock = 63

// Has reports whether a block is in the set.
func (b Blocks) Has(block int32) bool { return b>>uint(block)&1 != 0 }

// Field is a resolved field of the game, of players or of pieces.
type Field struct {
	Name     string
	Scope    Scope
	Type     Type
	Default  int32   // for a field of pieces: the default in the first kind that has it
	Mark     bool    // in the state; otherwise the field is printed on cards
	Slot     int     // OfGame: its word; OfPlayer: the first of its words, one per seat
	At       []int   // marks: by kind, the first of its words, one per piece; or -1
	Col      int     // printed: its column, or the first of a table
	Kinds    KindSet // OfPiece: the kinds that have the field
	Until    bool    // some step sets it temporarily
	UntilAt  int     // distance from a value's word to the two words for the end of the value
	SeenBy   *syntax.SeenBy
	Sealed   Blocks // sealed blocks that set it; while one of them is open, only its owner may read it
	Decls    []*syntax.Field
	Firsts   []int32 // initial values of its words; nil for printed fields
	Resets   []Reset
	ByKind   int   // Table: the kind whose cards are its keys, or -1
	Keys     *Keys // Table: its keys; nil for numbers
	Value    Type
	defaults []int32 // OfPiece: default by kind
}

// Hidden reports whether some seat may not read the field.
func (f *Field) Hidden() bool {
	by, _ := f.SeenBy.Says()
	return by != syntax.ByAll
}

// Worn reports whether a mark has its own `seen_by`, so that a seat may read it on a piece that the seat does not know.
// `seen_by: owner` does not count: such a mark is read together with the piece.
func (f *Field) Worn() bool {
	by, said := f.SeenBy.Says()
	return f.Mark && said && by != syntax.ByOwner
}

// Reset sets the words From to From+N of a field to their initial values when a procedure
// begins.
type Reset struct {
	Field   *Field
	Proc    syntax.Ident
	From, N int
}

// ZoneDecl is a resolved zone declaration. It declares one zone, or one per player, or one per
// piece of a kind; each of them has Cells places.
type ZoneDecl struct {
	*syntax.Zone
	Scope   Scope
	Holds   KindSet
	First   int // id of the first zone
	Cells   int // number of places of each zone
	Kind    int // OfPiece: the kind
	Coords  []Coord
	Ways    []string     // its directions
	symbols []ref.Word   // … as words
	next    [][]ref.Cell // by direction and place: the next place, or -1
	near    [][]ref.Cell // by place: its neighbours
	rays    [][][]int32  // by direction and place: the places up to the edge; nil if there is no table
	Refill  *ZoneDecl    // the zone of `when_empty: {reshuffle: …}`
	// sealed blocks that move pieces from or to it; while one of them is open, only its owner sees it
	Sealed Blocks
}

// Open reports whether every seat always knows the pieces in the zone. For a zone on a piece
// this assumes that the seat knows that piece.
func (d *ZoneDecl) Open() bool {
	by, _ := d.SeenBy.Says()
	return by == syntax.ByAll && d.Face != "down" && d.Sealed == 0
}

// Of returns the first place of the zone of a player; seat 0 stands for the owner of a zone of the game.
func (d *ZoneDecl) Of(owner int32) ref.Place {
	return ref.Place(d.First) + ref.Place(owner*int32(d.Cells))
}

// PlaceOn returns the first place of the zone on piece p, whose kind declares the zone.
func (s *Schema) PlaceOn(d *ZoneDecl, p ref.Piece) ref.Place {
	return ref.Place(d.First + (int(p)-s.Kinds[d.Kind].First)*d.Cells)
}

// ZoneInfo holds the constant properties of a zone.
type ZoneInfo struct {
	Decl  *ZoneDecl
	Holds KindSet
	Seat  ref.Seat  // the owner, or Nothing
	Piece ref.Piece // the piece on which the zone is, or Nothing
	Cell  ref.Cell  // the place within a zone with a layout
	Open  bool      // every seat always knows its pieces
	Stack bool      // it is ordered
	Down  bool      // `face: down`
	Up    bool      // `face: up`
}

// Data holds the printed values by row and column. The first rows are those of the cards. A
// scenario that changes values uses a copy, in which a piece may have a row of its own.
type Data struct {
	Static []int32
	Rows   []int32 // row of each piece; copies of a card usually share a row
}

// Clone returns a copy that can be changed.
func (d *Data) Clone() *Data { return &Data{slices.Clone(d.Static), slices.Clone(d.Rows)} }

// Build resolves the declarations of g. It reports errors to diags and returns a schema with
// which checking can continue.
func Build(g *syntax.Game, diags *source.Diagnostics) *Schema {
	s := &Schema{
		Game:    g,
		Symbols: &Symbols{numbers: map[string]int32{}}, kinds: map[string]*Kind{}, plurals: map[string]*Kind{},
		cards:       map[string]*Card{},
		pieceFields: map[string]*Field{}, gameFields: map[string]*Field{}, playFields: map[string]*Field{},
		tables: [2]map[string]*FieldTable{{}, {}}, gameZones: map[string]*ZoneDecl{}, playZones: map[string]*ZoneDecl{},
	}
	for _, w := range append([]string{"up", "down"}, Directions...) {
		s.Symbols.add(w)
	}
	b := &builder{Schema: s, diags: diags}
	b.players()
	s.Remembers = g.Remember
	syntax.Walk(g, func(st *syntax.Step) { s.Remembers = s.Remembers || st.Verb == "show" })
	b.declareKinds()
	b.declareZones()
	b.mixKinds()
	b.declareFields()
	b.makePieces()
	b.makeZones()
	b.startPieces()
	b.arrange()
	b.printValues()
	b.nameKeys()
	s.bySymbol = make([]*Card, len(s.Symbols.words))
	for _, c := range s.Cards {
		s.bySymbol[c.Sym] = c
	}
	return s
}

func (b *builder) players() {
	p := b.Game.Players
	b.MinPlayers, b.MaxPlayers = max(p.From, 1), max(p.To, 1)
	for _, seat := range p.Seats {
		b.Seats = append(b.Seats, seat.Name)
	}
	for len(b.Seats) < b.MaxPlayers { // reported by the decoder
		b.Seats = append(b.Seats, "")
	}
	b.Seats = b.Seats[:b.MaxPlayers]
}

// Kind looks up a kind by name, Plural a kind by its plural, and Card a card. They return nil
// if it does not exist.
func (s *Schema) Kind(name string) *Kind   { return s.kinds[name] }
func (s *Schema) Plural(name string) *Kind { return s.plurals[name] }
func (s *Schema) Card(name string) *Card   { return s.cards[name] }

// CardNamed returns the card whose name is the given word, or nil.
func (s *Schema) CardNamed(word ref.Word) *Card {
	if int(word) < len(s.bySymbol) {
		return s.bySymbol[word]
	}
	return nil
}

// Seat returns the index of the seat with a name, or -1.
func (s *Schema) Seat(name string) int { return slices.Index(s.Seats, name) }

// GameField, PlayerField and PieceField look up a field by name.
func (s *Schema) GameField(name string) *Field   { return s.gameFields[name] }
func (s *Schema) PlayerField(name string) *Field { return s.playFields[name] }
func (s *Schema) PieceField(name string) *Field  { return s.pieceFields[name] }

// AllFields returns all fields: of the game, of players and of pieces.
func (s *Schema) AllFields() []*Field {
	return slices.Concat(s.GameFields, s.PlayerFields, s.PieceFields)
}

// GameZone and PlayerZone look up a zone by name. PieceZones returns the zones with a name on
// pieces of the given kinds.
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

// AllKinds returns the set of all kinds.
func (s *Schema) AllKinds() KindSet { return KindSet(1)<<uint(len(s.Kinds)) - 1 }

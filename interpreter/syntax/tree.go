// Package syntax turns positioned YAML nodes into the strict tree of a game.
//
// The tree says what was written, not what it means: names are still text and
// formulas are still text, each with the node they came from, so that every
// later stage can point at the very character. Nothing is optional by accident:
// an unknown key, a missing operand or two verbs in one step are errors here.
//
// tree.go is a game as a whole, step.go what procedures are made of, decode*.go
// the way from nodes to both, walk.go the way through the steps, clone.go a copy
// that overlays may change.
package syntax

import (
	"slices"

	"moraine/interpreter/source"
)

// Version is the language that this interpreter understands; a game's header
// names the one it was written in.
const Version = 1

// Ident is a name together with where it was written.
type Ident struct {
	Name string
	Pos  source.Pos
}

// Game is everything that the files of one game say, merged. Lists keep the
// order of the files (sorted by path) and of the lines within them.
type Game struct {
	Language   int
	ID         Ident
	Names      Names
	About      string
	Players    Players
	Remember   bool       // what players have seen stays known where they do not see it
	Texts      []Labelled // the texts that clauses come from
	Sections   []Labelled // readable names for section codes
	Start      Ident      // the procedure that is the whole match
	Members               // counters of the game, zones of the table
	Player     PlayerDecl // what every player has
	Kinds      []*Kind
	Procedures []*Procedure
	Windows    []*Window
	SideOffers []*SideOffer
	Invariants []*Claim
	Impossible []*Impossible
	Survives   []*Survivor
	Measures   []*Measure
	Bots       []*Bot
	Asks       []*Question // requests and options in words
	Contexts   []*Context  // what players who are asked are shown of what goes on
	Looks      []*Look     // zones in the order in which they are shown
	Rulings    []*Ruling
	Clauses    []*Clause
	Likes      map[[2]string]string // of a ruling's reading that a variant has added: the one for which `ruled` takes it, "" if it does not say
	Header     *source.Node         // the document that carries `language`
}

// Names are what a thing is called, by language code ("en", "de", …).
type Names map[string]string

// Labelled is a key with a line of text.
type Labelled struct {
	Ident
	Text string
}

// LabelOf is the text of a key among some; the key itself, if it is none of them.
func LabelOf(list []Labelled, name string) string {
	for _, l := range list {
		if l.Name == name {
			return l.Text
		}
	}
	return name
}

// Players says how many can play, what the seats are called in scripts and
// which field of the game holds the player whose turn it is.
type Players struct {
	From, To int
	Seats    []Ident
	Turn     Ident
	Cites    []Ident
	Pos      source.Pos
}

// Members are what the game, each player and each piece of a kind have.
type Members struct {
	Fields   []*Field
	Zones    []*Zone
	Formulas []*FormulaDecl
}

// PlayerDecl is what each player has.
type PlayerDecl struct{ Members }

// Field declares a counter, mark or printed value.
type Field struct {
	Ident
	Type     Type
	Default  *Formula // nil: 0, false or nothing
	Optional bool     // may be nothing
	Resets   Ident    // back to the default whenever that procedure begins
	Min, Max int      // legal values of a number; Ranged says whether given
	Ranged   bool
	Assumed  bool // no text prints the values of this field
	SeenBy   *SeenBy
	Cites    []Ident
	Note     string
}

// Assumes reports whether no text prints the value of the field on a card. v is nil if the card leaves
// the value out.
func (f *Field) Assumes(v *Value) bool {
	if v == nil {
		return f.Assumed
	}
	return v.Assumed || f.Assumed && !v.Given
}

// Type is a field's or a parameter's type as written: number, yes_no, player,
// place, direction, word, steps, formula, the name of a kind, or its plural for
// a list of them. Words is the list of `one_of`; By makes it a table, looked up
// by a piece of that kind or by a number.
type Type struct {
	Ident
	Words []Ident
	By    Ident
}

// Zone declares a place for pieces.
type Zone struct {
	Ident
	Names     Names
	Stack     bool   // `order: stack`; otherwise the zone has no order
	Layout    string // "", "row", "grid", "hex"
	Size      []int  // row: [n]; grid: [columns, rows]; hex: [radius]
	SeenBy    *SeenBy
	SeenRuled *Ruled[*SeenBy] // nil: SeenBy holds whatever the readings
	Face      string          // "up", "down" or "": how pieces lie unless a step says so
	Holds     []Ident
	WhenEmpty Ident         // name of the zone to reshuffle; empty: stop
	WhenRuled *Ruled[Ident] // nil: WhenEmpty holds whatever the readings
	Starts    bool          // `starts: true`: pieces of the kinds it holds begin here
	Cites     []Ident
	Note      string
}

// SeenBy says who sees what lies in a zone, or reads a field; nil says nothing of it.
type SeenBy struct {
	Sight Sight
	By    *Formula // BySome: gives a player or a list of them
}

// Sight is what `seen_by` says.
type Sight uint8

const (
	ByAll    Sight = iota
	ByOwner        // whose zone, field or piece it is
	ByOthers       // all but him
	ByNobody
	BySome // whom a formula names, for which `me` is the owner
)

// Says is who sees, if it is said.
func (s *SeenBy) Says() (sight Sight, said bool) {
	if s == nil {
		return ByAll, false
	}
	return s.Sight, true
}

// Ruled is a part of a declaration that a ruling chooses; package overlay
// settles it once the readings are known.
type Ruled[T any] struct {
	Key Ident
	By  []RuledCase[T]
}

// RuledCase is the part under one reading.
type RuledCase[T any] struct {
	Reading Ident
	Is      T
}

// Kind declares a type of piece with its cards.
type Kind struct {
	Ident
	Names  Names
	Plural string // `plural:`; default name + "s"
	Members
	Has      []*Has
	Discards Ident // the zone that `discard` brings it to
	Playing  *Procedure
	Cards    []*Card
	Draws    *Picture // of a piece on a board; nil: its name
}

// Has declares what each card of a kind brings along: steps or a formula.
type Has struct {
	Ident
	Steps   bool
	Type    Type     // of the formula
	Default *Formula // of the formula; steps default to none
}

// Picture is how a piece is drawn: lines of texts and formulas.
type Picture struct{ Lines [][]Shown }

// Shown is a part of a line: a text as it stands, or the value of a formula.
type Shown struct {
	Text   string
	Is     *Formula // nil: Text
	Signed bool     // a number that is added or taken away: "+ 2", "− 1", and nothing for 0
}

// Sentence is what a step says in one language.
type Sentence struct {
	Lang string
	*Picture
}

// Card is one card of a kind: its printed values and what it does.
type Card struct {
	Ident
	Names      Names
	Copies     int  // 0 with Data: a card without copies, one piece that lies nowhere
	Data       bool // no `copies` was written
	EachPlayer bool // so many copies for every player, who owns them
	CopiesAre  Provenance
	Values     []*Value
	Play       *Play
	Steps      []*NamedBlock // for each Has with steps
	Formulas   []*FormulaDecl
	Cites      []Ident
	Starts     Start    // where its pieces begin
	Draws      *Picture // nil: as its kind is
}

// Value is what the card writes of a field; nil: nothing.
func (c *Card) Value(field string) *Value {
	for _, v := range c.Values {
		if v.Name == field {
			return v
		}
	}
	return nil
}

// Start is the zone in which pieces begin. One that is laid out they fill place by
// place, in the order of declaration, unless their card names a place.
type Start struct {
	Ident
	AtPlace bool
	Place   int // from 0, if AtPlace
}

// Provenance says where a number comes from.
type Provenance struct {
	Assumed bool
	Cites   []Ident
}

// Value is one printed value of a card; for a table field Rows has the entries
// and Formula is nil.
type Value struct {
	Ident   // the field's name
	Formula *Formula
	Rows    []Row
	Given   bool // `given:` was written inside an assumed field
	Provenance
}

// Row is an entry of a table value.
type Row struct {
	Key   Ident
	Value *Formula
}

// Play says in which windows a card can be played, on whom, and what it needs.
type Play struct {
	In     []Ident
	From   []Ident // zones of the player; none: those of the window
	Target *Formula
	Needs  *Cond
	Pos    source.Pos
}

// NamedBlock is a list of steps under a name.
type NamedBlock struct {
	Ident
	Do *Block
}

// Procedure is named steps. Kind.Playing, a card's steps and side offers are
// procedures too.
type Procedure struct {
	Ident
	Takes    []Param
	Names    []FirstValue
	Formulas []*FormulaDecl
	Gives    []Ident
	Do       *Block
	AtEnd    *Block // nil: nothing
}

// Param is a parameter; Type.Name is empty where its uses decide.
type Param struct {
	Ident
	Type Type
}

// FirstValue is an entry of `names:`.
type FirstValue struct {
	Ident
	Value *Formula
}

// FormulaDecl is a named formula; Params is nil for one without brackets.
type FormulaDecl struct {
	Ident
	Params []Param
	Is     *Formula
}

// Window declares a moment when players may react.
type Window struct {
	Ident
	Names   Names
	Pending Ident // the procedure that opens it ("fate.playing" for a kind's)
	Asks    *Formula
	Who     *Cond
	Again   *Formula // nil: no; settled at load, so that a ruling can decide it
	AtMost  *Formula
	Must    *Formula // settled at load like Again
	From    []Ident  // zones of a player from which cards are played; none: those without an order
	Changes []Ident  // names of the pending procedure that a card may set
	Cites   []Ident
}

// SideOffer is what a player may propose beside any request.
type SideOffer struct {
	Ident
	If          *Cond    // of him who would make it
	Again       *Formula // as often as he likes beside one request; settled at load, nil: no
	ClosedIn    []Ident
	ClosedRuled *Ruled[[]Ident] // nil: ClosedIn holds whatever the readings
	Do          *Block
	Cites       []Ident
}

// Claim is an invariant: it holds after every step, or, with AtEnd, whenever
// that procedure ends.
type Claim struct {
	Ident // its words
	AtEnd Ident
	That  *Formula
	Cites []Ident
}

// Impossible is a condition, or a part of one, that comes out one way only:
// nobody can test the other.
type Impossible struct {
	Pos    source.Pos
	Is     *Formula
	Always bool  // it always holds; else it never does
	In     Ident // the procedure, formula, window or card in which it stands
	Why    string
}

// Survivor is a mutant that no scenario has to notice: in a declaration something becomes something
// else, or whatever may be made of it.
type Survivor struct {
	Pos     source.Pos
	In      Ident
	Was     string
	Becomes string
	Any     bool // no `becomes` was written
	Why     string
}

// Measure is a number collected over many matches.
type Measure struct {
	Ident
	At    string // "end" or "start"
	Of    Ident  // procedure
	How   string // "share", "mean", "count", "sum"
	Value *Formula
	By    *Formula // optional: split by this
	If    *Cond
}

// Bot is a set of preferences: for a request ("hunt.prey") or an option of one
// ("turn.hunt", "before_roll.great_storm") the worth of the option `it`.
type Bot struct {
	Ident
	Prefers []Preference
}

// Question is what a request asks, or what an option is, in the words of the game. It is called as
// bots call it; a `may` by its procedure, and its id if it has one.
type Question struct {
	Ident
	Names
	About     Names // what it means, in a sentence
	Decline   Names // of what can be declined: what that is called
	Inherited bool  // the game says so, and a variant over it may have taken out what is asked
}

// Context says what is shown of a procedure, or of a window, to whom is asked something while it is under way.
type Context struct {
	Ident // the procedure
	Cells []*Cell
}

// Cell is a labelled value.
type Cell struct {
	Ident // its label
	Is    *Formula
	If    *Cond // nil: always
	Roll  Ident // the name of a roll to come: Is is a condition, shown for each side of the die
}

// Look is how what is called so is shown: a zone, kind, card, field, seat, or a word of a field.
type Look struct {
	Ident
	Colour, Size string
	Symbol       string // a path as SVG has it, in a square of 24, or a letter or two
	Inherited    bool   // the game says so, and a variant over it may have taken out what it is of
}

// IsPath tells a symbol that is drawn from one that is written.
func (l *Look) IsPath() bool { return len(l.Symbol) > mostLetters }

// Preference gives the worth of an option.
type Preference struct {
	Ident
	Worth *Formula
}

// Ruling is a question that the texts leave open.
type Ruling struct {
	Ident
	Kind     string // rule, data, wording, settled
	Question string
	Texts    []TextReading
	Readings []Labelled
	Default  Ident
	Why      string
	Excludes []Exclusion
}

// Ruling is the ruling of a name; nil: there is none.
func (g *Game) Ruling(name string) *Ruling {
	for _, r := range g.Rulings {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// CheckBranches complains of branches of what it chooses, by their labels, that are for no reading of it,
// and of readings for which there is none.
func (r *Ruling) CheckBranches(chosen source.Pos, labels []Ident, d *source.Diagnostics) {
	names, branches := NamesOf(r.Readings), NamesOf(labels)
	for _, l := range labels {
		if l.Name != "else" && !slices.Contains(names, l.Name) {
			d.Unknown(l.Pos, l.Name, names, "ruling %s has no reading %q; it has %s", r.Name, l.Name, listed(names))
		}
	}
	for _, name := range names {
		if !slices.Contains(branches, name) && !slices.Contains(branches, "else") {
			d.Hint(chosen, "add `"+name+": …` or `else: …`", "ruling %s has no branch for its reading %q", r.Name, name)
		}
	}
}

// TextReading is what one text says on a ruling.
type TextReading struct {
	Ident   // the text
	Reading string
	Clauses []Ident
	Note    string
}

// Exclusion names a reading that cannot stand beside this ruling's reading.
type Exclusion struct {
	Ident       // reading of this ruling, may be empty for any
	With  Ident // "key=reading" of another
	Why   string
}

// Ruled tells whether a formula that asks for a reading of a ruling is answered yes
// while another, or that one, is in force. It is not known of a reading which a
// variant has added without a word of which other it is like.
func (g *Game) Ruled(key, inForce, asked string) (yes, known bool) {
	like, added := g.Likes[[2]string{key, inForce}]
	return asked == inForce || asked == like, asked == inForce || !added || like != ""
}

// Clause is one testable statement of a text.
type Clause struct {
	Ident
	Text      Ident
	Section   Ident
	Topic     string
	Normative bool
	Says      string
}

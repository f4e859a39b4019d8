package match

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// View is the table as a viewer sees it.
type View struct {
	Owners []Owner // first the table, then each player
	Signs  []Sign  // explanations of the signs in pictures
}

// Owner is the table or a player, with its fields and zones.
type Owner struct {
	Seat   int32 // negative for the table
	Name   string
	Fields []Field
	Zones  []Zone
	Choice // the option that stands for the player
	Look   Look
}

// Look is the appearance of a thing: the game declares its colour, size and symbol.
type Look struct {
	Colour, Size string
	Place        string // how pages name the places of a zone: by their piece, as the zone, or ("") by number
	Seat         string // default colour of a seat; Colour has precedence
	Symbol       string // letters, or an SVG path
	Drawn        bool   // Symbol is an SVG path
	Picture      string // an SVG path, or ""
	Back         string // the backdrop of the picture
	Rank         int    // position of a zone, from 1; zones with 0 come last
}

// Choice is the number (from 1) of the option that selects a thing, or 0. It is set only for
// the seat that is asked.
type Choice struct{ Option int }

// Field is a counter or another field.
type Field struct {
	// Text is "" for the initial value, unless the field is a number other than 0, or a word that is not small
	Key, Text string
	Is        string // the current value; "" for a yes_no that is false
	Absent    string // Text for the time when the value is the initial one again
	Look      Look
	Name      string
	Number    *int32 // the current value of a number; nil for other fields
}

// Zone is a zone with its content.
type Zone struct {
	Key, Name string
	Counted   bool    // the number of pieces is visible
	Open      bool    // all pieces are visible
	Stack     bool    // ordered, top first
	Layout    string  // row, grid or hex; "" without places
	Drawn     bool    // the zone can hold a piece that has a drawing
	Pieces    []Piece // only without places
	Cells     []Cell  // its places
	Whole     bool    // its empty places are drawn, too
	Paths     []Path  // the links of a board that the game draws
	Choice            // the option that selects the zone
	Look      Look
}

// Coord is the position of a place. X grows to the right, Y downward. Between hexagons, a step up or down is two units
// of Y, and a diagonal step is one unit of X and one of Y.
type Coord = schema.Coord

// Path links the places of a board, each with the next one.
type Path struct {
	Cells  []int // indices of Zone.Cells
	OneWay bool
}

// mostDrawn is the maximum number of places of a board whose empty places are drawn: a square of 20 by 20.
const mostDrawn = 400

// isWhole reports whether the empty places of a zone are drawn. They are for a board, and for a grid or hex that is not
// too large. They are not if the look of the zone names its places, because then the pieces make up the map, as on a
// map that is built during the match.
func isWhole(d *schema.ZoneDecl, l Look) bool {
	return d.Layout == "board" || d.Layout != "row" && d.Spreads() && d.Cells <= mostDrawn && l.Place == ""
}

// Cell is a place of a zone.
type Cell struct {
	Name   string // its name, or its number in formulas: from 0
	At     Coord
	Pieces []Piece
	Corner []Coord // for a piece whose fields name places of a map: these places
	Map    string  // the zone of these places
	Choice
}

// Piece is a piece in a zone.
type Piece struct {
	Name     string // the name of its card, or a text saying that it is unseen
	Known    bool
	Card     string  // id of its card, if that is known
	Emblem   string  // the name of the kind that its symbol stands for, or ""
	Owned    bool    // its colour is that of a player
	Owner    string  // fixed owner, unless the piece lies in front of that player
	Printed  []Value // printed values
	Tables   []Table // printed tables of words or cards; only in zones with drawings
	Level    *int    // a printed number that raises it, if one has such a look; only in zones with drawings
	Marks    []string
	FaceDown bool // set where other pieces are face up
	Look     Look
	Shows    string    // the printed value that determines its look
	Counters []Counter // numbers that it keeps, if there are several
	On       []Zone    // zones on it that hold pieces or can be chosen
	Carries  bool      // there are zones on it
	Chosen   string    // its role, if the act in progress has chosen it: "Prey"
	Text     string    // a short description
	title    string    // Text without the pieces on it
	Picture  []string  // its drawing, line by line, in zones with drawings
	Choice
}

// Value is a printed value of a piece: "food 3", or "big" for a yes_no.
type Value struct {
	Name, Text string
	Look       Look
	About      string // its meaning; set only in About
	Kept       bool   // a number that the piece keeps and that is not printed on its card; set only in About
	Meaning    string // the game's words for any value of the field, or ""
	worded     string // the value as the game words it, or ""
	field      string // the id of the field
	derived    bool   // Look is that of the value and not of its field
	of         string // the id of the word or card that is the value, or of the only key of a table; or ""
}

// Beside returns the text beside the symbol of a value. A symbol that stands for the value itself has only a number.
func (v Value) Beside() string {
	if !v.derived {
		return v.Text
	}
	number := v.Text[strings.LastIndexByte(v.Text, ' ')+1:]
	if _, err := strconv.Atoi(number); err != nil {
		return ""
	}
	return number
}

// Table is a printed table of words or cards.
type Table struct {
	Name string
	Rows []Entry
}

// Entry is a key of a table and its value.
type Entry struct {
	Key, Is  string
	Of, Look Look // of the key, and of the value
	On       bool // the key is also a printed value of the piece
}

// Counter is a number that a piece keeps.
type Counter struct {
	Name string
	Is   int32
	Most int32 // its limit; 0: none
	Look Look

	field string // the id of the field
}

// Hides reports whether the look of a field hides its value on cards.
func (l Look) Hides() bool { return l.Size == "small" || l.Size == "level" }

// Looks reports whether the game declares a look for a piece.
func (p Piece) Looks() bool { return p.Look.Colour != "" || p.Look.Symbol != "" }

// Words formats a value, in the game's own words if it has any.
func (v Value) Words() string { return cmp.Or(v.worded, strings.TrimSpace(v.Name+" "+v.Text)) }

// Worded reports whether the game has words for a value.
func (v Value) Worded() bool { return v.worded != "" }

// Len returns the number of pieces in a zone.
func (z *Zone) Len() int {
	n := len(z.Pieces)
	for _, c := range z.Cells {
		n += len(c.Pieces)
	}
	return n
}

// Mute reports whether the text of a zone says nothing about the pieces in it except that they
// exist.
func (z *Zone) Mute() bool {
	return !slices.ContainsFunc(z.Pieces, func(p Piece) bool { return p.Known || len(p.Marks) > 0 })
}

// View returns the table for a seat, for Public or for Everything. Things that asked offers are
// marked; asked is nil if the viewer is not asked.
func (t *views) View(eyes int32, asked *Question) *View {
	v := t.viewerFor(ref.Seat(eyes))
	if asked != nil && asked.r.Kind != machine.AskOption {
		v.options, v.of = map[int32]int32{}, asked.r.Type.Base
		for i, o := range asked.r.Options {
			v.options[o.Value] = int32(i) + 1
		}
	}
	if asked != nil {
		v.noteChosen()
	}
	out := &View{Owners: []Owner{
		{Seat: -1, Name: v.Names.T("table"), Fields: v.fields(schema.OfGame, 0), Zones: v.zones(schema.Nothing)}}}
	for seat := range t.m.Env.World.Players() {
		v.before = seat
		out.Owners = append(out.Owners, Owner{
			Seat: int32(seat), Name: v.Names.Seat(int32(seat)), Fields: v.fields(schema.OfPlayer, seat),
			Zones:  v.zones(seat),
			Choice: v.choice(schema.Player, int32(seat)), Look: v.looks[v.ids[seat]],
		})
	}
	out.Signs = v.legend
	return out
}

// fewCounters is the number of counters up to which a piece names only those that have changed, as marks.
const fewCounters = 2

// Texts returns the short descriptions of pieces.
func Texts(pieces []Piece) (out []string) {
	for _, p := range pieces {
		out = append(out, p.Text)
	}
	return out
}

// Card is a card of which the viewer knows a piece and its zone, or a card without a known
// piece.
type Card struct{ Name, Zone, Printed string }

// Cards returns the cards for a viewer: those with known pieces, equal ones once per zone, then
// all others.
func (t *views) Cards(eyes int32) (out []Card) {
	v := t.viewerFor(ref.Seat(eyes))
	known := map[ref.Card]bool{}
	for p, info := range v.Names.P.Pieces {
		z := v.m.Env.World.In(ref.Piece(p))
		if z <= 0 || !v.knows(ref.Piece(p)) {
			continue
		}
		known[info.Card] = true
		if c := (Card{Name: v.Piece(ref.Piece(p)), Zone: v.Zone(z),
			Printed: joinValues(v.printed(ref.Piece(p)))}); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	for i, c := range v.Names.P.Cards {
		if !known[ref.Card(i)] && c.N > 0 {
			out = append(out, Card{Name: t.Names.Card(c), Printed: joinValues(v.printed(ref.Piece(c.First)))})
		}
	}
	return out
}

package syntax

import (
	"slices"
	"strconv"

	"moraine/interpreter/source"
)

// Version is the version of the language that this interpreter reads.
const Version = 1

// Ident is a name with its position.
type Ident struct {
	Name string
	Pos  source.Pos
}

// Clauses are the clauses that a part of the rules cites.
type Clauses []Ident

// Game is the tree of all files of one game. Lists are in the order of the files (sorted by
// path) and of their lines.
type Game struct {
	Language int     `yaml:"language,once"`
	ID       Ident   `yaml:"game,once"`
	Names    Names   `yaml:"names,once"`
	About    string  `yaml:"about,once"`
	Players  Players `yaml:"players,once"`
	// players keep the knowledge of pieces that they have seen
	Remember bool `yaml:"remember,once"`
	// players play a boxed game beside the page, and enter its events
	Companion bool       `yaml:"companion,once"`
	Minutes   int        `yaml:"minutes,once"`                           // the length of a match
	Weight    string     `yaml:"weight,once" words:"light|medium|heavy"` // how much there is to learn
	Start     Ident      `yaml:"start,once" ref:"procedure"`
	Search    Ident      `yaml:"search,once" ref:"bot"` // the bot that plays the trials of searches
	Learned   []*Learned `yaml:"learned" unique:"a set of learned values"`
	Additions
	Kinds    []*Kind
	Survives []*Survivor `yaml:"survives"`
	// for a ruling and a reading added by a variant: the existing reading as which `ruled` treats it; "" if the variant
	// does not say
	Likes  map[[2]string]string
	Header *source.Node // the document with the key `language`
}

// Additions are the declarations that a variant may add or replace.
type Additions struct {
	Texts      []Labelled `yaml:"texts" unique:"a text" decl:"text"` // the rule texts to which clauses belong
	Sections   []Labelled `yaml:"sections,section" unique:"a section" decl:"section"`
	Members    `unique:"a field, zone or formula of the game"`
	Player     PlayerDecl    `yaml:"player"`
	Procedures []*Procedure  `yaml:"procedures" unique:"a procedure"`
	Windows    []*Window     `yaml:"windows" unique:"a window"`
	SideOffers []*SideOffer  `yaml:"side_offers" unique:"a procedure"`
	Invariants []*Claim      `yaml:"invariants" unique:"an invariant"`
	Impossible []*Impossible `yaml:"impossible"`
	Measures   []*Measure    `yaml:"measures" unique:"a measure"`
	Bots       []*Bot        `yaml:"bots" unique:"a bot"`
	Asks       []*Question   `yaml:"asks" unique:"a question"` // the texts of requests and options
	Contexts   []*Context    `yaml:"context" unique:"a context"`
	Endings    []*Finale     `yaml:"ending" unique:"an ending"`
	Looks      []*Look       `yaml:"looks" unique:"a look"`
	Rulings    []*Ruling     `yaml:"rulings" unique:"a ruling"`
	Clauses    []*Clause     `yaml:"clauses" unique:"a clause"`
}

// Names has the names of a thing by language code ("en", "de", …).
type Names map[string]string

// Labelled is a key with a line of text.
type Labelled struct {
	Ident `yaml:",key"`
	Text  string `yaml:",value"`
}

// LabelOf returns the text of a key, or the key itself if the list has no text for it.
func LabelOf(list []Labelled, name string) string {
	for _, l := range list {
		if l.Name == name {
			return l.Text
		}
	}
	return name
}

// Members are fields, zones and formulas: of the game, of each player, or of each piece of a
// kind.
type Members struct {
	Fields   []*Field       `yaml:"fields"`
	Zones    []*Zone        `yaml:"zones"`
	Formulas []*FormulaDecl `yaml:"formulas"`
}

// PlayerDecl declares the members of each player.
type PlayerDecl struct {
	Members `unique:"a field, zone or formula of the players" what:"'player'"`
}

// Players declares the number of players, the names of the seats in scripts, and the game's
// field that holds the player whose turn it is.
type Players struct {
	Seats []Ident `yaml:"seats,required" what:"'players'" decl:"seat"`
	Turn  Ident   `yaml:"turn" ref:"field"`
	Cites Clauses `yaml:"cites"`
	From  int     `yaml:"from,required"`
	To    int     `yaml:"to,required"`
	Pos   source.Pos
}

// maxPlayers is the maximum number of seats in the state of a match.
const maxPlayers = 30

func (p *Players) check(m *Fields) {
	for _, seat := range p.Seats {
		m.seen.first("a seat", seat, m.Diags)
		checkReserved(checkScenarioWord(seat, m.Diags), m.Diags)
	}
	_, isFrom := m.Int("from")
	_, isTo := m.Int("to")
	switch {
	case !isFrom || !isTo:
	case p.To > maxPlayers:
		m.complain("the maximum number of players is %d, not %d", maxPlayers, p.To)
	case p.From < 1 || p.From > p.To:
		m.complain("the range from %d to %d is not a valid number of players", p.From, p.To)
	case len(p.Seats) != p.To:
		m.complain("%d players need %[1]d seats, but the game has %[2]d", p.To, len(p.Seats))
	}
}

// Decode decodes the files of one game, sorted by name, as one tree. It reports all errors. The
// tree contains all valid parts, so that later stages find more errors in the same run.
func Decode(docs []*source.Node) (*Game, source.Diagnostics) {
	var d source.Diagnostics
	g, seen := &Game{}, register{}
	if !speaksOurLanguage(docs, &d) {
		return g, d
	}
	for _, n := range docs {
		if n != nil {
			m := OpenMap(n, &d, "a file of a game")
			m.seen, m.more = seen, "variants belong in variants/GAME, and scenarios in scenarios/GAME"
			g.file(m)
		}
	}
	if !slices.Contains(docs, nil) { // an unreadable file may contain the missing header
		g.needHeader(docs, seen, &d)
	}
	return g, d
}

// speaksOurLanguage reports whether no file declares another version of the language. If one
// does, other errors are not reported, because they could be misleading.
func speaksOurLanguage(docs []*source.Node, d *source.Diagnostics) bool {
	for _, doc := range docs {
		if n := doc.Get("language"); n != nil && n.Tag == source.Int && n.Value != strconv.Itoa(Version) {
			d.Add(n.Pos, "the game uses language %[2]s, but this interpreter supports language %[1]d", Version, n.Value)
			return false
		}
	}
	return true
}

// file decodes one file. In the file of a kind, `names`, `fields`, `zones` and `formulas`
// belong to the kind.
func (g *Game) file(m *Fields) {
	var ofKind *shape
	if m.Has("kind") {
		k := &Kind{}
		m.fill(k, nil)
		if m.seen.first("a kind", k.Ident, m.Diags) {
			g.Kinds = append(g.Kinds, k)
		}
		ofKind = shapeFor(kindType)
	} else {
		refuseKindKeys(m)
	}
	if m.Has("language") && g.Header == nil {
		g.Header = m.Node
	}
	m.fill(g, ofKind)
	if n := m.Take("minutes"); n != nil && source.IsNumber(n.Value) && (g.Minutes < 1 || g.Minutes > mostMinutes) {
		m.Diags.Add(n.Pos, "a match takes from 1 to %d minutes, not %s", mostMinutes, n.Value)
	}
	m.Close()
}

// mostMinutes is about a week.
const mostMinutes = 10_000

// needHeader reports required keys of the header that no file has.
func (g *Game) needHeader(docs []*source.Node, seen register, d *source.Diagnostics) {
	if g.Header == nil {
		var at source.Pos
		if len(docs) > 0 {
			at = docs[0].Pos
		}
		d.Hint(at, "one file must have the lines `language: "+strconv.Itoa(Version)+"` and `game: NAME`",
			"no file of this game has a `language`")
		return
	}
	for _, key := range []string{"game", "players", "start"} {
		if _, found := seen[key]; !found {
			d.Add(g.Header.Pos, "the game has no %q", key)
		}
	}
}

// Ruling returns the ruling with a name, or nil.
func (g *Game) Ruling(name string) *Ruling {
	for _, r := range g.Rulings {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// Ruled reports whether `ruled(key, asked)` is true while the reading inForce is in force: it
// is asked itself, or a reading that a variant has added and declared to be like asked. known
// is false if the variant declares nothing.
func (g *Game) Ruled(key, inForce, asked string) (yes, known bool) {
	like, added := g.Likes[[2]string{key, inForce}]
	return asked == inForce || asked == like, asked == inForce || !added || like != ""
}

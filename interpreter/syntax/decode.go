package syntax

import (
	"slices"
	"strconv"

	"moraine/interpreter/source"
)

// Decode reads the files of one game, sorted by name, as one tree. It reports all errors; the tree
// holds all that could be read, so that later stages find more errors in the same run.
func Decode(docs []*source.Node) (*Game, source.Diagnostics) {
	var d source.Diagnostics
	g := &gameDecoder{Game: &Game{}, Diags: &d, seen: register{}}
	if !g.speaksOurLanguage(docs) {
		return g.Game, d
	}
	for _, n := range docs {
		if n != nil {
			m := OpenMap(n, &d, "a file of a game")
			m.more = "a variant is a file under variants/GAME, and scenarios stand under scenarios/GAME"
			g.file(m)
		}
	}
	if !slices.Contains(docs, nil) { // or what is missing may stand in a file that could not be read
		g.needHeader(docs)
	}
	return g.Game, d
}

// gameDecoder is a game while its files are read.
type gameDecoder struct {
	*Game
	Diags *source.Diagnostics
	seen  register
}

// speaksOurLanguage refuses a game written in another language than this one:
// whatever else could be said of it would mislead.
func (g *gameDecoder) speaksOurLanguage(docs []*source.Node) bool {
	for _, doc := range docs {
		if n := doc.Get("language"); n != nil && n.Tag == source.Int && n.Value != strconv.Itoa(Version) {
			g.Diags.Add(n.Pos, "this interpreter reads language %d; the game says %s", Version, n.Value)
			return false
		}
	}
	return true
}

// file reads one file. In the file of a kind, `names`, `fields`, `zones` and
// `formulas` are the kind's.
func (g *gameDecoder) file(m *Fields) {
	g.header(m)
	if m.Has("kind") {
		if k := decodeKind(m, g.seen); g.seen.first("a kind", k.Ident, g.Diags) {
			g.Kinds = append(g.Kinds, k)
		}
	} else {
		if g.once(m, "names") {
			g.Names = m.Names()
		}
		g.Members.decode(g.seen, ofGame, m)
		refuseKindKeys(m)
	}
	for _, n := range Items(m.Take("survives"), g.Diags, "what survives") {
		g.Survives = append(g.Survives, decodeSurvivor(n, g.Diags))
	}
	g.rules(m)
	m.Close()
}

// DecodeAdditions reads from an open map all that a file may say which neither
// declares a kind nor heads a game. Other keys are left to the caller, so that
// a variant can carry declarations of its own.
func DecodeAdditions(m *Fields) *Game {
	g := &gameDecoder{Game: &Game{}, Diags: m.Diags, seen: register{}}
	g.labels(m)
	g.Members.decode(g.seen, ofGame, m)
	g.rules(m)
	return g.Game
}

// header reads what identifies the game.
func (g *gameDecoder) header(m *Fields) {
	if g.once(m, "language") {
		g.Language, _ = m.Int("language")
		g.Header = m.Node
	}
	if g.once(m, "game") {
		g.ID = m.Ident("game")
	}
	if g.once(m, "about") {
		g.About = m.Text("about")
	}
	if g.once(m, "players") {
		g.Players = decodePlayers(m.Take("players"), g.Diags)
		for _, seat := range g.Players.Seats {
			g.seen.first("a seat", seat, g.Diags)
			free(sayable(seat, g.Diags), g.Diags)
		}
	}
	if g.once(m, "remember") {
		g.Remember = m.Bool("remember")
	}
	if g.once(m, "start") {
		g.Start = m.Ident("start")
	}
	g.labels(m)
}

// labels reads what texts, and their sections, are called.
func (g *gameDecoder) labels(m *Fields) {
	g.Texts = append(g.Texts, collect(g.seen, "a text", m, "texts", labelled(plainName))...)
	g.Sections = append(g.Sections, collect(g.seen, "a section", m, "sections", labelled(sectionName))...)
}

// once tells whether a file has a key that only one file may have, and it is
// the first.
func (g *gameDecoder) once(m *Fields, key string) bool {
	n := m.Take(key)
	if n == nil {
		return false
	}
	if first, found := g.seen[key]; found {
		g.Diags.Hint(n.Pos, "the first is at "+first.String(), "a game has one %q", key)
		return false
	}
	g.seen[key] = n.Pos
	return true
}

// needHeader complains about what every game must say of itself.
func (g *gameDecoder) needHeader(docs []*source.Node) {
	if g.Header == nil {
		var at source.Pos
		if len(docs) > 0 {
			at = docs[0].Pos
		}
		g.Diags.Hint(at, "one file has the lines `language: "+strconv.Itoa(Version)+"` and `game: NAME`", "no file of this game says its language")
		return
	}
	for _, key := range []string{"game", "players", "start"} {
		if _, found := g.seen[key]; !found {
			g.Diags.Add(g.Header.Pos, "the game has no %q", key)
		}
	}
}

// What the members of something are called, of which no two have one name.
const (
	ofGame    = "a field, zone or formula of the game"
	ofPlayers = "a field, zone or formula of the players"
	ofKind    = "a field, zone or formula of this kind"
)

func (of *Members) decode(r register, what string, m *Fields) {
	of.Fields = append(of.Fields, collect(r, what, m, "fields", decodeField)...)
	of.Zones = append(of.Zones, collect(r, what, m, "zones", decodeZone)...)
	of.Formulas = append(of.Formulas, collect(r, what, m, "formulas", decodeFormulaDecl)...)
}

// rules reads what any file may have.
func (g *gameDecoder) rules(m *Fields) {
	if n := m.Take("player"); n != nil {
		player := OpenMap(n, g.Diags, "`player`")
		g.Player.decode(g.seen, ofPlayers, player)
		player.Close()
	}
	g.Procedures = append(g.Procedures, collect(g.seen, "a procedure", m, "procedures", decodeProcedure)...)
	g.Windows = append(g.Windows, collect(g.seen, "a window", m, "windows", decodeWindow)...)
	g.SideOffers = append(g.SideOffers, collect(g.seen, "a procedure", m, "side_offers", decodeSideOffer)...)
	g.Invariants = append(g.Invariants, collect(g.seen, "an invariant", m, "invariants", decodeClaim)...)
	for _, n := range Items(m.Take("impossible"), g.Diags, "what is impossible") {
		g.Impossible = append(g.Impossible, decodeImpossible(n, g.Diags))
	}
	g.Measures = append(g.Measures, collect(g.seen, "a measure", m, "measures", decodeMeasure)...)
	g.Bots = append(g.Bots, collect(g.seen, "a bot", m, "bots", decodeBot)...)
	g.Asks = append(g.Asks, collect(g.seen, "a question", m, "asks", decodeQuestion)...)
	g.Contexts = append(g.Contexts, collect(g.seen, "a context", m, "context", decodeContext)...)
	g.Looks = append(g.Looks, collect(g.seen, "a look", m, "looks", decodeLook)...)
	g.Rulings = append(g.Rulings, collect(g.seen, "a ruling", m, "rulings", decodeRuling)...)
	g.Clauses = append(g.Clauses, collect(g.seen, "a clause", m, "clauses", decodeClause)...)
}

// maxPlayers is how many seats the state of a match has room for.
const maxPlayers = 30

func decodePlayers(n *source.Node, d *source.Diagnostics) Players {
	m := OpenMap(n, d, "`players`")
	p := Players{Seats: m.Idents("seats"), Turn: m.Ident("turn"), Cites: m.Cites(), Pos: n.Pos}
	var isFrom, isTo bool
	p.From, isFrom = m.Int("from")
	p.To, isTo = m.Int("to")
	m.Close()
	switch {
	case !isFrom || !isTo:
	case p.To > maxPlayers:
		m.complain("at most %d can play, not %d", maxPlayers, p.To)
	case p.From < 1 || p.From > p.To:
		m.complain("from %d to %d players is not a number of players", p.From, p.To)
	case len(p.Seats) != p.To:
		m.complain("up to %d players need as many seats; there are %d", p.To, len(p.Seats))
	}
	return p
}

func labelled(rule nameRule) decodeOne[Labelled] {
	return func(key, val *source.Node, d *source.Diagnostics) Labelled {
		return Labelled{ident(key, d, rule), text(val, d)}
	}
}

// Package words names the things of a game in a language: cards, zones, players, lists of
// pieces and clauses. It also translates the program's own messages to players and wraps
// text for a terminal.
package words

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// Names returns the names of the things of a game in a language. If the game has no name in
// that language, it uses the English name, or else the identifier.
type Names struct {
	P      *program.Program
	Lang   string
	People []string // names of players by seat; "" for the name of the seat
	Page   bool     // for a page: a place is named by its piece if the game declares so, and −1 has a true minus sign
	Reader int32    // the number, from 1, of the seat that is called "you"; 0: none
}

// For returns the names for a viewer: a page calls the seat of its reader "you".
func (n Names) For(eyes int32) Names {
	if n.Reader = 0; n.Page && eyes >= 0 {
		n.Reader = eyes + 1
	}
	return n
}

// Languages returns the languages in which a game names its cards, sorted.
func Languages(p *program.Program) []string {
	seen := map[string]bool{}
	for _, c := range p.Cards {
		for lang := range c.Names {
			seen[lang] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Named returns the name for the language of the match. If names is empty, it uses the entry of
// id under the game's `asks`.
func (n Names) Named(names syntax.Names, id string) string {
	if s := names[n.Lang]; s != "" {
		return s
	}
	asks := n.asks(id)
	return cmp.Or(asks[n.Lang], names["en"], asks["en"], Plain(id))
}

// Phrase returns the name of a field, an option, a word or a condition.
func (n Names) Phrase(id string) string { return n.Named(nil, id) }

// Procedure returns the name of a procedure. It looks up the name in title case, because a
// question may use the plain name.
func (n Names) Procedure(name string) string { return n.Phrase(Title(Plain(name))) }

// asks returns the texts of an entry under `asks`, by language.
func (n Names) asks(name string) syntax.Names {
	if q := n.question(name); q != nil {
		return q.Names
	}
	return nil
}

// question returns the entry of a name under `asks`, or nil.
func (n Names) question(name string) *syntax.Question {
	if n.P == nil { // the game is not loaded
		return nil
	}
	for _, q := range n.P.Game.Asks {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// About returns the game's explanation of the first of the given names that has one, or "".
func (n Names) About(names ...string) string {
	for _, name := range names {
		if q := n.question(name); q != nil && len(q.About) > 0 {
			return cmp.Or(q.About[n.Lang], q.About["en"])
		}
	}
	return ""
}

// FaceDown returns the remark that a piece of a kind lies face down, in a zone where others lie face up. The game may
// have a word of its own for it.
func (n Names) FaceDown(kind string) string {
	if name := kind + ".face_down"; n.Page && n.question(name) != nil {
		return n.Phrase(name)
	}
	return n.T("face down")
}

// Decline returns the game's text for declining a request or an option, or "".
func (n Names) Decline(name string) string {
	if q := n.question(name); q != nil {
		return cmp.Or(q.Decline[n.Lang], q.Decline["en"])
	}
	return ""
}

// Stage returns the short name of a request, window or roll among the stages of its procedure,
// or "".
func (n Names) Stage(name string) string {
	if q := n.question(name); q != nil {
		return cmp.Or(q.Stage[n.Lang], q.Stage["en"])
	}
	return ""
}

// InWords returns a printed value as the game words the first of the given names that has words for it, or "".
func (n Names) InWords(value string, names ...string) string {
	for _, name := range names {
		if q := n.question(name); q != nil && len(q.Value) > 0 {
			return strings.ReplaceAll(cmp.Or(q.Value[n.Lang], q.Value["en"]), "{}", value)
		}
	}
	return ""
}

// Then returns the game's sentence about the consequence of an option, or of declining a request, or "".
func (n Names) Then(name string) string {
	if q := n.question(name); q != nil {
		return cmp.Or(q.Then[n.Lang], q.Then["en"])
	}
	return ""
}

// Plain returns an identifier with blanks instead of underscores.
func Plain(id string) string { return strings.ReplaceAll(id, "_", " ") }

// articles are the articles of the languages in which games name their cards.
var articles = []string{"the ", "a ", "an ", "der ", "die ", "das ", "ein ", "eine ", "le ", "la ", "les ", "l'", "l’",
	"un ", "une ", "des "}

// WithoutArticle returns a name without its article, for sorting: "Das Raubtier" is sorted as
// Raubtier.
func WithoutArticle(name string) string {
	for _, article := range articles {
		if len(name) > len(article) && strings.EqualFold(name[:len(article)], article) {
			return name[len(article):]
		}
	}
	return name
}

// Title returns s with a capital first letter.
func Title(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// Seat returns the name of the player of a seat, or of the seat itself if the player has no name. It returns "Chance"
// for other numbers.
func (n Names) Seat(i int32) string {
	if i < 0 || int(i) >= len(n.P.Seats) {
		return n.T("Chance")
	}
	if i == n.Reader-1 {
		return n.T("you")
	}
	if int(i) < len(n.People) && n.People[i] != "" {
		return n.People[i]
	}
	return Title(n.Phrase(n.P.Seats[i]))
}

// Of formats a possession: "Ann's supply".
func (n Names) Of(owner, thing string) string { return n.T("%s's %s", owner, thing) }

// Card, Piece, Kind and Decl return the name of a card, of a piece's card, of a kind, and of a
// zone without its owner.
func (n Names) Card(c *schema.Card) string     { return n.Named(c.Names, c.Name) }
func (n Names) Piece(p int32) string           { return n.Card(n.P.Cards[n.P.Pieces[p].Card]) }
func (n Names) Kind(k *schema.Kind) string     { return n.Named(k.Kind.Names, k.Name) }
func (n Names) Decl(d *schema.ZoneDecl) string { return n.Named(d.Names, d.Name) }

// Zone returns the name of a zone with its owner; a place also has its name, or its number in
// formulas: "market", "Ann's supply", "row 2".
func (n Names) Zone(z int32) string {
	info := &n.P.Schema.Zones[z]
	name := n.Decl(info.Decl)
	if info.Decl.Spreads() {
		name += " " + info.Decl.CellName(info.Cell)
	}
	switch {
	case info.Seat != schema.Nothing:
		return n.Of(n.Seat(int32(info.Seat)), name)
	case info.Piece != schema.Nothing:
		return n.T("%s of %s", name, n.Piece(int32(info.Piece)))
	}
	return name
}

// RequestText returns the game's text for a request or an option, or "".
func (n Names) RequestText(name string) string {
	if names := n.asks(name); names != nil {
		return n.Named(names, "")
	}
	return ""
}

// Option returns the name of an option of a request.
func (n Names) Option(request, option string) string {
	owner, _, _ := strings.Cut(request, ".")
	if asked := n.RequestText(owner + "." + option); asked != "" {
		return asked
	}
	return n.Phrase(option)
}

// Window returns the name of a window.
func (n Names) Window(name string) string {
	for _, w := range n.P.Game.Windows {
		if w.Name == name {
			return n.Named(w.Names, name)
		}
	}
	return n.Phrase(name)
}

// Measure returns the name of a measure. Measures that the game does not declare, such as wins by
// seat, are the program's own.
func (n Names) Measure(name string) string {
	if n.P != nil && slices.ContainsFunc(n.P.Measures, func(m *program.Measure) bool { return m.Name == name }) {
		return n.Phrase(name)
	}
	return n.T(name)
}

// Value returns the name of a value of a type.
func (n Names) Value(t schema.Type, v int32) string {
	if v == schema.Nothing {
		return n.T("nothing")
	}
	switch t.Base {
	case schema.YesNo:
		if v == 1 {
			return n.T("yes")
		}
		return n.T("no")
	case schema.Word:
		return n.Phrase(n.P.Symbols.Text(ref.Word(v)))
	case schema.Player:
		return n.Seat(v)
	case schema.Piece:
		return n.Piece(v)
	case schema.Zone:
		return n.Zone(v)
	}
	return n.Number(v)
}

// Number formats a number.
func (n Names) Number(v int32) string {
	if n.Page && v < 0 {
		return "−" + strconv.Itoa(-int(v))
	}
	return strconv.Itoa(int(v))
}

// Many formats a number of things in English: "1 player", "2 players".
func Many(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Count returns a name with a count other than 1: "Hare ×2".
func Count(name string, k int) string {
	if k == 1 {
		return name
	}
	return fmt.Sprintf("%s ×%d", name, k)
}

// Join lists distinct names in order of first occurrence, with their counts: "Hare ×2, Wolf".
func Join(names []string) string {
	order, counts := Counted(names)
	for i, s := range order {
		order[i] = Count(s, counts[s])
	}
	return strings.Join(order, ", ")
}

// Counted returns the distinct names in order of first occurrence, and the count of each.
func Counted(names []string) (order []string, counts map[string]int) {
	counts = map[string]int{}
	for _, s := range names {
		if counts[s]++; counts[s] == 1 {
			order = append(order, s)
		}
	}
	return order, counts
}

// And joins names: "Ann, Bob and Cid".
func (n Names) And(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return n.T("%s and %s", strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
}

// Provenance formats the origin of a value as a suffix: " (assumed)", " (given by E-1)" or "".
func (n Names) Provenance(p syntax.Provenance) string {
	switch {
	case p.Assumed:
		return n.T(" (assumed)")
	case len(p.Cites) > 0:
		return n.T(" (given by %s)", Cites(p.Cites))
	}
	return ""
}

// Cites joins clause ids with commas.
func Cites(ids []syntax.Ident) string {
	out := syntax.NamesOf(ids)
	return strings.Join(out, ", ")
}

// Game returns the name of the game.
func (n Names) Game() string { return n.Named(n.P.Schema.Game.Names, n.P.Schema.Game.ID.Name) }

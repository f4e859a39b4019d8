// Package words puts the things of a game into words: what cards, zones and
// players are called in a language, lists of pieces, clauses, and text that
// fits a terminal.
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
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// Names says what things are called. Where a game has no name in the language
// asked for, the English one serves, and then the identifier itself.
type Names struct {
	P    *program.Program
	Lang string
}

// Languages lists the languages in which the game names its cards.
func Languages(p *program.Program) []string {
	seen := map[string]bool{}
	for _, c := range p.Cards {
		for lang := range c.Names {
			seen[lang] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Named is what something with these names is called; where it has none in the language of the
// match, the game may say it under `asks`.
func (n Names) Named(names syntax.Names, id string) string {
	if s := names[n.Lang]; s != "" {
		return s
	}
	said := n.asks(id)
	return cmp.Or(said[n.Lang], names["en"], said["en"], Plain(id))
}

// Phrase is what the game calls a field, an option, a word, a condition.
func (n Names) Phrase(id string) string { return n.Named(nil, id) }

// Procedure is what the game calls a procedure, as a title: a question may have its bare name.
func (n Names) Procedure(name string) string { return n.Phrase(Title(Plain(name))) }

// asks is what the game says in place of a name, by language.
func (n Names) asks(name string) syntax.Names {
	if q := n.question(name); q != nil {
		return q.Names
	}
	return nil
}

// question returns the entry of a name under `asks`; nil if there is none.
func (n Names) question(name string) *syntax.Question {
	if n.P == nil { // the names of a game that is not loaded
		return nil
	}
	for _, q := range n.P.Game.Asks {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// About returns what the game says that the first of some names means which it explains; "" if it explains none.
func (n Names) About(names ...string) string {
	for _, name := range names {
		if q := n.question(name); q != nil && len(q.About) > 0 {
			return cmp.Or(q.About[n.Lang], q.About["en"])
		}
	}
	return ""
}

// Decline returns what it is called to decline a request, or an option of it; "" if the game gives no name.
func (n Names) Decline(name string) string {
	if q := n.question(name); q != nil {
		return cmp.Or(q.Decline[n.Lang], q.Decline["en"])
	}
	return ""
}

// Plain is an identifier as a person would say it.
func Plain(id string) string { return strings.ReplaceAll(id, "_", " ") }

// articles are those of the languages in which games name their cards.
var articles = []string{"the ", "a ", "an ", "der ", "die ", "das ", "ein ", "eine ", "le ", "la ", "les ", "l'", "l’", "un ", "une ", "des "}

// WithoutArticle is a name as people look for it: "Das Raubtier" under Raubtier.
func WithoutArticle(name string) string {
	for _, article := range articles {
		if len(name) > len(article) && strings.EqualFold(name[:len(article)], article) {
			return name[len(article):]
		}
	}
	return name
}

// Title is s with a capital at its head.
func Title(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// Seat is the player of a seat; Chance is chance.
func (n Names) Seat(i int32) string {
	if i < 0 || int(i) >= len(n.P.Seats) {
		return n.T("Chance")
	}
	return Title(n.Phrase(n.P.Seats[i]))
}

// Of is something of somebody: "Ann's supply".
func (n Names) Of(owner, what string) string { return n.T("%s's %s", owner, what) }

// Card is a card, Piece the card of which a piece is one, Kind a kind.
func (n Names) Card(c *schema.Card) string     { return n.Named(c.Names, c.Name) }
func (n Names) Piece(p int32) string           { return n.Card(n.P.Cards[n.P.Pieces[p].Card]) }
func (n Names) Kind(k *schema.Kind) string     { return n.Named(k.Kind.Names, k.Name) }
func (n Names) Decl(d *schema.ZoneDecl) string { return n.Named(d.Names, d.Name) }

// Zone is a zone and whose it is: "market", "Ann's supply".
func (n Names) Zone(z int32) string {
	info := &n.P.Schema.Zones[z]
	name := n.Decl(info.Decl)
	if info.Decl.Layout != "" {
		name += " " + strconv.Itoa(int(info.Cell)+1)
	}
	switch {
	case info.Seat != schema.Nothing:
		return n.Of(n.Seat(info.Seat), name)
	case info.Piece != schema.Nothing:
		return n.T("%s of %s", name, n.Piece(info.Piece))
	}
	return name
}

// Asked is a request or an option in the words of the game; "" if it has none.
func (n Names) Asked(name string) string {
	if names := n.asks(name); names != nil {
		return n.Named(names, "")
	}
	return ""
}

// Option is an option of a request, in the words of the game if it has any.
func (n Names) Option(request, option string) string {
	owner, _, _ := strings.Cut(request, ".")
	if asked := n.Asked(owner + "." + option); asked != "" {
		return asked
	}
	return n.Phrase(option)
}

// Window is a window's name.
func (n Names) Window(name string) string {
	for _, w := range n.P.Game.Windows {
		if w.Name == name {
			return n.Named(w.Names, name)
		}
	}
	return n.Phrase(name)
}

// Value is a value of a type.
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
		return n.Phrase(n.P.Text(v))
	case schema.Player:
		return n.Seat(v)
	case schema.Piece:
		return n.Piece(v)
	case schema.Zone:
		return n.Zone(v)
	}
	return strconv.Itoa(int(v))
}

// Many is a number of things: "1 player", "2 players".
func Many(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// Count is a name so many times over: "Hare ×2".
func Count(name string, k int) string {
	if k == 1 {
		return name
	}
	return fmt.Sprintf("%s ×%d", name, k)
}

// Join lists names, equal ones counted, in the order in which they first come.
func Join(names []string) string {
	order, often := Counted(names)
	for i, s := range order {
		order[i] = Count(s, often[s])
	}
	return strings.Join(order, ", ")
}

// Counted are different names in the order in which they first come, and how often each does.
func Counted(names []string) (order []string, often map[string]int) {
	often = map[string]int{}
	for _, s := range names {
		if often[s]++; often[s] == 1 {
			order = append(order, s)
		}
	}
	return order, often
}

// And joins names as a sentence does: "Ann, Bob and Cid".
func (n Names) And(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return n.T("%s and %s", strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
}

// Provenance says where a number comes from, if that is worth saying.
func (n Names) Provenance(p syntax.Provenance) string {
	switch {
	case p.Assumed:
		return n.T(" (assumed)")
	case len(p.Cites) > 0:
		return n.T(" (given by %s)", Cites(p.Cites))
	}
	return ""
}

// Cites lists clause ids; "" for none.
func Cites(ids []syntax.Ident) string {
	out := syntax.NamesOf(ids)
	return strings.Join(out, ", ")
}

// Game is what the game itself is called.
func (n Names) Game() string { return n.Named(n.P.Schema.Game.Names, n.P.Schema.Game.ID.Name) }

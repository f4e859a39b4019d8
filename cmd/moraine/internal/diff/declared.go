package diff

import (
	"fmt"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/printer"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Line is a line of a printed rule with its position.
type Line = printer.Line

// writer prints the rules of a configuration.
type writer struct {
	*interpreter.Game
	*printer.Printer
	words words.Names
}

func newWriter(g *interpreter.Game, lang string) *writer {
	return &writer{words: g.Names(lang), Game: g, Printer: printer.New(g.Docs, g.Readings(), g.Ruled)}
}

// place returns a position as FILE:LINE.
func place(p source.Pos) string {
	if p.File == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File.Name, p.Line)
}

// declaration is a printed declaration of a game.
type declaration struct {
	what, name string
	at         string
	lines      []Line
}

// declared returns all declarations of the game except cards.
func (w *writer) declared() []declaration {
	var out []declaration
	for _, d := range syntax.Declarations(w.Syntax) {
		name := d.Name
		if d.Of != "" {
			name = d.Of + "." + name
		}
		w.Take()
		switch x := d.Tree.(type) {
		case *syntax.Procedure:
			w.procedure(x)
		case *syntax.Kind:
			w.Keys(w.file("kind", d.Name), "plural", "each_has", "starts", "discards")
		case *syntax.Game:
			w.Keys(w.file("game", d.Name), "players", "start")
		case *syntax.Bot:
			w.bot(x)
		case *syntax.Ruling:
			w.Keys(w.Value(d.Pos), "kind", "question", "excludes")
			w.Pairs("reading ", w.Value(d.Pos).Get("readings"))
		default:
			w.Whole(d.Pos)
		}
		out = append(out, declaration{what: d.What, name: name, at: place(d.Pos), lines: w.Take()})
	}
	return out
}

// file returns the root of the file of a kind, or of the game.
func (w *writer) file(key, name string) *source.Node {
	for _, doc := range slices.Backward(w.Docs) {
		if n := doc.Get(key); n != nil && n.Value == name {
			return doc
		}
	}
	return nil
}

// bot prints a bot from the syntax tree, which includes lines added by variants.
func (w *writer) bot(b *syntax.Bot) {
	for _, l := range b.Prefers {
		w.KeyLine(l.Pos, l.Name+": "+w.Flow(l.Worth.Node))
	}
}

// procedure prints a procedure: parameters and declarations, then the steps in the syntax tree, which include steps
// that variants have added.
func (w *writer) procedure(p *syntax.Procedure) {
	n := w.Value(p.Pos)
	w.Keys(n, "takes", "gives")
	w.Pairs("name ", n.Get("names"))
	w.Pairs("formula ", n.Get("formulas"))
	w.Block(p.Do)
	if p.AtEnd != nil {
		w.Line(p.AtEnd.Pos, "at the end, also after a stop:")
		w.Indent(func() { w.Block(p.AtEnd) })
	}
}

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

// Line is a line of a rule as it is in force, and where it stands.
type Line = printer.Line

// writer writes the rules of a game out as they are in force.
type writer struct {
	*interpreter.Game
	*printer.Printer
	words words.Names
}

func newWriter(g *interpreter.Game, lang string) *writer {
	return &writer{words: words.Names{P: g.Program, Lang: lang}, Game: g, Printer: printer.Settled(g.Docs, g.Program.Readings, g.Ruled)}
}

// place is FILE:LINE.
func place(p source.Pos) string {
	if p.File == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File.Name, p.Line)
}

// declaration is something that a game declares, written out.
type declaration struct {
	what, name string
	at         string
	lines      []Line
}

// declared writes out what the game declares, apart from cards.
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
		out = append(out, declaration{d.What, name, place(d.Pos), w.Take()})
	}
	return out
}

// file is the file of a kind, or of the game.
func (w *writer) file(key, name string) *source.Node {
	for _, doc := range slices.Backward(w.Docs) {
		if n := doc.Get(key); n != nil && n.Value == name {
			return doc
		}
	}
	return nil
}

// bot writes the lines of a bot as the tree has them, where variants may have put others.
func (w *writer) bot(b *syntax.Bot) {
	for _, l := range b.Prefers {
		w.KeyLine(l.Pos, l.Name+": "+w.Flow(l.Worth.Node))
	}
}

// procedure writes a procedure: what it takes and has, then its steps. The
// steps are those of the tree, where variants may have put others.
func (w *writer) procedure(p *syntax.Procedure) {
	n := w.Value(p.Pos)
	w.Keys(n, "takes", "gives")
	w.Pairs("name ", n.Get("names"))
	w.Pairs("formula ", n.Get("formulas"))
	w.Block(p.Do)
	if p.AtEnd != nil {
		w.Line(p.AtEnd.Pos, "at the end, however it ends")
		w.Deeper(func() { w.Block(p.AtEnd) })
	}
}

package match

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/syntax"
)

// looks are those that a game gives, by name.
type looks map[string]Look

// looksOf are the looks of a game.
func looksOf(g *syntax.Game) looks {
	out := looks{}
	for i, l := range g.Looks {
		out[l.Name] = Look{Colour: l.Colour, Size: l.Size, Symbol: l.Symbol, Drawn: l.IsPath(), Rank: i + 1}
	}
	return out
}

func (l looks) of(name string) Look { return l[name] }

// lookOf is how a piece looks: its card says so, or its kind, or else a word or card that is a value of it.
// Shows is that value, if it does.
func (v *viewer) lookOf(p int32) (out Look, shows string) {
	info := &v.P.Pieces[p]
	card, kind := v.looks.of(v.P.Cards[info.Card].Name), v.looks.of(v.P.Kinds[info.Kind].Name)
	if out = card; out.Colour == "" {
		out.Colour = kind.Colour
	}
	if out.Symbol == "" {
		out.Symbol, out.Drawn = kind.Symbol, kind.Drawn
	}
	if out.Colour != "" || out.Symbol != "" || len(v.looks) == 0 {
		return out, ""
	}
	for _, decl := range v.P.Cards[info.Card].Kind.Kind.Fields {
		word, text := v.word(p, v.P.Cards[info.Card].Kind.Fields[decl.Name])
		if l, ok := v.looks[word]; ok {
			return l, text
		}
	}
	return out, ""
}

// word is the value of a field that is a word or a card, in the rules and in words; "" if it is none or is
// not known.
func (v *viewer) word(p int32, f *schema.Field) (id, text string) {
	var x int32
	ok := false
	switch {
	case f.Type.Base != schema.Word && f.Type.Base != schema.Piece || f.Type.List:
	case f.Mark:
		if ok = v.reads(f, p); ok {
			x = v.m.State().W[v.P.MarkSlot(f, p)]
		}
	case !f.Hidden():
		x, ok = v.P.Value(v.m.Env.Data, int32(v.P.Pieces[p].Card), f)
	}
	switch {
	case !ok || x == schema.Nothing:
		return "", ""
	case f.Type.Base == schema.Word:
		return v.P.Text(x), v.Value(f.Type, x)
	case v.knows(x):
		return v.P.Cards[v.P.Pieces[x].Card].Name, v.Piece(x)
	}
	return "", ""
}

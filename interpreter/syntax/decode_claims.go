package syntax

import (
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// decodeClaim reads an invariant: words: {that: formula, at: {end: P}, cites}.
func decodeClaim(key, val *source.Node, d *source.Diagnostics) *Claim {
	m := OpenMap(val, d, "an invariant")
	c := &Claim{Ident: ident(key, d, freeName), That: m.Formula("that"), Cites: m.Cites()}
	if n := m.Take("at"); n != nil {
		at := OpenMap(n, d, "`at`")
		at.as("`at` of an invariant")
		c.AtEnd = at.Path("end")
		at.Close()
	}
	m.Close()
	return c
}

// decodeImpossible reads {never: formula, in: NAME, why: text}, or `always`.
func decodeImpossible(n *source.Node, d *source.Diagnostics) *Impossible {
	m := OpenMap(n, d, "what is impossible")
	x := &Impossible{Pos: n.Pos, In: m.Path("in"), Why: m.Text("why")}
	head := m.One("never", "always")
	x.Is, x.Always = m.Formula(head), head == "always"
	m.Close()
	if x.Is != nil && !x.Is.IsText {
		d.Add(x.Is.Node.Pos, "a formula is written here as it stands in the rule; found %s", x.Is.Node.Describe())
	}
	return x
}

// decodeSurvivor reads {in: NAME, was: text, becomes: text, why: text}.
func decodeSurvivor(n *source.Node, d *source.Diagnostics) *Survivor {
	m := OpenMap(n, d, "what survives")
	x := &Survivor{Pos: n.Pos, In: ident(m.Take("in"), d, freeName), Was: m.Text("was"), Becomes: m.Text("becomes"), Any: !m.Has("becomes"), Why: m.Text("why")}
	m.Close()
	return x
}

// decodeMeasure reads words: {at: {end: P}, share: formula, by, if}.
func decodeMeasure(key, val *source.Node, d *source.Diagnostics) *Measure {
	m := OpenMap(val, d, "a measure")
	measure := &Measure{Ident: ident(key, d, freeName), By: m.Formula("by"), If: m.Cond("if")}
	if measure.How = m.One("share", "mean", "sum", "count"); measure.How != "" {
		measure.Value = m.Formula(measure.How)
	}
	m.Close()
	if n := m.Take("at"); n != nil {
		at := OpenMap(n, d, "`at`")
		if measure.At = at.One("end", "start"); measure.At != "" {
			measure.Of = at.Path(measure.At)
		}
		at.Close()
	}
	return measure
}

// decodeBot reads name: {request: worth of the option `it`}.
func decodeBot(key, val *source.Node, d *source.Diagnostics) *Bot {
	b := &Bot{Ident: ident(key, d, plainName)}
	for _, p := range Pairs(val, d, "the preferences of a bot") {
		b.Prefers = append(b.Prefers, preference(p.Key, p.Val, d))
	}
	return b
}

func preference(key, val *source.Node, d *source.Diagnostics) Preference {
	return Preference{ident(key, d, dottedName), DecodeFormula(val, d)}
}

// What a symbol may be: a few letters, or a path, whose size is read.
const (
	mostLetters = 4 // bytes
	mostPath    = 2_000
)

var isPath = regexp.MustCompile(`^M *[-.0-9][-., 0-9]*([MLHVCSQTAZ] *[-., 0-9]*)*$`)

// decodeLook reads NAME: {colour: red, symbol: 'M4 4H20V20Z', size: large}.
func decodeLook(key, val *source.Node, d *source.Diagnostics) *Look {
	m := OpenMap(val, d, "a look")
	l := &Look{Ident: ident(key, d, freeName), Colour: m.OneOf("colour"), Size: m.OneOf("size"), Symbol: m.Text("symbol")}
	if len(l.Symbol) > mostPath || l.IsPath() && !isPath.MatchString(strings.ToUpper(l.Symbol)) {
		d.Hint(m.Take("symbol").Pos, "a path is as in SVG, in a square of 24 by 24: M4 4H20V20Z", "a symbol is a path of at most %d bytes, or a letter or two", mostPath)
	}
	m.Close()
	return l
}

// decodeQuestion reads request: {en: the question in English, …, about: {en: …}, decline: {en: …}}.
func decodeQuestion(key, val *source.Node, d *source.Diagnostics) *Question {
	m := OpenMap(val, d, "a question")
	q := &Question{Ident: ident(key, d, freeName), About: names(m.Take("about"), d), Decline: names(m.Take("decline"), d)}
	if m.Node == nil {
		return q
	}
	said := *m.Node
	said.Pairs = slices.DeleteFunc(slices.Clone(said.Pairs), func(p source.Pair) bool { return p.Key.Value == "about" || p.Key.Value == "decline" })
	q.Names = names(&said, d)
	return q
}

// decodeContext reads procedure: {label: formula, label: {is: formula, if: condition, roll: name}}.
func decodeContext(key, val *source.Node, d *source.Diagnostics) *Context {
	c := &Context{Ident: ident(key, d, dottedName)}
	for _, p := range Pairs(val, d, "a context") {
		cell := &Cell{Ident: ident(p.Key, d, freeName)}
		if p.Val.Kind == source.Map && p.Val.Get("is") != nil {
			m := OpenMap(p.Val, d, "a cell")
			cell.Is, cell.If, cell.Roll = m.Formula("is"), m.Cond("if"), m.Ident("roll")
			m.Cites()
			m.Close()
		} else {
			cell.Is = DecodeFormula(p.Val, d)
		}
		c.Cells = append(c.Cells, cell)
	}
	return c
}

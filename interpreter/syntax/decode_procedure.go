package syntax

import (
	"regexp"
	"strings"

	"moraine/interpreter/source"
)

// localName is what a second name in the same scope is told.
const localName = "a name of this procedure"

func decodeProcedure(key, val *source.Node, d *source.Diagnostics) *Procedure {
	m := OpenMap(val, d, "a procedure")
	p := &Procedure{Ident: DecodeNew(key, d), Takes: decodeTakes(m), Gives: m.Idents("gives")}
	names := register{}
	for _, taken := range p.Takes {
		names.first(localName, taken.Ident, d)
	}
	p.body(m, names)
	return p
}

// decodePlaying reads what it means to play a card of a kind: a procedure that
// takes and gives nothing, for the machine calls it.
func decodePlaying(kind Ident, m *Fields) *Procedure {
	n := m.Take("playing")
	if n == nil {
		return nil
	}
	id := Ident{kind.Name + ".playing", m.Named("playing").Pos}
	p := &Procedure{Ident: id}
	p.body(OpenMap(n, m.Diags, "`playing`"), register{})
	return p
}

// body reads what all procedures have.
func (p *Procedure) body(m *Fields, names register) {
	p.Names = collect(names, localName, m, "names", firstValue)
	p.Formulas = collect(names, localName, m, "formulas", decodeFormulaDecl)
	p.Do, p.AtEnd = m.Block("do"), m.Block("at_end")
	m.Close()
}

func firstValue(key, val *source.Node, d *source.Diagnostics) FirstValue {
	return FirstValue{local(key, d), DecodeFormula(val, d)}
}

// decodeTakes reads parameters: {name: type}, or a list of names whose types
// their uses decide.
func decodeTakes(m *Fields) []Param {
	n := m.Take("takes")
	var params []Param
	if n != nil && n.Kind == source.List {
		for _, item := range n.Items {
			params = append(params, Param{Ident: local(item, m.Diags)})
		}
		return params
	}
	for _, p := range Pairs(n, m.Diags, "the parameters under `takes`") {
		params = append(params, Param{local(p.Key, m.Diags), Type{Ident: ident(p.Val, m.Diags, plainName)}})
	}
	return params
}

var signature = regexp.MustCompile(`^([^()]*)\(([^()]*)\)$`)

// decodeFormulaDecl reads a named formula; the name may have parameters, as in
// `tips(weapon, prey)`.
func decodeFormulaDecl(key, val *source.Node, d *source.Diagnostics) *FormulaDecl {
	f := &FormulaDecl{Is: DecodeFormula(val, d)}
	part := signature.FindStringSubmatchIndex(key.Value)
	if part == nil {
		f.Ident = DecodeNew(key, d)
		return f
	}
	f.Ident = DecodeNew(cut(key, part[2], part[3]), d)
	f.Params = []Param{}
	names := register{}
	for from := part[4]; from < part[5]; {
		to := part[5]
		if comma := strings.IndexByte(key.Value[from:to], ','); comma >= 0 {
			to = from + comma
		}
		param := Param{Ident: local(cut(key, from, to), d)}
		names.first("a parameter", param.Ident, d)
		f.Params = append(f.Params, param)
		from = to + 1
	}
	return f
}

// cut is a part of a scalar without the blanks around it, at its own place.
func cut(n *source.Node, from, to int) *source.Node {
	part := n.Value[from:to]
	from += len(part) - len(strings.TrimLeft(part, " "))
	return &source.Node{Pos: n.At(from), Value: strings.TrimSpace(part)}
}

func decodeWindow(key, val *source.Node, d *source.Diagnostics) *Window {
	m := OpenMap(val, d, "a window")
	w := &Window{
		Ident:   DecodeNew(key, d),
		Names:   m.Names(),
		Pending: m.Path("pending"),
		Asks:    m.Formula("asks"),
		Who:     m.Cond("who"),
		Again:   m.Formula("again"),
		AtMost:  m.Formula("at_most"),
		Must:    m.Formula("must"),
		From:    m.Idents("from"),
		Changes: m.Idents("changes"),
		Cites:   m.Cites(),
	}
	m.Close()
	return w
}

func decodeSideOffer(key, val *source.Node, d *source.Diagnostics) *SideOffer {
	m := OpenMap(val, d, "a side offer")
	s := &SideOffer{Ident: sayable(DecodeNew(key, d), d), If: m.Cond("if"), Again: m.Formula("again"), Do: m.Block("do"), Cites: m.Cites()}
	s.ClosedIn, s.ClosedRuled = decodeRuled(m.Take("closed_in"), d, decodeClosed)
	m.Close()
	return s
}

func decodeClosed(n *source.Node, d *source.Diagnostics) []Ident { return idents(n, d, plainName) }

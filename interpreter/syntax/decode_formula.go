package syntax

import (
	"cmp"
	"regexp"
	"strings"

	"moraine/interpreter/source"
)

// DecodeFormula reads a formula: text for expr, a list of formulas, or a map
// {is, cites}, {ruling: KEY, READING: …} or {switch: …, VALUE: …}. A missing
// node is a missing formula.
func DecodeFormula(n *source.Node, d *source.Diagnostics) *Formula {
	if n == nil {
		return nil
	}
	switch n.Kind {
	case source.List:
		f := &Formula{Node: n, List: []*Formula{}}
		for _, item := range n.Items {
			f.List = append(f.List, DecodeFormula(item, d))
		}
		return f
	case source.Map:
		return formulaMap(n, d)
	}
	f := &Formula{Node: n, IsText: true, Text: n.Value}
	if n.Tag == source.Null || strings.TrimSpace(n.Value) == "" {
		d.Hint(n.Pos, "write `nothing`, or leave the key out; if the key is the formula, it stands without {…}", "there is no formula here")
		f.Text = "nothing"
	}
	return f
}

// formulaHeads are the keys that make a map a formula.
var formulaHeads = []string{"is", "ruling", "switch"}

func formulaMap(n *source.Node, d *source.Diagnostics) *Formula {
	m := OpenMap(n, d, "a formula")
	f := &Formula{Node: n}
	cites := m.Cites()
	switch head := m.One(formulaHeads...); head {
	case "is":
		f = m.Formula("is")
		m.Close()
	case "ruling":
		f.Ruling = m.branches(head, branchFormula)
	case "switch":
		f.Switch = m.branches(head, branchFormula)
	default:
		f.IsText, f.Text = true, "nothing"
	}
	f.Cites = append(f.Cites, cites...)
	return f
}

func branchFormula(b *Branch, n *source.Node, d *source.Diagnostics) { b.Is = DecodeFormula(n, d) }

// branches reads what a ruling or a switch chooses from: every key that nobody
// has asked for yet is a branch, and leaf reads what stands in it.
func (m *Fields) branches(head string, leaf func(*Branch, *source.Node, *source.Diagnostics)) *Branches {
	on := m.Take(head)
	b := &Branches{Pos: m.Node.Pos}
	if head == "ruling" {
		b.Key = ident(on, m.Diags, dottedName)
	} else {
		b.On = DecodeFormula(on, m.Diags)
	}
	for _, p := range m.takeRest() {
		b.List = append(b.List, branch(head, p, m.Diags, leaf))
	}
	if len(b.List) == 0 {
		m.complain("this %s has no branches", head)
	}
	return b
}

func branch(head string, p source.Pair, d *source.Diagnostics, leaf func(*Branch, *source.Node, *source.Diagnostics)) Branch {
	b := Branch{Label: label(head, p.Key, d), Else: p.Key.Value == "else"}
	if head == "ruling" && p.Val.Get("variant") != nil {
		left := OpenMap(p.Val, d, "a branch left to a variant")
		b.Variant = left.Ident("variant")
		left.Close()
	} else {
		leaf(&b, p.Val, d)
	}
	return b
}

var numberRange = regexp.MustCompile(`^([0-9]+)-([0-9]+)$`)

// label reads the key of a branch.
func label(head string, key *source.Node, d *source.Diagnostics) Ident {
	id := Ident{key.Value, key.Pos}
	if plainName.spelt.MatchString(key.Value) {
		return id
	}
	if head == "ruling" {
		return ident(key, d, plainName)
	}
	if ends := numberRange.FindStringSubmatch(key.Value); ends != nil {
		low, isLow := source.Number(ends[1])
		high, isHigh := source.Number(ends[2])
		switch {
		case !isLow || !isHigh:
			d.Hint(key.Pos, "write a range like 1-2", "%q is no range of numbers", key.Value)
		case low > high:
			d.Add(key.Pos, "the range %s is empty", key.Value)
		}
	} else if !source.IsNumber(key.Value) {
		hint := cmp.Or(source.Meant(key.Value), "write a word, a number, a range like 1-2, or else")
		d.Hint(key.Pos, hint, "%q is no value to switch on", key.Value)
	}
	return id
}

// DecodeCond reads a condition: a formula, or a map from the reason that is
// given when it fails to a formula. A missing node is no condition.
func DecodeCond(n *source.Node, d *source.Diagnostics) *Cond {
	if n == nil {
		return nil
	}
	c := &Cond{Pos: n.Pos}
	switch {
	case n.Kind == source.Scalar || isFormulaMap(n):
		c.Worded = []Worded{{Is: DecodeFormula(n, d)}}
	case n.Kind == source.Map:
		for _, p := range n.Pairs {
			c.Worded = append(c.Worded, Worded{ident(p.Key, d, freeName), DecodeFormula(p.Val, d)})
		}
		if len(c.Worded) == 0 {
			d.Add(n.Pos, "a condition needs at least one formula")
		}
	default:
		d.Hint(n.Pos, "join formulas with `and`, or give each its reason: {reason: formula, …}", "a condition is a formula; found %s", n.Describe())
	}
	return c
}

func isFormulaMap(n *source.Node) bool {
	for _, head := range formulaHeads {
		if n.Get(head) != nil {
			return true
		}
	}
	return false
}

package syntax

import (
	"cmp"
	"regexp"
	"strings"

	"moraine/interpreter/source"
)

// Formula is a formula as written: a text in the syntax of expr, a YAML list of formulas, or a
// choice between formulas by ruling or value. Exactly one of Text (with IsText), List, Ruling
// and Switch is set.
type Formula struct {
	Node   *source.Node // the text, list or map
	IsText bool
	Text   string
	List   []*Formula
	Ruling *Branches
	Switch *Branches
	Cites  Clauses
}

// WriteFormula returns a formula that is in no file.
func WriteFormula(text string) *Formula {
	return &Formula{Node: &source.Node{Kind: source.Scalar, Tag: source.Str, Value: text}, IsText: true, Text: text}
}

// Branches are the alternatives of a `ruling`, whose name is Key, or of a `switch` on the
// formula On.
type Branches struct {
	Key  Ident `ref:"ruling"`
	On   *Formula
	List []Branch
	Pos  source.Pos
}

// Labels returns the labels of all branches.
func (b *Branches) Labels() (all []Ident) {
	for _, br := range b.List {
		all = append(all, br.Label)
	}
	return all
}

// For returns the index of the branch for a reading, or -1 if there is none: see BranchFor.
func (b *Branches) For(reading string) int { return BranchFor(NamesOf(b.Labels()), reading) }

// Branch is the alternative for a reading, a value, a range of numbers ("1-2") or `else`. A
// branch of a step has Steps, a branch of a formula has Is. Variant is set for a branch
// `{variant: X}`.
type Branch struct {
	Label   Ident
	Else    bool
	Is      *Formula
	Steps   *Block  `yaml:"do,required,short" what:"a branch"`
	Cites   Clauses `yaml:"cites"`
	Variant Ident
}

// variantBranch is a branch that a variant supplies.
type variantBranch struct {
	Variant Ident `yaml:"variant" what:"a branch for a reading that a variant adds"`
}

// formulaMap is a formula written as a map.
type formulaMap struct {
	Cites  Clauses      `yaml:"cites" what:"a formula"`
	Is     *Formula     `yaml:"is"`
	Ruling *source.Node `yaml:"ruling" is:"name"`
	Switch *source.Node `yaml:"switch" is:"formula"`
}

// DecodeFormula decodes a formula: a text in the syntax of expr, a list of formulas, or a map
// {is, cites}, {ruling: KEY, READING: …} or {switch: …, VALUE: …}. It returns nil for a nil
// node.
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
		return decodeFormulaMap(n, d)
	}
	f := &Formula{Node: n, IsText: true, Text: n.Value}
	if n.Tag == source.Null || strings.TrimSpace(n.Value) == "" {
		d.Hint(n.Pos, "write `nothing`, or leave out the key; if the key is the formula, write it without {…}",
			"there is no formula here")
		f.Text = "nothing"
	}
	return f
}

// oneOrMore decodes a formula, or a list of formulas.
func oneOrMore(n *source.Node, d *source.Diagnostics) []*Formula {
	f := DecodeFormula(n, d)
	if f.List != nil {
		return f.List
	}
	return []*Formula{f}
}

// formulaHeads are the keys that distinguish a formula among maps.
var formulaHeads = []string{"is", "ruling", "switch"}

func isFormulaMap(n *source.Node) bool {
	for _, head := range formulaHeads {
		if n.Get(head) != nil {
			return true
		}
	}
	return false
}

func decodeFormulaMap(n *source.Node, d *source.Diagnostics) *Formula {
	if !isFormulaMap(n) {
		d.Hint(n.Pos, mapHint(n), "a formula needs one of %s", joinWords(formulaHeads))
		return &Formula{Node: n, IsText: true, Text: "nothing"}
	}
	m, in, f := OpenMap(n, d, "a formula"), formulaMap{}, &Formula{Node: n}
	m.fill(&in, nil)
	switch m.One(formulaHeads...) {
	case "is":
		f = in.Is
		m.Close()
	case "ruling":
		f.Ruling = m.branches("ruling", branchFormula)
	case "switch":
		f.Switch = m.branches("switch", branchFormula)
	}
	f.Cites = append(f.Cites, in.Cites...)
	return f
}

// mapHint returns a correction of a map that was meant as a formula, A ? B : C, as a table, {KEY: NUMBER}, or as a
// place, {ZONE: PLACE}.
func mapHint(n *source.Node) string {
	if len(n.Pairs) == 0 {
		return ""
	}
	key, val := n.Pairs[0].Key, n.Pairs[0].Val
	switch {
	case val.Kind != source.Scalar || len(key.Value)+len(val.Value) > 40:
		return ""
	case strings.Contains(key.Value, " ? "):
		return "put a formula that contains `: ` in quotes: `'" + key.Value + " : " + val.Written() + "'`"
	case val.Tag == source.Int:
		return "put a table in quotes: `'{" + key.Value + ": " + val.Value + "}'`"
	}
	return "write a place as `place(" + key.Value + ", \"" + val.Value + "\")`"
}

func branchFormula(b *Branch, n *source.Node, d *source.Diagnostics) { b.Is = DecodeFormula(n, d) }

// branchSteps decodes the steps of a branch: a list, or a map {do, cites}.
func branchSteps(b *Branch, n *source.Node, d *source.Diagnostics) { readInto(n, d, b) }

// branches decodes the alternatives of a ruling or switch: each remaining key is the label of a
// branch, and leaf decodes its value.
func (m *Fields) branches(head string, leaf func(*Branch, *source.Node, *source.Diagnostics)) *Branches {
	on := m.Take(head)
	b := &Branches{Pos: m.Node.Pos}
	if head == "ruling" {
		b.Key = ident(on, m.Diags, dottedName)
	} else {
		b.On = DecodeFormula(on, m.Diags)
	}
	for _, p := range m.rest() {
		b.List = append(b.List, branch(head, p, m.Diags, leaf))
	}
	if len(b.List) == 0 {
		m.complain("this %s has no branches", head)
	}
	return b
}

// DecodeBranch decodes a branch with steps, of a `ruling` or `switch`.
func DecodeBranch(verb string, p source.Pair, d *source.Diagnostics) Branch {
	return branch(verb, p, d, branchSteps)
}

func branch(head string, p source.Pair, d *source.Diagnostics,
	leaf func(*Branch, *source.Node, *source.Diagnostics)) Branch {
	b := Branch{Label: label(head, p.Key, d), Else: p.Key.Value == "else"}
	if head == "ruling" && p.Val.Get("variant") != nil {
		b.Variant = Read[variantBranch](p.Val, d).Variant
	} else {
		leaf(&b, p.Val, d)
	}
	return b
}

// numbersFromTo splits a range of numbers, as people write it: 3-4, 3..4, 3 to 4.
func numbersFromTo(text string) (low, high string, ok bool) {
	ends := writtenRange.FindStringSubmatch(text)
	if ends == nil {
		return "", "", false
	}
	return ends[1], ends[2], true
}

var writtenRange = regexp.MustCompile(`^([0-9]+) *(?:-|–|\.\.|to) *([0-9]+)$`)

var numberRange = regexp.MustCompile(`^([0-9]+)-([0-9]+)$`)

// label decodes the key of a branch.
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
			d.Hint(key.Pos, "write a range like 1-2", "%q is not a range of numbers", key.Value)
		case low > high:
			d.Add(key.Pos, "the range %s is empty", key.Value)
		}
	} else if !source.IsNumber(key.Value) {
		hint := cmp.Or(source.Meant(key.Value), "write a word, a number, a range such as 1-2, or else")
		d.Hint(key.Pos, hint, "%q is not a valid branch of a switch", key.Value)
	}
	return id
}

// Cond is a condition: a bare formula is one entry with empty words, otherwise each entry is a
// formula with its reason, in order.
type Cond struct {
	Pos    source.Pos
	Worded []Worded
}

// Worded is a condition with the reason that it gives when it fails.
type Worded struct {
	Words Ident // empty for a bare formula
	Is    *Formula
}

// DecodeCond decodes a condition: a formula, or a map from reasons to formulas. It returns nil
// for a nil node.
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
		d.Hint(n.Pos, "join formulas with `and`, or give each a reason: {reason: formula, …}",
			"a condition must be a formula; found %s", n.Describe())
	}
	return c
}

package formula

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Ask records that a formula or step depends on a ruling, and reports an unknown key.
func (c *Compiler) Ask(key string, pos source.Pos) bool {
	if c.Schema.Game.Ruling(key) == nil {
		c.Diags.Unknown(pos, key, syntax.NamesOf(c.Schema.Game.Rulings), "there is no ruling %q", key)
		return false
	}
	if !c.LaidOut {
		c.UsedRulings[key] = true
	}
	return true
}

// byRuling checks a formula with a branch for each reading.
func (c *Compiler) byRuling(f *syntax.Formula, sc *Scope) *Expr {
	b := f.Ruling
	pos := f.Node.Pos
	if !c.Ask(b.Key.Name, b.Key.Pos) {
		return invalid(pos)
	}
	of, t, ok := c.oneOf(b, sc, "reading")
	c.Schema.Game.Ruling(b.Key.Name).CheckBranches(b.Key.Pos, b.Labels(), c.Diags)
	if !ok {
		return invalidOf(t, pos)
	}
	v := c.rulingValue(b, t, pos, of)
	if !c.LaidOut && !c.typing {
		c.noteBranches(v.lookup)
	}
	return v
}

// oneOf checks the formulas of branches, which must have a common type. A branch that is left
// to a variant has an invalid value.
func (c *Compiler) oneOf(b *syntax.Branches, sc *Scope, what string) (of []*Expr, t schema.Type, ok bool) {
	of, ok = make([]*Expr, len(b.List)), true
	for i, br := range b.List {
		of[i] = invalid(br.Label.Pos)
		if br.Is == nil {
			continue
		}
		v := c.Compile(br.Is, sc)
		j, fits := schema.Union(t, v.Type)
		if v.OK() && !fits {
			c.Diags.Hint(br.Label.Pos, "", "this %s has %s as its value, but the earlier ones have %s", what,
				c.Schema.Describe(v.Type), c.Schema.Describe(t))
		}
		t, of[i], ok = j, v, ok && v.OK() && fits
	}
	for i, v := range of {
		if u := As(v, t); v.OK() && u != nil {
			of[i] = u
		}
	}
	return of, t, ok
}

// bySwitch checks a formula with a branch for each value.
func (c *Compiler) bySwitch(f *syntax.Formula, sc *Scope) *Expr {
	on := c.Compile(f.Switch.On, sc)
	pos := f.Node.Pos
	labels := c.Labels(f.Switch, on)
	vals, t, ok := c.oneOf(f.Switch, sc, "branch")
	if !ok || !on.OK() || labels == nil {
		return invalidOf(t, pos)
	}
	v := newValue(Switch, t, pos, append([]*Expr{on}, vals...)...)
	v.Tables = &Tables{Labels: labels}
	return v
}

// Label is the set of values that a branch of a switch matches: from Lo to Hi, or any.
type Label struct {
	Lo, Hi int32
	Any    bool
}

// Matches reports whether the branch is taken for v.
func (l Label) Matches(v int32) bool { return l.Any || l.Lo <= v && v <= l.Hi }

// Labels parses the labels of a switch on a value.
func (c *Compiler) Labels(b *syntax.Branches, on *Expr) []Label {
	if !on.OK() {
		return nil
	}
	out := make([]Label, 0, len(b.List))
	for _, br := range b.List {
		l, why, among := label(c, br, on.Type)
		if why != "" {
			c.Diags.Unknown(br.Label.Pos, br.Label.Name, among, "%s", why)
			return nil
		}
		for i, have := range out {
			if !l.Any && !have.Any && l.Lo <= have.Hi && have.Lo <= l.Hi {
				c.Diags.Hint(br.Label.Pos, "the first matching branch is used",
					"branch %s overlaps with the earlier branch %s", br.Label.Name, b.List[i].Label.Name)
			}
		}
		out = append(out, l)
	}
	return out
}

// label parses the label of a branch of a switch on a value of type t. why is the error, or "".
func label(c *Compiler, br syntax.Branch, t schema.Type) (l Label, why string, among []string) {
	name := br.Label.Name
	if br.Else {
		return Label{Any: true}, "", nil
	}
	if (name == "true" || name == "false") && (t.Base != schema.YesNo || t.List) {
		return l, "the branches true and false need a value that is yes or no, not " + c.Schema.Describe(t), nil
	}
	switch t.Base {
	case schema.Number:
		lo, hi, found := strings.Cut(name, "-")
		if !found {
			hi = lo
		}
		a, isLo := source.Number(lo)
		b, isHi := source.Number(hi)
		if !isLo || !isHi || a > b {
			return l, fmt.Sprintf("a branch of a number switch must be a number or a range such as 3-5, not %q", name),
				nil
		}
		return Label{Lo: int32(a), Hi: int32(b)}, "", nil
	case schema.YesNo:
		v, w := c.Schema.Constant(name, t)
		return Label{Lo: v, Hi: v}, w, nil
	case schema.Word:
		sym, ok := c.Schema.Symbols.LookUp(name)
		if !ok || !t.Words.Has(ref.Word(sym)) {
			return l, fmt.Sprintf("this is never %q", name), c.Schema.WordsOf(t.Words)
		}
		return Label{Lo: sym, Hi: sym}, "", nil
	case schema.Piece:
		card := c.Schema.Card(name)
		if card == nil || !t.Kinds.Has(card.Kind.Index) || !card.Data {
			return l, fmt.Sprintf("unknown piece %q", name), c.Schema.CardNames(t.Kinds)
		}
		return Label{Lo: int32(card.First), Hi: int32(card.First)}, "", nil
	}
	return l, "a switch needs a number, a word or yes_no, not " + c.Schema.Describe(t), nil
}

// listOf checks a YAML list of values. A bare name that is not declared is a word, as in `in:
// [hunters, healers]`.
func (c *Compiler) listOf(f *syntax.Formula, sc *Scope) *Expr {
	var items []*Expr
	for _, el := range f.List {
		v, wrong := c.Try(el, sc)
		if !v.OK() && !c.meter.over && el.IsText && isWord(el.Text) && !c.means(el.Text, sc) {
			t := schema.Type{Base: schema.Word}
			sym := ref.Word(c.writes(el.Text, el.Node.Pos))
			t.Words = schema.NewWordSet(sym)
			v, wrong = constant(el.Node.Pos, t, int32(sym)), nil
		}
		c.Diags.Append(wrong)
		items = append(items, v)
	}
	return c.listOfValues(f.Node.Pos, items)
}

// means reports whether a bare name has a meaning in the scope.
func (c *Compiler) means(name string, sc *Scope) bool {
	co := &comp{c: c, sc: sc}
	return slices.Contains(co.visible(), name)
}

func isWord(s string) bool {
	for i, r := range s {
		if !(r >= 'a' && r <= 'z' || r == '_' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return s != ""
}

// countableNames lists the names that `times` can count.
func countableNames(c *Compiler) []string {
	out := append(syntax.NamesOf(c.Procs), syntax.NamesOf(c.Schema.Game.Windows)...)
	syntax.Walk(c.Schema.Game, func(s *syntax.Step) {
		if m, ok := s.Do.(*syntax.May); ok {
			out = append(out, syntax.NamesOf(m.Options)...)
		}
	})
	return out
}

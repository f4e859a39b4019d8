package scenario

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
)

// What does not hold is said otherwise: `x == 3` as `x == 4`, `y in z` as `not (y
// in z)`. Which phrases there are is tried in the form itself, so that each that
// is written reads, and holds.

// part is one of the formulas that must all hold for another one to hold.
type part struct {
	holds bool
	said  []phrase // how else it can be said how things are, the best first
}

// phrase is a way to say how things are where a formula does not hold.
type phrase struct {
	how how
	is  *source.Node // a value, written as in a formula; nil: it names none
}

func (p phrase) value() string { return written(p.is) }

func (p phrase) same(o phrase) bool {
	return p.how == o.how && (p.is == nil || p.value() == o.value())
}

type how uint8

const (
	isValue  how = iota // x == y: x is this
	isSo                // x == y: x
	isNotSo             // x == y: not x
	isEmpty             // x == y: empty(x)
	hasInIt             // empty(x): x is this
	notRun              // x.y: this procedure has not run
	contrary            // not so
	whether             // that it is so is this
)

// ways is the order in which they are tried.
var ways = []how{isEmpty, isSo, isNotSo, isValue, hasInIt, notRun, contrary, whether}

// of is the phrase for a formula.
func (p phrase) of(formulaText string) string {
	left, _, _, _ := formula.Apart(formulaText)
	switch p.how {
	case isValue:
		return left + " == " + p.value()
	case isSo:
		return left
	case isNotSo:
		return formula.Not(left)
	case isEmpty:
		return "empty(" + left + ")"
	case hasInIt:
		return within(formulaText) + " == " + p.value()
	case notRun:
		return p.value() + " == nothing"
	case whether:
		if _, _, _, two := formula.Apart(formulaText); two {
			formulaText = "(" + formulaText + ")"
		}
		return formulaText + " == " + p.value()
	}
	return formula.Not(formulaText)
}

// within is the list that a formula says to be empty; else nothing.
func within(formulaText string) string {
	list, ok := strings.CutPrefix(formulaText, "empty(")
	if !ok || !strings.HasSuffix(list, ")") {
		return ""
	}
	return strings.TrimSuffix(list, ")")
}

// parts takes a formula apart into those that must all hold.
func (w *watch) parts(r *runner, text string) (out []part) {
	for _, text := range formula.And(text) {
		p := part{holds: w.holds(r, text)}
		for _, say := range w.phrases(r, text) {
			if w.holds(r, say.of(text)) {
				p.said = append(p.said, say)
			}
		}
		out = append(out, p)
	}
	return out
}

// holds tells whether a formula can be written, and holds.
func (w *watch) holds(r *runner, text string) bool {
	v := r.quietly(text)
	if !v.OK() || v.Const() || v.Type.List || v.Type.Base != schema.YesNo {
		return false
	}
	yes := false
	err := r.look(func(e *formula.Env) { yes = v.Yes(e) })
	return err == nil && yes
}

// phrases lists what could be said instead of a formula.
func (w *watch) phrases(r *runner, of string) (out []phrase) {
	if list := within(of); list != "" {
		if is, ok := w.literal(r, list, ""); ok {
			out = append(out, phrase{hasInIt, is})
		}
	}
	if left, op, right, _ := formula.Apart(of); op == "==" || op == "!=" {
		quote := ""
		if i := strings.IndexAny(right, `"'`); i >= 0 {
			quote = right[i : i+1]
		}
		is, ok := w.literal(r, left, quote)
		switch {
		case !ok:
		case written(is) == "true":
			out = append(out, phrase{how: isSo})
		case written(is) == "false":
			out = append(out, phrase{how: isNotSo})
		case written(is) == "[]":
			out = append(out, phrase{how: isEmpty})
		}
		if ok {
			out = append(out, phrase{isValue, is})
		}
	}
	for _, sub := range formula.Parts(of) {
		if proc, _, _ := strings.Cut(sub, "."); r.m.P.Proc(proc) != nil {
			out = append(out, phrase{notRun, text(proc)})
		}
	}
	return append(out, phrase{how: contrary}, phrase{whether, text(strconv.FormatBool(w.holds(r, of)))})
}

// longest is how many pieces a formula lists.
const longest = 8

// literal writes the value of a formula as a formula.
func (w *watch) literal(r *runner, of, quote string) (is *source.Node, ok bool) {
	v := r.quietly(of)
	if !v.OK() || v.Const() {
		return nil, false
	}
	t, all := v.Type, []int32{0}
	if v.IsList() {
		t = t.Elem()
	}
	err := r.look(func(e *formula.Env) {
		if e.Refuel(); v.IsList() {
			all = slices.Clone(v.List(e))
		} else {
			all[0] = v.Num(e)
		}
	})
	if err != nil || len(all) > longest {
		return nil, false
	}
	list := listOf()
	for _, x := range all {
		name := r.valueName(t, x)
		if (t.Base == schema.Word || t.Base == schema.Piece) && x != schema.Nothing {
			name = quote + name + quote
		}
		list.Items = append(list.Items, text(name))
	}
	if v.IsList() {
		return list, true
	}
	return list.Items[0], true
}

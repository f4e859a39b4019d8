package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/fragments"
	"moraine/interpreter/internal/schema"
)

// Part is a conjunct of a formula.
type Part struct {
	Text     string
	Holds    bool
	Restated []string // true formulas that describe the actual facts, best first
}

// Mentions reports whether the formula mentions a zone, card or field.
func (p Part) Mentions(name string) bool { return fragments.Mentions(p.Text, name) }

// conjuncts splits a formula into its conjuncts and restates those that are false: `x == 3` as `x
// == 4`, `y in z` as `not (y in z)`. Each restatement is evaluated, so the result parses and is
// true.
func (e *evaluator) conjuncts(text string) (out []Part) {
	for _, text := range fragments.And(text) {
		p := Part{Text: text, Holds: e.isTrue(text)}
		for _, say := range e.replacements(text) {
			if e.isTrue(say) {
				p.Restated = append(p.Restated, say)
			}
		}
		out = append(out, p)
	}
	return out
}

// isTrue reports whether a formula is valid and true.
func (e *evaluator) isTrue(text string) bool {
	v := e.script.tryCompile(text)
	if !v.OK() || v.Const() || v.Type.List || v.Type.Base != schema.YesNo {
		return false
	}
	yes := false
	err := e.evaluate(func(env *formula.Env) { yes = v.Yes(env) })
	return err == nil && yes
}

// replacements returns candidates for the replacement of a false formula.
func (e *evaluator) replacements(of string) (out []string) {
	if left, op, right, _ := fragments.Apart(of); op == "==" || op == "!=" {
		quote := ""
		if i := strings.IndexAny(right, `"'`); i >= 0 {
			quote = right[i : i+1]
		}
		is, ok := e.literal(left, quote)
		switch {
		case !ok:
		case is == "true":
			out = append(out, left)
		case is == "false":
			out = append(out, fragments.Not(left))
		case is == "[]":
			out = append(out, "empty("+left+")")
		}
		if ok {
			out = append(out, left+" == "+is)
		}
	}
	if list, ok := strings.CutPrefix(of, "empty("); ok && strings.HasSuffix(list, ")") {
		list = strings.TrimSuffix(list, ")")
		if is, ok := e.literal(list, ""); ok {
			out = append(out, list+" == "+is)
		}
	}
	for _, sub := range fragments.Parts(of) {
		if proc, _, _ := strings.Cut(sub, "."); e.M.P.Proc(proc) != nil {
			out = append(out, proc+" == nothing") // the procedure has not run
		}
	}
	return append(out, fragments.Not(of))
}

// maxPieces limits the number of pieces that a restated formula lists.
const maxPieces = 8

// literal formats the value of a formula as a formula.
func (e *evaluator) literal(of, quote string) (is string, ok bool) {
	v := e.script.tryCompile(of)
	if !v.OK() || v.Const() {
		return "", false
	}
	t, all := v.Type, []int32{0}
	if v.IsList() {
		t = t.Elem()
	}
	err := e.evaluate(func(env *formula.Env) {
		env.Refuel()
		if v.IsList() {
			all = slices.Clone(v.List(env))
		} else {
			all[0] = v.Num(env)
		}
	})
	if err != nil || len(all) > maxPieces {
		return "", false
	}
	var names []string
	for _, x := range all {
		name := e.ValueName(t, x)
		if (t.Base == schema.Word || t.Base == schema.Piece) && x != schema.Nothing {
			name = quote + name + quote
		}
		names = append(names, name)
	}
	is = strings.Join(names, ", ")
	if v.IsList() {
		is = "[" + is + "]"
	}
	return is, true
}

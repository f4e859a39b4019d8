package formula_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/testing/soak"
)

// reading compares the evaluator, with its searches, with a reader of the trees.
type reading struct {
	tallies tallies
	seen    map[*tally]int // in this match
	wrong   []string
	fold    *formula.Fold
}

// watch is a formula.Watch.
func (c *reading) watch(v *formula.Expr, f *syntax.Formula, _ *formula.Scope) func(*formula.Env, int32, []int32, bool) {
	n := c.tallies.of(f)
	if v.Settled() {
		n.compared++ // there is nothing to compare
		return nil
	}
	return func(e *formula.Env, x int32, list []int32, well bool) {
		if well && c.seen[n] < eachMatch && n.compared < eachRun {
			c.seen[n]++
			c.compare(e, v, n, result{x, list})
		}
	}
}

// compare compares one evaluation.
func (c *reading) compare(e *formula.Env, v *formula.Expr, n *tally, got result) {
	if e.World.Err != nil && (e.World.Err.Limit || e.World.Err.Hidden) {
		n.skipped, n.why = n.skipped+1, e.World.Err.Text
		return
	}
	want, err := newReader(e).read(v)
	switch {
	case (e.World.Err != nil) != (err != nil):
		c.wrong = append(c.wrong, fmt.Sprintf("%s: `%s`: the evaluator finds %v, the reader %v", v.Pos, n.text, e.World.Err, err))
	case err == nil && !same(v, got, want):
		c.wrong = append(c.wrong, fmt.Sprintf("%s: `%s` is %v, by the reader %v", v.Pos, n.text, got, want))
	}
	if v.Ruled() && err == nil { // the value after folding the readings is the same
		folded, err := newReader(e).read(c.fold.Value(v))
		if err != nil || !same(v, folded, want) {
			c.wrong = append(c.wrong, fmt.Sprintf("%s: `%s` is %v, under the readings folded %v, %v", v.Pos, n.text, want, folded, err))
		}
	}
	n.compared++
}

func same(v *formula.Expr, a, b result) bool {
	if v.IsList() {
		return slices.Equal(a.list, b.list)
	}
	return a.x == b.x
}

// A reader that knows no searches and no arena evaluates every formula to the same value, in the
// very places where random and greedy matches evaluate it, under the readings that
// TestFormulasAgainstExpr plays too.
func TestEvaluatorAgainstReader(t *testing.T) {
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	for _, id := range all.Games() {
		t.Run(id, func(t *testing.T) {
			g, err := interpreter.Load(all, id, interpreter.Options{})
			require.NoError(t, err)
			c := &reading{tallies: tallies{}}
			matches, least := soak.Or(10, 6), soak.Or(96, 94) // of a hundred formulas must be compared
			if testing.Short() {
				matches, least = 2, 75
			}
			for turn := range soak.Or(6, 3) {
				c.play(t, g, turned(g.Syntax, turn), turn == 1, matches)
			}
			for _, w := range c.wrong[:min(len(c.wrong), 20)] {
				t.Error(w)
			}
			report(t, c.tallies, least)
		})
	}
}

// play plays matches under some readings, be it with notes taken.
func (c *reading) play(t *testing.T, g *interpreter.Game, readings map[string]string, covering bool, matches int) {
	var diags source.Diagnostics
	compiler := formula.NewCompiler(g.Schema, &diags)
	compiler.Watch, compiler.Covering = c.watch, covering
	p := program.Check(compiler).Under(readings, &diags)
	c.fold = p.Fold()
	require.NoError(t, diags.Err())
	done := map[*formula.Expr]bool{}
	for _, v := range values(p) {
		complete(t, v, done)
	}
	for seed := range uint64(matches) {
		c.seen = map[*tally]int{}
		m := machine.New(p, p.MinPlayers+int(seed)%(p.MaxPlayers-p.MinPlayers+1), nil)
		m.Strict, m.Meter, m.Observer = seed%4 == 0, machine.NewMeter(p), &telling{m}
		if seed%2 == 0 {
			m.Env.Record.Rulings = make([]bool, len(g.Syntax.Rulings)) // recording rulings turns folding off
		}
		_ = m.CheckInvariants() // also formulas that are constant because of printed values
		d := decider(t, p, seed)
		for k := range 4000 { // other readings need not come to an end
			if k%20 == 0 {
				beside(m, k/20)
			}
			r := m.Next()
			contexts(m, k)
			if r == nil || m.Answer(d.Decide(m, r)...) != nil {
				break
			}
		}
	}
}

// agreeing requires that the reader comes to the same value as the evaluator, or both to a fault.
func agreeing(t *testing.T, e *formula.Env, v *formula.Expr, text string) {
	t.Helper()
	complete(t, v, map[*formula.Expr]bool{})
	e.Refuel()
	want, err := newReader(e).read(v)
	got := result{}
	if v.IsList() {
		got.list = v.List(e)
	} else {
		got.x = v.Num(e)
	}
	if e.World.Err != nil {
		require.Error(t, err, text)
		return
	}
	require.NoError(t, err, text)
	require.True(t, same(v, got, want), "%s is %v, by the reader %v", text, got, want)
}

// values are those that the steps and declarations of a program mention.
func values(p *program.Program) (out []*formula.Expr) {
	done := map[any]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if done[v.Interface()] {
				return
			}
			done[v.Interface()] = true
			switch is := v.Interface().(type) {
			case *formula.Expr:
				if is.OK() {
					out = append(out, is)
				}
			case *formula.Compiler, *formula.Slot, *formula.Proc, *syntax.Procedure, *schema.Card:
			default:
				walk(v.Elem())
			}
		case reflect.Struct:
			for i, f := range v.Fields() {
				if i.IsExported() {
					walk(f)
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Map:
			for _, k := range v.MapKeys() {
				walk(v.MapIndex(k))
			}
		}
	}
	walk(reflect.ValueOf(p))
	return out
}

// complete goes down to the leaves of a tree.
func complete(t *testing.T, v *formula.Expr, done map[*formula.Expr]bool) {
	if done[v] {
		return
	}
	done[v] = true
	tree := v.Tree()
	require.NotZero(t, tree.Op, "%s: nothing says of what this is made", v.Pos)
	require.GreaterOrEqual(t, tree.At, int32(0), "%s", v.Pos)
	for _, of := range tree.Args {
		if tree.Op != formula.Ruling || of.OK() { // else it is left to a variant
			complete(t, of, done)
		}
	}
	if tree.Op == formula.Dispatch {
		for _, of := range tree.By {
			if of != nil {
				complete(t, of, done)
			}
		}
	}
}

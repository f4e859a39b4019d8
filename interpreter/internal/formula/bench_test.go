package formula_test

import (
	"testing"

	"github.com/expr-lang/expr"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
)

// benched are formulas of the shapes that rules have most.
var benched = map[string]string{
	"compare":           "n > 2",
	"arithmetic":        "n + me.score * 2 - 1 >= 3 and not empty(shelf)",
	"count over a zone": `count(shelf, .card == "a")`,
	"max over a filter": "max(map(filter(shelf, .worth < 4), .double))",
	"formula":           "richer(me, twice(n))",
	"players":           "all(players, len(.hand) <= 1)",
}

func BenchmarkFormula(b *testing.B) {
	g := smallGame(b)
	m := machine.New(g.Program, 3, nil)
	for name, text := range benched {
		v := compile(b, g, text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			m.Env.Begin()
			for b.Loop() {
				m.Env.Refuel()
				v.Num(&m.Env)
			}
		})
	}
}

// BenchmarkOracle measures expr's VM on the same formulas; it looks up names and members in a state as the
// oracle does.
func BenchmarkOracle(b *testing.B) {
	g := smallGame(b)
	m := machine.New(g.Program, 3, nil)
	o := newOracle(g.Syntax, g.Program.Readings, g.Compiler())
	m.Env.Begin()
	x := &context{oracle: o, e: &m.Env, base: m.Env.Base, who: int32(m.Env.Who)}
	for name, text := range benched {
		_, err := x.text(text)
		require.NoError(b, err)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			env := x.functions()
			for b.Loop() {
				_, _ = expr.Run(o.programs[text], env)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	g := smallGame(b)
	b.ReportAllocs()
	for b.Loop() {
		compile(b, g, `max(map(filter(shelf, .worth < 4 and .card != "b"), .double)) + n`)
	}
}

// No formula allocates, once the arena has grown.
func TestFormulasAllocateNothing(t *testing.T) {
	g := smallGame(t)
	m := machine.New(g.Program, 3, nil)
	for _, text := range formulas {
		v := compile(t, g, text)
		work := func() {
			m.Env.Refuel()
			if v.IsList() {
				v.List(&m.Env)
			} else {
				v.Num(&m.Env)
			}
		}
		work()
		require.Zero(t, testing.AllocsPerRun(10, work), text)
	}
}

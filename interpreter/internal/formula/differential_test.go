package formula_test

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/testing/soak"
)

// tally counts the results of one formula.
type tally struct {
	text              string
	compared, skipped int
	why               string // it was skipped last
}

// tallies has the tally of each formula.
type tallies map[source.Pos]*tally

// of returns the tally of a formula.
func (t tallies) of(f *syntax.Formula) *tally {
	if t[f.Node.Pos] == nil {
		t[f.Node.Pos] = &tally{text: describe(f)}
	}
	return t[f.Node.Pos]
}

// comparing holds expr's VM against all that matches work out.
type comparing struct {
	t *testing.T
	*oracle
	tallies tallies
	folded  tallies // of matches whose formulas are folded for the readings
	folding bool    // the match is one of these
	ruled   []func(fold *formula.Fold, e *formula.Env)
	consts  []func(e *formula.Env)
	wrong   int
	seen    map[source.Pos]int // in this match
}

const (
	eachMatch = 3  // evaluations of a formula that are compared in a match
	eachRun   = 40 // and in all
)

// watch is a formula.Watch.
func (c *comparing) watch(v *formula.Expr, f *syntax.Formula, sc *formula.Scope) func(*formula.Env, int32, []int32, bool) {
	c.tallies.of(f)
	scope := *sc
	look := func(e *formula.Env, x int32, list []int32, _ bool) { c.look(e, v, f, &scope, x, list) }
	switch {
	case v.Const():
		c.consts = append(c.consts, func(e *formula.Env) { look(e, v.K, nil, true) })
		return nil
	case v.Ruled():
		c.folded.of(f)
		c.ruled = append(c.ruled, func(fold *formula.Fold, e *formula.Env) {
			if v := fold.Value(v); v.Settled() { // no match evaluates it
				c.look(e, v, f, &scope, v.K, nil)
			}
		})
	}
	return look
}

func describe(f *syntax.Formula) string {
	switch {
	case f.IsText:
		return f.Text
	case f.Ruling != nil:
		return "ruling " + f.Ruling.Key.Name
	case f.Switch != nil:
		return "switch " + describe(f.Switch.On)
	}
	return "a list"
}

// look compares one evaluation.
func (c *comparing) look(e *formula.Env, v *formula.Expr, f *syntax.Formula, sc *formula.Scope, x int32, list []int32) {
	pos := f.Node.Pos
	n := c.tallies.of(f)
	if c.folding && c.folded[pos] != nil {
		n = c.folded[pos]
	}
	if c.seen[pos] >= eachMatch || n.compared >= eachRun {
		return
	}
	c.seen[pos]++
	if e.World.Err != nil {
		n.skipped, n.why = n.skipped+1, "a fault: "+e.World.Err.Text
		return
	}
	at := c.context(e, v, sc)
	want, err := at.eval(f)
	want = at.meant(v.Type, want)
	if err != nil && v.Settled() {
		n.skipped, n.why = n.skipped+1, "settled at load: "+err.Error()
		return
	}
	if err != nil {
		c.fail(pos, n, "gives %v, expr: %v", x, err)
		return
	}
	var got any
	if v.IsList() {
		got = at.plains(v.Type, list)
	} else {
		got = at.plain(v.Type, x)
	}
	if show(got) != show(want) {
		c.fail(pos, n, "gives %s, by expr %s", show(got), show(want))
		return
	}
	n.compared++
}

func (c *comparing) fail(pos source.Pos, n *tally, format string, args ...any) {
	if c.wrong++; c.wrong <= 20 {
		c.t.Errorf("%s: `%s` "+format, append([]any{pos, n.text}, args...)...)
	}
}

// context is where the formula is being worked out.
func (c *comparing) context(e *formula.Env, v *formula.Expr, sc *formula.Scope) *context {
	x := &context{oracle: c.oracle, e: e, base: e.Base, who: int32(e.Who), proc: sc.Proc, params: map[string]any{}}
	first := sc.First(e)
	switch {
	case sc.Self.Base != 0:
		x.self = x.plain(sc.Self, first)
	case sc.It.Base != 0:
		x.it = x.plain(sc.It, first)
	}
	for i := range sc.Params() {
		name, val, list := sc.Param(e, i)
		if t := sc.ParamType(i); t.List {
			x.params[name] = x.plains(t, list)
		} else {
			x.params[name] = x.plain(t, val)
		}
	}
	return x
}

// expr's checker and VM compute the same value as this package for every formula that random and greedy matches
// evaluate, in the same positions. Matches under other readings reach the branches that the default readings leave out.
// Every third match evaluates formulas that are folded for the readings.
//
// Formulas that end in a fault are not compared, because expr returns nil or overflows silently where the language
// refuses: nothing in a sum, an index out of range, overflow. Neither are values that are fixed at load although they
// mention the names of a run that has not begun. expr has no lists that are equal as bags, no unknown order of shuffled
// piles and no eyes of players; those have tests of their own.
func TestFormulasAgainstExpr(t *testing.T) {
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	for _, id := range all.Games() {
		t.Run(id, func(t *testing.T) {
			g, err := interpreter.Load(all, id, interpreter.Options{})
			require.NoError(t, err)
			all, folded := tallies{}, tallies{}
			matches, least, leastFolded := soak.Or(10, 7), soak.Or(96, 94), 75 // of a hundred formulas must be compared
			if testing.Short() {
				matches, least, leastFolded = 3, 75, 30
			}
			for turn := range soak.Or(6, 3) {
				readings := turned(g.Syntax, turn)
				compareReadings(t, g, readings, all, folded, matches)
			}
			report(t, all, least)
			report(t, folded, leastFolded) // most others are parts that folding leaves out
		})
	}
}

// compareReadings plays matches under some readings.
func compareReadings(t *testing.T, g *interpreter.Game, readings map[string]string, all, folded tallies, matches int) {
	var diags source.Diagnostics
	c := &comparing{t: t, tallies: all, folded: folded}
	compiler := formula.NewCompiler(g.Schema, &diags)
	c.oracle = newOracle(g.Syntax, readings, compiler)
	compiler.Watch = c.watch
	p := program.Check(compiler).Under(readings, &diags)
	require.NoError(t, diags.Err())
	for seed := range uint64(matches) {
		c.seen = map[source.Pos]int{}
		players := p.MinPlayers + int(seed)%(p.MaxPlayers-p.MinPlayers+1)
		m := machine.New(p, players, nil)
		m.Strict = seed%4 == 0
		m.Meter = machine.NewMeter(p)
		m.Observer = &telling{m}
		if c.folding = seed%3 == 2; !c.folding {
			m.Env.Record.Rulings = make([]bool, len(g.Syntax.Rulings)) // recording rulings turns folding off
		}
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
		if seed == 0 {
			m.Reset(players)
			_ = m.CheckInvariants() // also formulas that are constant because of printed values
			m.Restore(m.State().Clone())
			m.Env.Begin()
			for _, f := range c.consts {
				f(&m.Env)
			}
			c.folding = true
			fold := p.Fold()
			for _, f := range c.ruled {
				f(fold, &m.Env)
			}
		}
	}
}

// beside acts without a request: it makes a side offer if one is allowed, and draws the picture of every
// piece.
func beside(m *machine.Match, n int) {
	for i, o := range m.P.Offers {
		if i == n%len(m.P.Offers) {
			_ = m.Offer(o.Name, ref.Seat(n)%m.Env.World.Players())
		}
	}
	for p, info := range m.P.Pieces {
		for _, line := range m.P.Pictures[info.Card] {
			for _, part := range line {
				if part.Is != nil {
					machine.Show(&m.Env, part.Is, int32(p), -1)
				}
			}
		}
	}
}

// contexts evaluates the context of every running procedure; for a coming roll, with a different side of the
// die each time.
func contexts(m *machine.Match, n int) {
	for base := range m.Stack.Frames() {
		c := m.P.Contexts[m.Stack.Proc(base)]
		if c == nil {
			continue
		}
		for _, cell := range c.Cells {
			switch {
			case !holds(m, base, cell.If):
			case cell.Roll != nil:
				machine.ShowIn(&m.Env, base, cell.Is, -1, machine.Assumed{Name: cell.Roll.Slot, Value: int32(1 + n%6)})
			default:
				machine.ShowIn(&m.Env, base, cell.Is, -1)
			}
		}
	}
}

// holds reports whether all parts of a condition hold in a frame.
func holds(m *machine.Match, base int, c *program.Cond) bool {
	if c == nil {
		return true
	}
	for _, part := range c.Parts {
		if is, ok := machine.ShowIn(&m.Env, base, part.Is, -1); !ok || !slices.Equal(is, []int32{1}) {
			return false
		}
	}
	return true
}

// telling evaluates the texts in `says` of the steps.
type telling struct{ m *machine.Match }

func (t *telling) Event(ev machine.Event) {
	if ev.Kind != machine.Stepped || ev.On {
		return
	}
	for _, sentence := range ev.Step.Says {
		for _, part := range sentence.Line {
			if part.Is != nil {
				machine.Show(&t.m.Env, part.Is, schema.Nothing, -1)
			}
		}
	}
	if c := t.m.P.Endings[ev.Step.Proc]; c != nil {
		t.rows(c.Rows)
	}
}

// rows evaluates the rows that are shown if the running procedure ends the match.
func (t *telling) rows(rows []*program.Row) {
	for _, r := range rows {
		if r.If != nil {
			for _, part := range r.If.Parts {
				machine.ShowOf(&t.m.Env, part.Is, schema.Nothing)
			}
		}
		machine.ShowOf(&t.m.Env, r.Is, 0)
		t.rows(r.Parts)
	}
}

// decider plays at random, or as one of the game's bots.
func decider(t *testing.T, p *program.Program, seed uint64) decide.Decider {
	var names []string
	for name := range p.Bots {
		names = append(names, name)
	}
	sort.Strings(names)
	if i := int(seed) % (len(names) + 1); i > 0 {
		d, err := decide.NewPolicy(p, names[i-1], decide.NewRNG(seed, 1))
		require.NoError(t, err)
		return d
	}
	return decide.NewRandom(seed)
}

// turned are readings of which every ruling takes another each turn; those left
// to a variant are never taken.
func turned(g *syntax.Game, turn int) map[string]string {
	left := map[string]bool{}
	note := func(b *syntax.Branches) {
		for _, br := range b.List {
			if br.Variant.Name != "" {
				left[b.Key.Name+"="+br.Label.Name] = true
			}
		}
	}
	syntax.Walk(g, func(s *syntax.Step) {
		if do, ok := s.Do.(*syntax.ByRuling); ok {
			note(do.Branches)
		}
	})
	for _, f := range formulasOf(g) {
		if f.Ruling != nil {
			note(f.Ruling)
		}
	}
	out := map[string]string{}
	for _, r := range g.Rulings {
		out[r.Name] = r.Default.Name
		var free []string
		for _, x := range r.Readings {
			if !left[r.Name+"="+x.Name] && x.Name != r.Default.Name {
				free = append(free, x.Name)
			}
		}
		if i := turn % (len(free) + 1); i > 0 {
			out[r.Name] = free[i-1]
		}
	}
	return out
}

// formulasOf are the named formulas of a game.
func formulasOf(g *syntax.Game) []*syntax.Formula {
	var out []*syntax.Formula
	add := func(list []*syntax.FormulaDecl) {
		for _, d := range list {
			out = append(out, d.Is)
		}
	}
	add(g.Formulas)
	add(g.Player.Formulas)
	for _, k := range g.Kinds {
		add(k.Formulas)
		for _, c := range k.Cards {
			add(c.Formulas)
		}
	}
	for _, p := range syntax.AllProcedures(g) {
		add(p.Formulas)
	}
	return out
}

// report says how many formulas were compared, and lists honestly which were not.
func report(t *testing.T, tallies tallies, least int) {
	var missing []string
	compared, evaluations := 0, 0
	for pos, n := range tallies {
		evaluations += n.compared
		if n.compared > 0 {
			compared++
			continue
		}
		if n.why == "" {
			n.why = "never worked out"
		}
		missing = append(missing, fmt.Sprintf("%s: `%s`: %s", pos, n.text, n.why))
	}
	sort.Strings(missing)
	t.Logf("%d of %d formulas compared, %d times; not compared:\n%s", compared, len(tallies), evaluations, strings.Join(missing, "\n"))
	assert.GreaterOrEqual(t, 100*compared, least*len(tallies), "only %d of %d formulas are compared", compared, len(tallies))
}

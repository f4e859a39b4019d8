package scenario

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// debts is a variant of coins with a ruling more, which shows only beside luck.
const debts = `
variant: debts
rulings:
  pay.debt: {kind: rule, question: Whether luck grows, readings: {stays: it does not, grows: it does}, default: stays}
patch:
  - at: procedures.turn/actions
    after:
      - ruling: pay.debt
        stays: []
        grows: [{set: {luck: luck + 1}}]
`

func side(t *testing.T, src interpreter.Sources, rules *interpreter.Rules, form string) Side {
	t.Helper()
	s := Side{Sources: src, Rules: rules, Options: in(form).Load}
	g, err := rules.Game(s.Options)
	require.NoError(t, err)
	s.Game = g
	return s
}

// compared compares two forms of coins.
func compared(t *testing.T, scenarios, a, b string, jobs int) *Comparison {
	t.Helper()
	src := coinsWith(scenarios)
	src[0].FS.(fstest.MapFS)["variants/coins/debts.yaml"] = &fstest.MapFile{Data: []byte(debts)}
	rules, err := interpreter.Read(src, "coins")
	require.NoError(t, err)
	here, there := side(t, src, rules, a), side(t, src, rules, b)
	c, err := Compare(context.Background(), here, there, jobs)
	require.NoError(t, err)
	here.Known = new(Known)
	for i := range 2 {
		known := here.Known.runs()
		again, err := Compare(context.Background(), here, there, jobs)
		require.NoError(t, err)
		require.Equal(t, c, again)
		if i > 0 {
			require.Equal(t, known, here.Known.runs())
			require.Equal(t, c.Same+len(c.Flips) > 0, known > 0)
		}
		src[0].FS = fstest.MapFS{} // known facts about a side are not read again
	}
	return c
}

// runs is how many scenarios have run on a side that is known.
func (k *Known) runs() (n int) {
	k.outcomes.Range(func(any, any) bool { n++; return true })
	return n
}

// lines are a comparison in short.
func (c *Comparison) lines() string {
	var out []string
	for _, f := range c.Flips {
		out = append(out, strings.TrimSuffix(fmt.Sprintf("%s %v", f.Scenario, f.Rows), " []"), "- "+f.Parts[0], "+ "+f.Parts[1])
		for _, x := range f.Because {
			if !x.Alone {
				out = append(out, "with "+x.Ruling)
				continue
			}
			out = append(out, "by "+x.Ruling)
			if x.Parts != f.Parts {
				out = append(out, "  - "+x.Parts[0], "  + "+x.Parts[1])
			}
		}
	}
	out = append(out, fmt.Sprintf("%d the same", c.Same))
	if c.Only != [2]int{} {
		out = append(out, fmt.Sprintf("only %v", c.Only))
	}
	return strings.Join(out, "\n") + "\n"
}

func TestCompare(t *testing.T) {
	for name, c := range map[string]struct{ scenarios, a, b, want string }{
		"nothing differs": {pays + "  then: luck == 0\n", "", "pay.sigh=silent", "1 the same\n"},
		"a check holds on one side": {pays + "  then: first(slab).card == \"crown\"\n", "", "pay.place=bottom", `
s
- so: first(slab).card == "crown"
+ not so: first(slab).card = penny
by pay.place
0 the same
`},
		"where pieces lie": {pays + "  then: luck == 0\n", "", "pay.place=bottom", `
s
- slab: crown, …
+ slab: …, crown
by pay.place
0 the same
`},
		"a zone in which nothing has moved": {pays + "  then: luck == 0\n", "", "pay.place=back", `
s
- slab: crown, …
+ slab: as before
by pay.place
0 the same
`},
		"a question more": {pays + "    - ann: {sigh: {}}\n  then: luck == 5\n", "pay.sigh=aloud", "", `
s
- ann is asked turn.sighs: sigh → sigh
+ ann is not asked turn.sighs
by pay.sigh
0 the same
`},
		"a question left open": {pays + "  then: luck == 0\n", "", "pay.sigh=aloud", `
s
- nothing more is asked
+ it stands at turn.sighs: ann
by pay.sigh
0 the same
`},
		"two readings, each by itself": {pays + "  then: [luck == 0, 'first(slab).card == \"crown\"']\n", "", "low", `
s
- so: luck == 0
+ not so: luck = 1
by pay.place
  - so: first(slab).card == "crown"
  + not so: first(slab).card = penny
by pay.luck
0 the same
`},
		"two readings, only together": {pays + "  then: luck < 2\n", "debts", "debts and pay.debt=grows and pay.luck=some", `
s
- so: luck < 2
+ not so: luck = 2
with pay.luck
with pay.debt
0 the same
`},
		"no reading": {pays + "  then: first(slab).worth == 1\n", "low", "rich", `
s
- so: first(slab).worth == 1
+ not so: first(slab).worth = 2
0 the same
`},
		"rows": {strings.Replace(pays, "crown", "<coin>", 1) + "  then: first(slab).card == \"crown\"\n  examples: [{coin: penny}, {coin: crown}]\n", "", "pay.place=back", `
s [1 2]
- slab: penny, …
+ slab: as before
by pay.place
0 the same
`},
		"a script that does not fit both": {pays + "    - ann: {sigh: {}}\n    - ann: {sigh: {}}\n  then: luck == 5\n", "", "pay.sigh=aloud", `
s
- ann is not asked turn.sighs
+ ann is asked turn.sighs: sigh → sigh
by pay.sigh
0 the same
`},
		"what stands under `under` where the script breaks off": {pays + `    - ann: {sigh: {}}
  then: luck == 5
  under:
    pay.luck=some:
      when: [{ann: {pay: {coin: crown}}}]
      then: first(slab).card == "crown"
`, "pay.luck=some", "low", `
s
- so: first(slab).card == "crown"
+ not so: first(slab).card = penny
by pay.place
0 the same
`},
		"what is about one side": {pays + "  variant: rich\n  then: luck == 0\n", "", "rich", "0 the same\nonly [0 1]\n"},
		"what is left out":       {pays + "  skip: not now\n  then: luck == 0\n", "", "low", "0 the same\n"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, strings.TrimPrefix(c.want, "\n"), compared(t, c.scenarios, c.a, c.b, 1).lines())
		})
	}
}

// Of two folders, equal files count once, scenarios with the same name become one with two scripts, and a
// scenario of only one folder runs on both sides.
func TestCompareFolders(t *testing.T) {
	files := func(worth string, more map[string]string) interpreter.Sources {
		fs := fstest.MapFS{}
		all := maps.Clone(coins)
		maps.Copy(all, more)
		for name, text := range all {
			fs[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, "worth: 5", "worth: "+worth, 1))}
		}
		return interpreter.Sources{{Name: "coins", FS: fs}}
	}
	const crown = "- scenario: a crown\n  given: {players: 2, slab: [crown]}\n  then: first(slab).worth == "
	old := files("5", map[string]string{
		"scenarios/coins/a.yaml": crown + "5\n",
		"scenarios/coins/b.yaml": "- scenario: alike\n  given: {players: 2, slab: [penny]}\n  then: first(slab).worth == 1\n",
	})
	young := files("6", map[string]string{
		"scenarios/coins/a.yaml": crown + "6\n",
		"scenarios/coins/b.yaml": "- scenario: alike\n  given: {players: 2, slab: [penny]}\n  then: first(slab).worth == 1\n",
		"scenarios/coins/c.yaml": "- scenario: new\n  given: {players: 2, slab: [crown]}\n  then: first(slab).worth > 5\n",
	})
	var sides [2]Side
	for i, src := range []interpreter.Sources{old, young} {
		rules, err := interpreter.Read(src, "coins")
		require.NoError(t, err)
		sides[i] = side(t, src, rules, "")
	}
	c, err := Compare(context.Background(), sides[0], sides[1], 0)
	require.NoError(t, err)
	assert.Equal(t, `a crown
- so: first(slab).worth == 5
+ not so: first(slab).worth = 6
new
- not so: first(slab).worth = 5
+ so: first(slab).worth > 5
1 the same
`, c.lines())
}

func TestCompareIsTheSameAtAnyParallelism(t *testing.T) {
	var many strings.Builder
	for i := range 40 {
		many.WriteString(strings.Replace(pays, "scenario: s", fmt.Sprintf("scenario: s%d", i), 1) + "  then: luck == 0\n")
	}
	one := compared(t, many.String(), "", "low", 1).lines()
	for range 3 {
		assert.Equal(t, one, compared(t, many.String(), "", "low", 4).lines())
	}
}

func TestCompareEndsWhenItIsInterrupted(t *testing.T) {
	src := coinsWith(pays + "  then: luck == 0\n")
	rules, err := interpreter.Read(src, "coins")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Compare(ctx, side(t, src, rules, ""), side(t, src, rules, "low"), 1)
	assert.ErrorIs(t, err, context.Canceled)
}

package interpreter_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// nested are formulas in which X stands for the formula itself, one level deeper.
var nested = map[string]string{
	"list":            "[X]",
	"list of two":     "[1, X]",
	"brackets":        "(X)",
	"not":             "not (X == 1)",
	"minus":           "-(X)",
	"plus":            "1 + (X)",
	"and":             "X == 1 and tally == 1",
	"or":              "tally == 1 or X == 1",
	"equal":           "(X == 1) == (tally == 1)",
	"less":            "(X) < 3 ? 1 : 2",
	"choice":          "tally == 1 ? (X) : 2",
	"chosen by":       "(X) == 1 ? 1 : 2",
	"or else":         "(X) ?? 1",
	"in":              "(X) in [1] ? 1 : 2",
	"within a list":   "1 in [X] ? 1 : 2",
	"range":           "len(1..X)",
	"index":           "[1, X][0]",
	"place":           "[1, 2][X]",
	"slice":           "[1, X][0:1][0]",
	"slice from":      "len([1, 2][X:1])",
	"len":             "len([X])",
	"count":           "count([X])",
	"count of some":   "count([X], it == 1)",
	"count where":     "count([1], X == it)",
	"any":             "any([X], it == 1)",
	"all":             "all([1], it == X)",
	"one":             "one([X], it == 1)",
	"none":            "none([1], it == X)",
	"filter":          "len(filter([X], it == 1))",
	"filter where":    "len(filter([1], it == X))",
	"find":            "find([X], it == 1)",
	"map":             "len(map([X], it))",
	"map to":          "sum(map([1], X))",
	"sum":             "sum([X])",
	"sum of":          "sum([1], X)",
	"sort":            "len(sortBy([X], it))",
	"sort by":         "len(sortBy([1], X))",
	"max of a list":   "max([X])",
	"max":             "max(1, X)",
	"first":           "first([X])",
	"concat":          "len(concat([X], [1]))",
	"reverse":         "len(reverse([X]))",
	"uniq":            "len(uniq([X]))",
	"abs":             "abs(X)",
	"floor":           "floor(X / 2)",
	"ceil":            "ceil(2 / X)",
	"empty":           "empty([X]) ? 1 : 2",
	"cycle":           "len(cycle([X], 1))",
	"clockwise":       "len(clockwise(players[X]))",
	"times":           `times("match", "match", players[X])`,
	"member":          "players[X].score",
	"optional member": "find(players, .score == X)?.score",
	"parameter":       "twice(X)",
	"two parameters":  "either(X, 1)",
	"of a player":     "players[X].wealth",
	"wrong":           "[X] + 1",
	"wrong count":     "count(X, 1)",
}

// others are formulas that are not written as a text.
var others = map[string]string{
	"list in YAML":   "[X]",
	"words in YAML":  "[sad, X]",
	"ruling":         "{ruling: tie, shared: X, elder: 1}",
	"ruling's other": "{ruling: tie, shared: 1, elder: X}",
	"switch":         "{switch: tally, 1: X, else: 1}",
	"switch on":      "{switch: X, 1: 1, else: 2}",
}

// where are the places in which formulas stand; inVerbs has those of verbs that need nothing but formulas.
var where = map[string]string{
	"formulas":     "formulas: {a: F}",
	"set":          "procedures: {p: {do: [{set: {n: F}}]}}",
	"field set":    "procedures: {p: {do: [{set: {tally: F}}]}}",
	"names":        "procedures: {p: {names: {n: F}, do: []}}",
	"with":         "procedures: {p: {do: [{call: q, with: {n: F}}]}, q: {takes: [n], do: []}}",
	"if":           "procedures: {p: {do: [{if: F, do: []}]}}",
	"while":        "procedures: {p: {do: [{while: F, do: []}]}}",
	"switch":       "procedures: {p: {do: [{switch: F, else: []}]}}",
	"each":         "procedures: {p: {do: [{each: n, in: F, do: []}]}}",
	"choose":       "procedures: {p: {do: [{choose: n, from: F}]}}",
	"where":        "procedures: {p: {do: [{choose: n, from: players, where: F}]}}",
	"at most":      "procedures: {p: {do: [{choose: n, from: players, at_most: F}]}}",
	"may":          "procedures: {p: {do: [{may: {o: {if: F, do: []}}}]}}",
	"roll":         "procedures: {p: {do: [{roll: n, dice: F, sides: F}]}}",
	"pick":         "procedures: {p: {do: [{pick: n, from: F, prefer: [F]}]}}",
	"toward":       "procedures: {p: {do: [{pick: n, from: market, toward: [F]}]}}",
	"again":        "procedures: {p: {do: [{may: {o: []}, again: F}]}}",
	"at_end":       "procedures: {p: {do: [], at_end: [{set: {n: F}}]}}",
	"invariant":    "invariants: {it holds: F}",
	"measure":      "measures: {m: {at: {end: match}, mean: F, by: F}}",
	"bot":          "bots: {b: {standing: F}}",
	"window":       "windows: {w: {pending: auction, asks: F, who: F, at_most: F}}",
	"side offer":   "side_offers: {o: {if: F, do: []}}",
	"formula with": "formulas: {f(number): F, a: f(1), b: f(2)}",
}

// inVerbs returns a step of each verb whose object and required operands are formulas, with F as each of them.
func inVerbs() map[string]string {
	places := map[string]string{}
	for _, verb := range syntax.Verbs() {
		object, operands, _ := syntax.Operands(verb)
		step, isAll := verb+": F", object == "formula"
		for _, k := range operands {
			if k.Needed {
				step += ", " + k.Name + ": F"
				isAll = isAll && k.Is == "formula"
			}
		}
		if isAll {
			places[verb] = "procedures: {p: {do: [{" + step + "}]}}"
		}
	}
	return places
}

// Every verb that has a formula stands in a place of formulas, every verb that has steps among the steps.
func TestEveryVerbGrows(t *testing.T) {
	all := slices.Concat(slices.Collect(maps.Values(where)), slices.Collect(maps.Values(inVerbs())), slices.Collect(maps.Values(steps)))
	for _, verb := range syntax.Verbs() {
		object, operands, _ := syntax.Operands(verb)
		for _, k := range append(operands, syntax.Key{Is: object}) {
			if strings.Contains(k.Is, "steps") || strings.Contains(k.Is, "formula") || k.Is == "condition" {
				require.True(t, strings.Contains(strings.Join(all, " "), "{"+verb+":"), "add a step of %s to `where` or `steps` in interpreter/growth_test.go", verb)
			}
		}
	}
}

// rows are lines that may stand as often as one likes, after a first: N is which it is, M
// the one before.
var rows = map[string][2]string{
	"formulas":                {"formulas:\n", "  fN: tally + 1\n"},
	"chained formulas":        {"formulas:\n  f0: 1\n", "  fN: fM + fM\n"},
	"chained parameters":      {"formulas:\n  f0(x): x\n", "  fN(x): fM(x) + fM(x)\n"},
	"chained formulas of all": {"formulas:\n  f0: 1\n", "  fN: 'sum([fM], it) + fM'\n"},
	"steps":                   {"procedures:\n  p:\n    do:\n", "      - set: {xN: tally}\n"},
	"chained names":           {"procedures:\n  p:\n    do:\n      - set: {x0: 1}\n", "      - set: {xN: 'xM + xM'}\n"},
	"names chained to none":   {"procedures:\n  p:\n    do:\n", "      - set: {xM: 'xN ?? xN'}\n"},
	"calls":                   {"procedures:\n  p0: {do: []}\n", "  pN: {do: [{call: pM}]}\n"},
	"chained takes":           {"procedures:\n  p0: {takes: [n], do: []}\n", "  pN: {takes: [n], do: [{call: pM, with: {n: n}}, {call: pM, with: {n: n}}]}\n"},
	"chained gives":           {"procedures:\n  p0: {gives: [n], do: [{set: {n: 1}}]}\n", "  pN: {gives: [n], do: [{call: pM}, {call: pM}]}\n"},
	"options":                 {"procedures:\n  p:\n    do:\n      - may:\n", "          oN: {if: tally == 1, do: []}\n"},
	"branches":                {"procedures:\n  p:\n    do:\n      - switch: tally\n", "        N: [{set: {tally: 1}}]\n"},
	"invariants":              {"invariants:\n", "  it holds N: all(pieces, .kind == \"coin\" or true)\n"},
	"measures":                {"measures:\n", "  mN: {at: {end: match}, mean: tally}\n"},
	"windows":                 {"windows:\n", "  wN: {pending: auction, asks: others}\n"},
	"chained defaults":        {"kind: dust\ncards: {a: {copies: 1}, b: {copies: 1}, c: {copies: 1}}\neach_has:\n  f0: {type: number, default: 1}\n", "  fN: {type: number, default: 'sum(filter(pieces, .kind == \"dust\"), .fM)'}\n"},
	"fixed claims":            {"kind: dust\ncards: {a: {copies: 1}}\ninvariants: {it holds: 'all(pieces, .kind != \"dust\" or .f0 > 0)'}\nformulas:\n", "  fM: 'it.fN + it.fN'\n"},
	"cards played":            {"kind: dust\nplaying: {do: []}\neach_has: {effect: steps}\ncards:\n", "  cN: {copies: 1, play: {in: [bids], needs: tally > 3}, effect: [{stop: pending}]}\n"},
}

// steps are steps in which DO stands for the step itself, one level deeper.
var steps = map[string]string{
	"if":           "{if: tally == 1, do: [DO]}",
	"else":         "{if: tally == 1, do: [], else: [DO]}",
	"while":        "{while: tally == 1, do: [DO]}",
	"switch":       "{switch: tally, 1: [DO], else: []}",
	"ruling":       "{ruling: tie, shared: [DO], elder: []}",
	"other ruling": "{ruling: tie, shared: [], elder: [DO]}",
	"may":          "{may: {oN: [DO]}}",
	"otherwise":    "{may: {o: []}, otherwise: [DO]}",
	"may again":    "{may: {o: [DO]}, again: true}",
	"each":         "{each: nN, in: players, do: [DO]}",
	"each me":      "{each: me, in: players, do: [DO]}",
}

// patches are lines of a variant, as rows are of a file of a game.
var patches = map[string][2]string{
	"before":            {"patch:\n", "  - {at: procedures.auction, before: [{set: {xN: tally}}]}\n"},
	"after a step":      {"patch:\n", "  - {at: procedures.turn/begin, after: [{set: {xN: tally}}]}\n"},
	"around each other": {"patch:\n  - {at: procedures.turn/begin, after: [{id: s0, set: {x: 1}}]}\n", "  - {at: procedures.turn/sM, after: [{id: sN, set: {x: tally}}]}\n"},
	"within each other": {"patch:\n  - {at: procedures.turn/begin, after: [{id: s0, if: tally == 1, do: []}]}\n", "  - {at: procedures.turn/sM, instead: [{id: sN, if: tally == 1, do: [{set: {x: 1}}]}]}\n"},
	"instead":           {"patch:\n", "  - {at: procedures.turn/begin, instead: [{id: begin, set: {tally: tally + N}}]}\n"},
	"options":           {"patch:\n  - at: procedures.turn/actions\n    add:\n", "      oN: {if: tally == 1, do: []}\n"},
	"readings":          {"patch:\n  - at: rulings.tie\n    add:\n", "      rN: {says: x, as: shared}\n"},
	"readings with do":  {"patch:\n  - at: rulings.tie\n    add:\n", "      rN: {says: x, is: players, do: [{set: {tally: N}}]}\n"},
	"formulas":          {"formulas:\n  f0: 1\n", "  fN: fM + fM\n"},
	"procedures":        {"procedures:\n  p0: {do: []}\n", "  pN: {do: [{call: pM}]}\n"},
	"cards":             {"cards:\n", "  cN: {kind: gem, copies: 1}\n"},
}

// patched holds the procedures that the patches change.
const patched = `
procedures:
  turn:
    do:
      - {id: begin, set: {tally: 1}}
      - {id: actions, may: {stop: []}}
`

// The work of checking grows with the size of the files, however deep or often
// anything stands in them, right or wrong: it is counted, so no clock says so.
func TestWorkGrowsLinearly(t *testing.T) {
	tried := 0
	linear := func(name string, file func(n int) string, n int) {
		t.Run(name, func(t *testing.T) {
			once, thrice := workOf(t, file(n)), workOf(t, file(3*n))
			assert.Less(t, thrice-workOf(t, file(0)), 4*(once-workOf(t, file(0)))+300, "%s", file(2))
		})
		tried++
	}
	for name, in := range nested {
		linear("nested "+name, func(n int) string { return "formulas:\n  a: '" + deeper(in, n) + "'\n" + helpers }, 10)
	}
	for name, in := range others {
		linear("nested "+name, func(n int) string { return "formulas:\n  a: " + deeper(in, n) + "\n" + helpers }, 10)
		linear("repeated "+name, func(n int) string {
			return "formulas:\n" + many("  aN: "+strings.ReplaceAll(in, "X", "1")+"\n", n) + helpers
		}, 40)
	}
	places := inVerbs()
	maps.Copy(places, where)
	for name, place := range places {
		linear("lists in "+name, func(n int) string { return strings.ReplaceAll(place, "F", deeper("[X]", n)) }, 10)
		linear("branches in "+name, func(n int) string {
			return strings.ReplaceAll(place, "F", deeper("{ruling: tie, shared: X, elder: 1}", n))
		}, 10)
	}
	for name, row := range rows {
		linear(name, func(n int) string { return row[0] + many(row[1], n) }, 30)
	}
	for name, row := range patches {
		t.Run(name, func(t *testing.T) {
			with := func(n int) string { return variantNamed + row[0] + many(row[1], n) }
			_, wrong := checked(t, game{"patched.yaml": patched, "variants/over.yaml": with(2)})
			require.Empty(t, wrong, with(2))
			linear("patched "+name, with, 30)
		})
	}
	for name, step := range steps {
		linear("patched step "+name, func(n int) string {
			do := ""
			for i := range n {
				do = strings.ReplaceAll(strings.ReplaceAll(step, "DO", do), "N", fmt.Sprint(i))
			}
			return variantNamed + "patch: [{at: procedures.auction, before: [" + do + "]}]\n"
		}, 4)
		linear("nested step "+name, func(n int) string {
			do := ""
			for i := range n {
				do = strings.ReplaceAll(strings.ReplaceAll(step, "DO", do), "N", fmt.Sprint(i))
			}
			return "procedures: {p: {do: [" + do + "]}}\n"
		}, 4)
		linear("repeated step "+name, func(n int) string {
			return "procedures:\n  p:\n    do:\n" + many("      - "+strings.ReplaceAll(step, "DO", "")+"\n", n)
		}, 40)
	}
	t.Log(tried, "constructs")
}

const helpers = "  twice(number): number + number\n  either(x, y): x\nplayer: {fields: {score: 0, blessed: false}, zones: {hand: {holds: [coin], seen_by: owner}, purse: {holds: [gem]}}, formulas: {wealth: score, riches: 1}}\n"

func deeper(in string, n int) string {
	text := "1"
	for range n {
		text = strings.ReplaceAll(in, "X", text)
	}
	return text
}

func many(line string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("N", fmt.Sprint(i+1), "M", fmt.Sprint(i)).Replace(line))
	}
	return b.String()
}

const variantNamed = "variant: over\n"

// workOf is how much work it is to check the small game with one more file, or with a
// variant, whether it is right or wrong.
func workOf(t *testing.T, file string) int {
	t.Helper()
	files := game{"more.yaml": file}
	if strings.HasPrefix(file, variantNamed) {
		files = game{"patched.yaml": patched, "variants/over.yaml": file}
	}
	c, _ := checked(t, files)
	return c.Work()
}

// checked compiles the small game with other files, and perhaps a variant, laid over it.
func checked(t *testing.T, files game) (*program.Program, source.Diagnostics) {
	t.Helper()
	all := over(t, files)
	var docs []*source.Node
	var variant *source.Node
	for _, name := range slices.Sorted(maps.Keys(all)) {
		n, d := source.Parse(&source.File{Name: name, Text: []byte(all[name])}, source.DefaultLimits())
		require.NoError(t, d.Err())
		if strings.HasPrefix(name, "variants/") {
			variant = n
		} else {
			docs = append(docs, n)
		}
	}
	return compiled(docs, variant)
}

// compiled returns the program of the files of a game, with a variant if there is one. After errors it
// continues as far as possible.
func compiled(docs []*source.Node, variant *source.Node) (*program.Program, source.Diagnostics) {
	g, diags := syntax.Decode(docs)
	var picks []syntax.ReadingPick
	if variant != nil {
		laid := []*syntax.Variant{syntax.DecodeVariant(variant, &diags)}
		if news := overlay.NewReadings(laid); news != nil {
			all := overlay.AddReadings(append(slices.Clip(docs), variant), news, &diags)
			g, diags = syntax.Decode(all[:len(docs)])
			laid[0] = syntax.DecodeVariant(all[len(docs)], &diags)
			g.Likes = overlay.Likes(news)
		}
		g = overlay.Apply(g, laid, &diags)
		picks = append(overlay.Follow(g, laid[0], &diags), laid[0].Readings...)
	}
	overlay.Refer(g, &diags)
	readings := overlay.Readings(g, picks, &diags)
	g, _ = overlay.Settle(g, readings, &diags)
	p := program.Check(formula.NewCompiler(schema.Build(g, &diags), &diags))
	return p.Under(readings, &diags), diags
}

// Work that still multiplies, here long formulas used at many depths, is stopped by the counter, with a
// position.
func TestWorkIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("formulas:\n  f0: 1\n")
	for i := 1; i < 90; i++ {
		fmt.Fprintf(&b, "  f%d: sum([1], f%d)%s\n", i, i-1, strings.Repeat(" + 1", 300))
	}
	c, found := checked(t, game{"more.yaml": b.String()})
	require.Len(t, found, 1)
	assert.Contains(t, found[0].Text, "checking this file takes more than 1000000 operations")
	assert.Equal(t, "more.yaml", found[0].Pos.File.Name)
	assert.Less(t, c.Work(), 2*formula.MaxWorkOfFile)

	// The type of a name is sought before anything is complained of.
	b.WriteString("  total: f0")
	for i := 1; i < 90; i++ {
		fmt.Fprintf(&b, " + f%d", i)
	}
	b.WriteString("\nprocedures:\n  p: {do: [{set: {x: total}}, {if: x > 1, do: [{set: {x: 1}}]}]}\n")
	_, found = checked(t, game{"more.yaml": b.String()})
	require.NotEmpty(t, found)
	assert.Contains(t, found.Sorted()[0].Text, "checking this file takes more than 1000000 operations")
}

// The parts of a condition about one card are evaluated once each.
func TestAConditionOfManyCardsIsGoneThroughOnce(t *testing.T) {
	allocs := func(terms int) float64 {
		more := "formulas:\n  some: any(pieces, .kind == \"gem\"" + strings.Repeat(" or .kind == \"gem\"", terms) + ")\n"
		return testing.AllocsPerRun(1, func() { checked(t, game{"more.yaml": more}) })
	}
	few, many, most := allocs(40), allocs(80), allocs(160)
	assert.Less(t, most-many, 3*(many-few), "it is twice as much more")
}

// A reading can ask a ruling twice, to which a variant adds another reading that does the same, and so on:
// the places are counted before any of them is compiled.
func TestReadingsThatBringEachOtherAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("it visits 20 million nodes")
	}
	var rulings, asked, added strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rulings, "  k%d: {kind: rule, question: Which one, readings: {a: A, b: B}, default: a}\n", i)
		fmt.Fprintf(&asked, "      - {ruling: k%d, a: [], b: []}\n", i)
		again := strings.Repeat(fmt.Sprintf("{ruling: k%d, a: [], b: []}, ", i+1), 2)
		if i == 39 {
			again = ""
		}
		fmt.Fprintf(&added, "  - at: rulings.k%d\n    add: {c: {says: C, do: [%s]}}\n", i, strings.TrimSuffix(again, ", "))
	}
	found := complaints(t, over(t, game{
		"more.yaml":          "rulings:\n" + rulings.String() + "procedures:\n  p:\n    do:\n" + asked.String(),
		"variants/over.yaml": variantNamed + "patch:\n" + added.String(),
	}))
	require.Len(t, found, 1)
	assert.Contains(t, found[0].Text, "adding the readings of variants to all places that use them takes more than 20000000 operations")
	assert.Equal(t, "over.yaml", found[0].Pos.File.Name)
}

// Suggestions for an unknown name of another procedure need a search through all procedures, so the search
// runs only for errors that are shown.
func TestManyUnknownNamesAreNotAllLookedFor(t *testing.T) {
	var b strings.Builder
	b.WriteString("procedures:\n  first: {do: [{set: {bounty: 1}}]}\n")
	for i := range 300 {
		fmt.Fprintf(&b, "  p%d: {do: [{set: {tally: bounty}}]}\n", i)
	}
	_, found := checked(t, game{"more.yaml": b.String()})
	hints := 0
	for _, one := range found {
		if strings.Contains(one.Hint, "it is a name of first") {
			hints++
		}
	}
	assert.Greater(t, hints, 10)
	assert.LessOrEqual(t, hints, 100)
}

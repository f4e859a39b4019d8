package formula_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

const bench = `
language: 1
game: test
names: {en: Test}
players: {from: 2, to: 3, seats: [ann, bob, cid]}
start: match
procedures: {match: {do: []}}
fields: {n: 3, yes: true, who: {type: player, optional: true}, way: {one_of: [left, right]}}
zones: {shelf: {}, drawer: {order: stack}}
player:
  fields: {score: 2}
  zones: {hand: {}}
  formulas: {best: 'empty(hand) ? 0 : max(map(hand, .worth))'}
formulas:
  twice(number): number * 2
  richer(player, number): player.score + number > 3
  heavy: 'filter(shelf, .worth > 2)'
`

const things = `
kind: thing
starts: shelf
fields: {worth: number, kin: {type: thing, optional: true}}
formulas: {double: worth * 2, rivals: 'count(shelf, .worth > worth)'}
cards: {a: {copies: 2, worth: 1}, b: {copies: 2, worth: 4}, c: {copies: 1, worth: 3}}
`

func smallGame(t testing.TB) *interpreter.Game { return gameOf(t, bench, things) }

func gameOf(t testing.TB, texts ...string) *interpreter.Game {
	t.Helper()
	files := fstest.MapFS{}
	for i, text := range texts {
		files[fmt.Sprintf("cards/test/%d.yaml", i)] = &fstest.MapFile{Data: []byte(text)}
	}
	g, err := interpreter.Load(interpreter.Sources{{FS: files}}, "test", interpreter.Options{})
	require.NoError(t, err)
	return g
}

// Every function and operator of formulas, by both.
var formulas = []string{
	"1 + 2 * 3 - -4", "7 % 3", "-7 % 3", "7 % -3", "n - 5", "-n", "+n", "abs(-n)", "abs(n)",
	"floor(7 / 2)", "floor(-7 / 2)", "floor(7 / -2)", "floor(-7 / -2)", "floor(8 / 2)", "floor(-8 / 2)", "floor(n / 2)", "floor((n + 4) / (n - 1))", "floor(0 / 5)",
	"ceil(7 / 2)", "ceil(-7 / 2)", "ceil(7 / -2)", "ceil(-7 / -2)", "ceil(8 / 2)", "ceil(-8 / 2)", "ceil(n / 2)", "ceil(sum(map(players, .score)) / 3)",
	"1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 4", "n == 3 or n != 3", "not yes", "yes == true", "yes != (n > 2)", "!yes || yes && true",
	"n > 2 ? 10 : 20", "who == nothing ? 1 : 2", "who?.score ?? 7", "who?.score", "n == nothing", "yes == nothing", "(n < 3) == nothing", "nothing != (n > 2)", `way == "left"`, `way in ["left", "right"]`,
	"who in [nothing, me]", "me in [nothing, who]", "who in [who]", "who in [me, who]", "who in [nothing]", "nothing in [me]", "nothing in [nothing]", "who not in [nothing, me]", "shelf[0].kin in [nothing, shelf[1]]", "count(shelf, .kin in [nothing])", "n in [nothing, 3]",
	"1..4", "4..1", "[1, 2, 3]", "[]", "[n, n + 1]", "len(1..9)", "n in 1..3", "9 in 1..3", "sum(1..4)", "sum([])", "sum([-2147483647])", "sum(1..4, it * it)",
	"flatten(map(1..3, 1..it))", "len(flatten(map(players, filter(.hand, true))))", "flatten(map([], [1]))", "flatten(map(1..2, let f = it; flatten(map(1..f, [f, it]))))", "len(flatten(map(1..30, 1..it)))", "sum(flatten(map(1..3, [it])), it * 2)", "flatten(map(players, filter(shelf, .worth > it.worth)))",
	"words(way)", `words(way)[1] == way`, "len(words(way))",
	"max(1..4)", "min([4, 2, 3])", "max(n, 4, 2)", "min(n, 4, 2)", "first(1..3)", "last(1..3)", "first([])", "last([])",
	"all(1..3, it > 0)", "any(1..3, it > 2)", "none(1..3, it > 2)", "one(1..3, it > 2)", "one(1..3, it > 1)", "all(1..0, it > 0)", "any(1..0, it > 0)",
	"count(1..9, it % 2 == 0)", "filter(1..9, it % 3 == 0)", "map(1..3, it * 2)", "find(1..9, it > 4)", "find(1..9, it > 40)",
	"sortBy([3, 1, 2], -it)", "reverse(1..4)", "uniq([1, 2, 1, 3, 2])", "concat(1..2, [7], [])", "(1..9)[2]", "(1..9)[-1]", "(1..9)[2:4]", "(1..9)[:2]", "(1..9)[7:]",
	"(1..9)[-2:]", "(1..9)[:-7]", "(1..3)[2:1]", "(1..3)[1:99]", "filter(1..9, any(1..it, it == 4))", "map(1..3, sum(1..it))", "count(1..3, count(1..4, it > 2) == it)",
	"let l = [4, 2, 7]; find(0..len(l) - 1, l[it] > 4 or l[it] == 2)", "let l = [3, 1]; let k = [2, 1]; any(0..len(l) - 1, let i = it; l[i] == 1 and any(0..len(k) - 1, k[it] == l[i] and i == it))",
	"let l = [1, 2, 3]; count(0..len(l) - 1, l[it] + l[len(l) - 1 - it] == 4 and all(0..len(l) - 1, l[it] > 0))", "let l = filter(1..3, it > 5); none(0..len(l) - 1, l[it] == 1)",
	"let l = [5, 6]; one(0..len(l) - 1, any(filter(0..len(l) - 1, l[it] == 6), it == 1) and l[it] == 5)",
	"filter(1..5, let that_n = it; any(1..3, it * 2 == that_n))", "map(1..3, let that_a = it; sum(1..3, let that_b = it; count(1..9, it <= that_a and it <= that_b)))",
	"filter(players, let that_p = it; none(players, .score > that_p.score))", "count(shelf, let that_s = it; any(shelf, it.worth > that_s.worth and it != that_s))",
	"len(shelf)", "shelf[0].worth", "shelf[-1].card", "empty(shelf)", "empty(drawer)", "drawer", "sum(shelf, .worth)", "sum(shelf, it.double)", "map(shelf, .rivals)",
	`filter(shelf, .card == "a")`, `count(shelf, .kind == "thing" and .copy == 1)`, `find(shelf, .card == "b").worth`, "find(shelf, .worth > 9)?.worth ?? -1", "len(concat(who?.hand ?? []))", "empty(who?.hand ?? [shelf[0]])", "len(concat(me?.hand ?? [shelf[0]]))",
	"sortBy(shelf, -it.worth)", "sortBy(shelf, it.worth * 10 - it.copy)[0].card", "heavy", "map(heavy, .double)", "uniq(map(shelf, .worth))", "shelf[0] in shelf", "shelf[0] in heavy",
	"map(shelf, .owner)", "map(shelf, .kin)", "len(map(shelf, .kin))", "[who, players[0]]", "shelf[0].kin == nothing", "shelf[0].face",
	"players", "others", "clockwise(players[1])", "clockwise(players[1])[-1]", "players[0] == me", "me.score", "me.best", "map(players, .best)", "filter(players, richer(it, 2))",
	"twice(twice(n))", "twice(n + sum(map(players, twice(.score))))", "richer(players[0], twice(1))", "all(players, all(players, richer(it, 5)))", "map(players, len(filter(players, it != me)))",
	"pieces[1].worth + len(pieces)", "len(concat(me.hand, shelf))", "empty(filter(me.hand, true))", "max(map(shelf, .worth)) - min(map(shelf, .worth))",
	`filter(pieces, .card == "b")`, `filter(pieces, .card == "b" and .copy == 1 and .worth > 3)`, `count(pieces, .card in ["a", "c"] and (.worth > 2 or .copy == 2))`,
	`find(pieces, .card == "b" and .copy == 2)`, `any(pieces, .card == "c" and .worth > 3)`, `none(pieces, .card == "c" and .worth > 3)`, `one(pieces, .card == "a" and .copy == 1)`,
	`all(pieces, .card == "a" and .copy == 1)`, `map(filter(pieces, .card == "a" and it.copy > 1), count(pieces, .card == "b" and .worth > 1))`, `count(pieces, .card == "b" and any(pieces, .card == "a" and .copy == 2))`,
	"n > 1 ? (1..n)[0] : (1..n)[99]", "n < 1 ? 1 % 0 : 5", "who != nothing and who.score > 1", "who == nothing or who.score > 1",
}

func TestFunctionsAgainstExpr(t *testing.T) {
	g := smallGame(t)
	m := machine.New(g.Program, 3, nil)
	for who := range int32(3) {
		agree(t, g, m, who, formulas)
	}
}

// agree compares the results of a player's formulas with those of expr.
func agree(t *testing.T, g *interpreter.Game, m *machine.Match, who int32, texts []string) {
	t.Helper()
	o := newOracle(g.Syntax, g.Program.Readings, g.Compiler())
	for _, text := range texts {
		m.Env.Refuel()
		m.Env.Base, m.Env.Who = m.Env.World.Stack.Frame(), ref.Seat(who)
		v := compile(t, g, text)
		x := &context{oracle: o, e: &m.Env, base: m.Env.Base, who: who}
		want, err := x.text(text)
		require.NoError(t, err, text)
		var got any
		if v.IsList() {
			got = x.plains(v.Type, v.List(&m.Env))
		} else {
			got = x.plain(v.Type, v.Num(&m.Env))
		}
		require.Nil(t, m.Env.World.Err, text)
		if f, is := want.(float64); is { // expr divides so
			want = int(f)
		}
		require.Equal(t, show(want), show(got), "%s: expr has the expected result; if it means something else by the function, add a case to `translate` of oracle_test.go", text)
		agreeing(t, &m.Env, v, text)
	}
}

// Each function is in a formula whose result is compared with that of expr.
func TestEveryFunctionIsCompared(t *testing.T) {
	all := strings.Join(slices.Concat(formulas, rarities, ofPlaces), " ")
	for _, f := range formula.Functions() {
		if f.Name != "times" && f.Name != "ruled" { // compared in the formulas of games (TestFormulasAgainstExpr)
			require.True(t, strings.Contains(all, f.Name+"("), "add formulas with %s to `formulas` in interpreter/internal/formula/functions_test.go", f.Name)
		}
	}
}

// compile compiles a formula at game level.
func compile(t testing.TB, g *interpreter.Game, text string) *formula.Expr {
	t.Helper()
	v, err := tryCompile(g, text)
	require.NoError(t, err, text)
	return v
}

func tryCompile(g *interpreter.Game, text string) (*formula.Expr, error) {
	var d source.Diagnostics
	c := g.Compiler()
	c.Diags = &d
	v := c.Compile(&syntax.Formula{Node: &source.Node{Value: text}, IsText: true, Text: text}, &formula.Scope{})
	return v, d.Err()
}

// A formula of a game may have the name of a function that came after language 1, also if expr knows that name.
func TestGamesKeepTheirNames(t *testing.T) {
	g := gameOf(t, bench+"  flatten(list): len(list)\n  place(number): number + 1\n", things)
	for text, want := range map[string]int32{"flatten([4, 5])": 2, "place(4)": 5} {
		t.Run(text, func(t *testing.T) {
			require.Equal(t, want, compile(t, g, text).Num(&machine.New(g.Program, 2, nil).Env), text)
		})
	}
}

// A formula without a value is a fault with a reason, not nil.
func TestFaults(t *testing.T) {
	g := smallGame(t)
	for text, why := range map[string]string{
		"max([])":                                "max of an empty list",
		"min(filter(1..3, it > 9))":              "min of an empty list",
		"(1..3)[3]":                              "the list is too short: its length is 3",
		"(1..3)[-4]":                             "the list is too short",
		"floor(5 / (n - 3))":                     "5 / 0 is no number",
		"ceil(5 / who?.score)":                   "5 / nothing is no number",
		"5 % (n - 3)":                            "5 % 0: the remainder of a division by zero",
		"2147483647 + n":                         "2147483647 + 3 is out of range; numbers are from -2147483647 to 2147483647",
		"-2147483647 - n":                        "is out of range",
		"70000 * 70000":                          "70000 * 70000 is out of range",
		"sum([2147483647, 2147483647])":          "the sum is out of range; numbers are from -2147483647 to 2147483647",
		"who.score":                              "the value before the dot is nothing, so it cannot have a score",
		"who?.score + 1":                         "is no number",
		"who?.score > 1":                         "the value is nothing instead of a number",
		"n < who?.score":                         "the value is nothing instead of a number",
		"max(n, who?.score)":                     "the value is nothing instead of a number",
		"len(1..(who?.score))":                   "the value is nothing instead of a number",
		"(1..9)[(who?.score):]":                  "the value is nothing instead of a number",
		"find(shelf, .worth > 9).worth":          "the value before the dot is nothing, so it cannot have a worth",
		"shelf[0].kin.worth":                     "the value before the dot is nothing, so it cannot have a worth",
		"clockwise(who)[0]":                      "clockwise needs a player, but the value in parentheses is nothing; test it first",
		"first(drawer).worth":                    "the value before the dot is nothing, so it cannot have a worth",
		"richer(who, 1)":                         "the value before the dot is nothing, so it cannot have a score",
		"sum(map(players, max(map(.hand, 1))))":  "max of an empty list",
		"count(1..2000, any(1..2000, it < 0))":   "this formula does more than 1000000 steps of work",
		"len(1..2147483647)":                     "this formula does more than 1000000 steps of work",
		"sortBy(reverse(1..3000), it)[0]":        "this formula does more than 1000000 steps of work",
		"sum(1..1000, sum(1..1000, twice(it)))":  "this formula does more than 1000000 steps of work",
		"len(uniq(1..2000))":                     "this formula does more than 1000000 steps of work",
		"1..2000 == reverse(1..2000)":            "this formula does more than 1000000 steps of work",
		"len(filter(1..9000, it in 1..9000))":    "this formula does more than 1000000 steps of work",
		"len(filter(1..9999, len(1..9999) > 1))": "this formula does more than 1000000 steps of work",
	} {
		t.Run(text, func(t *testing.T) {
			m := machine.New(g.Program, 2, nil)
			m.Env.Begin()
			v := compile(t, g, text)
			if v.IsList() {
				v.List(&m.Env)
			} else {
				v.Num(&m.Env)
			}
			require.ErrorContains(t, m.Err(), why, text)
			if !m.Env.World.Err.Limit {
				m.Env.World.Err = nil
				agreeing(t, &m.Env, v, text)
			}
		})
	}
}

// Lists are equal as bags, and a list of words compares with cards.
func TestListsAreEqualAsBags(t *testing.T) {
	g := smallGame(t)
	m := machine.New(g.Program, 2, nil)
	for text, want := range map[string]bool{
		"[1, 2, 2] == [2, 1, 2]": true, "[1, 2, 2] == [2, 1, 1]": false, "[1] != [2]": true, "[1] == [1, 1]": false, "[] == []": true,
		`shelf == ["a", "b", "a", "c", "b"]`: true, `shelf == ["a", "b", "a", "c", "a"]`: false, "drawer == []": true, "shelf == drawer": false,
		`shelf[0] == "a"`: true, `"c" in shelf`: true,
	} {
		t.Run(text, func(t *testing.T) {
			m.Env.Begin()
			v := compile(t, g, text)
			require.Equal(t, want, v.Yes(&m.Env), text)
			agreeing(t, &m.Env, v, text)
		})
	}
}

// The README of the language names every function in its section on formulas.
func TestTheReadmeListsTheFunctions(t *testing.T) {
	text, err := os.ReadFile("../../../cards/README.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "\n## Formulas\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	code := strings.Join(regexp.MustCompile("`[^`]*`").FindAllString(section, -1), " ")
	for _, f := range formula.Functions() {
		require.True(t, regexp.MustCompile(`\b`+f.Name+`\b`).MatchString(code), "add `%s` to the section *Formulas* of cards/README.md: %s", f.Usage, f.Doc)
		require.True(t, strings.HasPrefix(f.Usage, f.Name+"("), f.Usage)
	}
}

// A formula is fixed only if no move can change it.
func TestFixedFormulasDependOnNothingThatMoves(t *testing.T) {
	g := gameOf(t, rare, gems, rocks)
	for text, fixed := range map[string]bool{
		"pieces[0].copy > 0": true, "len(players) > 1": true, "n > 2": false, "len(ring(comb, 1)) > 5": false,
		"len(neighbours(pieces[0])) > 1": false, `len(line(pieces[0], "up", 2)) > 1`: false,
	} {
		t.Run(text, func(t *testing.T) {
			require.Equal(t, fixed, compile(t, g, text).Fixed(), text)
		})
	}
}

package decide_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
)

const table = `
language: 1
game: test
names: {en: Test}
players: {from: 2, to: 3, seats: [ann, bob, cid]}
start: match
zones: {bank: {}, sack: {order: stack, seen_by: nobody}}
player: {zones: {hand: {seen_by: owner}}}
---
kind: coin
fields: {worth: number, colour: {type: word, one_of: [red, blue], default: red}}
starts: bank
cards:
`

// game compiles a game with the given coins, steps of the match, bot and further texts.
func game(t *testing.T, coins, steps, bot string, more ...string) *interpreter.Game {
	t.Helper()
	text := table + indent(coins, 2) + "---\nprocedures:\n  match:\n    do:\n" + indent(steps, 6) + "---\nbots:\n  fox:\n" + indent(bot, 4)
	for _, doc := range more {
		text += "---\n" + doc
	}
	files := fstest.MapFS{}
	for i, doc := range strings.Split(text, "---\n") {
		files["cards/test/"+string(rune('a'+i))+".yaml"] = &fstest.MapFile{Data: []byte(doc)}
	}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "test", interpreter.Options{})
	require.NoError(t, err)
	return g
}

func indent(s string, n int) string {
	out := ""
	for line := range strings.SplitSeq(strings.Trim(s, "\n"), "\n") {
		out += strings.Repeat(" ", n) + line + "\n"
	}
	return out
}

// plays lets the bot decide everything and returns the cards it has chosen.
func plays(t *testing.T, g *interpreter.Game, seed uint64) []string {
	t.Helper()
	m := machine.New(g.Program, 2, nil)
	d, err := decide.NewPolicy(g.Program, "fox", decide.NewRNG(seed, 1))
	require.NoError(t, err)
	var out []string
	for r := m.Next(); r != nil; r = m.Next() {
		a := d.Decide(m, r)
		words := []string{}
		for _, i := range a {
			if r.Kind == machine.AskOption {
				words = append(words, r.OptionName(int(r.Options[i].Value)))
			} else {
				words = append(words, g.Schema.Cards[m.Env.World.Pieces[r.Options[i].Value].Card].Name)
			}
		}
		out = append(out, strings.Join(words, "+"))
		require.NoError(t, m.Answer(a...))
	}
	require.NoError(t, m.Err())
	return out
}

const three = `
penny: {copies: 2, worth: 1}
groat: {copies: 1, worth: 4}
crown: {copies: 1, worth: 9, colour: blue}
`

func TestTheHighestWins(t *testing.T) {
	for _, c := range []struct{ name, steps, bot, want string }{
		{"single", "- {choose: coin, from: bank}", "match.coin: it.worth", "crown"},
		{"least", "- {choose: coin, from: bank}", "match.coin: -it.worth", "penny"},
		{"declining is nothing", "- {choose: coin, from: bank, optional: true}", "match.coin: it.worth - 10", ""},
		{"list", "- {choose: coins, from: bank, at_least: 0}", "match.coins: 'sum(coins, .worth) - 5 * len(coins)'", "crown"},
		{"together", "- {choose: coins, from: bank, at_least: 1, together: 'sum(coins, .worth) < 7'}", "match.coins: 'sum(coins, .worth)'", "penny+penny+groat"},
		{"option", "- {may: {go: [], stay: []}}", "match.stay: 2\nmatch.go: 1", "stay"},
		{"no option is better than none", "- {may: {go: [], stay: []}}", "match.stay: -2\nmatch.go: -1", ""},
		{"must", "- {may: {go: [], stay: []}, must: true}", "match.stay: -2\nmatch.go: -1", "go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, three, c.steps, c.bot)
			for seed := range uint64(20) {
				require.Equal(t, []string{c.want}, plays(t, g, seed))
			}
		})
	}
}

// A bot bluffs three times in ten: the lot is one for all options of a request, another
// for the next, and by the seed.
func TestABotDrawsALot(t *testing.T) {
	g := game(t, three, "- {may: {bluff: [], fold: []}, must: true}\n- {may: {bluff: [], fold: []}, must: true}",
		"match.bluff: 'lot <= 30 ? 1 : -1'\nmatch.fold: 'lot <= 30 ? -1 : 1'")
	seen := map[string]int{}
	for seed := range uint64(1000) {
		got := plays(t, g, seed)
		require.Equal(t, got, plays(t, g, seed))
		seen[strings.Join(got, " ")]++
	}
	require.InDelta(t, 90, seen["bluff bluff"], 30)
	require.InDelta(t, 210, seen["bluff fold"], 45)
	require.InDelta(t, 210, seen["fold bluff"], 45)
	require.InDelta(t, 490, seen["fold fold"], 60)
}

// Ties go by lot: each of the best comes up, and nothing else; the same seed
// gives the same.
func TestTiesGoByLot(t *testing.T) {
	g := game(t, three, "- {choose: coin, from: bank}", `match.coin: 'it.card == "penny" ? 0 : 1'`)
	seen := map[string]int{}
	for seed := range uint64(200) {
		got := plays(t, g, seed)
		require.Equal(t, got, plays(t, g, seed))
		seen[got[0]]++
	}
	require.Len(t, seen, 2)
	require.InDelta(t, 100, seen["groat"], 30)
	require.InDelta(t, 100, seen["crown"], 30)
}

// An option without a number is worth nothing where others have one; a request
// without any goes by lot.
func TestBotsDecideUnratedRequestsAtRandom(t *testing.T) {
	g := game(t, three, "- {may: {go: [], stay: []}}\n- {may: {run: [], rest: []}}", "match.stay: -1")
	seen := map[string]int{}
	for seed := range uint64(300) {
		seen[strings.Join(plays(t, g, seed), ",")]++
	}
	for _, first := range []string{"", "go"} {
		for _, second := range []string{"", "run", "rest"} {
			require.Positive(t, seen[first+","+second], "%q then %q in %v", first, second, seen)
			delete(seen, first+","+second)
		}
	}
	require.Empty(t, seen)
}

// Where there are more lists than can be looked at, a sample of legal ones is:
// enough of them to be good, and none that is not allowed.
func TestTooManyLists(t *testing.T) {
	coins := ""
	for i := range 20 {
		coins += "c" + string(rune('a'+i)) + ": {copies: 1, worth: " + string(rune('1'+i%4)) + "}\n"
	}
	g := game(t, coins, `
- choose: coins
  from: bank
  at_least: 0
  together:
    it is enough: 'sum(coins, .worth) >= 20'
    nothing is to spare: 'all(coins, sum(coins, .worth) - .worth < 20)'
`, "match.coins: -len(coins)")
	sizes := []int{}
	for seed := range uint64(20) {
		sizes = append(sizes, strings.Count(plays(t, g, seed)[0], "+")+1)
	}
	require.Less(t, slices.Max(sizes), 8, "twenty is five fours at best, ten twos at worst: %v", sizes)
}

// A bot that looks where its seat may not breaks the match off, and the fault
// says where in the data it does.
func TestABotCannotPeek(t *testing.T) {
	g := game(t, three, `
- {move: 'first(bank)', to: 'players[1].hand'}
- {choose: coin, from: bank}
`, `match.coin: 'count(players[1].hand, .card == "penny")'`)
	m := machine.New(g.Program, 2, nil)
	d, err := decide.NewPolicy(g.Program, "fox", decide.NewRNG(1, 1))
	require.NoError(t, err)
	a := d.Decide(m, m.Next())
	require.ErrorContains(t, m.Answer(a...), "cards/test/d.yaml:3:35: ann may not look into bob.hand")
}

func TestUnknownBot(t *testing.T) {
	g := game(t, three, "- {choose: coin, from: bank}", "match.coin: 1")
	_, err := decide.NewPolicy(g.Program, "fix", decide.NewRNG(1, 1))
	require.EqualError(t, err, `the game has no bot "fix"; did you mean "fox"?`)
	_, err = decide.NewPolicy(g.Program, "elephant", decide.NewRNG(1, 1))
	require.EqualError(t, err, `the game has no bot "elephant"; it has fox, random, mcts=NODES`)
}

// The random decider finds a legal list too where there are more than can be
// looked through.
func TestRandomFindsItsWay(t *testing.T) {
	coins := ""
	for i := range 24 {
		coins += "c" + string(rune('a'+i)) + ": {copies: 1, worth: 3}\n"
	}
	g := game(t, coins, `
- choose: coins
  from: bank
  at_least: 0
  together:
    it is enough: 'sum(coins, .worth) >= 33'
    nothing is to spare: 'all(coins, sum(coins, .worth) - .worth < 33)'
`, "match.coins: 1")
	m := machine.New(g.Program, 2, nil)
	for seed := range uint64(10) {
		m.Reset(2)
		r := m.Next()
		require.NoError(t, m.Answer(decide.NewRandom(seed).Decide(m, r)...))
		require.NoError(t, m.Err())
	}
}

package decide_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
)

func search(t *testing.T, p *program.Program, nodes int, seed uint64) decide.Bot {
	t.Helper()
	d, err := decide.NewPolicy(p, fmt.Sprintf("mcts=%d", nodes), decide.NewRNG(seed, 1))
	require.NoError(t, err)
	return d
}

// The player who takes the last coin wins: of ten coins, one leaves eight and then four. The game has no
// formula for the worth of a position, so trials continue to the end.
func TestSearchFindsTheWin(t *testing.T) {
	g := game(t, "penny: {copies: 10, worth: 1}", `
- while: true
  do:
    - each: me
      in: players
      do:
        - {choose: n, from: '1..min(3, len(bank))'}
        - {move: penny, number: n, from: bank, to: heap}
        - {finish: '[me]', if: empty(bank)}
`, "match.n: 0", "zones: {heap: {}}")
	bank := ref.Place(g.Program.GameZone("bank").First)
	for seed := range uint64(5) {
		m := machine.New(g.Program, 2, nil)
		for _, left := range []int32{8, 4} {
			require.NoError(t, m.Answer(search(t, g.Program, 2000, seed).Decide(m, m.Next())...))
			require.NotNil(t, m.Next())
			require.Equal(t, left, m.Env.World.Len(bank), "seed %d", seed)
			require.NoError(t, m.Answer(0)) // the other takes one
		}
	}
}

// guessing is a game that ann wins if she guesses bob's hidden choice.
func guessing(t *testing.T, hides, won string) *interpreter.Game {
	return game(t, `
penny: {copies: 1, worth: 1}
groat: {copies: 1, worth: 2}
crown: {copies: 1, worth: 3}
`, hides+`
- {choose: n, from: 1..3}
- {finish: '`+won+` == n ? [me] : others'}
`, "match.n: 0", "player: {fields: {bid: {type: number, default: 0}, secret: {type: number, range: 1..3, seen_by: owner}}}")
}

// Information hidden from the seat makes no difference: with the same seed the search decides the same, and
// guesses no better than chance.
func TestSearchDoesNotPeek(t *testing.T) {
	hidden := `
- {choose: kept, from: bank, by: 'players[1]'}
- {move: kept, to: 'players[1].hand'}
- {move: bank, to: sack}
- {shuffle: sack}`
	for _, c := range []struct{ name, hides, won string }{
		{"hand", hidden, "first(players[1].hand).worth"},
		{"name", hidden, "kept.worth"},
		{"field", `
- {choose: kept, from: bank, by: 'players[1]'}
- {set: {'players[1].secret': kept.worth}}
- {set: {kept: nothing}}`, "players[1].secret"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := guessing(t, c.hides, c.won)
			right := 0
			for seed := range uint64(60) {
				var said [3]int32
				for hides := range said {
					m := machine.New(g.Program, 2, nil)
					require.NoError(t, m.Answer(int32(hides)))
					said[hides] = search(t, g.Program, 30, seed).Decide(m, m.Next())[0]
				}
				require.Equal(t, [3]int32{said[0], said[0], said[0]}, said, "seed %d", seed)
				if said[0] == int32(seed%3) {
					right++
				}
			}
			require.InDelta(t, 20, right, 12)
		})
	}
}

// The same holds for acts of other seats in a sealed block that is still open: the trials draw them anew.
func TestSearchDoesNotBreakSeals(t *testing.T) {
	for _, c := range []struct{ name, own, won string }{
		{"choices", `
    - {choose: bid, from: 1..3}
    - {set: {me.bid: bid}}`, "players[0].bid == players[1].bid"},
		{"moves", `
    - {choose: bid, from: me.hand, at_least: 0}
    - {move: bid, to: me.front}`, "len(players[0].front) == len(players[1].front)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, "penny: {copies: 4, worth: 1}", `
- {move: 'concat(bank)[0:2]', to: 'players[0].hand'}
- {move: 'concat(bank)[0:2]', to: 'players[1].hand'}
- each: me
  in: players
  sealed: true
  do:`+c.own+`
- {choose: end, from: 1..2, by: 'players[0]'}
- {finish: '`+c.won+` ? [players[1]] : [players[0]]'}
`, "match.end: 0", "player: {fields: {bid: 0}, zones: {front: {}}}")
			did := map[int32]int{}
			for seed := range uint64(40) {
				var said [2][]int32
				for hides := range said {
					m := machine.New(g.Program, 2, nil)
					a := []int32{int32(hides)}
					if m.Next().List {
						a = a[:hides]
						for i := range a {
							a[i] = 0
						}
					}
					require.NoError(t, m.Answer(a...))
					require.EqualValues(t, 1, m.Next().By)
					said[hides] = slices.Clone(search(t, g.Program, 30, seed).Decide(m, m.Next()))
					did[again(t, m, seed)]++
				}
				require.Equal(t, said[0], said[1], "seed %d", seed)
			}
			require.Len(t, did, 3, "three bids: %v", did)
		})
	}
}

// again returns ann's bid after the information hidden from her was dealt anew.
func again(t *testing.T, m *machine.Match, seed uint64) int32 {
	t.Helper()
	lots := decide.NewRandom(seed)
	var r decide.Determinizer
	r.Look(m, 1)
	require.True(t, r.Guess(&lots.RNG, lots.Decide))
	front := ref.Place(m.P.PlayerZone("front").First)
	return m.Env.World.Word(m.P.PlayerField("bid").Slot) + m.Env.World.Len(front)
}

func shipped(t *testing.T) map[string]*program.Program {
	t.Helper()
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	out := map[string]*program.Program{}
	for _, id := range all.Games() {
		g, err := interpreter.Load(all, id, interpreter.Options{})
		require.NoError(t, err)
		out[id] = g.Program
	}
	return out
}

// The same seed gives the same match at any seat that searches.
func TestSearchIsDeterministic(t *testing.T) {
	for id, p := range shipped(t) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			var hashes [2]uint64
			for i := range hashes {
				m := machine.New(p, 2, nil)
				s := decide.Seats{Chance: decide.NewRandom(3), Players: []decide.Decider{search(t, p, 2, 1), search(t, p, 2, 2)}}
				playOut(t, m, s)
				hashes[i] = m.State().Hash()
			}
			require.Equal(t, hashes[0], hashes[1])
		})
	}
}

// Search beats chance in every game.
func TestSearchBeatsChance(t *testing.T) {
	for id, p := range shipped(t) {
		if p.MaxPlayers == 1 {
			continue // no opponent
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			mean, _ := share(t, p, 2, 6, "mcts=4", "random")
			assert.Greater(t, mean, 0.5)
		})
	}
}

// The bots are better than chance, and search is better than they, in every game
// and for any number of players, with 95 % confidence. This takes half an hour of a
// processor.
func TestWhoIsBetter(t *testing.T) {
	if os.Getenv("SOAK") == "" {
		t.Skip("takes half an hour of a processor: SOAK=1")
	}
	const matches = 1000
	for id, p := range shipped(t) {
		for players := max(2, p.MinPlayers); players <= p.MaxPlayers; players++ {
			for _, c := range [][2]string{{"greedy", "random"}, {"mcts=40", "greedy"}} {
				t.Run(fmt.Sprintf("%s/%d players/%s", id, players, c[0]), func(t *testing.T) {
					t.Parallel()
					mean, margin := share(t, p, players, matches, c[0], c[1])
					t.Logf("%s against %s: %.1f %% ± %.1f", c[0], c[1], 100*mean, 100*margin)
					assert.Greater(t, mean-margin, 1/float64(players))
				})
			}
		}
	}
}

// share is the share of wins of one bot against others, and the half of its 95 %
// interval. The bot sits on each seat in turn; the dice are the same on each.
func share(t *testing.T, p *program.Program, players, matches int, bot, others string) (mean, margin float64) {
	t.Helper()
	m := machine.New(p, players, nil)
	sum, squares := 0.0, 0.0
	for k := range matches {
		m.Reset(players)
		seed := uint64(k / players)
		s := decide.Seats{Chance: decide.NewRandom(seed)}
		for i := range players {
			name := others
			if i == k%players {
				name = bot
			}
			d, err := decide.NewPolicy(p, name, decide.NewRNG(seed, uint64(2+i)))
			require.NoError(t, err)
			s.Players = append(s.Players, d)
		}
		playOut(t, m, s)
		if w := m.Winners(); slices.Contains(w, k%players) {
			x := 1 / float64(len(w))
			sum, squares = sum+x, squares+x*x
		}
	}
	n := float64(matches)
	mean = sum / n
	return mean, 1.96 * math.Sqrt((squares/n-mean*mean)/n)
}

func TestNamesOfSearches(t *testing.T) {
	g := game(t, three, "- {choose: coin, from: bank}", "match.coin: 1")
	for _, name := range []string{"mcts", "mcts=1", "mcts=1000000", "random", "fox"} {
		_, err := decide.NewPolicy(g.Program, name, decide.NewRNG(1, 1))
		require.NoError(t, err, name)
	}
	for name, want := range map[string]string{
		"mcts=":        `the number of nodes in mcts=NODES must be from 1 to 1000000, not ""`,
		"mcts=0":       `the number of nodes in mcts=NODES must be from 1 to 1000000, not "0"`,
		"mcts=1000001": `the number of nodes in mcts=NODES must be from 1 to 1000000, not "1000001"`,
		"mcts=010":     `the number of nodes in mcts=NODES must be from 1 to 1000000, not "010"`,
		"mcts=many":    `the number of nodes in mcts=NODES must be from 1 to 1000000, not "many"`,
		"mtcs":         `the game has no bot "mtcs"; did you mean "mcts"?`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := decide.NewPolicy(g.Program, name, decide.NewRNG(1, 1))
			require.EqualError(t, err, want)
		})
	}
}

// A trial that a counted limit stops is one that tells nothing; those after it are
// looked at as before, in a sealed block too.
func TestSearchAfterALimit(t *testing.T) {
	g := game(t, "penny: {copies: 4, worth: 1}", `
- each: me
  in: players
  sealed: true
  do:
    - {choose: bid, from: 1..3}
    - {set: {me.bid: bid}}
- while: players[1].bid == 1
  do: [{set: {n: 'count(1..99999, it > 3)'}}]
- {finish: 'players[1].bid == 3 ? [players[1]] : [players[0]]'}
`, "match.bid: 'it == 2 ? 5 : 0'", "player: {fields: {bid: 0}, zones: {front: {}}}\nfields: {n: 0}")
	m := machine.New(g.Program, 2, nil)
	m.Next()
	require.NoError(t, m.Answer(0))
	require.EqualValues(t, 1, m.Next().By)
	require.Equal(t, []int32{2}, search(t, g.Program, 30, 1).Decide(m, m.Next()))
}

// asks is a context that is over once it has been asked so often.
type asks struct {
	context.Context
	left int
}

func (a *asks) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// A search that is stopped ends after a trial or two, however many were asked for.
func TestSearchStopsWhenTheMatchDoes(t *testing.T) {
	p := shipped(t)["glacier"]
	m := machine.New(p, 2, nil)
	playTo := func(r *machine.Request) bool { return r.By >= 0 && len(r.Options) > 1 }
	for lots := decide.NewRandom(3); !playTo(m.Next()); {
		require.NoError(t, m.Answer(lots.Decide(m, m.Next())...))
	}
	ctx := &asks{t.Context(), 500}
	m.Budget.Ctx = ctx
	search(t, p, 1_000_000, 1).Decide(m, m.Next())
	require.Less(t, ctx.left, 0)
	require.Greater(t, ctx.left, -50)
}

package author

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/engine"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/testing/soak"
)

// everyGame is every shipped game, every one of package games, and the hardest.
func everyGame(t *testing.T) map[string]*exec.Game {
	t.Helper()
	out := map[string]*exec.Game{}
	for id, g := range games.Every(t, "../../../..") {
		out[id] = exec.In(g)
	}
	files := fstest.MapFS{}
	for i, doc := range strings.Split(hardest, "---\n") {
		files[fmt.Sprintf("cards/hardest/%c.yaml", 'a'+i)] = &fstest.MapFile{Data: []byte(doc)}
	}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "hardest", interpreter.Options{})
	require.NoError(t, err)
	out["hardest"] = exec.In(g)
	return out
}

// hardest is a game with the moments that are hardest to describe: choices under seal, loops within loops,
// windows that cards open within windows in called procedures, marks that end, and side offers.
const hardest = `language: 1

game: hardest
players: {from: 2, to: 3, seats: [ann, bob, cid], turn: active}
start: match
fields: {active: {type: player}, bout: 0, favourite: {type: stone, optional: true}}
zones:
  sack: {order: stack, seen_by: nobody, starts: true}
  heap: {order: stack}
  row: {layout: row, size: [4], holds: [stone]}
player:
  fields: {dazed: false, won: 0}
  zones: {hand: {seen_by: owner}, bid: {seen_by: owner}}
procedures:
  match:
    do:
      - {shuffle: sack}
      - {each: me, in: players, do: [{draw: 4, from: sack, to: me.hand}]}
      - while: bout < 4
        do:
          - {set: {active: 'players[0]'}, if: bout == 0}
          - {call: bout_of, with: {me: active, number: bout}}
          - {set: {active: 'clockwise(active)[1]', bout: bout + 1}}
      - {finish: 'filter(players, .won == max(map(players, .won)))'}
  bout_of:
    takes: [number]
    do:
      - {draw: 1, from: sack, to: me.hand}
      - each: me
        in: players
        sealed: true
        do:
          - {choose: offered, from: 'filter(me.hand, .kind == "stone")', at_least: 0, at_most: 2}
          - {move: offered, to: me.bid}
      - each: rival
        in: players
        do:
          - each: stone
            in: rival.bid
            do: [{call: shown, with: {me: rival, stone: stone}}]
      - may: {rest: [{set: {me.dazed: false}}], brag: [{choose: favourite_of, from: 'filter(heap, .kind == "stone")', if_any: true}, {set: {favourite: favourite_of}}]}
  shown:
    takes: [stone]
    names: {weight: 0}
    do:
      - {set: {weight: stone.worth}}
      - {window: reveal}
      - {roll: die, by: me}
      - if: die + weight > 4
        do: [{set: {me.won: me.won + 1}}, {move: stone, to: 'first(filter(places(row), empty(it)))', if: 'any(places(row), empty(it))'}]
      - {move: stone, to: heap, place: top, if: not (stone in row)}
windows:
  reveal:
    pending: shown
    asks: others
    again: true
    changes: [weight]
    who: {not dazed: not it.dazed}
  answer: {pending: trick.playing, asks: target, at_most: 1}
side_offers:
  swap:
    do:
      - {choose: with_whom, from: others}
      - {choose: agreed, from: '[1, 2]', by: with_whom}
      - {set: {me.dazed: true}, until: {end: bout_of}, if: agreed == 1}
---
kind: stone
discards: heap
fields: {worth: number, scratched: false}
cards: {pebble: {copies: 8, worth: 1}, boulder: {copies: 6, worth: 3}}
---
kind: trick
discards: heap
each_has: {effect: steps}
playing:
  do: [{window: answer}, {call: card.effect}]
  at_end: [{discard: card}]
cards:
  glare: {copies: 5, play: {in: [reveal], target: 'others'}, effect: [{set: {pending.weight: pending.weight - 1}}, {set: {target.dazed: true}, until: {end: bout_of, of: target}}]}
  shrug: {copies: 4, play: {in: [answer]}, effect: [{stop: pending}]}
`

// Every moment of random matches becomes a file that reads, passes and ends in the same
// state, and of its `given` no line can go without changing that.
func TestEveryMomentBecomesAScenario(t *testing.T) {
	for id, g := range everyGame(t) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			step := soak.Step(41, 205)
			if len(g.Program.Pieces) < 60 {
				step = soak.Step(3, 15)
			}
			if id == "hardest" {
				step = 1
			}
			stood := map[string]bool{}
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				all := engine.Moves(t, g.Game, players, uint64(players), 2_000)
				for n := players; n <= len(all); n += step {
					from := Play{Game: g, Name: fmt.Sprintf("%s, decision %d", id, n), Players: players, Moves: all[:n]}
					text, err := captured(t.Context(), from)
					require.NoError(t, err, "%d players, decision %d", players, n)
					if _, at, found := strings.Cut(string(text), "\n  stands: "); found {
						at, _, _ = strings.Cut(at, "\n")
						stood[at] = true
					}
					c := &writer{Play: from, ctx: t.Context()}
					rec, err := c.record()
					require.NoError(t, err)
					want := rec.Moment(rec.Len())
					if slices.ContainsFunc(all[:n], func(d match.Decision) bool { return d.By >= 0 }) && rec.Latest() < rec.Len() {
						require.Contains(t, string(text), "\n  when:\n", "of dice in the air alone there is nothing to be checked")
					}
					require.NoError(t, passes(g, text, want), "%s", text)
					lines := strings.SplitAfter(string(text), "\n")
					begin := slices.Index(lines, "  given:\n") + 1
					for i := begin; i > 0 && strings.HasPrefix(lines[i], "    "); i++ {
						less := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")
						require.Error(t, passes(g, []byte(strings.Replace(less, "  given:\n  ", "  ", 1)), want), "without line %d:\n%s", i+1, text)
					}
				}
			}
			if id == "hardest" {
				for _, at := range []string{"bout_of.offered", "reveal", "reveal.target", "answer", "shown.die", "swap.agreed"} {
					require.True(t, stood[at], "no match stood at %s, but at %v", at, stood)
				}
			}
		})
	}
}

// A moment of each of a thousand random matches of every shipped game becomes a scenario that reads,
// passes and ends in the same state; make soak has them all, otherwise there are a few.
func TestAMomentOfManyMatches(t *testing.T) {
	matches := soak.Cases(1000, 4)
	shipped := interpreter.Sources{{Name: ".", FS: os.DirFS("../../../..")}}
	for _, id := range shipped.Games() {
		loaded, err := interpreter.Load(shipped, id, interpreter.Options{})
		require.NoError(t, err)
		g := exec.In(loaded)
		counts := g.Program.MaxPlayers - g.Program.MinPlayers + 1
		for part := range 2 {
			t.Run(fmt.Sprint(id, part), func(t *testing.T) {
				t.Parallel()
				for seed := part; seed < matches; seed += 2 {
					players := g.Program.MinPlayers + seed%counts
					all := engine.Moves(t, g.Game, players, uint64(seed), 20_000)
					from := Play{Game: g, Name: "a moment", Players: players, Moves: all[:1+rand.New(rand.NewPCG(uint64(seed), 0)).IntN(len(all))]}
					text, err := captured(t.Context(), from)
					if !assert.NoError(t, err, "%d players, seed %d, decision %d", players, seed, len(from.Moves)) {
						continue
					}
					rec, err := (&writer{Play: from, ctx: t.Context()}).record()
					require.NoError(t, err)
					assert.NoError(t, passes(g, text, rec.Moment(rec.Len())), "%d players, seed %d, decision %d:\n%s", players, seed, len(from.Moves), text)
				}
			})
		}
	}
}

// passes runs a file of one scenario, which is to end in a moment.
func passes(g *exec.Game, text []byte, want *given.Moment) error {
	doc, found := source.Parse(&source.File{Name: "captured.yaml", Text: text}, source.DefaultLimits())
	if len(found) > 0 {
		return found
	}
	list := spec.Decode(doc, &found)
	if len(found) > 0 {
		return found
	}
	if out := g.Run(list[0], exec.Options{}); out.Failed {
		return fmt.Errorf("%s", out.Message.String())
	}
	s, err := g.Stand(list[0])
	if err == nil {
		err = s.CarryOut()
	}
	if err == nil && !s.Moment().Equal(want) {
		err = fmt.Errorf("it ends elsewhere")
	}
	return err
}

// A moment of a scenario keeps the orders that the scenario states.
func TestAMomentKeepsTheOrdersOfItsScenario(t *testing.T) {
	g := everyGame(t)["rounds"]
	_, list, err := spec.Read(&source.File{Name: "s.yaml", Text: []byte(`
- scenario: s
  given: {players: 2, turn: ann, at: turn, goes_on: match, ann: {hand: [chalk, flint, 2 slate]}, bob: {hand: [opal]}, bag: {block: [opal, chalk]}}
  when:
    - ann: pass
    - ann: pass
    - ann: pass
    - ann: pass
    - draws: [opal]
    - rolls: [1, 1, 2, 2]
    - draws: {turn.move: [slate, flint]}
  stands: turn
`)})
	require.NoError(t, err)
	s, err := g.Stand(list[0])
	require.NoError(t, err)
	var moves []match.Decision
	s.Watch(func(ev *exec.Event) {
		if ev.Kind == exec.EventAnswered {
			moves = append(moves, match.Decision{By: ev.By, Name: ev.Request, Answer: slices.Clone(ev.Answer)})
		}
	})
	require.NoError(t, s.CarryOut())
	c := &writer{Play: Play{Game: g, Name: "s", Players: 2, Given: list[0].Given, Moves: moves, Taken: s.Taken()}, ctx: t.Context()}
	rec, err := c.record()
	require.NoError(t, err)
	whole := c.begin(rec, 0) // Write starts after the order
	require.NotNil(t, whole)
	latest, err := captured(t.Context(), c.Play)
	require.NoError(t, err)
	for _, text := range [][]byte{whole.Text(), latest} {
		require.NoError(t, passes(g, text, s.Moment()), "%s", text)
	}
	require.Contains(t, string(whole.Text()), "draws: {turn.move: [slate")
}

// captured returns the text of a scenario that leads to the end of a play.
func captured(ctx context.Context, from Play) ([]byte, error) {
	d, err := Write(ctx, from)
	if err != nil {
		return nil, err
	}
	return d.Text(), nil
}

func TestInCommon(t *testing.T) {
	assert.Equal(t, "which asks", inCommon([]string{"walk.step, which asks ann", "walk.on, which asks bob"}))
	assert.Equal(t, "no coin", inCommon([]string{"no coin"}))
	assert.Empty(t, inCommon([]string{"no coin", "a crown"}))
}

package machine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// sight is a game of zones that not all see.
const sight = `
zones: {stock: {order: stack, seen_by: nobody}, open: {}, dark: {face: down}}
fields: {hush: {type: number, default: 0, seen_by: owner}}
player:
  fields: {secret: {type: number, default: 0, seen_by: owner}, fame: 0}
  zones: {hand: {seen_by: owner}, front: {}, cloak: {face: down}}
---
kind: coin
fields: {mark: {type: number, default: 0}}
zones: {under: {holds: [gem]}}
starts: stock
cards: {penny: {copies: 6}}
---
kind: gem
starts: stock
cards: {ruby: {copies: 6}}
`

func (r *run) zone(name string) ref.Piece { return ref.Piece(r.compile(name).Num(&r.Env)) }

// seen lists who of ann, bob and cid has sight of something.
func seen(f func(seat ref.Seat) bool) string {
	out := ""
	for i, name := range []string{"ann", "bob", "cid"} {
		if f(ref.Seat(i)) {
			out += " " + name
		}
	}
	return strings.TrimSpace(out)
}

func TestWhoSeesWhat(t *testing.T) {
	r := start(t, 3, sight, match(`
- {move: 'filter(stock, .card == "penny" and .copy == 1)', to: 'players[0].hand'}
- {move: 'filter(stock, .card == "penny" and .copy == 2)', to: 'players[0].front'}
- {move: 'filter(stock, .card == "penny" and .copy == 3)', to: 'players[0].cloak'}
- {move: 'filter(stock, .card == "penny" and .copy == 4)', to: dark}
- {move: 'filter(stock, .card == "penny" and .copy == 5)', to: open}
- {flip: 'filter(open, .kind == "coin")', face: down}
- {move: 'first(filter(stock, .kind == "gem"))', to: 'first(players[0].hand).under'}
- {move: 'first(filter(stock, .kind == "gem"))', to: 'first(players[0].front).under'}
- {choose: word, from: [left, right]}
`))
	require.NotNil(t, r.Next())
	for zone, who := range map[string]string{
		"stock": "", "open": "ann bob cid", "ann.hand": "ann", "bob.hand": "bob", "ann.front": "ann bob cid",
		"first(ann.hand).under":  "ann", // on a piece that only she sees
		"first(ann.front).under": "ann bob cid",
	} {
		t.Run(zone, func(t *testing.T) {
			require.Equal(t, who, seen(func(s ref.Seat) bool { return r.Env.World.Sees(s, ref.Place(r.zone(zone))) }), zone)
		})
	}
	for piece, who := range map[string]string{
		"first(ann.cloak)": "ann",         // lies face down, as all do there
		"first(dark)":      "",            // hidden from all
		"first(open)":      "ann bob cid", // turned over before all eyes
	} {
		t.Run(piece, func(t *testing.T) {
			require.Equal(t, who, seen(func(s ref.Seat) bool { return r.Env.World.Knows(s, r.zone(piece)) }), piece)
		})
	}
	secret, fame := r.game.Schema.PlayerField("secret"), r.game.Schema.PlayerField("fame")
	require.Equal(t, "bob", seen(func(s ref.Seat) bool { return r.Env.World.Reads(s, secret, 1) }))
	require.Equal(t, "ann bob cid", seen(func(s ref.Seat) bool { return r.Env.World.Reads(s, fame, 1) }))
	require.Equal(t, "", seen(func(s ref.Seat) bool { return r.Env.World.Reads(s, r.game.Schema.GameField("hush"), schema.Nothing) }))
}

// While a sealed block is open, its acts cannot be inferred from the positions or the fields of other seats.
func TestSealedBlocksAreSealed(t *testing.T) {
	r := start(t, 3, sight, match(`
- {each: me, in: players, do: [{move: 'stock[0:2]', to: me.front}]}
- each: me
  in: players
  sealed: true
  do:
    - {choose: bid, from: me.front, at_least: 0}
    - {set: {me.fame: len(bid)}}
    - {move: bid, to: me.cloak}
- {choose: word, from: [left, right]}
`))
	fame := r.game.Schema.PlayerField("fame")
	look := func() [4]string {
		require.NotNil(t, r.Next())
		front, cloak := ref.Place(r.zone("ann.front")), r.zone("ann.cloak")
		return [4]string{
			seen(func(s ref.Seat) bool { return r.Env.World.Sees(s, front) }), seen(func(s ref.Seat) bool { return r.Env.World.Counts(s, ref.Place(cloak)) }),
			seen(func(s ref.Seat) bool { return r.Env.World.Reads(s, fame, 0) }), seen(func(s ref.Seat) bool { return r.Next().SeenBy(s) }),
		}
	}
	r.answer("ann match.bid: penny")
	require.Equal(t, [4]string{"ann", "ann", "ann", "bob"}, [4]string(look()), "bob is asked")
	r.answer("bob match.bid: -")
	r.answer("cid match.bid: -")
	all := "ann bob cid"
	require.Equal(t, [4]string{all, all, all, all}, look())
}

// A sealed block hides the zones and fields that it changes itself, and no others that hold the same kinds or that another
// block changes.
func TestSealedBlocksHideOnlyWhatTheyChange(t *testing.T) {
	r := start(t, 3, sight, match(`
- {each: me, in: players, do: [{move: 'stock[0:2]', to: me.front}, {move: 'stock[0:2]', to: me.hand}]}
- {each: me, in: players, sealed: true, do: [{choose: a_, from: [1, 2]}, {choose: coin_, from: me.hand}, {move: coin_, to: me.cloak}]}
- {each: me, in: players, sealed: true, do: [{choose: b_, from: [1, 2]}, {choose: coins, from: 'filter(me.front, true)', exactly: 1}, {move: coins, to: me.cloak}, {set: {me.fame: 1}}]}
- {each: me, in: players, sealed: true, do: [{choose: sum_, from: [1, 2]}, {set: {me.fame: sum_}}]}
- {each: me, in: players, sealed: true, do: [{choose: c_, from: [1, 2]}, {choose: back_, from: 'filter(pieces, it in me.cloak)', if_any: true}, {move: back_, to: me.hand}]}
`))
	fame := r.game.Schema.PlayerField("fame")
	look := func() [4]string { // values of ann
		require.NotNil(t, r.Next())
		counts := func(zone string) string {
			return seen(func(s ref.Seat) bool { return r.Env.World.Counts(s, ref.Place(r.zone(zone))) })
		}
		return [4]string{counts("ann.front"), counts("ann.hand"), counts("ann.cloak"), seen(func(s ref.Seat) bool { return r.Env.World.Reads(s, fame, 0) })}
	}
	const ann, all = "ann", "ann bob cid"
	for _, want := range [][4]string{{all, ann, ann, all}, {ann, all, ann, ann}, {all, all, all, ann}, {ann, ann, ann, all}} {
		require.Equal(t, want, look())
		for range 3 {
			require.NotNil(t, r.Next())
			require.NoError(t, r.Answer(0))
		}
	}
}

// If a formula was evaluated before the block that seals the fields it reads, it is sealed, too.
func TestFieldsSetInASealedBlockAreHiddenFromFormulas(t *testing.T) {
	r := start(t, 3, sight, "formulas: {renown: 'players[0].fame'}\n"+match(`
- {set: {hush: renown}}
- {each: me, in: players, sealed: true, do: [{choose: bid, from: [1, 2]}, {set: {me.fame: bid}}]}
`))
	require.NotNil(t, r.Next())
	r.answer("ann match.bid: 2")
	require.NotNil(t, r.Next())
	require.Equal(t, "ann", seen(func(s ref.Seat) bool {
		_, ok := machine.Show(&r.Env, r.compile("renown"), schema.Nothing, s)
		return ok
	}))
}

func TestKnowledgeOfRequests(t *testing.T) {
	r := start(t, 3, sight, match(`
- {move: 'stock[0:2]', to: 'players[0].hand'}
- {move: 'filter(stock, .kind == "gem")', to: 'players[0].hand'}
- {choose: shown, from: me.hand}
- {choose: word, from: [left, right]}
`))
	q := r.Next()
	require.Equal(t, "ann bob cid", seen(func(s ref.Seat) bool { return q.SeenBy(s) }))
	require.Equal(t, "ann", seen(func(s ref.Seat) bool { return q.ShowsOption(s, 0) }))
	r.answer("ann match.shown: penny")
	q = r.Next()
	require.Equal(t, "ann bob cid", seen(func(s ref.Seat) bool { return q.ShowsOption(s, 0) }))
}

// note writes down events of some kinds as words.
type note struct {
	r     *run
	kinds []machine.EventKind
	lines []string
}

func (n *note) Event(ev machine.Event) {
	for _, k := range n.kinds {
		if ev.Kind == k {
			n.lines = append(n.lines, fmt.Sprintf("%s %s %v", n.r.who(ev.Who), ev.Text, ev.On))
		}
	}
}

// A player is skipped in a window only because of public information: the number of hidden cards of the kind,
// and the `who` of the window.
func TestWhoIsPassedOver(t *testing.T) {
	const dealt = `
procedures:
  match:
    do:
      - {move: 'filter(store, .card == "spite" and .copy == 1)', to: 'players[0].hand'}
      - {move: 'filter(store, .card == "shield" and .copy == 1)', to: 'players[1].hand'}
      - {call: raid}
`
	r := start(t, 3, feud, raid, `
windows:
  raid_open: {pending: raid, asks: players, changes: [strength]}
  reply: {pending: trick.playing, asks: '[target]', at_most: 1}
  dawn: {pending: match, asks: players}
`, dealt)
	n := &note{r: r, kinds: []machine.EventKind{machine.Skipped}}
	r.Observer = n
	r.answer("ann raid_open [spite]: -")
	require.Nil(t, r.Next())
	require.Equal(t, []string{"bob raid_open true", "cid raid_open false"}, n.lines, "bob holds something, cid holds nothing")

	r = start(t, 3, feud, raid, `
windows:
  raid_open: {pending: raid, asks: players, changes: [strength], who: {the first is barred: 'it != players[1]'}}
  reply: {pending: trick.playing, asks: '[target]', at_most: 1}
  dawn: {pending: match, asks: players}
`, dealt)
	n = &note{r: r, kinds: []machine.EventKind{machine.Skipped}}
	r.Observer = n
	r.answer("ann raid_open [spite]: -")
	require.Nil(t, r.Next())
	require.Equal(t, []string{"bob raid_open false", "cid raid_open false"}, n.lines, "all know that bob may not")
}

func TestWindowsAreNobodysBusiness(t *testing.T) {
	r := start(t, 3, feud, raid, open(""), give)
	q := r.Next()
	require.Equal(t, machine.AskPlay, q.Kind)
	require.Equal(t, "bob", seen(func(s ref.Seat) bool { return q.SeenBy(s) }))
	r.answer("bob raid_open: spite")
	q = r.Next()
	require.Equal(t, machine.AskTarget, q.Kind)
	require.Equal(t, "bob", seen(func(s ref.Seat) bool { return q.ShowsOption(s, 0) }))
}

// The end of a timed value is an event.
func TestTheEndOfATimeIsTold(t *testing.T) {
	r := start(t, 2, sight, `
procedures:
  match: {do: [{set: {'players[1].fame': 3}, until: {end: day}}, {call: day}]}
  day: {do: [{choose: word, from: [left, right]}]}
`)
	n := &note{r: r, kinds: []machine.EventKind{machine.Assigned}}
	r.Observer = n
	r.answer("ann day.word: left")
	require.Equal(t, []string{"ann players[1].fame false"}, n.lines)
	r.play().is("players[1].fame == 0")
	require.Equal(t, []string{"ann players[1].fame false", "ann me.fame false"}, n.lines)
}

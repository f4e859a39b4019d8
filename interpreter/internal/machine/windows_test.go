package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// feud is a game of reactions: other players can respond to a raid. Before a played card has its effect, its
// victim can respond.
const feud = `
zones: {used: {order: stack}, store: {}}
fields: {log: 0, shut: {type: yes_no}}
player:
  zones: {hand: {seen_by: owner}, board: {layout: row, size: 2, holds: [ward]}}
  fields: {barred: {type: yes_no}, hit: 0}
procedures:
  note: {takes: {number: number}, do: [{set: {log: 10 * log + number}}]}
  deal:
    do:
      - {each: me, in: players, do: [{move: 'filter(store, .copy == 1)', to: me.hand, if: 'me == players[0]'}, {move: 'filter(store, .copy == 2)', to: me.hand, if: 'me != players[0] and len(store) > 0'}]}
---
kind: trick
discards: used
starts: store
each_has: {effect: steps}
playing:
  do:
    - {window: reply, if: target != nothing}
    - {call: card.effect}
  at_end: [{discard: card}]
cards:
  curse: {copies: 2, play: {in: [raid_open], target: pending.me}, effect: [{set: {pending.strength: pending.strength - 1}}]}
  spite: {copies: 2, play: {in: [raid_open], target: 'filter(others, not it.barred)', needs: {the raid is strong: pending.strength > 1}}, effect: [{set: {target.hit: target.hit + 1}}]}
  shield: {copies: 2, play: {in: [reply]}, effect: [{stop: pending}]}
  panic: {copies: 2, play: {in: [raid_open]}, effect: [{stop: pending}]}
---
kind: ward
starts: store
discards: used
playing: {do: [{discard: card}, {set: {me.hit: me.hit + 1}}]}
cards: {rune: {copies: {each_player: 1}, starts: board, play: {in: [dawn], from: [board]}}}
`

const raid = `
procedures:
  raid:
    names: {strength: 3}
    do:
      - {window: raid_open}
      - {call: note, with: {number: strength}}
    at_end: [{call: note, with: {number: 9}, if: stopped}]
`

func open(more string) string {
	return `
windows:
  raid_open: {pending: raid, asks: others, changes: [strength]` + more + `}
  reply: {pending: trick.playing, asks: '[target]', at_most: 1}
  dawn: {pending: match, asks: players}
`
}

const give = `
procedures:
  match:
    do:
      - {call: give, with: {me: 'players[1]', number: 1}}
      - {call: give, with: {me: 'players[2]', number: 2}}
      - {move: 'filter(store, .card == "shield")', to: 'players[0].hand'}
      - {call: raid}
  give: {takes: {number: number}, do: [{move: 'filter(store, .copy == number and .kind == "trick" and .card != "shield")', to: me.hand}]}
`

// Players are asked in order, each once, for cards that could be played now.
func TestWindowAsksInOrder(t *testing.T) {
	r := start(t, 3, feud, raid, open(""), give)
	r.play("bob raid_open [curse spite panic]: -", "cid raid_open [curse spite panic]: -").is("log == 3")
}

func TestAPlayedCard(t *testing.T) {
	r := start(t, 3, feud, raid, open(""), give)
	r.play("bob raid_open: curse", "ann reply [shield]: -", "cid raid_open: -")
	r.is("log == 2", "len(used) == 1", `none(bob.hand, .card == "curse")`)
}

// While a card is being played it lies in no zone, and its steps know the player, the card, the target and
// the pending procedure.
func TestAnAnswerCancelsWhatIsPending(t *testing.T) {
	r := start(t, 3, feud, raid, open(""), give)
	r.answer("bob raid_open: curse")
	r.is("len(used) == 0", "len(bob.hand) == 2")
	r.play("ann reply: shield", "cid raid_open: -")
	r.is("log == 3", "len(used) == 2")
}

func TestStopPendingEndsTheWindowToo(t *testing.T) {
	start(t, 3, feud, raid, open(""), give).play("bob raid_open: panic").is("log == 9", "len(used) == 1")
}

// A target that is a list is a choice; a single target is taken without a question, and a card without a
// possible target is not offered.
func TestTargets(t *testing.T) {
	r := start(t, 3, feud, raid, open(""), give)
	r.answer("bob raid_open: spite")
	r.answer("bob raid_open.target [cid ann]: cid")
	r.play("cid raid_open: -").is("cid.hit == 1")

	r = start(t, 3, feud, raid, open(""), give, "procedures: {bar: {do: []}}")
	r.Next()
	r.Env.World.Write(r.game.Schema.PlayerField("barred").Slot, 1)
	r.Env.World.Write(r.game.Schema.PlayerField("barred").Slot+2, 1)
	r.Restore(r.State().Clone())
	r.answer("bob raid_open [curse panic]: -")
	r.play("cid raid_open [curse spite panic]: spite").is("bob.hit == 1", "ann.hit == 0")
}

func TestNeedsAndWho(t *testing.T) {
	r := start(t, 3, feud, raid, open(", who: {the gates are open: not shut, it is not barred: not it.barred}"), give)
	r.Next()
	r.Env.World.Write(r.game.Schema.PlayerField("barred").Slot+1, 1)
	r.Restore(r.State().Clone())
	r.play("cid raid_open: -").is("log == 3")

	// A need that no longer holds when the next is asked.
	r = start(t, 3, feud, raid, open(", again: true"), give)
	r.answer("bob raid_open: curse")
	r.answer("ann reply: -")
	r.answer("cid raid_open [curse spite panic]: curse")
	r.answer("ann reply: -")
	r.play("bob raid_open [panic]: -", "cid raid_open [panic]: -").is("log == 1")
}

func TestAtMost(t *testing.T) {
	r := start(t, 3, feud, raid, open(", at_most: 1"), give)
	r.play("bob raid_open: -", "cid raid_open: curse", "ann reply: -").is("log == 2")
	r = start(t, 3, feud, raid, open(", at_most: strength - 2, again: true"), give)
	r.play("bob raid_open: curse", "ann reply: -").is("log == 2")
	start(t, 3, feud, raid, open(", at_most: 0"), give).play().is("log == 3")
}

// In the formulas of a window, `pending` is the run that opened it, as in the conditions and steps of the
// cards.
func TestPendingInAWindow(t *testing.T) {
	curses := `
windows:
  raid_open: {pending: raid, asks: 'clockwise(pending.me)', at_most: pending.strength - 2, changes: [strength]}
  reply: {pending: trick.playing, asks: '[pending.target]', at_most: 1, who: {a curse is not answered: pending.card.card != "curse" or it == pending.me}}
  dawn: {pending: match, asks: players}
`
	r := start(t, 3, feud, raid, curses, give)
	r.play("bob raid_open: curse").is("log == 2")
	r = start(t, 3, feud, raid, curses, give)
	r.answer("bob raid_open: spite")
	r.answer("bob raid_open.target [cid ann]: ann")
	r.play("ann reply: shield").is("log == 3", "ann.hit == 0")
}

// `again`: until all pass in a row.
func TestAgain(t *testing.T) {
	r := start(t, 3, feud, raid, open(", again: true"), give)
	r.play("bob raid_open: -", "cid raid_open: curse", "ann reply: -", "bob raid_open: curse", "ann reply: -", "cid raid_open: -", "bob raid_open: -").is("log == 1")
}

// `must` plays unasked.
func TestMust(t *testing.T) {
	r := start(t, 3, feud, raid, open(", must: true"), `
procedures:
  match:
    do:
      - {move: 'filter(store, .card == "curse" and .copy == 1)', to: 'players[1].hand'}
      - {move: 'filter(store, .card == "spite" and .copy == 1)', to: 'players[2].hand'}
      - {call: raid}
`)
	r.play("cid raid_open.target [ann bob]: bob").is("log == 2", "bob.hit == 1")
}

// Cards are held in any zone of the player that can hold them, each place of a
// laid-out one included.
func TestCardsInLaidOutZones(t *testing.T) {
	r := start(t, 2, feud, raid, open(""), `
procedures:
  match:
    do:
      - {set: {mine: 'find(pieces, .card == "rune" and .owner == players[1])'}}
      - {move: mine, to: 'line(mine, "right", 1)[0]'}
      - {window: dawn}
      - {call: raid, if: 1 > 2}
`)
	r.play("ann dawn [rune]: -", "bob dawn [rune]: rune").is("bob.hit == 1", "ann.hit == 0", "len(ann.board) == 1", "empty(bob.board)")
}

// Only the declared opener can open a window, and a card can change only the values that the window allows.
func TestWindowErrors(t *testing.T) {
	_, err := load("", feud, raid, open(""), `
procedures:
  match: {do: [{window: raid_open}, {window: dawn}]}
`)
	require.ErrorContains(t, err, "only procedure raid can open window raid_open, according to its `pending`, but not match")
	_, err = load("", feud, raid, open("")[:len(open(""))-0], `
procedures:
  match: {do: [{call: raid}]}
---
kind: spell
starts: store
each_has: {effect: steps}
playing: {do: [{call: card.effect}]}
cards: {fog: {copies: 1, play: {in: [raid_open]}, effect: [{set: {pending.missing: 1}}]}}
`)
	require.ErrorContains(t, err, `procedure raid, which is pending here, has no name "missing"`)
}

// The pending run's names can be read and, if listed, set: lists too, though
// the frames of window and card lie above.
func TestCardsChangeListsOfThePendingRun(t *testing.T) {
	r := start(t, 2, `
zones: {used: {order: stack}, store: {}}
fields: {log: 0}
player: {zones: {hand: {}}}
windows: {w: {pending: p, asks: players, changes: [l, n]}}
procedures:
  match: {do: [{move: store, to: 'players[1].hand'}, {call: p}]}
  p: {names: {l: [1, 2], n: 5, k: [7]}, do: [{window: w}, {set: {log: '1000 * sum(l) + 100 * len(l) + 10 * n + k[0]'}}]}
---
kind: trick
discards: used
starts: store
each_has: {effect: steps}
playing: {do: [{call: card.effect}], at_end: [{discard: card}]}
cards:
  grow: {copies: 1, play: {in: [w]}, effect: [{set: {mine: '[1, 1]', pending.l: 'concat(pending.l, [9, 9])', pending.n: pending.n + 1, mine2: 'len(mine)'}}, {set: {pending.n: pending.n + mine2}}]}
`)
	r.play("bob w: grow").is("log == 21487")
}

// The question of a window is asked again after a snapshot is restored, at any moment.
func TestWindowSurvivesSnapshots(t *testing.T) {
	r := start(t, 3, feud, raid, open(", again: true"), give)
	for _, line := range []string{"bob raid_open: spite", "bob raid_open.target: ann", "ann reply: shield", "cid raid_open: curse", "ann reply: shield"} {
		r.Next()
		s := r.State().Clone()
		r.answer(line)
		after := r.show(r.Next())
		r.Restore(s)
		r.answer(line)
		require.Equal(t, after, r.show(r.Next()))
	}
}

// Cards are played from zones without an order by default; `from`, of the card or of the window, lists others.
func TestWindowPlaysFromZones(t *testing.T) {
	game := func(card, window string) string {
		return `
zones: {store: {}}
player: {zones: {hand: {}, grave: {order: stack}}}
procedures:
  match:
    do:
      - {move: 'filter(store, .card == "a")', to: 'players[0].hand'}
      - {move: 'filter(store, .card == "b")', to: 'players[0].grave'}
      - {window: open}
windows: {open: {pending: match, asks: players` + window + `}}
---
kind: trick
starts: store
playing: {do: [{move: card, to: store}]}
cards:
  a: {copies: 1, play: {in: [open]}}
  b: {copies: 1, play: {in: [open]` + card + `}}
`
	}
	start(t, 2, game("", "")).play("ann open [a]: -")
	start(t, 2, game("", ", from: [grave]")).play("ann open [b]: -")
	start(t, 2, game(", from: [grave]", "")).play("ann open [a b]: -")
	start(t, 2, game(", from: [grave]", ", from: [hand]")).play("ann open [a b]: -")
	start(t, 2, game(", from: [hand]", ", from: [hand, grave]")).play("ann open [a]: -")
}

// Cards of a hand that differ only in marks which their holder may not read are one option of a window, and chance
// draws which is played: with a target of its own, and for as many as are held.
func TestCardsWithHiddenMarksAreOneOptionInAWindow(t *testing.T) {
	const dares = `
zones: {store: {}, used: {}}
fields: {log: 0}
player:
  zones: {hand: {seen_by: owner}}
windows:
  dusk: {pending: match, asks: 'players[0]', again: true}
procedures:
  match:
    do:
      - {move: store, to: 'players[0].hand'}
      - {set: {'(filter(players[0].hand, .copy == 2)).risk': 7, '(filter(players[0].hand, .copy == 3)).told': true}}
      - {window: dusk}
---
kind: dare
starts: store
fields: {risk: {type: number, default: 1, seen_by: nobody}, told: {type: yes_no}}
playing: {do: [{set: {log: 10 * log + card.risk}}, {move: card, to: used}]}
cards:
  leap: {copies: 3, play: {in: [dusk]}}
  dash: {copies: 1, play: {in: [dusk], target: players}}
`
	r := start(t, 3, dares)
	q := r.Next()
	require.Len(t, q.Options, 3, "the leaps but for the one that is told, that one, and the dash")
	require.Equal(t, int32(2), q.Options[0].Count)
	r.play(
		"ann dusk [leap leap dash]: leap",
		"chance dusk [leap leap]: leap",
		"ann dusk [leap leap dash]: dash",
		"ann dusk.target [ann bob cid]: cid",
		"ann dusk [leap leap]: leap",
		"ann dusk [leap]: leap",
	).is("log == 1171", "len(used) == 4")
}

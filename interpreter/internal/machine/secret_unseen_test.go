package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
)

// hidden is a game of cards that not all see, with marks that all may read.
const hidden = `
remember: true
zones: {stock: {order: stack, seen_by: nobody}, open: {}, dark: {seen_by: nobody}}
player:
  fields: {friend: {type: player}, pledge: {type: number, default: 0, seen_by: me.friend}}
  zones: {hand: {seen_by: owner}, back: {seen_by: others}, queue: {order: stack, seen_by: nobody}, den: {seen_by: '[me, me.friend]'}}
---
kind: coin
fields: {worth: number, told: {type: yes_no, seen_by: all}, dent: {type: yes_no}}
starts: stock
cards: {penny: {copies: 4, worth: 1}, groat: {copies: 2, worth: 4}, crown: {copies: 1, worth: 9}}
`

// coins are moves that deal named coins.
const coins = `
- {move: 'filter(stock, .card == "penny" and .copy < 3)', to: 'players[1].hand'}
- {move: 'filter(stock, .card == "groat")', to: 'players[1].hand'}
- {move: 'filter(stock, .card == "crown")', to: open}
`

// A player who chooses among unknown pieces gets one option for all backs, after the known pieces; chance
// draws the piece, and each of several.
func TestBacksAreOneOption(t *testing.T) {
	start(t, 2, hidden, match(coins+`
- {choose: piece_, from: 'concat(players[1].hand, open)'}
- {move: piece_, to: open}
- {choose: two, from: 'players[1].hand', exactly: 2}
- {move: two, to: dark}
`)).play(
		"ann match.piece_ [crown penny]: penny",
		"chance match.piece_ [penny groat]: groat", // equal cards are one answer of chance, too
		"chance match.two [penny groat]: penny",    // that two are chosen of one back is all there is to say
		"chance match.two [penny groat]: groat",
	).is(`open == ["crown", "groat"]`, `dark == ["penny", "groat"]`)
}

// They are told apart by their place in a stack, and by marks that may be read; other
// marks tell nothing.
func TestDifferencesBetweenBacks(t *testing.T) {
	r := start(t, 2, hidden, match(coins+`
- {move: 'filter(stock, .worth == 1)', to: me.queue}
- {choose: third, from: me.queue}
- {set: {'(filter(players[1].hand, .worth > 1)).told': true, '(filter(players[1].hand, .copy == 1)).dent': true}}
- {choose: piece_, from: 'players[1].hand'}
`))
	q := r.Next()
	require.Len(t, q.Options, 2, "two places, top first")
	require.EqualValues(t, r.Env.World.Head(ref.Place(r.zone("ann.queue"))), q.Options[0].Value)
	r.answer("ann match.third: penny")
	q = r.Next()
	require.EqualValues(t, []int32{2, 2}, []int32{q.Options[0].Count, q.Options[1].Count}, "told and not told")
}

// A script may name the very piece.
func TestNamedPieces(t *testing.T) {
	r := start(t, 2, hidden, match(coins+"- {choose: piece_, from: 'players[1].hand'}\n- {move: piece_, to: dark}"))
	r.Omniscient = true
	r.play("ann match.piece_ [penny groat]: groat").is(`dark == ["groat"]`)
}

// seen_by names all but the owner, or players by a formula, of zones and of fields.
func TestNamedPlayersSee(t *testing.T) {
	r := start(t, 3, hidden, match(`
- {set: {'players[0].friend': 'players[2]'}}
- {move: 'stock[0:2]', to: 'players[0].back'}
- {move: 'stock[0:2]', to: 'players[0].den'}
- {choose: word, from: [left, right]}
`))
	require.NotNil(t, r.Next())
	for zone, who := range map[string]string{"ann.back": "bob cid", "ann.den": "ann cid", "bob.den": "bob"} {
		t.Run(zone, func(t *testing.T) {
			require.Equal(t, who, seen(func(s ref.Seat) bool { return r.Env.World.Sees(s, ref.Place(r.zone(zone))) }), zone)
		})
	}
	pledge := r.game.Schema.PlayerField("pledge")
	require.Equal(t, "cid", seen(func(s ref.Seat) bool { return r.Env.World.Reads(s, pledge, 0) }))
}

// passOn moves all hands to the left in one step.
const passOn = "- {move: 'flatten(map(players, .hand))', to: 'flatten(map(players, let p = it; map(p.hand, clockwise(p)[1].hand)))'}"

// A card that was open is known in a hand, and so is a card that was shown, until it is shuffled in or a card
// leaves that could be it.
func TestSeenPiecesAreRemembered(t *testing.T) {
	for _, c := range []struct{ name, steps, card, who string }{
		{"what lay open is known in a hand", "- {move: open, to: 'players[1].hand'}", "crown", "ann bob cid"},
		{"what was not seen is not", "", "groat", "bob"},
		{"what is shown is known to whom it is shown", "- {show: '[loot]', to: '[me]'}", "groat", "ann bob"},
		{"what is drawn off the top is followed", "- {move: open, to: stock}\n- {draw: 1, from: stock, to: 'players[2].hand'}", "crown", "ann bob cid"},
		{"what is moved off it may be another", "- {move: open, to: stock}\n- {move: 'first(stock)', to: 'players[2].hand'}", "crown", "cid"},
		{"what goes out of sight may be any that lay there", "- {show: '[loot]', to: '[me]'}\n- {move: 'first(filter(players[1].hand, .worth == 1))', to: dark}", "groat", "bob"},
		{"unless it is seen as it comes", "- {show: '[loot]', to: '[me]'}\n- {move: 'first(filter(players[1].hand, .worth == 1))', to: open}", "groat", "ann bob"},
		{"or all that lay there goes", "- {show: '[loot]', to: '[me]'}\n- {move: 'players[1].hand', to: dark}", "groat", "ann bob"},
		{"hands that all go on keep what was seen in them", "- {move: open, to: 'players[0].hand'}\n" + passOn, "crown", "ann bob cid"},
		{"what goes on is known to who passed it", "- {move: open, to: 'players[0].hand'}\n" + passOn + "\n" + passOn, "penny", "ann bob cid"},
		{"and to no other", passOn, "penny", "bob cid"},
		{"what goes on in part may be another", "- {show: '[loot]', to: '[me]'}\n- {move: 'filter(players[1].hand, .worth == 4)', to: '[players[2].hand, players[0].hand]'}", "groat", "bob cid"},
		{"hands that part are forgotten", "- {show: 'players[1].hand', to: '[me]'}\n- {move: 'players[1].hand', to: '[players[2].hand, players[2].hand, dark, dark]'}", "groat", "bob"},
		{"what comes as others go is not what goes", "- {show: '[loot]', to: '[me]'}\n- {move: '[players[1].hand[0], open[0]]', to: '[dark, players[1].hand]'}", "crown", "ann bob cid"},
		{"what is shuffled in is forgotten", "- {move: open, to: stock}\n- {shuffle: stock}", "crown", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := start(t, 3, hidden, match(coins+"- {set: {loot: 'first(filter(players[1].hand, .worth == 4))'}}\n"+c.steps+"\n- {choose: word, from: [left, right]}"))
			for r.Next() != nil && r.Next().By == machine.Chance {
				require.NoError(t, r.Answer(0))
			}
			require.NotNil(t, r.Next(), r.Err())
			p := r.zone(`first(filter(pieces, .card == "` + c.card + `"))`)
			require.Equal(t, c.who, seen(func(s ref.Seat) bool { return r.Env.World.Knows(s, p) }))
		})
	}
}

// A game that neither shows pieces nor says `remember` remembers nothing.
func TestOthersRememberNothing(t *testing.T) {
	r := start(t, 3, sight, match("- {move: 'stock[0:1]', to: open}\n- {move: open, to: 'players[1].hand'}\n- {choose: word, from: [left, right]}"))
	require.NotNil(t, r.Next())
	require.Equal(t, "bob", seen(func(s ref.Seat) bool { return r.Env.World.Knows(s, r.zone("first(bob.hand)")) }))
}

// A bot can read the place and the marks of an unknown piece `it`.
func TestABotReadsBacks(t *testing.T) {
	for formula, want := range map[string]any{
		"it.told ? 1 : 2":                       int32(2),
		"it.on == players[1].hand ? 3 : 4":      int32(3),
		"it.owner == players[1] ? 5 : 6":        int32(5),
		"it.worth":                              "ann may not know which piece lies in bob.hand",
		`it.card == "penny" ? 1 : 2`:            "ann may not know which piece lies in bob.hand",
		"it.dent ? 1 : 2":                       "ann may not read this dent",
		"sum(filter(pieces, it == it), .worth)": int32(21),
		"any([it], .worth > 3) ? 1 : 2":         "ann may not know which piece lies in bob.hand",
	} {
		t.Run(formula, func(t *testing.T) {
			r := start(t, 2, hidden, match(coins+"- {set: {'(filter(open, .worth == 1)).told': true, '(filter(open, .worth == 1)).dent': true}}\n- {choose: piece_, from: 'concat(open, players[1].hand)'}"), "bots: {fox: {match.piece_: '"+formula+"'}}")
			require.NotNil(t, r.Next())
			worth, ok := decide.Worth(r.Match, r.game.Program.Bots["fox"]["match.piece_"], []int32{1})
			if n, is := want.(int32); is {
				require.True(t, ok, formula)
				require.Equal(t, n, worth, formula)
			} else {
				require.False(t, ok, formula)
				require.ErrorContains(t, r.Err(), want.(string), formula)
			}
		})
	}
}

// A card that its holder does not know he cannot play in a window.
func TestUnknownCardsCannotBePlayed(t *testing.T) {
	r := start(t, 2, `
player: {zones: {hand: {seen_by: others}, sleeve: {seen_by: owner}}}
---
kind: trick
starts: sleeve
playing: {do: [{move: card, to: me.sleeve}]}
cards: {feint: {copies: {each_player: 2}, play: {in: [moment]}}}
---
windows: {moment: {pending: match, asks: players, at_most: 1}}
`, match("- {move: 'filter(me.sleeve, .copy == 1)', to: me.hand}\n- {window: moment}"))
	q := r.Next()
	require.Equal(t, machine.AskPlay, q.Kind)
	require.EqualValues(t, 1, q.Options[0].Count)
}

// A loop over pieces that a seat does not know, with a question or a die in it, does not reveal their order:
// chance draws the piece of each round. Known pieces come first, zone by zone, and equal cards need no draw.
func TestChanceOrdersTheRoundsOfUnseenPieces(t *testing.T) {
	rounds := func(in, do string) *run {
		return start(t, 2, hidden, match(coins+`
- {each: piece_, in: '`+in+`', do: [`+do+`]}
`))
	}
	rounds("concat(players[1].hand, open)", "{roll: die}").play(
		"chance match.die: 1", // of the crown, which lies open
		"chance match.piece_ [penny groat]: groat",
		"chance match.die: 2",
		"chance match.piece_ [penny groat]: penny",
		"chance match.die: 3",
		"chance match.piece_ [penny groat]: groat",
		"chance match.die: 4",
		"chance match.die: 5",
	)
	rounds("players[1].hand", "{may: {open: [{move: piece_, to: open}]}, by: 'players[1]', if: piece_.worth > 1}").play(
		"chance match.piece_ [penny groat]: penny",
		"chance match.piece_ [penny groat]: groat",
		"bob match: open",
		"chance match.piece_ [penny groat]: groat",
		"bob match: -",
	)
	rounds("sortBy(players[1].hand, -it.worth)", "{roll: die}").play("chance match.die: 1", "chance match.die: 2", "chance match.die: 3", "chance match.die: 4") // which says its order
	rounds("players[1].hand", "{set: {'players[0].pledge': 'players[0].pledge + 1'}}").play()                                                                    // nothing tells the rounds
}

// For a seat that knows nothing of two hands, a loop takes the same course in any order of their
// declarations: here bob reveals the one card that both hands have.
func TestRoundsRevealNoOrderOfDeclaration(t *testing.T) {
	courses := func(other string) map[string]int {
		found := map[string]int{}
		for first := range int32(2) {
			r := start(t, 2, hidden, match(`
- {move: 'filter(stock, .card == "groat" and .copy == 1 or .card == "`+other+`" and .copy == 1)', to: 'players[1].hand'}
- {each: piece_, in: 'players[1].hand', do: [{may: {open: [{move: piece_, to: open}]}, by: 'players[1]'}]}
`))
			course := ""
			for q := r.Next(); q != nil; q = r.Next() {
				if q.By == machine.Chance {
					require.NoError(t, r.Answer(first))
					continue
				}
				frame := r.Env.World.Stack.Frame()
				held := r.Env.World.Stack[frame+r.P.Procs[r.P.Start].Slot("piece_").At]
				if r.P.Cards[r.P.Pieces[held].Card].Name == "groat" {
					course += "open "
					require.NoError(t, r.Answer(0))
				} else {
					course += "no "
					require.NoError(t, r.Answer())
				}
			}
			require.NoError(t, r.Err())
			found[course]++
		}
		return found
	}
	require.Equal(t, map[string]int{"open no ": 1, "no open ": 1}, courses("penny"))
	require.Equal(t, courses("penny"), courses("crown"))
}

// The words of a board are its directions.
func TestWordsOfABoard(t *testing.T) {
	start(t, 2, "zones: {board: {layout: grid, size: [2, 2], directions: [left, up_right]}}", match("- {choose: way, from: words(board)}\n- {choose: either, from: [left, right]}")).play("ann match.way [up_right left]: left", "ann match.either [left right]: left")
}

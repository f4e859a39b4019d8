package scenario

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// Any piece can have a label, and goes by it from then on.
func TestAnyPieceHasALabel(t *testing.T) {
	res, err := Run(t.Context(), withSample(t, `
- scenario: s
  given:
    turn: blue
    at: walk
    land:
      home: {}
      camp: {terrain: plains, members: [{blue: {label: chief}}, {blue: {label: scout, actions: 1}}]}
  when:
    - blue: {walker: chief}
  then: [walk.walker == chief, scout.actions == 1, 'count(home.members, it == chief) == 1']
`), nil, Options{})
	require.NoError(t, err)
	require.Equal(t, 1, res.Passed, messages(res))
}

// A scenario can give one piece its own printed values, at its place. The piece then differs from copies with
// other values: in choices, in draws and in messages of failures.
func TestOnePieceHasPrintedValuesOfItsOwn(t *testing.T) {
	res, err := Run(t.Context(), with(t, `
- scenario: s
  given: {players: 2, turn: ann, at: stake, ann: {hand: [black, {black: {worth: 5, label: heavy}}, {black: {worth: 2}}, {black: {worth: 6}}]}}
  when:
    - then: [heavy.worth == 5, 'sum(ann.hand, .worth) == 15']
    - offers: {ann: [{2 black: {worth: 2}}, heavy, {black: {worth: 6}}]}
    - ann: {stone: {black: {worth: 6}}}
    - rolls: [4]
  then: [stake.result == 10, 'count(ann.hand, .worth == 2) == 2']
- scenario: one of those
  given: {players: 2, turn: ann, at: stake, ann: {hand: [black, {black: {worth: 6}}]}}
  when:
    - ann: {stone: black}
  then: len(players) == 2
- scenario: chance
  given: {players: 2, cards: {black: {worth: 3}}, at: turn, sack: {block: [black, {2 black: {worth: 6}}]}}
  chance: {of: 'any(ann.hand, .worth == 6)', is: 2/3}
`), nil, Options{})
	require.NoError(t, err)
	require.Equal(t, 2, res.Passed, messages(res))
	require.Contains(t, messages(res), "x.yaml:13:20: \"black\" could be several things that differ\n  say which, as in {black: {worth: 2}}\n  say which, as in {black: {worth: 6}}")
}

// A label can name a place, and then stands for the piece on it.
func TestAPlaceHasALabel(t *testing.T) {
	files := fstest.MapFS{
		"cards/tiles/game.yaml": &fstest.MapFile{Data: []byte(`
language: 1
game: tiles
names: {en: Tiles}
players: {from: 1, to: 2, seats: [ann, bob]}
start: lay
zones:
  bag: {holds: [tile], starts: true}
  row: {layout: row, size: 3, holds: [tile]}
procedures:
  lay:
    do:
      - {choose: laid, from: bag}
      - {choose: spot, from: places(row)}
      - {move: laid, to: spot}
      - {choose: next, from: row}
`)},
		"cards/tiles/tile.yaml": &fstest.MapFile{Data: []byte(`
kind: tile
names: {en: Tile}
fields: {terrain: {one_of: [wood, moor]}}
cards:
  a: {copies: 2, terrain: wood}
  b: {copies: 2, terrain: moor}
`)},
		"scenarios/tiles/x.yaml": &fstest.MapFile{Data: []byte(`
- scenario: s
  given: {at: lay, row: {camp: {at: 2}, home: b}}
  when:
    - then: camp == nothing
    - ann: {laid: a}
    - ann: {spot: camp}
    - then: [camp.terrain == "wood", home.terrain == "moor"]
    - offers: {ann: [camp, home]}
    - ann: {next: camp}
  then: 'lay.next == camp'
- scenario: an answer is named as it was
  given: {at: lay, row: {home: b}}
  when:
    - ann: {laid: a, spot: 2}
  then: len(row) == 3
`)},
	}
	res, err := Run(t.Context(), interpreter.Sources{{FS: files}}, nil, Options{})
	require.NoError(t, err)
	require.Equal(t, 1, res.Passed, messages(res))
	require.Contains(t, messages(res), "ann answers lay.spot: 2 ")
}

// Several pieces can lie at one place, and `rest` keeps those that `given` does not mention; a card names the place where
// it starts as a scenario does.
func TestPiecesShareAPlace(t *testing.T) {
	files := fstest.MapFS{
		"cards/isles/game.yaml": &fstest.MapFile{Data: []byte(`
language: 1
game: isles
players: {from: 1, to: 2, seats: [ann, bob]}
start: match
zones:
  map: {layout: board, holds: [camp], places: "forest  hill\nlake    dale", links: [forest hill dale, forest lake]}
  grid: {layout: grid, size: [3, 2], holds: [coin], starts: true}
  hive: {layout: hex, size: 1, holds: [bee]}
  bag: {holds: [coin]}
  den: {seen_by: nobody}
procedures: {match: {do: []}}
`)},
		"cards/isles/camp.yaml": &fstest.MapFile{Data: []byte("kind: camp\ncards: {big: {copies: 2, starts: {map: hill}}, small: {starts: {map: dale}}}")},
		"cards/isles/coin.yaml": &fstest.MapFile{Data: []byte("kind: coin\ncards: {penny: {copies: 4}, crown: {copies: 2, starts: {grid: 1 2}}}")},
		"cards/isles/bee.yaml":  &fstest.MapFile{Data: []byte("kind: bee\ncards: {queen: {starts: {hive: up_right}}}")},
		"scenarios/isles/x.yaml": &fstest.MapFile{Data: []byte(`
- scenario: starts
  given: {players: 2}
  then: ['count(place(map, "hill"), .card == "big") == 2', 'small in place(map, "dale")', 'len(places(grid)[5]) == 2', 'queen.on == places(hive)[2]']
- scenario: two at a place
  given: {players: 2, map: [{2 big: {at: lake}}, {small: {at: lake}}]}
  then: ['len(place(map, "lake")) == 3', 'empty(place(map, "hill"))']
- scenario: rest
  given: {players: 2, map: [{big: {at: lake}}, rest], grid: {lost: {crown: {at: 1 1}}, rest: ~}, bag: [penny]}
  then: ['len(place(map, "lake")) == 1', 'len(place(map, "hill")) == 1', 'small in place(map, "dale")', 'len(grid) == 5', 'lost.on == places(grid)[4]']
- scenario: views
  given: {players: 2, map: []}
  sees: {ann: [map, grid, 'place(map, "lake")']}
- scenario: no hidden zone is empty
  given: {players: 2}
  sees: {ann: [den]}
`)},
	}
	res, err := Run(t.Context(), interpreter.Sources{{FS: files}}, nil, Options{})
	require.NoError(t, err)
	require.Equal(t, 4, res.Passed, messages(res))
	require.Contains(t, messages(res), "ann does not see what lies in den\n  it is empty")
}

// A field of type place is written as `starts` writes places, and failures and traces name the place, not its pieces.
func TestFieldsHoldPlaces(t *testing.T) {
	files := fstest.MapFS{
		"cards/isles/game.yaml": &fstest.MapFile{Data: []byte(`
language: 1
game: isles
players: {from: 1, to: 2, seats: [ann, bob]}
start: match
fields: {goal: {type: place, optional: true}}
zones:
  map: {layout: board, holds: [camp], places: "forest  hill\nlake    dale", links: [forest hill dale, forest lake]}
  grid: {layout: grid, size: [3, 2], holds: [camp]}
  roads: {holds: [road]}
procedures:
  match:
    do:
      - set: {goal: track.a, track.a: track.b}
      - set: {track.b: goal}
`)},
		"cards/isles/camp.yaml": &fstest.MapFile{Data: []byte("kind: camp\ncards: {big: {copies: 2, starts: {map: hill}}}")},
		"cards/isles/road.yaml": &fstest.MapFile{Data: []byte("kind: road\nfields: {a: {type: place, optional: true}, b: {type: place, optional: true}}\ncards: {track: {starts: roads}}")},
		"scenarios/isles/x.yaml": &fstest.MapFile{Data: []byte(`
- scenario: places
  given: {players: 2, at: match, roads: [{track: {a: {map: hill}, b: {grid: 1 2}}}]}
  then: [track.a == track.b, 'track.b == place(map, "hill")', 'track.a == places(grid)[5]']
- scenario: wrong
  given: {players: 2, roads: [{track: {a: {map: hil}}}]}
  then: track.a == nothing
- scenario: zone
  given: {players: 2, roads: [{track: {a: hill}}]}
  then: track.a == nothing
`)},
	}
	res, err := Run(t.Context(), interpreter.Sources{{FS: files}}, nil, Options{})
	require.NoError(t, err)
	require.Contains(t, messages(res), "track.a = grid 5\n    track.b = map hill with [big, big]\n")
	require.Contains(t, messages(res), "goal: nothing → map hill ")
	require.NotContains(t, messages(res), "does not hold: track.b == place")
	require.NotContains(t, messages(res), "does not hold: track.a == places")
	require.Contains(t, messages(res), "x.yaml:6:49: there is no place \"hil\" in zone map")
	require.Contains(t, messages(res), "x.yaml:9:43: \"hill\" is no label of a place")
}

// A failure after the only round of a loop says how to give the others.
func TestALoopWithOneRoundSaysSo(t *testing.T) {
	res, err := Run(t.Context(), with(t, `
- scenario: s
  given: {players: 2, turn: ann, at: set_up/draw 2, sack: {block: rest}}
  when:
    - draws: [white, black]
  then: len(bob.hand) == 2
`), nil, Options{})
	require.NoError(t, err)
	require.Contains(t, messages(res), "the loop over me in set_up had only one round; give the others with `set_up: {each: {me: [this one, the next, …]}}`")
}

// A scenario that waits for a draw, or names one that was forced, says so.
func TestDrawsThatAreMissingOrForced(t *testing.T) {
	res, err := Run(t.Context(), with(t, `
- scenario: waits
  given: {players: 2, turn: ann, at: turn, sack: {block: [white, black]}}
  then: len(ann.hand) == 1
- scenario: forced
  given: {players: 2, turn: ann, at: turn, sack: {block: [2 white]}}
  when:
    - draws: [white]
  then: len(ann.hand) == 1
`), nil, Options{})
	require.NoError(t, err)
	require.Contains(t, messages(res), "the match waits for a draw; add `draws`")
	require.Contains(t, messages(res), "the only possible answer, so nobody was asked; leave this card out")
}

// A verb without its object is answered by the first step that begins with it.
func TestAtSuggestsSteps(t *testing.T) {
	res, err := Run(t.Context(), with(t, `
- scenario: s
  given: {at: stake/set}
  then: len(players) == 2
`), nil, Options{})
	require.NoError(t, err)
	require.Contains(t, messages(res), "= write `stake/set me.lucky`, or give the step an `id` and write that")

	res, err = Run(t.Context(), with(t, `
- scenario: s
  given: {at: turn/may}
  then: len(players) == 2
`), nil, Options{})
	require.NoError(t, err)
	require.Contains(t, messages(res), "= write `turn/actions`")
}

// A check of options that were not asked for says how to test the only answer.
func TestForcedAnswersAreNoOffers(t *testing.T) {
	res, err := Run(t.Context(), with(t, `
- scenario: s
  given: {players: 2, turn: ann, at: stake, ann: {hand: [white]}}
  offers: {ann: [white]}
`), nil, Options{})
	require.NoError(t, err)
	require.Contains(t, messages(res), "the only possible answer, so nobody was asked; to test it, name it in a line or check its effect")
}

// `given` sets the face of any piece: of a piece on a piece, of one that stays where it begins, and of one without copies.
// A face is given once. A piece that comes to an empty zone has the face of the zone, so only its holder sees it.
func TestFacesAreGiven(t *testing.T) {
	files := fstest.MapFS{
		"cards/tiles/game.yaml": &fstest.MapFile{Data: []byte(`
language: 1
game: tiles
players: {from: 2, to: 2, seats: [ann, bob]}
start: look
zones:
  table: {holds: [tile, stand], starts: true}
  pile: {order: stack, holds: [tile], face: down}
player: {zones: {hoard: {holds: [tile], face: down}}}
procedures:
  look:
    do:
      - {choose: n, from: 1..2}
      - {pick: found, from: table}
      - {set: {found.turned: true}}
`)},
		"cards/tiles/stand.yaml": &fstest.MapFile{Data: []byte("kind: stand\nzones: {rack: {holds: [tile]}}\ncards: {desk: {}}\n")},
		"cards/tiles/tile.yaml":  &fstest.MapFile{Data: []byte("kind: tile\nfields: {turned: {type: yes_no}}\ncards: {a: {copies: 2}, b: {}}\n")},
		"scenarios/tiles/x.yaml": &fstest.MapFile{Data: []byte(`
- scenario: given
  given: {b: {face: down}, desk: {rack: [a, {a: {face: down}}]}}
  then: [b.face == "down", desk.face == "up", 'count(desk.rack, .face == "down") == 1']
- scenario: a block
  given: {pile: {block: [a, {a: {face: up}}]}}
  then: 'count(pile, .face == "up") == 1'
- scenario: an empty zone
  sees: {ann: [ann.hoard, table]}
  hides: {ann: [pile, bob.hoard], bob: [pile]}
- scenario: twice
  given: {b: {face: down}, table: [{b: {face: up}}]}
  then: b.face == "down"
- scenario: seen
  sees: {ann: [pile]}
- scenario: hidden
  hides: {bob: [bob.hoard]}
- scenario: one copy
  given: {table: [2 b]}
  then: len(players) == 2
- scenario: a count behind the name
  given: {table: [a x2]}
  then: len(players) == 2
- scenario: cards outside of brackets
  given: {table: a}
  then: len(players) == 2
- scenario: a mark under cards
  given: {cards: {b: {turned: true}}}
  then: len(players) == 2
- scenario: picked
  given: {at: look, table: [a]}
  when: [{ann: {n: 1}}]
  then: look.found == nothing
`)},
	}
	res, err := Run(t.Context(), interpreter.Sources{{FS: files}}, nil, Options{})
	require.NoError(t, err)
	require.Equal(t, 3, res.Passed, messages(res))
	for _, want := range []string{
		"x.yaml:12:41: the face of b is given twice", "x.yaml:15:16: ann does not see what lies in pile", "x.yaml:17:17: bob sees what lies in bob.hoard", "found: nothing → a ", `there is only one card "b"`, "= write `2 a`", "= write [CARD, …], with every card inside of the brackets", "turned is a mark of b and not printed on it", "= write `b: {turned: …}` beside `cards`",
	} {
		require.Contains(t, messages(res), want)
	}
}

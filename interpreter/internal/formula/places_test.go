package formula_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
)

const boards = `
language: 1
game: test
names: {en: Test}
players: {from: 2, to: 3, seats: [ann, bob, cid]}
start: match
procedures: {match: {do: []}}
zones:
  comb: {layout: hex, size: 3}
  chess: {layout: grid, size: [4, 3]}
  road: {layout: row, size: 5}
  queens: {layout: grid, size: [4, 4], directions: all}
  lane: {layout: grid, size: [3, 3], directions: [right, down_right]}
  lake:
    layout: board
    places: |
      north .    east
      .     isle .
      west  .    south  far
    links:
      left right: [west south, north east]
      onward: [west isle east]
      ferry: [north south north]
  shelf: {}
formulas:
  many(place): len(place)
  under(slab): find(comb, slab in it.lid)
  roadside(slab): count(road, slab in it.lid)
  itself: count(comb, it in it.lid)
  doubled(slab): count(concat(comb, comb), slab in it.lid)
`

const slabs = `
kind: slab
starts: comb
fields:
  points: {type: direction, by: number}
  fits: {type: number, by: slab}
  mate: {type: slab, by: slab, optional: true}
zones: {lid: {holds: [slab]}}
cards:
  flat: {copies: 9, points: {1: up, 6: down_left}, fits: {flat: 2}}
  bent: {copies: 2, fits: {flat: 7, bent: 1}, mate: {flat: alone}}
  alone: {}
`

const ghosts = `
kind: ghost
cards: {spook: {}}
`

// Every place of every layout is compared with the picture: its neighbours and the places in each direction.
func TestPlacesAgainstThePicture(t *testing.T) {
	g := gameOf(t, boards, slabs, ghosts)
	m := machine.New(g.Program, 3, nil)
	hex := []string{"up", "up_right", "down_right", "down", "down_left", "up_left"}
	for zone, directions := range map[string][]string{"comb": hex, "chess": {"up", "right", "down", "left"}, "road": {"left", "right"},
		"queens": {"up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"}, "lane": {"right", "down_right"}, "lake": {"left", "right", "onward", "ferry"}} {
		t.Run(zone, func(t *testing.T) {
			texts := []string{fmt.Sprintf("places(%s)", zone)}
			for i := range g.Schema.GameZone(zone).Cells {
				texts = append(texts, fmt.Sprintf("neighbours(places(%s)[%d])", zone, i))
				for n := range 4 {
					texts = append(texts, fmt.Sprintf("ring(places(%s)[%d], %d)", zone, i, n))
				}
				texts = append(texts, fmt.Sprintf("number(places(%s)[%d])", zone, i), fmt.Sprintf("region(places(%s)[%d], filter(places(%[1]s), number(it) %% 3 != %d %% 2))", zone, i, i))
				for k := range g.Schema.GameZone(zone).Cells {
					texts = append(texts, fmt.Sprintf("distance(places(%s)[%d], places(%[1]s)[%d])", zone, i, k))
				}
				for _, d := range directions {
					texts = append(texts, fmt.Sprintf("line(places(%s)[%d], %q, 3)", zone, i, d))
				}
			}
			agree(t, g, m, 0, texts)
		})
	}
	for n := range 5 {
		agree(t, g, m, 0, []string{fmt.Sprintf("ring(comb, %d)", n)})
	}
}

// ofPlaces are formulas with places and tables.
var ofPlaces = []string{
	`place(lake, "isle")`, `place(lake, "isle") == places(lake)[2]`, `neighbours(place(lake, "far"))`, `distance(place(lake, "west"), place(lake, "east"))`,
	`distance(place(lake, "east"), place(lake, "west")) == nothing`, "distance(comb[0], comb[8])", "distance(comb[0], first(road)) == nothing", "ring(comb[3], 2)", "ring(first(road), 1)", "ring(spook, 1)", "distance(spook, comb[0])",
	"let near = neighbours(comb[0]); count(near, any(it, .copy > 1))", "let a = 2; let b = a * a; a + b", "map(1..3, let n = it; let squares = map(1..n, it * it); sum(squares) + n)", "let z = comb; len(z)",
	"number(comb[3])", "number(spook)", "number(pieces[8])", "number(first(places(road))) + 1", "number(spook) == nothing", "region(comb[0], filter(places(comb), not empty(it)))",
	"region(comb[0], [])", "region(comb[0], places(road))", "region(spook, places(comb))", "region(comb[0], concat(places(road), reverse(ring(comb, 1)), [places(comb)[0]]))", `region(place(lake, "west"), places(lake))`, "len(region(places(queens)[0], places(queens)))",
	"neighbours(comb[2])", "neighbours(pieces[8])", "neighbours(spook)", "neighbours(first(shelf))", `line(pieces[8], "down", 2)`, `line(comb[0], "up", 0)`,
	"pieces[8].on", "pieces[8].on == nothing", "spook.on == nothing", "spook.on", "comb[0].on == places(comb)[0]", "places(comb)[1] in ring(comb, 1)",
	"cycle(ring(comb, 2), ring(comb, 2)[4])", `cycle(places(road), places(road)[1], "left")`, `cycle([3, 1, 2], 1, "up")`, `cycle([3, 1, 2], 1, "right")`,
	`cycle(players, players[1], "left")`, "cycle(comb, comb[3])", "cycle(comb, places(comb)[3])[0:2]",
	"filter(places(comb), empty(it))", "count(neighbours(comb[0]), first(it) == comb[1])", "places(comb)[0] == comb[0]", "comb[0] != places(comb)[1]",
	"places(comb)[0] in comb", "places(comb)[30] in comb", "places(comb)[30]?.copy ?? -1", "map(ring(comb, 1), first(it))", "len(comb)", "comb", "road", "reverse(comb)[0:3]",
	"len(me == nothing ? road : comb)", "map(players[0] == me ? comb : road, .copy)", "count(spook.on == nothing ? comb : road, true)", "first(road).copy", "concat(road, comb)", "first(chess) == nothing",
	"comb[0].points[1]", "comb[0].points[6]", "comb[0].points[3] == nothing", "comb[0].fits[comb[1]]", "comb[0].fits[alone]", "pieces[9].fits[places(road)[1]]",
	"under(pieces[8])", "under(pieces[8]).copy", "under(pieces[3])", "under(pieces[9])", "map(concat(comb, road), under(it))", "roadside(pieces[8])", "itself", "doubled(pieces[8])", "none(comb, pieces[8] in it.lid)",
	"pieces[9].mate[comb[0]]", "pieces[9].mate[pieces[9]]", "comb[0].mate[comb[0]] == nothing", "sum(comb, .fits[comb[0]])",
}

// Formulas with places and tables agree with expr. A slab lies on another, and the first place of the road is
// free.
func TestPlacesAndTablesAgainstExpr(t *testing.T) {
	g := gameOf(t, boards, slabs, ghosts)
	m := machine.New(g.Program, 3, nil)
	slab := g.Schema.Kind("slab")
	m.Env.World.Place(ref.Piece(slab.First+8), ref.Place(slab.Zones["lid"].First+2), false)
	m.Env.World.Place(ref.Piece(slab.First+9), ref.Place(g.Schema.GameZone("road").First+1), false)
	agree(t, g, m, 0, ofPlaces)
}

// A zone of many places is not one place: taken for the first of them, it would
// seem to be free.
func TestAZoneIsNoPlace(t *testing.T) {
	g := gameOf(t, boards, slabs, ghosts)
	agree(t, g, machine.New(g.Program, 2, nil), 0, []string{"many(places(comb)[0])", "many(shelf)", "map(places(road), many(it))"})
	_, err := tryCompile(g, "many(comb)")
	require.ErrorContains(t, err, "parameter place of many must be a place, not a zone of 37 places")
}

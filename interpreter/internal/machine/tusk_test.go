package machine_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
)

// tusk is a world of that sample: the Breeding Ground in the middle, the mammoth
// on it, an Autumn with two arrows; the first player is blue.
func tusk(t *testing.T, players int) *run {
	return sample(t, "tusk", players, nil).make("rings", 1).make("first_player", 0).
		put("home.top", "mammoth").put("seasons", "autumn")
}

// cell is a place of the land, by its number: the middle is 0, then ring by ring
// clockwise from the top.
func cell(n string) string { return "places(land)[" + n + "]" }

// tribe lays members on a tile; fit or wounded ones.
func (r *run) tribe(tile string, members ...string) *run {
	for _, m := range members {
		r.put(tile+".members", m+"'s tribesman")
	}
	return r
}

// The rule book's Autumn: a 4 moves the mammoth two tiles straight up, over the
// Mountain; the two members there step out of its way, onto the Berry Bush.
func TestTuskTrampleOfTheRuleBook(t *testing.T) {
	r := tusk(t, 2).
		put(cell("1"), "mountain_tile").put(cell("7"), "forest_tile").put(cell("2"), "berry_bush_tile").put(cell("6"), "plains_tile").
		tribe(cell("1"), "blue", "blue", "yellow").tribe(cell("6"), "yellow")
	r.begin("roam", "blue").play(
		"chance roam.die: 4",
		"blue trample.refuge [land0 land2 land6]: land2", // not ahead of the mammoth, and not where no land lies
		"blue trample.refuge: land2",
		"yellow trample.refuge: land6",
	)
	r.is("mammoth.on == "+cell("7")+".top", "empty("+cell("1")+".members)",
		"len("+cell("2")+".members) == 2", "all("+cell("2")+".members, .wounded)", // also in passing
		"count("+cell("6")+".members, .wounded) == 1")
}

// The tiles outside the path are evaluated anew at each step: a tile that is left behind is free again.
func TestTuskPathAhead(t *testing.T) {
	r := tusk(t, 2).
		put(cell("1"), "mountain_tile").put(cell("7"), "forest_tile").tribe(cell("7"), "blue")
	r.begin("roam", "blue").play("chance roam.die: 4") // one refuge only: the tile just crossed
	r.is("len("+cell("1")+".members) == 1", "mammoth.on == "+cell("7")+".top")
}

func TestTuskMammothAtTheEdge(t *testing.T) {
	r := tusk(t, 2).put(cell("4"), "river_tile").tribe(cell("4"), "yellow")
	r.begin("roam", "blue").play("chance roam.die: 1") // straight down, and off the land
	r.is("mammoth.on == home.top", "len(home.members) == 1")
}

func TestTuskBarredTiles(t *testing.T) {
	r := tusk(t, 2).put(cell("1"), "mountain_tile").put(cell("7"), "forest_tile").put("season_deck", "eruption")
	r.Env.World.Place(r.unused("spring"), 0, false)
	r.toTop("season_deck", "eruption")
	r.begin("new_season", "blue").play()
	r.is("season.card == \"eruption\"", cell("1")+".terrain.barred", "not "+cell("7")+".terrain.barred")
	r.begin("roam", "blue").play("chance roam.die: 4")
	r.is("mammoth.on == home.top")
	r.toTop("season_deck", "summer")
	r.begin("new_season", "blue").play()
	r.is("not " + cell("1") + ".terrain.barred") // until the next season begins
}

// toTop lays a card of a stack on its top.
func (r *run) toTop(stack, card string) *run {
	z := ref.Place(r.compile(stack).Num(&r.Env))
	for p := r.Env.World.Head(z); p >= 0; p = r.Env.World.Next(p) {
		if s := r.game.Schema; s.Cards[s.Pieces[p].Card].Name == card {
			r.Env.World.Place(p, z, true)
			return r
		}
	}
	r.t.Fatalf("no %s in %s", card, stack)
	return r
}

// Autumn as the rule book prints it.
func TestTuskAutumn(t *testing.T) {
	r := sample(t, "tusk", 2, nil).make("first_player", 0).put("home.top", "mammoth").
		put(cell("1"), "forest_tile").put(cell("2"), "jungle_tile").put(cell("3"), "mountain_tile").
		put("blue.circles[0].members", "blue's tribesman").put("blue.circles[3].members", "blue's tribesman").tribe(cell("2"), "blue", "yellow")
	r.toTop("season_deck", "autumn").begin("new_season", "blue").play()
	r.is(cell("1")+`.store == ["stick"]`, "empty("+cell("2")+".members)", "empty("+cell("2")+".store)",
		"len(blue.circles[2].members) == 1", // the right-most empty one
		"len(yellow.circles[3].members) == 1",
		"not "+cell("3")+".hard", cell("2")+".hard")
}

// Two rings are laid at the ends of the first two turns, 12 and 18 tiles, each with three tokens of its
// resource.
func TestTuskRingsOfLand(t *testing.T) {
	r := tusk(t, 2).begin("lay_ring", "blue", "number", "1").play()
	r.is("len(land) == 7", "len(tile_stack) == 30")
	r.begin("discover", "blue").play().is("rings == 2", "len(land) == 19")
	r.begin("discover", "blue").play().is("rings == 3", "len(land) == 37", "empty(tile_stack)", "none(land, .snow)")
	r.is("all(land, len(.store) == (.resource == nothing ? 0 : 3) or .card != \"forest_tile\")") // the supply can be empty for the last tiles
}

// frozenWorld is a full land before the ice.
func frozenWorld(t *testing.T) *run {
	r := tusk(t, 2)
	r.begin("lay_ring", "blue", "number", "1").play()
	for range 2 {
		r.begin("discover", "blue").play()
	}
	return r
}

// On a 4 the top corner and the three tiles clockwise from it turn to snow, one
// whole edge of four; on others the edge of another corner.
func TestTuskIceComesFromACorner(t *testing.T) {
	edges := map[string]string{
		"4": "19 20 21 22", "5": "22 23 24 25", "6": "25 26 27 28", "1": "28 29 30 31", "2": "31 32 33 34", "3": "34 35 36 19",
	}
	for die, edge := range edges {
		t.Run(die, func(t *testing.T) {
			r := frozenWorld(t)
			r.begin("discover", "blue").play("chance discover.die: " + die)
			r.is("count(land, .snow) == 4", "all(filter(land, .snow), empty(.store))")
			for n := range strings.FieldsSeq(edge) {
				r.is(cell(n) + ".snow")
			}
		})
	}
}

// Row after row of 5, 6, 7, 6, 5 and 4 follows, then the world has frozen over.
func TestTuskIceSpreads(t *testing.T) {
	r := frozenWorld(t)
	r.begin("discover", "blue").play("chance discover.die: 4")
	snow := 4
	for _, row := range []int{5, 6, 7, 6, 5, 4} {
		snow += row
		r.begin("discover", "blue")
		require.Nil(t, r.Next())
		r.is("count(land, .snow) == " + strconv.Itoa(snow))
	}
	require.True(t, r.Finished())
}

// Eruption's Ice Age number is 2: two rows at once.
func TestTuskEruptionFreezesTwoRows(t *testing.T) {
	r := frozenWorld(t)
	r.begin("discover", "blue").play("chance discover.die: 4")
	r.toTop("season_deck", "eruption").begin("new_season", "blue").play()
	r.begin("discover", "blue").play().is("count(land, .snow) == 15")
}

// battle is a fight on the plains: the first of the tribes starts it.
func battle(t *testing.T, members ...string) *run {
	return tusk(t, 4).put(cell("1"), "plains_tile").tribe(cell("1"), members...)
}

func (r *run) fight(by string) *run { return r.begin("fight", by, "tile", cell("1")) }

// The rule book's fight of blue and yellow.
func TestTuskFightOfTheRuleBook(t *testing.T) {
	r := battle(t, "blue", "blue", "yellow").
		put("blue.store", "stick", "grass").put("yellow.store", "stick", "stick", "stone").fight("blue")
	r.play(
		"blue fight.tools: stick grass",
		"yellow fight.tools: stick stick stone",
		"chance fight.die: 5", "chance fight.die: 6", "chance fight.die: 5",
		"blue lay_down.down: tribesman", // who of the two; the other falls to the stone
	)
	r.is(`blue.store == ["food_token"]`, "empty(yellow.store)", "empty(blue.committed)", "empty(yellow.committed)",
		"all("+cell("1")+".members, .wounded)", "len(supply) == 119")
}

// Commitments are secret until all have chosen.
func TestTuskCommitmentsAreSealed(t *testing.T) {
	r := battle(t, "blue", "yellow").
		put("blue.store", "stick", "grass").put("yellow.store", "stick", "stone").fight("blue")
	r.answer("blue fight.tools: stick")
	q := r.Next()
	const blue, yellow = 0, 1
	require.EqualValues(t, yellow, q.By)
	store, committed := ref.Place(r.compile("blue.store").Num(&r.Env)), ref.Place(r.compile("blue.committed").Num(&r.Env))
	for _, z := range []ref.Place{store, committed} {
		require.True(t, r.Env.World.Sees(blue, z))
		require.False(t, r.Env.World.Sees(yellow, z))
		require.False(t, r.Env.World.Counts(yellow, z))
	}
	require.False(t, q.SeenBy(blue), "nor what the other is asked")
	r.answer("yellow fight.tools: -")
	require.Equal(t, machine.AskRoll, r.Next().Kind)
	require.True(t, r.Env.World.Sees(yellow, committed))
	require.Zero(t, r.State().Stack[state.AtSealed])
}

// Tasty Food is no tool.
func TestTuskFoodIsNotCommitted(t *testing.T) {
	r := battle(t, "blue", "yellow").put("blue.store", "food_token", "grass").fight("blue")
	r.answer("blue fight.tools [grass]: -")
}

// The rule book's fight of three: green splits its members, blue takes revenge on
// grey, grey ignores blue.
func TestTuskFightOfThree(t *testing.T) {
	r := battle(t, "green", "green", "green", "blue", "blue", "grey").fight("green")
	r.play(
		"grey fight: -", "blue fight: -",
		"green fight.foe [grey blue]: blue", "green fight.foe: grey", "green fight.foe: grey",
		"grey fight.foe [blue green]: green",
		"blue fight.foe [green grey]: grey", "blue fight.foe: grey",
		"chance fight.die: 6", "chance fight.die: 6", // blue's: two wounds on grey
		"chance fight.die: 6", "chance fight.die: 6", "chance fight.die: 1", // green's: one on blue, one on grey
		"chance fight.die: 1", // grey's
	)
	r.is("empty(green.store)", "empty(blue.store)", // two against two: after a draw no tribe is fed
		"count("+cell("1")+".members, .wounded) == 2")
}

// Who stays out neither commits nor rolls, but may be hit.
func TestTuskStayOut(t *testing.T) {
	r := battle(t, "blue", "yellow", "green").put("yellow.store", "stick").fight("blue")
	r.play(
		"yellow fight: stay_out", "green fight: -",
		"blue fight.foe [yellow green]: yellow", "green fight.foe [blue yellow]: yellow",
		"chance fight.die: 6", "chance fight.die: 5",
	)
	r.is(`yellow.store == ["stick"]`, `blue.store == ["food_token"]`, "all(band(yellow), .wounded)", "none(band(green), .wounded)")
}

// Grass works against the dice aimed at its owner, or against all, as the ruling
// has it.
func TestTuskGrassByRuling(t *testing.T) {
	for reading, wounded := range map[string]string{"dice_aimed_at_owner": "1", "all_opposing_dice": "0"} {
		t.Run(reading, func(t *testing.T) {
			r := sample(t, "tusk", 3, map[string]string{"multi_clump": reading}).
				put("seasons", "autumn").put(cell("1"), "plains_tile").tribe(cell("1"), "blue", "yellow", "green").put("green.store", "grass").fight("blue")
			r.play(
				"yellow fight: -", "green fight: -", "green fight.tools: grass",
				"blue fight.foe: yellow", "yellow fight.foe: blue", "green fight.foe: blue",
				"chance fight.die: 6", "chance fight.die: 1", "chance fight.die: 1",
			)
			r.is("count(" + cell("1") + ".members, .wounded) == " + wounded)
		})
	}
}

// A Victory card listens: it earns a token when its owner has won a fight, and
// turns face up.
func TestTuskWarmongerListens(t *testing.T) {
	r := battle(t, "blue", "yellow").put("blue.victory", "warmonger").put("yellow.victory", "trappers")
	secret := ref.Piece(r.compile("first(blue.victory)").Num(&r.Env))
	require.False(t, r.Env.World.Knows(1, secret))
	r.fight("blue").play("chance fight.die: 6", "chance fight.die: 1")
	r.is(`blue.victory[0].earned == ["food_token"]`, "blue.victory[0].face == \"up\"", "yellow.victory[0].face == \"down\"")
	require.True(t, r.Env.World.Knows(1, secret))
}

// The rule book's end: blue's card adds three to six, yellow's six to four.
func TestTuskFinalScoring(t *testing.T) {
	r := tusk(t, 2).put("yellow.victory", "trappers").put("yellow.store", "stick", "stick", "stick", "stone", "stone").
		put("yellow.store", slices.Repeat([]string{"food_token"}, 4)...).put("blue.store", slices.Repeat([]string{"food_token"}, 9)...)
	r.begin("final_scoring", "blue")
	require.Nil(t, r.Next())
	r.is("blue.food == 9", "yellow.food == 10")
	require.Equal(t, []int{1}, r.Winners())
}

// The steps of a side offer run like any procedure: the goods change hands, and a pure gift needs no consent.
func TestTuskTrade(t *testing.T) {
	deal := func() *run {
		return tusk(t, 3).put("blue.store", "stick", "stick").put("yellow.store", "food_token").begin("trade", "blue")
	}
	r := deal()
	r.play("blue trade.other [yellow green]: yellow", "blue trade.given: stick", "blue trade.got: food_token", "yellow trade: accept")
	r.is(`blue.store == ["stick", "food_token"]`, `yellow.store == ["stick"]`)
	r = deal()
	r.play("blue trade.other: yellow", "blue trade.given: stick stick", "blue trade.got: -")
	r.is("empty(blue.store)", `yellow.store == ["stick", "stick", "food_token"]`)
	r = deal()
	r.play("blue trade.other: yellow", "blue trade.given: stick", "blue trade.got: food_token", "yellow trade: -")
	r.is(`blue.store == ["stick", "stick"]`, `yellow.store == ["food_token"]`)
	r = deal().put("yellow.store", "grass")
	r.answer("blue trade.other: yellow")
	r.answer("blue trade.given: -")
	r.refuses("-", "something changes hands")
}

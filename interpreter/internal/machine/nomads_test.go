package machine_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/ref"
)

func nomads(t *testing.T) *run { return sample(t, "nomads", 2, nil) }

// turn reveals a card and plays the nomads' turn with it.
func (r *run) turn(card string, lines ...string) *run {
	r.t.Helper()
	r.toTop("nomad_deck", card)
	return r.begin("nomad_turn", "nomads").play(lines...)
}

// The rule book's opening: Hunt marked and free; Migrate marked but taken, so to
// the left to Develop; Hunt marked again and nothing free.
func TestNomadsOpeningOfTheRuleBook(t *testing.T) {
	r := nomads(t)
	r.turn("nomad_13").is("len(hunt.symbol) == 1")
	r.put("migrate.symbol", "human's tribe_figure")
	r.turn("nomad_10").is("len(develop.symbol) == 1", "empty(migrate.large)")
	r.put("dedicate.symbol", "human's tribe_figure")
	r.turn("nomad_14").is("len(hunt.large) == 1", "empty(nomads.figures)")
}

// The column of the nomads: the marked card, the direction of the arrow, the taken cards and the new place.
func TestNomadsColumn(t *testing.T) {
	for _, x := range []struct{ card, taken, chosen string }{
		{"nomad_13", "", "hunt"},
		{"nomad_9", "hunt migrate", "develop"},   // left
		{"nomad_15", "hunt", "dedicate"},         // right, and round the edge
		{"nomad_15", "hunt dedicate", "develop"}, // and on
		{"nomad_13", "hunt develop migrate", "dedicate"},
		{"nomad_13", "dedicate develop migrate hunt", "hunt"},
		{"nomad_1", "dedicate", "hunt"}, // left, round the other edge
	} {
		t.Run(x.card+" "+x.taken, func(t *testing.T) {
			r := nomads(t)
			for i, c := range strings.Fields(x.taken) {
				r.put(c+".symbol", [...]string{"human's tribe_figure", "human's tribe_figure", "human's chieftain", "nomads's chieftain"}[i])
			}
			before := r.compile("len(" + x.chosen + ".symbol) + len(" + x.chosen + ".large)").Num(&r.Env)
			r.turn(x.card)
			require.Equal(t, before+1, r.compile("len("+x.chosen+".symbol) + len("+x.chosen+".large)").Num(&r.Env))
		})
	}
}

// Two actions of the new card, then the lower one of each earlier card, all in
// the chosen column, the newest first.
func TestNomadsActionsOfAllCards(t *testing.T) {
	r := nomads(t).make("nomads.tools", 3)
	r.put("nomad_discards", "nomad_8", "nomad_2") // develop: tool, and tool
	r.turn("nomad_15")                            // hunt: an animal (none: food), food; and then two tools
	r.is("nomads.food == 2", "nomads.tools == 5")
}

// gains gives the nomads one benefit.
func (r *run) gains(what string) *run {
	r.t.Helper()
	return r.begin("gain", "nomads", "what", what, "number", "1").play()
}

// drain takes all pieces out of a zone, and out of the match.
func (r *run) drain(zone string) *run {
	z := ref.Place(r.compile(zone).Num(&r.Env))
	for r.Env.World.Head(z) >= 0 {
		r.Env.World.Place(r.Env.World.Head(z), 0, false)
	}
	return r
}

// Missing payments are replaced step by step: stone, megalith, bury, tool, food, idol; and for idols the fame
// track, the offering track, points.
func TestNomadsSubstitutionChain(t *testing.T) {
	r := nomads(t).put("nomad_discards", "nomad_13").make("nomads.food", 2).make("nomads.tools", 2)
	r.gains("take_stone").is("len(nomads.stones) == 1", "nomads.food == 0", "nomads.tools == 0")
	r.gains("take_stone").is("len(building_site) == 1") // it cannot pay
	r.drain("nomads.megaliths")
	r.gains("take_stone").is("len(nomads.tombstone) == 1")
	r.drain("sacrifice_pile")
	r.gains("take_stone").is("nomads.tools == 1")
	r.make("nomads.tools", 5)
	r.gains("take_stone").is("nomads.food == 1")
	r.make("nomads.food", 10)
	r.drain("stone_row").drain("places(stone_row)[2]").drain("places(stone_row)[4]") // now it could pay, but none of the age is left
	r.gains("take_stone").is("nomads.fame == 1")
	r.make("nomads.fame", 6)
	r.gains("take_stone").is("nomads.offering == 1", "nomads.fame == 6")
	r.make("nomads.offering", 6)
	r.gains("take_stone").is("nomads.points == 1", "nomads.offering == 6")
}

// Some things always become others, and those are made good in turn.
func TestNomadsReplacement(t *testing.T) {
	r := nomads(t).make("nomads.tools", 4)
	r.gains("draw_card").is("len(nomads.tombstone) == 1")
	r.gains("new_member").is("nomads.tools == 5")
	r.gains("new_member").is("nomads.tools == 5", "nomads.food == 1")
	r.gains("slay").is("nomads.food == 2")
}

func TestNomadsGainUnitByUnit(t *testing.T) {
	r := nomads(t).make("nomads.tools", 4)
	r.begin("gain", "nomads", "what", "tool", "number", "3").play()
	r.is("nomads.tools == 5", "nomads.food == 2")
}

// display fills the hunting area, row by row.
func (r *run) display(animals string) *run {
	for i, a := range strings.Fields(animals) {
		r.put("places(hunting_area)["+strconv.Itoa(i)+"]", a)
	}
	return r
}

// Kinds owned one to three times come first, then new ones, then the rest; among
// equals the big arrow, then the small one.
func TestNomadsAnimal(t *testing.T) {
	for _, x := range []struct{ name, arrows, owned, shown, taken string }{
		{"the rule book's: the lowest of the right column", "nomad_16", "giant_sloth", "elk bison horse mammoth elk horse", "5"},
		{"left and up", "nomad_13", "giant_sloth", "elk bison horse mammoth elk horse", "0"},
		{"right and up", "nomad_15", "giant_sloth", "elk bison horse mammoth elk horse", "1"},
		{"left and down", "nomad_14", "giant_sloth", "elk bison horse mammoth elk horse", "4"},
		{"one of a kind owned is better", "nomad_16", "giant_sloth", "elk giant_sloth horse mammoth elk horse", "1"},
		{"of two such the arrows' one", "nomad_14", "giant_sloth", "elk giant_sloth horse mammoth giant_sloth horse", "4"},
		{"a kind owned four times is worse than a new one", "nomad_16", "elk elk elk elk", "elk bison elk elk elk elk", "1"},
		{"but better than nothing", "nomad_16", "elk elk elk elk", "elk elk elk", "1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := nomads(t).put("nomad_discards", x.arrows).put("nomads.animals", strings.Fields(x.owned)...).display(x.shown)
			n := len(strings.Fields(x.owned))
			r.begin("take_animal", "nomads").play().is("empty(places(hunting_area)["+x.taken+"])", "len(nomads.animals) == "+strconv.Itoa(n+1))
		})
	}
}

// Cards of the display never slide, and only gaps are filled.
func TestNomadsRefill(t *testing.T) {
	r := nomads(t).display("elk bison horse mammoth elk horse").put("nomad_discards", "nomad_15")
	r.begin("take_animal", "nomads").play()
	r.begin("refill", "nomads").play().is("len(hunting_area) == 6", "places(hunting_area)[0].card == \"elk\"", "places(hunting_area)[2].card == \"horse\"")
}

// The player gets the stone at the end to which the big arrow points, of the stones of the age; places on the
// board fill from the left.
func TestNomadsStones(t *testing.T) {
	r := nomads(t).put("nomad_discards", "nomad_16").make("nomads.food", 10).make("nomads.tools", 5)
	r.gains("take_stone").is("places(nomads.stones)[0] == first(filter(pieces, .card == \"stone_e\"))")
	r.make("age", 2)
	r.gains("take_stone").is("places(nomads.stones)[1] == first(filter(pieces, .card == \"stone_f\"))", "nomads.tools == 1", "nomads.food == 6")
}

// The rule book's megalith: the southernmost of the easternmost places.
func TestNomadsMegalith(t *testing.T) {
	r := nomads(t).put("nomad_discards", "nomad_16")
	r.gains("build").is("not empty(places(building_site)[5])")
	r.gains("build").is("not empty(places(building_site)[2])")
	r.gains("build").is("not empty(places(building_site)[4])")
}

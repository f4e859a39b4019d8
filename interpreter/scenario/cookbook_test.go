package scenario

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/testing/pages"
)

// wrongRules change the rules of a recipe of the cookbook so that they are wrong: a file, a part of it, and the wrong part.
var wrongRules = map[string][][3]string{
	"Market row that refills": {
		{"variants/box/market.yaml", "filter(places(market), empty(it))", "places(market)"},
		{"variants/box/market.yaml", "it.rank <= me.coins", "it.rank <= me.coins + 5"},
		{"variants/box/market.yaml", "me.coins: me.coins - card.rank", "me.coins: me.coins"},
		{"variants/box/market.yaml", "            to: me.table\n          - call: refill", "            to: me.table"},
	},
	"Hand limit": {
		{"variants/box/hand_limit.yaml", "exactly: len(me.hand) - 3", "at_most: len(me.hand) - 3"},
		{"variants/box/hand_limit.yaml", "          - discard: surplus", "          - move: surplus\n            to: me.table"},
	},
	"Extra turn and skipped turn": {
		{"variants/box/turns.yaml", "while: me.again", "while: 'false'"},
		{"variants/box/turns.yaml", "- set: {me.rests: false}", "- set: {me.rests: true}"},
		{"variants/box/turns.yaml", "me.rests: card.rank == 1", "me.rests: false"},
	},
	"Starting player": {
		{"variants/box/first_player.yaml", "in: clockwise(first_player)", "in: players"},
		{"variants/box/first_player.yaml", "if: card.rank == 1", "if: 'false'"},
	},
	"Tie-breaks in a chain": {
		{"variants/box/ties.yaml", "min(map(most_coins", "max(map(most_coins"},
		{"variants/box/ties.yaml", "filter(most_coins, len", "filter(most_points, len"},
		{"variants/box/ties.yaml", "filter(most_points, .coins == max(map(most_points", "filter(players, .coins == max(map(players"},
	},
	"Auction": {
		{"variants/box/auction.yaml", "from: bid + 1 .. me.coins", "from: bid .. me.coins"},
		{"variants/box/auction.yaml", "len(bidders) > 1\n                do", "'true'\n                do"},
		{"variants/box/auction.yaml", "winner.coins - bid", "winner.coins"},
		{"variants/box/auction.yaml", "first(bidders)", "last(players)"},
	},
	"Simultaneous choice and sealed bids": {
		{"variants/box/sealed.yaml", "len(highest) == 1 ? highest : []", "highest"},
		{"variants/box/sealed.yaml", "from: 0 .. me.coins", "from: 1 .. me.coins"},
		{"variants/box/sealed.yaml", "me.coins - me.bid", "me.coins"},
	},
	"Drafting": {
		{"variants/box/draft.yaml", "clockwise(p)[1].hand", "clockwise(p)[2].hand"},
		{"variants/box/draft.yaml", "sealed: true", "sealed: false"},
		{"variants/box/draft.yaml", "- move: me.picked\n            to: me.table", "- move: me.picked\n            to: me.hand"},
	},
	"Teams": {
		{"variants/box/teams.yaml", "% 2 + 1", "% 3 + 1"},
		{"variants/box/teams.yaml", "filter(players, .team == team)", "players"},
	},
	"Push your luck": {
		{"variants/box/luck.yaml", "if: not stopped", "if: 'true'"},
		{"variants/box/luck.yaml", "      - discard: run", "      - if: 'false'\n        do: []"},
		{"variants/box/luck.yaml", "> 1", "> 2"},
	},
	"Cooperative end": {
		{"variants/box/together.yaml", ">= 12", ">= 13"},
		{"variants/box/together.yaml", "finish: '[]'", "finish: players"},
		{"variants/box/together.yaml", "- finish: players", "- finish: '[me]'"},
	},
	"Trick taking": {
		{"variants/box/tricks.yaml", "it.suit == led or none(me.hand, .suit == led)", "'true'"},
		{"variants/box/tricks.yaml", "20 + tree.rank", "tree.rank"},
		{"variants/box/tricks.yaml", "10 + tree.rank", "tree.rank"},
		{"variants/box/tricks.yaml", "leader.tricks + 1", "leader.tricks"},
	},
	"Bidding for tricks": {
		{"variants/box/contracts.yaml", ".tricks == .bid", ".tricks >= .bid"},
		{"variants/box/contracts.yaml", "0 .. len(me.hand)", "1 .. len(me.hand)"},
		{"variants/box/contracts.yaml", "set: {me.bid: number}", "set: {me.bid: 0}"},
	},
	"Deck-building": {
		{"cards/mill/work.yaml", "          - call: repeated.effect\n          - call: repeated.effect", "          - call: repeated.effect"},
		{"cards/mill/work.yaml", "discount + 1", "discount"},
		{"cards/mill/work.yaml", "        to: trash", "        to: me.heap"},
		{"cards/mill/game.yaml", "                to: me.played", "                to: me.heap"},
		{"cards/mill/game.yaml", "max(0, work.cost - discount)", "work.cost"},
		{"cards/mill/game.yaml", "      - move: gained\n                to: me.heap", "      - move: gained\n                to: me.hand"},
	},
	"Roads on links": {
		{"cards/roads/game.yaml", "and not .used", ""},
		{"cards/roads/game.yaml", ".owner == me and", ""},
		{"cards/roads/game.yaml", "max(best, length + 1)", "best + length + 1"},
		{"cards/roads/game.yaml", "where: is_free(start, it)", "where: 'true'"},
	},
	"Area majority": {
		{"cards/meadow/game.yaml", "len(leaders(spot)) == 1 ? leaders(spot) : []", "leaders(spot)"},
		{"cards/meadow/game.yaml", "sheep_of(it, spot) == most)'", "sheep_of(it, spot) > 0)'"},
	},
	"Position repetition": {
		{"cards/cranes/game.yaml", "== 3", "== 2"},
		{"cards/cranes/game.yaml", "== 3", "== 4"},
		{"cards/cranes/game.yaml", "map(players, spot_of(it))", "[spot_of(players[0])]"},
		{"cards/cranes/game.yaml", "all(0..n - 1, ", "any(0..n - 1, "},
	},
	"Flood fill": {
		{"cards/ponds/game.yaml", "none(group, any(", "none(group, all("},
		{"cards/ponds/game.yaml", "region(spot, filter(places(board), any(it, .owner == first(spot).owner)))", "[spot]"},
		{"cards/ponds/game.yaml", "any(it, .owner == first(spot).owner)", "true"},
	},
}

// Each recipe in the index of the cookbook has a scenario that fails if the rules of the recipe are wrong.
func TestRecipesFailWithWrongRules(t *testing.T) {
	text, err := os.ReadFile("../../cards/COOKBOOK.md")
	require.NoError(t, err)
	recipes := regexp.MustCompile(`(?m)^\| \[([^\]]+)\]\(#[a-z-]+\) \| .+ \|$`).FindAllStringSubmatch(string(text), -1)
	require.Len(t, recipes, len(wrongRules), "each recipe has wrong versions")
	for _, recipe := range recipes {
		wrong := wrongRules[recipe[1]]
		require.NotEmpty(t, wrong, "%s has no wrong version", recipe[1])
		for _, change := range wrong {
			files := pages.Files(t, "../..")
			rules := string(files[change[0]].Data)
			require.Contains(t, rules, change[1], recipe[1])
			files[change[0]] = &fstest.MapFile{Data: []byte(strings.Replace(rules, change[1], change[2], 1))}
			game := strings.Split(change[0], "/")[1]
			res, err := Run(t.Context(), interpreter.Sources{{Name: "README", FS: files}}, []string{game}, Options{})
			require.NoError(t, err)
			for _, c := range res.Cases {
				require.NotEqual(t, Skipped, c.Status, "%s: the wrong rules do not load: %s → %s\n%s", recipe[1], change[1], change[2], c.Message.String())
			}
			assert.NotZero(t, res.Failed, "%s: no scenario fails with %s in place of %s", recipe[1], change[2], change[1])
		}
	}
}

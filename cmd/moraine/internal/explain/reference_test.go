package explain_test

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter/syntax"
)

func guides(t *testing.T) (out []explain.Guide) {
	out = explain.ReadGuides(os.DirFS("../../../.."))
	require.Greater(t, len(out), 5)
	return out
}

// A word is explained with its place in the grammar, a passage of a guide, and a sample.
func TestReference(t *testing.T) {
	docs := guides(t)
	for word, want := range map[string][]string{
		"until":    {"key of `set`, a mark: until", "sets the value for a time", "(moraine help cards: Values and loops)", "until: {end: turn, of: me}"},
		"pins":     {"key of a scenario", "lists the clauses of the rule texts that the scenario proves", "pins: [P-TURN-01]"},
		"AT_LEAST": {"at_least · key of `choose`: formula", "ask for several elements"},
		"choose":   {"verb of the language", "  from  formula, needed", "A player picks from a list"},
		"filter":   {"filter(list, condition) · function of formulas", "filter("},
		"under":    {"(moraine help scenarios: ", "under:"},
		"gives":    {"the names whose values go back", "gives: [price]"},
		"takes":    {"the names that a call fills", "takes: "},
		"rolls":    {"word of a script", "`rolls: [4, 2]`"},
		"as":       {"**draw.** `as` is a name", "- draw: 1\n          from: deck\n"},
		"it":       {"it · word of formulas", "filter(me.hand, it.worth > 1)", "(moraine help cards: Formulas)"},
		"let":      {"let · word of formulas", "`let best = "},
		"and":      {"`X and Y`, `X or Y`, `not X`"},
		"or":       {"`X and Y`, `X or Y`, `not X`"},
		"not":      {"`X and Y`, `X or Y`, `not X`"},
		"true":     {"`true`, `false`"},
		"nothing":  {"word of a script", "`stone.on == nothing`"},
		"in":       {"word of formulas", "key of `each`", "`stone in me.hand`"},
		"?.":       {"`first(me.pouch)?.worth`"},
		"..":       {"`1..6`"},
		"?:":       {"`me.lucky ? 2 : 1`"},
	} {
		t.Run(word, func(t *testing.T) {
			text := doc.Plain(0, explain.Reference(word, docs)...)
			for _, part := range want {
				assert.Contains(t, text, part, word)
			}
		})
	}
	assert.Empty(t, explain.Reference("wombat", docs))
	for _, word := range []string{"", "X", "LIST", "|", "`"} {
		assert.Empty(t, doc.Plain(0, explain.Reference(word, docs)...), word)
	}
}

// The guides say something about every verb.
func TestGuidesDescribeEveryVerb(t *testing.T) {
	docs := guides(t)
	for _, verb := range syntax.Verbs() {
		assert.Contains(t, doc.Plain(0, explain.Reference(verb, docs)...), "(moraine help ", verb)
	}
	for line := range strings.Lines(doc.Plain(80, explain.Reference("until", docs)...)) {
		assert.LessOrEqual(t, len([]rune(line)), 110, line)
	}
}

// The links of the guides lead to sections of guides that exist, and the glossary explains each word in one of them.
func TestGuidesLinkToSections(t *testing.T) {
	docs := guides(t)
	links := regexp.MustCompile(`\]\(([^)#: ]*)(?:#([^)]*))?\)`)
	for _, g := range docs {
		for _, m := range links.FindAllStringSubmatch(g.Text, -1) {
			file := path.Join(path.Dir(g.Path), m[1])
			if m[1] == "" {
				file = g.Path
			}
			at := slices.IndexFunc(docs, func(g explain.Guide) bool { return g.Path == file })
			if assert.GreaterOrEqual(t, at, 0, "%s links to %s", g.Path, m[0]) && m[2] != "" {
				assert.Contains(t, anchors(docs[at].Text), m[2], "%s links to %s", g.Path, m[0])
			}
		}
	}
	concepts := explain.Concepts(docs)
	assert.Greater(t, len(concepts), 15)
	for _, c := range concepts {
		assert.NotEmpty(t, c.Text, c.Words)
	}
}

// anchors returns the anchors of the headings of a page.
func anchors(text string) (out []string) {
	for _, m := range regexp.MustCompile("(?m)^#+ (.+)$").FindAllStringSubmatch(text, -1) {
		kept := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		out = append(out, strings.ReplaceAll(kept, " ", "-"))
	}
	return out
}

// A topic is a guide, or a concept with the section that explains it.
func TestTopic(t *testing.T) {
	docs := guides(t)
	for word, want := range map[string]string{
		"bots": "# Bots and measures\n", "Boards": "# Boards\n", "window": "window: a moment at which", "readings": "## Rulings",
		"flip": "### Flips", "side offer": "## Sealed choices",
	} {
		t.Run(word, func(t *testing.T) {
			text, _ := explain.Topic(word, docs, nil)
			assert.Contains(t, text, want, word)
		})
	}
	text, nearest := explain.Topic("windwo", docs, nil)
	assert.Empty(t, text)
	assert.Equal(t, "window", nearest)
	_, nearest = explain.Topic("tset", docs, []string{"test"})
	assert.Equal(t, "test", nearest)
	for _, word := range []string{"", "#", "README", "../cards"} {
		text, _ := explain.Topic(word, docs, nil)
		assert.Empty(t, text, word)
	}
}

// The words of the glossary, their plurals and the pages have an overview with the command that prints the rest.
func TestOverview(t *testing.T) {
	docs := guides(t)
	for query, want := range map[string][]string{
		"zone": {
			"zone · a place where pieces lie", "  Zones hold pieces.", "(moraine help zone prints the section Zones)",
			"\n  zones:\n",
		},
		"Zones":        {"zone · a place"},
		"bot":          {"bot · formulas that decide for a seat", "\n  bots:\n"},
		"option":       {"**may.** An option is a list of steps"},
		"condition":    {"condition · ", "A condition can have words"},
		"owner":        {"owner · the player to whom a piece belongs"},
		"patch a step": {"patch · ", "A patch has the key `at`", "\n  patch:\n"},
		"dealing":      {"deal, dealing · "},
		"hidden":       {"hidden · page · if players keep secrets", "(moraine help hidden prints the page)"},
		"hidden hand":  {"(moraine help secret prints the section Who knows what)"},
	} {
		t.Run(query, func(t *testing.T) {
			text := doc.Plain(0, explain.Overview(query, docs)...)
			for _, part := range want {
				assert.Contains(t, text, part)
			}
		})
	}
	assert.NotContains(t, doc.Plain(0, explain.Overview("piece", docs)...), "camel", "the word in a comment is no sample")
	for _, query := range []string{"", "the", "hare", "patch a hare", "first player", "|"} {
		assert.Empty(t, doc.Plain(0, explain.Overview(query, docs)...), query)
	}
}

// Each of the recipes that have all words of a query is named.
func TestNamedRecipes(t *testing.T) {
	docs := guides(t)
	for query, want := range map[string][]string{
		"trick taking": {"Trick taking"}, "hand limit": {"Hand limit"}, "first player": {"Starting player"},
		"secret bid": {"Simultaneous choice and sealed bids"}, "tie": {"Tie-breaks in a chain"},
		"bidding": {"Auction", "Simultaneous choice and sealed bids", "Bidding for tricks"},
		"betting": {"Auction", "Push your luck"}, "once-around auction": {"Auction"},
		"turned-up trump": {"Trick taking"}, "passing cards": {"Drafting"},
		"bidding for tricks": {"Bidding for tricks"}, "hare hunt": nil, "": nil,
	} {
		t.Run(query, func(t *testing.T) {
			var titles []string
			for _, r := range explain.NamedRecipes(query, docs) {
				assert.NotEmpty(t, r.About())
				titles = append(titles, r.Title)
				assert.Equal(t, r.Title, explain.FindRecipes(r.Title, docs)[0].Title, "its title finds it")
			}
			assert.Equal(t, want, titles)
		})
	}
}

// A recipe is found by its title and other names, in any form of the words.
func TestFindRecipes(t *testing.T) {
	docs := guides(t)
	for query, want := range map[string]string{
		"market row": "Market row that refills", "refilling display": "Market row that refills", "Hand Limits": "Hand limit",
		"how do I skip a turn": "Extra turn and skipped turn", "first player": "Starting player", "tie break": "Tie-breaks in a chain",
		"bidding coins in an auction": "Auction", "secret bids": "Simultaneous choice and sealed bids", "pick and pass": "Drafting",
		"partners": "Teams", "press your luck": "Push your luck", "coop": "Cooperative end", "follow suit": "Trick taking",
		"predicting tricks": "Bidding for tricks", "play a card twice": "Deck-building", "cost less": "Deck-building", "trash": "Deck-building",
		"longest road": "Roads on links", "majority": "Area majority", "connected group": "Flood fill", "threefold repetition": "Position repetition",
	} {
		t.Run(query, func(t *testing.T) {
			found := explain.FindRecipes(query, docs)
			if assert.NotEmpty(t, found, query) {
				assert.Equal(t, want, found[0].Title, query)
				assert.Contains(t, found[0].Text, "- scenario: ", query)
			}
		})
	}
	assert.Empty(t, explain.FindRecipes("xyzzy", docs))
	assert.Empty(t, explain.FindRecipes("\x00 | [", docs), "no words")
	assert.Len(t, explain.FindRecipes("", docs), 18)
}

// The reference can be read in an hour: it has at most 9,000 words.
func TestReferenceIsShort(t *testing.T) {
	assert.LessOrEqual(t, len(strings.Fields(guides(t)[0].Text)), 9000, "cards/README.md: cut, or move what few readers need to a page of its own")
}

// The samples in the table of operators are formulas that a game can have.
func TestSamplesOfOperators(t *testing.T) {
	_, table, found := strings.Cut(guides(t)[0].Text, "| operator | value |\n|---|---|\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	game := `
language: 1
game: shore
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}}
zones: {heap: {order: stack, holds: [pebble], starts: true}}
player:
  fields: {lucky: {type: yes_no}}
  zones: {hand: {holds: [pebble]}, pouch: {holds: [pebble]}}
procedures:
  match:
    do:
      - choose: stone
        from: heap
      - call: look
        with: {stone: stone}
      - finish: players
  look:
    takes: {stone: pebble}
    formulas:
`
	samples := 0
	for row := range strings.Lines(table) {
		_, value, _ := strings.Cut(row, " | ")
		for i, code := range strings.Split(value, "`") {
			if i%2 == 1 && code != "yes_no" {
				samples++
				game += "      f" + strconv.Itoa(samples) + ": '" + code + "'\n"
			}
		}
	}
	require.Greater(t, samples, 10)
	game += "    do:\n      - set: {me.lucky: stone.worth > 1}\n"
	explainerIn(t, "shore", "en", map[string]string{
		"cards/shore/game.yaml":   game,
		"cards/shore/pebble.yaml": "kind: pebble\nfields: {worth: {type: number}}\ncards: {white: {copies: 3, worth: 1}}\n",
	})
}

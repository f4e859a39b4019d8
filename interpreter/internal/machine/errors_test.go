package machine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Rules that no match could execute are refused when the game is loaded.
func TestLoadErrors(t *testing.T) {
	for doc, why := range map[string]string{
		match("- {choose: x, from: '1..3', by: chance, optional: true}"):                               "a choice by chance cannot be `optional`",
		match("- {choose: x, from: '1..3', at_least: 1, repeats: true}"):                               "a choice with repetitions needs a maximum number",
		match("- {switch: 3, 1-2: [], 2-4: []}"):                                                       "branch 2-4 overlaps with the earlier branch 1-2",
		match("- {set: {n: '{a: 1}'}}"):                                                                "no table of this game has these keys",
		match("- {set: {n: '{(3): 1}'}}"):                                                              "the key of a table must be a word",
		match("- {set: {n: '{n: 1}'}}"):                                                                "put a key that is a formula in parentheses: `{(sold): 1}`",
		match("- {discard: 'filter(places(lane), true)'}") + "\nzones: {lane: {layout: row, size: 2}}": "name one place with `find(…)`",
		match("- {stop: nobody}"):                                                                      `no procedure or step "nobody"`,
		match("- {call: match, with: {x: 1}}"):                                                         `match takes no "x"`,
		match("- {move: 3, to: bank}"):                                                                 "what is moved is a list",
		match("- {finish: bank}"):                                                                      "`finish` must name the players who win",
		match("- {each: me, in: bank, do: []}"):                                                        "`each: me` needs a list of players",
		match("- {set: {n: 1}, until: {end: match}}"):                                                  "only fields can be set with `until`",
		"zones: {far: {layout: grid, size: [100000, 100000]}}\n" + match("- {shuffle: scrap}"):         "the number must be from 1 to 10000",
		"kind: net\nzones: {mesh: {layout: hex, size: 50}}\ncards: {fine: {copies: 9000}}":             `zone "mesh" needs 68859000 places; the maximum for a game is 200000`,
		manyFields(120): "the fields and zones of this game need",
	} {
		t.Run(doc, func(t *testing.T) {
			docs := []string{"", cards, doc}
			if !strings.Contains(doc, "procedures:") {
				docs = append(docs, "procedures: {match: {do: []}}")
			}
			_, err := load(docs...)
			require.ErrorContains(t, err, why, doc[:min(len(doc), 200)])
		})
	}
}

// manyFields is a kind of 10,000 pieces with many marks.
func manyFields(n int) string {
	var b strings.Builder
	b.WriteString("kind: ant\nstarts: bank\nfields:\n")
	for i := range n {
		fmt.Fprintf(&b, "  f%d: {type: number, resets: match}\n", i)
	}
	b.WriteString("cards: {worker: {copies: 9000}}\n")
	return b.String()
}

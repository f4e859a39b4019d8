package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/source"
)

// What is written reads as what was meant, in the style of scenarios.
func TestEmit(t *testing.T) {
	tests := map[string]string{
		"then: hand == [crown, penny]":                    "then: hand == [crown, penny]",
		"then: ['hand == [crown]', ann.lucky]":            "then:\n  - hand == [crown]\n  - ann.lucky",
		"then: 'x ? y : z'":                               "then: 'x ? y : z'",
		"then: \"a: b\"":                                  "then: 'a: b'",
		"then: 'it''s #1'":                                "then: 'it''s #1'",
		"then: '# no comment'":                            "then: '# no comment'",
		"fails: '\"fish\" could be several'":              "fails: '\"fish\" could be several'",
		"offers: {ann: [pay, '2 coin', {coin: {on: a}}]}": "offers: {ann: [pay, 2 coin, {coin: {on: a}}]}",
		"offers: {ann: ['1', 1, 'true', '~', '']}":        "offers: {ann: ['1', 1, 'true', '~', '']}",
		"offers: {ann: ['a, b', '[x]', 'y: z', '?']}":     "offers: {ann: ['a, b', '[x]', 'y: z', '?']}",
		"wins: []":                                                         "wins: []",
		"chance: {of: white in hand, is: 15/36}":                           "chance: {of: white in hand, is: 15/36}",
		"chance: {of: 'hand == [white]', is: 1}":                           "chance: {of: 'hand == [white]', is: 1}",
		"refuses: [{ann: {pay: {coin: x}}, because: no}]":                  "refuses: [{ann: {pay: {coin: x}}, because: no}]",
		"refuses: [{ann: a, because: no}, {ann: b}]":                       "refuses:\n  - {ann: a, because: no}\n  - {ann: b}",
		"when: [{ann: pass}]":                                              "when:\n  - ann: pass",
		"when: [{ann: pass}, {rolls: [4, 2]}, {then: [a == 1, 'b == 2']}]": "when:\n  - ann: pass\n  - rolls: [4, 2]\n  - then:\n      - a == 1\n      - b == 2",
		"when: [{refuses: [{ann: x}], offers: {bob: []}}]":                 "when:\n  - refuses: [{ann: x}]\n    offers: {bob: []}",
		"then: \"a\\nb\\tc\"":                                              `then: "a\nb\tc"`,
		"pay.coin=a and low: {}":                                           "pay.coin=a and low: {}",
	}
	for from, want := range tests {
		doc, found := source.Parse(&source.File{Text: []byte(from)}, source.DefaultLimits())
		require.Empty(t, found, from)
		var w writer
		for _, p := range doc.Pairs {
			w.entry(0, "", p.Key, p.Val)
		}
		assert.Equal(t, want+"\n", w.String())
		again, found := source.Parse(&source.File{Text: []byte(w.String())}, source.DefaultLimits())
		require.Empty(t, found, w.String())
		assert.True(t, grown(doc, again) && grown(again, doc), w.String())
	}
}

func TestLongListsGetALineForEachEntry(t *testing.T) {
	list := listOf()
	for range 30 {
		list.Items = append(list.Items, text("partridge"))
	}
	var w writer
	w.entry(4, "", text("wins"), list)
	assert.Contains(t, w.String(), "    wins:\n      - partridge\n      - partridge\n")
}

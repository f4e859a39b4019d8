package declare

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
)

// Written entries have the intended meaning, in the style of scenarios.
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
		"refuses: [{ann: a, because: no}, {ann: b}]":                       "refuses: [{ann: a, because: no}, {ann: b}]",
		"when: [{ann: pass}]":                                              "when:\n  - ann: pass",
		"when: [{ann: pass}, {rolls: [4, 2]}, {then: [a == 1, 'b == 2']}]": "when:\n  - ann: pass\n  - rolls: [4, 2]\n  - then: [a == 1, b == 2]",
		"when: [{refuses: [{ann: x}], offers: {bob: []}}]":                 "when:\n  - {refuses: [{ann: x}], offers: {bob: []}}",
		"then: \"a\\nb\\tc\"":                                              `then: "a\nb\tc"`,
		"pay.coin=a and low: {}":                                           "pay.coin=a and low: {}",
	}
	for from, want := range tests {
		t.Run(from, func(t *testing.T) {
			doc, found := source.Parse(&source.File{Text: []byte(from)}, source.DefaultLimits())
			require.Empty(t, found, from)
			for _, p := range doc.Pairs {
				got := entryLines(0, &addition{key: "x", entry: source.MapOf(p.Key.Value, p.Val)})
				assert.Equal(t, "x:\n  "+strings.ReplaceAll(want, "\n", "\n  ")+"\n", got)
				again, found := source.Parse(&source.File{Text: []byte(got)}, source.DefaultLimits())
				require.Empty(t, found, got)
				assert.True(t, onlyAdds(doc, again.Get("x")) && onlyAdds(again.Get("x"), doc), got)
			}
		})
	}
}

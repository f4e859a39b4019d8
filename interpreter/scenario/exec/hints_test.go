package exec_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The hints for lines that fit no rule name only things that the game has.
func TestHintsForAGameWithoutOptions(t *testing.T) {
	for name, x := range map[string]struct{ script, says string }{
		"a bare answer":      {"when: [{ann: 2}]\n  then: hit", "= the rules have no options; answer a choice with `{bid: …}`; the choices are bid\n"},
		"an unknown choice":  {"when: [{ann: {wager: 2}}]\n  then: hit", "= the rules have no options; answer a choice with `{bid: …}`; the choices are bid\n"},
		"a value as a claim": {"then: [{match.die: 2}]", "= compare with ==: `match.die == 2`\n"},
		"a truth as a claim": {"then: [{hit: true}]", "= compare with ==: `hit == true`\n"},
		"a list as a claim":  {"then: ['hit', [hit]]", "= put a formula that contains `: ` or ` #` in quotes\n"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, guessed(t, "given: {turn: ann, at: turn}\n  "+x.script), x.says)
		})
	}
}

// A procedure that begins without a name that it takes stops with the name, and the hint shows where to give it.
func TestHintsForNamesThatAProcedureTakes(t *testing.T) {
	for name, x := range map[string]struct{ script, says string }{
		"left out":             {"given: {turn: ann, at: auction}", "\n  auction takes seller, to which `given` gives no value; write `at: {auction: {seller: …}}`\n"},
		"given as a field":     {"given: {turn: ann, at: auction, seller: ann}", "= write `at: {auction: {seller: ann}}`\n"},
		"of another procedure": {"given: {turn: ann, at: match, seller: ann}", "= write `at: {auction: {seller: ann}}`\n"},
		"given":                {"given: {turn: ann, at: {auction: {seller: ann}}}", "this does not hold: hit"},
	} {
		t.Run(name, func(t *testing.T) {
			got := guessed(t, x.script+"\n  then: hit")
			require.Contains(t, got, x.says)
			require.NotContains(t, got, "before the dot")
		})
	}
}

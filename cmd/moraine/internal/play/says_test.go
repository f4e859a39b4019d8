package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/play"
)

// If a step has a sentence, the log has it instead of the effects of the step. Its formulas are evaluated before
// the step, and the clauses of the step follow.
func TestAStepIsToldInItsOwnWords(t *testing.T) {
	g, hash := changedGame(t, "duel", "{set: {me.points: me.points + die}}",
		"{set: {me.points: me.points + die}, says: 'after bout {bout}, {me} had {me.points} and gets {die}', cites: [A-A-02]}")
	got := typed(t, g, hash, play.Options{Players: 2, Seed: 3, Seats: []string{"ann=meek", "bob=meek"}})
	require.Regexp(t, `  After bout 1, Ann had 0 and gets [1-6] \(A-A-02\)\n`, got)
	require.NotContains(t, got, ": points ")
}

// The log shows a sum with signs and without zero terms, in the language of the match or in English.
func TestASumIsTold(t *testing.T) {
	g, hash := changedGame(t, "duel", "{set: {me.points: me.points + die}}", "{set: {me.points: me.points + die}, "+
		"says: {en: '{bout} {+ 2} {+ bout - bout} {+ -3} against {+ 1}', de: 'Runde {bout} {+2}'}}")
	for lang, want := range map[string]string{"en": "  1 + 2 − 3 against + 1\n", "de": "  Runde 1 + 2\n", "fr": "  1 + 2 − 3 against + 1\n"} {
		t.Run(lang, func(t *testing.T) {
			require.Contains(t, typed(t, g, hash, play.Options{Players: 2, Seed: 3, Lang: lang, Seats: []string{"ann=meek", "bob=meek"}}), want)
		})
	}
}

// A sentence does not reveal hidden pieces to a seat.
func TestASentenceKeepsSecrets(t *testing.T) {
	g, hash := changedGame(t, "duel", "- {window: strikes}",
		"- {set: {me.proud: not me.proud}, says: '{me} holds {concat(me.hand)}, {len(me.hand)}, worth {sum(me.hand, .force)}'}\n      - {window: strikes}")
	got := typed(t, g, hash, play.Options{Players: 2, Seed: 3, Seats: []string{"ann=human", "bob=meek"}}, "0", "0", "0", "quit")
	require.Regexp(t, `  Ann holds (Hook|Jab).*, 2, worth [1-4]\n`, got)
	require.Contains(t, got, "  Bob holds ?, 2, worth ?\n")
}

// A number is typed as it is, not as the number of a line.
func TestANumberIsTyped(t *testing.T) {
	g, hash := changedGame(t, "duel", "- {window: strikes}", "- {choose: guess, from: 0..40}\n      - {window: strikes}")
	got := typed(t, g, hash, play.Options{Players: 2, Seed: 3, Seats: []string{"ann=human", "bob=meek"}}, "0", "0", "41", "x", "?", "40", "quit")
	holds(t, got, "\nAnn, choose: guess (a number from 0 to 40).\n> 41\nPlease type a number from 0 to 40.\n> x\nPlease type a number from 0 to 40.\n",
		"> ?\nType the number.\n", "> 40\n  Ann chooses guess: 40\n")
}

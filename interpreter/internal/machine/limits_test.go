package machine_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
)

// Counted limits, not clocks, stop endless rules.
func TestLimits(t *testing.T) {
	for name, test := range map[string]struct{ game, limit string }{
		"while": {match("- {while: 1 == 1, do: [{set: {n: n + 1}}, {set: {n: 0}}]}"), "more than 200000 steps without a decision"},
		"again": {match("- {while: 1 == 1, do: [{may: {go: {if: n > 0, do: []}}, again: true}]}"), "more than 200000 steps without a decision"},
		"recursion": {`
procedures: {match: {do: [{call: deep}]}, deep: {do: [{call: deep}]}}`, "procedure calls are nested too deeply"},
		"lists that grow": {`
procedures: {match: {names: {l: [1]}, do: [{while: 1 == 1, do: [{set: {l: 'concat(l, l)'}}]}]}}`, "the lists of this match grow too long"},
		"a huge range":         {match("- {set: {n: 'len(1..2000000000)'}}"), "this formula does more than 1000000 steps of work"},
		"each of a range":      {match("- {each: i, in: '1..900000', do: []}"), "the lists of this match grow too long"},
		"nested lists":         {match("- {set: {n: 'count(1..2000, count(1..2000, it > 0) > 0)'}}"), "this formula does more than 1000000 steps of work"},
		"lists of a table":     {match("- {set: {n: 'count(1..9999, count(1..40, len(concat(pieces, pieces, pieces)) == 0) > 0)'}}"), "this formula does more than 1000000 steps of work"},
		"equal lists":          {match("- {if: '1..60000 == 1..60000', do: []}"), "this formula does more than 1000000 steps of work"},
		"in a list":            {match("- {set: {n: 'count(1..60000, it in 1..60000)'}}"), "this formula does more than 1000000 steps of work"},
		"sorting":              {match("- {set: {n: 'sortBy(1..9999, -it)[0]'}}"), "this formula does more than 1000000 steps of work"},
		"uniq":                 {match("- {set: {n: 'len(uniq(1..9999))'}}"), "this formula does more than 1000000 steps of work"},
		"formulas that double": {"formulas:\n  f0: n\n" + doubling(40) + match("- {set: {n: f40}}"), "this formula does more than 1000000 steps of work"},
		"work in a loop":       {match("- {while: 1 == 1, do: [{set: {n: 'count(1..9999, it > 3)'}}]}"), "more than 10000000 steps of work without a decision"},
		"choosing all":         {match("- {while: 1 == 1, do: [{choose: x, from: places(land), exactly: 9000}]}"), "more than 10000000 steps of work without a decision"},
		"choosing the only":    {match("- {while: 1 == 1, do: [{choose: x, from: places(land), where: 'number(it) == 7000'}]}"), "more than 10000000 steps of work without a decision"},
		"choosing it again":    {match("- {while: 1 == 1, do: [{choose: x, from: 'first(players)', exactly: 9000, repeats: true}]}"), "more than 10000000 steps of work without a decision"},
		"picking":              {match("- {while: 1 == 1, do: [{pick: x, from: places(land), where: 'number(it) == 7000'}]}"), "more than 10000000 steps of work without a decision"},
		"shuffling":            {match("- {move: 'filter(bank, .kind == \"coin\")', to: deck}\n- {while: 1 == 1, do: [{shuffle: deck}, {set: {l: '1..9000'}}, {set: {k: '[1]', l: '[]'}}]}"), "more than 10000000 steps of work without a decision"},
	} {
		t.Run(name, func(t *testing.T) {
			start(t, 2, "fields: {n: 0}\nzones: {land: {layout: row, size: 9000}}", cards, test.game).limited(test.limit)
		})
	}
}

// doubling are formulas of which each asks for the one before it twice.
func doubling(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString("  f" + strconv.Itoa(i) + ": f" + strconv.Itoa(i-1) + " + f" + strconv.Itoa(i-1) + "\n")
	}
	return b.String()
}

// Formulas with arguments from other formulas are compiled once per type, not once per use.
func TestCompilingDoublingFormulas(t *testing.T) {
	var b strings.Builder
	b.WriteString("formulas:\n  g0(word): 'word == \"coin\" ? 1 : 0'\n")
	for i := 1; i <= 40; i++ {
		call := "g" + strconv.Itoa(i-1) + "(first(bank).kind)"
		b.WriteString("  g" + strconv.Itoa(i) + "(word): '" + call + " + " + call + "'\n")
	}
	_, err := load("", cards, b.String(), match(`- {if: 'g40("coin") > 0', do: []}`))
	require.NoError(t, err)
}

// A choice of which no answer may be found in reasonable time is asked, and
// looking through all its answers is limited.
func TestTooManyAnswers(t *testing.T) {
	r := start(t, 2, "fields: {n: 0}", match("- {choose: x, from: '1..40', at_least: 1, together: sum(x) == 820}"))
	require.NotNil(t, r.Next())
	r.Next().EachAnswer(func([]int32) bool { return true })
	require.ErrorContains(t, r.Err(), "match.x has more than 100000 answers to try")
}

// A machine that runs can be told to stop earlier.
func TestStepCap(t *testing.T) {
	r := start(t, 2, "fields: {n: 0}", match("- {while: 1 == 1, do: [{set: {n: n + 1}}]}"))
	r.Budget.StepCap = 30
	r.limited("more than 30 steps without a decision")
	r.Restore(r.State())
	require.NoError(t, r.Err())
}

// It stops at the same place, whether anybody watches or not.
func TestStepCapWatched(t *testing.T) {
	for limit := 991; limit <= 1000; limit++ {
		var stopped [2]string
		for i, watched := range []bool{false, true} {
			r := start(t, 2, "fields: {n: 0}", `
procedures:
  match: {do: [{while: 1 == 1, do: [{call: p}]}]}
  p: {do: [{set: {n: n + 1}}]}`)
			if watched {
				r.Observer = deaf{}
			}
			r.Budget.StepCap = limit
			r.limited(fmt.Sprintf("more than %d steps without a decision", limit))
			stopped[i] = fmt.Sprint(r.Env.World.Word(r.game.Schema.GameField("n").Slot), " ", r.Err())
		}
		require.Equal(t, stopped[0], stopped[1])
	}
}

type deaf struct{}

func (deaf) Event(machine.Event) {}

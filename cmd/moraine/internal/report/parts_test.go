package report

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario"
)

// Every report that is made from a JSON report equals the original, byte by byte.
func TestReportsOfAReportAreTheSame(t *testing.T) {
	for _, opt := range []Options{{}, {Timings: true}, {Shard: &Shard{2, 5, "abc"}}} {
		r, read, err := Read([]byte(written(t, "json", opt)))
		require.NoError(t, err)
		assert.Equal(t, opt, read)
		for _, format := range Formats() {
			var b bytes.Buffer
			require.NoError(t, Write(&b, format, r, opt))
			assert.Equal(t, written(t, format, opt), b.String(), format)
		}
	}
}

func TestAReportThatWasChangedIsRefused(t *testing.T) {
	text := written(t, "json", Options{})
	for _, other := range []string{"", "{}", text[:len(text)-1], text + " ", text[1:], "[]", `{"x": 1}`} {
		_, _, err := Read([]byte(other))
		assert.Error(t, err, other)
	}
}

// part is a part of the results of the other tests.
func part(i, n int64, from, to int) Part {
	whole := results()
	r := &scenario.Results{Alone: whole.Alone}
	r.Count(whole.Cases[from:to]...)
	return Part{fmt.Sprintf("part%d", i), r, Options{Shard: &Shard{i, n, "run"}}}
}

func TestAnyCutMergedIsTheWhole(t *testing.T) {
	whole := results()
	whole.Scenarios, whole.Took = 0, 0 // the parts here say nothing of these
	for seed := range uint64(20) {
		lot := rand.New(rand.NewPCG(seed, 0))
		n := 1 + lot.IntN(8)
		cuts := []int{0, len(whole.Cases)}
		for len(cuts) <= n {
			cuts = append(cuts, lot.IntN(len(whole.Cases)+1))
		}
		slices.Sort(cuts)
		var parts []Part
		for i := range n {
			parts = append(parts, part(int64(i+1), int64(n), cuts[i], cuts[i+1]))
		}
		lot.Shuffle(n, func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		merged, opt, err := Merge(parts)
		require.NoError(t, err)
		assert.Equal(t, Options{}, opt)
		for i := range merged.Cases {
			merged.Cases[i].Took = whole.Cases[i].Took
		}
		assert.Equal(t, whole, merged)
	}
}

func TestIncompleteRunsAreNotMerged(t *testing.T) {
	other, stopped, late := part(2, 2, 3, 6), part(2, 2, 3, 6), part(2, 2, 3, 6)
	other.Shard.Run, stopped.Left, late.Timings = "another", 1, true
	tests := map[string]struct {
		parts []Part
		want  string
	}{
		"a gap":         {[]Part{part(1, 3, 0, 3), part(3, 3, 3, 6)}, "part 2 of 3 is missing; add its file"},
		"the last":      {[]Part{part(1, 3, 0, 3), part(2, 3, 3, 6)}, "part 3 of 3 is missing; add its file"},
		"twice":         {[]Part{part(1, 2, 0, 3), part(2, 2, 3, 6), part(2, 2, 3, 6)}, "part2 and part2 are the same part, number 2"},
		"too many":      {[]Part{part(1, 1, 0, 6), part(2, 1, 0, 6)}, "invalid part 2 of 1"},
		"another run":   {[]Part{part(1, 2, 0, 3), other}, "part2 and part1 are parts of different runs"},
		"another cut":   {[]Part{part(1, 2, 0, 3), part(2, 3, 3, 6)}, "part2 and part1 are parts of different runs"},
		"with timings":  {[]Part{part(1, 2, 0, 3), late}, "part2 and part1 are parts of different runs"},
		"stopped":       {[]Part{part(1, 2, 0, 3), stopped}, "part2 is incomplete"},
		"no part":       {[]Part{part(1, 2, 0, 3), {"whole", results(), Options{}}}, "whole is not a part of a run"},
		"one of many":   {[]Part{part(1, 2, 0, 6)}, "part 2 of 2 is missing; add its file"},
		"nothing in it": {[]Part{part(1, 2, 0, 0), part(2, 2, 6, 6)}, "no scenario ran"},
	}
	for name, tt := range tests {
		_, _, err := Merge(tt.parts)
		assert.ErrorContains(t, err, tt.want, name)
	}
}

// A file that could not be loaded is an error in every report, and a merge loses none of these errors.
func TestReportsListFilesThatCouldNotBeLoaded(t *testing.T) {
	unloaded := Unloaded(errors.New("there is no game \"peebles\""))
	for _, format := range Formats() {
		var b bytes.Buffer
		require.NoError(t, Write(&b, format, unloaded, Options{}))
		assert.Contains(t, b.String(), "there is no game", format)
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "junit", unloaded, Options{}))
	assert.Contains(t, b.String(), `tests="1" failures="0" errors="1"`)
	one, two := part(1, 2, 0, 6), Part{"part2", unloaded, Options{Shard: &Shard{2, 2, ""}}}
	r, _, err := Merge([]Part{one, two})
	require.NoError(t, err)
	assert.Equal(t, unloaded, r)
}

func TestSlowestComeFirst(t *testing.T) {
	r := &scenario.Results{Cases: []scenario.Case{{Subject: &scenario.Subject{Scenario: "a"}, Verdict: &scenario.Verdict{}, Took: time.Second}, {Subject: &scenario.Subject{Scenario: "b"}, Verdict: &scenario.Verdict{}, Took: 3 * time.Second}, {Subject: &scenario.Subject{Scenario: "c"}, Verdict: &scenario.Verdict{}, Took: 2 * time.Second}}}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "pretty", r, Options{Slowest: 2}))
	assert.Regexp(t, `(?s)slowest:\n +3.000 s  :0  b\n +2.000 s  :0  c\n\n`, b.String())
}

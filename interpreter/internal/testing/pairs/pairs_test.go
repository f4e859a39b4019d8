package pairs

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/testing/soak"
)

// In the sets of readings of a shipped game every two that go together are in
// force together. Under each set the game loads and is played to the end, and its
// scenarios come out as they say; and so they do under each reading alone.
func TestPairs(t *testing.T) {
	src := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../../..")}}
	require.NotEmpty(t, src.Games())
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			r := readingsOf(t, src, id)
			forms, games := r.forms(t)
			t.Run("meet", func(t *testing.T) {
				all := meet(games)
				assert.Empty(t, all.not)
				t.Logf("%d readings of %d rulings: %d pairs meet in %d sets, %d are excluded, %d are overridden by variants",
					r.count(), len(r.switches), all.met, len(games), all.excluded, all.overridden)
			})
			t.Run("matches", func(t *testing.T) { r.holdMatches(t, forms, games) })
			t.Run("scenarios", func(t *testing.T) { r.holdScenarios(t, forms) })
			t.Run("alone", r.holdAlone)
		})
	}
}

func (r *readings) holdMatches(t *testing.T, forms []form, games []*interpreter.Game) {
	matches := soak.Or(mostMatches, 2)
	var all tally
	eachForm(t, forms, func(t *testing.T, i int) func() {
		n := r.playable(t, forms[i], games[i], matches, uint64(i)<<32)
		return func() { all.ended += n.ended; all.brokenOff += n.brokenOff }
	})
	t.Logf("%d matches of %d sets: %d ended, %d were broken off", all.ended+all.brokenOff, len(forms), all.ended, all.brokenOff)
}

func (r *readings) holdScenarios(t *testing.T, forms []form) {
	var all scenario.Results
	eachForm(t, forms, func(t *testing.T, i int) func() {
		files := []string{r.id}
		if !soak.On { // for each set all files are parsed, so few sets have many each
			if i%4 != 0 {
				return func() {}
			}
			files = r.files(t, i/4, (len(forms)+3)/4)
		}
		if len(files) == 0 {
			t.Skip("there are more sets than files")
		}
		res := r.keep(t, forms[i], files)
		if res.Failed > 0 {
			t.Errorf("%sunder %s", flips(res), forms[i])
		}
		return func() { sum(&all, res) }
	})
	t.Logf("under %d sets %d passed, %d failed, %d were refused, %d skipped",
		len(forms), all.Passed, all.Failed, all.Refused, all.Skipped)
}

// share is one in how many files of scenarios are held against each reading alone,
// where not all are.
const share = 60

func (r *readings) holdAlone(t *testing.T) {
	untold, readings, err := scenario.Undistinguished(t.Context(), r.src, r.id)
	require.NoError(t, err)
	assert.Empty(t, untold, "no scenario tells these from the default")
	files := []string{r.id}
	if !soak.On {
		files = r.files(t, share/2, share)
	}
	res, err := scenario.Run(t.Context(), r.src, files, scenario.Options{EachReading: true, Rules: r.rules})
	require.NoError(t, err)
	assert.Zero(t, res.Failed, flips(*res))
	t.Logf("under %d readings one by one %d passed, %d failed, %d skipped", readings, res.Passed, res.Failed, res.Skipped)
}

// eachForm runs look for every form, several at once, and calls the returned functions one after the other.
func eachForm(t *testing.T, forms []form, look func(t *testing.T, i int) (add func())) {
	var mu sync.Mutex
	t.Run("set", func(t *testing.T) {
		for i := 0; i < len(forms); i += soak.Step(1, 1) {
			t.Run(fmt.Sprint(i+1), func(t *testing.T) {
				t.Parallel()
				add := look(t, i)
				mu.Lock()
				defer mu.Unlock()
				add()
			})
		}
	})
}

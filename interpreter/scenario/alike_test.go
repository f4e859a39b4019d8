package scenario

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/testing/soak"
)

// Where a run by default tells that it would have gone the same way under another reading, it goes the same
// way there: every scenario under every reading with SOAK, else a sample.
func TestARunTellsWhichReadingsChangeIt(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../..")}}
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			rules, err := interpreter.Read(src, id)
			require.NoError(t, err)
			plain, err := rules.Game(interpreter.Options{})
			require.NoError(t, err)
			all, err := readScenarios(src, id)
			require.NoError(t, err)
			var others []interpreter.Options
			var there []*exec.Game
			for i, r := range plain.Syntax.Rulings {
				for _, reading := range r.Readings {
					opt := interpreter.Options{Readings: map[string]string{r.Name: reading.Name}}
					if i%soak.Or(1, 9) != 0 || reading.Name == r.Default.Name {
						continue
					}
					if g, err := rules.Game(opt); err == nil { // else it is left to a variant
						others, there = append(others, opt), append(there, exec.In(g))
					}
				}
			}
			here, alike, apart := exec.In(plain), 0, 0
			for i, s := range all {
				if i%soak.Or(1, 37) != 0 || s.Variant.Name != "" || s.Skip != "" {
					continue
				}
				as := here.Run(s, exec.Options{Course: true})
				for j, other := range there {
					if !as.SameIn(other) {
						apart++
						continue
					}
					alike++
					is := other.Run(s, exec.Options{Course: true})
					parts, differ := course.Compare(as.Course, is.Course)
					require.False(t, differ || is.Failed, "%s, row %d, under %v: %v", s.Pos, s.Row, others[j].Readings, parts)
				}
			}
			require.Greater(t, alike, 4*apart)
			require.Positive(t, apart)
		})
	}
}

// A default run of the scenario can show that an entry makes a difference, even if a default run of the entry
// does not.
func TestARunCanShowThatAnEntryIsNeeded(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../..")}}
	for _, id := range src.Games() {
		rules, err := interpreter.Read(src, id)
		require.NoError(t, err)
		plain, err := rules.Game(interpreter.Options{})
		require.NoError(t, err)
		all, err := readScenarios(src, id)
		require.NoError(t, err)
		here, run, ruledOut := exec.In(plain), exec.Options{Course: true}, 0
		for i, s := range all {
			if i%soak.Step(1, 23) != 0 || s.Variant.Name != "" || s.Skip != "" {
				continue
			}
			as := here.Run(s, run)
			for _, e := range s.Under {
				n := e.Names[0]
				if e.Open || e.Silent || len(e.Names) > 1 || n.Reading == "" {
					continue
				}
				g, err := rules.Game(interpreter.Options{Readings: map[string]string{n.Word: n.Reading}})
				require.NoError(t, err)
				if r := exec.In(g).Run(e.As, run); as.RulesOut(r) {
					ruledOut++
					_, differ := course.Compare(here.Run(e.As, run).Course, r.Course)
					require.True(t, differ, e.Key.Pos)
				}
			}
		}
		require.Positive(t, ruledOut, id)
	}
}

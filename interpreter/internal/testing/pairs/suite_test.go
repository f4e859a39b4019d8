package pairs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario"
)

// keep runs scenario files in a form. A different outcome must be declared. A scenario that names some of the
// readings in force but does not declare their joint outcome is refused, which is not a failure.
func (r *readings) keep(t *testing.T, f form, files []string) (all scenario.Results) {
	t.Helper()
	for _, f := range r.oneByOne(f) {
		res, err := scenario.Run(t.Context(), f.src, files, scenario.Options{Jobs: 1, Load: f.opt, Rules: r.rules})
		if err != nil && strings.HasPrefix(err.Error(), "none of these scenarios runs") {
			continue // all are about a variant that is not laid
		}
		require.NoError(t, err, f)
		sum(&all, *res)
	}
	return all
}

// sum adds the results of other forms.
func sum(all *scenario.Results, more scenario.Results) {
	all.Cases = append(all.Cases, more.Cases...)
	all.Passed += more.Passed
	all.Failed += more.Failed
	all.Refused += more.Refused
	all.Skipped += more.Skipped
}

// files are every nth of the game's scenario files, from the ith on.
func (r *readings) files(t *testing.T, i, n int) (names []string) {
	t.Helper()
	all, err := r.src.Scenarios(r.id)
	require.NoError(t, err)
	for ; i < len(all); i += n {
		names = append(names, all[i].File.Name)
	}
	return names
}

// flips are the first of the scenarios that failed: each with the reading that
// makes the difference, if that was found.
func flips(res scenario.Results) string {
	var b strings.Builder
	more := res.Failed
	for _, c := range res.Cases {
		if c.Status != scenario.Failed || res.Failed-more == 20 {
			continue
		}
		more--
		message := strings.ReplaceAll(c.Message.String(), "under "+c.Variant, "here")
		lines := strings.Split(strings.TrimSpace(message), "\n")
		fmt.Fprintf(&b, "%s:%d %s: %s\n", c.File, c.Line, c.Scenario, strings.TrimSpace(lines[len(lines)-1]))
	}
	if more > 0 {
		fmt.Fprintf(&b, "and %d more\n", more)
	}
	return b.String()
}

package exec

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/match"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/engine"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/testing/soak"
)

// A moment of a random match that is written as `given` and read again is the same table with the same question. The
// comparison uses the view for programs, so it does not depend on the writer.
func TestGivenIsReadAsItWasWritten(t *testing.T) {
	all := games.Every(t, "../../..")
	maps.Copy(all, games.Corpus(t))
	read := map[string]int{}
	for id, loaded := range all {
		t.Run(id, func(t *testing.T) {
			g, stacks := In(loaded), map[string]bool{}
			for _, d := range g.Program.Decls {
				stacks[d.Name] = stacks[d.Name] || d.Stack
			}
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				was, err := g.Stand(bareScenario(g.Opening(players)))
				if !assert.NoError(t, err, id) {
					break
				}
				m := engine.New(loaded, players)
				dice := engine.NewRandom(uint64(players))
				step := soak.Or(7, 67)
				if len(g.Program.Pieces) > 60 {
					step = soak.Or(31, 97)
				}
				for n := 0; n < 700; n++ {
					r := m.Next()
					if r == nil {
						break
					}
					if n%step == players {
						was.M.Restore(m.State())
						moment := was.Moment()
						if len(moment.Unsaid) == 0 {
							doc, found := source.Parse(&source.File{Name: "given", Text: []byte(moment.Given.Flow())}, source.DefaultLimits())
							require.NoError(t, found.Err(), id)
							is, err := g.Stand(bareScenario(doc))
							if assert.NoError(t, err, "%s, %d players, decision %d:\n%s", id, players, n, moment.Given.Flow()) {
								read[id]++
								requireSame(t, described(t, was, stacks), described(t, is, stacks), fmt.Sprintf("%s, %d players, decision %d:\n%s", id, players, n, moment.Given.Flow()))
							}
						}
					}
					if m.Answer(dice.Decide(m, r)...) != nil {
						break // some games of the corpus have faults
					}
				}
			}
		})
	}
	for _, id := range []string{"glacier", "tusk", "nomads"} {
		assert.Positive(t, read[id], id)
	}
}

// requireSame shows where two descriptions begin to differ.
func requireSame(t *testing.T, a, b, of string) {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	const around = 120
	part := func(s string) string { return s[max(0, i-around):min(len(s), i+around)] }
	require.Equal(t, part(a), part(b), of)
}

func bareScenario(given *source.Node) *spec.Scenario {
	return &spec.Scenario{Name: "s", Pos: given.Pos, Given: given, Checks: source.NewMap()}
}

// described returns the table and the open question of a match. Equal copies are not told apart, and the order in zones
// other than stacks does not count.
func described(t *testing.T, s *Stand, stacks map[string]bool) string {
	m, err := s.View("en")
	require.NoError(t, err)
	var table any
	require.NoError(t, json.Unmarshal(m.AppendTable(nil, match.Everything), &table))
	out := sortedText(t, table, stacks, "") + "\n"
	var a match.Ask
	if m.Ask(&a) {
		var options []string
		for i, id := range a.Options {
			var details any
			require.NoError(t, json.Unmarshal(m.AppendOption(nil, i), &details))
			options = append(options, id+" "+sortedText(t, details, stacks, ""))
		}
		slices.Sort(options)
		out += fmt.Sprintln(a.Seat, a.Name, a.Least, a.Most, a.List, a.Optional) + strings.Join(options, "\n")
	}
	return out
}

// sortedText returns a value as JSON in which the lists of all zones but stacks are sorted.
func sortedText(t *testing.T, v any, stacks map[string]bool, zone string) string {
	switch v := v.(type) {
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, sortedText(t, e, stacks, ""))
		}
		if !stacks[zone] {
			slices.Sort(all)
		}
		return "[" + strings.Join(all, ",") + "]"
	case map[string]any:
		var all []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, key+":"+sortedText(t, v[key], stacks, key))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

package part_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/part"
)

// Of the readings that a scenario tells from the default alone, some play parts each from it, and a
// scenario is written that shows it: of all of them at length, else of a few of each game.
func TestEveryReadingPartsFromTheDefault(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../..")}}
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			rules, err := interpreter.Read(src, id)
			require.NoError(t, err)
			base, err := rules.Game(interpreter.Options{})
			require.NoError(t, err)
			side := scenario.Side{Sources: src, Rules: rules, Game: base}
			here := part.Side{Game: exec.In(base)}
			alone := map[string]bool{}
			list, err := scenario.Common(side, side)
			require.NoError(t, err)
			for _, s := range list {
				for _, e := range s.Under {
					if len(e.Names) == 1 && !e.Silent {
						alone[e.Names[0].String()] = true
					}
				}
			}
			readings, shown := 0, 0
			for i, r := range base.Syntax.Rulings {
				if r.Kind != "rule" || os.Getenv("SOAK") == "" && i%40 != 3 {
					continue
				}
				for _, reading := range r.Readings {
					name := r.Name + "=" + reading.Name
					other, err := rules.Game(interpreter.Options{Readings: map[string]string{r.Name: reading.Name}})
					if err != nil || !alone[name] { // it is left to a variant, or shows only along with another
						continue
					}
					readings++
					o := interpreter.Options{Readings: map[string]string{r.Name: reading.Name}}
					list, err := scenario.Common(side, scenario.Side{Sources: src, Rules: rules, Game: other, Options: o})
					require.NoError(t, err)
					found, err := part.Find(t.Context(), [2]part.Side{here, {Game: exec.In(other), Named: name}}, part.Options{Scenarios: list, Within: 1})
					require.NoError(t, err)
					switch f := found.Found; {
					case f == nil:
						t.Logf("%s: %+v", name, found)
					case f.Text == nil:
						t.Logf("%s: %s; %s | %s", name, f.Unsaid, f.Parts[0], f.Parts[1])
					default:
						shown++
					}
				}
			}
			require.Positive(t, readings)
			require.GreaterOrEqual(t, shown*100, readings*95, "%d of %d readings are shown", shown, readings)
		})
	}
}

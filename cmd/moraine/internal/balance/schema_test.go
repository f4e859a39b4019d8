//go:build unix

package balance

import (
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/cmd/moraine/internal/testing/schema"
)

func TestSchema(t *testing.T) {
	estimate := struct {
		Value float64 `json:"value"`
		Low   float64 `json:"low,omitempty" jsonschema:"the bounds of the 95 % interval, if there is one"`
		High  float64 `json:"high,omitempty"`
	}{}
	as := []schema.As{{Type: simulate.Estimate{}, JSON: estimate}, {Type: simulate.Group{}.Values, JSON: [][2]int32{}},
		{Type: others{}, JSON: &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/sensitivity"}}}}
	schema.Results(t, "sim", "The results of matches: totals, from which all other numbers follow. moraine report reads it.", []string{"run", "sweep", "sensitivity", "choices", "ladder"},
		schema.Types{
			"run": simulate.Results{}, "measure": simulate.Measure{}, "place": simulate.Place{}, "sweep": Sweep{}, "sensitivity": Sensitivity{}, "change": Change{},
			"choices": simulate.Study{}, "ladder": simulate.Ladder{}, "pair: the share of wins of one seat with a policy, if another policy has all other seats": simulate.Pair{},
		}, as...)
	schema.Results(t, "tune", "The values that meet the goals best, and the evidence.", []string{"tuning"}, schema.Types{"tuning": Tuning{}, "pair": simulate.Pair{}}, as...)
}

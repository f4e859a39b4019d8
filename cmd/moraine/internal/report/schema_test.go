//go:build unix

package report

import (
	"testing"

	"moraine/cmd/moraine/internal/testing/schema"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
)

func TestSchema(t *testing.T) {
	schema.Results(t, "test", "The results of scenarios, in the order of their files. moraine report writes every other format from it.", []string{"results"},
		schema.Types{"results": jsonReport{}, "case": jsonCase{}, "dependence": scenario.Dependence{}}, schema.As{Type: spec.Message{}, JSON: ""})
}

package mutate

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/scenario"
)

// If two other scenarios kill the same mutants together, the report names both.
func TestRedundantScenariosNameTheirReplacements(t *testing.T) {
	items := []scenario.Item{{Name: "both"}, {Name: "one"}, {Name: "other"}, {Name: "nothing"}}
	out, enough := spareScenarios(items, []map[int]bool{{0: true, 1: true}, {0: true, 2: true}, {1: true}, {1: true}, {2: true}})
	assert.Equal(t, []Spare{{items[0], []scenario.Item{items[2], items[1]}}, {items[3], nil}}, out)
	assert.Equal(t, 2, enough)
}

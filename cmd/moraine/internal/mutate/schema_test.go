//go:build unix

package mutate

import (
	"testing"

	"moraine/cmd/moraine/internal/testing/schema"
)

func TestSchema(t *testing.T) {
	schema.Results(t, "mutate", "The mutants of a game and what the scenarios detect, in the order of the files.", []string{"results"},
		schema.Types{"results": Results{}, "mutant": Mutant{}})
}

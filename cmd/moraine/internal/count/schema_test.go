//go:build unix

package count

import (
	"testing"

	"moraine/cmd/moraine/internal/testing/schema"
)

func TestSchema(t *testing.T) {
	schema.Results(t, "count", "The number of courses that a match can take. moraine report reads it.", []string{"results"}, schema.Types{"results": Results{}})
}

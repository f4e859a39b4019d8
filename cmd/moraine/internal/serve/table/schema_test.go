//go:build unix

package table

import (
	"testing"

	"moraine/cmd/moraine/internal/testing/schema"
)

func TestSchema(t *testing.T) {
	schema.Framed(t, "serve", schema.Types{"state": stateData{}})
}

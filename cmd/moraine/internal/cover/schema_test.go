//go:build unix

package cover

import (
	"testing"

	"moraine/cmd/moraine/internal/testing/schema"
)

func TestSchema(t *testing.T) {
	schema.Results(t, "cover", "What the scenarios of a game reach, in the order of the files: the report; with --clause ID one clause; with --reaches FILE:LINE the parts of the line.",
		[]string{"report", "clause", "line"},
		schema.Types{"report": jsonReport{}, "clause": jsonProof{}, "line": []jsonReached{}})
}

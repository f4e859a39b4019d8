// Package documents parses the games of tests, whose documents stand in one file.
package documents

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
)

// Parse returns the documents of a file, between lines of ---. In positions, each is a file of its own.
func Parse(t testing.TB, path string) (docs []*source.Node) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for i, doc := range strings.Split(string(text), "\n---\n") {
		n, found := source.Parse(&source.File{Name: fmt.Sprintf("%d.yaml", i), Text: []byte(doc)},
			source.DefaultLimits())
		require.NoError(t, found.Err())
		docs = append(docs, n)
	}
	return docs
}

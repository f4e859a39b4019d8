package interpreter_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The README names files and tests that exist.
func TestTheReadmeNamesFilesAndTests(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	var code strings.Builder
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			var file []byte
			file, err = os.ReadFile(path)
			code.Write(file)
		}
		return err
	}))
	for _, m := range regexp.MustCompile("`((?:[a-z_]+/)*[a-z_]+\\.(?:go|md|yaml))`").FindAllStringSubmatch(string(text), -1) {
		found := false
		for _, dir := range []string{".", "..", "scenario/exec", "../cmd/moraine", "../cmd/moraine/internal/report"} {
			_, err := os.Stat(filepath.Join(dir, m[1]))
			found = found || err == nil
		}
		assert.True(t, found, "there is no file %s", m[1])
	}
	for _, m := range regexp.MustCompile("`(Test[A-Za-z]+)`").FindAllStringSubmatch(string(text), -1) {
		assert.Contains(t, code.String(), "func "+m[1]+"(", "there is no such test")
	}
}

package files

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSplitLine(t *testing.T) {
	for place, want := range map[string]struct {
		file string
		line int
	}{
		"a.yaml":       {"a.yaml", 0},
		"a.yaml:3":     {"a.yaml", 3},
		"a.yaml:3:14":  {"a.yaml", 3},
		"a.yaml:":      {"a.yaml:", 0},
		"a.yaml:0":     {"a.yaml:0", 0},
		"a.yaml:x":     {"a.yaml:x", 0},
		"a.yaml:3:x":   {"a.yaml:3:x", 0},
		"a:1:2:3.yaml": {"a:1:2:3.yaml", 0},
	} {
		t.Run(place, func(t *testing.T) {
			file, line := SplitLine(place)
			assert.Equal(t, want.file, file, place)
			assert.Equal(t, want.line, line, place)
		})
	}
}

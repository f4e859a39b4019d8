package exec

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/scenario/course"
)

// For two long zones, a message shows the differences with a neighbour on each side.
func TestLongZonesAreNarrowed(t *testing.T) {
	list := func(text string) course.Fact {
		return course.Fact{Kind: course.Lies, What: "deck", List: strings.Split(text, ", ")}
	}
	const long = "a, b, c, d, e, f, g, h, i"
	for _, c := range []struct{ other, a, b string }{
		{"a, b, c, d, e, x, f, g, h, i", "…, e, f, …", "…, e, x, f, …"},
		{"x, a, b, c, d, e, f, g, h, i", "a, …", "x, a, …"},
		{"a, b, c, d, e, f, g, h, x, y", "…, h, i", "…, h, x, y"},
		{"a, b", long, "a, b"},
	} {
		got, differ := course.Part([]course.Fact{list(long)}, []course.Fact{list(c.other)})
		assert.True(t, differ)
		assert.Equal(t, [2]string{"deck: " + c.a, "deck: " + c.b}, [2]string{got[0].String(), got[1].String()}, c.other)
	}
}

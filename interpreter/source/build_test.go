package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Copies with and without a key leave the map itself as it is.
func TestCopiesOfMaps(t *testing.T) {
	n := NewMap(Entry("a", Text("1")), Entry("b", ListOf(Text("2"), Text("3"))))
	assert.Equal(t, "{a: 4, b: [2, 3]}", n.With("a", Text("4")).Flow())
	assert.Equal(t, "{a: 1, b: [2, 3], c: {d: 5}}", n.With("c", MapOf("d", Text("5"))).Flow())
	assert.Equal(t, "{b: [2, 3]}", n.Without("a").Flow())
	assert.Same(t, n, n.Without("c"))
	assert.Equal(t, "{a: 1, b: [2, 3]}", n.Flow())
	assert.Len(t, n.Get("b").AsList(), 2)
	assert.Len(t, n.Get("a").AsList(), 1)
	assert.Empty(t, n.Get("c").AsList())
}

package chance

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Sixty states that all lead to each other. Written out again and again their
// terms would be without number; each is substituted once.
func TestDenseLoopsAreSolved(t *testing.T) {
	const n = 60
	dense := func(exit fraction) fraction {
		x := &explorer{}
		stay := fractionOf(exit.den-exit.num, exit.den)
		for range n {
			k := &node{}
			for to := range n {
				k.edges = append(k.edges, edge{to, stay.over(fractionOf(n, 1))})
			}
			if !exit.isNothing() {
				k.edges = append(k.edges, edge{n, exit.times(fractionOf(1, 3))}, edge{n + 1, exit.times(fractionOf(2, 3))})
			}
			x.nodes = append(x.nodes, k)
		}
		x.nodes = append(x.nodes, &node{value: certain}, &node{})
		return x.solve(func(n *node) fraction { return n.value })
	}
	require.Equal(t, fractionOf(1, 3), dense(fractionOf(1, 7)))
	require.Equal(t, fraction{}, dense(fractionOf(0, 1)), "what chance never leaves never comes true")
}

package scenario

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// Sixty states that all lead to each other. Written out again and again their
// terms would be without number; each is substituted once.
func TestDenseLoopsAreSolved(t *testing.T) {
	const n = 60
	dense := func(exit *big.Rat) *explorer {
		x := &explorer{}
		stay := new(big.Rat).Sub(big.NewRat(1, 1), exit)
		for range n {
			k := &node{}
			for to := range n {
				k.edges = append(k.edges, edge{to, new(big.Rat).Quo(stay, big.NewRat(n, 1))})
			}
			if exit.Sign() > 0 {
				k.edges = append(k.edges, edge{n, new(big.Rat).Quo(exit, big.NewRat(3, 1))}, edge{n + 1, new(big.Rat).Quo(exit, big.NewRat(3, 2))})
			}
			x.nodes = append(x.nodes, k)
		}
		x.nodes = append(x.nodes, &node{value: big.NewRat(1, 1)}, &node{value: new(big.Rat)})
		x.solve()
		return x
	}
	require.Equal(t, "1/3", dense(big.NewRat(1, 7)).nodes[0].value.RatString())
	require.Equal(t, "0", dense(new(big.Rat)).nodes[0].value.RatString(), "what chance never leaves never comes true")
}

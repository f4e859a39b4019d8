package chance

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Fractions compute like big.Rat, for values that fit into two words and for larger ones.
func TestFractions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() uint64 { return r.Uint64() >> r.IntN(64) }
	for range 20_000 {
		a, b := fractionOf(word(), max(word(), 1)), fractionOf(max(word(), 1), max(word(), 1))
		if r.IntN(4) == 0 {
			a = a.times(b).plus(b)
		}
		x, y := a.rat(), b.rat()
		require.Zero(t, new(big.Rat).Add(x, y).Cmp(a.plus(b).rat()), "%s + %s", x, y)
		require.Zero(t, new(big.Rat).Mul(x, y).Cmp(a.times(b).rat()), "%s * %s", x, y)
		require.Zero(t, new(big.Rat).Quo(x, y).Cmp(a.over(b).rat()), "%s / %s", x, y)
		require.Equal(t, x.Sign() == 0, a.isNothing(), x)
	}
}

func TestFractionsGoOnForEver(t *testing.T) {
	for _, f := range []fraction{{}, fractionOf(1, 3), fractionOf(math.MaxUint64-1, math.MaxUint64), fractionOf(1, math.MaxUint64).times(fractionOf(1, 2))} {
		sum, ends := f.geometric()
		require.True(t, ends, f.rat())
		require.Zero(t, certain.rat().Cmp(new(big.Rat).Sub(sum.rat(), new(big.Rat).Mul(f.rat(), sum.rat()))), f.rat())
	}
	_, ends := certain.geometric()
	require.False(t, ends)
}

// There is one way to write a fraction: big.Rat would take 1/010 for an eighth, and a number
// with an exponent for one of a billion digits.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0/1", "1": "1/1", "15/36": "5/12", "0.5": "1/2", "0.050": "1/20", "1/" + strings.Repeat("9", 100): "1/" + strings.Repeat("9", 100),
		"": "", "2": "", "1.5": "", "3/2": "", "-1": "", "1/0": "", "1/010": "", "010": "", "01/2": "", "1e-999999999": "", "1e999999999": "",
		"0x1": "", "1_0/2_0": "", ".5": "", "1.": "", "1/2/3": "", " 1": "", "1/-2": "", "5%": "", "1/" + strings.Repeat("9", longest): "",
	} {
		t.Run(text, func(t *testing.T) {
			got, ok := Parse(text)
			assert.Equal(t, want != "", ok, text)
			if ok {
				assert.Equal(t, want, got.String())
			}
		})
	}
}

package native_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Games by lot. A die says which of many steps comes next, and what the steps are is
// made up, too: so whatever one of them leaves behind is met by all others. Some of the
// matches break off, in both engines.
func TestRandomGames(t *testing.T) {
	for name, holes := range map[string]map[byte][]string{"tables": tables, "rules": rules} {
		t.Run(name, func(t *testing.T) {
			first, games, matches := 0, 6, 40
			if !testing.Short() {
				games, matches = 40, 60
			}
			if from, n, found := strings.Cut(os.Getenv("GAMES"), "+"); found { // to look for more
				first, _ = strconv.Atoi(from)
				games, _ = strconv.Atoi(n)
			}
			for seed := first; seed < first+games; seed++ {
				t.Run(fmt.Sprint(seed), func(t *testing.T) { randomGame(t, uint64(seed), holes, matches) })
			}
		})
	}
}

func randomGame(t *testing.T, seed uint64, holes map[byte][]string, matches int) {
	g := madeUp{rand.New(rand.NewPCG(seed, 0)), holes}
	text := g.fill("%G", 0)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(text)
		}
	})
	metered := seed%2 == 0
	p := game(t, text)
	x := newPair(t, compile(t, p, metered), p, metered)
	broken := 0
	for match := range uint64(matches) {
		if x.lockStep(match) != nil {
			broken++
		}
	}
	require.Less(t, broken, matches, "all matches break off")
	if broken == 0 {
		x.whole(matches)
	}
}

// madeUp makes up texts.
type madeUp struct {
	*rand.Rand
	holes map[byte][]string
}

const deepest = 4

// fill fills the holes of a text, which are letters: %x has one of several texts stand
// there, which may have holes, or the first of them, if it is deep within others. A line
// that ends with %%x is repeated, for a switch: each time with the next number before it.
func (g *madeUp) fill(text string, depth int) string {
	if before, hole, found := strings.Cut(text, "%%"); found {
		line := strings.LastIndexByte(before, '\n') + 1
		out := g.fill(before[:line], depth)
		n, _ := strconv.Atoi(hole[1:3])
		for i := range n {
			out += fmt.Sprintf("%s%d:\n%s\n", before[line:], i+1, indent(g.step(hole[0]), before[line:]+"  "))
		}
		return out + g.fill(hole[3:], depth)
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, "%")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if of := g.holes[after[0]]; of == nil {
			out.WriteString("%" + after[:1])
		} else if depth >= deepest {
			out.WriteString(g.fill(of[0], depth))
		} else {
			out.WriteString(g.fill(of[g.IntN(len(of))], depth+1))
		}
		text = after[1:]
	}
}

// step is some steps; in the conditions of what is chosen @ is that.
func (g *madeUp) step(hole byte) string {
	lines := strings.Split(g.fill("%"+string(hole), 0), "\n")
	for i, line := range lines {
		if _, after, found := strings.Cut(line, "choose: "); found {
			name, _, _ := strings.Cut(after, ",")
			lines[i] = strings.ReplaceAll(line, "@", name)
		}
	}
	return strings.Join(lines, "\n")
}

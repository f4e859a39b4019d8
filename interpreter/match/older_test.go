package match

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/games"
)

// olderMatch was saved before chance ordered the rounds of loops over unseen pieces, and before a window joined cards
// that look alike to their holder.
const olderMatch = `moraine match 2
game rounds
data 710fa531030bcc025cbdec36c3873b6340f684906d96aea2b31a328bfa6075c2
seed 1
lang en
seat ann random
seat bob random
1 chance match.draw 3 ~b7997a
2 chance match.draw 1 ~b6915a
3 chance match.draw 4 ~b3eca6
4 chance match.draw 3 ~5ba7e6
5 chance match.draw 2 ~41a4d6
6 chance match.draw 1 ~186fb2
7 ann turn 1 ~e7b9ba
8 ann turn 0 ~cf3ad6
9 ann turn 1 ~45a1ec
10 chance turn.draw 1 ~65dcf9
11 bob turn 1 ~ddc51a
12 bob turn 1 ~b7b0e0
13 bob turn 0 ~bcf5cc
14 chance turn.draw 1 ~4d0d8d
15 ann turn 1 ~59ada6
16 ann turn 1 ~9340d0
17 chance turn.draw 1 ~224544
18 bob turn 0 ~591d41
19 bob turn 1 ~b67d9a
20 chance turn.draw 3 ~aa23da
end 20
`

// A match of an older version is refused at its first line: options have other numbers now, so it could be replayed as
// another match.
func TestAnOlderMatchIsRefused(t *testing.T) {
	for _, text := range []string{olderMatch, strings.ReplaceAll(olderMatch, "match 2\n", "match 1\n")} {
		_, err := Parse("older", text)
		require.EqualError(t, err, `older:1: the match was saved in another format; this version can read "`+Magic+`"`)
		_, _, _, err = Recover("older", text)
		require.ErrorContains(t, err, "older:1: ")
	}
}

// Its loop over unseen pieces would be refused at the line where chance is asked for the next piece now.
func TestAnOlderLoopIsRefusedAtItsLine(t *testing.T) {
	g := games.Load(t, "../..", "rounds")
	s := &Saved{Path: "older", first: 8}
	s.Header = Header{Game: "rounds", Seed: 1, Lang: "en", Players: 2, IDs: []string{"ann", "bob"}, Seats: []string{Random, Random}}
	for _, line := range strings.Split(olderMatch, "\n")[s.first-1 : 27] {
		text, _, _ := strings.Cut(line, " ~")
		d, why := readDecision(text, len(s.Decisions)+1, s.IDs)
		require.Empty(t, why)
		s.Decisions = append(s.Decisions, d)
	}
	m, err := New(g, s.Header, Options{})
	require.NoError(t, err)
	require.EqualError(t, m.Replay(s), "older:14: at this point chance is asked for turn.tile, but the file has ann for turn")
}

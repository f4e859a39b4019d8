package interpreter

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// A saved match stays valid when the looks of cards change.
func TestLooksAreNothingThatIsPlayed(t *testing.T) {
	of := func(text string) (all, played string) {
		s := Sources{{Name: "test", FS: fstest.MapFS{"cards/duel/a.yaml": {Data: []byte(text)}}}}
		all, _, err := s.Hash("duel")
		require.NoError(t, err)
		played, err = s.Played("duel")
		require.NoError(t, err)
		return all, played
	}
	const before, after = "game: duel\n", "bots: {}\n"
	all, played := of(before + after)
	for _, looks := range []string{"looks: {a: {}}\n", "looks:\n  a: {}\n\n# two\n\n  b: {}\n", "looks:\r\n  a: {}\r\n\r\n  b: {}\r\n"} {
		other, same := of(before + looks + after)
		require.Equal(t, played, same, looks)
		require.NotEqual(t, all, other)
		s := Sources{{Name: "test", FS: fstest.MapFS{"cards/duel/a.yaml": {Data: []byte(before + looks + after)}}}}
		for saved, want := range map[string]string{other: other, played: played, "": played} {
			got, err := s.PlayedAs("duel", saved)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		_, same = of(before + after + looks[:len(looks)-1])
		require.Equal(t, played, same, looks)
	}
	for _, rules := range []string{"looks_at: 1\n", " looks:\n", "look:\n"} {
		_, other := of(before + rules + after)
		require.NotEqual(t, played, other, rules)
	}
}

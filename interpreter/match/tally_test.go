package match

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/words"
)

// A match goes the same way whether or not the number that decides it is followed: the number is evaluated between steps,
// never while a step goes through a list. The last change leads to the number at the end.
func TestFollowingTheTallyChangesNothing(t *testing.T) {
	for game, seed := range map[string]uint64{"glacier": 5, "tusk": 14, "nomads": 5} {
		t.Run(game, func(t *testing.T) {
			g := games.Load(t, "../..", game)
			h := Header{Game: g.ID, Seed: seed, Lang: "en", Players: g.Program.MinPlayers}
			for i := range h.Players {
				h.IDs, h.Seats = append(h.IDs, g.Program.Seats[i]), append(h.Seats, Random)
			}
			var logs [2][]Line
			for i := range logs {
				m, err := New(g, h, Options{}, Recipient{Everything, "en"})
				require.NoError(t, err)
				if i == 1 {
					require.True(t, m.FollowTally())
				}
				for !m.Over() {
					_, err := m.Step()
					require.NoError(t, err)
				}
				if logs[i] = m.Log(0); i == 1 {
					label, changes := m.Changes()
					require.NotEmpty(t, changes)
					var last []string
					for _, x := range changes[len(changes)-1].After {
						last = append(last, strconv.Itoa(int(x)))
					}
					at := slices.IndexFunc(m.Result().Rows, func(r Row) bool { return r.Label == words.Title(label) })
					require.Equal(t, m.Result().Rows[at].Values[:len(last)], last)
				}
			}
			require.Equal(t, logs[0], logs[1])
		})
	}
}

// The number that decides the match is shown for each player whose pieces the viewer may see.
func TestTalliesAreThoseThatTheViewerKnows(t *testing.T) {
	for reading, want := range map[string][]string{"open": {"food in all 0", "food in all 0", "food in all 0"}, "hidden": {"", "food in all 0", ""}} {
		t.Run(reading, func(t *testing.T) {
			g, err := interpreter.Load(games.Sources(t, "../.."), "tusk", interpreter.Options{Readings: map[string]string{"store_visibility": reading}})
			require.NoError(t, err)
			h := Header{Game: g.ID, Seed: 1, Lang: "en", Players: 3, IDs: g.Seats()[:3], Seats: []string{Human, Human, Human}}
			m, err := New(g, h, Options{}, Recipient{1, "en"})
			require.NoError(t, err)
			_, err = m.Step()
			require.NoError(t, err)
			var texts []string
			for _, f := range m.Tallies(1) {
				texts = append(texts, f.Text)
			}
			require.Equal(t, want, texts, reading)
		})
	}
}

// In a sealed block only the player who decides sees the number that decides the match: it can count acts of the block.
func TestTalliesOfASealedBlock(t *testing.T) {
	m := matchOfTexts(t, `
language: 1
game: traps
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
procedures:
  match:
    do:
      - {each: me, in: players, sealed: true, do: [{may: {more: {do: []}, less: {do: []}}, id: bid}]}
      - {finish: players}
ending: {match: {high bids: 'times("more", "match", it)'}}
`)
	require.Equal(t, "match.bid", m.Question().Name)
	require.NoError(t, m.Answer(0, []int32{0}))
	require.EqualValues(t, 1, m.Question().Seat)
	require.Equal(t, "high bids 1", m.Tallies(Everything)[0].Text)
	require.Nil(t, m.Tallies(0))
	require.Nil(t, m.Tallies(Public))
}

// A field with the look of a key stands beside the names instead, even for a viewer who may not know it.
func TestTalliesGiveWayToAKeyField(t *testing.T) {
	for look, n := range map[string]int{"key": 0, "small": 2} {
		t.Run(look, func(t *testing.T) {
			m := matchOfTexts(t, `
language: 1
game: traps
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
player: {fields: {points: {type: number, seen_by: owner}, gold: 3}}
procedures: {match: {do: [{choose: end, from: 1..2, by: 'players[0]'}, {finish: players}]}}
ending: {match: {gold in all: it.gold}}
looks: {points: {size: `+look+`}}
`)
			require.Len(t, m.Tallies(Public), n, look)
		})
	}
}

// A forecast has the numbers that the viewer may know: of a card that lies face down only its owner knows the summand, and
// after the end all do. It is no row of the result.
func TestAForecastHasWhatTheViewerKnows(t *testing.T) {
	g := games.Every(t, "../..")["tusk"]
	h := Header{Game: g.ID, Seed: 3, Lang: "en", Players: 2, IDs: g.Seats()[:2], Seats: []string{Random, Random}}
	m, err := New(g, h, Options{}, Recipient{Everything, "en"})
	require.NoError(t, err)
	for range 120 {
		_, err := m.Step()
		require.NoError(t, err)
	}
	require.False(t, m.Over())
	for _, c := range []struct {
		eyes  int32
		known [2]bool
	}{{0, [2]bool{true, false}}, {1, [2]bool{false, true}}, {Public, [2]bool{}}, {Everything, [2]bool{true, true}}} {
		f := m.Forecast(c.eyes)
		require.Equal(t, "If the ice came now", f.Label)
		for seat, e := range f.Seats {
			require.Len(t, e.Parts, 2)
			require.NotEqual(t, "?", e.Parts[0])
			require.Equal(t, c.known[seat], e.Parts[1] != "?", "%d sees %d: %v", c.eyes, seat, e.Parts)
			require.Positive(t, e.Full)
		}
	}
	for !m.Over() {
		_, err := m.Step()
		require.NoError(t, err)
	}
	require.False(t, slices.ContainsFunc(m.Result().Rows, func(r Row) bool { return r.Label == "If the ice came now" }))
}

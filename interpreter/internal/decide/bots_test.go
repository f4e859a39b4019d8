package decide_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
)

// One seat is the bot's, in turn; chance plays the others, where there are some. The bot wins more
// than its share, and no invariant breaks on the way.
func TestBotsBeatChance(t *testing.T) {
	all := interpreter.Sources{{Name: ".", FS: os.DirFS("../../..")}}
	for _, id := range all.Games() {
		g, err := interpreter.Load(all, id, interpreter.Options{})
		require.NoError(t, err)
		for _, bot := range g.Syntax.Bots {
			for players := max(2, g.Program.MinPlayers); players <= g.Program.MaxPlayers; players++ {
				t.Run(fmt.Sprintf("%s/%s/%d players", id, bot.Name, players), func(t *testing.T) {
					t.Parallel()
					const matches = 60
					won := 0
					m := machine.New(g.Program, players, nil)
					m.Strict = true
					for seed := range uint64(matches) {
						m.Reset(players)
						seat := ref.Seat(seed) % ref.Seat(players)
						playOne(t, m, bot.Name, seat, seed)
						if slices.Contains(m.Winners(), int(seat)) {
							won++
						}
					}
					assert.Greater(t, won*players, matches*5/4, "of %d matches of %d players the bot won %d", matches, players, won)
				})
			}
		}
	}
}

// playOne plays a match with the bot on one seat.
func playOne(t *testing.T, m *machine.Match, bot string, seat ref.Seat, seed uint64) {
	t.Helper()
	s := decide.Seats{Chance: decide.NewRandom(seed)}
	for i := range m.Env.World.Players() {
		var d decide.Decider = decide.NewRandom(seed*8 + uint64(2+i))
		if i == seat {
			var err error
			d, err = decide.NewPolicy(m.P, bot, decide.NewRNG(seed, uint64(2+i)))
			require.NoError(t, err)
		}
		s.Players = append(s.Players, d)
	}
	playOut(t, m, s)
}

package capture

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
)

// everyGame is every shipped game, and every one of the tests of package play.
func everyGame(t *testing.T) map[string]*exec.Game {
	t.Helper()
	shipped := interpreter.Sources{{Name: ".", FS: os.DirFS("../../..")}}
	out := map[string]*exec.Game{}
	load := func(from interpreter.Sources, id string) {
		g, err := interpreter.Load(from, id, interpreter.Options{})
		require.NoError(t, err)
		out[id] = exec.In(g)
	}
	for _, id := range shipped.Games() {
		load(shipped, id)
	}
	own, err := filepath.Glob("../../play/testdata/*.yaml")
	require.NoError(t, err)
	for _, file := range own {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		id, files := strings.TrimSuffix(filepath.Base(file), ".yaml"), fstest.MapFS{}
		for i, doc := range strings.Split(string(text), "---\n") {
			files[fmt.Sprintf("cards/%s/%c.yaml", id, 'a'+i)] = &fstest.MapFile{Data: []byte(doc)}
		}
		load(interpreter.Sources{{Name: "test", FS: files}}, id)
	}
	return out
}

// random is a match by lot, as far as so many decisions.
func random(t *testing.T, g *exec.Game, players int, seed uint64, most int) (moves []match.Decision) {
	m := machine.New(g.Program, players, nil)
	lots := decide.NewRandom(seed)
	who := decide.Seats{Chance: lots, Players: slices.Repeat([]decide.Decider{lots}, players)}
	for len(moves) < most {
		move, ok := who.Next(m)
		if !ok {
			return moves
		}
		moves = append(moves, match.Decision{By: move.By, Offer: move.Offer, Answer: slices.Clone(move.Answer)})
		require.NoError(t, move.Make(m))
	}
	return moves
}

// Every moment of random matches becomes a file that reads, passes and ends in the same
// state, and of its `given` no line can go without changing that.
func TestEveryMomentBecomesAScenario(t *testing.T) {
	for id, g := range everyGame(t) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			step := 41
			if testing.Short() {
				step *= 5
			}
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				all := random(t, g, players, uint64(players), 2_000)
				for n := players; n <= len(all); n += step {
					from := From{Game: g, Name: fmt.Sprintf("%s, decision %d", id, n), Players: players, Moves: all[:n]}
					text, err := Capture(t.Context(), from)
					require.NoError(t, err, "%d players, decision %d", players, n)
					c := &drafts{From: from, ctx: t.Context()}
					rec, err := c.record()
					require.NoError(t, err)
					want := rec.moment(len(rec.acts))
					require.NoError(t, passes(g, text, want), "%s", text)
					lines := strings.SplitAfter(string(text), "\n")
					begin := slices.Index(lines, "  given:\n") + 1
					for i := begin; i > 0 && strings.HasPrefix(lines[i], "    "); i++ {
						less := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")
						require.Error(t, passes(g, []byte(strings.Replace(less, "  given:\n  ", "  ", 1)), want), "without line %d:\n%s", i+1, text)
					}
				}
			}
		})
	}
}

// passes runs a file of one scenario, which is to end in a moment.
func passes(g *exec.Game, text []byte, want *exec.Moment) error {
	doc, found := source.Parse(&source.File{Name: "captured.yaml", Text: text}, source.DefaultLimits())
	if len(found) > 0 {
		return found
	}
	list := exec.Decode(doc, &found)
	if len(found) > 0 {
		return found
	}
	if out := g.Run(list[0], exec.Options{}); out.Failed {
		return fmt.Errorf("%s", out.Message)
	}
	s, err := g.Stand(list[0])
	if err == nil {
		err = s.CarryOut()
	}
	if err == nil && !s.Moment().Equal(want) {
		err = fmt.Errorf("it ends elsewhere")
	}
	return err
}

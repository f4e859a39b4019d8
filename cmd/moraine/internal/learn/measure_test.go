//go:build unix

package learn

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/syntax"
	"moraine/interpreter/testing/pages"
	"moraine/interpreter/testing/soak"
)

const top = "../../../../"

// measured are the games in which strength is measured, with bots for one that declares none. Draughts is none of them: without
// a rule for draws, good players never end it.
var measured = map[string]string{
	"burgh":   "",
	"liars":   "",
	"harbour": "",
	"caravan": `bots:
  idle: {turn.rest: 1}
  rider:
    journey.ride: 'max(0, max(map(ways(it), sum(filter(it, .kind == "well"), .water))))'
    journey.spot: 'sum(filter(it, .kind == "well"), .water)'
    turn.rest: 1
    market.saffron: round
    market.pepper: round
    answer.mint: 1
`,
	"othello": "",
}

// game is the data of a game by path. A test may change it before it is loaded.
type game fstest.MapFS

// files returns the data of a game of the tests.
func files(t *testing.T, id string) game {
	t.Helper()
	out := game{}
	for _, file := range []string{"testdata/" + id + ".yaml", top + "interpreter/testing/games/testdata/" + id + ".yaml"} {
		if text, err := os.ReadFile(file); err == nil {
			for i, doc := range strings.Split(string(text), "---\n") {
				out[fmt.Sprintf("cards/%s/%c.yaml", id, 'a'+i)] = &fstest.MapFile{Data: []byte(doc)}
			}
			return out
		}
	}
	for path, f := range pages.Files(t, top, "cards") {
		if strings.HasPrefix(path, "cards/"+id+"/") {
			out[path] = f
		}
	}
	if len(out) == 0 {
		from := os.DirFS(top + "cmd/moraine/internal/count/testdata")
		list, err := fs.Glob(from, "cards/"+id+"/*.yaml")
		require.NoError(t, err)
		for _, path := range list {
			text, err := fs.ReadFile(from, path)
			require.NoError(t, err)
			out[path] = &fstest.MapFile{Data: text}
		}
	}
	if bots := measured[id]; bots != "" {
		out["cards/"+id+"/rivals.yaml"] = &fstest.MapFile{Data: []byte(bots)}
	}
	return out
}

// edit replaces the matches of a pattern in all files, and removes files that are then empty.
func (f game) edit(t *testing.T, pattern, by string) game {
	t.Helper()
	out, found, p := game{}, false, regexp.MustCompile(pattern)
	for path, file := range f {
		if text := p.ReplaceAll(file.Data, []byte(by)); len(text) > 0 {
			out[path] = &fstest.MapFile{Data: text}
		}
		found = found || p.Match(file.Data)
	}
	require.True(t, found, pattern)
	return out
}

// load loads the game.
func (f game) load(t *testing.T) *interpreter.Game {
	t.Helper()
	sources := interpreter.Sources{{Name: "test", FS: fstest.MapFS(f)}}
	require.Len(t, sources.Games(), 1)
	g, err := interpreter.Load(sources, sources.Games()[0], interpreter.Options{})
	require.NoError(t, err)
	return g
}

// player is a game with learned values, which are nil if no generation passed its gates.
type player struct {
	t    *testing.T
	g    *interpreter.Game
	v    *syntax.Learned
	seed uint64
}

// learner learns the values of a game.
func (f game) learn(t *testing.T, seed uint64) player {
	t.Helper()
	g := f.load(t)
	o := Options{Options: simulate.Options{Players: 2, Games: 1000, Seed: seed}, Generations: 3, Note: func(string, ...any) {}}
	v, err := Learn(t.Context(), g, o)
	require.NoError(t, err)
	return player{t, g, v, seed}
}

// versus plays paired matches of a policy against another until the interval of its share is on one side of a limit, and at
// most 200. Searches have the learned values, unless p.v is nil.
func (p player) versus(policy, other string, limit simulate.Fixed) (e simulate.Estimate) {
	p.t.Helper()
	o := simulate.Options{Players: 2, Seed: p.seed + 1, Learned: map[string]*interpreter.Game{}}
	if p.v != nil {
		o.Learned[policy] = p.g.WithLearned(p.v)
	}
	for _, o.Games = range []int64{20, 100, 200} {
		var err error
		e, err = simulate.PlayPairs(p.t.Context(), p.g, policy, other, o)
		require.NoError(p.t, err)
		if e.Low >= limit || e.High < limit {
			break
		}
	}
	return e
}

// best returns the declared bot that wins most.
func (p player) best() string {
	p.t.Helper()
	l := &learner{ctx: p.t.Context(), g: p.g, o: Options{Options: simulate.Options{Players: 2, Seed: p.seed}}}
	l.pool, _ = simulate.Expand(p.g, []string{simulate.All})
	best, err := l.strongest()
	require.NoError(p.t, err)
	return best
}

// drawn returns the seed of a measurement: drawn with SOAK=1, else 1, because one in twenty intervals misses the truth.
func drawn(t *testing.T) uint64 {
	if !soak.On {
		return 1
	}
	seed := rand.Uint64() >> 16
	t.Logf("seed %d", seed)
	return seed
}

const half = simulate.Fixed(500_000)

func show(e simulate.Estimate) string {
	return fmt.Sprintf("%3s %% (%s to %s)", (e.Value * 100).Text(0), (e.Low * 100).Text(0), (e.High * 100).Text(0))
}

// Learned values make a good player in games of different sorts, also without a declared bot: it is never behind the best
// declared bot, and ahead of it in most. Where a search without them loses to a bot, a search of as many nodes with them beats it.
// With SOAK=1 this takes 10 minutes of a processor, most of them for othello; without, it plays one game.
func TestStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("it learns twice")
	}
	const four = simulate.Fixed(800_000) // of five matches
	ahead, games := 0, soak.Or(len(measured), 1)
	for id := range measured {
		t.Run(id, func(t *testing.T) {
			if games == 1 && id != "harbour" {
				return
			}
			seed := drawn(t)
			alone := files(t, id).edit(t, `(?m)^bots:\n(  .*\n)+`, "").learn(t, seed)
			require.NotNil(t, alone.v, "nothing is learned without a bot")
			e := alone.versus(interpreter.Learned, simulate.Random, four)
			t.Logf("learned without a bot versus random    %s", show(e))
			assert.GreaterOrEqual(t, e.Low, four)

			p := files(t, id).learn(t, seed)
			best := p.best()
			e = p.versus("mcts=200", best, half) // without values if none passed the gates
			t.Logf("mcts=200 with values (%v) versus %-10s %s", p.v != nil, best, show(e))
			assert.GreaterOrEqual(t, e.High, half, "behind %s", best)
			if e.Low >= half {
				ahead++
			}
			search := fmt.Sprintf("mcts=%d", interpreter.LearnedNodes)
			old := player{t, p.g.WithLearned(nil), nil, seed}.versus(search, best, half)
			t.Logf("%s without values versus %-10s %s", search, best, show(old))
			if old.High < half && p.v != nil {
				e = p.versus(interpreter.Learned, search, half)
				t.Logf("learned versus %s without values %s", search, show(e))
				assert.Greater(t, e.Low, half, "not ahead of the search before")
			}
		})
	}
	assert.GreaterOrEqual(t, 5*ahead, 3*games, "ahead of the best bot in %d of %d games", ahead, games)
}

// Names, the order of declarations and fields without a meaning make no difference.
func TestStrengthOfCopies(t *testing.T) {
	if !soak.On {
		t.Skip("takes a minute of a processor: SOAK=1")
	}
	seed := drawn(t)
	original := files(t, "burgh")
	renamed := original.edit(t, `\b(penny|crown|noble|crier|hut|manor|palace|coins|points|cost|deck|hand|spent|owned|market|estate)\b`, "other_$1")
	for path, f := range renamed {
		text := string(f.Data)
		if head, cards, found := strings.Cut(text, "cards:\n"); found {
			lines := strings.Split(strings.TrimSuffix(cards, "\n"), "\n")
			slices.Reverse(lines)
			renamed[path] = &fstest.MapFile{Data: []byte(head + "cards:\n" + strings.Join(lines, "\n") + "\n")}
		}
	}
	worthless := original.edit(t, `(?m)^player:\n`, "player:\n  fields: {dust: 0, mud: 0}\n").
		edit(t, `(?m)^  turn:\n    do:\n`, "  turn:\n    do:\n      - {choose: found, from: 1..9, by: chance}\n      - {set: {me.dust: found, me.mud: me.mud + found}}\n")
	var shares []simulate.Estimate
	for name, f := range map[string]game{"original": original, "renamed": renamed, "worthless": worthless} {
		t.Run(name, func(t *testing.T) {
			p := f.learn(t, seed)
			require.NotNil(t, p.v, name)
			e := p.versus(interpreter.Learned, p.best(), 1_000_000)
			t.Logf("%-9s versus %s %s", name, p.best(), show(e))
			shares = append(shares, e)
		})
	}
	for _, a := range shares {
		for _, b := range shares {
			assert.LessOrEqual(t, a.Low, b.High, "the intervals have nothing in common")
		}
	}
}

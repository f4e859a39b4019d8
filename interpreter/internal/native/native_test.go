package native_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/native"
	"moraine/interpreter/internal/program"
)

var games = []string{"glacier", "tusk"}

func load(t testing.TB, game string, opt interpreter.Options) *program.Program {
	t.Helper()
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	g, err := interpreter.Load(all, game, opt)
	require.NoError(t, err)
	return g.Program
}

func compile(t testing.TB, p *program.Program, metered bool) *native.Code {
	t.Helper()
	code, err := native.Compile(p, metered)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, code.Close()) })
	return code
}

// pair is one match in both engines.
type pair struct {
	t       testing.TB
	m       *machine.Match
	n       *native.Player
	chance  decide.Random
	players []decide.Random // none: chance decides for them, too
}

func newPair(t testing.TB, code *native.Code, p *program.Program, metered bool) *pair {
	t.Helper()
	var meter *machine.Meter
	x := &pair{t: t, m: machine.New(p, p.MaxPlayers, nil)}
	if metered {
		meter, x.m.Meter = machine.NewMeter(p), machine.NewMeter(p)
	}
	var err error
	x.n, err = code.Player(meter)
	require.NoError(t, err)
	return x
}

// begin begins the match of a seed. Apart, everybody has lots of his own.
func (x *pair) begin(players int, seed uint64, apart bool) {
	lots := []decide.RNG{decide.NewRNG(seed, 1)}
	*x.chance.Generator() = lots[0]
	x.players = x.players[:0]
	for seat := 0; apart && seat < players; seat++ {
		lots = append(lots, decide.NewRNG(seed, uint64(2+seat)))
		x.players = append(x.players, decide.Random{RNG: lots[1+seat]})
	}
	if x.m.Meter != nil {
		x.m.Meter.Clear()
		x.n.M.Meter.Clear()
	}
	x.m.Reset(players)
	x.n.Reset(players, lots...)
}

// answer answers the request of the interpreter.
func (x *pair) answer(r *machine.Request) {
	require.NoError(x.t, x.m.Answer(x.lotsOf(r).Decide(x.m, r)...))
}

// lotsOf are the lots that decide a request.
func (x *pair) lotsOf(r *machine.Request) *decide.Random {
	if r.By >= 0 && len(x.players) > 0 {
		return &x.players[r.By]
	}
	return &x.chance
}

func (x *pair) same(what string, args ...any) {
	x.t.Helper()
	require.NoError(x.t, x.m.Err())
	require.True(x.t, x.m.State().Equal(x.n.M.State()), append([]any{what}, args...)...)
}

// At every decision both have the same state, word for word.
func TestLockStep(t *testing.T) {
	for _, game := range games {
		p := load(t, game, interpreter.Options{})
		x := newPair(t, compile(t, p, false), p, false)
		for seed := range uint64(24) {
			x.begin(p.MinPlayers+int(seed)%(p.MaxPlayers-p.MinPlayers+1), seed, seed%2 == 0)
			for n := 0; ; n++ {
				r := x.m.Next()
				_, over, ok := x.n.Play(min(n, 1))
				require.True(t, ok, "%s, seed %d, decision %d", game, seed, n)
				x.same("%s, seed %d, decision %d", game, seed, n)
				require.Equal(t, r == nil, over, "%s, seed %d, decision %d", game, seed, n)
				if over {
					break
				}
				x.answer(r)
			}
		}
	}
}

// whole plays matches to the end.
func (x *pair) whole(matches int) {
	p := x.m.P
	for seed := range uint64(matches) {
		x.begin(p.MinPlayers+int(seed)%(p.MaxPlayers-p.MinPlayers+1), seed, seed%2 == 0)
		decisions := 0
		for r := x.m.Next(); r != nil; r = x.m.Next() {
			x.answer(r)
			decisions++
		}
		taken, over, ok := x.n.Play(1 << 30)
		require.True(x.t, over && ok, "seed %d", seed)
		require.Equal(x.t, decisions, taken, "seed %d", seed)
		x.same("the end of seed %d", seed)
		if x.m.Meter != nil {
			require.Equal(x.t, x.m.Meter.Taken, x.n.M.Meter.Taken, "what seed %d comes to", seed)
			require.ElementsMatch(x.t, x.m.Meter.Fresh, x.n.M.Meter.Fresh, "what comes up in seed %d", seed)
		}
	}
}

// So have they at the end, and they have measured the same.
func TestMatches(t *testing.T) {
	matches := 1500
	if testing.Short() {
		matches = 150
	}
	for _, game := range games {
		p := load(t, game, interpreter.Options{})
		for _, metered := range []bool{false, true} {
			code := compile(t, p, metered)
			require.Empty(t, code.Left, "ops of %s that are left to the machine", game)
			newPair(t, code, p, metered).whole(matches)
		}
	}
}

// Whatever the readings.
func TestVariants(t *testing.T) {
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	for _, game := range games {
		rules, err := interpreter.Read(all, game)
		require.NoError(t, err)
		variants, err := rules.Variants()
		require.NoError(t, err)
		for _, v := range variants {
			t.Run(fmt.Sprint(game, "/", v), func(t *testing.T) {
				p := load(t, game, interpreter.Options{Variant: v})
				newPair(t, compile(t, p, true), p, true).whole(30)
			})
		}
	}
}

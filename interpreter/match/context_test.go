package match

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/testing/games"
)

// The strip above a question of a hunt shows the sum that is written out, and the sides of the die that reach it.
func TestContextOfAHunt(t *testing.T) {
	g, err := interpreter.Load(games.Sources(t, "../.."), "glacier", interpreter.Options{})
	require.NoError(t, err)
	m, err := New(g, Header{Game: "glacier", Seed: 3, Lang: "en", Players: 2, IDs: g.Program.Seats[:2], Seats: []string{Random, Random}}, Options{})
	require.NoError(t, err)
	seen := 0
	for seen < 5 {
		if q := m.Question(); q != nil && q.Name == "hunt" {
			facts := map[string]Fact{}
			for _, f := range m.Context(q.Seat) {
				facts[f.Label] = f
			}
			needs, err := strconv.Atoi(facts["The die must reach"].Text)
			require.NoError(t, err)
			bonus, err := strconv.Atoi(facts["Bonus on the roll so far"].Text)
			require.NoError(t, err)
			if sides := facts["The hunt succeeds"].Sides; sides != nil { // none for a lucky hunt
				var want []bool
				for side := 1; side <= 6; side++ {
					want = append(want, side+bonus >= needs)
				}
				require.Equal(t, want, sides)
				require.Len(t, slices.DeleteFunc(slices.Clone(sides), func(good bool) bool { return !good }), facts["The hunt succeeds"].Good())
				seen++
			}
		}
		more, err := m.Step()
		require.NoError(t, err)
		require.True(t, more, "the match is over")
	}
}

// reach plays a match of a page between random bots until a request asks a seat.
func reach(t *testing.T, game string, seed uint64, request string, wanted func(m *Match, q *Question) bool) (*Match, *Question) {
	g, err := interpreter.Load(games.Sources(t, "../.."), game, interpreter.Options{})
	require.NoError(t, err)
	n := g.Program.MinPlayers
	h := Header{Game: game, Seed: seed, Lang: "en", Players: n, IDs: g.Program.Seats[:n], Seats: slices.Repeat([]string{Random}, n)}
	m, err := New(g, h, Options{Page: true}, Recipient{Eyes: Public, Lang: "en"})
	require.NoError(t, err)
	for {
		if q := m.Question(); q != nil && q.Name == request && wanted(m, q) {
			return m, q
		}
		more, err := m.Step()
		require.NoError(t, err)
		require.True(t, more, "the match is over without %s", request)
	}
}

// The buttons for weapons tell the odds of the hunt with each of them, and with none.
func TestOddsOfOptions(t *testing.T) {
	m, q := reach(t, "glacier", 3, "hunt.weapon", func(_ *Match, q *Question) bool { return q.NoneFacts != nil })
	facts := m.Context(q.Seat)
	now := facts[slices.IndexFunc(facts, func(f Fact) bool { return f.Sides != nil })]
	require.Equal(t, now.Sides, q.NoneFacts[len(q.NoneFacts)-1].Sides, "the context shows the odds without a weapon")
	for _, o := range q.Options {
		odds := o.Facts[len(o.Facts)-1]
		require.Equal(t, "Bonus on the roll so far", o.Facts[0].Label)
		require.Equal(t, "The hunt succeeds", odds.Label)
		require.Regexp(t, `^\d in 6$`, odds.Chance)
		require.Greater(t, odds.Good(), q.NoneFacts[len(q.NoneFacts)-1].Good(), o.Name)
	}
}

// A cell of the context with `at` stands at the answers of that request: at each option with its value for that option, and not
// at an option for which it is not shown; of a `may` at the button for declining, also if an outer procedure has the cell.
func TestCellsAtAnswers(t *testing.T) {
	m, q := reach(t, "tusk", 7, "walk.step", func(_ *Match, q *Question) bool { return len(q.Options) > 1 })
	labels := map[string]bool{}
	for _, o := range q.Options {
		require.LessOrEqual(t, len(o.Facts), 1, o.Name)
		for _, f := range o.Facts {
			labels[f.Label] = true
			require.NotContains(t, f.Text, o.Name, "the second step leads away from the place of the first")
		}
	}
	require.Contains(t, labels, "Second step to")
	where := ""
	for _, f := range m.Context(q.Seat) {
		require.NotContains(t, f.Label, "Second step")
		if f.Label == "You stand on" {
			where = f.Text
		}
	}
	require.NotEmpty(t, where)

	_, q = reach(t, "nomads", 3, "facts", func(*Match, *Question) bool { return true })
	require.Len(t, q.NoneFacts, 1)
	require.Equal(t, "What follows", q.NoneFacts[0].Label)
	for _, o := range q.Options {
		require.Empty(t, o.Facts, o.Name)
	}
}

// A card that is an option is explained on its button, with the pieces on it in words.
func TestCardsAreExplainedOnButtons(t *testing.T) {
	_, q := reach(t, "nomads", 3, "human_turn.column", func(_ *Match, q *Question) bool { return true })
	taken := 0
	for _, o := range q.Options {
		require.NotContains(t, o.Name, "(")
		require.NotEmpty(t, o.Then, o.Name)
		if strings.HasSuffix(o.More, " · on the action symbol: nomad figure") {
			taken++
		}
	}
	require.Equal(t, 1, taken)
}

// In a game for one player, whose top procedure only gives that player the turn, the log has the parts of the match as
// headings.
func TestChaptersOfAGameForOnePlayer(t *testing.T) {
	m, _ := reach(t, "nomads", 3, "human_turn.column", func(*Match, *Question) bool { return true })
	var chapters []string
	for _, l := range m.Log(0) {
		if l.Chapter {
			chapters = append(chapters, l.Text)
		}
	}
	require.Equal(t, []string{"Set up", "Action phase"}, chapters)
}

// Every request of a shipped game shows its context: each procedure that asks has one.
func TestEveryProcedureThatAsksHasAContext(t *testing.T) {
	for _, id := range []string{"glacier", "nomads", "tusk"} {
		g, err := interpreter.Load(games.Sources(t, "../.."), id, interpreter.Options{})
		require.NoError(t, err)
		for i, p := range g.Program.Procs {
			asks := slices.ContainsFunc(g.Program.Units[i].Ops, func(op program.Op) bool {
				choose, ok := op.Do.(*program.ChooseOp)
				_, may := op.Do.(*program.MayOp)
				return may || ok && !choose.Chance
			})
			assert.True(t, !asks || g.Program.Contexts[i] != nil, "%s: %s asks and has no context", id, p.Name)
		}
	}
}

// The head line has the context of the procedure that a match starts with; the panel of a question does not repeat it.
func TestTheHeadLine(t *testing.T) {
	m := matchOf(t, "glacier", 3, 2)
	head := m.Head(Public)
	require.Equal(t, "Year", head[0].Label)
	require.Equal(t, "1", head[0].Text)
	for _, f := range m.Context(m.Question().Seat) {
		require.NotEqual(t, "Year", f.Label)
	}
}

// A context has the options first that fit what was done; a printed value is told in the words of the game.
func TestAContextPutsOptionsFirst(t *testing.T) {
	m, q := reach(t, "nomads", 3, "facts", func(_ *Match, q *Question) bool {
		return slices.ContainsFunc(q.Options, func(o Option) bool { return o.First > 0 })
	})
	first := slices.IndexFunc(q.Options, func(o Option) bool { return o.First == 1 })
	require.Regexp(t, "^What .* can bring$", q.Options[first].Group)
	about, ok := m.About("card.giant_sloth")
	require.True(t, ok)
	require.Equal(t, "One: 1 point. Two of a kind: 3. Three: 6. Four: 10 points", about.Values[0].Words())
}

// matchOfTexts begins a match of the game "traps" for one player, from the texts of its files.
func matchOfTexts(t *testing.T, texts ...string) *Match {
	t.Helper()
	files := fstest.MapFS{}
	for i, text := range texts {
		files["cards/traps/"+strconv.Itoa(i)+".yaml"] = &fstest.MapFile{Data: []byte(text)}
	}
	g, err := interpreter.Load(interpreter.Sources{{FS: files}}, "traps", interpreter.Options{})
	require.NoError(t, err)
	ids := g.Program.Seats
	m, err := New(g, Header{Game: "traps", Seed: 1, Lang: "en", Players: len(ids), IDs: ids, Seats: slices.Repeat([]string{Human}, len(ids))}, Options{}, Recipient{0, "en"})
	require.NoError(t, err)
	return m
}

// The context of an outer procedure stands beside that of a question only if it puts options of the question first.
func TestOuterContextsThatConcernAQuestion(t *testing.T) {
	const game = `
language: 1
game: traps
players: {from: 1, to: 1, seats: [ann]}
start: match
fields: {round: 1}
procedures:
  match: {do: [{call: outer}, {finish: players}]}
  outer: {do: [{call: inner}]}
  inner:
    do:
      - {choose: n, from: 1..3}
      - may: {go: {do: [{set: {round: 2}}]}, stay: {do: [{set: {round: 3}}]}}
context:
  match: {season: {is: round}, first of all: {is: 'true', first: [inner.go]}}
  outer: {year: {is: round}, what goes first: {is: 'true', first: [inner.go]}}
  inner: {your round: {is: round}}
`
	m := matchOfTexts(t, game)
	labels := func() (out []string) {
		for _, f := range m.Context(0) {
			out = append(out, f.Label)
		}
		return out
	}
	require.Equal(t, []string{"Your round"}, labels())
	require.NoError(t, m.Answer(0, []int32{1}))
	require.Equal(t, []string{"Year", "Your round"}, labels())
}

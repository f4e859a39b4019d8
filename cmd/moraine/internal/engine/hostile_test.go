package engine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/engine"
	shipped "moraine/interpreter/testing/games"
	"moraine/interpreter/testing/soak"
)

// requests are well-formed; the tests below spoil them.
var requests = []string{
	`{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":"duel","seed":3,"logs":true}}`,
	`{"jsonrpc":"2.0","id":2,"method":"act","params":{"match":1,"answer":[0]}}`,
	`{"jsonrpc":"2.0","id":2,"method":"act","params":{"match":1,"answer":["x"],"seat":"ann"}}`,
	`{"jsonrpc":"2.0","id":3,"method":"view","params":{"match":1,"seat":"ann","words":true}}`,
	`{"jsonrpc":"2.0","id":4,"method":"question","params":{"match":2}}`,
	`{"jsonrpc":"2.0","id":5,"method":"log","params":{"match":1,"from":-7}}`,
	`{"jsonrpc":"2.0","id":6,"method":"undo","params":{"match":1}}`,
	`{"jsonrpc":"2.0","id":7,"method":"snapshot","params":{"match":1}}`,
	`{"jsonrpc":"2.0","id":8,"method":"restore","params":{"snapshot":2}}`,
	`{"jsonrpc":"2.0","id":9,"method":"clone","params":{"match":1}}`,
	`{"jsonrpc":"2.0","id":9,"method":"guess","params":{"match":1,"seat":"ann","seed":4}}`,
	`{"jsonrpc":"2.0","id":10,"method":"drop","params":{"match":3}}`,
	`{"jsonrpc":"2.0","id":11,"method":"given","params":{"game":"duel","given":"a: {b: [c]}"}}`,
	`{"jsonrpc":"2.0","id":12,"method":"offer","params":{"match":1,"seat":"ann","offer":"swap"}}`,
	`{"jsonrpc":"2.0","id":13,"method":"result","params":{"match":1}}`,
	`{"jsonrpc":"2.0","id":14,"method":"measures","params":{"match":1}}`,
	`{"jsonrpc":"2.0","id":15,"method":"explain","params":{"words":"a"}}`,
	`[{"jsonrpc":"2.0","id":16,"method":"act","params":{"match":1,"answer":[1,2]}},{"jsonrpc":"2.0","method":"hello"},{"jsonrpc":"2.0","id":17,"method":"save","params":{"match":1}}]`,
}

// Malformed, oversized and out-of-order messages get an error each, as the schema says, and the match in which they
// were sent goes on as if they had not been.
func TestHostileMessages(t *testing.T) {
	lots := rand.New(rand.NewPCG(3, 4))
	e := New(t.Context(), shelfOf(t), "duel", "test")
	quiet := New(t.Context(), shelfOf(t), "duel", "test")
	begin := []byte(`{"jsonrpc":"2.0","id":1,"method":"new","params":{"seed":11}}`)
	require.Equal(t, e.Answer(begin, false), quiet.Answer(begin, false))
	ours := e.matches[1]
	delete(e.matches, 1) // messages cannot name it
	valid := schema(t, "response")
	for n := range soak.Cases(100_000, 10_000) {
		line := spoil(lots, requests[lots.IntN(len(requests))])
		out := e.Answer(line, len(line) > MaxLine)
		if len(out) > 0 && n%10 == 0 {
			is, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
			require.NoError(t, err, "%s: %s", line, out)
			all, isList := is.([]any)
			if !isList {
				all = []any{is}
			}
			for _, one := range all {
				require.NoError(t, valid.Validate(one), "%s: %s", line, out)
			}
		}
		require.NotContains(t, string(out), `"code":-32603`, "%s", line)
		if len(e.matches) > 64 {
			clear(e.matches)
			clear(e.snapshots)
		}
	}
	e.matches[1] = ours
	for range 30 {
		act := []byte(`{"jsonrpc":"2.0","id":1,"method":"act","params":{"match":1,"answer":[0]}}`)
		view := []byte(`{"jsonrpc":"2.0","id":1,"method":"view","params":{"match":1}}`)
		require.Equal(t, string(quiet.Answer(act, false)), string(e.Answer(act, false)))
		require.Equal(t, string(quiet.Answer(view, false)), string(e.Answer(view, false)))
	}
}

// spoil changes a message at random: a piece is cut out, doubled, replaced, or the whole is nested deeply.
func spoil(lots *rand.Rand, line string) []byte {
	out := []byte(line)
	for range lots.IntN(4) {
		i := lots.IntN(len(out))
		j := i + lots.IntN(min(12, len(out)-i)+1)
		switch lots.IntN(6) {
		case 0:
			out = slices.Delete(out, i, j)
		case 1:
			out = slices.Insert(out, i, out[i:j]...)
		case 2:
			out[i] = byte(lots.IntN(256))
		case 3:
			out = slices.Replace(out, i, j, []byte(fmt.Sprint(int64(lots.Uint64())>>lots.IntN(64)))...)
		case 4:
			out = slices.Replace(out, i, j, []byte(requests[lots.IntN(len(requests))])...)
		case 5:
			out = []byte(strings.Repeat("[", lots.IntN(80)) + string(out))
		}
		if len(out) == 0 {
			return []byte("0")
		}
	}
	return out
}

func FuzzMessages(f *testing.F) {
	for _, line := range requests {
		f.Add([]byte(line), []byte(line))
	}
	shelf := shelfOf(f)
	f.Fuzz(func(t *testing.T, a, b []byte) {
		e := New(t.Context(), shelf, "duel", "test")
		for _, line := range [][]byte{[]byte(requests[0]), a, b, a} {
			if out := e.Answer(line, false); bytes.Contains(out, []byte(`"code":-32603`)) {
				t.Fatalf("%s: %s", line, out)
			}
		}
	})
}

// The view, question, offers and text of a seat are the same bytes when the information hidden from it is
// dealt anew, in random matches of every game.
func TestNothingHiddenIsSent(t *testing.T) {
	total := 0
	for id, g := range shipped.Every(t, "../../../..") {
		t.Run(id, func(t *testing.T) {
			least, most := g.Players()
			for players := least; players <= most; players++ {
				total += swaps(t, g, players, uint64(players), id)
			}
		})
	}
	require.Greater(t, total, soak.Cases(100, 100))
}

// swaps plays a match and returns how many times information hidden from the asked seat could be dealt anew.
func swaps(t *testing.T, g *interpreter.Game, players int, seed uint64, of string) (swapped int) {
	const most = 120 // decisions
	m, dice, lots := engine.New(g, players), engine.NewRandom(seed), engine.NewRNG(seed, 7)
	here, there := atTable(t, g, players), atTable(t, g, players)
	twin := engine.New(g, players)
	for r, n := m.Next(), 0; r != nil && n < most; r, n = m.Next(), n+1 {
		answer := slices.Clone(dice.Decide(m, r))
		if r.By >= 0 && n%soak.Step(1, 1) == 0 {
			twin.Restore(m.State())
			if engine.Redeal(g, twin, int32(r.By), &lots, engine.NewRandom(seed)) && !twin.State().Equal(m.State()) {
				swapped++
				here.matches[1].SetState(m.State())
				there.matches[1].SetState(twin.State())
				seat := g.Seats()[r.By]
				for _, line := range []string{`"question","params":{"match":1}`, `"offers","params":{"match":1,"seat":%q}`, `"view","params":{"match":1,"seat":%q}`, `"view","params":{"match":1,"seat":%q,"words":true}`, `"view","params":{"match":1,"seat":%q,"text":true}`, `"act","params":{"match":1,"answer":["nonsense"]}`} {
					if strings.Contains(line, "%q") {
						line = fmt.Sprintf(line, seat)
					}
					line = `{"jsonrpc":"2.0","id":1,"method":` + line + `}`
					a, b := here.Answer([]byte(line), false), there.Answer([]byte(line), false)
					require.Equal(t, string(a), string(b), "%s: %s at %s", of, seat, r.Name)
				}
				for _, words := range []bool{false, true} {
					require.Equal(t, questionToBot(t, here, seat, words), questionToBot(t, there, seat, words), "%s: %s at %s", of, seat, r.Name)
				}
			}
		}
		require.NoError(t, m.Answer(answer...))
	}
	return swapped
}

// questionToBot returns the message to a program that plays a seat.
func questionToBot(t *testing.T, e *Engine, seat string, words bool) string {
	b := &Bot{seat: seat}
	b.includes.question, b.includes.words = words, words
	line, err := b.Question(e.matches[1].Match, nil)
	require.NoError(t, err)
	return string(line)
}

// atTable returns an engine with a match in which all seats are asked.
func atTable(t *testing.T, g *interpreter.Game, players int) *Engine {
	e := New(t.Context(), &shelf{}, "", "test")
	h := match.Header{Game: g.ID, Data: "1", Lang: "de", Players: players, IDs: g.Seats()[:players], Seats: slices.Repeat([]string{match.Human}, players)}
	m, err := match.New(g, h, match.Options{Kept: true, Loose: true})
	require.NoError(t, err)
	e.matches[1] = &table{Match: m, game: g}
	return e
}

package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
)

// schema returns the schema of a definition in the schema of the engine.
func schema(t *testing.T, name string) *jsonschema.Schema {
	text, err := os.ReadFile("../../schema/engine.json")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("engine.json", doc))
	s, err := c.Compile("engine.json#/$defs/" + name)
	require.NoError(t, err, name)
	return s
}

// session asks an engine and holds requests and results to the schema.
type session struct {
	t       *testing.T
	engine  *Engine
	schemas map[string]*jsonschema.Schema
	said    bytes.Buffer
}

func (s *session) valid(name string, text []byte) {
	if s.schemas[name] == nil {
		s.schemas[name] = schema(s.t, name)
	}
	is, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(s.t, err)
	assert.NoError(s.t, s.schemas[name].Validate(is), "%s: %s", name, text)
}

// ask returns the result of a request.
func (s *session) ask(method, params string) json.RawMessage {
	line := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	s.valid("request", line)
	out := s.engine.Answer(line, false)
	s.said.Write(out)
	s.valid("response", out)
	var r response
	require.NoError(s.t, json.Unmarshal(out, &r))
	require.Nil(s.t, r.Error, "%s %s: %s", method, params, out)
	s.valid(method+".result", r.Result)
	return r.Result
}

func newSession(t *testing.T, game string) *session {
	return &session{t: t, engine: New(t.Context(), shelfOf(t), game, "test"), schemas: map[string]*jsonschema.Schema{}}
}

// Each method answers as its schema says, and the same requests get the same bytes.
func TestMethods(t *testing.T) {
	first, second := everyMethod(t), everyMethod(t)
	assert.Equal(t, first, second)
}

func everyMethod(t *testing.T) string {
	s := newSession(t, "glacier")
	s.ask("hello", `{}`)
	s.ask("game", `{"lang":"de"}`)
	s.ask("explain", `{"words":"who wins"}`)
	s.ask("new", `{"seed":5,"players":3,"seats":{"cid":"random"},"logs":true,"lang":"fr"}`)
	m := s.engine.matches[s.engine.lastID]
	for range 40 {
		q := m.Question()
		if q == nil {
			break
		}
		id, seat := s.engine.lastID, m.IDs[q.Seat]
		for _, method := range []string{"question", "offers", "view", "log", "result"} {
			s.ask(method, fmt.Sprintf(`{"match":%d,"seat":%q}`, id, seat))
		}
		answer := "[]"
		if q.None == "" || len(q.Options) > 1 {
			answer = "[0]"
		}
		s.ask("act", fmt.Sprintf(`{"match":%d,"answer":%s,"seat":%q}`, id, answer, seat))
	}
	s.ask("view", fmt.Sprintf(`{"match":%d,"text":true}`, s.engine.lastID))
	s.ask("view", fmt.Sprintf(`{"match":%d,"words":true}`, s.engine.lastID))
	s.ask("log", fmt.Sprintf(`{"match":%d,"from":30}`, s.engine.lastID))
	s.ask("measures", fmt.Sprintf(`{"match":%d}`, s.engine.lastID))
	text := s.ask("save", fmt.Sprintf(`{"match":%d}`, s.engine.lastID))
	var saved struct{ Text string }
	require.NoError(t, json.Unmarshal(text, &saved))
	_, err := match.Parse("saved", saved.Text)
	assert.NoError(t, err)
	s.ask("given", `{"players":2,"given":{"players":2,"turn":"ann","at":"actions","ann":{"hand":["clan_1","clan_2"]},"market":["hare"]}}`)
	s.ask("given", `{"given":"players: 2\nturn: ann\nat: actions\nann: {hand: [clan_2]}\nmarket: [hare]"}`)
	s.ask("drop", fmt.Sprintf(`{"match":%d}`, s.engine.lastID))
	return s.said.String()
}

// An answer of one option needs no list, and null declines. Errors of parameters are in the words of JSON.
func TestAnswers(t *testing.T) {
	s := newSession(t, "glacier")
	s.ask("new", `{"seed":7,"players":2}`)
	said := map[string]bool{}
	for _, answer := range []string{`0`, `"hunt"`, `[0]`, `["hunt"]`} {
		said[string(s.ask("act", `{"match":1,"answer":`+answer+`}`))] = true
		s.ask("undo", `{"match":1}`)
	}
	assert.Len(t, said, 1, "all are the same answer")
	declined := s.ask("act", `{"match":1,"answer":null}`)
	s.ask("undo", `{"match":1}`)
	assert.Equal(t, declined, s.ask("act", `{"match":1}`))
	for params, want := range map[string]string{
		`{"match":1,"answer":{}}`:                 `an answer must be a number of an option (from 0), its id, or a list of these, not {}`,
		`{"match":1,"answer":[[0]]}`:              `an answer must be a number of an option (from 0), its id, or a list of these, not [0]`,
		`{"match":"1"}`:                           `\"match\" must be an integer, not string`,
		`{"match":1,"anwser":0}`:                  `there is no \"anwser\" here; did you mean \"answer\"?`,
		`{"match":1,"question":[0],"answer":[0]}`: `there is no \"question\" here; the names are match, seat, answer`,
	} {
		t.Run(params, func(t *testing.T) {
			out := s.engine.Answer([]byte(`{"jsonrpc":"2.0","id":1,"method":"act","params":`+params+`}`), false)
			assert.Contains(t, string(out), want, params)
		})
	}
}

// Options with the same id have details that differ, a piece that lies on the table has its owner, and a zone with
// places has them with coordinates and neighbours. No refusal is listed twice.
func TestOptionsAndPlaces(t *testing.T) {
	c := newClient(t, "tusk", 1)
	s := &session{t: t, engine: c.engine, schemas: map[string]*jsonschema.Schema{}}
	assert.Contains(t, string(s.ask("game", `{}`)), `{"zone":"land","layout":"hex","places":[{"id":"0","x":0,"y":0,"next":["1","2","3","4","5","6"]},{"id":"1","x":0,"y":-2,"next":[`)
	equal, refused, owners := 0, 0, 0
	for range 200 {
		at := fmt.Sprintf(`{"match":%d}`, c.matches[0].id)
		var q questionData
		require.NoError(t, json.Unmarshal(s.ask("question", at), &q))
		said := map[string]bool{}
		for _, r := range q.Refused {
			refused++
			assert.False(t, said[r.Text], "%s", r.Text)
			said[r.Text] = true
		}
		owners += strings.Count(string(s.ask("view", at)), `{"card":"tribesman","owner":"`)
		if strings.Contains(string(OpenQuestion(c.engine.matches[c.matches[0].id].Match)), `"details":[{`) {
			equal++
		}
		c.read(c.engine.Answer(c.acts(), false))
	}
	assert.True(t, equal > 0 && refused > 0 && owners > 0, "%d %d %d", equal, refused, owners)
}

// A copy goes on by itself, a snapshot brings a moment back, and a decision that is taken back can be made otherwise.
func TestMoments(t *testing.T) {
	s := newSession(t, "tusk")
	asked := func(method, params string) (a asking) {
		require.NoError(t, json.Unmarshal(s.ask(method, params), &a))
		return a
	}
	first := asked("new", `{"seed":3}`)
	first.Match = 0
	s.ask("snapshot", `{"match":1}`)
	next := asked("act", `{"match":1,"answer":[0]}`)
	assert.NotEqual(t, first, next)
	s.ask("clone", `{"match":1}`)
	s.ask("guess", `{"match":1}`)
	assert.Equal(t, string(s.ask("view", `{"match":1,"seat":"blue"}`)), string(s.ask("view", `{"match":4,"seat":"blue"}`)))
	assert.Contains(t, string(s.engine.Answer([]byte(`{"jsonrpc":"2.0","id":1,"method":"save","params":{"match":4}}`), false)), `"error":{"code":1,`)
	assert.Equal(t, first, asked("undo", `{"match":1}`))
	assert.Equal(t, next, asked("act", `{"match":1,"answer":[0]}`))
	assert.Equal(t, first, asked("restore", `{"snapshot":2}`))
	assert.Equal(t, asked("act", fmt.Sprintf(`{"match":1,"answer":[%q]}`, first.Options[0])), next)
	assert.Equal(t, string(s.ask("view", `{"match":1,"seat":"blue"}`)), string(s.ask("view", `{"match":3,"seat":"blue"}`)))
	s.ask("drop", `{"snapshot":2}`)
	s.ask("drop", `{"match":1}`)
	for _, line := range []string{`"undo","params":{"match":1}`, `"restore","params":{"snapshot":2}`, `"undo","params":{"match":3,"seat":"nemo"}`} {
		assert.Contains(t, string(s.engine.Answer([]byte(`{"jsonrpc":"2.0","id":1,"method":`+line+`}`), false)), `"error":{"code":2,`)
	}
}

// The number of players of a position is in `given` or beside it; two numbers must be equal.
func TestGivenPlayers(t *testing.T) {
	s := newSession(t, "glacier")
	for _, c := range []struct{ params, want string }{
		{`{"players":2,"given":{"turn":"ann","at":"actions"}}`, `ann bob`},
		{`{"given":"players: 2"}`, `ann bob`},
		{`{"players":2,"given":{"players":3}}`, "`given` has 3 players, not 2; leave out one of the two numbers"},
		{`{"players":9,"given":{}}`, `the number of players must be from 2 to 4, not 9`},
	} {
		line := `{"jsonrpc":"2.0","id":1,"method":"given","params":` + c.params + `}`
		out := string(s.engine.Answer([]byte(line), false))
		if strings.Contains(out, `"result"`) {
			out = strings.Join(s.engine.matches[s.engine.lastID].IDs, " ")
		}
		assert.Contains(t, out, c.want, c.params)
	}
}

// Values that `given` prints on cards hold in the match and in its copies.
func TestGivenCardsKeepTheirValues(t *testing.T) {
	s := newSession(t, "glacier")
	s.ask("given", `{"players":2,"given":{"players":2,"turn":"ann","at":"actions","cards":{"hare":{"nutrition":9}},"market":["hare"]}}`)
	s.ask("clone", `{"match":1}`)
	s.ask("guess", `{"match":1,"seat":"ann"}`)
	for match := range 3 {
		view := string(s.ask("view", fmt.Sprintf(`{"match":%d,"seat":"ann","words":true}`, match+1)))
		assert.Contains(t, view, `"nutrition 9"`, "match %d", match+1)
	}
}

// The stream answers each line in turn, leaves a line out that is too long, and needs no line break at the end.
func TestServe(t *testing.T) {
	long := strings.Repeat("x", MaxLine+1)
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":"a","method":"hello"}`, "", long, `[{"jsonrpc":"2.0","id":1,"method":"nonsense"},{"jsonrpc":"2.0","method":"hello"},7]`,
		`{"jsonrpc":"2.0","method":"hello"}`, strings.Repeat("[", 100), `nonsense`, `{"jsonrpc":"2.0","id":{},"method":"hello"}`, `{"jsonrpc":"2.0","id":9,"method":"games"}`,
	}, "\n")
	var out bytes.Buffer
	require.NoError(t, New(t.Context(), shelfOf(t), "", "test").Serve(strings.NewReader(in), &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 7)
	for i, want := range []string{`"id":"a"`, "larger than 4194304 bytes", `[{"jsonrpc":"2.0","id":1,"error":{"code":-32601`, "deeper than 64 levels", "-32700", "-32600", `"id":9,"result":[`} {
		assert.Contains(t, lines[i], want)
	}
	response := schema(t, "response")
	for _, line := range slices.Concat(lines[:2], lines[3:]) {
		is, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		require.NoError(t, err)
		assert.NoError(t, response.Validate(is), line)
	}
}

// A fault of the rules reaches the client with its place: from the request that caused it and from each request after it,
// until the decision is taken back.
func TestAFaultReachesTheClient(t *testing.T) {
	const rules = `language: 1
game: broken
players: {from: 1, to: 1, seats: [ann], turn: active}
start: match
fields: {active: {type: player}, n: 0}
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - may:
          spin: [{while: 'n < 2000000000', do: [{set: {n: n + 1}}]}]
          divide: [{set: {n: 'floor(1 / n)'}}]
          last: [{finish: players}]
        again: true
  off:
    do: [{set: {n: 'floor(1 / n)'}}]
`
	sources := interpreter.Sources{{Name: "test", FS: fstest.MapFS{"cards/broken/game.yaml": {Data: []byte(rules)}}}}
	e := New(t.Context(), &shelf{sources, map[string]*interpreter.Game{}}, "broken", "test")
	ask := func(method, params string) string {
		return string(e.Answer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params), false))
	}
	for option, says := range map[string]string{"spin": "game.yaml:11:19: more than 200000 steps", "divide": "game.yaml:12:31: 1 / 0 is no number"} {
		t.Run(option, func(t *testing.T) {
			require.Contains(t, ask("new", `{}`), `"options":["spin","divide","last"]`)
			of := fmt.Sprintf(`{"match":%d}`, e.lastID)
			require.Contains(t, ask("act", fmt.Sprintf(`{"match":%d,"answer":%q}`, e.lastID, option)), says)
			for _, method := range []string{"question", "act", "result"} {
				out := ask(method, of)
				require.Contains(t, out, `"code":4`, method)
				require.Contains(t, out, says, method)
			}
			require.Contains(t, ask("undo", of), `"options":["spin","divide","last"]`)
		})
	}
	require.Contains(t, ask("given", `{"given":{"at":"off"}}`), "game.yaml:16:21: 1 / 0 is no number")
}

package engine

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	shipped "moraine/interpreter/testing/games"
)

// shelf holds all games for tests.
type shelf struct {
	sources interpreter.Sources
	loaded  map[string]*interpreter.Game
}

func shelfOf(t testing.TB) *shelf {
	return &shelf{shipped.Sources(t, "../../../.."), map[string]*interpreter.Game{}}
}

func (s *shelf) IDs() []string { return s.sources.Games() }

func (s *shelf) Load(id string, opt interpreter.Options) (*interpreter.Game, string, error) {
	key := fmt.Sprint(id, opt)
	if s.loaded[key] == nil {
		g, err := interpreter.Load(s.sources, id, opt)
		if err != nil {
			return nil, "", err
		}
		s.loaded[key] = g
	}
	return s.loaded[key], "hash", nil
}

func (s *shelf) load(t testing.TB, id string) *interpreter.Game {
	g, _, err := s.Load(id, interpreter.Options{})
	require.NoError(t, err)
	return g
}

func (s *shelf) Variants(string) ([]string, error) { return nil, nil }

func (s *shelf) Explain(_, _, words string) (string, error) {
	if words == "" {
		return "", fs.ErrNotExist
	}
	return words, nil
}

// client plays matches at random through an engine.
type client struct {
	t       testing.TB
	engine  *Engine
	lots    *rand.Rand
	matches []*clientMatch
	seed    int
	done    int // decisions of matches that are over
	line    []byte
}

// clientMatch is a match as its client knows it.
type clientMatch struct {
	id       int
	seat     string
	options  int
	least    int
	optional bool
}

// asking is the result of act and new.
type asking struct {
	Match    int      `json:"match"`
	Seat     string   `json:"seat"`
	Request  string   `json:"request"`
	Options  []string `json:"options"`
	Least    *int     `json:"least"`
	Optional bool     `json:"optional"`
	Over     *bool    `json:"over"`
}

type response struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

func newClient(t testing.TB, game string, matches int) *client {
	c := &client{t: t, engine: New(t.Context(), shelfOf(t), game, "test"), lots: rand.New(rand.NewPCG(1, 2))}
	for range matches {
		c.matches = append(c.matches, c.begin(&clientMatch{}))
	}
	return c
}

// ask sends a request and returns its result.
func (c *client) ask(method, params string, into any) {
	out := c.engine.Answer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params), false)
	var r response
	require.NoError(c.t, json.Unmarshal(out, &r), "%s", out)
	require.Nil(c.t, r.Error, "%s %s: %s", method, params, out)
	require.NoError(c.t, json.Unmarshal(r.Result, into), "%s", out)
}

// begin starts a match anew.
func (c *client) begin(m *clientMatch) *clientMatch {
	if m.id != 0 {
		c.done += len(c.engine.matches[m.id].Decisions())
		var gone bool
		c.ask("drop", fmt.Sprintf(`{"match":%d}`, m.id), &gone)
	}
	var a asking
	c.seed++
	c.ask("new", fmt.Sprintf(`{"seed":%d}`, c.seed), &a)
	m.id = a.Match
	m.set(&a)
	return m
}

func (m *clientMatch) set(a *asking) {
	m.seat, m.options, m.least, m.optional = a.Seat, len(a.Options), 1, a.Optional
	if a.Least != nil {
		m.least = *a.Least
	}
}

// acts returns a batch that answers the question of each match.
func (c *client) acts() []byte {
	c.line = append(c.line[:0], '[')
	for i, m := range c.matches {
		if i > 0 {
			c.line = append(c.line, ',')
		}
		c.line = fmt.Appendf(c.line, `{"jsonrpc":"2.0","id":%d,"method":"act","params":{"match":%d,"answer":%s}}`, i, m.id, m.answer(c.lots))
	}
	return append(c.line, ']')
}

// each returns a batch with a request about each match, for the seat that is asked.
func (c *client) each(method string) []byte {
	line := []byte{'['}
	for i, m := range c.matches {
		if i > 0 {
			line = append(line, ',')
		}
		line = fmt.Appendf(line, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"match":%d,"seat":%q}}`, i, method, m.id, m.seat)
	}
	return append(line, ']')
}

// answer returns an answer that is usually legal.
func (m *clientMatch) answer(lots *rand.Rand) string {
	switch {
	case m.options == 0, m.optional && lots.IntN(m.options+1) == 0:
		return "[]"
	case m.least > 1:
		text, _ := json.Marshal(lots.Perm(m.options)[:min(m.least, m.options)])
		return string(text)
	}
	return fmt.Sprintf("[%d]", lots.IntN(m.options))
}

// read takes the questions of a batch, and begins a match anew that is over.
func (c *client) read(out []byte) {
	var all []response
	require.NoError(c.t, json.Unmarshal(out, &all))
	for i, r := range all {
		var a asking
		switch {
		case r.Error != nil && r.Error.Code == codeRefused: // it is asked again, and answers otherwise
			continue
		case r.Error != nil:
			c.t.Fatalf("%+v", r.Error)
		}
		require.NoError(c.t, json.Unmarshal(r.Result, &a))
		if a.Over != nil {
			c.begin(c.matches[i])
			continue
		}
		c.matches[i].set(&a)
	}
}

// decisions returns the number of decisions in all matches.
func (c *client) decisions() int {
	n := c.done
	for _, m := range c.matches {
		n += len(c.engine.matches[m.id].Decisions())
	}
	return n
}

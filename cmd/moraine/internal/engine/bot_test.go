package engine

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/playout"
)

// With these arguments, the test binary is a program that plays.
func init() {
	if len(os.Args) == 3 && os.Args[1] == "bot" {
		playAs(os.Args[2])
		os.Exit(0)
	}
}

// pick returns an answer with an option and as many after it as are needed.
func pick(from, least int) string {
	var all []int
	for i := range max(1, least) {
		all = append(all, from+i)
	}
	text, _ := json.Marshal(all)
	return string(text)
}

// playAs answers messages in a way that has a name.
func playAs(kind string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	for tries := 0; in.Scan(); {
		var m struct {
			ID     int
			Method string
			Params struct {
				Options []string
				Least   int
				Refused string
			}
		}
		_ = json.Unmarshal(in.Bytes(), &m)
		result := "null"
		switch {
		case m.Method == "decide" && m.Params.Refused != "":
			tries++
			result = pick(tries%max(1, len(m.Params.Options)), m.Params.Least)
		case m.Method == "decide":
			tries, result = 0, "[]"
			if len(m.Params.Options) > 0 {
				result = pick(0, m.Params.Least)
			}
		case m.Method == "begin" && kind == "wordy":
			result = `{"include":["question","words"]}`
		}
		reply := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%s}`, m.ID, result)
		if m.Method == "decide" {
			switch kind {
			case "dies":
				fmt.Fprintln(os.Stderr, "first\nno idea\x1b[1m")
				os.Exit(3)
			case "leaves": // a child that holds its output
				child := exec.Command("sleep", "600")
				child.Stdout, child.Stderr = os.Stdout, os.Stderr
				_ = child.Start()
				os.Exit(3)
			case "hangs":
				time.Sleep(time.Hour)
			case "nonsense":
				reply = "I hunt"
			case "late":
				reply = strings.Replace(reply, `"id":`, `"id":1`, 1)
			case "long":
				reply = strings.Repeat(" ", maxReply+1) + reply
			case "deep":
				reply = strings.Replace(reply, "[0]", strings.Repeat("[", 100)+strings.Repeat("]", 100), 1)
			case "error":
				reply = strings.Replace(reply, `"result":`+result, `"error":{"code":1,"message":"lost"}`, 1)
			case "illegal":
				reply = strings.Replace(reply, result, `["no such option"]`, 1)
			case "greedy":
				reply = strings.Replace(reply, result, "[99999999999]", 1)
			}
		}
		fmt.Println(reply)
	}
}

// bot returns a program of a kind.
func bot(t *testing.T, kind string, patience time.Duration) *Bot {
	self, err := os.Executable()
	require.NoError(t, err)
	b, err := NewBot(t.Context(), Exec+self+" bot "+kind, t.TempDir(), func(p string) string { return p }, patience)
	require.NoError(t, err)
	t.Cleanup(b.Close)
	return b
}

// series plays matches in which a program has the first seat.
func series(t *testing.T, g *interpreter.Game, b *Bot, n uint64) (won int, err error) {
	p, err := playout.New(t.Context(), g, playout.Options{Players: 2, Bots: []string{"", "random"}, Outside: map[int]playout.Outsider{0: b}})
	require.NoError(t, err)
	for seed := range n {
		p.Number++
		_, ended, err := p.Play(seed, func(seat int) int { return seat })
		if err != nil {
			return won, err
		}
		require.True(t, ended)
		if p.Won(0) {
			won++
		}
	}
	return won, nil
}

// A program plays matches to their end, and is asked again after an answer that the rules refuse.
func TestProgramsPlay(t *testing.T) {
	shelf := shelfOf(t)
	for _, kind := range []string{"first", "wordy"} {
		for _, id := range []string{"duel", "glacier", "tusk"} {
			_, err := series(t, shelf.load(t, id), bot(t, kind, 0), 3)
			require.NoError(t, err, "%s in %s", kind, id)
		}
	}
}

// A program that dies or answers nonsense is named, with the reason.
func TestProgramsFail(t *testing.T) {
	g := shelfOf(t).load(t, "duel")
	for kind, want := range map[string]string{
		"dies":     ` bot dies, which plays ann: the program has ended with exit code 3; its last line on stderr: no idea\x1b[1m`,
		"leaves":   ` bot leaves, which plays ann: the program has ended with exit code 3`,
		"nonsense": `it wrote "I hunt"; the answer is {"jsonrpc":"2.0","id":2,"result":…}`,
		"late":     `; the answer is {"jsonrpc":"2.0","id":2,"result":…}`,
		"deep":     `; the answer is {"jsonrpc":"2.0","id":2,"result":…}`,
		"long":     `the program wrote a line of more than 65536 bytes`,
		"error":    `the program reports an error: "lost"`,
		"illegal":  `100 answers to a question were refused, the last one because: unknown option "no such option"; the options are `,
		"greedy":   `100 answers to a question were refused, the last one because: no option 99999999999; there are 1 options, numbered from 0`,
	} {
		t.Run(kind, func(t *testing.T) {
			_, err := series(t, g, bot(t, kind, 0), 1)
			var failed *BotError
			require.ErrorAs(t, err, &failed, kind)
			assert.Contains(t, err.Error(), want, kind)
		})
	}
	_, err := series(t, g, bot(t, "hangs", time.Millisecond), 1)
	require.ErrorContains(t, err, "the program has not answered within 1ms")
	for name, want := range map[string]string{Exec: "is not a program", Exec + "./no-such-program": "cannot be started"} {
		t.Run(name, func(t *testing.T) {
			b, err := NewBot(t.Context(), name, t.TempDir(), func(p string) string { return "/none/" + p }, 0)
			if err == nil {
				_, err = series(t, g, b, 1)
			}
			require.ErrorContains(t, err, want)
		})
	}
}

// The messages to a program are those of the schema, and do not tell the seed.
func TestMessagesToPrograms(t *testing.T) {
	s := newSession(t, "glacier")
	s.ask("new", `{"seed":771177,"players":2}`)
	m := s.engine.matches[1].Match
	b := &Bot{}
	b.p.ctx = t.Context()
	params := func(name string, line []byte, err error) {
		require.NoError(t, err)
		var r request
		require.NoError(t, json.Unmarshal(line, &r))
		require.Equal(t, name, r.Method)
		s.valid(name+".params", r.Params)
		require.NotContains(t, string(line), "771177")
	}
	for seat := range int32(2) {
		line, err := b.Beginning(m, seat, 1)
		params("begin", line, err)
	}
	for n := range 30 {
		b.includes.question, b.includes.words = n%2 == 0, n%3 == 0
		by, _ := m.Asked()
		b.seat = m.IDs[by]
		line, err := b.Question(m, nil)
		params("decide", line, err)
		line, err = b.Question(m, &match.Refusal{Text: "No."})
		params("decide", line, err)
		s.ask("act", `{"match":1,"answer":[0]}`)
	}
}

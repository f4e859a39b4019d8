//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/mcp"
	"moraine/interpreter/files"
	"moraine/interpreter/testing/soak"
)

// call is a call of a tool, with a text that the result contains.
type call struct{ tool, arguments, says string }

// lawyers are questions about rules, each with the calls by which an assistant answers it with proof.
var lawyers = []struct {
	question string
	calls    []call
}{
	{"May I hunt the same prey twice?", []call{
		{"search", `{"game":"glacier","words":"may I hunt twice"}`, "prey.after_failure"},
		{"explain", `{"game":"glacier","words":"prey.after_failure"}`, "once_only"},
	}},
	{"Who wins?", []call{
		{"search", `{"game":"tusk","words":"who wins"}`, "T-END-04"},
		{"explain", `{"game":"tusk","words":"T-END-04"}`, "more Tasty Food than every opponent wins"},
	}},
	{"Kann ich Zorn auf mich selbst spielen?", []call{
		{"search", `{"game":"glacier","words":"can I play Wrath on myself"}`, "S-FATE-01"},
		{"explain", `{"game":"glacier","words":"wrath","lang":"de"}`, "Zorn der Geister"},
	}},
	{"How many Artefacts may I have?", []call{
		{"search", `{"game":"glacier","words":"how many artefacts may I have"}`, "E-A-05"},
		{"explain", `{"game":"glacier","words":"E-A-05"}`, "only one Artefact at a time"},
	}},
	{"What can Ann do with one card and a hare?", []call{
		{"situation", `{"game":"glacier","given":{"players":2,"turn":"ann","at":"actions","ann":{"hand":["clan_1"]},"market":["hare"]}}`, "turn.actions"},
	}},
	{"Why is this position not possible?", []call{
		{"situation", `{"game":"glacier","given":"ann: {hand: [clan_9]}"}`, `there is no card "clan_9"`},
	}},
	{"Does a Herb save me from Predator?", []call{
		{"try", `{"game":"glacier","scenario":` + predator + `}`, "1 passed"},
		{"depends", `{"game":"glacier","scenario":` + predator + `}`, "predator.effect"},
	}},
	{"Is my scenario right?", []call{
		{"try", `{"game":"glacier","scenario":"- scenario: x\n  given: {ann: {hnd: []}}\n  then: true"}`, "scenarios/glacier/try.yaml:2:"},
	}},
	{"Where do two texts differ?", []call{
		{"diff", `{"game":"glacier","first":"default","second":"spoiled.count=all"}`, "all his herbs"},
	}},
	{"Is the first seat better off?", []call{
		{"simulate", `{"game":"tusk","games":20,"players":2,"policy":"random"}`, "20"},
	}},
	{"Are the files in order?", []call{
		{"check", `{"game":"nomads"}`, "nomads"},
		{"check", `{"game":"nomad"}`, `there is no game "nomad"`},
	}},
}

// predator is a scenario as JSON.
const predator = `"- scenario: A Herb is spent on Predator\n  given: {turn: ann, at: actions, ann: {living: [clan_1], fate: [predator]}, bob: {hand: [clan_1], supply: [camomile]}}\n  when:\n    - ann: {play: predator, target: bob}\n    - bob: use_herb\n  then: count(bob.hand) == 1"`

// connected returns a client of a server for an assistant in a folder.
func connected(t *testing.T, dir string, write bool) *sdk.ClientSession {
	a := &app{dataLayers: dataLayers{World: World{In: &bytes.Buffer{}, Out: &bytes.Buffer{}, Err: &bytes.Buffer{}, Dir: dir, Env: func(string) string { return "" }}}}
	newRoot(a) // sets the flags
	data, err := a.serverLayers()
	require.NoError(t, err)
	there, here := sdk.NewInMemoryTransports()
	_, err = mcp.New(a.assistant(t.Context(), data, write)).Connect(t.Context(), there, nil)
	require.NoError(t, err)
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	require.NoError(t, err)
	return client
}

// called returns the text of a result.
func called(t *testing.T, client *sdk.ClientSession, tool, arguments string) (text string, failed bool) {
	r, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	require.NoError(t, err, "%s %s", tool, arguments)
	require.Len(t, r.Content, 1)
	return r.Content[0].(*sdk.TextContent).Text, r.IsError
}

// A file that is saved by another program while an assistant is connected is read again.
func TestFilesSavedElsewhereAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "variants/tusk/gentle.yaml")
	save := func(about string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte("variant: gentle\nabout: "+about+"\n"), 0o600))
	}
	save("Nobody freezes.")
	client := connected(t, dir, false)
	explained := func() string {
		text, _ := called(t, client, "explain", `{"game":"tusk","words":"gentle"}`)
		return text
	}
	require.Contains(t, explained(), "Nobody freezes.")
	save("Nobody starves.")
	require.Eventually(t, func() bool { return strings.Contains(explained(), "Nobody starves.") }, time.Minute, 10*time.Millisecond)
}

// An assistant answers each question with these calls.
func TestQuestionsOfALawyer(t *testing.T) {
	dir := t.TempDir()
	client := connected(t, dir, false)
	for i := 0; i < len(lawyers); i += soak.Step(1, 1) {
		q := lawyers[i]
		t.Run(q.question, func(t *testing.T) {
			for _, c := range q.calls {
				text, _ := called(t, client, c.tool, c.arguments)
				assert.Contains(t, text, c.says, "%s %s", c.tool, c.arguments)
			}
		})
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left, "nothing is written")
}

// The tool save exists only with --write, and writes only below the folder.
func TestAssistantWritesOnlyInItsFolder(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	reads, err := connected(t, dir, false).ListTools(t.Context(), nil)
	require.NoError(t, err)
	writes, err := connected(t, dir, true).ListTools(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, reads.Tools, 8)
	require.Len(t, writes.Tools, 9)
	client := connected(t, dir, true)
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "variants")))
	for _, file := range []string{"../x.yaml", "/etc/x.yaml", "cards/glacier/../../x.yaml", "cards/x.yaml", "other/glacier/x.yaml", "cards/glacier/x.sh", "variants/glacier/x.yaml"} {
		_, failed := called(t, client, "save", `{"file":"`+file+`","text":"x"}`)
		assert.True(t, failed, file)
	}
	left, err := os.ReadDir(outside)
	require.NoError(t, err)
	assert.Empty(t, left)
	text, failed := called(t, client, "save", `{"file":"cards/pebbles/x.yaml","text":"language: 1\ngame: pebbles\n"}`)
	assert.True(t, failed)
	assert.Contains(t, text, "cards/pebbles/x.yaml:1:1")
	assert.FileExists(t, filepath.Join(dir, "cards/pebbles/x.yaml"))

	text, failed = called(t, client, "save", `{"file":"cards/pebbles/stone.csv","text":"id\nflint\n"}`)
	assert.True(t, failed)
	assert.Contains(t, text, "no kind names the table cards/pebbles/stone.csv")
	_, _ = called(t, client, "save", `{"file":"cards/pebbles/stone.yaml","text":"kind: stone\ntable: stone.csv\n"}`)
	_, _ = called(t, client, "save", `{"file":"cards/pebbles/stone.csv","text":"id\nflint\n"}`)
	assert.FileExists(t, filepath.Join(dir, "cards/pebbles/stone.csv"))
}

// The resources are explanations, pages and schemas.
func TestResources(t *testing.T) {
	client := connected(t, t.TempDir(), false)
	for uri, says := range map[string]string{
		"moraine://games/glacier/E-A-05": "only one Artefact", "moraine://language/scenarios": "given", "moraine://schema/engine": "protocol 1",
	} {
		t.Run(uri, func(t *testing.T) {
			r, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
			require.NoError(t, err, uri)
			assert.Contains(t, r.Contents[0].Text, says)
		})
	}
	games, err := client.Complete(t.Context(), &sdk.CompleteParams{
		Ref: &sdk.CompleteReference{Type: "ref/resource", URI: "moraine://games/{game}/{name}"}, Argument: sdk.CompleteParamsArgument{Name: "game", Value: "gl"},
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"glacier"}, games.Completion.Values)
	for _, uri := range []string{"moraine://games/glacier/qqqqqq", "moraine://games/nemo/E-A-05", "moraine://games/glacier"} {
		_, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		assert.Error(t, err, uri)
	}
}

// No string of a call becomes a flag, a program or a folder, whatever the tool.
func TestCallsAreUntrusted(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	mark := filepath.Join(dir, "MARK")
	require.NoError(t, os.MkdirAll(filepath.Join(outside, "cards/tusk"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(outside, "cards/tusk/game.yaml"), []byte("password: hunter2\n"), 0o600))
	client := connected(t, dir, false)
	hostile := []string{"exec:touch " + mark, outside, "--data=" + outside, "--bot-time=1s", "-v", "default\x00", "x\u202ey", "../../" + outside, "and", ""}
	for tool, arguments := range map[string]string{
		"search": `{"game":%[2]q,"words":%[1]q,"lang":%[1]q}`, "explain": `{"game":"tusk","words":%[1]q,"lang":%[1]q}`,
		"situation": `{"game":"tusk","variant":%[1]q,"readings":{%[1]q:%[1]q},"given":{"players":2}}`, "try": `{"game":"tusk","variant":%[1]q,"scenario":%[1]q}`,
		"depends": `{"game":%[2]q,"scenario":"- scenario: x"}`, "check": `{"game":"tusk","variant":%[1]q,"readings":{%[1]q:%[1]q}}`,
		"diff": `{"game":"tusk","first":%[1]q,"second":%[1]q}`, "simulate": `{"game":"tusk","games":1,"players":2,"policy":%[1]q}`,
	} {
		t.Run(tool, func(t *testing.T) {
			for i := 0; i < len(hostile); i += soak.Step(1, 1) {
				s := hostile[i]
				value, err := json.Marshal(s)
				require.NoError(t, err)
				game, _ := json.Marshal("tusk" + s)
				with := strings.NewReplacer("%[1]q", string(value), "%[2]q", string(game)).Replace(arguments)
				text, failed := called(t, client, tool, with)
				if s != "" && tool != "explain" { // it searches for any words
					assert.True(t, failed, "%s %s: %s", tool, with, text)
				}
				assert.NotContains(t, text, "hunter2", "%s %s", tool, with)
				assert.NotContains(t, text, "\u202e", "%s %s", tool, with)
				assert.NotContains(t, text, "internal error", "%s %s", tool, with)
			}
		})
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left, "no program was started, and nothing was written")
}

// An assistant plays matches with learned values, within the bounds of searches.
func TestSimulateWithLearnedValues(t *testing.T) {
	dir := learnable(t)
	learned := "learned: {default: {rules: rules1-0, weights: {me.coins: {early: 300}, me.beads: {early: 100}}}}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cards/pick/learned.yaml"), []byte(learned), 0o600))
	client := connected(t, dir, false)
	text, failed := called(t, client, "simulate", `{"game":"pick","policy":"learned"}`)
	require.False(t, failed, text)
	assert.Contains(t, text, "Pick with 2 players, learned: matches 20 of seed 0")
	text, failed = called(t, client, "simulate", `{"game":"pick","policy":"learned","games":51}`)
	require.True(t, failed, text)
	assert.Contains(t, text, "51 matches with learned take too long; games times nodes (20) must be at most 1000")
}

// The bounds of simulate are in its schema, and are kept.
func TestSimulateIsBounded(t *testing.T) {
	client := connected(t, t.TempDir(), false)
	for arguments, says := range map[string]string{
		`{"game":"tusk","games":20001}`:                                     "maximum",
		`{"game":"tusk","games":-1}`:                                        "minimum",
		`{"game":"tusk","policy":"mcts=1000000"}`:                           "games times nodes (1000000) must be at most",
		`{"game":"tusk","games":20000,"policy":"mcts=9223372036854775807"}`: "must be from 1 to 1000000, not",
		`{"game":"tusk","policy":"mcts"}`:                                   "games times nodes (500) must be at most",
		`{"game":"tusk","policy":"learned"}`:                                "the game has no learned values; `moraine learn` makes them",
		`{"game":"tusk","policy":"greedy,greedy"}`:                          "the game has no bot",
		`{"game":"tusk","players":17,"policy":"greedy"}`:                    "from 2 to 4",
	} {
		t.Run(arguments, func(t *testing.T) {
			text, failed := called(t, client, "simulate", arguments)
			assert.True(t, failed, arguments)
			assert.Contains(t, text, says, arguments)
		})
	}
	tools, err := client.ListTools(t.Context(), nil)
	require.NoError(t, err)
	for _, tool := range tools.Tools {
		if tool.Name == "simulate" {
			schema, err := json.Marshal(tool.InputSchema)
			require.NoError(t, err)
			assert.Contains(t, string(schema), `"maximum":20000`)
		}
	}
}

// save keeps the whole old file or the whole new one, and writes no file that no game can have.
func TestSaveLosesNothing(t *testing.T) {
	dir := t.TempDir()
	client := connected(t, dir, true)
	file := filepath.Join(dir, "cards/my/game.yaml")
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte("# my rules\n"), 0o600))
	for _, step := range []string{"create", "write", "sync", "rename"} {
		files.Before = func(at, _ string) error {
			if at == step {
				return syscall.ENOSPC
			}
			return nil
		}
		text, failed := called(t, client, "save", `{"file":"cards/my/game.yaml","text":"# new\n"}`)
		files.Before = nil
		assert.True(t, failed, step)
		assert.Contains(t, text, "cannot be written: no space left on device", step)
		now, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, "# my rules\n", string(now), step)
	}
	held, err := files.LockFolder(dir)
	require.NoError(t, err)
	text, _ := called(t, client, "save", `{"file":"cards/my/game.yaml","text":"# new\n"}`)
	assert.Contains(t, text, "open in another program")
	require.NoError(t, held.Close())
	for _, name := range []string{
		"cards/my/a\x1b[31m.yaml", "cards/my/" + strings.Repeat("x/", 70) + "y.yaml", "cards/My/x.yaml", "cards/--all/x.yaml", "cards/my/.#x.yaml",
		"cards/my/" + strings.Repeat("x", 300) + ".yaml", "cards//x.yaml", "cards/my/con:x.yaml", "cards/my/a\\b.yaml", "cards/my/.yaml",
	} {
		arguments, err := json.Marshal(map[string]string{"file": name, "text": "x"})
		require.NoError(t, err)
		text, failed := called(t, client, "save", string(arguments))
		assert.True(t, failed, name)
		assert.Contains(t, text, "is not a game file", name)
	}
	left, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	assert.Len(t, left, 1)
}

// conversation sends lines to a server for an assistant, and returns the answers up to that to a last ping.
func conversation(t testing.TB, o mcp.Options, lines ...string) string {
	t.Helper()
	in, client := io.Pipe()
	server, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- mcp.Serve(t.Context(), o, in, out); out.Close() }()
	go func() {
		_, _ = io.WriteString(client, `{"jsonrpc":"2.0","id":"begin","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`+"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
		_, _ = io.WriteString(client, strings.Join(lines, "\n")+"\n"+`{"jsonrpc":"2.0","id":"end","method":"ping"}`+"\n")
	}()
	var all strings.Builder
	answers := bufio.NewReader(server)
	for {
		line, err := answers.ReadString('\n')
		require.NoError(t, err, "the server has ended after %q: %s", lines, all.String())
		all.WriteString(line)
		if strings.Contains(line, `"id":"end"`) {
			break
		}
	}
	client.Close()
	go func() { _, _ = io.Copy(io.Discard, server) }()
	require.NoError(t, <-ended)
	return all.String()
}

// offline returns the options of a server with one small game.
func offline(t testing.TB, errs io.Writer) mcp.Options {
	dir, err := filepath.Abs("testdata/pebbles")
	require.NoError(t, err)
	a := &app{dataLayers: dataLayers{World: World{In: &bytes.Buffer{}, Out: &bytes.Buffer{}, Err: errs, Dir: dir, Env: func(string) string { return "" }}, noBuiltin: true}}
	data, err := a.serverLayers()
	require.NoError(t, err)
	return a.assistant(t.Context(), data, false)
}

// A line that is no message is answered, and the server goes on.
func TestMalformedMessagesAreAnswered(t *testing.T) {
	o := offline(t, io.Discard)
	for line, code := range map[string]string{
		`{`: "-32700", `null`: "-32600", `[]`: "-32600", `5`: "-32600", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`: "-32600", `{"jsonrpc":"1.0","id":1,"method":"ping"}`: "-32600",
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`: "-32600", "\x00": "-32700", `{"jsonrpc":"2.0","id":1,"method":"ping"} x`: "-32700",
		strings.Repeat("[", 100_000): "-32700", strings.Repeat("[", 200) + strings.Repeat("]", 200): "-32600", `"` + strings.Repeat("x", 5<<20) + `"`: "-32600",
	} {
		t.Run(line, func(t *testing.T) {
			assert.Contains(t, conversation(t, o, line), `"code":`+code, "%.80s", line)
		})
	}
	odd := conversation(t, o, `{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"moraine://gam\u0000es/pebbles/turn"}}`, `{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":"\ud800\u0007"}}`)
	assert.Equal(t, 2, strings.Count(odd, `"code":-32602`), odd)
	conversation(t, o, "", "  ", `{"jsonrpc":"2.0","id":99,"result":{}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`)
}

// FuzzAssistant sends any line to a server. It never ends or panics.
func FuzzAssistant(f *testing.F) {
	var errs bytes.Buffer
	o := offline(f, &errs)
	for _, q := range lawyers {
		for _, c := range q.calls {
			arguments := strings.NewReplacer("glacier", "pebbles", "tusk", "pebbles", "nomads", "pebbles").Replace(c.arguments)
			f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + c.tool + `","arguments":` + arguments + `}}`))
		}
	}
	f.Add([]byte(`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"moraine://games/pebbles/turn"}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"simulate","arguments":{"game":"pebbles","games":3,"policy":"mcts=2"}}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"situation","arguments":{"game":"pebbles","given":"turn: ann\nat: actions"}}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		conversation(t, o, string(bytes.ReplaceAll(line, []byte("\n"), []byte(" "))))
		require.Empty(t, errs.String())
	})
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/mcp"
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
	a := &app{command: Run, dataLayers: dataLayers{World: World{In: &bytes.Buffer{}, Out: &bytes.Buffer{}, Err: &bytes.Buffer{}, Dir: dir, Env: func(string) string { return "" }}}}
	newRoot(a) // sets the flags
	data, err := a.serverLayers()
	require.NoError(t, err)
	there, here := sdk.NewInMemoryTransports()
	_, err = mcp.New(a.assistant(data, write)).Connect(t.Context(), there, nil)
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

// An assistant answers each question with these calls.
func TestQuestionsOfALawyer(t *testing.T) {
	dir := t.TempDir()
	client := connected(t, dir, false)
	for _, q := range lawyers {
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
}

// The resources are explanations, pages and schemas.
func TestResources(t *testing.T) {
	client := connected(t, t.TempDir(), false)
	for uri, says := range map[string]string{
		"moraine://games/glacier/E-A-05": "only one Artefact", "moraine://language/scenarios": "given", "moraine://schema/engine": "protocol 1",
	} {
		r, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		require.NoError(t, err, uri)
		assert.Contains(t, r.Contents[0].Text, says)
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

//go:build unix

package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/mcp"
)

// conformant are the checks of the conformance suite that a server can pass without the tools, prompts and resources of the
// suite's own server, such as test_simple_text. The suite has two more of these, for the optional subscription to resources.
var conformant = []string{
	"server-initialize", "logging-set-level", "ping", "completion-complete", "tools-list", "server-sse-multiple-streams", "resources-list", "prompts-list",
}

// The conformance suite (npm install -g @modelcontextprotocol/conformance) finds no fault in what it can check.
func TestConformance(t *testing.T) {
	suite, err := exec.LookPath("conformance")
	if err != nil {
		t.Skip("the program conformance is not installed")
	}
	a := &app{dataLayers: dataLayers{World: World{In: &bytes.Buffer{}, Out: &bytes.Buffer{}, Err: &bytes.Buffer{}, Dir: t.TempDir(), Env: func(string) string { return "" }}}}
	newRoot(a) // sets the flags
	data, err := a.serverLayers()
	require.NoError(t, err)
	server := mcp.New(a.assistant(t.Context(), data, false))
	at := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	defer at.Close()
	run := exec.CommandContext(t.Context(), suite, "server", "--url", at.URL)
	run.Dir = t.TempDir()          // for its results
	out, _ := run.CombinedOutput() // it fails, because checks with its own tools do
	var passed []string
	for _, m := range regexp.MustCompile(`(?m)^✓ (\S+):`).FindAllSubmatch(out, -1) {
		passed = append(passed, string(m[1]))
	}
	for _, check := range conformant {
		assert.True(t, slices.Contains(passed, check), "%s:\n%s", check, out)
	}
}

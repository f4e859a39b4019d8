//go:build unix

package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/live"
	"moraine/interpreter"
)

// The files of the tutorial open on the live pages of their game, and all scenarios pass with the last of them.
func TestSamplesOfTheTutorialOpen(t *testing.T) {
	shore, err := playgroundFiles()
	require.NoError(t, err)
	src := interpreter.Sources{{Name: ".", FS: embeddedData{}}}
	rules, err := interpreter.NewLoader(src).Read(src, "glacier")
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, "glacier")
	require.NoError(t, err)
	glacier, err := live.Files(src, rules, suite, interpreter.Options{})
	require.NoError(t, err)
	for game, files := range map[string]map[string]string{playgroundGame: shore, "glacier": glacier} {
		if testing.Short() && game != playgroundGame {
			continue // its scenarios take seconds
		}
		samples := live.Samples(tutorial(), game, files)
		require.GreaterOrEqual(t, len(samples), 2, game)
		l := live.New(func(_, _ int64) {})
		ask := func(method string, params map[string]any) (result struct {
			Broken                    string
			Passed, Failed, Scenarios int
		}) {
			text, err := json.Marshal(map[string]any{"id": 1, "method": method, "params": params})
			require.NoError(t, err)
			var answer struct {
				Result any
				Error  struct{ Message string }
			}
			answer.Result = &result
			require.NoError(t, json.Unmarshal([]byte(l.Answer(string(text))), &answer))
			require.Empty(t, answer.Error.Message)
			return result
		}
		ask("open", map[string]any{"game": game, "lang": "en", "files": files})
		before := ask("run", map[string]any{})
		for _, s := range samples {
			for path, text := range s.Files {
				t.Run(path, func(t *testing.T) {
					require.Empty(t, ask("edit", map[string]any{"path": path, "text": text}).Broken, s.Path)
				})
			}
		}
		after := ask("run", map[string]any{})
		require.Zero(t, after.Failed)
		require.Greater(t, after.Passed, before.Passed)
	}
}

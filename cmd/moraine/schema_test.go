//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The output of the commands satisfies their schemas, for any result; and the schemas refuse changed output.
func TestOutputSatisfiesItsSchema(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, sampleGame(dir))
	dir = filepath.Join(dir, "pebbles")
	for name, broken := range map[string][2]string{
		"broken": {"procedures:", "prcedures:"},
		"failed": {"given: 3", "given: 4"},
	} {
		folder := filepath.Join(dir, name)
		require.NoError(t, os.CopyFS(folder, os.DirFS("testdata/pebbles")))
		for _, file := range []string{"turn.yaml", "pebble.yaml"} {
			path := filepath.Join(folder, "cards/pebbles", file)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, bytes.Replace(text, []byte(broken[0]), []byte(broken[1]), 1), 0o600))
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "values"), []byte("actions_optional\n"), 0o600))
	for command, lines := range map[string][]string{
		"test": {
			"test pebbles", "test pebbles --timings", "test pebbles --each-reading", "test nonsense",
			"test pebbles --no-builtin --data failed", "test pebbles --no-builtin --data broken",
		},
		"check":  {"check pebbles", "check pebbles --data broken"},
		"mutate": {"mutate pebbles", "mutate pebbles --shard 1/2", "mutate pebbles --under --sample 20", "mutate pebbles --sample 3 --shard 3/3"},
		"cover":  {"cover pebbles", "cover pebbles --data failed", "cover pebbles --reading pebble.tie=loses", "cover pebbles --proved", "cover pebbles --clause P-TURN-01", "cover nomads --clause N-COMP-07", "cover pebbles --data failed --clause P-TURN-01", "cover pebbles --reaches cards/pebbles/turn.yaml:23"},
		"sim":    {"sim glacier --games 2", "sim tusk --games 2 --players 2", "sim tusk --games 2 --players 2 --vary actions_optional=optional,mandatory", "sim tusk --players 2 --sensitivity values --budget 60", "sim tusk --players 2 --games 3 --choices"},
		"tune":   {"tune tusk --players 2 --goal turns=5±1 --vary actions_optional=optional,mandatory --budget 200"},
		"count":  {"count pebbles --depth 1 --given scenarios/pebbles/table.yaml:1 --merge", "count pebbles --depth 1 --given scenarios/pebbles/table.yaml:1 --divide --shard 2/3"},
	} {
		code, text, errs := run(t.Context(), "schema", command)
		require.Equal(t, exitGood, code, errs)
		var written jsonschema.Schema
		require.NoError(t, json.Unmarshal([]byte(text), &written), command)
		schema, err := written.Resolve(nil)
		require.NoError(t, err)
		for _, line := range lines {
			var out bytes.Buffer
			w := World{In: &bytes.Buffer{}, Out: &out, Err: &bytes.Buffer{}, Dir: dir, Env: func(string) string { return "" }, Builtin: parsed}
			Run(t.Context(), append(strings.Fields(line), "--format", "json"), w)
			var is any
			require.NoError(t, json.Unmarshal(out.Bytes(), &is), line)
			assert.NoError(t, schema.Validate(is), line)
			one := is
			if all, isList := is.([]any); isList {
				one = all[0]
			}
			for key := range one.(map[string]any) {
				delete(one.(map[string]any), key)
				break
			}
			one.(map[string]any)["nonsense"] = 1
			assert.Error(t, schema.Validate(is), "%s, with a key that is not there", line)
		}
	}
	code, _, errs := run(t.Context(), "schema", "tset")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "moraine: unknown schema \"tset\"; did you mean \"test\"?\n", errs)
}

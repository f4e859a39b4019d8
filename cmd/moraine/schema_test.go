//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/schema"
	"moraine/interpreter/testing/soak"
)

func TestSchema(t *testing.T) {
	schema.Results(t, "check", "The errors in games, and the parts of the games that have none.", []string{"results"}, schema.Types{"results": checked{}})
}

// The output of the commands satisfies their schemas. Without a required key, or with another name of any key, it does not.
func TestOutputSatisfiesItsSchema(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, sampleGame(dir))
	dir = filepath.Join(dir, "pebbles")
	for name, broken := range map[string][2]string{
		"broken": {"procedures:", "prcedures:"},
		"failed": {"given: 3", "given: 4"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(dir, name)
			require.NoError(t, os.CopyFS(folder, os.DirFS("testdata/pebbles")))
			for _, file := range []string{"turn.yaml", "pebble.yaml"} {
				path := filepath.Join(folder, "cards/pebbles", file)
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(path, bytes.Replace(text, []byte(broken[0]), []byte(broken[1]), 1), 0o600))
			}
		})
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
		"sim":    {"sim glacier --games 2", "sim tusk --games 2 --players 2", "sim tusk --games 2 --players 2 --vary actions_optional=optional,mandatory", "sim tusk --players 2 --sensitivity values --budget 60", "sim tusk --players 2 --sensitivity values --policy all --budget 60", "sim tusk --players 2 --games 3 --choices", "sim tusk --players 2 --games 4 --policy all", "sim tusk --players 2 --games 40"},
		"tune":   {"tune tusk --players 2 --goal turns=5±1 --vary actions_optional=optional,mandatory --budget 200"},
		"count":  {"count pebbles --depth 1 --given scenarios/pebbles/table.yaml:1 --merge", "count pebbles --depth 1 --given scenarios/pebbles/table.yaml:1 --divide --shard 2/3"},
	} {
		t.Run(command, func(t *testing.T) {
			code, text, errs := run(t.Context(), "schema", command)
			require.Equal(t, exitGood, code, errs)
			var written jsonschema.Schema
			require.NoError(t, json.Unmarshal([]byte(text), &written), command)
			resolved, err := written.Resolve(nil)
			require.NoError(t, err)
			for _, line := range lines[:soak.Cases(len(lines), len(lines))] {
				var out bytes.Buffer
				w := World{In: &bytes.Buffer{}, Out: &out, Err: &bytes.Buffer{}, Dir: dir, Env: func(string) string { return "" }, Builtin: parsed}
				Run(t.Context(), append(strings.Fields(line), "--format", "json"), w)
				var is any
				require.NoError(t, json.Unmarshal(out.Bytes(), &is), line)
				assert.NoError(t, resolved.Validate(is), line)
				is = shortened(is)
				eachKey(is, "", map[string]bool{}, func(of map[string]any, key, path string) {
					value := of[key]
					delete(of, key)
					of["other "+key] = value
					assert.Error(t, resolved.Validate(is), "%s: %s has another name", line, path)
					delete(of, "other "+key)
					of[key] = value
				})
			}
		})
	}
	code, _, errs := run(t.Context(), "schema", "tset")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "moraine: unknown schema \"tset\"; did you mean \"test\"?\n", errs)
}

// shortened returns a JSON value with at most three elements of each list.
func shortened(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = shortened(v[key])
		}
	case []any:
		v = v[:min(3, len(v))]
		for i := range v {
			v[i] = shortened(v[i])
		}
		return v
	}
	return v
}

// eachKey calls f once for each path of keys in a JSON value. The keys of readings are names of rulings.
func eachKey(v any, at string, seen map[string]bool, f func(of map[string]any, key, path string)) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			path := at + "." + key
			eachKey(v[key], path, seen, f)
			if !seen[path] && !strings.HasSuffix(at, ".readings") {
				seen[path] = true
				f(v, key, path)
			}
		}
	case []any:
		for _, x := range v {
			eachKey(x, at+"[]", seen, f)
		}
	}
}

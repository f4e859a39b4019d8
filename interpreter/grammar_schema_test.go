package interpreter_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/source"
)

func schemaOf(t *testing.T, folder string) *jsonschema.Schema {
	t.Helper()
	text, err := json.Marshal(interpreter.Schema(folder))
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource(folder, doc))
	s, err := c.Compile(folder)
	require.NoError(t, err)
	return s
}

// plain is a node as JSON would have it.
func plain(n *source.Node) any {
	switch {
	case n.Kind == source.List:
		out := []any{}
		for _, it := range n.Items {
			out = append(out, plain(it))
		}
		return out
	case n.Kind == source.Map:
		out := map[string]any{}
		for _, p := range n.Pairs {
			out[p.Key.Value] = plain(p.Val)
		}
		return out
	case n.Tag == source.Int:
		return json.Number(n.Value)
	case n.Tag == source.Bool:
		return n.Value == "true"
	case n.Tag == source.Null:
		return nil
	}
	return n.Value
}

func TestShippedFilesSatisfyTheirSchemas(t *testing.T) {
	src := interpreter.Sources{{Name: "repository", FS: os.DirFS("..")}}
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		schema := schemaOf(t, folder)
		for _, game := range src.Games() {
			files, err := src.All(folder + "/" + game)
			require.NoError(t, err)
			for _, f := range files {
				if !strings.HasSuffix(f.Path, ".yaml") {
					continue
				}
				doc, found := source.Parse(f, source.DefaultLimits())
				require.Empty(t, found)
				assert.NoError(t, schema.Validate(plain(doc)), f.Path)
			}
		}
	}
}

func TestSchemasAcceptNamesUnderAt(t *testing.T) {
	for _, at := range []any{"turn/dare", map[string]any{"turn/dare": map[string]any{"me": "ann"}}} {
		assert.NoError(t, schemaOf(t, "scenarios").Validate([]any{map[string]any{"scenario": "s", "given": map[string]any{"at": at}}}))
	}
}

// seen are complaints that need no knowledge of other files, nor of formulas.
var seen = regexp.MustCompile(`^(an? |` + "`" + `).* has no key "|^(an? |` + "`" + `).* needs "|"\w+" must be one of .*; found|^expected (a number|true or false), found (the |a list$|a map$|true|false)|^this step has no verb`)

// Schemas report each error of the bad samples that a schema can detect, in the right file and at the
// position, or at the map around it.
func TestSchemasReportErrors(t *testing.T) {
	total := 0
	for _, path := range archives(t, "testdata/bad") {
		files := archive(t, path)
		for _, d := range complaints(t, over(t, files)) {
			if !seen.MatchString(d.Text) || strings.HasPrefix(d.Text, "a card of kind") || d.Pos.File == nil {
				continue // the keys of a card depend on its kind
			}
			if strings.Contains(d.Text, ", found the text ") {
				continue // the type of a default or a card's value is declared elsewhere, which a schema cannot follow
			}
			folder, _, _ := strings.Cut(d.Pos.File.Path, "/")
			doc, found := source.Parse(d.Pos.File, source.DefaultLimits())
			if doc == nil || len(found) > 0 {
				continue
			}
			total++
			var wrong *jsonschema.ValidationError
			if !assert.True(t, errors.As(schemaOf(t, folder).Validate(plain(doc)), &wrong), "%s: %s: %s", name(path), d.Pos, d.Text) {
				continue
			}
			assert.True(t, sees(doc, wrong, d.Pos), "%s: %s: %s: not at its place: %v", name(path), d.Pos, d.Text, wrong)
		}
	}
	assert.Greater(t, total, 30)
}

// sees tells whether one of the innermost errors is about a place.
func sees(doc *source.Node, e *jsonschema.ValidationError, at source.Pos) bool {
	for _, cause := range e.Causes {
		if sees(doc, cause, at) {
			return true
		}
	}
	if len(e.Causes) > 0 {
		return false
	}
	n := doc
	for _, step := range e.InstanceLocation {
		if i, err := strconv.Atoi(step); err == nil && n.Kind == source.List {
			n = n.Items[i]
		} else {
			n = n.Get(step)
		}
	}
	same := n.Pos == at
	for _, p := range n.Pairs {
		same = same || p.Key.Pos == at
	}
	return same
}

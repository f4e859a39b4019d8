package declare

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
)

// spliced puts entries with these keys, a line `then: KEY` each, into every
// scenario of a file.
func spliced(t *testing.T, file string, keys ...string) (string, error) {
	t.Helper()
	f := &source.File{Name: "x.yaml", Text: []byte(file)}
	doc, found := source.Parse(f, source.DefaultLimits())
	require.Empty(t, found)
	var list []*addition
	for _, n := range doc.Items {
		for _, key := range keys {
			list = append(list, &addition{scenario: n.Get("scenario").Pos, key: key, entry: source.MapOf("then", source.Text("<v>"))})
		}
	}
	out, err := splice(f, list)
	return string(out), err
}

// Nothing of a file changes but the lines that are marked with + here.
func TestSplice(t *testing.T) {
	tests := map[string]string{
		"at the end of the file": `
- scenario: s
  then: x
+  under:
+    b:
+      then: <v>
+    d:
+      then: <v>
`,
		"before what belongs to the next": `
# About s.
- scenario: s
  # how it begins
  given: {a: 1} # so
  then:
    - x

    - y   # and so
+  under:
+    b:
+      then: <v>
+    d:
+      then: <v>

# About the next.

- scenario: r
  note: |
    x
    # y
  then: x
+  under:
+    b:
+      then: <v>
+    d:
+      then: <v>
`,
		"after remarks within": `
- scenario: s
  then: x
  # it is so
    # and so
+  under:
+    b:
+      then: <v>
+    d:
+      then: <v>
# not within
`,
		"after the examples": `
- scenario: s
  then: x == <y>
  examples:
    - {y: 1}
    - y: 2
+  under:
+    b:
+      then: <v>
+    d:
+      then: <v>
`,
		"among entries": `
- scenario: s
  then: x
  under:
    # the first
    a: {}
    # the third
    # of many
    c:
      then: y     # why
      # more
+    b:
+      then: <v>
+    d:
+      then: <v>

- scenario: r
  then: x
  under:
      a:
          then: y
+      b:
+        then: <v>
+      d:
+        then: <v>

  # what follows
  examples:
    - {x: 1}
`,
		"where keys are indented oddly": `
-    scenario: s
     then:
      - x
     under:
        a:
         then: y
+        b:
+          then: <v>
+        d:
+          then: <v>

-
   scenario: r
   then: x
+   under:
+     b:
+       then: <v>
+     d:
+       then: <v>
`,
		"where the list is indented": `
  - scenario: s
    then: x
+    under:
+      b:
+        then: <v>
+      d:
+        then: <v>
  # of the next
  - scenario: r
    then: x
+    under:
+      b:
+        then: <v>
+      d:
+        then: <v>
`,
		"in letters of several bytes": `
- scenario: "Größe — 🦌"
  then: [ö == "é", x]	# tab
+  under:
+    b:
+      then: <v>
+    d:
+      then: <v>
`,
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			var before, after strings.Builder
			for line := range strings.Lines(strings.TrimPrefix(text, "\n")) {
				if rest, added := strings.CutPrefix(line, "+"); added {
					after.WriteString(rest)
				} else {
					before.WriteString(line)
					after.WriteString(line)
				}
			}
			got, err := spliced(t, before.String(), "b", "d")
			require.NoError(t, err)
			assert.Equal(t, after.String(), got)

			// So it is with other ends of lines, and without one at the end.
			crlf, err := spliced(t, strings.ReplaceAll(before.String(), "\n", "\r\n"), "b", "d")
			require.NoError(t, err)
			assert.Equal(t, strings.ReplaceAll(after.String(), "\n", "\r\n"), crlf)
			bare, err := spliced(t, strings.TrimSuffix(before.String(), "\n"), "b", "d")
			require.NoError(t, err)
			assert.Equal(t, strings.TrimSuffix(after.String(), "\n"), strings.TrimSuffix(bare, "\n"))
		})
	}
}

// If an entry cannot be inserted without changing existing text, the file stays as it is.
func TestSpliceRefuses(t *testing.T) {
	tests := map[string]string{
		"a scenario on one line":           "- {scenario: s, then: x}\n",
		"a scenario within braces":         "- {scenario: s,\n   then: x}\n",
		"entries on one line":              "- scenario: s\n  then: x\n  under: {a: {}}\n",
		"entries within braces":            "- scenario: s\n  then: x\n  under: {\n    a: {}}\n",
		"entries that are somebody else's": "- scenario: s\n  then: x\n  under: &u\n    a: {}\n- scenario: r\n  then: x\n  under: *u\n",
	}
	for name, file := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := spliced(t, file, "b")
			assert.Error(t, err, name)
		})
	}
}

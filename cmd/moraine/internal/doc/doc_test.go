package doc

import (
	"bytes"
	"html/template"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sample has each kind of block, with text that is markup in one of the formats.
func sample() *Doc {
	d := &Doc{Title: "a <b> *title*"}
	d.Add(Text("text with `ticks` and | bars"), &Table{Head: []string{"name", "n"}, Rows: [][]string{{"a|b", "1"}, {"<i>", "10"}}})
	item := &Item{Label: "x.yaml:1:2", Text: "a _word_ <script>"}
	item.Add(Lines{"- was", "+ is <now>"}, Code("then: a == \"b\"\n```\n"))
	d.Add(&Section{Title: "<Part>", Blocks: []Block{item, &Item{Text: "second"}}},
		&Section{Title: "Folded", Folded: true, Blocks: []Block{&Plot{HTML: template.HTML("<svg></svg>"), Table: &Table{Head: []string{"measure", ""}, Rows: [][]string{{"wins", "5"}}}}}})
	return d
}

func TestPretty(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, sample().Pretty(&b, 40, false))
	assert.Equal(t, `a <b> *title*
text with `+"`ticks`"+` and | bars
name   n
a|b    1
<i>   10

<Part>
  x.yaml:1:2  a _word_ <script>
    - was
    + is <now>
      then: a == "b"
      `+"```"+`

  second

Folded
measure
wins     5
`, b.String())
	b.Reset()
	require.NoError(t, sample().Pretty(&b, 0, true))
	assert.Contains(t, b.String(), "\x1b[31m    - was\x1b[0m\n\x1b[32m    + is <now>\x1b[0m\n")
}

func TestMarkdownKeepsTextAsText(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, sample().Markdown(&b))
	assert.NotContains(t, b.String(), "<script>")
	assert.NotContains(t, b.String(), "<Part>")
	assert.Contains(t, b.String(), "  ````\n  then: a == \"b\"\n  ```\n  ````\n")
	assert.Contains(t, b.String(), "<details><summary>Folded</summary>\n\n| measure |  |\n")
}

func TestHTMLKeepsTextAsText(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, sample().HTML(&b))
	for _, text := range []string{"<script>", "<Part>", "<now>", "<i>"} {
		assert.NotContains(t, b.String(), text)
	}
	assert.Contains(t, b.String(), `<span class="plus">&#43; is &lt;now&gt;</span>`)
	assert.Equal(t, 1, strings.Count(b.String(), "<svg>"))
	assert.Contains(t, b.String(), "<details><summary>Folded</summary>")
}

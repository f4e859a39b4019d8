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

// Items in items, lines with the text of both sides, and headings in tables have their places in each format.
func TestNested(t *testing.T) {
	d := &Doc{Title: "t"}
	inner := &Item{Label: "x:1", Text: "a rule"}
	inner.Add(Lines{"    set a and a long name", "-   set b", "  …"})
	d.Add(&Section{Title: "s", Blocks: []Block{Lines{"- was"}, &Item{Text: "Rules", Folded: true, Blocks: []Block{inner, &Item{Text: "next"}}}}},
		&Section{Blocks: []Block{&Table{Align: "rl", Rows: [][]string{{"a heading that is long"}, {"1", "one"}, {"10", "<ten>"}}}}})
	var b bytes.Buffer
	require.NoError(t, d.Pretty(&b, 24, false))
	assert.Equal(t, `t

s
- was
  Rules
    x:1  a rule
          set a and a
            long name
      -   set b
        …
    next

a heading that is long
 1  one
10  <ten>
`, b.String())
	b.Reset()
	require.NoError(t, d.Markdown(&b))
	assert.Contains(t, b.String(), "<details><summary>Rules</summary>\n\n- `x:1` a rule\n\n  ```diff\n      set a and a long name\n")
	assert.Contains(t, b.String(), "| a heading that is long |  |\n| 1 | one |\n")
	b.Reset()
	require.NoError(t, d.HTML(&b))
	assert.Contains(t, b.String(), `<th class="l" colspan="2">a heading that is long</th>`)
	assert.Contains(t, b.String(), `<td>10</td><td class="l">&lt;ten&gt;</td>`)
	assert.Contains(t, b.String(), `<details class="item"><summary>Rules</summary>`)
}

// A terminal indents some paragraphs and wraps outlines; other formats show them as paragraphs and code.
func TestIndented(t *testing.T) {
	item := &Item{Label: "x", Text: "a rule"}
	item.Add(Indented("why it is one"))
	d := &Doc{Title: "t", Blocks: []Block{Indented("a sentence of words"), item, Outline("  if a\n    set b to a long name\n")}}
	assert.Equal(t, "  a sentence of\n  words\n  x  a rule\n      why it is\n      one\n  if a\n    set b to a\n        long name\n", Plain(17, d.Blocks...))
	var b bytes.Buffer
	require.NoError(t, d.Markdown(&b))
	assert.Equal(t, "**t**\n\na sentence of words\n\n- `x` a rule\n\n  why it is one\n\n```\n  if a\n    set b to a long name\n```\n", b.String())
	b.Reset()
	require.NoError(t, d.HTML(&b))
	assert.Contains(t, b.String(), "<p>a sentence of words</p>")
	assert.Contains(t, b.String(), "<pre>  if a\n")
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

package escape

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"plain, Weiß, 漢字, 🎲":   "plain, Weiß, 漢字, 🎲",
		"a\tb\nc":              "a\tb\nc",
		"\x1b[31mred\x1b[0m":   `\x1b[31mred\x1b[0m`,
		"bell\a, back\b, \r":   `bell\a, back\b, \r`,
		"\u202egnp.exe\u2066":  `\u202egnp.exe\u2066`,
		"a\u200bb\u200d\u00ad": `a\u200bb\u200d\u00ad`,
		"\u3164\u115f\u2800":   `\u3164\u115f\u2800`,
		"\u2764\ufe0f":         "\u2764" + `\ufe0f`,
		"\U000e0041\u2028":     `\U000e0041\u2028`,
		"\u0085\u009b31m\x7f":  `\u0085\u009b31m\x7f`,
		"l'étoile\u00a0!":      "l'étoile\u00a0!",
	} {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, Text(text))
		})
	}
}

// Writing a text in pieces gives the same output as writing it at once.
func TestWriterShowsWhatIsCutAnywhere(t *testing.T) {
	text := "é\u202e\x1b[1;31mred\x1b[0m\x1b[3J\x1b[2J\x1b[H\xff\x1b"
	for _, tt := range []struct {
		colors, screen bool
		want           string
	}{
		{false, false, `é\u202e\x1b[1;31mred\x1b[0m\x1b[3J\x1b[2J\x1b[H\xff\x1b`},
		{true, false, `é\u202e` + "\x1b[1;31mred\x1b[0m" + `\x1b[3J\x1b[2J\x1b[H\xff\x1b`},
		{false, true, `é\u202e\x1b[1;31mred\x1b[0m` + Clear + `\xff\x1b`},
	} {
		for cut := range len(text) + 1 {
			var b strings.Builder
			w := &Writer{To: &b, Colors: tt.colors, Screen: tt.screen}
			for _, part := range []string{text[:cut], text[cut:]} {
				n, err := w.Write([]byte(part))
				require.NoError(t, err)
				assert.Equal(t, len(part), n)
			}
			require.NoError(t, w.Flush())
			assert.Equal(t, tt.want, b.String(), "cut at %d", cut)
		}
	}
}

func TestJSONIsTheVeryText(t *testing.T) {
	text := "<b>\u202e\U000e0041\x7f\x1b\u2764\ufe0f\n"
	var b strings.Builder
	require.NoError(t, JSON(&b, text))
	assert.Equal(t, Text(b.String()), b.String())
	var back string
	require.NoError(t, json.Unmarshal([]byte(b.String()), &back))
	assert.Equal(t, text, back)
}

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"a|b\nc":                  `a\|b c`,
		"<img> & *x* _y_ ~z~ `q`": "&lt;img&gt; &amp; \\*x\\* \\_y\\_ \\~z\\~ \\`q\\`",
		"@all #1 [x](http://y)":   `@&#8203;all #&#8203;1 \[x\](http:&#8203;//y)`,
		"www.example.org":         `www.&#8203;example.org`,
	} {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, Markdown(text))
		})
	}
	for text, want := range map[string]string{
		"a":       "`a`",
		"a`b":     "``a`b``",
		"``a|b\n": "``` ``a\\|b  ```",
	} {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, Code(text))
		})
	}
	assert.Equal(t, "```", Fence("a"))
	assert.Equal(t, "`````", Fence("  ````"))
}

func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a=1": "a=1", "=1+1": "'=1+1", "+x": "'+x", "@sum": "'@sum", "-x": "'-x", "-1": "-1", "-": "-", "\tx": "'\tx", "'tis": "''tis", "\rx": "'\rx",
	} {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, Cell(text))
		})
	}
}

func TestObjectsKeepTheOrderOfTheirKeys(t *testing.T) {
	var b strings.Builder
	none := Each([]int(nil), func(int) Object { return nil })
	require.NoError(t, JSON(&b, Object{"z", "<a>", "empty", none, "null", nil, "left?", 0, "a", Each([]int{1}, func(n int) Object { return Object{"n?", n} })}))
	assert.Equal(t, "{\n  \"z\": \"<a>\",\n  \"empty\": [],\n  \"null\": null,\n  \"a\": [\n    {\n      \"n\": 1\n    }\n  ]\n}\n", b.String())
}

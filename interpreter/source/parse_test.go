package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parse(text string) (*Node, Diagnostics) {
	return Parse(&File{Name: "f.yaml", Text: []byte(text)}, DefaultLimits())
}

func mustParse(t *testing.T, text string) *Node {
	t.Helper()
	n, found := parse(text)
	require.NoError(t, found.Err())
	require.NotNil(t, n)
	return n
}

// said is every complaint about a text as "line:col: message (hint)".
func said(text string) []string {
	_, found := parse(text)
	var all []string
	for _, d := range found {
		s := strings.TrimPrefix(d.Pos.String(), "f.yaml:") + ": " + d.Text
		if d.Hint != "" {
			s += " (" + d.Hint + ")"
		}
		all = append(all, s)
	}
	return all
}

func TestFaults(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		// content that no file may have
		"empty":                  {"", "f.yaml: the file is empty"},
		"only a comment":         {"# a\n", "f.yaml: the file is empty"},
		"only a marker":          {"---\n", "f.yaml: the file is empty"},
		"not UTF-8":              {"a: é\nb: \xff\n", "2:4: the byte 0xff is not valid UTF-8"},
		"NUL":                    {"a: éb\x00\n", "1:6: the control character U+0000 is not allowed"},
		"escape character":       {"a: \x1b[31m\n", "1:4: the control character U+001B is not allowed"},
		"second byte order mark": {"\ufeffa: \ufeff\n", "1:4: the control character U+FEFF is not allowed"},
		"lone carriage return":   {"a: b\rc: d\n", "1:5: carriage return without a line feed"},
		"line separator":         {"a: b\u2028c\n", "1:5: some programs treat U+2028 as a line break, others do not; use an ordinary line break"},

		// features of YAML that are not supported
		"same key":          {"a: 1\nb: 2\na: 3\n", `3:1: the key "a" occurs twice (the first one is at f.yaml:1:1)`},
		"same key of items": {"- a: 1\n  b: 2\n  a: 3\n  b: 4\n", "3:3: the key \"a\" occurs twice (add the missing `- ` before it; the first key is at f.yaml:1:3)"},
		"same key quoted":   {`{a: 1, "a": 2}`, `1:8: the key "a" occurs twice (the first one is at f.yaml:1:2)`},
		"second document":   {"a: 1\n---\nb: 2\n", "2:1: second YAML document; a file must have only one (write it into a file of its own)"},
		"after the end":     {"a: 1\n...\n---\nb: 2\n", "3:1: second YAML document; a file must have only one (write it into a file of its own)"},
		"list as key":       {"? [a]\n: 1\n", "1:3: a key cannot be a list or a map"},
		"map as key":        {"{{a: 1}: 2}\n", "1:2: a key cannot be a list or a map"},
		"alias list as key": {"a: &a [1]\n*a : 2\n", "2:1: a key cannot be a list or a map"},
		"no key":            {"a: {: 1}\n", "1:5: missing key before this colon"},
		"no key in a block": {"a:\n  : 1\n", "2:3: missing key before this colon"},
		"merge key":         {"a: &a {b: 1}\nc:\n  <<: *a\n", "3:3: the merge key << is not supported (write its entries out)"},
		"binary":            {"a: !!binary aGk=\n", "1:4: tags like !!binary are not supported (put text that begins with ! in quotes)"},
		"own tag":           {"- !thing\n  a: 1\n", "1:3: tags like !thing are not supported (put text that begins with ! in quotes)"},
		"plain tag":         {"a: ! 5\n", "1:4: tags like ! are not supported (put text that begins with ! in quotes)"},
		"not":               {"if: !empty(hand)\n", "1:5: tags like !empty(hand) are not supported (put text that begins with ! in quotes)"},
		"tag after anchor":  {"a: &x !!str 5\n", "1:7: tags like !!str are not supported (put text that begins with ! in quotes)"},
		"directive read":    {"%YAML 1.1\n---\na: 1\n", "1:1: YAML directives are not supported (put text that begins with % in quotes)"},
		"directive":         {"%YAML 1.9\n---\na: 1\n", "1:1: YAML directives are not supported (put text that begins with % in quotes)"},
		"alias of itself":   {"&x [*x]\n", "1:5: the alias *x is inside of its own anchor"},
		"alias of its map":  {"a: &x\n  b: [*x]\n", "2:7: the alias *x is inside of its own anchor"},
		"unknown alias":     {"a: 1\nb: *x\n", "2:4: the alias *x has no earlier anchor (put text that begins with * in quotes)"},

		// indentation
		"tab":                    {"a:\n\tb: 1\n", "2:1: a tab in the indentation (indent with spaces)"},
		"tab after spaces":       {"a:\n  b: 1\n  \tc: 1\n", "3:3: a tab in the indentation (indent with spaces)"},
		"tab in block text":      {"a: |\n\tb\n", "2:1: a tab in the indentation (indent with spaces)"},
		"between two levels":     {"a:\n    b: 1\n  c: 2\n", "3:3: the indentation of this line does not match any line above"},
		"deeper after a quote":   {"a: \"x\"\n  b: 1\n", "2:3: the indentation of this line does not match any line above"},
		"deeper after a list":    {"a: [1]\n  b: 1\n", "2:3: the indentation of this line does not match any line above"},
		"deeper after a text":    {"a: x\n  b: 1\n", "2:3: the indentation makes this line a continuation of the text above, so it cannot be a key (align this key with the key above that belongs to the same map)"},
		"block text outdented":   {"a: |\n    x\n  y\nb: 1\n", "3:3: the indentation of this line does not match any line above"},
		"key within a list":      {"- a\n- b\nc: 1\n", "3:1: this line continues a list, so it must begin with a dash"},
		"key within a sublist":   {"x:\n  - a\n  c: 1\n", "3:3: this line continues a list, so it must begin with a dash"},
		"item within a map":      {"a: 1\n- b\n", "2:1: found a list item instead of a key"},
		"item too far left":      {"a:\n    - b\n   - c\n", "3:4: the dash of this line is in another column than the list above (align the dashes of the list)"},
		"item below an item":     {"- a:\n    - b\n - c\n", "3:2: the dash of this line is in another column than the list above (align the dashes of the list)"},
		"first dash missing":     {"# c\n  a: 1\n  b: 2\n- a: 3\n", "4:1: the indentation of this line does not match any line above (line 2 does not begin with `- `)"},
		"inner dash missing":     {"a:\n    b: 1\n    c:\n      - 1\n  - b: 2\n", "5:3: the indentation of this line does not match any line above (line 2 does not begin with `- `)"},
		"list on the key's line": {"a: - b\n", "1:4: a list cannot begin on the same line as its key (begin the list on the next line)"},

		// colons
		"missing colon":        {"a: 1\nb\nc: 2\n", `2:1: missing colon after "b"`},
		"missing first colon":  {"a\nb: 1\n", `1:1: missing colon after "a"`},
		"missing last colon":   {"a: 1\nb: 2\ncde\n", `3:1: missing colon after "cde"`},
		"missing map colon":    {"- a: 1\n- b\n  c: 2\n", `2:3: missing colon after "b"`},
		"missing outer colon":  {"a: 1\nbc # note\n  c: 2\n", `2:1: missing colon after "bc"`},
		"missing inner colon":  {"a:\n  bc # note\n    c: 2\n", `2:3: missing colon after "bc"`},
		"missing nested colon": {"a:\n  b: 1\n  c 2\n  d: 3\n", "3:3: a colon is missing in \"c 2\" (write `c: 2`, or `c 2:` if the whole text is the key)"},
		"colon without space":  {"a: 1\nb:2\nc: 3\n", "2:2: missing space after this colon"},
		"a space that is none": {"a: 1\nb:\u00a02\n", "2:2: missing space after this colon (the character U+00A0 looks like a space, but is not one)"},
		"first without space":  {"a:1\nb: 2\n", "1:2: missing space after this colon"},
		"quoted without space": {"\"a\":1\nb: 2\n", "1:4: missing space after this colon"},
		"two colons":           {"a: b: c\n", "1:5: second colon on the same line (put text that contains a colon and a space in quotes)"},
		"two colons in braces": {"{a: x b : c}\n", "1:9: second colon without a comma in between (put text that contains a colon and a space in quotes)"},
		"question mark":        {"{a: x ? b : c}\n", "1:7: question mark in text without quotes (put the whole text in quotes)"},
		"optional chaining":    {"{a: x?.y}\n", "1:6: question mark in text without quotes (put the whole text in quotes)"},

		// quotes and brackets
		"unclosed quote":          {"a: 1\nb: \"x\nc: 2\n", "2:4: this quote is not closed"},
		"unclosed single quote":   {"a: 'x\n", "1:4: this quote is not closed"},
		"closed by the next":      {"a: \"x\nb: \"y\"\nc: 1\n", "1:4: missing closing quote on this line"},
		"after a quote":           {"a: \"x\" == y\n", `1:8: unexpected text after the closing quote (put the whole text in quotes; within "…" a " is written \")`},
		"apostrophe":              {"a: 'it's'\n", "1:8: unexpected text after the closing quote (put the whole text in quotes; inside '…' write '' for ')"},
		"unknown escape":          {`a: "\d+"`, `1:5: there is no such escape (a backslash is written \\, or the text put in single quotes)`},
		"short escape":            {`a: "x\u12"`, `1:6: missing hexadecimal digits in this escape sequence (a backslash is written \\, or the text put in single quotes)`},
		"backslash at the end":    {"a: \"x\\\n  y\" z\n", `2:6: unexpected text after the closing quote (put the whole text in quotes; within "…" a " is written \")`},
		"unclosed after that":     {"a: \"x\\\n  y\nb: 1\n", "1:4: this quote is not closed"},
		"unclosed bracket":        {"a: 1\nb: [1, 2\nc: 3\n", "2:4: this [ is not closed"},
		"unclosed brace":          {"a: {x: 1, y: 2\nb: {x: 3}\n", "1:4: this { is not closed"},
		"unclosed inner bracket":  {"a: {b: [1, 2}\nc: 3\n", "1:8: missing closing bracket for this [ before the } at 1:13"},
		"unclosed after a quote":  {"a: [\"x\"\nb: 1\n", "1:4: this [ is not closed"},
		"unclosed at the end":     {"a: [1,\n", "1:4: this [ is not closed"},
		"closed twice":            {"a: [1]]\n", "1:7: unexpected text after the end of the value (put the whole text in quotes)"},
		"never opened":            {"a: ]\n", "1:4: a text cannot begin with ] (put the text in quotes)"},
		"text after brackets":     {"a: [1] + x\n", "1:8: unexpected text after the end of the value (put the whole text in quotes)"},
		"brackets after text":     {"a: {b: x in [1, 2]}\n", "1:13: bracket in text without quotes (put the whole text in quotes)"},
		"unclosed before a dash":  {"a: 1\nb:\n  - [x\n  - y\n", "3:5: this [ is not closed"},
		"unclosed before a key":   {"a:\n  b: [\n  c: 1\n", "2:6: this [ is not closed"},
		"unclosed in an item":     {"- a: {b: 'x'\n  c: 'y'\n", "1:6: this { is not closed"},
		"quote in brackets":       {"a: {x: 'b}\nc: {y: 'z'}\n", "1:8: missing closing quote on this line"},
		"missing comma":           {"a: [\"x\" \"y\"]\n", "1:9: missing comma before this value (or put the whole text in quotes)"},
		"missing comma over line": {"a: {\n  b: 1\n  c: 2\n}\n", "2:6: a comma is missing after this value"},
		"two commas":              {"a: [1,, 2]\n", "1:7: missing value before this comma"},
		"dash in brackets":        {"a: [- b]\n", "1:5: a dash cannot begin an item within brackets"},
		"at sign":                 {"a: @b\n", "1:4: a text cannot begin with @ (put the text in quotes)"},
		"backquote":               {"a: `b`\n", "1:4: a text cannot begin with ` (put the text in quotes)"},
		"percent":                 {"a: %b\n", "1:4: a text cannot begin with % (put the text in quotes)"},
		"text after a list":       {"[a]\ntrue\n", `2:1: missing colon after "true"`},
		"text after |":            {"a: | b\n  c\n", "1:6: text after | or > must begin on the next line"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, []string{tt.want}, said(tt.text))
			// Line ends and a byte order mark move nothing.
			if !strings.HasPrefix(tt.text, "\ufeff") {
				assert.Equal(t, []string{tt.want}, said("\ufeff"+strings.ReplaceAll(tt.text, "\n", "\r\n")))
			}
		})
	}
}

// Whichever sign is lost from a good file, the complaint is about its line.
func TestFaultsAreOnTheirLine(t *testing.T) {
	const good = `# what a turn is
procedures:
  turn:
    cites: [A-1, A-2]
    steps:
      - choose: party
        from: me.ready
        where:
          it can walk: {is: 'usable(it, prey)', cites: [A-3]}
        note: "at least one"
      - each: rival
        in: others
        do:
          - set: {rival.tale: 'rival.tale + 1'}
          - roll: die   # six sides
            as: fate
          - switch: die
            1-2: []
            6:
              - {stop: turn}
            else: &rest
              - call: 'rest'
  rest:
    steps: *rest
    note: |
      (a: text, [of
        its own
`
	mustParse(t, good)
	told := 0
	for i, c := range good {
		if !strings.ContainsRune(":[]{},\"'", c) {
			continue
		}
		_, found := parse(good[:i] + good[i+1:])
		if len(found) == 0 {
			continue // it means something else now, which only its reader can tell
		}
		told++
		line := 1 + strings.Count(good[:i], "\n")
		assert.Equal(t, line, found[0].Pos.Line, "without the %c in line %d: %s", c, line, found[0].Text)
		assert.NotContains(t, found[0].Text, "near line")
	}
	assert.GreaterOrEqual(t, told, 40)
}

func TestAllFaultsOfATreeAreTold(t *testing.T) {
	n, found := parse("a: 1\na: 2\nb: !x 1\n[c]: 3\nd: 4\nd: 5\n")
	assert.Len(t, found, 4)
	require.NotNil(t, n)
	assert.Equal(t, "1", n.Get("a").Value, "the first of two counts")

	_, found = parse(strings.Repeat("a: 1\n", 500))
	require.Len(t, found, maxErrors+1)
	assert.Contains(t, found[maxErrors].Text, "only the first 100")
}

// The trap of flow style: YAML makes other data of it, without an error.
func TestCutFormulas(t *testing.T) {
	const cut = ": the value ends at a comma; put the formula in quotes"
	tests := map[string][]string{
		"{where: usable(it, prey)}":                {"1:9" + cut},
		"{where: f(a, b, c), x: g(1, 2)}":          {"1:9" + cut, "1:24" + cut},
		"{where: f(a, a, a)}":                      {"1:9" + cut},
		"{where: max(a, b) > min(a, b), x: 1}":     {"1:9" + cut},
		`{where: name == "a, b", x: 1}`:            {"1:9" + cut},
		"{text: the player's card (red, or blue)}": {"1:8" + cut},
		"{f(a, b)}":                            {"1:2" + cut},
		"{x: 1, f(a, b)}":                      {"1:8" + cut},
		"{x: 1, b)}":                           {"1:5" + cut},
		"[usable(it, prey), x]":                {"1:2" + cut},
		"[x, f(a, g(b, c)), f(a, b)]":          {"1:5" + cut, "1:20" + cut},
		"a:\n  - {if: [x, f(a, b)]}\n":         {"2:14" + cut},
		`{where: "usable(it, prey)"}`:          nil,
		`["usable(it, prey)", 'a(b, c)']`:      nil,
		"{a: , b: , c}":                        nil,
		"{text: the player's, b: the other's}": nil,
		"[1), 2)]":                             nil,
		"{a: (x), b: f(x)}":                    nil,
		"where: usable(it, prey)\n":            nil,
		"{a: 1, b}":                            nil,
		`{a: ')', b}`:                          nil,
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) { assert.Equal(t, want, said(text)) })
	}
}

func TestLimits(t *testing.T) {
	lim := Limits{Bytes: 100, Nodes: 10, Depth: 3, Aliases: 2}
	tests := map[string]struct{ text, want string }{
		"bytes":            {strings.Repeat("x", 101), "f: the file has 101 bytes; the maximum is 100"},
		"depth, brackets":  {"a: [[[1]]]", "f:1:6: lists and maps are nested deeper than 3 levels"},
		"depth, blocks":    {"a:\n  b:\n    - - 1\n", "f:3:7: lists and maps are nested deeper than 3 levels"},
		"depth by alias":   {"a: &a [[1]]\nb: [*a]\n", "f:1:8: lists and maps are nested deeper than 3 levels"},
		"values":           {"[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", "f:1:29: more than 10 values, counting the values of an alias each time"},
		"values by alias":  {"- &a [1, 2, 3, 4]\n- *a\n", "f:1:16: more than 10 values, counting the values of an alias each time"},
		"aliases":          {"- &a 1\n- [*a, *a, *a]\n", "f:2:12: more than 2 aliases to expand"},
		"just enough":      {"a: [[1]]\nb: [2, 3]\n", ""},
		"text, not depth":  {"a: '[[[[[['\nb: x[[[[[[\nc: | # [[[[\n  [[[[[\nd: 1 # [[[[\n", ""},
		"steps, not depth": {"a: b\n c\n  d\n   e\n    f\n", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			n, found := Parse(&File{Name: "f", Text: []byte(tt.text)}, lim)
			if tt.want == "" {
				require.NoError(t, found.Err())
				require.NotNil(t, n)
				return
			}
			require.Len(t, found, 1)
			assert.Equal(t, tt.want, found[0].Pos.String()+": "+found[0].Text)
			assert.Nil(t, n)
		})
	}
}

// Brackets, dashes and indentation that are nested without end are refused before the recursive parser of the library can use up
// the stack of a browser, and shown where they exceed the limit.
func TestDeepNesting(t *testing.T) {
	lines := strings.Repeat("# a [\n", 3000)
	var steps strings.Builder
	for i := range 1400 {
		steps.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	for text, want := range map[string]string{
		lines + "b: " + strings.Repeat("[", 9000):        "3001:67",
		strings.Repeat("{a: ", 9000):                     "1:257",
		strings.Repeat("[']', ", 9000):                   "1:385",
		strings.Repeat("- ", 9000):                       "1:129",
		lines + "b:\n  " + strings.Repeat("- ", 100_000): "3002:131",
		steps.String():                                   "65:65",
	} {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, []string{want + ": lists and maps are nested deeper than 64 levels"}, said(text), Clip(text, 20))
		})
	}
}

// Finding a fault takes time in proportion to a file: in a large one a fault far from the place where the
// library gives up is not looked for.
func TestFaultsOfLargeFiles(t *testing.T) {
	assert.Equal(t, []string{"30001:1: near line 30001: found unexpected end of stream"}, said("a: 'b\n"+strings.Repeat("a: a text of some length\n", 30_000)))
}

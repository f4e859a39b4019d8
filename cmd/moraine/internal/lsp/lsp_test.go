package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter/scenario/exec"
)

const (
	turn  = "cards/pebbles/turn.yaml"
	kind  = "cards/pebbles/pebble.yaml"
	won   = "scenarios/pebbles/stake/won.yaml"
	rich  = "variants/pebbles/rich.yaml"
	table = "scenarios/pebbles/table.yaml"
)

// pages are the guides of the language.
var pages = explain.ReadGuides(os.DirFS("../../../.."))

func TestErrorsShowAsOneTypes(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.clean(turn)

	c.write(turn, strings.Replace(text, "choose: stone", "chose: stone", 1))
	d := c.says(turn, `did you mean "choose"?`)
	assert.Equal(t, severityError, d.Severity)

	c.write(turn, strings.Replace(text, "stone.worth", "stone.wroth", 1))
	assert.Equal(t, "wroth", c.marked(turn, c.says(turn, `pebble has no "wroth"`).Range))

	c.write(turn, text)
	c.clean(turn)
	c.goodbye()
}

// Other editors say nothing of a schema that they do not find.
func TestALostSchemaIsAWarning(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(won)
	c.write(won, "# yaml-language-server: $schema=../lost.json\n"+text)
	d := c.says(won, "the schema ../lost.json does not exist\ncreate it with moraine schema scenarios")
	assert.Equal(t, severityWarning, d.Severity)
	assert.Equal(t, "../lost.json", c.marked(won, d.Range))

	c.write(won, text)
	c.clean(won)
	c.goodbye()
}

// A declaration without uses is reported until something uses it, even a scenario.
func TestUnusedDeclarationsAreReported(t *testing.T) {
	c := dial(t, workspace(t))
	text, scenarios := c.open(kind), c.open(won)
	c.write(kind, strings.Replace(text, "fields:\n", "formulas:\n  dear: worth > 2\nfields:\n", 1))
	assert.Equal(t, severityNote, c.says(kind, `nothing uses the formula "dear"`).Severity)
	c.write(won, scenarios+"\n- scenario: Dear\n  given: {players: 2}\n  then: not all(pieces, .dear)\n")
	c.clean(kind)
	c.goodbye()
}

func TestAChangeReportsTheErrorsItCauses(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(kind)
	c.clean(kind)

	c.write(kind, strings.Replace(text, "{given: 3, cites", "{given: 4, cites", 1))
	d := c.says(won, "this does not hold: sum(ann.hand, .worth) == 3")
	assert.Equal(t, severityWarning, d.Severity, "a scenario that fails")

	c.write(kind, strings.ReplaceAll(text, "black", "grey"))
	c.says(rich, `the game has no card "black"`)
	c.says(won, `there is no card "black"`)

	c.write(kind, text)
	c.clean(won)
	c.clean(rich)
}

func TestABrokenFileLeavesTheOthers(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	other := c.open(won)
	c.clean(turn)
	c.write(won, strings.Replace(other, "pins: [P-TURN-03]", "pins: [P-TURN-09]", 1))
	c.says(won, `there is no clause "P-TURN-09"`)

	c.write(turn, text[:len(text)/2]+"\n\t")
	c.until(turn, func(_ int, all []diagnostic) bool { return len(all) > 0 })
	c.mu.Lock()
	assert.NotEmpty(t, c.shown[c.uri(won)], "what is wrong with another file is still shown")
	c.mu.Unlock()

	var list completionList
	c.call("textDocument/completion", c.at(won, strings.Replace(other, "ann: {hand: [white]}", "ann: {§}", 1)), &list)
	assert.Contains(t, labels(list), "pouch", "the last good rules are kept")
}

func labels(list completionList) (out []string) {
	for _, i := range list.Items {
		out = append(out, i.Label)
	}
	return out
}

func TestCompletionFitsThePosition(t *testing.T) {
	c := dial(t, workspace(t))
	texts := map[string]string{}
	for _, path := range []string{turn, kind, won, rich} {
		texts[path] = c.open(path)
		c.clean(path)
	}
	texts[kind] = strings.Replace(texts[kind], "fields:\n", "fields:\n  hue: {one_of: [pale, dark], default: pale}\n  smooth: {type: yes_no, default: true}\n", 1)
	c.write(kind, texts[kind])
	texts[turn] = strings.Replace(texts[turn], "        from: me.hand\n", "        from: me.hand\n        where: {it is light: it.worth < 6}\n", 1)
	c.write(turn, texts[turn])
	c.until(turn, func(version int, _ []diagnostic) bool { return version == c.docs[turn].version })
	scenario := texts[won] + "\n- scenario: More\n  given: {players: 2, turn: ann, at: actions, cards: {white: {worth: 1}}, ann: {hand: [white, black]}}\n"
	step := func(lines string) string {
		return strings.Replace(texts[turn], "      - roll: die\n", lines+"      - roll: die\n", 1)
	}
	for _, x := range []struct {
		name, path, text string
		want             []string // all of these …
		not              []string // … and none of these
	}{
		{"verbs", turn, step("      - §\n"), []string{"choose", "finish"}, []string{"from"}},
		{"a verb begun", turn, step("      - ro§\n"), []string{"roll"}, nil},
		{"operands of a verb", turn, step("      - choose: x\n        §\n"), []string{"from", "if_any", "cites"}, []string{"to", "dice"}},
		{"words", turn, step("      - move: stone\n        to: heap\n        face: §\n"), []string{"up", "down"}, []string{"stone"}},
		{"procedures", turn, step("      - call: §\n"), []string{"turn", "match"}, []string{"stone"}},
		{"names in formulas", turn, step("      - discard: §\n"), []string{"stone", "heap", "won", "players"}, []string{"hand"}},
		{"members of a player", turn, step("      - choose: x\n        from: me.§\n"), []string{"hand", "pouch"}, []string{"worth"}},
		{"members of a piece, within brackets", turn, step("      - choose: x\n        from: filter(me.hand, .§\n"), []string{"worth", "card", "kind"}, []string{"hand"}},
		{"cards in words", turn, step("      - choose: x\n        from: 'filter(me.hand, .card == \"§\")'\n"), []string{"white", "black"}, []string{"stone"}},
		{"cards to be compared with", turn, step("      - choose: x\n        from: 'filter(me.hand, .card == §)'\n"), []string{`"white"`, "stone"}, []string{`"stone"`}},
		{"clauses", turn, step("      - discard: stone\n        cites: [§]\n"), []string{"P-TURN-01", "P-TURN-03"}, nil},
		{"what looks are of", turn, texts[turn] + "looks:\n  §: {colour: red}\n", []string{"pebble", "heap", "ann", "worth"}, nil},
		{"colours", turn, texts[turn] + "looks:\n  ann: {colour: §}\n", []string{"red", "teal"}, nil},
		{"rulings", turn, step("      - ruling: §\n"), []string{"pebble.tie"}, nil},
		{"readings", turn, strings.Replace(texts[turn], "default: wins", "default: §", 1), []string{"wins", "loses"}, nil},
		{"keys of a card", kind, strings.Replace(texts[kind], "cards:\n", "cards:\n  grey:\n    §\n", 1), []string{"worth", "copies", "names"}, nil},
		{"cards of a variant", rich, texts[rich] + "  §: {worth: 1}\n", []string{"white"}, nil},
		{"what a patch changes", rich, "variant: rich\npatch:\n  - at: procedures.turn/§\n    before: []\n", []string{"procedures.turn/move stone", "procedures.turn/roll die"}, []string{"procedures.turn"}},
		{"conditions that a patch adds", rich, "variant: rich\npatch:\n  - at: procedures.turn/roll die\n    add:\n      §\n", []string{"if"}, []string{"where"}},
		{"formulas of such a condition", rich, "variant: rich\npatch:\n  - at: procedures.turn/roll die\n    add:\n      if: {it is late: me.§}\n", []string{"hand", "pouch"}, nil},
		{"what a patch changes, begun", rich, "variant: rich\npatch:\n  - at: procedures.turn/roll d§\n    before: []\n", []string{"procedures.turn/roll die"}, []string{"procedures.turn/move stone"}},
		{"values of a card in a variant", rich, "variant: rich\ncards:\n  black:\n    §\n", []string{"worth"}, nil},
		{"keys of a scenario", won, scenario + "  §\n", []string{"when", "then", "refuses"}, nil},
		{"what is given", won, texts[won] + "\n- scenario: More\n  given: {players: 2, §}\n  then: true\n", []string{"ann", "heap", "turn"}, nil},
		{"cards that are given", won, texts[won] + "\n- scenario: More\n  given: {players: 2, ann: {hand: [§]}}\n  then: true\n", []string{"white", "black"}, nil},
		{"formulas of a scenario", won, scenario + "  then: ann.§\n", []string{"hand", "pouch"}, nil},
		{"who acts", won, scenario + "  when:\n    - §\n", []string{"ann"}, []string{"bob", "cid", "rolls"}},
		{"what is chosen", won, scenario + "  when:\n    - ann: {§}\n", []string{"stone"}, []string{"die"}},
		{"what is legal", won, scenario + "  when:\n    - ann: {stone: §}\n", []string{"black", "white"}, []string{"ann"}},
		{"what chance does next", won, scenario + "  when:\n    - ann: {stone: black}\n    - §\n", []string{"rolls"}, []string{"draws", "bob"}},
		{"pins", won, scenario + "  pins: [§]\n  then: true\n", []string{"P-TURN-02"}, nil},
		{"variants", won, scenario + "  variant: §\n  then: true\n", []string{"rich"}, nil},
		{"rulings under", won, scenario + "  then: true\n  under:\n    §: {}\n", []string{"rich", "pebble.tie="}, nil},
		{"rulings under, begun", won, scenario + "  then: true\n  under:\n    pebble.§\n", []string{"pebble.tie="}, nil},
		{"readings under, begun", won, scenario + "  then: true\n  under:\n    pebble.tie=§\n", []string{"loses"}, nil},
		{"reasons", won, scenario + "  refuses: {ann: {stone: black}, because: §}\n", []string{"it is light"}, []string{"black"}},
		{"reasons begun", won, scenario + "  refuses:\n    - ann: {stone: black}\n      because: it is l§\n", []string{"it is light"}, nil},
		{"words of a card", kind, strings.Replace(texts[kind], "worth: 1}", "worth: 1, hue: §}", 1), []string{"pale", "dark"}, []string{"true"}},
		{"yes or no of a card", kind, strings.Replace(texts[kind], "worth: 1}", "worth: 1, smooth: §}", 1), []string{"true", "false"}, []string{"pale"}},
		{"yes or no that a text gives", kind, strings.Replace(texts[kind], "worth: 1}", "worth: 1, smooth: {given: §}}", 1), []string{"true", "false"}, nil},
		{"words of a card of a variant", rich, "variant: rich\ncards:\n  black: {hue: §}\n", []string{"pale", "dark"}, nil},
		{"words of a card in a scenario", won, texts[won] + "\n- scenario: More\n  given: {players: 2, cards: {white: {hue: §}}}\n  then: true\n", []string{"pale", "dark"}, nil},
		{"words of a piece in a scenario", won, texts[won] + "\n- scenario: More\n  given: {players: 2, ann: {hand: [{white: {hue: §}}]}}\n  then: true\n", []string{"pale", "dark"}, nil},
		{"readings under", won, scenario + "  then: true\n  under:\n    pebble.tie=§: {}\n", []string{"loses"}, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			var list completionList
			c.call("textDocument/completion", c.at(x.path, x.text), &list)
			got := labels(list)
			for _, w := range x.want {
				assert.Contains(t, got, w)
			}
			for _, w := range x.not {
				assert.NotContains(t, got, w)
			}
		})
	}
}

// Behind a key of an act, completion offers the choices of that key, not those of the first key.
func TestActsAreThoseOfTheirKey(t *testing.T) {
	target := exec.Standing{Request: "throw.target", By: "ann", Choice: "target", Offers: []string{"bob", "cid"}}
	play := exec.Standing{Request: "throw", By: "ann", Choice: "play", Offers: []string{"glare"}}
	draw := exec.Standing{Request: "turn.draw", Offers: []string{"gold"}}
	for line, want := range map[string][]string{
		"ann: {play: glare, target: §}": {"bob", "cid"},
		"draws: [§":                     {"gold"},
	} {
		t.Run(line, func(t *testing.T) {
			var got []string
			for _, n := range acts(completion{text: "    - " + line, word: "§"}, []*exec.Standing{&target, &play, &draw}) {
				got = append(got, n.name)
			}
			assert.Equal(t, want, got, line)
		})
	}
}

// Where a piece goes, or comes from, the zones come first.
func TestCompletionKnowsZones(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.clean(turn)
	for _, step := range []string{"move: stone\n        to: §", "draw: 1\n        from: §\n        to: heap", "draw: 1\n        from: heap\n        to: me.§", "choose: x\n        from: me.§"} {
		var list completionList
		c.call("textDocument/completion", c.at(turn, strings.Replace(text, "      - roll: die\n", "      - "+step+"\n      - roll: die\n", 1)), &list)
		got := labels(list)
		require.NotEmpty(t, got, step)
		assert.Contains(t, []string{"heap", "sack", "hand", "pouch"}, got[0], step)
		assert.Contains(t, []string{"heap", "sack", "hand", "pouch"}, got[1], step)
	}
}

// A clause is offered with its text, and a ruling with its question.
func TestCompletionShowsTexts(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(won)
	c.clean(won)
	for at, want := range map[string]string{
		"pins: [§P-TURN-03]":             "P-TURN-02: With its worth and a die you need at least five.",
		"tags: [data]\n  under: {§: {}}": "pebble.tie=: Does a result of just five win?",
	} {
		t.Run(at, func(t *testing.T) {
			var list completionList
			c.call("textDocument/completion", c.at(won, strings.Replace(text, map[bool]string{true: "tags: [data]", false: "pins: [P-TURN-03]"}[strings.HasPrefix(at, "tags")], at, 1)), &list)
			var got []string
			for _, i := range list.Items {
				got = append(got, i.Label+": "+i.Detail)
			}
			assert.Contains(t, got, want)
		})
	}
}

// In a condition, completion offers yes_no values first.
func TestCompletionKnowsTheTypeThatIsWanted(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.clean(turn)
	for _, condition := range []string{"§", "result > 5 and §"} {
		var list completionList
		c.call("textDocument/completion", c.at(turn, strings.Replace(text, "      - roll: die\n", "      - if: "+condition+"\n        do:\n          - discard: stone\n      - roll: die\n", 1)), &list)
		got := labels(list)
		require.Contains(t, got, "won", condition)
		assert.Less(t, slices.Index(got, "won"), slices.Index(got, "heap"), condition)
		assert.Less(t, slices.Index(got, "won"), slices.Index(got, "active"), condition)
	}
}

// Completion replaces only the word that has been begun.
func TestCompletionReplacesTheWord(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.clean(turn)
	var list completionList
	c.call("textDocument/completion", c.at(turn, strings.Replace(text, "cites: [P-TURN-01]", "cites: [P-TU§]", 1)), &list)
	i := slices.IndexFunc(list.Items, func(i completionItem) bool { return i.Label == "P-TURN-02" })
	require.GreaterOrEqual(t, i, 0)
	assert.Equal(t, "P-TU", c.marked(turn, list.Items[i].TextEdit.Range))
}

func TestHoverExplains(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.clean(turn)
	for word, want := range map[string]string{
		"cites: [P-TU§RN-02]":              "With its worth and a die you need at least five",
		"call: tu§rn":                      "turn",
		"pebble.t§ie\"":                    "Does a result of just five win?",
		"peb§ble.tie\"":                    "Does a result of just five win?",
		"choo§se: stone":                   "choose · verb of the language",
		"fro§m: me.hand":                   "from · key of `choose`\n  formula, needed",
		"cit§es: [P-TURN-01]":              "cites · key of `choose`",
		"form§ulas:":                       "formulas · key of a procedure",
		"choose: sto§ne":                   "stone · name of turn\n  cards/pebbles/turn.yaml:14:17\n  choose stone, id actions",
		"move: sto§ne":                     "stone · name of turn",
		"roll: di§e":                       "die · name of turn\n  cards/pebbles/turn.yaml:17:15\n  roll die, by me",
		"ru§les, section: TURN, says: You": "rules · text",
	} {
		t.Run(word, func(t *testing.T) {
			plain := strings.Replace(word, "§", "", 1)
			var h hover
			c.call("textDocument/hover", c.at(turn, strings.Replace(text, plain, word, 1)), &h)
			assert.Contains(t, h.Contents.Value, want, word)
		})
	}
}

// Hover on a key, verb or function quotes the reference, with a sample, as `moraine explain WORD` does.
func TestHoverQuotesTheReference(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.clean(turn)
	for at, word := range map[string]string{"fr§om: me.hand": "from", "form§ulas:": "formulas", "cho§ose: stone": "choose"} {
		t.Run(at, func(t *testing.T) {
			plain := strings.Replace(at, "§", "", 1)
			var h hover
			c.call("textDocument/hover", c.at(turn, strings.Replace(text, plain, at, 1)), &h)
			described := doc.Plain(80, explain.Described(word, pages)...)
			require.Contains(t, described, "(moraine help cards: ", word)
			assert.Contains(t, h.Contents.Value, strings.TrimRight(described, "\n"), word)
		})
	}
	c.goodbye()
}

// Of several things with one name the one under the cursor comes first, and in scenarios the words of
// a script are explained, too.
func TestHoverBeginsWithWhatIsUnderTheCursor(t *testing.T) {
	dir := workspace(t)
	file := filepath.Join(dir, turn)
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	both := strings.Replace(string(b), "rulings:\n", "  other:\n    formulas:\n      won: 1 + 1 == 2\n    do:\n      - finish: players\n        if: won\nrulings:\n", 1)
	require.NoError(t, os.WriteFile(file, []byte(both), 0o600))
	c := dial(t, dir)
	text, scenarios := c.open(turn), c.open(won)
	c.clean(turn)
	hovers := func(path, text, at string) string {
		var h hover
		c.call("textDocument/hover", c.at(path, strings.Replace(text, strings.Replace(at, "§", "", 1), at, 1)), &h)
		return h.Contents.Value
	}
	for at, heads := range map[string][]string{
		"      wo§n: 'result":       {"won · formula of turn", "won · formula of other"},
		"      wo§n: 1 + 1":         {"won · formula of other", "won · formula of turn"},
		"players\n        if: wo§n": {"won · formula of other", "won · formula of turn"},
	} {
		t.Run(at, func(t *testing.T) {
			h := hovers(turn, text, at)
			first, second := strings.Index(h, heads[0]), strings.Index(h, heads[1])
			assert.True(t, 0 <= first && first < second, "%s: %s", at, h)
		})
	}
	for at, want := range map[string]string{
		"rol§ls: [<die>]":           "rolls · word of a script\n  the results of the next dice",
		"giv§en:\n":                 "given · key of a scenario",
		"ann: {ha§nd: [white]}":     "hand · zone of player",
		"    an§n: {hand: [white]}": "ann · seat",
	} {
		t.Run(at, func(t *testing.T) {
			assert.Contains(t, hovers(won, scenarios, at), want, at)
		})
	}
}

// After fast typing, the last diagnostics are those of the last text, and older diagnostics never arrive
// after newer ones.
func TestTwoHundredKeysAtSpeed(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	typed := "\n  extra:\n    takes: [n]\n    names: {sum: 0}\n    do:\n      - each: p\n        in: players\n        do:\n          - set: {sum: 'sum + n + len(p.hand)'}\n          - shuffle: sack\n      - if: sum > 3 and not empty(heap)\n        do:\n          - discard: heap\n"
	at := strings.Index(text, "rulings:")
	require.Greater(t, len(typed), 200)
	for i := 1; i <= len(typed); i++ {
		c.write(turn, text[:at]+typed[:i]+"\n"+text[at:])
	}
	c.until(turn, func(version int, _ []diagnostic) bool { return version == len(typed)+1 })
	c.mu.Lock()
	assert.True(t, slices.IsSorted(c.version[c.uri(turn)]), "%v", c.version)
	c.mu.Unlock()
	c.write(turn, text)
	c.clean(turn)
}

func TestChangesOfPartsOfAText(t *testing.T) {
	c := dial(t, workspace(t))
	c.open(kind)
	c.clean(kind)
	d := c.docs[kind]
	d.version++
	from := strings.Index(d.s, "Weiß") + len("Weiß")
	change := map[string]any{"range": span{d.position(from), d.position(from + 1)}, "text": "}, wroth: 1"}
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": d.uri, "version": d.version}, "contentChanges": []any{change}})
	d.text = newText(d.s[:from] + "}, wroth: 1" + d.s[from+1:])
	assert.Equal(t, "wroth", c.marked(kind, c.says(kind, `no key "wroth"`).Range), "columns count units of UTF-16")
}

func TestAFileThatIsDeletedWhileItIsOpen(t *testing.T) {
	dir := workspace(t)
	c := dial(t, dir)
	text := c.open(turn)
	c.clean(turn)
	require.NoError(t, os.Remove(filepath.Join(dir, turn)))
	c.write(turn, text+"# still here\n")
	c.clean(turn)
	other := c.open("cards/pebbles/game.yaml")
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri(turn)}})
	c.write("cards/pebbles/game.yaml", other+"\n")
	c.says("cards/pebbles/game.yaml", `there is no procedure "match"`)
}

func TestTwoServersOnOneFolder(t *testing.T) {
	dir := workspace(t)
	one, two := dial(t, dir), dial(t, dir)
	text := one.open(turn)
	two.open(turn)
	one.write(turn, strings.Replace(text, "choose:", "chose:", 1))
	one.says(turn, "choose")
	two.clean(turn)
	one.goodbye()
	two.write(turn, strings.Replace(text, "choose:", "chose:", 1))
	two.says(turn, "choose")
}

func TestFilesThatOthersChange(t *testing.T) {
	dir := workspace(t)
	c := dial(t, dir)
	c.open(turn)
	c.clean(turn)
	file := filepath.Join(dir, kind)
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, bytes.Replace(b, []byte("worth: 1"), []byte("wroth: 1"), 1), 0o600))
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	c.says(kind, `did you mean "worth"?`)
}

func TestTheServerStaysAlive(t *testing.T) {
	dir := workspace(t)
	for name, body := range map[string]string{
		"no JSON":            `{"jsonrpc": "2.0", "id": 7,`,
		"nothing":            ``,
		"a number":           `7`,
		"null":               `null`,
		"an array":           `[]`,
		"no such method":     `{"jsonrpc":"2.0","id":7,"method":"textDocument/brew"}`,
		"no such note":       `{"jsonrpc":"2.0","method":"$/brew"}`,
		"params of no type":  `{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":[1,2]}`,
		"a document unknown": `{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x"},"position":{"line":1,"character":1}}}`,
		"no document":        `{"jsonrpc":"2.0","id":7,"method":"textDocument/completion","params":{}}`,
		"far outside":        `{"jsonrpc":"2.0","id":7,"method":"textDocument/completion","params":{"textDocument":{"uri":"` + uri(filepath.Join(dir, turn)) + `"},"position":{"line":-5,"character":999999}}}`,
		"an answer unasked":  `{"jsonrpc":"2.0","id":99,"result":{}}`,
		"no path":            `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:1","version":1,"text":"x"}}}`,
		"an empty document":  `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"` + uri(filepath.Join(dir, turn)) + `","version":2},"contentChanges":[{"text":""}]}}`,
		"a second greeting":  `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}`,
	} {
		t.Run(name, func(t *testing.T) {
			said := speak(t, dir, body)
			assert.Contains(t, said, `"id":"last","result":null`, "the message after it is answered")
		})
	}
}

// speak greets a server, opens a file, says something and says goodbye; it returns all
// that the server has said.
func speak(t testing.TB, dir string, bodies ...string) string {
	var in, out, errs bytes.Buffer
	say := func(body string) { fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(body), body) }
	say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":"` + uri(dir) + `"}}`)
	say(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + uri(filepath.Join(dir, turn)) + `","version":1,"text":"procedures: {}\n"}}}`)
	for _, body := range bodies {
		say(body)
	}
	say(`{"jsonrpc":"2.0","id":"last","method":"shutdown"}`)
	say(`{"jsonrpc":"2.0","method":"exit"}`)
	Serve(context.Background(), &in, &out, &errs, dir, filepath.Join(dir, "cache"), opens, pages)
	assert.NotContains(t, errs.String(), "goroutine", "a panic")
	return out.String()
}

// A message that is too large is answered, and so are those after it.
func TestALargeMessage(t *testing.T) {
	out := speak(t, t.TempDir(), strings.Repeat("x", mostBytes+1), `{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}`)
	assert.Contains(t, out, "a message of 16777217 bytes is too large; the limit is 16777216 bytes")
	assert.Contains(t, out, `"id":7`)
}

func TestAnEditorThatGoes(t *testing.T) {
	assert.False(t, Serve(t.Context(), strings.NewReader(""), io.Discard, io.Discard, t.TempDir(), t.TempDir(), opens, pages))
	assert.False(t, Serve(t.Context(), strings.NewReader("Content-Length: 99999999999\r\n\r\n"), io.Discard, io.Discard, t.TempDir(), t.TempDir(), opens, pages))
	for _, header := range []string{strings.Repeat("a", 10_000), strings.Repeat("a: b\r\n", 2_000)} {
		var errs bytes.Buffer
		assert.False(t, Serve(t.Context(), strings.NewReader(header), io.Discard, &errs, t.TempDir(), t.TempDir(), opens, pages))
		assert.Contains(t, errs.String(), "the header of a message is longer than 4096 bytes; it must be Content-Length: N and an empty line")
	}
}

// The server answers a request after any other message, even an invalid one.
func FuzzMessages(f *testing.F) {
	dir := workspace(f)
	doc := uri(filepath.Join(dir, turn))
	for _, m := range []string{"hover", "completion", "didChange", "didClose"} {
		f.Add(`{"jsonrpc":"2.0","id":7,"method":"textDocument/` + m + `","params":{"textDocument":{"uri":"` + doc + `","version":3},"position":{"line":0,"character":5},"contentChanges":[{"text":"procedures: {a: {do: [{call: a}]}}"}]}}`)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if strings.Contains(body, "shutdown") || strings.Contains(body, "exit") {
			t.Skip("it says goodbye")
		}
		if said := speak(t, dir, body); !strings.Contains(said, `"id":"last"`) {
			t.Errorf("no answer after %q: %s", body, said)
		}
	})
}

package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// a scenario with a name that the others do not use.
const more = `
- scenario: White and a four make five
  given: {players: 2, turn: ann, at: actions, cards: {white: {worth: 1}, black: {worth: 2}}, ann: {hand: [{white: {label: pearl}}, black], pouch: []}}
  when:
    - ann: {stone: pearl}
    - rolls: [4]
  then: [turn.result == 5, not (pearl in ann.hand)]
  under:
    pebble.tie=loses: {}

- scenario: Black is too dear
  given: {players: 2, turn: ann, at: actions, cards: {white: {worth: 1}, black: {worth: 2}}, ann: {hand: [2 white, black]}}
  refuses: [{ann: {stone: black}, because: <why>}]
  examples:
    - {why: the worth is small}

- scenario: White does not lie on the heap
  given: {players: 2, at: other, heap: [2 black]}
  refuses: [{ann: {stone: [white]}, because: <why>}]
  examples:
    - {why: other.stone does not offer white}
`

// asksFile has entries of `asks` for a zone, a field and a choice.
const asksFile = `
asks:
  pouch: {de: Beutel}
  worth: {de: Wert}
  turn.stone: {de: 'Welcher Stein?'}
procedures:
  other:
    do:
      - choose: stone
        by: players[0]
        from: heap
        at_most: 2
      - finish: players
        if: not empty(stone)
`

// slow patches a procedure, of whose name there is an option, too.
const slow = `
variant: slow
patch:
  - at: procedures.turn
    before:
      - may:
          turn: {if: empty(me.hand), do: []}
  - at: procedures.turn/actions
    after:
      - shuffle: sack
`

func TestRenameEverywhere(t *testing.T) {
	for _, x := range []struct{ path, at, to string }{
		{kind, "  bla§ck: {copies", "grey"},
		{kind, "  wor§th: {type", "weight"},
		{kind, "kind: peb§ble", "stone_of_play"},
		{turn, "  tu§rn:\n", "play"},
		{turn, "choose: sto§ne", "staked"},
		{turn, "id: act§ions", "staking"},
		{turn, "section: TU§RN, says: You", "PLAY"},
		{turn, "  res§ult: die", "sum_of_both"},
		{turn, "pebble.t§ie:\n", "pebble.even"},
		{turn, "loses: It§", ""},
		{turn, "{wins: It wins., los§es: It loses.}", "fails"},
		{turn, "  P-TURN-0§2: {", "P-TURN-12"},
		{"cards/pebbles/game.yaml", "  pou§ch: {holds", "bag"},
		{"cards/pebbles/game.yaml", "  he§ap: {order", "dump"},
		{"cards/pebbles/game.yaml", "seats: [an§n, bob", "amy"},
		{rich, "variant: ri§ch", "wealthy"},
		{won, "stone: pea§rl", "moon"},
		{won, "rolls: [<di§e>]", "thrown"},
	} {
		t.Run(x.at, func(t *testing.T) {
			dir := workspace(t)
			file := filepath.Join(dir, won)
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(file, append(b, more...), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "cards/pebbles/words.yaml"), []byte(asksFile), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "variants/pebbles/slow.yaml"), []byte(slow), 0o600))
			b, err = os.ReadFile(filepath.Join(dir, turn))
			require.NoError(t, err)
			b = bytes.Replace(b, []byte("        from: me.hand\n"), []byte("        from: me.hand\n        where: {the worth is small: it.worth < 2}\n"), 1)
			require.NoError(t, os.WriteFile(filepath.Join(dir, turn), b, 0o600))
			c := dial(t, dir)
			text := c.open(x.path)
			c.clean(x.path)
			plain := strings.Replace(x.at, "§", "", 1)
			p := c.at(x.path, strings.Replace(text, plain, x.at, 1))
			p["newName"] = x.to
			var edit workspaceEdit
			refused := c.conn.Call(t.Context(), "textDocument/rename", p, &edit)
			if x.to == "" {
				assert.Error(t, refused)
				return
			}
			require.NoError(t, refused)
			require.NotEmpty(t, edit.Changes)
			for u, list := range edit.Changes {
				t.Run(u, func(t *testing.T) {
					b, err := os.ReadFile(fileOf(u))
					require.NoError(t, err)
					require.NoError(t, os.WriteFile(fileOf(u), []byte(edited(string(b), list)), 0o600))
				})
			}
			src, _, _ := opens(dir)
			res, err := scenario.Run(t.Context(), src, []string{"pebbles"}, scenario.Options{Under: true})
			require.NoError(t, err)
			assert.Zero(t, res.Failed, "the suite stays green: %v", res.Cases)
			rules, err := interpreter.Read(src, "pebbles")
			require.NoError(t, err)
			names, err := rules.Variants()
			require.NoError(t, err)
			for _, v := range names {
				_, err := rules.Game(interpreter.Options{Variant: v})
				assert.NoError(t, err)
			}
		})
	}
}

func TestRenameThatWouldBreakIsRefused(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.clean(turn)
	for to, why := range map[string]string{
		"heap":   "would cause an error",
		"Stone":  "is not a valid identifier",
		"others": "is a reserved word",
	} {
		t.Run(to, func(t *testing.T) {
			p := c.at(turn, strings.Replace(text, "choose: stone", "choose: st§one", 1))
			p["newName"] = to
			assert.ErrorContains(t, c.conn.Call(t.Context(), "textDocument/rename", p, nil), why)
		})
	}
	c.write(turn, strings.Replace(text, "choose: stone", "chose: stone", 1))
	c.says(turn, "choose")
	p := c.at(turn, strings.Replace(c.docs[turn].s, "  turn:\n", "  tu§rn:\n", 1))
	p["newName"] = "play"
	assert.ErrorContains(t, c.conn.Call(t.Context(), "textDocument/rename", p, nil), "fix them first")
}

func TestDefinitionAndReferences(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.open(kind)
	c.clean(turn)
	var at []location
	c.call("textDocument/definition", c.at(turn, strings.Replace(text, "die + stone.worth", "die + stone.wor§th", 1)), &at)
	require.Len(t, at, 1)
	assert.Equal(t, c.uri(kind), at[0].URI)
	assert.Equal(t, "worth", c.marked(kind, at[0].Range))

	p := c.at(turn, strings.Replace(text, "die + stone.worth", "die + stone.wor§th", 1))
	p["context"] = map[string]any{"includeDeclaration": true}
	c.call("textDocument/references", p, &at)
	in := map[string]int{}
	for _, l := range at {
		in[strings.TrimPrefix(l.URI, uri(c.dir)+"/")]++
	}
	assert.Equal(t, map[string]int{turn: 1, kind: 3, won: 2, rich: 1}, in)

	var here []location // in the order of the file
	c.call("textDocument/documentHighlight", c.at(kind, strings.Replace(c.docs[kind].s, "wor", "wor§", 1)), &here)
	assert.Greater(t, len(here), 2)
	assert.True(t, slices.IsSortedFunc(here, func(a, b location) int { return a.Range.Start.Line - b.Range.Start.Line }))
}

// The definition of a name in a variant of a built-in game leads to a copy of the game's file.
func TestDefinitionInAGameThatComesWithTheProgram(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "variants"), os.DirFS("../../../../cmd/moraine/testdata/pebbles/variants")))
	c := dial(t, dir)
	text := c.open(rich)
	c.clean(rich)
	for word, in := range map[string]string{"  bla§ck: {worth": "black: {copies: 2", "black: {wor§th": "worth: {type: number"} {
		t.Run(word, func(t *testing.T) {
			var at []location
			c.call("textDocument/definition", c.at(rich, strings.Replace(text, strings.Replace(word, "§", "", 1), word, 1)), &at)
			require.Len(t, at, 1, word)
			file := fileOf(at[0].URI)
			require.True(t, strings.HasSuffix(filepath.ToSlash(file), "/"+kind), file)
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			copied := newText(string(b))
			assert.True(t, strings.HasPrefix(copied.s[copied.offset(at[0].Range.Start):], in), word)
		})
	}
}

func TestSymbolsOfFiles(t *testing.T) {
	c := dial(t, workspace(t))
	c.open(turn)
	c.open(won)
	c.clean(turn)
	names := func(method string, params any) (out []string) {
		var all []struct{ Name string }
		c.call(method, params, &all)
		for _, s := range all {
			out = append(out, s.Name)
		}
		return out
	}
	doc := func(path string) any { return map[string]any{"textDocument": map[string]any{"uri": c.uri(path)}} }
	assert.Subset(t, names("textDocument/documentSymbol", doc(turn)), []string{"match", "turn", "result", "pebble.tie", "P-TURN-01"})
	assert.Equal(t, []string{"A stake is won with at least five", "Black is worth three"}, names("textDocument/documentSymbol", doc(won)))
	assert.Contains(t, names("workspace/symbol", map[string]any{"query": "blac"}), "black")
}

func TestQuickFixesUseTheSuggestion(t *testing.T) {
	c := dial(t, workspace(t))
	for _, slip := range []struct{ file, right, wrong, says, title string }{
		{turn, "stone.worth", "stone.wroth", "wroth", "Change to worth"},
		{turn, `"wins")`, `"winz")`, "winz", "Change to wins"},
		{kind, "copies: 4", `copies: "4"`, "expected a number", "Change to 4"},
		{kind, "copies: 4", "copies: '4'", "expected a number", "Change to 4"},
		{kind, "\n  white", "\n\twhite", "a tab in the indentation", "Replace the tab with spaces"},
	} {
		text := c.open(slip.file)
		c.clean(slip.file)
		require.Contains(t, text, slip.right)
		c.write(slip.file, strings.Replace(text, slip.right, slip.wrong, 1))
		d := c.says(slip.file, slip.says)
		var fixes []struct {
			Title string
			Edit  workspaceEdit
		}
		c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(slip.file)}, "range": d.Range, "context": map[string]any{"diagnostics": []diagnostic{d}}}, &fixes)
		require.Len(t, fixes, 1, slip.says)
		assert.Equal(t, slip.title, fixes[0].Title)
		assert.Equal(t, text, edited(c.docs[slip.file].s, fixes[0].Edit.Changes[c.uri(slip.file)]))
		c.write(slip.file, text)
	}
}

func TestFormatting(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.write(turn, strings.ReplaceAll(text, "\n  ", "\n   "))
	var edits []textEdit
	c.call("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": c.uri(turn)}, "options": map[string]any{"tabSize": 8}}, &edits)
	assert.Equal(t, text, edited(c.docs[turn].s, edits))
}

func TestLensesSayWhatIsTested(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(turn)
	c.open(won)
	c.clean(turn)
	require.Equal(t, "refresh", <-c.said, "what the scenarios reach has been measured")
	titles := func(path string) map[string]string {
		var all []struct {
			Range   span
			Command struct{ Title string }
		}
		c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": c.uri(path)}}, &all)
		out := map[string]string{}
		for _, l := range all {
			out[strings.TrimSpace(c.marked(path, l.Range))] = l.Command.Title
		}
		return out
	}
	rules := titles(turn)
	assert.Equal(t, "pinned, 1 scenario", rules["P-TURN-01"])
	assert.Equal(t, "reached by 1 scenario", rules["- discard: stone"])
	assert.Equal(t, "reached by no scenario", rules["- finish: players"])
	assert.Equal(t, "run", titles(won)["Black is worth three"])
	assert.NotEmpty(t, text)

	run := func(line int) string {
		c.call("workspace/executeCommand", map[string]any{"command": runCommand, "arguments": []any{c.uri(won), line}}, nil)
		return <-c.said
	}
	assert.Contains(t, run(1), "A stake is won with at least five: 2 passed")
	c.write(won, strings.Replace(c.docs[won].s, "{die: 3, won: false}", "{die: 3, won: true}", 1))
	assert.Contains(t, run(1), "this does not hold")
	assert.Error(t, c.conn.Call(t.Context(), "workspace/executeCommand", map[string]any{"command": runCommand}, nil))
}

// A run that was replaced by another one reports nothing.
func TestARunThatWasCalledOff(t *testing.T) {
	src, _, err := opens(workspace(t))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	(&server{}).runs(ctx, src, won+":1") // without a client
}

// A scenario that comes out otherwise under a variant is told, and its entry written by a fix.
func TestFlipsAreDeclaredByAFix(t *testing.T) {
	c := dial(t, workspace(t))
	text := c.open(won) + "\n- scenario: Two black ones\n  given: {players: 2, ann: {hand: [2 black]}}\n  then: sum(ann.hand, .worth) == 6\n"
	c.write(won, text)
	d := c.says(won, "the scenario has another outcome")
	assert.Equal(t, "Two", c.marked(won, d.Range))
	var fixes []struct {
		Command struct {
			Command   string
			Arguments []any
		}
	}
	c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(won)}, "range": d.Range, "context": map[string]any{"diagnostics": []diagnostic{d}}}, &fixes)
	require.Len(t, fixes, 1)
	c.call("workspace/executeCommand", map[string]any{"command": fixes[0].Command.Command, "arguments": fixes[0].Command.Arguments}, nil)
	var apply struct {
		Edit struct{ DocumentChanges []struct{ Edits []textEdit } }
	}
	said := <-c.said
	for said == "refresh" {
		said = <-c.said
	}
	require.NoError(t, json.Unmarshal([]byte(said), &apply))
	require.Len(t, apply.Edit.DocumentChanges, 1)
	now := edited(text, apply.Edit.DocumentChanges[0].Edits)
	assert.Contains(t, now, "  under:\n    rich:\n      then: ")
	c.write(won, now)
	c.clean(won)
}

package declare

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

func wellsWith(scenarios string) interpreter.Sources {
	files := fstest.MapFS{"scenarios/wells/x.yaml": {Data: []byte(scenarios)}}
	game, err := txtar.ParseFile("../../../../interpreter/scenario/testdata/wells.txtar")
	if err != nil {
		panic(err)
	}
	for _, f := range game.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return interpreter.Sources{{Name: "wells", FS: files}}
}

// declared is a file of scenarios of wells with the entries that it wants.
func declaredIn(t *testing.T, scenarios string, opt scenario.Options) (text string, left []string) {
	t.Helper()
	res, err := Run(context.Background(), wellsWith(scenarios), nil, opt, func(of *source.File, _ string) *source.File { return of })
	require.NoError(t, err)
	text = scenarios
	if len(res.Files) > 0 {
		require.Len(t, res.Files, 1)
		text = string(res.Files[0].Text)
	}
	for _, l := range res.Left {
		left = append(left, fmt.Sprintf("%d %s: %s", l.Line, l.Config, l.Why))
	}
	return text, left
}

// before and after are a text without the lines that begin with + and with -.
func beforeAndAfter(text string) (before, after string) {
	for line := range strings.Lines(strings.TrimPrefix(text, "\n")) {
		rest := line[1:]
		switch line[0] {
		case '+':
			after += rest
		case '-':
			before += rest
		default:
			before, after = before+rest, after+rest
		}
	}
	return before, after
}

// wishes holds scenarios; lines with + are the entries that declare writes for each reading.
var wishes = map[string]string{
	"who decides, how it comes out, and what is asked besides": `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
   when:
     - ann: {wish: {coin: crown}}
     - rolls: {ann: [5]}
   then:
     - wish.result == 5
     - wish.luck >= 5 and crown in well
     - 'ann.hand == [penny]'
+  under:
+    wish.coin=other:
+      when:
+        - ann: wish
+        - bob: {coin: crown}
+        - rolls: {ann: [5]}
+    wish.coin=chance:
+      when:
+        - ann: wish
+        - draws: [crown]
+        - rolls: {ann: [5]}
+    wish.result=double:
+      then: wish.result == 10
+    wish.sigh=aloud:
+      stands: wish.sighs
+    wish.thrower=other:
+      fails: it is bob who throws here
+    wish.thrower=nobody:
+      fails: nothing is rolled here
`,
	"what is offered, allowed and refused": `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [2 penny]}}
   offers: {bob: [], ann: [wish, rest]}
   refuses: [{ann: {wish: {coin: crown}}}]
+  under:
+    wish.coin=other:
+      refuses: [{ann: {wish: {coin: crown}}, because: ann was not asked for "coin"}]
+    wish.coin=chance:
+      refuses: [{ann: {wish: {coin: crown}}, because: ann was not asked for "coin"}]
+    wish.needs=crown:
+      offers: {bob: [], ann: [rest]}
 - scenario: r
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
   when:
     - ann: {wish: {coin: crown}}
     - refuses: [{bob: sigh, because: bob is not asked}]
     - rolls: [3]
   then: empty(well)
   refuses: [{bob: sigh, because: is not asked}, {ann: wish, because: is not asked}]
+  under:
+    wish.coin=other:
+      when:
+        - ann: wish
+        - bob: {coin: crown}
+        - refuses: [{bob: sigh, because: bob is not asked}]
+        - rolls: [3]
+    wish.coin=chance:
+      when:
+        - ann: wish
+        - draws: [crown]
+        - refuses: [{bob: sigh, because: bob is not asked}]
+        - rolls: [3]
+    wish.sigh=aloud:
+      refuses: [{ann: wish, because: is not asked}]
+      allows: [{bob: sigh}]
+    wish.thrower=nobody:
+      fails: nothing is rolled here
`,
	"where there is nothing left to be asked": `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
   when: [{ann: wish}]
   stands: wish.luck
   then: wish.luck == 0
+  under:
+    wish.thrower=nobody:
+      then: wish.luck == 6
+      stands: nothing
`,
	"who sees what": `
 - scenario: s
   given: {players: 2, well: [crown], purse: [penny]}
   hides: {ann: [well], bob: [well]}
   sees: {ann: [purse]}
+  under:
+    well.seen=clear:
+      sees: {ann: [purse, well], bob: [well]}
+      hides: {}
`,
	"what has not run": `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
   when: [{ann: rest}]
   then: wish == nothing
   stands: nothing
`,
	"how likely it is": `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [2 crown]}}
   when: [{ann: wish}]
   chance: {of: crown in well, is: 1/2}
+  under:
+    wish.thrower=nobody:
+      chance: {of: crown in well, is: 1}
`,
}

// wishesOf are further ones, for a reading each.
var wishesOf = map[string]struct{ form, text string }{
	"only the course is different": {"wish.coin=chance", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
   when: [{ann: rest}]
   then: dry
 - scenario: r
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
   when: [{ann: wish}]
   then: empty(well)
   stands: wish.coin
+  under:
+    wish.coin=chance: {}
`},
	"what no script can do": {"wish.needs=crown", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [penny]}}
   when:
     - ann: wish
     - rolls: [1]
   then: empty(well)
+  under:
+    wish.needs=crown:
+      fails: there is a coin in hand
`},
	"a script that says too much": {"wish.coin=other", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
   when:
     - ann: {wish: {coin: crown}}
     - rolls: [1]
   then: empty(well)
+  under:
+    wish.coin=other:
+      when:
+        - ann: wish
+        - rolls: [1]
`},
	"checks between the lines": {"wish.thrower=other", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [2 crown, penny]}}
   when:
     # first the wish
     - ann: {wish: {coin: crown}}
     - {stands: wish.luck, offers: {ann: []}}
     - rolls: {ann: [6]}
     - then: well == [crown]
   then: len(ann.hand) == 2
+  under:
+    wish.thrower=other:
+      fails: it is bob who throws here
`},
	"a check between the lines that does not hold": {"wish.result=double", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [2 crown, penny]}}
   when:
     - ann: {wish: {coin: crown}}
     - rolls: {ann: [1]}
     - then: [wish.result == 1 and not dry, empty(well)]
   then: len(ann.hand) == 3
+  under:
+    wish.result=double:
+      when:
+        - ann: {wish: {coin: crown}}
+        - rolls: {ann: [1]}
+        - then: [wish.result == 2, not dry, empty(well)]
`},
	"of two readings only one matters": {"wish.result=double and wish.thrower=other", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
   when:
     - ann: wish
     - rolls: {ann: [6]}
   then: well == [crown]
+  under:
+    wish.thrower=other:
+      fails: it is bob who throws here
`},
	"a reading beside one that it speaks of": {"wish.result=double and wish.thrower=other", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
   when:
     - ann: wish
     - rolls: {ann: [1]}
   then: wish.result == 1
   under:
     wish.result=double:
       then: wish.result == 2
+    wish.thrower=other:
+      fails: it is bob who throws here
`},
	"two readings that matter only together": {"wish.result=double and wish.thrower=nobody", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
   when:
     - ann: wish
     - rolls: {ann: [1]}
   then: wish.result < 7
   under:
     wish.thrower=nobody:
       when:
         - ann: wish
+    wish.result=double and wish.thrower=nobody: refused
 - scenario: r
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
   when:
     - ann: wish
     - rolls: {ann: [1]}
   then: wish.result < 7
   under:
     wish.thrower=nobody:
       when:
         - ann: wish
     wish.thrower=nobody and wish.result=double: refused
`},
}

// Outcomes that cannot be written as an entry are reported, and nothing is written for them.
func TestDeclareLeaves(t *testing.T) {
	const given = "- scenario: s\n  given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}\n"
	tests := map[string]struct{ scenario, form, want string }{
		"rows that break off, and others": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
  when: [{ann: <act>}]
  offers: {ann: <offered>}
  stands: <at>
  examples: [{act: {wish: {coin: crown}}, offered: [], at: wish.luck}, {act: wish, offered: [crown, penny], at: wish.coin}]
`, "wish.coin=other", `the script stops with an error in some rows of the examples, but not in all: ann was not asked for "coin"`},
		"rows that refuse, and others": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
  when: [{ann: {wish: {coin: crown}}}, {rolls: [1]}]
  refuses: [{<seat>: sigh, because: is not asked}]
  examples: [{seat: ann}, {seat: bob}]
`, "wish.sigh=aloud", "this is allowed in some rows of the examples and refused in others: {<seat>: sigh, because: is not asked}"},
		"rows that differ in a value": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
  when: [{ann: {wish: {coin: crown}}}, {rolls: [<luck>]}]
  then: wish.result == <luck>
  examples: [{luck: 1}, {luck: 6}]
`, "wish.result=double", "no formula is true in all rows of the examples: wish.result == <luck>"},
		"rows that differ in who is asked": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
  when: <acts>
  then: empty(well)
  examples: [{acts: [{ann: wish}, {rolls: [1]}]}, {acts: [{ann: rest}]}]
`, "wish.sigh=aloud", "rows of the examples have different values for `stands`: wish.sighs, and nothing"},
		"a scenario on one line": {"- {scenario: s, given: {players: 2, well: [crown]}, hides: {ann: [well]}}", "well.seen=clear", "the scenario is written on one line, so no entry can be added to it"},
		"a scenario that fails":  {given + "  when: [{ann: wish}, {rolls: [1]}]\n  then: wish.result == 7\n", "wish.result=double", "it fails as it is"},
		"an entry that is wrong": {given + "  when: [{ann: {wish: {coin: crown}}}, {rolls: [1]}]\n  then: wish.result == 1\n  under:\n    wish.result=double:\n      then: wish.result == 3\n", "wish.result=double", "its entry does not hold"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, left := declaredIn(t, tt.scenario, in(tt.form))
			assert.Equal(t, tt.scenario, got)
			require.Len(t, left, 1)
			_, why, _ := strings.Cut(left[0], ": ")
			assert.Equal(t, tt.want, why)
		})
	}
}

func TestDeclareOne(t *testing.T) {
	for name, tt := range wishesOf {
		t.Run(name, func(t *testing.T) {
			before, after := beforeAndAfter(tt.text)
			got, left := declaredIn(t, before, in(tt.form))
			assert.Empty(t, left)
			require.Equal(t, after, got)
			res, err := scenario.Run(t.Context(), wellsWith(got), nil, in(tt.form))
			require.NoError(t, err)
			assert.Zero(t, res.Failed, res.Cases)
		})
	}
}

// Each scenario runs under every reading, and declare adds the expected lines.
func TestDeclare(t *testing.T) {
	for name, text := range wishes {
		t.Run(name, func(t *testing.T) {
			before, after := beforeAndAfter(text)
			got, left := declaredIn(t, before, scenario.Options{EachReading: true})
			assert.Empty(t, left)
			require.Equal(t, after, got)
			again, left := declaredIn(t, got, scenario.Options{EachReading: true})
			assert.Equal(t, got, again, "done twice")
			assert.Empty(t, left)
			res, err := scenario.Run(t.Context(), wellsWith(got), nil, scenario.Options{EachReading: true})
			require.NoError(t, err)
			assert.Zero(t, res.Failed, res.Cases)
		})
	}
}

// in is how scenarios are run in a configuration that is named as an entry names it.
func in(config string) (opt scenario.Options) {
	opt.Load.Readings = map[string]string{}
	for _, n := range spec.Settings(config) {
		opt.Load.Readings[n.Word] = n.Reading
	}
	return opt
}

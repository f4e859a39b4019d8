package scenario

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// wells is a game in which others decide, pay and see what a reading says.
var wells = map[string]string{
	"cards/wells/game.yaml": `
language: 1
game: wells
names: {en: Wells}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}, dry: false}
zones:
  purse: {holds: [coin], starts: true}
  well: {order: stack, holds: [coin], seen_by: {ruling: well.seen, dark: nobody, clear: all}}
player:
  zones: {hand: {holds: [coin]}}
procedures:
  match:
    do:
      - call: turn
        with: {me: active}
      - finish: players
  turn:
    do:
      - may:
          wish:
            if:
              there is a coin in hand: {ruling: wish.needs, coin: not empty(me.hand), crown: 'any(me.hand, .card == "crown")'}
            do:
              - call: wish
          rest: [{set: {dry: true}}]
        id: actions
  wish:
    names: {luck: 0}
    formulas:
      wins: luck > 3
      result: {ruling: wish.result, die: luck, double: luck + luck}
    do:
      - ruling: wish.coin
        own: [{choose: coin, from: me.hand}]
        other: [{choose: coin, from: me.hand, by: 'others[0]'}]
        chance: [{choose: coin, from: me.hand, by: chance}]
      - ruling: wish.thrower
        own: [{roll: luck, by: me}]
        other: [{roll: luck, by: 'others[0]'}]
        nobody: [{set: {luck: 6}}]
      - if: wins
        do:
          - move: coin
            to: well
      - ruling: wish.sigh
        silent: []
        aloud: [{may: {sigh: [{set: {dry: true}}]}, id: sighs, by: 'others[0]'}]
`,
	"cards/wells/coin.yaml": `
kind: coin
names: {en: Coin}
cards: {crown: {copies: 3}, penny: {copies: 3}}
`,
	"cards/wells/rulings.yaml": `
rulings:
  wish.coin: {kind: rule, question: "Who chooses?", readings: {own: who wishes, other: the other, chance: chance}, default: own}
  wish.needs: {kind: rule, question: "What does it take?", readings: {coin: a coin, crown: a crown}, default: coin}
  wish.result: {kind: rule, question: "What comes of it?", readings: {die: the die, double: twice the die}, default: die}
  wish.sigh: {kind: rule, question: "May one sigh?", readings: {silent: no, aloud: yes}, default: silent}
  wish.thrower: {kind: rule, question: "Who throws?", readings: {own: who wishes, other: the other, nobody: nobody}, default: own}
  well.seen: {kind: rule, question: "Does one see into the well?", readings: {dark: no, clear: yes}, default: dark}
`,
}

func wellsWith(scenarios string) interpreter.Sources {
	files := fstest.MapFS{"scenarios/wells/x.yaml": {Data: []byte(scenarios)}}
	for name, text := range wells {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return interpreter.Sources{{Name: "wells", FS: files}}
}

// declared is a file of scenarios of wells with the entries that it wants.
func declaredIn(t *testing.T, scenarios string, opt Options) (text string, left []string) {
	t.Helper()
	res, err := Declare(context.Background(), wellsWith(scenarios), nil, opt)
	require.NoError(t, err)
	text = scenarios
	if len(res.Files) > 0 {
		require.Len(t, res.Files, 1)
		text = string(res.Files[0].Text)
	}
	for _, l := range res.Left {
		left = append(left, fmt.Sprintf("%d %s: %s", l.Line, l.Form, l.Why))
	}
	return text, left
}

// before and after are a text without the lines that begin with + and with -.
func beforeAndAfter(text string) (before, after string) {
	for line := range strings.Lines(strings.TrimPrefix(text, "\n")) {
		switch rest := line[1:]; line[0] {
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

// wishes are scenarios, and with + what is written for them under each reading.
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
+      offers: {bob: [sigh]}
+    wish.thrower=other:
+      when:
+        - ann: {wish: {coin: crown}}
+        - rolls: {bob: [5]}
+    wish.thrower=nobody:
+      when:
+        - ann: {wish: {coin: crown}}
+      then: wish.result == 6
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
+      when:
+        - ann: {wish: {coin: crown}}
+        - refuses: [{bob: sigh, because: bob is not asked}]
+      then: well == [crown]
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
	"rows that differ in a value": {"wish.result=double", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
   when:
     - ann: {wish: {coin: crown}}
     - rolls: [<luck>]
   then:
     - wish.result == <luck>
     - empty(well) == <dry>
   examples:
-    - {luck: 1, dry: true}
-    - {luck: 6, dry: false}   # the best
+    - {luck: 1, dry: true, luck_double: 2}
+    - {luck: 6, dry: false, luck_double: 12}   # the best
+  under:
+    wish.result=double:
+      then: wish.result == <luck_double>
`},
	"rows that have become alike": {"wish.thrower=nobody", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
   when:
     - ann: {wish: {coin: <coin>}}
     - rolls: [<luck>]
   then:
     - wish.result == <luck>
     - crown in well == <in>
     - well == <well>
   examples:
-    - {coin: crown, luck: 1, in: false, well: []}
-    - {coin: penny, luck: 6, in: false, well: [penny]}
-    - {coin: crown, luck: 6, in: true, well: [crown]}
+    - {coin: crown, luck: 1, in: false, well: [], in_nobody: true}
+    - {coin: penny, luck: 6, in: false, well: [penny], in_nobody: false}
+    - {coin: crown, luck: 6, in: true, well: [crown], in_nobody: true}
+  under:
+    wish.thrower=nobody:
+      when:
+        - ann: {wish: {coin: <coin>}}
+      then:
+        - wish.result == 6
+        - crown in well == <in_nobody>
+        - well == [<coin>]
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
	"what the script can do in some rows": {"wish.needs=crown", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [<coin>]}}
   when: [{ann: wish}, {rolls: [1]}]
   then: empty(well)
-  examples: [{coin: crown}, {coin: penny}]
+  examples: [{coin: crown, fails_crown: nothing}, {coin: penny, fails_crown: there is a coin in hand}]
+  under:
+    wish.needs=crown:
+      fails: <fails_crown>
`},
	"rows that break off in places of their own": {"wish.coin=other", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}
   when:
     - ann: <act>
   then: len(ann.hand) == 2
   stands: <at>
   examples:
-    - {act: {wish: {coin: crown}}, at: wish.luck}
-    - {act: wish, at: wish.coin}
+    - {act: {wish: {coin: crown}}, at: wish.luck, fails_other: ann was not asked for "coin"}
+    - {act: wish, at: wish.coin, fails_other: nothing}
+  under:
+    wish.coin=other:
+      fails: <fails_other>
`},
	"a question that is open in some rows": {"wish.sigh=aloud", `
 - scenario: s
   given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
   when: <acts>
   then: empty(well)
   examples:
-    - {acts: [{ann: wish}, {rolls: [1]}]}
-    - {acts: [{ann: rest}]}
+    - {acts: [{ann: wish}, {rolls: [1]}], stands_aloud: wish.sighs}
+    - {acts: [{ann: rest}], stands_aloud: nothing}
+  under:
+    wish.sigh=aloud:
+      stands: <stands_aloud>
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
+      when:
+        - ann: {wish: {coin: crown}}
+        - stands: wish.luck
+          offers: {ann: []}
+        - rolls: {bob: [6]}
+        - then: well == [crown]
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
+        - then:
+            - wish.result == 2
+            - not dry
+            - empty(well)
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
+      when:
+        - ann: wish
+        - rolls: {bob: [6]}
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
+      when:
+        - ann: wish
+        - rolls: {bob: [1]}
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
+    wish.result=double and wish.thrower=nobody:
+      when:
+        - ann: wish
+      then: wish.result >= 7
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

// What a machine cannot word is left to a person, and nothing is written for it.
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
`, "wish.coin=other", `the script breaks off in some rows of the examples: ann was not asked for "coin"`},
		"rows that refuse, and others": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [crown]}}
  when: [{ann: {wish: {coin: crown}}}, {rolls: [1]}]
  refuses: [{<seat>: sigh, because: is not asked}]
  examples: [{seat: ann}, {seat: bob}]
`, "wish.sigh=aloud", "in some rows of the examples this is refused, in others it is not: {<seat>: sigh, because: is not asked}"},
		"a scenario on one line": {"- {scenario: s, given: {players: 2, well: [crown]}, hides: {ann: [well]}}", "well.seen=clear", "the scenario stands on one line"},
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
			res, err := Run(wellsWith(got), nil, in(tt.form))
			require.NoError(t, err)
			assert.Zero(t, res.Failed, strings.TrimSpace(messages(res)))
		})
	}
}

// Each scenario is run under every reading; what is added to it stands there.
func TestDeclare(t *testing.T) {
	for name, text := range wishes {
		t.Run(name, func(t *testing.T) {
			before, after := beforeAndAfter(text)
			got, left := declaredIn(t, before, Options{EachReading: true})
			assert.Empty(t, left)
			require.Equal(t, after, got)
			again, left := declaredIn(t, got, Options{EachReading: true})
			assert.Equal(t, got, again, "done twice")
			assert.Empty(t, left)
			res, err := Run(wellsWith(got), nil, Options{EachReading: true})
			require.NoError(t, err)
			assert.Zero(t, res.Failed, strings.TrimSpace(messages(res)))
		})
	}
}

func TestInCommon(t *testing.T) {
	assert.Equal(t, "which asks", inCommon([]string{"walk.step, which asks ann", "walk.on, which asks bob"}))
	assert.Equal(t, "no coin", inCommon([]string{"no coin"}))
	assert.Empty(t, inCommon([]string{"no coin", "a crown"}))
}

package diff

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// lamps is a game that asks rulings wherever one can be asked.
var lamps = map[string]string{
	"cards/lamps/game.yaml": `
language: 1
game: lamps
names: {en: Lamps, de: Lampen}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
texts: {old: The old rules, new: The new rules}
fields: {active: {type: player}, glow: 0}
zones:
  shelf: {holds: [lamp], starts: true}
  dark: {order: stack, seen_by: {ruling: dark.seen, all: all, nobody: nobody}, holds: [lamp]}
player:
  zones:
    hand: {seen_by: owner, holds: [lamp]}
invariants:
  no lamp is lost: {that: 'count(pieces, .kind == "lamp") == 3'}
formulas:
  bright: {ruling: light.bright, dim: glow > 0, full: glow > 1}
`,
	"cards/lamps/lamp.yaml": `
kind: lamp
names: {en: Lamp}
discards: dark
each_has: {effect: steps}
playing:
  do:
    - call: card.effect
fields:
  light: {type: number, range: 1..9, assumed: true}
  burns: {type: number, by: number}
cards:
  candle: {copies: 2, light: 1, burns: {1: 2, 2: 3}}
  torch:
    copies: 1
    light: {given: 3, cites: [L-A-01]}
    play: {in: [dusk], target: pending.me}
    effect:
      - set: {glow: glow + 2}
`,
	"cards/lamps/turn.yaml": `
procedures:
  match:
    do:
      - call: turn
        with: {me: active}
      - finish: players
  turn:
    names: {wind: 0}
    formulas:
      still: 'wind == 0 and ruled("wind.blows", "never")'
    do:
      - set: {wind: 1}
        if: ruled("wind.blows", "often")
      - may:
          light:
            if:
              there is one: not empty(shelf)
              it is calm: still or ruled("wind.blows", "often")
            do:
              - choose: lamp
                from: shelf
              - ruling: light.where
                hand: [{move: lamp, to: me.hand}]
                dark: [{move: lamp, to: dark}]
                both:
                  - if: bright
                    do: [{move: lamp, to: dark}]
                    else: [{move: lamp, to: me.hand}]
              - set: {glow: glow + lamp.light}
        id: lights
      - window: dusk
windows:
  dusk: {pending: turn, asks: others, at_most: {ruling: light.bright, dim: 1, full: 2}}
side_offers:
  swap: {closed_in: [match], do: [{set: {glow: glow}}]}
`,
	"cards/lamps/rulings.yaml": `
rulings:
  light.where:
    kind: rule
    question: Where does a lamp go?
    readings: {hand: to the hand, dark: into the dark, both: as bright as it is}
    texts:
      old: {reading: hand, clauses: [L-A-01], note: to his hand}
      new: {reading: dark, clauses: [L-A-02]}
    default: hand
    why: The old rules are clear.
  light.bright: {kind: rule, question: 'What is bright?', readings: {dim: a glow, full: two}, default: dim, why: Nobody says.}
  wind.blows: {kind: rule, question: 'Does it blow?', readings: {never: no, often: yes}, default: never}
  dark.seen: {kind: rule, question: 'Who sees the dark?', readings: {all: all, nobody: nobody}, default: all}
clauses:
  L-A-01: {text: old, section: A, says: A lamp goes to the hand.}
  L-A-02: {text: new, section: A, says: A lamp goes into the dark.}
`,
	"variants/lamps/lantern.yaml": `
variant: lantern
names: {en: With a lantern}
cards:
  candle: {copies: {assumed: 3}, light: {given: 2}, burns: {1: 2, 2: 4}}
  torch: {play: {in: [dusk, dawn], target: pending.me}, effect: [{set: {glow: 9}}]}
  lantern: {kind: lamp, copies: 1, light: 4, burns: {1: 1}}
patch:
  - at: procedures.turn/lights
    before: [{window: dawn}]
    add:
      wait: [{set: {glow: glow}}]
windows:
  dawn: {pending: turn, asks: others}
invariants:
  no lamp is lost: {that: 'count(pieces, .kind == "lamp") == 5'}
`,
	"scenarios/lamps/light.yaml": `
- scenario: A lamp goes to the hand
  pins: [L-A-01]
  given: {players: 2, turn: ann, at: turn, shelf: [candle], dark: [torch]}
  when:
    - ann: {light: {}}
  then: ann.hand == [candle]

- scenario: A lamp gives light
  given: {players: 2, turn: ann, at: turn, cards: {torch: {light: 3}}, shelf: [torch], dark: [candle]}
  when:
    - ann: {light: {}}
  then: glow == 3
`,
}

// form reads a form of lamps, with some of its files replaced.
func form(t *testing.T, variant string, readings map[string]string, files map[string]string) Side {
	t.Helper()
	fs := fstest.MapFS{}
	for name, text := range lamps {
		if other, replaced := files[name]; replaced {
			text = other
		}
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	src := interpreter.Sources{{Name: "lamps", FS: fs}}
	rules, err := interpreter.Read(src, "lamps")
	require.NoError(t, err)
	opt := interpreter.Options{Variant: variant, Readings: readings}
	g, err := rules.Game(opt)
	require.NoError(t, err)
	return Side{variant, scenario.Side{Sources: src, Rules: rules, Options: opt, Game: g}}
}

func compared(t *testing.T, a, b Side, scenarios bool) *Report {
	t.Helper()
	r, err := Compare(context.Background(), a, b, Options{Scenarios: scenarios})
	require.NoError(t, err)
	return r
}

// inShort are the rules that differ, without their places.
func inShort(r *Report) string {
	var b strings.Builder
	for _, x := range r.Rules {
		fmt.Fprintf(&b, "%s %s %s", x.Change, x.What, x.Name)
		if len(x.Because) > 0 {
			fmt.Fprintf(&b, " for %s", strings.Join(x.Because, " "))
		}
		b.WriteString("\n")
		for i, hunk := range x.Hunks {
			if i > 0 {
				b.WriteString("  …\n")
			}
			for _, e := range hunk {
				fmt.Fprintf(&b, "  %s %s%s\n", e.Sign, strings.Repeat("  ", e.Depth), e.Text)
			}
		}
	}
	return b.String()
}

// The differences of one reading are the rules that are in force on one side and not on the other.
func TestReadingsInRules(t *testing.T) {
	for name, c := range map[string]struct {
		readings map[string]string
		want     string
	}{
		"a branch": {map[string]string{"light.where": "dark"}, `
changed procedure turn for light.where
    may
      light, if there is one: not empty(shelf); it is calm: still
        choose lamp, from shelf
  -     move lamp, to me.hand
  +     move lamp, to dark
`},
		"a branch that asks more": {map[string]string{"light.where": "both"}, `
changed procedure turn for light.where
    may
      light, if there is one: not empty(shelf); it is calm: still
        choose lamp, from shelf
  -     move lamp, to me.hand
  +     if bright
  +       move lamp, to dark
  +     else
  +       move lamp, to me.hand
`},
		"two readings, each for itself": {map[string]string{"light.where": "dark", "light.bright": "full"}, `
changed procedure turn for light.where
    may
      light, if there is one: not empty(shelf); it is calm: still
        choose lamp, from shelf
  -     move lamp, to me.hand
  +     move lamp, to dark
changed window dusk for light.bright
  - at_most: 1
  + at_most: 2
changed formula bright for light.bright
  - glow > 0
  + glow > 1
`},
		"a formula, and what a declaration says": {map[string]string{"light.bright": "full"}, `
changed window dusk for light.bright
  - at_most: 1
  + at_most: 2
changed formula bright for light.bright
  - glow > 0
  + glow > 1
`},
		"what conditions ask": {map[string]string{"wind.blows": "often"}, `
changed procedure turn for wind.blows
  - formula still: wind == 0
  + formula still: false
  + set wind: 1
    may
  -   light, if there is one: not empty(shelf); it is calm: still
  +   light, if there is one: not empty(shelf)
`},
		"a zone": {map[string]string{"dark.seen": "nobody"}, `
changed zone dark for dark.seen
  - seen_by: all
  + seen_by: nobody
`},
	} {
		t.Run(name, func(t *testing.T) {
			r := compared(t, form(t, "", nil, nil), form(t, "", c.readings, nil), false)
			assert.Equal(t, strings.TrimPrefix(c.want, "\n"), inShort(r))
			assert.Empty(t, r.Cards)
			assert.Len(t, r.Rulings, len(c.readings))
			assert.Nil(t, r.Scenarios)
		})
	}
}

func TestTheReadingsThemselves(t *testing.T) {
	r := compared(t, form(t, "", nil, nil), form(t, "", map[string]string{"light.where": "dark", "light.bright": "full"}, nil), false)
	require.Len(t, r.Rulings, 2)
	assert.Equal(t, [2]Reading{
		{Name: "hand", Says: "to the hand", Default: true, Why: "The old rules are clear.", Voices: []Support{{"old", "to his hand", []Clause{{"L-A-01", "A lamp goes to the hand."}}}}},
		{Name: "dark", Says: "into the dark", Voices: []Support{{"new", "", []Clause{{"L-A-02", "A lamp goes into the dark."}}}}},
	}, r.Rulings[0].Readings)
	assert.Equal(t, "light.bright", r.Rulings[1].Key)
	assert.Empty(t, r.Rulings[1].Readings[0].Voices, "no text says so")
	assert.Equal(t, []string{"L-A-01"}, r.Rulings[0].about([]string{"L-A-01", "L-A-03"}))
}

func TestVariant(t *testing.T) {
	r := compared(t, form(t, "", nil, nil), form(t, "lantern", nil, nil), true)
	assert.Equal(t, [2]string{"Lamps", "With a lantern"}, r.Titles)
	var cards []string
	for _, c := range r.Cards {
		cards = append(cards, fmt.Sprintf("%s %s %s · %s", c.Change, c.Kind, c.ID, formatPlaces(c.At)))
		for _, v := range c.Values {
			cards = append(cards, fmt.Sprintf("  %s: %s", v.Field, c.pair(v)))
		}
	}
	assert.Equal(t, []string{
		"changed lamp candle · cards/lamps/lamp.yaml:13",
		"  copies: 2 → 3 (assumed)",
		"  light: 1 (assumed) → 2",
		"  burns: 1 2, 2 3 → 1 2, 2 4",
		"changed lamp torch · cards/lamps/lamp.yaml:17 → variants/lamps/lantern.yaml:6",
		"  played in: dusk → dusk, dawn",
		"added lamp lantern · variants/lamps/lantern.yaml:7",
		"  copies: 1",
		"  light: 4 (assumed)",
		"  burns: 1 1",
	}, cards)
	assert.Equal(t, `changed procedure turn
  + window dawn
    may
      light, if there is one: not empty(shelf); it is calm: still
  …
  +   wait
  +     set glow: glow
changed procedure torch.effect
  - set glow: glow + 2
  + set glow: 9
added window dawn
  + pending: turn
  + asks: others
changed invariant no lamp is lost
  - that: count(pieces, .kind == "lamp") == 3
  + that: count(pieces, .kind == "lamp") == 5
`, inShort(r))
	assert.Equal(t, [2]string{"cards/lamps/turn.yaml:11", "variants/lamps/lantern.yaml:10"}, r.Rules[0].At, "where a side has nothing, the place before")
	assert.Equal(t, "lamps: 0 readings, 3 cards and 4 rules differ; 0 of 2 scenarios have another outcome", r.Summary())
}

// A value that only one side has stands on its side.
func TestValueOfOneSide(t *testing.T) {
	name, old := "cards/lamps/lamp.yaml", "play: {in: [dusk], target: pending.me}"
	require.Contains(t, lamps[name], old)
	plain := form(t, "", nil, nil)
	dropped := form(t, "", nil, map[string]string{name: strings.Replace(lamps[name], old, "play: {in: [dusk]}", 1)})
	for want, sides := range map[string][2]Side{"pending.me → –": {plain, dropped}, "– → pending.me": {dropped, plain}} {
		t.Run(want, func(t *testing.T) {
			r := compared(t, sides[0], sides[1], false)
			require.Len(t, r.Cards, 1)
			var b strings.Builder
			require.NoError(t, r.Doc(false, false).Pretty(&b, 0, false))
			assert.Contains(t, b.String(), "played on: "+want+"\n")
		})
	}
}

// Between two folders, changed rules differ, and changed comments and notes do not.
func TestFolders(t *testing.T) {
	with := func(name, old, young string) Side {
		require.Contains(t, lamps[name], old)
		return form(t, "", nil, map[string]string{name: strings.Replace(lamps[name], old, young, 1)})
	}
	for name, c := range map[string]struct {
		other Side
		want  string
	}{
		"a step": {with("cards/lamps/turn.yaml", "set: {glow: glow + lamp.light}", "set: {glow: lamp.light}"), `
changed procedure turn
    may
      light, if there is one: not empty(shelf); it is calm: still
  …
        move lamp, to me.hand
  -     set glow: glow + lamp.light
  +     set glow: lamp.light
`},
		"a name and a formula of a procedure": {with("cards/lamps/turn.yaml", "names: {wind: 0}", "names: {wind: 1, rain: 0}"), `
changed procedure turn
  - name wind: 0
  + name wind: 1
  + name rain: 0
`},
		"what is cited or noted": {with("cards/lamps/turn.yaml", "- window: dusk", "- window: dusk\n        cites: [L-A-02]\n        note: at last"), ""},
		"a formula":              {with("cards/lamps/game.yaml", "formulas:\n", "formulas:\n  gloom: glow < 1\n"), "added formula gloom\n  + glow < 1\n"},
		"a field":                {with("cards/lamps/game.yaml", "glow: 0", "glow: {type: number, default: 1}"), "changed field glow\n  - 0\n  + type: number\n  + default: 1\n"},
		"a zone":                 {with("cards/lamps/game.yaml", "hand: {seen_by: owner, ", "hand: {"), "changed zone player.hand\n  - seen_by: owner\n"},
		"a side offer":           {with("cards/lamps/turn.yaml", "swap: {closed_in: [match], ", "swap: {"), "changed side offer swap\n  - closed_in: match\n"},
		"a kind":                 {with("cards/lamps/lamp.yaml", "discards: dark", "discards: shelf"), "changed kind lamp\n  - discards: dark\n  + discards: shelf\n"},
		"the players":            {with("cards/lamps/game.yaml", "from: 2, to: 2", "from: 1, to: 2"), "changed game lamps\n  - players: from: 2; to: 2; seats: ann, bob; turn: active\n  + players: from: 1; to: 2; seats: ann, bob; turn: active\n"},
		"a ruling": {with("cards/lamps/rulings.yaml", "rulings:\n", "rulings:\n  dark.deep: {kind: wording, question: 'How deep?', readings: {deep: deep}, default: deep}\n"), `
added ruling dark.deep
  + kind: wording
  + question: How deep?
  + reading deep: deep
`},
		"a clause": {with("cards/lamps/rulings.yaml", "goes into the dark.}", "goes there.}"), "changed clause L-A-02\n  - says: A lamp goes into the dark.\n  + says: A lamp goes there.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			r := compared(t, form(t, "", nil, nil), c.other, false)
			assert.Equal(t, strings.TrimPrefix(c.want, "\n"), inShort(r))
			assert.Equal(t, c.want != "", r.Differs())
		})
	}
}

// A step that has moved is not reported as changed: here the step between the two moments at which options
// exist.
func TestAStepThatMoves(t *testing.T) {
	const may = "[{may: {blow: [{set: {glow: 1}}, {set: {glow: 2}}, {set: {glow: 3}}]}}]\n"
	const steps = "    do:\n" +
		"      - ruling: light.where\n        hand: []\n        both: []\n        dark: " + may +
		"      - set: {wind: 5}\n" +
		"      - ruling: light.where\n        dark: []\n        both: []\n        hand: " + may
	files := map[string]string{"cards/lamps/turn.yaml": strings.Replace(lamps["cards/lamps/turn.yaml"], "    do:\n      - set: {wind: 1}", steps+"      - set: {wind: 1}", 1)}
	r := compared(t, form(t, "", nil, files), form(t, "", map[string]string{"light.where": "dark"}, files), false)
	require.Contains(t, inShort(r), "set wind: 5")
	for _, x := range r.Rules {
		assert.Equal(t, []string{"light.where"}, x.Because, inShort(r))
	}
}

func TestScenariosBelongToTheirRuling(t *testing.T) {
	r := compared(t, form(t, "", nil, nil), form(t, "", map[string]string{"light.where": "dark", "light.bright": "full"}, nil), true)
	flips, about := r.of(r.Rulings[0])
	require.Len(t, flips, 2)
	assert.Equal(t, 1, about)
	assert.Equal(t, "A lamp goes to the hand", flips[0].Title(), "what is about it comes first")
	assert.Equal(t, [2]string{"so: ann.hand == [candle]", "not so: ann.hand = []"}, flips[0].parts)
	others, _ := r.of(r.Rulings[1])
	assert.Empty(t, others)
	assert.Empty(t, r.Together())
}

// The summary names the number of measured values that differ.
func TestVerdict(t *testing.T) {
	for says, x := range map[string]struct{ real, chance, only int }{
		"Of 2 measured values, none differs significantly.": {chance: 2},
		"Of 3 measured values, 1 differs significantly, and 1 exists on one side only. The brackets show 95 % confidence intervals of the differences.": {real: 1, chance: 1, only: 1},
		"Of 4 measured values, 2 differ significantly, and 2 exist on one side only. The brackets show 95 % confidence intervals of the differences.":   {real: 2, only: 2},
	} {
		t.Run(says, func(t *testing.T) {
			c := &simulate.Comparison{Differences: make([]simulate.Difference, x.real+x.chance)}
			for i := range x.real {
				c.Differences[i].Real = true
			}
			c.Only[1] = make([]simulate.Single, x.only)
			assert.Equal(t, says, (&Report{Balance: c}).verdict())
		})
	}
}

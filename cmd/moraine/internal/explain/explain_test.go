package explain_test

import (
	"maps"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/source"
)

const scenarios = `
- scenario: A tree falls
  pins: [R-B-02, R-B-01]
- scenario: Nothing falls
  pins: [R-B-01]
  under:
    axe.blunt=no and deep: {}
    storm: {}
`

const storm = `
variant: storm
names: {en: The Storm}
about: It blows.
readings: {axe.blunt: 'no'}
cards:
  beech: {age: 31}
  fir:
    kind: tree
    copies: 1
patch:
  - at: procedures.fell/which
    after:
      - set: {felled: felled + 1}
        cites: [R-B-03]
procedures:
  match:
    do:
      - call: fell
      - finish: players
`

func explainer(t *testing.T, lang string) *explain.Explainer {
	return explainerOf(t, lang, interpreter.Options{})
}

func explainerOf(t *testing.T, lang string, opt interpreter.Options) *explain.Explainer {
	t.Helper()
	text, err := os.ReadFile("testdata/fell.yaml")
	require.NoError(t, err)
	files := fstest.MapFS{"scenarios/fell/fall.yaml": {Data: []byte(scenarios)}, "variants/fell/storm.yaml": {Data: []byte(storm)}}
	for i, doc := range strings.Split(string(text), "---\n") {
		files["cards/fell/"+string(rune('a'+i))+".yaml"] = &fstest.MapFile{Data: []byte(doc)}
	}
	src := interpreter.Sources{{Name: "test", FS: files}}
	rules, err := interpreter.NewLoader(src).Read(src, "fell")
	require.NoError(t, err)
	g, err := rules.Game(opt)
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, "fell")
	require.NoError(t, err)
	e, err := explain.New(rules, g, lang, suite)
	require.NoError(t, err)
	return e
}

// explainerIn explains a game of some files, by path.
func explainerIn(t *testing.T, id, lang string, texts map[string]string) *explain.Explainer {
	t.Helper()
	files := fstest.MapFS{}
	for path, text := range texts {
		files[path] = &fstest.MapFile{Data: []byte(text)}
	}
	src := interpreter.Sources{{Name: "test", FS: files}}
	rules, err := interpreter.NewLoader(src).Read(src, id)
	require.NoError(t, err)
	g, err := rules.Game(interpreter.Options{})
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, id)
	require.NoError(t, err)
	e, err := explain.New(rules, g, lang, suite)
	require.NoError(t, err)
	return e
}

// TestExplain compares whole answers, because missing parts matter as much as wrong ones.
func TestExplain(t *testing.T) {
	e := explainer(t, "en")
	for what, want := range map[string]string{
		"R-B-01": `R-B-01 · the rules, section B (Felling) · felling
  A die says whether a tree falls.

The same topic elsewhere
  N-B-01  An axe becomes blunt. (the notes, section B (Felling))

Questions it leaves open
  axe.blunt  Does an axe become blunt?
      Read as yes, at once; not no (never).
      yes (notes); rules is silent.
      Why: The notes say so.

Places in the rules that cite it
  cards/fell/a.yaml:28:9  fell › formula enough
  cards/fell/a.yaml:34:9  fell › choose tree
  cards/fell/b.yaml:8:66  oak › age

Scenarios that pin it
  scenarios/fell/fall.yaml:2  A tree falls
  scenarios/fell/fall.yaml:4  Nothing falls
`,
		"r-a-01": `R-A-01 · the rules, section A (The start) · start
  One or two of us fell trees.
  (Not a rule but a name, remark or example; no step needs to implement it.)

Places in the rules that cite it
  cards/fell/a.yaml:4:46  players
  cards/fell/a.yaml:32:45  fell › where › it is old
  cards/fell/b.yaml:5:52  tree › field age
`,
		"axe.blunt": `axe.blunt · ruling (rule)
  Does an axe become blunt?

What the texts say
  yes (notes); rules is silent.
  rules:  silent
      R-B-01 (Felling) A die says whether a tree falls.
  notes:  yes, in an aside
      N-B-01 (Felling) An axe becomes blunt.

How it can be read
  * yes:  at once (the default)
    no:  never
  * is in force. Why yes is the default: The notes say so.

Where it is asked
  cards/fell/a.yaml:25:9  fell › formula enough
  cards/fell/a.yaml:37:9  fell › ruling axe.blunt
  cards/fell/a.yaml:43:13  fell › move tree › if

Places that cite its clauses
  cards/fell/a.yaml:28:9  fell › formula enough
  cards/fell/a.yaml:34:9  fell › choose tree
  cards/fell/b.yaml:8:66  oak › age
  cards/fell/a.yaml:13:81  window shout › who › they are awake

Scenarios with different outcomes under its readings
  scenarios/fell/fall.yaml:4  Nothing falls

Scenarios that pin its clauses
  scenarios/fell/fall.yaml:2  A tree falls
  scenarios/fell/fall.yaml:4  Nothing falls
`,
		"pile.order": `pile.order · ruling (wording)
  Which tree lies on top?

What the texts say
  The texts differ: last (rules), first (notes).
  rules:  last
      R-B-02 (Felling) A tree that falls goes to the pile.
  notes:  first

How it can be read
  * last:  the last one (the default)
    first:  the first one
  * is in force. Why last is the default: So it falls.

Places that cite its clauses
  cards/fell/a.yaml:8:45  field felled
  cards/fell/a.yaml:11:25  zone pile
  cards/fell/a.yaml:44:9  fell › move tree
  cards/fell/b.yaml:10:73  beech

Scenarios that pin its clauses
  scenarios/fell/fall.yaml:2  A tree falls
`,
		"enough": `enough · formula of fell
  cards/fell/a.yaml:24:7
  ruling: axe.blunt; yes: die > 3; no: die > 1 (R-B-01)

Rulings that it decides
  axe.blunt  Does an axe become blunt?
      Read as yes, at once; not no (never).
      yes (notes); rules is silent.
      Why: The notes say so.

Where it is used
  cards/fell/a.yaml:43:13  fell › move tree › if

Clauses
  R-B-01  A die says whether a tree falls.

Scenarios that pin them
  scenarios/fell/fall.yaml:2  A tree falls
  scenarios/fell/fall.yaml:4  Nothing falls

Rulings that decide the outcome of scenarios that pin its clauses
  axe.blunt  Does an axe become blunt? (1 of 2 scenarios)
`,
		"pile": `pile · zone
  cards/fell/a.yaml:11:3
  holds: tree (R-B-02)

Where it is used
  cards/fell/a.yaml:42:13  fell › move tree › to

Clauses
  R-B-02  A tree that falls goes to the pile.

Scenarios that pin them
  scenarios/fell/fall.yaml:2  A tree falls
`,
		"oak": `Oak · oak · de Eiche · tree
  cards/fell/b.yaml:8:3

What is printed on it
  copies  2
  age  40 (given by R-B-01) — in years (R-A-01)

Clauses
  R-B-01  A die says whether a tree falls.

Scenarios that pin its clauses
  scenarios/fell/fall.yaml:2  A tree falls
  scenarios/fell/fall.yaml:4  Nothing falls

Rulings that decide the outcome of scenarios that pin its clauses
  axe.blunt  Does an axe become blunt? (1 of 2 scenarios)
`,
		"Buche": `Beech · beech · de Buche · tree
  cards/fell/b.yaml:10:3

What is printed on it
  copies  1 (assumed)
  age  30 (assumed) — in years (R-A-01)
  Assumed values are not printed in any rule text; if you own the card, you can
  enter the printed value.

Clauses
  R-B-02  A tree that falls goes to the pile.

Questions about it
  pile.order  Which tree lies on top?
      Read as last, the last one; not first (the first one).
      The texts differ: last (rules), first (notes).
      Why: So it falls.

Scenarios that pin its clauses
  scenarios/fell/fall.yaml:2  A tree falls
`,
		"timber": `Timber! · timber · cry
  cards/fell/c.yaml:6:3

What is printed on it
  copies  1

When it is played
  shout  while fell is pending, by others
  target  pending.me
  needs  a tree is chosen: pending.tree != nothing

Effect
  stop pending (R-B-03)

Clauses
  R-B-03  The others may shout.
`,
		"tree": `Tree · tree · kind of piece
  cards/fell/b.yaml:1:7

What its pieces have
  age  number, 1 to 99, assumed — in years (R-A-01)
  wooden  yes_no

Its cards
  oak, maple, beech

Where it is discarded
  wood

tree · name of fell
  cards/fell/a.yaml:30:17
  choose tree, from wood, where it is old: it.age > 0 (R-A-01), id which
      (R-B-01, N-B-01)

Clauses
  R-A-01  One or two of us fell trees.
  R-B-01  A die says whether a tree falls.
  N-B-01  An axe becomes blunt.
`,
		"fell": `fell · procedure
  cards/fell/a.yaml:21:3

Names
  die: 0

Formulas
  enough  ruling: axe.blunt; yes: die > 3; no: die > 1 (R-B-01)

Steps
  choose tree, from wood, where it is old: it.age > 0 (R-A-01), id which
      (R-B-01, N-B-01)
  roll die
  window shout
  as axe.blunt is read (yes, not no): nothing
  move tree, to pile, if enough or ruled("axe.blunt", "no") (R-B-02)

At the end, also after a stop:
  if stopped
    set felled: 0

Its steps, as patches name them
  cards/fell/a.yaml:30:9  procedures.fell/which
  cards/fell/a.yaml:35:9  procedures.fell/roll die
  cards/fell/a.yaml:36:9  procedures.fell/window shout
  cards/fell/a.yaml:37:9  procedures.fell/ruling axe.blunt
  cards/fell/a.yaml:40:13  set felled: other steps have the same words
  cards/fell/a.yaml:41:9  procedures.fell/move tree
  cards/fell/a.yaml:46:9  procedures.fell/if stopped
  cards/fell/a.yaml:48:13  set felled: other steps have the same words

Where it is called
  cards/fell/a.yaml:19:13  match

Rulings that decide the outcome of scenarios that pin its clauses
  axe.blunt  Does an axe become blunt? (1 of 2 scenarios)
`,
		"shout": `shout · window
  cards/fell/a.yaml:13:3
  pending: fell; asks: others; who: they are awake: felled < 9 (N-B-01) (R-B-03)

What is played in it
  timber

Clauses
  N-B-01  An axe becomes blunt.
  R-B-03  The others may shout.
`,
		"procedures.fell/roll  die": `a step of fell
  cards/fell/a.yaml:35:9

  roll die
`,
		"fell/which": `a step of fell
  cards/fell/a.yaml:30:9

  choose tree, from wood, where it is old: it.age > 0 (R-A-01), id which
      (R-B-01, N-B-01)

Clauses
  R-A-01  One or two of us fell trees.
  R-B-01  A die says whether a tree falls.
  N-B-01  An axe becomes blunt.

Rulings that decide the outcome of scenarios that pin its clauses
  axe.blunt  Does an axe become blunt? (1 of 2 scenarios)
`,
		"cards/fell/a.yaml:42": `a step of fell
  cards/fell/a.yaml:41:9

  move tree, to pile, if enough or ruled("axe.blunt", "no") (R-B-02)

Clauses
  R-B-02  A tree that falls goes to the pile.
`,
	} {
		t.Run(what, func(t *testing.T) {
			got, err := e.Explain(what, 80)
			require.NoError(t, err)
			require.Equal(t, want, got)
			for line := range strings.SplitSeq(got, "\n") {
				require.LessOrEqual(t, len([]rune(line)), 80)
			}
		})
	}
}

// With a variant, added declarations appear, and replaced ones do not.
func TestExplainsTheRulesInForce(t *testing.T) {
	e := explainerOf(t, "en", interpreter.Options{Variant: "storm"})
	for what, want := range map[string]string{
		"fir": `fir · fir · tree
  variants/fell/storm.yaml:8:3

What is printed on it
  copies  1
`,
		"R-B-03": `R-B-03 · the rules, section B (Felling) · shouting
  The others may shout.

Places in the rules that cite it
  cards/fell/a.yaml:13:100  window shout
  cards/fell/c.yaml:10:30  timber › effect › stop pending
  variants/fell/storm.yaml:15:9  fell › set
`,
		"match": `match · procedure
  variants/fell/storm.yaml:17:3

Steps
  call fell
  finish players
`,
		"variants/fell/storm.yaml:14": `a step of fell
  variants/fell/storm.yaml:14:9

  set felled: felled + 1 (R-B-03)

Clauses
  R-B-03  The others may shout.
`,
	} {
		t.Run(what, func(t *testing.T) {
			got, err := e.Explain(what, 80)
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
	got, err := e.Explain("fell", 80)
	require.NoError(t, err)
	require.Contains(t, got, "(R-B-01, N-B-01)\n  set felled: felled + 1 (R-B-03)\n  roll die\n")
	require.Contains(t, got, "as axe.blunt is read (no, not yes)\n    set felled: felled + 1\n")
	require.Contains(t, got, "Where it is called\n  variants/fell/storm.yaml:19:9  match\n")
	got, err = e.Explain("beech", 80)
	require.NoError(t, err)
	require.Contains(t, got, "age  31")
}

// Conditions that a variant adds stand beside those of the step or the option, with their clauses.
func TestExplainsAddedConditions(t *testing.T) {
	files := fstest.MapFS{"cards/den/game.yaml": {Data: []byte(`
language: 1
game: den
players: {from: 1, to: 1, seats: [ann]}
start: match
fields: {x: 0}
texts: {rules: the rules}
clauses: {R-A-01: {text: rules, says: Small numbers only.}}
procedures:
  match:
    do:
      - choose: n
        from: 1..9
        where: {it is odd: it % 2 == 1}
        by: players[0]
      - may: {rest: [], nap: {if: {it is late: x > 1}, do: []}}
        by: players[0]
      - finish: players
`)}, "variants/den/small.yaml": {Data: []byte(`
variant: small
patch:
  - at: procedures.match/choose n
    add: {where: {it is small: {is: it < 5, cites: [R-A-01]}}, if: {it is day: x == 0}}
  - at: procedures.match/may rest
    add: {nap: {if: {it is warm: x < 9}}, rest: {if: {it is dark: x > 0}}, if: {it is day: x == 0}}
`)}}
	src := interpreter.Sources{{Name: "test", FS: files}}
	rules, err := interpreter.NewLoader(src).Read(src, "den")
	require.NoError(t, err)
	g, err := rules.Game(interpreter.Options{Variant: "small"})
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, "den")
	require.NoError(t, err)
	e, err := explain.New(rules, g, "en", suite)
	require.NoError(t, err)
	got, err := e.Explain("match", 0)
	require.NoError(t, err)
	require.Contains(t, got, "choose n, from 1..9, where it is odd: it % 2 == 1, by players[0], where it is small: it < 5 (R-A-01), if it is day: x == 0\n")
	require.Contains(t, got, "may, by players[0], if it is day: x == 0\n    rest: if it is dark: x > 0\n    nap: if it is late: x > 1; it is warm: x < 9\n")
	got, err = e.Explain("match/choose n", 0)
	require.NoError(t, err)
	require.Contains(t, got, "Clauses\n  R-A-01  Small numbers only.\n")
}

// A ruling with one reading has no others to list.
func TestARulingWithOneReading(t *testing.T) {
	rules := map[string]string{"cards/one/game.yaml": `
language: 1
game: one
players: {from: 1, to: 1, seats: [ann]}
start: match
procedures: {match: {do: [{finish: players, if: 'ruled("end.when", "soon")'}]}}
texts: {rules: the rules}
rulings:
  end.when: {kind: settled, question: "When does it end?", readings: {soon: at once}, default: soon, why: So it is written.}
`}
	for lang, want := range map[string]string{"en": "      Read as soon.\n", "de": "      Gelesen als soon.\n", "fr": "      Lu comme soon.\n"} {
		t.Run(lang, func(t *testing.T) {
			got, err := explainerIn(t, "one", lang, rules).Explain("rulings", 80)
			require.NoError(t, err)
			require.Contains(t, got, want)
		})
	}
}

// A ruling need not say why its default is the default.
func TestARulingWithoutAReason(t *testing.T) {
	rules := map[string]string{"cards/one/game.yaml": `
language: 1
game: one
players: {from: 1, to: 1, seats: [ann]}
start: match
procedures: {match: {do: [{finish: players, if: 'ruled("end.when", "soon")'}]}}
texts: {rules: the rules}
rulings: {end.when: {kind: settled, question: "When?", readings: {soon: at once, late: later}, default: soon}}
`}
	got, err := explainerIn(t, "one", "en", rules).Explain("end.when", 80)
	require.NoError(t, err)
	require.Contains(t, got, "    late:  later\n  * is in force.\n")
}

// The ruling that a variant declares has an answer without the variant, and the variant's steps show its reading.
func TestRulingsOfVariants(t *testing.T) {
	files := map[string]string{"cards/one/game.yaml": `
language: 1
game: one
players: {from: 1, to: 1, seats: [ann]}
start: match
fields: {saved: 0}
procedures: {match: {do: [{set: {saved: 1}, id: save}, {finish: players}]}}
texts: {rules: the rules}
`, "variants/one/storm.yaml": `
variant: storm
rulings:
  offering: {kind: rule, question: "How much is saved?", readings: {half: the half, whole: all of it}, default: half}
patch:
  - at: procedures.match/save
    instead: [{ruling: offering, half: [{set: {saved: 1}}], whole: [{set: {saved: 2}}]}]
`}
	for reading, want := range map[string]string{
		"":                            "    as offering is read (half, not whole)\n      set saved: 1\n",
		"readings: {offering: whole}": "    as offering is read (whole, not half)\n      set saved: 2\n",
	} {
		t.Run(reading, func(t *testing.T) {
			all := maps.Clone(files)
			all["variants/one/storm.yaml"] += reading
			got, err := explainerIn(t, "one", "en", all).Explain("storm", 80)
			require.NoError(t, err)
			require.Contains(t, got, want)
		})
	}
	got, err := explainerIn(t, "one", "en", files).Explain("offering", 80)
	require.NoError(t, err)
	require.Equal(t, `offering · ruling (rule)
  How much is saved?
  Only variant storm declares it.

What the texts say
  No text settles it.

How it can be read
    half:  the half (the default)
    whole:  all of it
`, got)
}

func TestExplainsAVariant(t *testing.T) {
	got, err := explainer(t, "en").Explain("the storm", 80)
	require.NoError(t, err)
	require.Equal(t, `The Storm · storm · variant
  variants/fell/storm.yaml:2:10
  It blows.

Readings that it chooses
  axe.blunt  no, never

Cards
  beech  age: 31
  fir  kind: tree; copies: 1

What it declares
  variants/fell/storm.yaml:17:3  procedure match

Its additions to the rules
  variants/fell/storm.yaml:12:5  after fell/which
    set felled: felled + 1 (R-B-03)

Scenarios with another outcome under it
  scenarios/fell/fall.yaml:4  Nothing falls
`, got)
}

// A name that is declared several times is explained each time, and so are names within procedures.
func TestExplainsEveryDeclaration(t *testing.T) {
	e := explainerIn(t, "two", "en", map[string]string{"cards/two/game.yaml": `
language: 1
game: two
players: {from: 1, to: 1, seats: [ann]}
start: match
texts: {rules: The rules}
procedures:
  match:
    formulas: {high: die > 3}
    do:
      - roll: die
      - call: again
        with: {n: 2}
        if: high
      - finish: players
  again:
    takes: [n]
    formulas: {high: die > 2}
    do:
      - may:
          high: {if: n > 0, do: []}
        id: try
      - roll: die
      - finish: players
        if: high
`})
	for what, heads := range map[string][]string{
		"high":  {"high · formula of match", "high · formula of again", "high · option of again"},
		"die":   {"die · name of match", "die · name of again"},
		"n":     {"n · name of again"},
		"ann":   {"ann · seat"},
		"rules": {"rules · text"},
		"try":   {"a step of again"},
	} {
		t.Run(what, func(t *testing.T) {
			got, err := e.Explain(what, 80)
			require.NoError(t, err, what)
			var lines []string
			for line := range strings.Lines(got) {
				if line = strings.TrimSuffix(line, "\n"); strings.Contains(line, " · ") || strings.HasPrefix(line, "a step of") {
					lines = append(lines, line)
				}
			}
			require.Equal(t, heads, lines, what)
		})
	}
}

// A beginning will do if it is the only one; else there is help.
func TestWhatIsMeant(t *testing.T) {
	e := explainer(t, "de")
	got, err := e.Explain("tim", 80)
	require.NoError(t, err)
	require.Contains(t, got, "Timber! · timber")
	got, err = e.Explain("OAK", 80)
	require.NoError(t, err)
	require.Contains(t, got, "Eiche · oak · en Oak · tree")
	got, err = e.Explain("ahorn", 80) // der Ahorn
	require.NoError(t, err)
	require.Contains(t, got, "Der Ahorn · maple")
	got, err = e.Explain("which", 80)
	require.NoError(t, err)
	require.Contains(t, got, "ein Schritt von fell\n") // a step by its id, as scenarios name it

	for what, want := range map[string]string{
		"R-B":                 `the name "R-B" is ambiguous; it could be R-B-01, R-B-02, R-B-03`,
		"timbre":              `unknown name "timbre"; did you mean "timber"?`,
		"axe.blnut":           `unknown name "axe.blnut"; did you mean "axe.blunt"?`,
		"elephants":           `unknown name "elephants"`,
		"fir":                 `"fir" exists only in variant storm; add --variant storm`,
		"firr":                `unknown name "firr"; did you mean "fir"?`,
		"cards/fell/a.yaml":   `unknown name "cards/fell/a.yaml"`,
		"cards/fell/a.yaml:1": `unknown name "cards/fell/a.yaml:1"`,
	} {
		t.Run(what, func(t *testing.T) {
			_, err := e.Explain(what, 80)
			require.EqualError(t, err, want)
		})
	}
}

// Every name in the shipped games has an explanation, and each line fits into eighty columns unless it
// contains a longer name of a place.
func TestEverythingCanBeExplained(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../../..")}}
	unnoted, err := interpreter.Read(src, src.Games()[0])
	require.NoError(t, err)
	_, err = explain.New(unnoted, nil, "en", nil)
	require.ErrorContains(t, err, "a Loader")
	for _, id := range src.Games() {
		rules, err := interpreter.NewLoader(src).Read(src, id)
		require.NoError(t, err)
		g, err := rules.Game(interpreter.Options{})
		require.NoError(t, err)
		e, err := explain.New(rules, g, "en", nil)
		require.NoError(t, err)
		require.NotEmpty(t, e.Names())
		for _, name := range e.Names() {
			got, err := e.Explain(name, 80)
			require.NoError(t, err, name)
			require.NotEmpty(t, got, name)
			require.NotContains(t, got, "survives ›", "a word in a sentence is no use of a name: %s", name)
			for line := range strings.SplitSeq(got, "\n") {
				if len([]rune(line)) > 80 && strings.Contains(strings.TrimSpace(line), " ") && !strings.HasPrefix(line, "  cards/") {
					t.Errorf("%s: too long: %s", name, line)
				}
			}
		}
	}
}

// Each name that a hint suggests is found: in the game as it is, or with the variant that the hint names.
func TestHintsFindSomething(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../../..")}}
	for _, id := range src.Games() {
		rules, err := interpreter.NewLoader(src).Read(src, id)
		require.NoError(t, err)
		in := func(variant string) *explain.Explainer {
			g, err := rules.Game(interpreter.Options{Variant: variant})
			require.NoError(t, err, variant)
			e, err := explain.New(rules, g, "en", nil)
			require.NoError(t, err, variant)
			return e
		}
		plain := in("")
		names, absent := plain.Hints()
		require.NotEmpty(t, names)
		for _, name := range names {
			_, err := plain.Explain(name, 80)
			require.NoError(t, err, name)
		}
		with := map[string]*explain.Explainer{}
		for name, variant := range absent {
			t.Run(name, func(t *testing.T) {
				_, err := plain.Explain(name, 80)
				var unknown *explain.Unknown
				require.ErrorAs(t, err, &unknown)
				require.Equal(t, variant, unknown.Has, name)
				if with[variant] == nil {
					with[variant] = in(variant)
				}
				_, err = with[variant].Explain(name, 80)
				require.NoError(t, err, "%s with %s", name, variant)
			})
		}
	}
}

// A reader of scenarios parses a file again only if it has changed.
func TestScenariosAreParsedOnce(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"a", "b"} {
		files["cards/fell/fell.yaml"] = &fstest.MapFile{Data: []byte("language: 1\ngame: fell\n")}
		files["scenarios/fell/"+name+".yaml"] = &fstest.MapFile{Data: []byte("- scenario: " + name + "\n  pins: [F-1]\n")}
	}
	src, r := interpreter.Sources{{Name: "test", FS: files}}, new(explain.Reader)
	read := func() (nodes [2]*source.Node) {
		suite, err := r.ReadScenarios(src, "fell")
		require.NoError(t, err)
		require.Len(t, suite.Pins["F-1"], 2)
		return [2]*source.Node{suite.All[0].Node, suite.All[1].Node}
	}
	before, again := read(), read()
	require.Same(t, before[0], again[0])
	require.Same(t, before[1], again[1])
	files["scenarios/fell/b.yaml"] = &fstest.MapFile{Data: []byte("- scenario: c\n  pins: [F-1]\n")}
	after := read()
	require.Same(t, before[0], after[0])
	require.Equal(t, "c", after[1].Get("scenario").Value)
}

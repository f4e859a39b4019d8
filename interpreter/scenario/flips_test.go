package scenario

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario/course"
)

// coins is a game with a ruling of each sort: one that shows on the table, one
// that only keeps books, one that only asks more, and one whose readings go with
// some of another.
var coins = map[string]string{
	"cards/coins/game.yaml": `
language: 1
game: coins
names: {en: Coins}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}, luck: 0}
zones:
  purse: {holds: [coin], starts: true}
  slab: {order: stack, holds: [coin]}
procedures:
  match:
    do:
      - call: turn
        with: {me: active}
      - finish: players
  turn:
    do:
      - may:
          pay:
            do:
              - choose: coin
                from: purse
              - ruling: pay.place
                top: [{move: coin, to: slab}]
                bottom: [{move: coin, to: slab, place: bottom}]
                back: [{set: {coin: coin}}]
              - ruling: pay.luck
                none: [{set: {luck: luck}}]
                some: [{set: {luck: luck + 1}}]
              - ruling: pay.sigh
                silent: [{set: {luck: luck}}]
                aloud: [{may: {sigh: [{set: {luck: luck + 5}}]}, id: sighs}]
        id: actions
`,
	"cards/coins/coin.yaml": `
kind: coin
names: {en: Coin}
fields: {worth: {type: number, range: 1..9, assumed: true}}
cards:
  crown: {copies: 2, worth: 5}
  penny: {copies: 2, worth: 1}
`,
	"cards/coins/rulings.yaml": `
rulings:
  pay.place:
    kind: rule
    question: Where does a coin go?
    readings: {top: on top, bottom: below, back: back}
    default: top
    excludes: [{reading: back, with: pay.luck=some, why: Nobody is lucky for nothing.}]
  pay.luck:
    kind: rule
    question: Is it lucky?
    readings: {none: nobody is, some: the payer is}
    default: none
  pay.sigh:
    kind: rule
    question: May one sigh?
    readings: {silent: never, aloud: after paying}
    default: silent
`,
	"variants/coins/low.yaml": `
variant: low
readings: {pay.place: bottom, pay.luck: some}
`,
	"variants/coins/loud.yaml": `
variant: loud
readings: {pay.sigh: aloud}
`,
	"variants/coins/rich.yaml": `
variant: rich
builds_on: [low]
cards:
  penny: {worth: 2}
  pound: {kind: coin, copies: 1, worth: 9}
patch:
  - at: procedures.turn/actions
    add:
      wait: [{set: {luck: 7}}]
`,
}

// pays is the beginning of a scenario in which a coin is paid.
const pays = `
- scenario: s
  given: {players: 2, turn: ann, at: turn, slab: [penny]}
  when:
    - ann: {pay: {coin: crown}}
`

func coinsWith(scenarios string) interpreter.Sources {
	files := fstest.MapFS{"scenarios/coins/x.yaml": withoutWanted(scenarios)}
	for name, text := range coins {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return interpreter.Sources{{Name: "coins", FS: files}}
}

// in returns the options for a form in the words of `under`, such as the variant and readings of `moraine
// test`; "" stands for the default.
func in(form string) (opt Options) {
	if form == "" {
		return Options{Under: true}
	}
	for name := range strings.SplitSeq(form, interpreter.And) {
		switch key, reading, ok := strings.Cut(name, "="); {
		case ok && opt.Load.Readings == nil:
			opt.Load.Readings = map[string]string{key: reading}
		case ok:
			opt.Load.Readings[key] = reading
		default:
			opt.Load.Variant = name
		}
	}
	return opt
}

// The test lists the declared forms of a scenario, the form in which it runs, and the outcomes of its cases
// with the names of their forms.
func TestFlips(t *testing.T) {
	const (
		lies   = pays + "  then: len(slab) == 2\n"
		first  = pays + "  then: first(slab).card == \"crown\"\n"
		last   = "\n    pay.place=bottom:\n      then: last(slab).card == \"crown\""
		lucky  = "\n    pay.luck=some:\n      then: luck == 1"
		aloud  = "\n    pay.sigh=aloud: {}"
		both   = "\n    pay.luck=some and pay.place=bottom:\n      then: [luck == 1, last(slab).card == \"crown\"]"
		offers = "\n- scenario: s\n  given: {players: 2, turn: ann, at: turn}\n  offers: {ann: [pay]}\n"
	)
	tests := map[string]struct {
		scenario string
		form     string
		want     string
	}{
		"once more for each entry":               {first + "  under:" + last + lucky, "", "passed; passed pay.place=bottom; passed pay.luck=some"},
		"an entry that does not hold":            {first + "  under:\n    pay.place=bottom: {}", "", "passed; failed pay.place=bottom"},
		"an entry without a difference":          {lies + "  under:\n    pay.luck=some: {}", "", "passed; failed pay.luck=some"},
		"only what is asked is different":        {lies + "  under:" + aloud, "", "passed; passed pay.sigh=aloud"},
		"only where pieces lie is different":     {lies + "  under:\n    pay.place=bottom: {}", "", "passed; passed pay.place=bottom"},
		"of two names each makes a difference":   {lies + "  under:" + both, "", "passed; passed pay.luck=some and pay.place=bottom"},
		"of two names one makes none":            {lies + "  under:\n    pay.luck=some and pay.place=bottom: {}", "", "passed; failed pay.luck=some and pay.place=bottom"},
		"a name that has an entry of its own":    {lies + "  under:" + lucky + "\n    pay.luck=some and pay.place=bottom: {}", "", "passed; passed pay.luck=some; passed pay.luck=some and pay.place=bottom"},
		"a variant":                              {offers + "  under:\n    rich:\n      offers: {ann: [pay, wait]}", "", "passed; passed rich"},
		"a variant that makes no difference":     {offers + "  under:\n    low: {}", "", "passed; failed low"},
		"under a reading that changes nothing":   {lies, "pay.luck=some", "passed pay.luck=some"},
		"under one that it declares":             {first + "  under:" + last, "pay.place=bottom", "passed pay.place=bottom"},
		"a flip that nothing declares":           {first, "pay.place=bottom", "failed pay.place=bottom"},
		"pieces lie elsewhere, unsaid":           {lies, "pay.place=bottom", "failed pay.place=bottom"},
		"more is asked, unsaid":                  {lies, "pay.sigh=aloud", "failed pay.sigh=aloud"},
		"books are nobody's business":            {pays + "  then: len(slab) == 2", "pay.luck=some", "passed pay.luck=some"},
		"unless a check looks at them":           {pays + "  then: luck == 0", "pay.luck=some", "failed pay.luck=some"},
		"two readings, and an entry for each":    {pays + "  then: [luck == 0, first(slab).card == \"crown\"]\n  under:" + last + lucky, "low", "refused low"},
		"two readings, and an entry for both":    {lies + "  under:" + both, "low", "passed low"},
		"two readings, and an entry for one":     {lies + "  under:\n    pay.place=bottom: {}", "low", "passed low"},
		"one of two that only count together":    {lies + "  under:" + both, "pay.luck=some", "passed pay.luck=some"},
		"{} goes with whatever else is in force": {lies + "  under:" + aloud + lucky, "pay.luck=some and pay.sigh=aloud", "passed pay.luck=some and pay.sigh=aloud"},
		"{} that does not go with all else":      {pays + "  then: luck == 0\n  under:" + aloud, "pay.luck=some and pay.sigh=aloud", "failed pay.luck=some and pay.sigh=aloud"},
		"what a variant brings is not compared":  {pays + "  then: len(purse) > 1\n  under:\n    pay.place=bottom: {}", "rich", "passed rich"},
		"unless it is looked at":                 {offers, "rich", "failed rich"},
		"a variant's name":                       {offers + "  under:\n    rich:\n      offers: {ann: [pay, wait]}", "rich", "passed rich"},
		"printed values":                         {"\n- scenario: s\n  tags: [data]\n  then: max(map(filter(pieces, .card == \"penny\"), .worth)) == 1", "rich", "skipped rich"},
		"printed values, and not the variant":    {"\n- scenario: s\n  tags: [data]\n  then: max(map(filter(pieces, .card == \"penny\"), .worth)) == 1", "low", "passed low"},
		"a variant's own scenario":               {"\n- scenario: s\n  variant: rich\n  given: {turn: ann, at: turn}\n  when: [{ann: wait}]\n  then: luck == 7", "", "passed rich"},
		"and where that is laid":                 {"\n- scenario: s\n  variant: low\n  given: {turn: ann, at: turn}\n  offers: {ann: [pay]}\n  under:\n    rich:\n      offers: {ann: [pay, wait]}", "rich", "passed rich"},
		"one row is enough": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, slab: <slab>}
  when:
    - ann: {pay: {coin: crown}}
  then: len(slab) > 0
  under:
    pay.place=bottom: {}
  examples:
    - {slab: []}
    - {slab: [penny]}`, "", "passed; passed pay.place=bottom; passed; passed pay.place=bottom"},
		"no row is not": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, slab: <slab>}
  when:
    - ann: {pay: {coin: crown}}
  then: len(slab) > 0
  under:
    pay.place=bottom: {}
  examples:
    - {slab: []}`, "", "passed; failed pay.place=bottom"},
		"the script breaks off": {`
- scenario: s
  variant: loud
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: {pay: {coin: crown}}
    - ann: sigh
  then: luck == 5
  under:
    pay.sigh=silent:
      fails: ann cannot sigh`, "", "passed loud; passed loud and pay.sigh=silent"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			res, err := Run(t.Context(), coinsWith(tt.scenario), nil, in(tt.form))
			require.NoError(t, err)
			var got []string
			for _, c := range res.Cases {
				got = append(got, strings.TrimSpace(string(c.Status)+" "+c.Variant))
			}
			assert.Equal(t, tt.want, strings.Join(got, "; "), messages(res))
		})
	}
}

// strictUnder holds entries that are impossible. The expected message follows the wrong line, after `###`.
var strictUnder = map[string]string{
	"an unknown ruling": `
    pay.plaec=bottom: {}  ### "there is no ruling .pay.plaec."`,
	"an unknown reading": `
    pay.place=botom: {}  ### "ruling pay.place has no reading .botom."`,
	"the default": `
    pay.place=top: {}  ### "pay.place=top is in force anyway"`,
	"what a variant has": `
    low and pay.luck=some: {}  ### "pay.luck=some is in force anyway"`,
	"an unknown variant": `
    lwo: {}  ### "coins has no variant .lwo.; did you mean .low."`,
	"two variants": `
    low and rich: {}  ### "an entry can name only one variant"`,
	"two readings of a ruling": `
    pay.place=bottom and pay.place=back: {}  ### "an entry can have only one reading of ruling pay.place"`,
	"readings that exclude each other": `
    pay.place=back and pay.luck=some: {}  ### "pay.place=back cannot be combined with pay.luck=some"`,
	"two entries for one form": `
    pay.luck=some and pay.place=bottom:
      then: luck == 1
    pay.place=bottom and pay.luck=some:  ### "two entries are about pay.luck=some and pay.place=bottom"
      then: luck == 1`,
	"what makes no difference": `
    pay.luck=some: {}  ### "pay.luck=some makes no difference"`,
	"what makes none beside another": `
    pay.place=bottom and pay.luck=some: {}  ### "pay.luck=some makes no difference"`,
	"what is refused without need": `
    pay.place=bottom:
      then: len(slab) == 2
    pay.place=bottom and pay.luck=some: refused  ### "this entry of .under. is not needed"`,
	"what does not hold there": `
    pay.luck=some:
      then: luck == 2  ### "this does not hold"`,
	"a script that does not break off": `
    pay.place=bottom:
      fails: no penny  ### "the script runs to its end instead of stopping with an error"`,
	"a script that breaks off otherwise": `
    pay.place=bottom:
      when: [{ann: {pay: {coin: crown, sigh: true}}}]
      fails: no penny  ### "the script stops with another error than no penny"`,
	"a check is no script": `
    pay.place=bottom:
      when: [{then: luck == 3}]  ### "this does not hold: luck == 3"
      fails: this does not hold`,
	"an unknown clause": `
    pay.luck=some:
      pins: [X-PAY-01]  ### "there is no clause .X-PAY-01."
      then: luck == 1`,
}

// strictUnderFiles are wrong in their shape: nothing of the file runs.
var strictUnderFiles = map[string]string{
	"an unknown key": `
    pay.luck=some:
      given: {players: 2}  ### "an entry of .under. has no key .given."`,
	"examples": `
    pay.luck=some:
      examples: [{n: 1}]  ### "an entry of .under. has no key .examples."`,
	"no map": `
    pay.luck=some: [luck == 1]  ### "an entry of .under. is a map"`,
	"fails, and holds": `
    pay.luck=some:
      fails: no penny  ### ".fails. cannot be combined with checks"
      then: luck == 1`,
	"one reading that is refused": `
    pay.luck=some: refused  ### ".refused. needs a combination"`,
	"fails without a word": `
    pay.luck=some:
      fails: []  ### ".fails. must be the text of the error that stops the script; found a list"`,
}

func TestUnderIsStrict(t *testing.T) {
	const scenario = pays + "  then: len(slab) == 2\n  under:"
	for name, text := range strictUnder {
		t.Run(name, func(t *testing.T) {
			line, want := expectation(t, scenario+text)
			res, err := Run(t.Context(), coinsWith(scenario+text), nil, Options{Under: true})
			require.NoError(t, err)
			require.Equal(t, 1, res.Failed, messages(res))
			matches(t, res.Cases[len(res.Cases)-1].Message.String(), line, want)
			_, err = Check(t.Context(), coinsWith(scenario+text), rulesOf(t, coinsWith(scenario+text), "coins"), interpreter.Options{})
			assert.Equal(t, strings.Contains(res.Cases[len(res.Cases)-1].Message.String(), "|"), err != nil, "what is wrong before it runs is found without running")
		})
	}
	for name, text := range strictUnderFiles {
		t.Run(name, func(t *testing.T) {
			line, want := expectation(t, scenario+text)
			_, err := Run(t.Context(), coinsWith(scenario+text), nil, Options{})
			require.Error(t, err)
			matches(t, err.Error(), line, want)
		})
	}
}

func messages(res *Results) string {
	var out []string
	for _, c := range res.Cases {
		out = append(out, c.Message.String())
	}
	return strings.Join(out, "\n")
}

// The message for an undeclared flip shows where the runs part, and which reading or variant causes it.
func TestUndeclaredFlipsNameTheirCause(t *testing.T) {
	const lies = pays + "  then: len(slab) == 2\n"
	tests := map[string]struct{ scenario, form, want string }{
		"a reading of a variant": {lies, "rich", `scenarios/coins/x.yaml:2:13: under rich the scenario has another outcome, and no entry of ` + "`under`" + ` declares it
  by default: slab: crown, …
  under rich: slab: …, crown
  it is pay.place=bottom that causes the difference
`},
		"what a variant brings": {"\n- scenario: s\n  given: {players: 2, turn: ann, at: turn}\n  offers: {ann: [pay]}\n", "rich", `scenarios/coins/x.yaml:2:13: under rich the scenario has another outcome, and no entry of ` + "`under`" + ` declares it
  by default: it stands at turn.actions: ann
  under rich: scenarios/coins/x.yaml:4:12: ann is offered [pay, wait], not [pay]
  it is more than the readings of rich that causes the difference
`},
		"beside what is declared": {lies + "  under:\n    pay.sigh=aloud: {}", "pay.place=bottom and pay.sigh=aloud", `scenarios/coins/x.yaml:2:13: under pay.place=bottom and pay.sigh=aloud the scenario has another outcome, and no entry of ` + "`under`" + ` declares it
  under pay.sigh=aloud: slab: crown, …
  under pay.place=bottom and pay.sigh=aloud: slab: …, crown
  it is pay.place=bottom that causes the difference
`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			res, err := Run(t.Context(), coinsWith(tt.scenario), nil, in(tt.form))
			require.NoError(t, err)
			require.Len(t, res.Cases, 1)
			assert.Equal(t, tt.want, res.Cases[0].Message.String())
		})
	}
}

// A request of a variant is shown with its options; a variant without readings of its own is not named as a
// cause beyond them.
func TestFlipsNameTheRequestsOfAVariant(t *testing.T) {
	data := coinsWith("\n- scenario: s\n  given: {players: 2, turn: ann, at: turn}\n  when: [{ann: pass}]\n  then: empty(slab)\n")
	data[0].FS.(fstest.MapFS)["variants/coins/coy.yaml"] = &fstest.MapFile{Data: []byte(`
variant: coy
patch:
  - at: procedures.turn/actions
    before: [{may: {linger: [{set: {luck: 7}}]}, id: waits}]
`)}
	res, err := Run(t.Context(), data, nil, in("coy"))
	require.NoError(t, err)
	assert.Equal(t, "scenarios/coins/x.yaml:2:13: under coy the scenario has another outcome, and no entry of `under` declares it\n"+
		"  by default: ann is asked turn.actions: pay → pass\n  under coy: ann is asked turn.waits: linger → pass\n", messages(res))
	assert.Equal(t, "the match is over; winners: nobody", course.Fact{Kind: course.IsOver}.String())
}

// A flip by a variant with which the scenario cannot run shows the reason: the missing name, or the place of the rule that
// fails.
func TestFlipsShowWhyAScenarioCannotRun(t *testing.T) {
	for variant, tt := range map[string]struct{ text, want string }{
		"poor":  {"cards: {crown: {copies: 0}}\n", "  under poor: the scenario does not match the rules: scenarios/coins/x.yaml:3:51: there is no card \"crown\" here, because a variant has removed it"},
		"hasty": {"patch: [{at: procedures.turn/actions, before: [{set: {luck: 'first(slab[0:0]).worth'}}]}]\n", " at variants/coins/hasty.yaml:2:"},
	} {
		t.Run(variant, func(t *testing.T) {
			src := coinsWith(strings.Replace(pays, "slab: [penny]", "slab: [crown]", 1) + "  then: len(slab) == 2\n")
			src[0].FS.(fstest.MapFS)["variants/coins/"+variant+".yaml"] = &fstest.MapFile{Data: []byte("variant: " + variant + "\n" + tt.text)}
			res, err := Run(t.Context(), src, nil, in(variant))
			require.NoError(t, err)
			require.Contains(t, messages(res), tt.want)
		})
	}
}

// However many run at once, the cases are the same, and a stop at the first
// failure stops at the first of the file.
func TestFlipsComeInOrder(t *testing.T) {
	var text strings.Builder
	for range 20 {
		text.WriteString(pays + "  then: len(slab) == 2\n  under:\n    pay.place=bottom: {}\n    pay.sigh=aloud: {}\n")
	}
	many := strings.ReplaceAll(text.String(), "scenario: s", "scenario: s%")
	for i := range 20 {
		many = strings.Replace(many, "s%", "s"+string(rune('a'+i)), 1)
	}
	many += "\n" + strings.Replace(pays, "scenario: s", "scenario: bad", 1) + "  then: len(slab) == 2\n  under:\n    pay.luck=some: {}\n"
	many += strings.Replace(pays, "scenario: s", "scenario: worse", 1) + "  then: len(slab) == 3\n"
	var want string
	for _, jobs := range []int{1, 2, 8} {
		res, err := Run(t.Context(), coinsWith(many), nil, Options{Jobs: jobs, FailFast: true, AllVariants: true})
		require.NoError(t, err)
		require.Equal(t, 1, res.Failed, messages(res))
		require.Equal(t, "bad", res.Cases[len(res.Cases)-1].Scenario)
		var got []string
		for _, c := range res.Cases {
			got = append(got, c.Scenario+" "+c.Variant+" "+string(c.Status)+" "+c.Message.String())
		}
		all := strings.Join(got, "\n")
		if want == "" {
			want = all
		} else {
			require.Equal(t, want, all, "%d jobs", jobs)
		}
	}
}

func TestUntold(t *testing.T) {
	src := coinsWith(pays + "  then: len(slab) == 2\n  under:\n    pay.place=bottom: {}\n    loud: {}\n")
	untold, readings, err := Undistinguished(t.Context(), src, "coins")
	require.NoError(t, err)
	assert.Equal(t, []string{"pay.place=back", "pay.luck=some"}, untold)
	assert.Equal(t, 4, readings)

	src[0].FS.(fstest.MapFS)["variants/coins/aside.yaml"] = &fstest.MapFile{Data: []byte(`
variant: aside
readings: {pay.place: aside}
patch: [{at: rulings.pay.place, add: {aside: {says: beside it, as: back}}}]
`)}
	untold, readings, err = Undistinguished(t.Context(), src, "coins")
	require.NoError(t, err)
	assert.Equal(t, []string{"pay.place=back", "pay.luck=some", "pay.place=aside"}, untold, "what a variant adds counts")
	assert.Equal(t, 5, readings)
}

// A formula of the game that no rule uses can depend on a reading; all scenarios that use the formula then
// run under the reading, not only the first.
func TestScenariosRunUnderTheReadingsOfTheirFormulas(t *testing.T) {
	coin := coins["cards/coins/coin.yaml"] + "formulas:\n  dear: 'worth > (ruled(\"pay.luck\", \"some\") ? 0 : 4)'\n"
	src := coinsWith("\n- scenario: a\n  then: count(purse, .dear) == 2\n\n- scenario: b\n  then: count(purse, .dear) == 2\n")
	src[0].FS.(fstest.MapFS)["cards/coins/coin.yaml"] = &fstest.MapFile{Data: []byte(coin)}
	res, err := Run(t.Context(), src, nil, Options{EachReading: true, Jobs: 1})
	require.NoError(t, err)
	require.Equal(t, 2, res.Failed)
}

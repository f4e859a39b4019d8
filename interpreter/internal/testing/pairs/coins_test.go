package pairs

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter"
)

// coins is a game with readings of each sort: some that do not go together, two
// that are left to variants, and a ruling that only a variant asks.
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
invariants:
  luck is never lost: {that: luck >= 0}
procedures:
  match:
    do:
      - call: turn
        with: {me: 'players[0]'}
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
                none: []
                some: [{set: {luck: luck + 1}}]
              - ruling: pay.sigh
                id: sighs
                silent: []
                aloud: {variant: loud}
              - ruling: pay.alms
                id: alms
                none: []
                given: {variant: mild}
        id: actions
`,
	"cards/coins/coin.yaml": `
kind: coin
names: {en: Coin}
cards: {crown: {copies: 2}, penny: {copies: 2}}
`,
	"cards/coins/rulings.yaml": `
rulings:
  pay.place:
    kind: rule
    question: Where does a coin go?
    readings: {top: on top, bottom: below, back: back}
    default: top
    excludes: [{reading: back, with: pay.luck=some, why: Nobody is lucky for nothing.}]
  pay.luck: {kind: rule, question: 'Is it lucky?', readings: {none: nobody is, some: the payer is}, default: none}
  pay.sigh: {kind: rule, question: 'May one sigh?', readings: {silent: never, aloud: after paying}, default: silent}
  pay.echo: {kind: rule, question: 'How often?', readings: {once: once, twice: twice}, default: once}
  pay.alms: {kind: rule, question: 'And the poor?', readings: {none: nothing, given: a coin}, default: none}
  coin.size: {kind: data, question: 'How big is a coin?', readings: {big: as a hand, small: as a nail}, default: big}
`,
	"variants/coins/loud.yaml": `
variant: loud
readings: {pay.sigh: aloud}
patch:
  - at: procedures.turn/sighs
    add:
      aloud:
        - may:
            sigh:
              - ruling: pay.echo
                once: [{set: {luck: luck + 1}}]
                twice: [{set: {luck: luck + 2}}]
`,
	"variants/coins/louder.yaml": `
variant: louder
builds_on: [loud]
readings: {pay.echo: twice}
`,
	"variants/coins/mild.yaml": `
variant: mild
readings: {pay.alms: given}
patch:
  - at: procedures.turn/alms
    add:
      given: [{move: first(purse), to: slab, place: bottom}]
`,
	"scenarios/coins/pay.yaml": `
- scenario: Who pays is not asked for more
  given: {players: 2, turn: ann, at: turn, slab: [penny]}
  when:
    - ann: {pay: {coin: crown}}
  then: first(slab).card == "crown"
  under:
    pay.place=bottom:
      then: last(slab).card == "crown"
    pay.place=back:
      then: len(slab) == 1
    loud: {}
    mild:
      then: len(slab) == 3
- scenario: A sigh lifts the heart
  variant: loud
  given: {players: 2, turn: ann, at: turn}
  when:
    - ann: {pay: {coin: crown}}
    - ann: sigh
  then: luck == 1
  under:
    pay.luck=some:
      then: luck == 2
    pay.echo=twice:
      then: luck == 2
    pay.luck=some and pay.echo=twice:
      then: luck == 3
    pay.place=back: {}
`,
}

// coinsWith is the game, with a text in place of another.
func coinsWith(t *testing.T, old, text string) *readings {
	files := fstest.MapFS{}
	for name, data := range coins {
		files[name] = &fstest.MapFile{Data: []byte(strings.Replace(data, old, text, 1))}
	}
	return readingsOf(t, interpreter.Sources{{Name: "coins", FS: files}}, "coins")
}

// Each reading names the variant that it needs. With a variant, only the readings that it picks are in force;
// without it, its own rulings are not asked.
func TestReadings(t *testing.T) {
	r := coinsWith(t, "", "")
	var got, apart []string
	for i, a := range r.all {
		got = append(got, strings.TrimSpace(a.String()+" "+a.needs))
		for j, b := range r.all[:i] {
			if a.ruling != b.ruling && r.apart[i][j] {
				apart = append(apart, b.String()+" "+a.String())
			}
		}
	}
	assert.Equal(t, []string{
		"pay.place=top", "pay.place=bottom", "pay.place=back", "pay.luck=none", "pay.luck=some", "pay.sigh=silent", "pay.sigh=aloud loud",
		"pay.alms=none", "pay.alms=given mild", "pay.echo=once loud", "pay.echo=twice loud", "pay.echo= loud",
	}, got)
	assert.Equal(t, []string{
		"pay.place=back pay.luck=some",
		"pay.sigh=silent pay.echo=once", "pay.sigh=silent pay.echo=twice", "pay.sigh=aloud pay.echo=",
	}, apart)
}

// Every two readings that go together meet; without one of the sets, some do not.
func TestMeet(t *testing.T) {
	r := coinsWith(t, "", "")
	_, games := r.forms(t)
	got := meet(games)
	assert.Empty(t, got.not)
	assert.Equal(t, 1, got.excluded)
	assert.Equal(t, 2, got.overridden)
	assert.Equal(t, 3*8+2*6+2*4+2*2-1-2, got.met)
	assert.NotEmpty(t, meet(games[1:]).not)
}

// A match that goes wrong is found, with the readings that it takes.
func TestPlayable(t *testing.T) {
	r := coinsWith(t, "that: luck >= 0", `that: 'luck < 2 or ruled("pay.place", "top")'`)
	forms, games := r.forms(t)
	found := 0
	for i, g := range games {
		if _, err := play(g, 20, 1); err != nil {
			found++
			assert.ErrorContains(t, err, "luck is never lost")
			least := r.least(forms[i], err, 1)
			assert.Contains(t, least.String(), "--reading pay.place=")
			assert.LessOrEqual(t, len(least.readings), 3, least)
		}
	}
	assert.Positive(t, found)
}

// The statements of the scenarios about readings are true in any combination; a flip that no scenario
// declares is found.
func TestKeep(t *testing.T) {
	r := coinsWith(t, "", "")
	forms, _ := r.forms(t)
	var passed, refused int
	for _, f := range forms {
		res := r.keep(t, f, []string{"coins"})
		assert.Zero(t, res.Failed, "%s\n%s", f, flips(res))
		passed += res.Passed
		refused += res.Refused
	}
	assert.Positive(t, passed)
	assert.Positive(t, refused)

	r = coinsWith(t, "    pay.place=back:\n      then: len(slab) == 1\n", "")
	forms, _ = r.forms(t)
	for _, f := range forms {
		res := r.keep(t, f, []string{"coins"})
		assert.Equal(t, f.opt.Readings["pay.place"] == "back", res.Failed > 0, f)
		if res.Failed > 0 {
			assert.Contains(t, flips(res), "scenarios/coins/pay.yaml:2 Who pays is not asked for more: it is pay.place=back that causes the difference")
		}
	}
}

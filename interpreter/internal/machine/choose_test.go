package machine_test

import "testing"

const jar = `
zones: {jar: {holds: [bean]}, cup: {holds: [bean]}}
fields: {log: 0, on: {type: yes_no}}
---
kind: bean
fields: {size: number, dots: {type: number, default: 0}}
starts: jar
cards:
  red: {copies: 3, size: 1}
  blue: {copies: 2, size: 2}
  gold: {copies: 1, size: 5}
`

func TestChooseSingle(t *testing.T) {
	start(t, 2, jar, match(`
- {choose: bean, from: jar, where: it.size < 5}
- {set: {log: bean.size}}
`)).play("ann match.bean [red blue]: blue").is("log == 2")
}

func TestChooseByAnother(t *testing.T) {
	start(t, 2, jar, match(`
- {choose: bean, from: jar, by: 'others[0]'}
`)).refuses("-", "this may not be declined").play("bob match.bean: gold")
}

func TestChooseByNobody(t *testing.T) {
	start(t, 2, jar, "fields: {p: {type: player, optional: true}}", match("- {choose: bean, from: jar, by: p}")).fails("there is nobody to ask")
	start(t, 2, jar, "fields: {p: {type: player, optional: true}}", match("- {may: {go: []}, by: p}")).fails("there is nobody to ask")
}

func TestChooseNamesTheConditionThatRefuses(t *testing.T) {
	start(t, 2, jar, match(`
- choose: beans
  from: jar
  at_least: 1
  at_most: 3
  together:
    they are of one size: all(beans, it.size == beans[0].size)
    they are not golden: none(beans, it.card == "gold")
`)).
		refuses("-", "at least 1 must be chosen, not 0").
		refuses("red blue", "they are of one size").
		refuses("gold", "they are not golden").
		refuses("blue blue blue", "there are only 2 of these").
		refuses("red red red red", "at most 3 may be chosen, not 4").
		play("ann match.beans [red blue gold]: blue blue").is("len(jar) == 6")
}

// A single choice whose `together` refuses an option does not offer it.
func TestTogetherOfASingleChoice(t *testing.T) {
	start(t, 2, jar, match(`
- {choose: bean, from: jar, together: bean.size > 1}
- {choose: big, from: jar, together: big.size > 2}
- {set: {log: big.size}}
`)).play("ann match.bean [blue gold]: blue").is("log == 5")
}

func TestChooseLists(t *testing.T) {
	start(t, 2, jar, match(`
- {choose: some, from: jar, at_least: 0}
- {choose: two, from: jar, exactly: 2}
- {choose: few, from: jar, at_most: 1}
- {set: {log: '100 * len(some) + 10 * sum(two, .size) + len(few)'}}
`)).play("ann match.some: red gold red", "ann match.two: blue red", "ann match.few: -").is("log == 330")
}

func TestOptionalAndIfAny(t *testing.T) {
	start(t, 2, jar, match(`
- {choose: bean, from: jar, optional: true}
- {set: {log: 1}, if: bean == nothing}
- {choose: beans, from: jar, at_least: 2, optional: true}
- {set: {log: log + 10}, if: empty(beans)}
- {choose: c, from: cup, optional: true}
- {choose: d, from: cup, if_any: true}
- {choose: e, from: cup, at_least: 2, if_any: true}
- {choose: f, from: 'jar', where: it.card == "gold", at_least: 2, if_any: true}
- {choose: g, from: 'jar', where: it.card == "gold", at_least: 2, optional: true}
- {set: {log: log + 100}, if: c == nothing and d == nothing and empty(e) and len(f) == 1 and empty(g)}
`)).play("ann match.bean: -", "ann match.beans: -").is("log == 111")
}

func TestChooseFromNothing(t *testing.T) {
	start(t, 2, jar, match("- {choose: c, from: cup}")).fails("match.c asks for 1 of 0: say `optional`, `if_any`, or ask for fewer")
	start(t, 2, jar, match("- {choose: c, from: jar, where: {it is old: log > 99, it is rare: false}}")).fails("match.c asks for 1 of 0: say `optional`, `if_any`, or ask for fewer; `where` refuses 6 of 6, because this is false: it is old")
	start(t, 2, jar, match("- {choose: c, from: jar, exactly: 7}")).fails("asks for 7 of 6")
	start(t, 2, jar, match("- {choose: c, from: jar, at_least: 3, at_most: 2}")).fails("asks for at least 3 and at most 2")
	start(t, 2, jar, match("- {choose: c, from: jar, at_least: 1, at_most: 0}")).fails("asks for at least 1 and at most 0")
	start(t, 2, jar, match("- {choose: c, from: jar, exactly: log - 1}")).fails("the number must be at least 0, not -1")
	start(t, 2, jar, match("- {choose: c, from: jar, at_least: 1, together: len(c) > 9}")).fails("match.c: no answer satisfies `together`")
}

// Forced answers are not asked; a choice that can be declined is not forced.
func TestForcedAnswers(t *testing.T) {
	start(t, 2, jar, match(`
- {choose: a, from: jar, where: it.card == "red"}
- {choose: b, from: jar, exactly: 6}
- {choose: c, from: jar, exactly: 0}
- {choose: d, from: jar, where: it.card == "red", exactly: 2}
- {choose: e, from: jar, at_least: 1, together: 'sum(e, .size) >= 12'}
- {choose: f, from: '[4]', exactly: 3, repeats: true}
- {may: {go: [{set: {log: 1}}], no: {if: on, do: []}}, must: true}
- {set: {log: '10 * log + len(concat(b, c, d, e))'}, if: a.card == "red" and sum(f) == 12}
- {choose: g, from: jar, where: it.card == "gold", optional: true}
`)).play("ann match.g [gold]: -").is("log == 24")
}

// Equal cards are one option: equal in card, face, marks, contents and zone.
func TestEqualCardsAreOneOption(t *testing.T) {
	r := start(t, 2, jar, match(`
- {choose: x, from: jar}
- {set: {x.dots: 1}}
- {choose: y, from: jar}
- {flip: y}
- {choose: z, from: jar}
- {move: z, to: cup}
- {choose: w, from: 'concat(jar, cup, jar)'}
`))
	r.play("ann match.x [red blue gold]: red", "ann match.y [red red blue gold]: blue", "ann match.z [red red blue blue gold]: gold",
		"ann match.w [red red blue blue gold]: gold")
	r.is("len(cup) == 1")
}

// Equal boxes with equal contents are one option, for all copies.
func TestEqualContents(t *testing.T) {
	start(t, 2, cards, match(`
- {set: {chests: 'filter(bank, .card == "chest")', pennies: 'filter(bank, .card == "penny")'}}
- {move: 'pennies[0]', to: 'chests[0].inside'}
- {choose: a, from: chests}
- {move: 'pennies[1]', to: 'chests[1].inside'}
- {choose: b, from: 'concat(chests, filter(bank, .card == "bag"))'}
- {set: {'pennies[0].mark': 1}}
- {choose: c, from: chests}
`)).play("ann match.a [chest chest]: chest", "ann match.b [chest bag]: bag", "ann match.c [chest chest]: chest")
}

func TestRepeats(t *testing.T) {
	start(t, 3, jar, match(`
- {choose: share, from: players, exactly: 4, repeats: true}
- {set: {log: 'count(share, it == me) * 10 + len(uniq(share))'}}
`)).play("ann match.share: ann ann bob ann").is("log == 32")
}

func TestChance(t *testing.T) {
	r := start(t, 2, jar, match(`
- {choose: x, from: jar, by: chance}
- {choose: y, from: jar, by: chance, exactly: 2}
`))
	q := r.Next()
	if q.Options[0].Count != 3 || q.Options[1].Count != 2 || q.Options[2].Count != 1 {
		t.Fatalf("weights %v", q.Options)
	}
	r.play("chance match.x: gold", "chance match.y: red red")
}

// Options come in a fixed order: words as written, numbers upward, players from
// `me`, cards as declared; nothing is offered twice.
func TestOrderOfOptions(t *testing.T) {
	start(t, 3, jar, match(`
- each: me
  in: '[others[0]]'
  do:
    - {choose: a, from: players}
    - {choose: b, from: 'concat(others, others, [me])'}
- {choose: c, from: [up, left, down, up]}
- {choose: d, from: '[5, 3, 9, 3]'}
- {choose: e, from: 'reverse(jar)'}
`)).play("bob match.a [bob cid ann]: ann", "bob match.b [bob cid ann]: cid", "ann match.c [up left down]: left", "ann match.d [3 5 9]: 9",
		"ann match.e [red blue gold]: gold")
}

func TestMay(t *testing.T) {
	start(t, 2, jar, match(`
- may:
    one_bean: {if: {there is one: not empty(jar)}, do: [{move: 'filter(jar, true)[0:1]', to: cup}]}
    no_bean: {if: on, do: []}
  again: true
  if: len(cup) < 3
- {may: {go: [{set: {log: 1}}]}, otherwise: [{set: {log: 2}}]}
- {may: {go: [{set: {log: log + 10}}]}, otherwise: [{set: {log: 0}}], by: 'others[0]'}
- {may: {go: {if: on, do: [{set: {log: 0}}]}}, otherwise: [{set: {log: log + 100}}]}
- {may: {go: [{set: {log: 0}}]}, otherwise: [{set: {log: 0}}], if: on}
`)).play("ann match [one_bean]: one_bean", "ann match: one_bean", "ann match: one_bean", "ann match: -", "bob match: go").is("len(cup) == 3", "log == 112")
}

func TestMayMust(t *testing.T) {
	start(t, 2, jar, match(`
- {may: {go: [{set: {log: 1}}], stay: [{set: {log: 2}}]}, must: true, id: way}
`)).refuses("-", "this may not be declined").play("ann match.way: stay").is("log == 2")
	start(t, 2, jar, match("- {may: {go: {if: on, do: []}}, must: true}")).fails("no option is possible here, and declining is not allowed")
}

func TestRoll(t *testing.T) {
	start(t, 2, jar, match(`
- {roll: die}
- {roll: dice, dice: 3, sides: 20}
- {roll: none_, dice: 0}
- {roll: coin, sides: 1}
- {set: {log: '1000 * die + sum(dice) + len(none_) + coin'}}
`)).play("chance match.die [1 2 3 4 5 6]: 6", "chance match.dice: 20", "chance match.dice: 1", "chance match.dice: 3").is("log == 6025")
	start(t, 2, jar, match("- {roll: die, sides: 0}")).fails("a die has 1 to 1000 sides, not 0")
	start(t, 2, jar, match("- {roll: die, dice: log - 2}")).fails("the number must be at least 0, not -2")
}

func TestFinish(t *testing.T) {
	r := start(t, 3, jar, match(`
- {finish: 'others'}
- {set: {log: 1}}
`)).play()
	if !r.Finished() || len(r.Winners()) != 2 || r.Winners()[0] != 1 {
		t.Fatalf("finished %v, winners %v", r.Finished(), r.Winners())
	}
	r.is("log == 0")
	if err := r.Answer(0); err == nil {
		t.Fatal("a finished match takes an answer")
	}
}

// `together` applies to an answer, not to declining.
func TestTogetherAndOptional(t *testing.T) {
	start(t, 2, jar, match(`
- {choose: beans, from: jar, at_least: 1, optional: true, together: {it is enough: 'sum(beans, .size) > 6'}}
- {set: {log: len(beans)}}
`)).refuses("red", "it is enough").play("ann match.beans: -").is("log == 0")
}

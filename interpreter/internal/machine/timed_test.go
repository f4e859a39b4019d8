package machine_test

import "testing"

const spell = `
player: {fields: {cursed: {type: yes_no}, might: {type: number, default: 2}}}
fields: {log: 0, n: 0, tide: {type: number, default: 5}}
procedures:
  note: {takes: {number: number}, do: [{set: {log: 10 * log + number}}]}
`

// A value set for a time goes back to its default when the procedure, run for
// that player, next ends; a run under way does not count.
func TestUntilTheNextEnd(t *testing.T) {
	start(t, 2, spell, `
procedures:
  match:
    do:
      - {call: turn, with: {me: 'players[0]'}}
      - {call: look}
      - {call: turn, with: {me: 'players[1]'}}
      - {call: look}
      - {call: turn, with: {me: 'players[0]'}}
      - {call: look}
  turn:
    do:
      - {set: {n: n + 1}}
      - {set: {me.cursed: true}, until: {end: turn, of: me}, if: n == 1}
  look: {do: [{call: note, with: {number: 'count(players, .cursed)'}}]}
`).play().is("log == 110", "not ann.cursed")
}

// The run counts for ann, although `me` is another player where it is set.
func TestUntilCountsTheRunsOfAPlayer(t *testing.T) {
	start(t, 2, spell, `
procedures:
  match:
    do:
      - {call: turn}
      - {set: {n: 1}}
      - {call: look}
      - {call: turn}
      - {call: look}
  turn:
    do:
      - each: me
        in: others
        if: n == 0
        do: [{set: {me.cursed: true}, until: {end: turn, of: 'players[0]'}}]
  look: {do: [{call: note, with: {number: 'count(players, .cursed)'}}]}
`).play().is("log == 10")
}

// A run that began after the value was set ends it, though one before it is
// still under way.
func TestUntilInNestedRuns(t *testing.T) {
	start(t, 2, spell, `
procedures:
  match: {do: [{call: deep}]}
  deep:
    do:
      - {set: {n: n + 1}}
      - {set: {tide: 9}, until: {end: deep}, if: n == 1}
      - {call: deep, if: n == 1}
      - {call: note, with: {number: tide}}
`).play().is("log == 95")
}

func TestUntilTheNextStart(t *testing.T) {
	start(t, 2, spell, `
procedures:
  match: {do: [{call: turn}, {call: turn, with: {me: 'players[1]'}}, {call: turn}]}
  turn:
    do:
      - {call: note, with: {number: me.might}}
      - {set: {me.might: 7}, until: {start: turn, of: me}, if: n == 0}
      - {set: {n: 1}}
      - {call: note, with: {number: me.might}}
`).play().is("log == 272222")
}

// Set anew, the new end holds; set to the default, it is over; set for good, it
// stays.
func TestUntilSetAnew(t *testing.T) {
	start(t, 2, spell, `
procedures:
  match:
    names: {a: 'players[0]', b: 'players[1]'}
    do:
      - {set: {a.might: 3}, until: {end: day}}
      - {set: {a.might: 4}, until: {end: week}}
      - {call: day}
      - {call: note, with: {number: a.might}}
      - {call: week}
      - {call: note, with: {number: a.might}}
      - {set: {a.might: 6}, until: {end: day}}
      - {set: {a.might: 8}}
      - {call: day}
      - {call: note, with: {number: a.might}}
      - {set: {a.might: 6}, until: {end: day}}
      - {set: {a.might: 2}}
      - {set: {a.might: 9}}
      - {call: day}
      - {call: note, with: {number: a.might}}
  day: {do: []}
  week: {do: []}
`).play().is("log == 4289")
}

// In a list each member is set, and each goes back.
func TestUntilOfLists(t *testing.T) {
	start(t, 3, spell, `
procedures:
  match:
    do:
      - {set: {others.might: 5}, until: {end: day, of: 'others[1]'}}
      - {set: {log: 'sum(players, .might)'}}
      - {call: day, with: {me: 'others[0]'}}
      - {set: {log: '100 * log + sum(players, .might)'}}
      - {call: day, with: {me: 'others[1]'}}
      - {set: {log: '100 * log + sum(players, .might)'}}
  day: {do: []}
`).play().is("log == 121206")
}

// A stopped run has ended too.
func TestUntilEndsWithAStoppedRun(t *testing.T) {
	start(t, 2, spell, `
procedures:
  match: {do: [{set: {tide: 9}, until: {end: day}}, {call: day}, {set: {log: tide}}]}
  day: {do: [{stop: day}]}
`).play().is("log == 5")
}

func TestUntilOfNothingIsAFault(t *testing.T) {
	start(t, 2, spell, `
fields: {p: {type: player, optional: true}}
procedures:
  match: {do: [{set: {tide: 9}, until: {end: day, of: p}}]}
  day: {do: []}
`).fails("the player under `of` is nothing")
}

const stones = `
kind: pearl
fields: {worth: 3, used: {type: number, default: 1, resets: day}}
starts: bank
cards: {white: {copies: 2}, black: {copies: 1, worth: 8}}
---
kind: stone
fields: {worth: 5, used: {type: number, default: 4, resets: week}}
starts: bank
cards: {flint: {copies: 2, used: 6}}
---
zones: {bank: {}}
fields: {log: 0}
formulas:
  used(word): 'sum(filter(bank, .kind == word), .used)'
`

// `resets` and `default` of a field that kinds share are each kind's own.
func TestSharedFieldsKeepTheirOwnDefaultsAndResets(t *testing.T) {
	start(t, 2, stones, `
procedures:
  match:
    do:
      - {set: {log: 'used("pearl") * 100 + used("stone")'}}
      - {each: x, in: bank, do: [{set: {x.used: 9}}]}
      - {call: day}
      - {set: {log: '100 * log + used("pearl")'}}
      - {set: {log: '100 * log + used("stone")'}}
      - {call: week}
      - {set: {log: '100 * log + used("stone")'}}
  day: {do: []}
  week: {do: []}
`).play().is("log == 312031812", "sum(bank, .worth) == 24")
}

// times counts since the running procedure began, by player and by anybody.
func TestTimes(t *testing.T) {
	r := start(t, 2, spell, `
procedures:
  match:
    do:
      - {call: day}
      - {call: note, with: {number: 'times("go", "day")'}}
      - {call: day}
      - {call: note, with: {number: 'times("go", "day")'}}
      - {call: note, with: {number: 'times("go", "match", others[0])'}}
      - {call: note, with: {number: 'times("work", "match", me)'}}
      - {call: note, with: {number: 'times("work", "match")'}}
  day:
    do:
      - each: me
        in: players
        do:
          - {may: {go: [], stay: [{call: work, with: {me: 'others[0]'}}]}, again: true}
  work: {do: [{stop: work}]}
`)
	r.play("ann day: go", "ann day: go", "ann day: -", "bob day: go", "bob day: -", "ann day: stay", "ann day: -", "bob day: go", "bob day: -")
	r.is("log == 31201")
}

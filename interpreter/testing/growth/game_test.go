package growth_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
)

// size is how large a game is made.
type size struct {
	copies     int // of each of ten cards
	procedures int
	scenarios  int
}

const rules = `
language: 1
game: grown
names: {en: Grown}
players: {from: 2, to: 30, seats: [%s], turn: active}
start: match
fields:
  active: {type: player}
  turns: {type: number, default: 0}
zones:
  sack: {order: stack, seen_by: nobody, holds: [bead], starts: true}
  heap: {order: stack, holds: [bead]}
player:
  fields:
    score: {type: number, default: 0}
  zones:
    hand: {seen_by: owner, holds: [bead]}
---
kind: bead
discards: heap
fields: {worth: number}
cards:
%s---
procedures:
  match:
    do:
      - shuffle: sack
      - set: {active: 'players[0]'}
      - each: me
        in: players
        do:
          - draw: 1
            from: sack
            to: me.hand
      - while: turns < 200
        do:
          - call: turn
            with: {me: active}
          - set: {turns: turns + 1, active: 'clockwise(active)[1]'}
      - finish: 'filter(players, .score == max(map(players, .score)))'
  turn:
    do:
      - draw: 1
        from: sack
        to: me.hand
      - choose: bead
        from: me.hand
        optional: true
      - if: bead != nothing
        do:
          - set: {me.score: 'me.score + bead.worth + count(heap, .worth == bead.worth)'}
          - discard: bead
      - if: empty(sack)
        do:
          - move: heap
            to: sack
          - shuffle: sack
---
procedures: {}
`

// procedure is one more that is declared and that nothing runs.
const procedure = `procedures:
  more_%d:
    do:
      - choose: bead
        from: me.hand
        where: {it is worth something: 'it.worth > %[1]d - %[1]d and it.worth <= max(map(me.hand, .worth))'}
      - set: {me.score: 'me.score + bead.worth'}
      - if: 'any(players, .score > 10)'
        do:
          - discard: bead
`

const scenarios = `- scenario: scenario %d
  given: {players: 2, at: turn, turn: s0, sack: [c1, c2, c3], s0: {hand: [c1, c2]}}
  when:
    - s0: {bead: c1}
  then: s0.score == 1
`

// files returns the files of a game of a given size.
func files(of size) interpreter.Sources {
	var seats, cards []string
	for i := range 30 {
		seats = append(seats, fmt.Sprintf("s%d", i))
	}
	for i := range 10 {
		cards = append(cards, fmt.Sprintf("  c%d: {copies: %d, worth: %[1]d}\n", i, of.copies))
	}
	out := fstest.MapFS{}
	add := func(name, text string) { out[name] = &fstest.MapFile{Data: []byte(text)} }
	text := fmt.Sprintf(rules, strings.Join(seats, ", "), strings.Join(cards, ""))
	for i, doc := range strings.Split(text, "---\n") {
		add(fmt.Sprintf("cards/grown/%d.yaml", i), doc)
	}
	for i := range of.procedures {
		add(fmt.Sprintf("cards/grown/more_%d.yaml", i), fmt.Sprintf(procedure, i))
	}
	for i := 0; i < of.scenarios; i += 20 {
		text := ""
		for k := range min(20, of.scenarios-i) {
			text += fmt.Sprintf(scenarios, i+k)
		}
		add(fmt.Sprintf("scenarios/grown/%d.yaml", i), text)
	}
	return interpreter.Sources{{Name: "grown", FS: out}}
}

// grown is the game of a size, ready to be played.
func grown(t testing.TB, of size) *program.Program {
	t.Helper()
	g, err := interpreter.Load(files(of), "grown", interpreter.Options{})
	require.NoError(t, err)
	return g.Program
}

// effort is the counted cost of a match.
type effort struct{ decisions, ops, work int }

// play plays a match at random.
func play(t testing.TB, m *machine.Match, players int, seed uint64) (e effort) {
	d := decide.NewRandom(seed)
	m.Reset(players)
	before := m.Budget.Ops
	for r := m.Next(); r != nil; r = m.Next() {
		e.work += m.Env.Work
		require.NoError(t, m.Answer(d.Decide(m, r)...))
		e.decisions++
	}
	require.NoError(t, m.Err())
	e.ops = m.Budget.Ops - before
	return e
}

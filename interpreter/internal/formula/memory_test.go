package formula_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// recalling is a game whose formulas read each part of a state. The step makes the compiler keep them.
const recalling = `
language: 1
game: test
names: {en: Test}
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
fields: {n: 3, who: {type: player, optional: true}}
zones: {road: {layout: row, size: 4}, pile: {order: stack, starts: true}, heap: {}}
player: {fields: {score: 2}, zones: {hand: {}}}
formulas:
  sum_of(a, b): abs(a) + abs(b) + abs(a) + abs(b) + abs(a) + abs(b) + abs(a) + abs(b)
  of_game(x): sum_of(x, n)
  of_player(x): sum_of(x, sum(players, .score))
  of_piece(x): sum_of(x, count(pieces, .marked))
  size(x): sum_of(x, len(heap))
  contents(x): sum_of(x, sum(map(heap, .copy)))
  place_by_place(x): sum_of(x, sum(map(places(road), len(it))))
  top(x): sum_of(x, first(pile)?.copy ?? 5)
  lies(x): sum_of(x, count(pieces, it.on == places(road)[2]))
  owners(x): sum_of(x, count(pieces, .owner == players[1]))
  faces(x): sum_of(x, count(pieces, .face == "down"))
  within(x): sum_of(x, count(road, it in heap or .marked))
  named(x): sum_of(x, who?.score ?? 9)
procedures:
  match:
    do:
      - set: {n: 'min(n, of_game(1) + of_player(1) + of_piece(1) + size(1) + contents(1) + place_by_place(1) + top(1) + lies(1) + owners(1) + faces(1) + within(1) + named(1))'}
`

const coins = `
kind: coin
fields: {marked: {type: yes_no, default: false}}
cards: {penny: {copies: 6}}
`

// readsPart is a formula with a change that gives it another value, and the accessor by which it is read.
type readsPart struct {
	call, by string
	change   func(e *formula.Env, s *schema.Schema)
}

var readParts = []readsPart{
	{"of_game(1)", "Word", func(e *formula.Env, s *schema.Schema) { e.World.Write(s.GameField("n").Slot, 7) }},
	{"of_player(1)", "Word", func(e *formula.Env, s *schema.Schema) { e.World.Write(s.PlayerField("score").Slot+1, 7) }},
	{"named(1)", "Word", func(e *formula.Env, s *schema.Schema) { e.World.Write(s.GameField("who").Slot, 1) }},
	{"size(1)", "Len", func(e *formula.Env, s *schema.Schema) { e.World.Place(0, ref.Place(s.GameZone("heap").First), false) }},
	{"contents(1)", "Lying", func(e *formula.Env, s *schema.Schema) { e.World.Place(0, ref.Place(s.GameZone("heap").First), false) }},
	{"place_by_place(1)", "Len", func(e *formula.Env, s *schema.Schema) { e.World.Place(0, ref.Place(s.GameZone("road").First+2), false) }},
	{"top(1)", "Head", func(e *formula.Env, s *schema.Schema) { e.World.Place(3, ref.Place(s.GameZone("pile").First), true) }},
	{"lies(1)", "In", func(e *formula.Env, s *schema.Schema) { e.World.Place(0, ref.Place(s.GameZone("road").First+2), false) }},
	{"owners(1)", "In", func(e *formula.Env, s *schema.Schema) {
		e.World.Place(0, ref.Place(s.PlayerZone("hand").First+1), false)
	}},
	{"faces(1)", "FaceDown", func(e *formula.Env, s *schema.Schema) { e.World.SetFace(1, true) }},
}

func remembering(t testing.TB) (*interpreter.Game, *machine.Match) {
	g := gameOf(t, recalling, coins)
	m := machine.New(g.Program, 2, nil)
	m.Next()
	require.NoError(t, m.Err())
	return g, m
}

// A result is not found after a change of its reads. If its marks are taken away, the checking mode notices it.
func TestMarksAreNeeded(t *testing.T) {
	defer formula.Verify()()
	for _, r := range readParts {
		for _, marked := range []bool{true, false} {
			g, m := remembering(t)
			e := &m.Env
			v := compile(t, g, r.call)
			before := v.Num(e)
			formula.Testing.Verified.Store(0)
			require.Equal(t, before, v.Num(e), r.call)
			require.Positive(t, formula.Testing.Verified.Load(), "%s is not remembered", r.call)
			if !marked {
				e.DropMarks()
			}
			r.change(e, g.Schema)
			if !marked {
				require.Panics(t, func() { v.Num(e) }, "%s without the marks of %s", r.call, r.by)
				continue
			}
			require.NotEqual(t, before, v.Num(e), r.call)
		}
	}
}

// Results are true after any changes of pieces and fields, and of the position as a whole.
func FuzzMemory(f *testing.F) {
	f.Add([]byte{0, 1, 2, 1, 3, 4, 2, 5, 6, 3, 7, 8, 4, 9, 1, 5, 2, 3, 6, 1, 1, 7, 1, 1, 0, 2, 9})
	f.Add([]byte{0, 0, 8, 6, 0, 0, 0, 1, 9, 7, 0, 0, 1, 2, 1, 6, 1, 0, 3, 3, 3, 7, 1, 0})
	g, m := remembering(f)
	var calls []*formula.Expr
	for _, r := range append(readParts, readsPart{call: "within(1)"}, readsPart{call: "of_piece(2)"}) {
		calls = append(calls, compile(f, g, r.call))
	}
	var past [2]state.State
	m.Snapshot(&past[0])
	m.Snapshot(&past[1])
	f.Cleanup(formula.Verify())
	f.Fuzz(func(t *testing.T, ops []byte) {
		e, s := &m.Env, g.Schema
		for ; len(ops) >= 3; ops = ops[3:] {
			p, x := ref.Piece(int(ops[1])%len(e.World.Pieces)), int32(ops[2])
			switch ops[0] % 8 {
			case 0:
				e.World.Place(p, ref.Place(1+int(x)%(len(e.World.Zones)-1)), ops[2]%2 == 0)
			case 1:
				e.World.SetFace(p, x%2 == 0)
			case 2:
				e.World.Write(s.GameField("n").Slot, x)
			case 3:
				e.World.Write(s.PlayerField("score").Slot+int(p)%2, x)
			case 4:
				e.World.Shuffle(ref.Place(s.GameZone("pile").First))
			case 5:
				e.World.Write(s.GameField("who").Slot, x%2)
			case 6:
				m.Snapshot(&past[int(p)%2])
			case 7:
				m.Restore(&past[int(p)%2])
			}
			for _, v := range calls {
				m.Env.World.Err = nil // the order of the pile may be unknown
				m.Env.Refuel()
				v.Num(e)
			}
			m.Env.World.Err = nil
		}
	})
}

package match

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
)

// tiles is a game in which ann gets two of four tiles that bob does not see, and steps lay one of them open.
const tiles = `language: 1
game: tiles
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}}
zones: {bag: {order: stack, seen_by: nobody, starts: true}, open: {}, dark: {seen_by: nobody}}
player: {zones: {hand: {seen_by: owner}}}
procedures:
  match:
    do:
      - {set: {active: 'players[0]'}}
      - {shuffle: bag}
      - {draw: 2, from: bag, to: active.hand}
STEPS
      - {finish: players}
---
kind: tile
names: {en: Tile}
cards: {arch: {copies: 1}, barn: {copies: 1}, cave: {copies: 1}, dune: {copies: 1}}
`

// A step takes unseen tiles in an order that does not depend on their declaration: with one tile open, bob can be told
// the same texts for each tile that he does not see.
func TestOrdersTellNothingOfUnseenPieces(t *testing.T) {
	for name, steps := range map[string]string{
		"a loop over a name": `
      - {set: {held: active.hand}}
      - {each: next, in: held, do: [{roll: luck, sides: 2}, {move: next, to: open, if: luck == 2}, {move: next, to: dark, if: luck == 1}]}`,
		"a move to several places": `
      - {move: active.hand, to: '[open, dark]'}`,
		"a pick with a tie": `
      - {pick: lost, from: active.hand}
      - {move: lost, to: open}`,
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			for i, doc := range strings.Split(strings.Replace(tiles, "STEPS", steps[1:], 1), "---\n") {
				files["cards/tiles/"+string(rune('a'+i))+".yaml"] = &fstest.MapFile{Data: []byte(doc)}
			}
			g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "tiles", interpreter.Options{})
			require.NoError(t, err)
			told := map[string]map[string]map[string]bool{} // by the open tile, and by the other tile: all that bob can be told
			for answers := []int32{}; answers != nil; answers = following(t, g, answers, told) {
			}
			require.Len(t, told, 4)
			for open, others := range told {
				t.Run(open, func(t *testing.T) {
					require.Len(t, others, 3)
					first := slices.Min(slices.Collect(maps.Keys(others)))
					for other, texts := range others {
						t.Run(other, func(t *testing.T) {
							require.Equal(t, others[first], texts, "%s is open, and not seen is %s or %s", open, first, other)
						})
					}
				})
			}
		})
	}
}

// following plays a match in which chance answers as given, and then with its first option. It notes the text that
// bob gets, if one tile is open at the end, and returns the answers of the next match, or nil after the last.
func following(t *testing.T, g *interpreter.Game, answers []int32, told map[string]map[string]map[string]bool) []int32 {
	p := newPair(t, g, 2)
	s := p.sides[0]
	p.seat = 1
	start := machine.New(g.Program, 2, nil).State()
	p.begin(start, start)
	var most []int32
	for k := 0; ; k++ {
		r := s.m.Next()
		if r == nil {
			break
		}
		if k == len(answers) {
			answers = append(answers, 0)
		}
		most = append(most, int32(len(r.Options)))
		require.NoError(t, s.m.Answer(answers[k]))
	}
	require.NoError(t, s.Err())
	in := func(names ...string) (cards []string) {
		for i, piece := range s.m.P.Pieces {
			if slices.Contains(names, s.m.Env.World.Zones[s.m.Env.World.In(ref.Piece(i))].Decl.Name) {
				cards = append(cards, s.m.P.Cards[piece.Card].Name)
			}
		}
		return cards
	}
	if open := in("open"); len(open) == 1 {
		other := in("dark", "hand")[0]
		if told[open[0]] == nil {
			told[open[0]] = map[string]map[string]bool{}
		}
		if told[open[0]][other] == nil {
			told[open[0]][other] = map[string]bool{}
		}
		told[open[0]][other][s.lines()+string(s.AppendTable(nil, 1))] = true
	}
	for k := len(answers) - 1; k >= 0; k-- {
		if answers[k]++; answers[k] < most[k] {
			return answers[:k+1]
		}
	}
	return nil
}

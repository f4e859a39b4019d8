package state_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/testing/soak"
)

const game = `
language: 1
game: test
names: {en: Test}
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
procedures: {match: {do: []}}
zones:
  heap: {}
  deck: {order: stack}
  pile: {order: stack, face: down}
player: {zones: {hand: {}}}
`

const pieces = `
kind: coin
starts: heap
cards: {penny: {copies: 9}, groat: {copies: 5}}
`

const boxes = `
kind: box
starts: heap
zones: {inside: {}}
cards: {chest: {copies: 3}}
`

func newWorld(t testing.TB) *state.World { return worldOf(t, game, pieces, boxes) }

func worldOf(t testing.TB, docs ...string) *state.World {
	files := fstest.MapFS{}
	for i, doc := range docs {
		files[fmt.Sprintf("cards/test/%d.yaml", i)] = &fstest.MapFile{Data: []byte(doc)}
	}
	g, err := interpreter.Load(interpreter.Sources{{FS: files}}, "test", interpreter.Options{})
	require.NoError(t, err)
	world := state.NewWorld(g.Schema, g.Schema.Base)
	w := &world
	w.Reset(2, state.HeaderLen)
	return w
}

// model is zones as anybody would write them down: a stack is a list of blocks,
// each a set in unknown order; any other zone is one set.
type model struct {
	w     *state.World
	zones [][][]ref.Piece
	in    []ref.Place
	down  []bool
}

func newModel(w *state.World) *model {
	m := &model{w: w, zones: make([][][]ref.Piece, len(w.Zones)), in: make([]ref.Place, len(w.Pieces)), down: make([]bool, len(w.Pieces))}
	for p := range w.Pieces {
		m.in[p] = w.Pieces[p].Start
		m.push(m.in[p], false, ref.Piece(p))
	}
	return m
}

func (m *model) stack(z ref.Place) bool { return m.w.Zones[z].Decl.Stack }

// push puts a block of pieces on a zone.
func (m *model) push(z ref.Place, top bool, block ...ref.Piece) {
	block = slices.Clone(block)
	slices.Sort(block)
	switch {
	case !m.stack(z) && len(m.zones[z]) > 0:
		m.zones[z][0] = append(m.zones[z][0], block...)
		slices.Sort(m.zones[z][0])
	case top:
		m.zones[z] = append([][]ref.Piece{block}, m.zones[z]...)
	default:
		m.zones[z] = append(m.zones[z], block)
	}
}

// blockOf is the index of the block in which p lies.
func (m *model) blockOf(p ref.Piece) int {
	return slices.IndexFunc(m.zones[m.in[p]], func(b []ref.Piece) bool { return slices.Contains(b, p) })
}

func (m *model) take(p ref.Piece) {
	z, i := m.in[p], m.blockOf(p)
	m.zones[z][i] = slices.DeleteFunc(m.zones[z][i], func(q ref.Piece) bool { return q == p })
	if len(m.zones[z][i]) == 0 {
		m.zones[z] = slices.Delete(m.zones[z], i, i+1)
	}
}

// place moves the pieces of one block, with all pieces that lie on them.
func (m *model) place(z ref.Place, top bool, block ...ref.Piece) {
	for _, p := range block {
		m.take(p)
	}
	for _, p := range block {
		m.in[p], m.down[p] = z, m.w.Zones[z].Decl.Face == "down"
	}
	m.push(z, top, block...)
	if m.stack(z) {
		for _, p := range block {
			m.part(p, z, top)
		}
	}
}

func (m *model) part(p ref.Piece, z ref.Place, top bool) {
	for on, info := range m.w.Zones {
		for info.Piece == p && len(m.zones[on]) > 0 {
			m.place(z, top, m.zones[on][0][0])
		}
	}
}

// placeAll moves a packet. In a stack, the contents of a box lie between the box and the next piece.
func (m *model) placeAll(z ref.Place, top bool, list []int32) {
	var blocks [][]ref.Piece
	last := ref.NoPiece
	for _, p := range list {
		joins := last >= 0 && ref.Piece(p) > last && m.stack(z) && m.stack(m.in[p]) && m.in[last] == m.in[p] && m.blockOf(last) == m.blockOf(ref.Piece(p))
		if joins && !m.full(placedFirst(last, ref.Piece(p), top)) {
			blocks[len(blocks)-1] = append(blocks[len(blocks)-1], ref.Piece(p))
		} else {
			blocks = append(blocks, []ref.Piece{ref.Piece(p)})
		}
		last = ref.Piece(p)
	}
	if top && m.stack(z) {
		slices.Reverse(blocks)
	}
	for _, b := range blocks {
		m.place(z, top && m.stack(z), b...)
	}
}

func placedFirst(upper, lower ref.Piece, top bool) ref.Piece {
	if top {
		return lower
	}
	return upper
}

func (m *model) full(p ref.Piece) bool {
	for on, info := range m.w.Zones {
		if info.Piece == p && len(m.zones[on]) > 0 {
			return true
		}
	}
	return false
}

func (m *model) shuffle(z ref.Place) {
	all := slices.Concat(m.zones[z]...)
	slices.Sort(all)
	m.zones[z] = nil
	if len(all) > 0 {
		m.zones[z] = [][]ref.Piece{all}
	}
}

// read writes the zones of a world down as the model does.
func read(t *testing.T, w *state.World) [][][]ref.Piece {
	out := make([][][]ref.Piece, len(w.Zones))
	for z := range w.Zones {
		n, prev := int32(0), ref.NoPiece
		var block []ref.Piece
		for p := w.Head(ref.Place(z)); p >= 0; p = w.Next(p) {
			require.EqualValues(t, int32(z), w.In(p))
			block = append(block, p)
			if w.Zones[z].Decl.Stack && !w.Glued(p) {
				out[z] = append(out[z], block)
				block = nil
			}
			prev = p
			n++
			require.LessOrEqual(t, int(n), len(w.Pieces), "a zone goes in a circle")
		}
		if block != nil {
			out[z] = append(out[z], block)
		}
		require.Equal(t, w.Tail(ref.Place(z)), prev)
		require.Equal(t, w.Len(ref.Place(z)), n)
	}
	return out
}

// build makes a world in which everything lies as the model says.
func (m *model) build(t *testing.T) *state.World {
	w := newWorld(t)
	for z := range m.zones {
		for _, block := range m.zones[z] {
			for i := len(block) - 1; i >= 0; i-- { // in another order, if it should not matter
				p := block[i]
				if m.stack(ref.Place(z)) {
					p = block[len(block)-1-i]
				}
				w.Place(p, ref.Place(z), false)
			}
		}
	}
	for z := range m.zones {
		for _, block := range m.zones[z] {
			for i, p := range block {
				w.SetFace(p, m.down[p])
				if m.stack(ref.Place(z)) && i+1 < len(block) {
					w.Glue(p)
				}
			}
		}
	}
	return w
}

// Random moves and shuffles have the same effect on a world and on the model, and worlds with the same
// meaning are equal words.
func TestZonesAgainstAModel(t *testing.T) {
	const moves = 120
	for seed := range soak.Cases(60, 15) {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		w := newWorld(t)
		m := newModel(w)
		for range moves {
			z := ref.Place(1 + rng.IntN(len(w.Zones)-1))
			switch k := rng.IntN(10); {
			case k == 0 && m.stack(z):
				w.Shuffle(z)
				m.shuffle(z)
			case k < 5:
				p := ref.Piece(rng.IntN(len(w.Pieces)))
				top := rng.IntN(2) == 0
				if !w.On(z, p) {
					w.Place(p, z, top)
					m.place(z, top && m.stack(z), p)
				}
			default:
				list := some(rng, w, z)
				top := rng.IntN(2) == 0
				w.PlaceAll(list, z, top)
				m.placeAll(z, top, list)
			}
			require.Equal(t, trimmed(m.zones), trimmed(read(t, w)), "seed %d", seed)
			require.NoError(t, w.Check(), "seed %d", seed)
		}
		again := m.build(t)
		require.True(t, again.State().SameWorld(w.State()), "seed %d: equal worlds are not equal words", seed)
		require.Equal(t, again.State().Hash(), w.State().Hash())
	}
}

// An operation that leaves the lists of zones wrong is found: the first of these reverses a deck, but not its blocks.
func TestCheckFindsWrongLists(t *testing.T) {
	const deck = ref.Place(2)
	for wrong, act := range map[string]func(w *state.World, all []state.Lying){
		"which is not sorted": func(w *state.World, all []state.Lying) {
			slices.Reverse(all)
			all[0].Flags, all[len(all)-1].Flags = all[len(all)-1].Flags, all[0].Flags
			w.Arrange(deck, all)
		},
		"is glued to nothing": func(w *state.World, all []state.Lying) { w.Arrange(deck, all[:len(all)-1]) },
		"there are 17": func(w *state.World, all []state.Lying) { // the last piece is in no list
			all[len(all)-2].Flags = all[len(all)-1].Flags
			w.Arrange(deck, all[:len(all)-1])
		},
		"says that it is in zone 1": func(w *state.World, all []state.Lying) { w.Put(all[1].Piece, 1) },
	} {
		t.Run(wrong, func(t *testing.T) {
			w := newWorld(t)
			for p := range ref.Piece(4) {
				w.Place(p, deck, true)
			}
			w.Shuffle(deck)
			require.NoError(t, w.Check())
			var all []state.Lying
			for p := w.Head(deck); p >= 0; p = w.Next(p) {
				all = append(all, state.Lying{Piece: p, Flags: w.Flags(p)})
			}
			act(w, all)
			require.ErrorContains(t, w.Check(), wrong)
		})
	}
}

// trimmed drops the difference between no blocks and none yet.
func trimmed(zones [][][]ref.Piece) [][][]ref.Piece {
	for i := range zones {
		if len(zones[i]) == 0 {
			zones[i] = nil
		}
	}
	return zones
}

// some are pieces of one zone, in its order or turned round.
func some(rng *rand.Rand, w *state.World, to ref.Place) []int32 {
	var out []int32
	for p := w.Head(ref.Place(1 + rng.IntN(len(w.Zones)-1))); p >= 0; p = w.Next(p) {
		if rng.IntN(3) > 0 && !w.On(to, p) {
			out = append(out, int32(p))
		}
	}
	if rng.IntN(5) == 0 {
		slices.Reverse(out)
	}
	return out
}

func TestSnapshots(t *testing.T) {
	w := newWorld(t)
	before := w.State().Clone()
	w.Place(3, 2, true)
	require.False(t, before.Equal(w.State()))
	require.NotEqual(t, before.Hash(), w.State().Hash())
	w.Restore(before)
	require.True(t, before.Equal(w.State()))
	require.Equal(t, before.Hash(), w.State().Hash())
	w.Stack = append(w.Stack, 0)
	require.False(t, before.Equal(w.State()))
	require.NotEqual(t, before.Hash(), w.State().Hash())
}

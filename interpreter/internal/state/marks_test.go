package state_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
)

const tallies = `
kind: tally
starts: heap
fields: {score: {type: number, default: 0}}
cards: {tally: {copies: 2}}
`

// accessor reads something about number i: of places, pieces or words, of which there are n.
type accessor struct {
	n    func(w *state.World) int
	read func(w *state.World, i int) any
}

func ofPlaces[T any](read func(*state.World, ref.Place) T) accessor {
	return accessor{func(w *state.World) int { return len(w.Zones) }, func(w *state.World, i int) any { return read(w, ref.Place(i)) }}
}

func ofPieces[T any](read func(*state.World, ref.Piece) T) accessor {
	return accessor{func(w *state.World) int { return len(w.Pieces) }, func(w *state.World, i int) any { return read(w, ref.Piece(i)) }}
}

// accessors are the methods of Placement that read words, by name.
var accessors = map[string]accessor{
	"Len":      ofPlaces((*state.World).Len),
	"Head":     ofPlaces((*state.World).Head),
	"Tail":     ofPlaces((*state.World).Tail),
	"Lying":    ofPlaces(func(w *state.World, z ref.Place) string { return string(runes(w.Lying(z, 1, nil))) }),
	"Next":     ofPieces((*state.World).Next),
	"In":       ofPieces((*state.World).In),
	"FaceDown": ofPieces((*state.World).FaceDown),
	"Glued":    ofPieces((*state.World).Glued),
	"Placed":   ofPieces((*state.World).Placed),
	"Flags":    ofPieces((*state.World).Flags),
	"Shown":    ofPieces((*state.World).Shown),
	"Word": {func(w *state.World) int { return 2 }, func(w *state.World, i int) any {
		return w.Word(w.MarkSlot(w.PieceField("score"), ref.Piece(w.Schema.Card("tally").First+i)))
	}},
}

func runes(list []int32) (out []rune) {
	for _, x := range list {
		out = append(out, x+1)
	}
	return out
}

// seen is a value with its reads, and the time of their latest change.
type seen struct {
	is     any
	reads  state.Reads
	latest uint64
}

// Whenever a change gives an accessor another value, a mark that it has added has changed, too. Without the marks of an
// accessor the same test finds a difference for each of them.
func TestAccessorsMarkWhatTheyRead(t *testing.T) {
	sets := strings.Replace(game, "do: []", `do: [{set: {'filter(pieces, .kind == "tally").score': 1}}]`, 1) // a field that is never set is no word
	w := worldOf(t, sets, pieces, boxes, tallies)
	w.Remembers = true
	missed := map[string]int{}
	rng := rand.New(rand.NewPCG(1, 2))
	var past state.State
	w.Snapshot(&past)
	for range 1500 {
		before := map[string][]seen{}
		for name, a := range accessors {
			for i := range a.n(w) {
				outer := w.Record()
				is := a.read(w, i)
				reads := w.Recorded(&outer)
				before[name] = append(before[name], seen{is, reads, w.Latest(&reads)})
			}
		}
		change(w, rng, &past)
		for name, all := range before {
			t.Run(name, func(t *testing.T) {
				for i, was := range all {
					if accessors[name].read(w, i) == was.is {
						continue
					}
					require.NotEqual(t, was.latest, w.Latest(&was.reads), "%s of %d changes unnoticed", name, i)
					missed[name]++ // with no marks nothing would have changed
				}
			})
		}
	}
	for name := range accessors {
		t.Run(name, func(t *testing.T) {
			require.Positive(t, missed[name], "without its marks %s would not be missed", name)
		})
	}
}

// change makes a random change.
func change(w *state.World, rng *rand.Rand, past *state.State) {
	p := ref.Piece(rng.IntN(len(w.Pieces)))
	z := ref.Place(rng.IntN(len(w.Zones)))
	switch rng.IntN(9) {
	case 0, 1, 2:
		if w.Misfit(p, z) < 0 && !w.On(z, p) {
			w.Place(p, z, rng.IntN(2) == 0)
		}
	case 3:
		w.SetFace(p, rng.IntN(2) == 0)
	case 4:
		if w.Zones[z].Stack {
			w.Shuffle(z)
		}
	case 5:
		w.Show(p, uint32(rng.IntN(4)))
	case 6:
		w.Write(w.MarkSlot(w.PieceField("score"), ref.Piece(w.Schema.Card("tally").First+rng.IntN(2))), int32(rng.IntN(3)))
	case 7:
		w.Snapshot(past)
	case 8:
		if rng.IntN(2) == 0 {
			other := past.Clone() // of another match, or from a file
			w.Restore(other)
		} else {
			w.Restore(past)
		}
	}
}

// Every exported method of Placement that reads words is tested above; the others use these methods, or change words.
func TestEveryAccessorIsTested(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			testAccessors(t, file)
		}
	}
}

func testAccessors(t *testing.T, file string) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	others := []string{
		"Temporary",               // no formula can ask for the ends of values
		"State", "At", "SetWorld", // the words as they are, which no formula gets
		"Reset", "Snapshot", "Restore", "SetFace", "Put", "Arrange", "Write", "Forget", "AddReads", "Recorded", "Record", "Discard",
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncDecl)
		if !ok || f.Recv == nil || !f.Name.IsExported() || !isPlacement(f.Recv.List[0].Type) || slices.Contains(others, f.Name.Name) {
			return true
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if ok && slices.Contains([]string{"words", "piece", "zone", "flags", "prev"}, sel.Sel.Name) {
				require.Contains(t, accessors, f.Name.Name, "test that %s marks what it reads", f.Name.Name)
			}
			return true
		})
		return true
	})
}

func isPlacement(e ast.Expr) bool {
	star, ok := e.(*ast.StarExpr)
	if !ok {
		return false
	}
	id, ok := star.X.(*ast.Ident)
	return ok && (id.Name == "Placement" || id.Name == "World")
}

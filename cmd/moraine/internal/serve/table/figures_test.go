package table

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/match"
)

// A place with a yes that is seen first has a rim, and a figure with a mark lies.
func TestPlacesOfAMap(t *testing.T) {
	tile := match.Piece{Name: "jungle", Known: true, Look: match.Look{Symbol: "M1 1Z", Drawn: true}}
	on := match.Piece{Name: "member", Known: true, Owned: true, Owner: "Ann", Look: match.Look{Symbol: "M2 2Z", Drawn: true}}
	draw := func() string {
		tile.On = []match.Zone{{Pieces: []match.Piece{on}}}
		html, _ := drawn(&match.Zone{Layout: "hex", Cells: []match.Cell{{Name: "1", Pieces: []match.Piece{tile}}}}, false, nil, nil)
		return string(html)
	}
	plain := draw()
	require.NotContains(t, plain, `class="rim"`)
	require.NotContains(t, plain, "rotate(")
	tile.Printed = []match.Value{{Name: "hard", Look: match.Look{Size: "key"}}}
	on.Marks = []string{"wounded"}
	other := draw()
	require.Contains(t, other, `class="rim"`)
	require.Contains(t, other, "rotate(")
}

// The own table shows each sort of things that a player has, also of those of which the reader has none. Groups that
// differ by more stay as they are.
func TestEachSortOfThings(t *testing.T) {
	food, stick := match.Piece{Name: "food"}, match.Piece{Name: "stick"}
	out := withAll([]group{{Piece: stick, N: 2}}, []match.Piece{food, stick})
	require.Equal(t, []int{0, 2}, []int{out[0].N, out[1].N})
	lit := stick
	lit.Option = 3
	two := []group{{Piece: stick, N: 1}, {Piece: lit, N: 1}}
	require.Equal(t, two, withAll(two, []match.Piece{food, stick}))
}

// Many pieces that come from elsewhere at once, such as new tiles of the land, have no numbers on the map.
func TestManyPiecesThatEnter(t *testing.T) {
	enters, moves := match.Route{Enters: true}, match.Route{}
	require.True(t, manyEnter([]match.Route{enters, enters, enters, enters}))
	require.False(t, manyEnter([]match.Route{enters, enters, enters}))
	require.False(t, manyEnter([]match.Route{enters, enters, enters, moves}))
}

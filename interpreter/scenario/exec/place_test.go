package exec

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/ref"
)

// A place is found again by the way that leads there, and no way is longer than
// the ring on which it lies.
func TestPlacesAreNamedByTheShortestWay(t *testing.T) {
	g, err := interpreter.Load(interpreter.Sources{{Name: "samples", FS: os.DirFS("../../testdata/samples")}}, "tusk", interpreter.Options{})
	require.NoError(t, err)
	land := g.Schema.GameZone("land")
	for cell := range int32(land.Cells) {
		name := land.Path(ref.Cell(cell))
		found, why, _ := land.CellAt(name)
		require.Empty(t, why, name)
		require.Equal(t, cell, found, name)
	}
	for name, cell := range map[string]int32{"0": 0, "up": 1, "down": 4, "up 2": 7, "up up_right": 8, "up_right up": 8, "up 3": 19, "up up_left 2": 35, "up down": 0} {
		t.Run(name, func(t *testing.T) {
			found, why, _ := land.CellAt(name)
			require.Empty(t, why, name)
			require.Equal(t, cell, found, name)
		})
	}
	row := g.Schema.PlayerZone("circles")
	found, why, _ := row.CellAt("3")
	require.Empty(t, why)
	require.Equal(t, "3", row.Path(ref.Cell(found)))
}

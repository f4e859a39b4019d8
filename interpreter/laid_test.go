package interpreter

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/internal/testing/soak"
)

// A configuration that shares what others have is op for op, with all operands, the one
// that is compiled from nothing; and it is far less work to make.
func TestConfigurationsShareWhatTheyDoNotChange(t *testing.T) {
	src := Sources{{Name: "repository", FS: os.DirFS("..")}}
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			r, err := Read(src, id)
			require.NoError(t, err)
			g, err := r.Game(Options{})
			require.NoError(t, err)
			l := r.laid[""]
			asked, whole, every := 0, 0, soak.Or(1, 8)
			for _, ruling := range g.Syntax.Rulings {
				for _, reading := range ruling.Readings {
					if reading.Name == g.Program.Readings[ruling.Name] || !g.Program.Asked[ruling.Name] {
						continue
					}
					if asked++; asked%every != 0 {
						continue
					}
					other, err := r.Game(Options{Readings: map[string]string{ruling.Name: reading.Name}})
					if err != nil {
						continue // it does not stand alone
					}
					var found source.Diagnostics
					alone := l.compile(overlay.Readings(l.tree, append(l.picks, syntax.ReadingPick{Ruling: ruling.Ident, Reading: reading.Ident}), &found), false, &found)
					require.Empty(t, found)
					assert.Equal(t, dump(t, alone), dump(t, other), "%s=%s", ruling.Name, reading.Name)
					if other.checked != g.checked && 2*other.checked.Work() > alone.checked.Work() {
						whole++
						t.Logf("compiled from nothing: %s=%s", ruling.Name, reading.Name)
					}
				}
			}
			assert.NotZero(t, asked)
			// What settles a declaration, such as who sees a zone, changes the schema.
			assert.LessOrEqual(t, 10*whole, asked)
		})
	}
}

func dump(t *testing.T, g *Game) string {
	t.Helper()
	var all bytes.Buffer
	require.NoError(t, g.Program.Dump(&all, func(string) bool { return true }))
	return all.String()
}

package interpreter

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Configurations that differ in readings alone share a program, unless declarations ask for them:
// who sees a zone, say, changes the schema.
func TestConfigurationsShareAProgram(t *testing.T) {
	src := Sources{{Name: "repository", FS: os.DirFS("..")}}
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			r, err := Read(src, id)
			require.NoError(t, err)
			g, err := r.Game(Options{})
			require.NoError(t, err)
			asked, apart := 0, 0
			for _, ruling := range g.Syntax.Rulings {
				for _, reading := range ruling.Readings {
					if reading.Name == g.Program.Readings[ruling.Name] || !g.Program.UsedRulings[ruling.Name] {
						continue
					}
					other, err := r.Game(Options{Readings: map[string]string{ruling.Name: reading.Name}})
					if err != nil {
						continue // it does not stand alone
					}
					asked++
					if other.Schema != g.Schema {
						apart++
					} else {
						assert.Same(t, g.Program.Units[0], other.Program.Units[0])
					}
				}
			}
			assert.NotZero(t, asked)
			assert.LessOrEqual(t, 10*apart, asked)
		})
	}
}

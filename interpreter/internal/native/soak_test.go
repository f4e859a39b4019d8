package native_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// Every reading alone, be it of a game or of one of its variants.
func TestSoak(t *testing.T) {
	if os.Getenv("SOAK") == "" {
		t.Skip("takes minutes: SOAK=1")
	}
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	for _, game := range games {
		rules, err := interpreter.Read(all, game)
		require.NoError(t, err)
		variants, err := rules.Variants()
		require.NoError(t, err)
		played, missing := 0, 0
		g, err := rules.Game(interpreter.Options{})
		require.NoError(t, err)
		for _, ruling := range g.Syntax.Rulings {
			for _, reading := range ruling.Readings {
				found := false
				for _, variant := range append([]string{""}, variants...) {
					g, err := rules.Game(interpreter.Options{Variant: variant, Readings: map[string]string{ruling.Name: reading.Name}})
					if err != nil || !g.Program.Asked[ruling.Name] {
						continue // that variant takes another, or does not ask
					}
					t.Run(game+"/"+variant+"/"+ruling.Name+"="+reading.Name, func(t *testing.T) {
						code := compile(t, g.Program, true)
						require.Empty(t, code.Left)
						newPair(t, code, g.Program, true).whole(20)
					})
					found = true
					break
				}
				if found {
					played++
				} else {
					missing++
				}
			}
		}
		t.Logf("%s: %d readings, %d of which there is no game", game, played, missing)
	}
}

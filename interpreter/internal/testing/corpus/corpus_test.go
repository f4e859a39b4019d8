package corpus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter"
	"moraine/interpreter/internal/testing/corpus"
)

// Every folder of the corpus contains a game; most of them load, and those of findings may or may not.
func TestFoldersHaveGames(t *testing.T) {
	loaded := 0
	for name, sources := range corpus.Sources(t) {
		t.Run(name, func(t *testing.T) {
			games := sources.Games()
			assert.NotEmpty(t, games, name)
			for _, game := range games {
				if _, err := interpreter.Load(sources, game, interpreter.Options{}); err == nil {
					loaded++
				}
			}
		})
	}
	assert.Greater(t, loaded, 15, "games that load")
}

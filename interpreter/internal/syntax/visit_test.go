package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/internal/source"
)

// TestNothingIsNotedOfWhereACardStarts: a printed value is come across when it is read, but every match
// begins with where the cards lie, and nothing is noted of that.
func TestNothingIsNotedOfWhereACardStarts(t *testing.T) {
	doc, found := source.Parse(&source.File{Name: "stone.yaml", Text: []byte("kind: stone\ncards:\n  gold: {copies: 2, starts: sack, worth: 4}\n")}, source.DefaultLimits())
	assert.NoError(t, found.Err())
	noted := map[string]bool{}
	Visit(doc, "a file of a game", func(s Spot) {
		if s.Of == "a card" {
			noted[s.Key] = s.From.File != nil
		}
	})
	assert.Equal(t, map[string]bool{"copies": false, "starts": false, "worth": true}, noted)
}

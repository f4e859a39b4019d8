package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/source"
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

// TestStepsOfPatchesAreVisited: a patch is of one of three shapes, which its `at` tells.
func TestStepsOfPatchesAreVisited(t *testing.T) {
	text := `variant: hard
patch:
  - {at: procedures.hunt, before: [{set: {storm: storm + 1}}]}
  - {at: procedures.hunt/what, add: {flee: {if: hurt, do: [stop: hunt]}, rest: [call: sleep]}}
  - {at: rulings.order, add: {late: {says: at last, do: [discard: tool], in: {feed: {is: hungry}}}}}
  - {at: bots.careful, add: {hunt.flee: size(hurt)}}
`
	doc, found := source.Parse(&source.File{Name: "hard.yaml", Text: []byte(text)}, source.DefaultLimits())
	assert.NoError(t, found.Err())
	in := map[string][]string{}
	Visit(doc, "a variant", func(s Spot) {
		if s.Is == "formula" || s.Is == "condition" {
			in[s.In.Value] = append(in[s.In.Value], s.Node.Value)
		}
	})
	assert.Equal(t, map[string][]string{
		"procedures.hunt": {"storm + 1"}, "procedures.hunt/what": {"hurt"},
		"rulings.order": {"tool", "hungry"}, "bots.careful": {"size(hurt)"},
	}, in)
}

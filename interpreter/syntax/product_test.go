package syntax

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
)

// One entry with holes in its key stands for a card of each combination.
func TestCardsListedByAProduct(t *testing.T) {
	text := "kind: leaf\nfields: {suit: {one_of: [oak, ash]}, rank: 0}\ncards:\n" +
		"  <suit>_<rank>: {each: {suit: [oak, ash], rank: 1..3}, names: {en: The <rank> of <suit>}, copies: 1, suit: <suit>, rank: <rank>}\n"
	n, d := source.Parse(&source.File{Name: "leaf.yaml", Text: []byte(text)}, source.DefaultLimits())
	require.Empty(t, d)
	g := &Game{}
	m := OpenMap(n, &d, "a file of a game")
	m.seen = register{}
	g.file(m)
	require.Empty(t, d)
	var names []string
	for _, c := range g.Kinds[0].Cards {
		names = append(names, c.Name)
	}
	require.Equal(t, []string{"oak_1", "oak_2", "oak_3", "ash_1", "ash_2", "ash_3"}, names)
	last := g.Kinds[0].Cards[5]
	require.Equal(t, "The 3 of ash", last.Names["en"])
	require.Equal(t, "ash", last.Values[0].Formula.Text)
	require.Equal(t, "3", last.Values[1].Formula.Text)
}

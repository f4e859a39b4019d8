package match

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/syntax"
	"moraine/interpreter/testing/games"
)

// The shipped games explain, in each language, every zone and every field that players watch, and
// name their measures.
func TestEverythingOnTheTableIsExplained(t *testing.T) {
	for _, id := range []string{"glacier", "nomads", "tusk"} {
		g, err := interpreter.Load(games.Sources(t, "../.."), id, interpreter.Options{})
		require.NoError(t, err)
		for _, lang := range []string{"en", "de", "fr"} {
			m, err := New(g, Header{Game: id, Players: g.Program.MinPlayers, Seed: 1, Lang: lang, IDs: g.Program.Seats[:g.Program.MinPlayers], Seats: slices.Repeat([]string{Random}, g.Program.MinPlayers)}, Options{})
			require.NoError(t, err)
			said := func(names ...string) bool { // in this language, not in English for want of another
				return lang == "en" || slices.ContainsFunc(g.Syntax.Asks, func(q *syntax.Question) bool {
					return slices.Contains(names, q.Name) && q.About[lang] != ""
				})
			}
			var names []string
			for i := range m.Names.P.Schema.Zones {
				if d := m.Names.P.Schema.Zones[i].Decl; d != nil && i > 0 && !slices.Contains(names, "zone."+d.Name) {
					names = append(names, "zone."+d.Name)
				}
			}
			for _, f := range slices.Concat(g.Syntax.Fields, g.Syntax.Player.Fields) {
				if m.looks[f.Name].Size != "small" {
					names = append(names, "field."+f.Name)
				}
			}
			for _, name := range names {
				a, ok := m.About(name)
				_, bare, _ := strings.Cut(name, ".")
				assert.True(t, ok && a.Says != "" && said(bare), "%s: nothing in %s says what %s means", id, lang, name)
			}
			for _, measure := range g.Syntax.Measures { // its key is its English name
				assert.True(t, lang == "en" || m.Names.Measure(measure.Name) != measure.Name, "%s: the measure %q has no name in %s", id, measure.Name, lang)
			}
			v := m.viewerFor(Public)
			for _, c := range v.Names.P.Cards {
				a, _ := v.aboutCard(m, c.Name)
				assert.True(t, c.N == 0 || len(a.Outcomes) > 0 || a.Says != "" && said(c.Name, c.Kind.Name), "%s: nothing in %s says what %s does", id, lang, c.Name)
			}
			for _, k := range g.Syntax.Kinds {
				for _, f := range k.Fields {
					if m.looks[f.Name].Size != "small" {
						assert.True(t, v.about(f.Note, k.Name+"."+f.Name, f.Name) != "" && said(k.Name+"."+f.Name, f.Name), "%s: nothing in %s says what %s of %s means", id, lang, f.Name, k.Name)
					}
				}
			}
		}
	}
}

// A section of the rules has a name in each language.
func TestSectionsAreTranslated(t *testing.T) {
	m, q := reach(t, "glacier", 3, "hunt.prey", func(*Match, *Question) bool { return true })
	m.Names.Lang = "de"
	_, section, _ := m.Place(q)
	require.Equal(t, "Jagen", section)
}

// A window in a procedure that never runs is no moment for a card.
func TestAboutListsTheWindowsThatOpen(t *testing.T) {
	const game = `
language: 1
game: traps
players: {from: 1, to: 1, seats: [ann]}
start: match
windows: {at_dawn: {pending: match, asks: me}, at_dusk: {pending: night, asks: me}}
player: {zones: {hand: {holds: [trap]}}}
procedures:
  match:
    do:
      - {window: at_dawn}
      - {finish: players}
  night:
    do:
      - {window: at_dusk}
`
	const trap = "kind: trap\neach_has: {effect: steps}\nplaying: {do: [{call: card.effect}]}\ncards: {snare: {copies: 1, play: {in: [at_dawn, at_dusk]}, effect: [{finish: players}]}}\n"
	m := matchOfTexts(t, game, trap)
	about, ok := m.About("card.snare")
	require.True(t, ok)
	require.Equal(t, []When{{Window: "At dawn"}}, about.When)
}

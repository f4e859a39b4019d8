package interpreter_test

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/syntax"
	"moraine/interpreter/testing/soak"
)

// The forms that the shipped games come in: every variant, and every reading of
// every rule by itself. That a reading makes a difference, scenarios show.

// forms are the rules of the shipped games with the names of their variants.
func forms(t *testing.T, each func(t *testing.T, r *interpreter.Rules, variants []string)) {
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("..")}}
	require.NotEmpty(t, all.Games())
	for _, id := range all.Games() {
		r, err := interpreter.Read(all, id)
		require.NoError(t, err)
		variants, err := r.Variants()
		require.NoError(t, err)
		t.Run(id, func(t *testing.T) { each(t, r, variants) })
	}
}

// Random matches of every variant end without a fault and break no invariant.
func TestVariantsArePlayable(t *testing.T) {
	forms(t, func(t *testing.T, r *interpreter.Rules, variants []string) {
		for _, v := range variants {
			t.Run(v, func(t *testing.T) {
				t.Parallel()
				g, err := r.Game(interpreter.Options{Variant: v})
				require.NoError(t, err)
				for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
					finish(t, g, players, soak.Cases(25, 4))
				}
			})
		}
	})
}

// A variant does not affect other forms of the game, although they share the common parts of their trees.
func TestFormsAreApart(t *testing.T) {
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("..")}}
	forms(t, func(t *testing.T, r *interpreter.Rules, variants []string) {
		for _, v := range variants {
			_, err := r.Game(interpreter.Options{Variant: v, AssumedSeed: 1})
			require.NoError(t, err)
		}
		last, err := r.Game(interpreter.Options{})
		require.NoError(t, err)
		alone, err := interpreter.Load(all, r.ID, interpreter.Options{})
		require.NoError(t, err)
		require.True(t, reflect.DeepEqual(alone.Syntax, last.Syntax), "a variant has changed a tree that is not its own")
	})
}

// Every rule that the texts leave open is asked, and each reading of it besides
// the default can be in force: in the game itself, or in a variant to which it is
// left.
func TestEveryReadingIsPlayable(t *testing.T) {
	forms(t, func(t *testing.T, r *interpreter.Rules, variants []string) {
		g, err := r.Game(interpreter.Options{})
		require.NoError(t, err)
		players, n := g.Program.MinPlayers, 0
		for _, ruling := range g.Syntax.Rulings {
			if ruling.Kind != "rule" {
				continue
			}
			assert.Greater(t, len(ruling.Readings), 1, "%s: one reading is no choice", ruling.Name)
			for _, reading := range ruling.Readings {
				if reading.Name == ruling.Default.Name {
					continue
				}
				if players++; players > g.Program.MaxPlayers {
					players = g.Program.MinPlayers
				}
				if n++; n%soak.Step(1, 1) != 0 {
					continue
				}
				players := players
				t.Run(ruling.Name+"="+reading.Name, func(t *testing.T) {
					t.Parallel()
					g, err := withReading(r, variants, ruling.Name, reading.Name)
					require.NoError(t, err)
					finish(t, g, players, 1)
				})
			}
		}
	})
}

// withReading is the game with a reading in force, or the first of its variants
// in which that can be.
func withReading(r *interpreter.Rules, variants []string, ruling, reading string) (*interpreter.Game, error) {
	var all []error
	for _, v := range append([]string{""}, variants...) {
		g, err := r.Game(interpreter.Options{Variant: v, Readings: map[string]string{ruling: reading}})
		if err == nil {
			return g, nil
		}
		all = append(all, err)
	}
	return nil, errors.Join(all...)
}

// finish plays random matches.
func finish(t *testing.T, g *interpreter.Game, players, matches int) {
	t.Helper()
	const most = 500_000 // decisions; where nothing is to be won by lot, matches are long
	m := machine.New(g.Program, players, nil)
	m.Strict = true
	for seed := range uint64(matches) {
		m.Reset(players)
		require.NoError(t, walk(m, decide.NewRandom(seed), most), "%d players, seed %d", players, seed)
		require.True(t, m.Finished(), "%d players, seed %d: not over", players, seed)
	}
}

// A variant that follows a text uses, for every rule that the text covers, the reading of the text, and for
// the others the default of the game.
func TestRulesetsFollowTheirTexts(t *testing.T) {
	forms(t, func(t *testing.T, r *interpreter.Rules, variants []string) {
		for _, v := range variants {
			g, err := r.Game(interpreter.Options{Variant: v})
			require.NoError(t, err)
			text := g.Variants[len(g.Variants)-1].Text.Name
			for _, ruling := range g.Syntax.Rulings {
				want := ruling.Default.Name
				for _, x := range ruling.Texts {
					if x.Name == text && ruling.Kind == "rule" && x.Speaks() {
						want = x.Reading
					}
				}
				if text != "" {
					assert.Equal(t, want, g.Program.Readings[ruling.Name], "%s: %s", v, ruling.Name)
				}
			}
		}
	})
}

// The page of a game's variants names each of them.
func TestVariantsAreListed(t *testing.T) {
	forms(t, func(t *testing.T, r *interpreter.Rules, variants []string) {
		if len(variants) == 0 {
			t.Skip("it has none")
		}
		page, err := os.ReadFile("../variants/" + r.ID + "/README.md")
		require.NoError(t, err)
		for _, v := range variants {
			assert.True(t, strings.Contains(string(page), "`"+v+"`"), "variants/%s/README.md does not name %s", r.ID, v)
		}
	})
}

// A new reading can be like another one with an exception, and with steps that follow.
func TestANewReadingCanBeAnException(t *testing.T) {
	g, err := over(t, game{
		"odds.yaml": `
clauses:
  A-B-1: {text: book, says: s}
procedures:
  pay:
    do:
      - ruling: tie
        shared: {do: [{set: {tally: 1}}, {set: {tally: 2}}], cites: [A-B-1]}
        elder: []
formulas:
  prize: {ruling: tie, shared: 1, elder: 2}
  eldest: 'ruled("tie", "shared")'
`, "variants/over.yaml": `
variant: over
readings: {tie: mild}
patch:
  - at: rulings.tie
    add:
      mild:
        says: as shared, but with one who is poor
        as: shared
        if: tally < 1
        is: 0
        do: [{set: {tally: 7}}]
        then: [{set: {tally: 9}}]
`}).load()
	require.NoError(t, err)
	require.True(t, g.Ruled("tie", "shared"))
	for _, f := range g.Syntax.Formulas {
		if f.Name == "prize" {
			is := f.Is.Ruling.List[f.Is.Ruling.For("mild")].Is.Switch
			require.Equal(t, "tally < 1 true 0 else 1", strings.Join([]string{is.On.Text, is.List[0].Label.Name, is.List[0].Is.Text, is.List[1].Label.Name, is.List[1].Is.Text}, " "))
		}
	}
	var words []string
	for _, p := range g.Syntax.Procedures {
		if p.Name == "pay" {
			by := p.Do.Steps[0].Do.(*syntax.ByRuling).Branches
			syntax.WalkBlock(by.List[by.For("mild")].Steps, func(s *syntax.Step) {
				set := s.Verb
				if do, ok := s.Do.(*syntax.Set); ok {
					set += " " + do.Sets[0].Value.Text
				}
				words = append(words, set+" "+strings.Join(syntax.NamesOf(s.Cites), " "))
			})
		}
	}
	require.Equal(t, []string{"if ", "set 7 ", "set 1 A-B-1", "set 2 A-B-1", "set 9 "}, words)
}

// A new reading gives branches for single places or for all places of the ruling, and equals another reading
// elsewhere.
func TestANewReadingHasABranchWhereverItsRulingIsAsked(t *testing.T) {
	g, err := over(t, game{
		"odds.yaml": `
formulas:
  prize: {ruling: tie, shared: 1, elder: 2}
  fee: {ruling: tie, shared: 1, elder: 2}
  consolation: {ruling: tie, shared: 1, else: 5}
  eldest: 'ruled("tie", "elder")'
`, "variants/under.yaml": `
variant: under
formulas:
  fine: {ruling: tie, shared: 3, elder: 4}
`, "variants/over.yaml": `
variant: over
builds_on: [under]
readings: {tie: nobody}
patch:
  - at: rulings.tie
    add:
      nobody:
        says: neither
        as: elder
        do: [{set: {tally: 7}}]
        in: {prize: {is: 9}}
`}).load()
	require.NoError(t, err)
	branches := map[string]string{}
	for _, f := range g.Syntax.Formulas {
		if b := f.Is.Ruling; b != nil {
			branches[f.Name] = b.List[b.For("nobody")].Is.Text
		}
	}
	require.Equal(t, map[string]string{"prize": "9", "fee": "2", "consolation": "5", "fine": "4"}, branches)
	steps := 0
	syntax.Walk(g.Syntax, func(s *syntax.Step) {
		if do, asks := s.Do.(*syntax.ByRuling); asks {
			steps += len(do.Branches.List[do.Branches.For("nobody")].Steps.Steps)
		}
	})
	require.Equal(t, 1, steps)
	require.True(t, g.Ruled("tie", "nobody"))
	require.True(t, g.Ruled("tie", "elder"))
	require.False(t, g.Ruled("tie", "shared"))
}

package scenario

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/testing/pages"
)

// documented are the games that the pages of the data folders build, test and change.
func documented(t testing.TB) interpreter.Sources {
	return interpreter.Sources{{Name: "README", FS: pages.Files(t, "../..")}}
}

func TestTheScenariosOfTheReadmePass(t *testing.T) {
	res, err := Run(t.Context(), documented(t), nil, Options{})
	require.NoError(t, err)
	for _, c := range res.Cases {
		require.Equal(t, Passed, c.Status, "%s:%d %s\n%s", c.File, c.Line, c.Scenario, c.Message.String())
	}
	require.GreaterOrEqual(t, res.Scenarios, 15)
}

func TestTheVariantsOfTheReadmeLoad(t *testing.T) {
	for _, variant := range []string{"heavy", "generous", "lucky"} {
		g, err := interpreter.Load(documented(t), "pebbles", interpreter.Options{Variant: variant})
		require.NoError(t, err, variant)
		if variant != "lucky" {
			require.Equal(t, 1, g.Schema.Card("boulder").N)
		}
	}
}

func TestTheReadmesDeclareTheirFlips(t *testing.T) {
	defer formula.Verify()()
	res, err := Run(t.Context(), documented(t), nil, Options{AllVariants: true})
	require.NoError(t, err)
	seen := map[string]bool{} // servers tell cases apart by their names
	for _, c := range res.Cases {
		name := fmt.Sprintf("%s: %s, row %d, under %s", c.File, c.Scenario, c.Row, c.Variant)
		require.NotEqual(t, Failed, c.Status, "%s\n%s", name, c.Message.String())
		require.False(t, seen[name], "%s runs twice", name)
		seen[name] = true
	}
}

// A variant may remove an option that scenarios name: these declare it, and no other scenario fails.
func TestAVariantMayTakeOutAnOption(t *testing.T) {
	files := documented(t)[0].FS.(fstest.MapFS)
	files["variants/pebbles/calm.yaml"] = &fstest.MapFile{Data: []byte(`
variant: calm
patch:
  - at: procedures.turn/actions
    instead:
      - {may: {rest: [{set: {me.lucky: true}}]}, id: actions}
  - {at: bots.greedy/turn.stake, remove: true}
`)}
	files["scenarios/pebbles/calm.yaml"] = &fstest.MapFile{Data: []byte(`
- scenario: Once staked, a pebble has left the hand
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: [4]
  then: empty(ann.hand)
  under:
    calm: {fails: offers an option "stake"}
`)}
	src := interpreter.Sources{{Name: "README", FS: files}}
	_, err := Check(t.Context(), src, rulesOf(t, src, "pebbles"), interpreter.Options{})
	require.NoError(t, err)
	_, err = Check(t.Context(), src, rulesOf(t, src, "pebbles"), interpreter.Options{Variant: "calm"})
	require.ErrorContains(t, err, `stake.yaml:10:13: under calm, no rule asks for a choice or offers an option "stake"`)
	require.NotContains(t, err.Error(), "calm.yaml")
	res, err := Run(t.Context(), src, nil, Options{AllVariants: true})
	require.NoError(t, err)
	for _, c := range res.Cases {
		told := c.Variant != "calm" || c.File == "scenarios/pebbles/calm.yaml"
		require.False(t, told && c.Status == Failed, "%s under %s: %s", c.Scenario, c.Variant, c.Message.String())
	}
}

func rulesOf(t *testing.T, src interpreter.Sources, game string) *interpreter.Rules {
	t.Helper()
	r, err := interpreter.Read(src, game)
	require.NoError(t, err)
	return r
}

// A card may leave out the steps that other cards of its kind have; playing it then does only the common
// steps.
func TestACardMayHaveNoEffect(t *testing.T) {
	files := documented(t)[0].FS.(fstest.MapFS)
	files["variants/pebbles/sly.yaml"] = &fstest.MapFile{Data: []byte(`
variant: sly
cards:
  bluff: {kind: trick, copies: 1, play: {in: [throw]}}
`)}
	files["scenarios/pebbles/sly.yaml"] = &fstest.MapFile{Data: []byte(`
- scenario: A bluff is played, and nothing comes of it
  variant: sly
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}, bob: {hand: [bluff]}}
  when:
    - ann: {stake: {stone: white}}
    - bob: {play: bluff}
    - rolls: [1]
  then: 'stake.dread == 0 and heap == [bluff, white]'
`)}
	res, err := Run(t.Context(), interpreter.Sources{{Name: "README", FS: files}}, []string{"scenarios/pebbles/sly.yaml"}, Options{})
	require.NoError(t, err)
	require.Equal(t, Passed, res.Cases[0].Status, res.Cases[0].Message.String())
}

// A card turns the pending card on a new target, the steps of a card get their parameter, and all hands go
// on in one step.
func TestCaravan(t *testing.T) {
	files := documented(t)[0].FS.(fstest.MapFS)
	files["scenarios/caravan/mint.yaml"] = &fstest.MapFile{Data: []byte(`
- scenario: Mint turns pepper on the player who played it
  given: {players: 3, turn: ann, at: turn, round: 2, ann: {hand: [pepper]}, bob: {hand: [mint]}}
  when:
    - ann: {spot: rocks}
    - ann: pass
    - ann: {play: pepper, target: bob}
    - bob: <answer>
  then: ann.halves == <ann> and bob.halves == <bob>
  examples:
    - {answer: {play: mint}, ann: -2, bob: 0}
    - {answer: pass, ann: 0, bob: -2}
`)}
	res, err := Run(t.Context(), interpreter.Sources{{Name: "README", FS: files}}, []string{"scenarios/caravan/mint.yaml"}, Options{})
	require.NoError(t, err)
	for _, c := range res.Cases {
		require.Equal(t, Passed, c.Status, c.Message.String())
	}
}

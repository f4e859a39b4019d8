package scenario

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

func wellsWith(scenarios string) interpreter.Sources {
	files := fstest.MapFS{"scenarios/wells/x.yaml": {Data: []byte(scenarios)}}
	game, err := txtar.ParseFile("testdata/wells.txtar")
	if err != nil {
		panic(err)
	}
	for _, f := range game.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return interpreter.Sources{{Name: "wells", FS: files}}
}

// A failure adds details if its first line alone would mislead.
func TestFailuresExplain(t *testing.T) {
	const (
		at    = "- scenario: s\n  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, glare]}}\n"
		wish  = "- scenario: s\n  given: {players: 2, turn: ann, at: turn, ann: {hand: [crown, penny]}}\n  when: [{ann: {wish: {coin: crown}}}]\n"
		claim = "  refuses: [{ann: pay, because: luck is with him}]\n"
	)
	tests := map[string]struct {
		src  interpreter.Sources
		opt  Options
		want []string
	}{
		"another answer than the only one": {with(t, at+"  when: [{ann: {stake: {stone: gold}}}]\n  then: empty(heap)\n"), Options{}, []string{
			`scenarios/pebbles/x.yaml:3:32: ann was not asked for "stone"`, "  stake.stone was white, the only possible answer, so nobody was asked; write that, or leave `stone` out", "  the match stands at: stake.die, which chance decides (roll)",
		}},
		"a draw of what does not come": {with(t, "- scenario: s\n  given: {players: 2, turn: ann, at: turn, sack: {top: [], block: [2 gold, white]}}\n  when: [{draws: [black]}]\n  then: empty(heap)\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:3:19: turn.draw does not offer black", "  what can come: white, 2 gold",
		}},
		"no formula": {with(t, at+"  then: # luck\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:3:8: there is no formula here",
		}},
		"a misspelt answer": {with(t, at+"  when: [{ann: {stake: {stone: whit}}}]\n  then: empty(heap)\n"), Options{}, []string{
			`scenarios/pebbles/x.yaml:3:32: there is no card, player, label or zone "whit"`, `   = did you mean "white"?`,
		}},
		"a chance, where a player is asked": {with(t, at+"  chance: {of: white in ann.pouch, is: 1/2}\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:3:40: the chance is 0, not 1/2", "  the match stands at: turn.actions, which asks ann: stake, pass",
		}},
		"a chance, and a player asked on the way": {wellsWith(wish + "  chance: {of: crown in well, is: 1/2}\n  under:\n    wish.sigh=aloud: {chance: {of: crown in well, is: 1/3}}\n"), Options{Under: true}, []string{
			"scenarios/wells/x.yaml:6:55: the chance is 1/2, not 1/3", "  in all cases the match waits at wish.sighs, which asks bob: sigh, pass",
		}},
		"a formula about each of a list": {with(t, at+"  then: ['none(players, len(.pouch) == 0)', 'one(players, len(.pouch) < 2)', 'all(players, len(.hand) == 2 and it in players)']\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:3:10: this does not hold: none(players, len(.pouch) == 0)", "    ann: len(.pouch) = 0", "    bob: len(.pouch) = 0", "    bob: len(.hand) = 0",
		}},
		"a formula that cannot be worked out": {with(t, at+"  then: heap[0] == white\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:3:9: this does not hold: heap[0] == white", "  the match stands at: turn.actions, which asks ann: stake, pass",
		}},
		"a chance that cannot be worked out": {with(t, at+"  chance: {of: 'heap[0] == white', is: 1/2}\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:3:21: the list is too short: its length is 0", "  the match stands at: turn.actions, which asks ann: stake, pass",
		}},
		"several checks, told at their places": {with(t, at+"  then: [empty(heap), len(ann.hand) == 3, ann in players, white in heap]\n  wins: [ann]\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:4:9: the match is not over", "scenarios/pebbles/x.yaml:3:23: this does not hold: len(ann.hand) == 3", "scenarios/pebbles/x.yaml:3:59: this does not hold: white in heap", "  the match stands at: turn.actions, which asks ann: stake, pass",
		}},
		"what led there, where that is cut": {with(t, "- scenario: s\n  given: {players: 2, turn: ann, at: actions, goes_on: match, ann: {hand: [white, black]}}\n  when: [{ann: {stake: {stone: white}}}, {rolls: [6]}, {ann: {stake: {stone: black}}}, {rolls: [6]}]\n  then: empty(ann.pouch)\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:4:9: this does not hold: empty(ann.pouch)", "what led there (all with -v), by line of `when`:", "   3  active: ann → bob                            cards/pebbles/turn.yaml:9:13",
		}},
		"the last act of the player, where that is long ago": {with(t, "- scenario: s\n  given: {players: 2, turn: ann, at: actions, goes_on: match, ann: {hand: [white, black]}, bob: {hand: [black, black]}}\n  when:\n    - ann: {stake: {stone: white}}\n    - rolls: [6]\n    - ann: {stake: {stone: black}}\n    - rolls: [6]\n    - bob: {stake: {stone: black}}\n    - rolls: [1]\n    - ann: {stake: {stone: white}}\n  then: empty(ann.pouch)\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:10:13: ann cannot stake: ann is not asked", "what led there (all with -v), by line of `when`:",
			"   6  ann answers turn.actions: stake              cards/pebbles/turn.yaml:27:9", "      …", "   8  bob answers turn.actions: stake              cards/pebbles/turn.yaml:27:9",
			"   9  bob rolls 1                                  cards/pebbles/turn.yaml:47:9",
		}},
		"a question that the script has forgotten": {with(t, "- scenario: s\n  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}, bob: {hand: [glare]}}\n  when: [{ann: {stake: {stone: white}}}, {rolls: [6]}]\n  then: empty(heap)\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:3:51: this die is not used: nothing is rolled here", "  to decline throw, write `- bob: pass` before this line",
		}},
		"a condition that holds": {coinsUnder("luck == 0", claim), Options{}, []string{
			"scenarios/coins/x.yaml:4:13: this is not refused", "  the rules require this at cards/coins/game.yaml:21:18, but there it refuses nothing now",
		}},
		"a condition that there is not": {with(t, at+"  refuses: [{ann: stake, because: there is a pebbel in hand}]\n"), Options{}, []string{
			"scenarios/pebbles/x.yaml:3:13: this is not refused", "  the rules have no condition with these words", `  did you mean "there is a pebble in hand"?`,
		}},
		"a condition that a reading settles": {coinsUnder(`'ruled("pay.luck", "none") or luck > 0'`, claim), Options{}, []string{
			"scenarios/coins/x.yaml:4:13: this is not refused", "  the rules have this at cards/coins/game.yaml:21:18, but do not require it under pay.luck=none",
		}},
		"a condition that a ruling chooses": {coinsUnder(`{ruling: pay.luck, none: 'true', some: luck > 0}`, claim), Options{}, []string{
			"scenarios/coins/x.yaml:4:13: this is not refused", "  the rules have this at cards/coins/game.yaml:21:18, but do not require it under pay.luck=none",
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			res, err := Run(t.Context(), tt.src, nil, tt.opt)
			require.NoError(t, err)
			require.Equal(t, 1, res.Failed)
			message := res.Cases[slices.IndexFunc(res.Cases, func(c Case) bool { return c.Status == Failed })].Message.String()
			require.True(t, strings.HasPrefix(message, tt.want[0]), message)
			for _, line := range tt.want[1:] {
				require.Contains(t, message, "\n"+line+"\n")
			}
		})
	}
}

// coinsUnder are the coins with a condition for paying, and a scenario.
func coinsUnder(condition, checks string) interpreter.Sources {
	src := coinsWith(strings.TrimPrefix(pays, "\n"))
	files := src[0].FS.(fstest.MapFS)
	files["scenarios/coins/x.yaml"] = &fstest.MapFile{Data: []byte("\n- scenario: s\n  given: {players: 2, turn: ann, at: turn}\n" + checks)}
	game := strings.Replace(coins["cards/coins/game.yaml"], "          pay:\n", "          pay:\n            if: {luck is with him: "+condition+"}\n", 1)
	files["cards/coins/game.yaml"] = &fstest.MapFile{Data: []byte(game)}
	return src
}

// A failure of a script shows its line; a success shows none.
func TestFailuresShowTheirLine(t *testing.T) {
	res, err := Run(t.Context(), with(t, `
- scenario: s
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white]}}
  when:
    - ann: {stake: {stone: white}}
    - rolls: [7]
  then: empty(heap)
- scenario: t
  given: {players: 2}
  then: empty(heap)
- scenario: u
  given: {players: 2, ann: {hand: [wite]}}
  then: empty(heap)
`), nil, Options{})
	require.NoError(t, err)
	require.Len(t, res.Cases, 3)
	assert.Equal(t, " 6 |     - rolls: [7]\n   |               ^\n", res.Cases[0].Excerpt)
	assert.Empty(t, res.Cases[0].Kind, "it could run")
	assert.Equal(t, Passed, res.Cases[1].Status)
	assert.Empty(t, res.Cases[1].Excerpt)
	assert.Empty(t, res.Cases[2].Excerpt, "its message has the line already")
	assert.Equal(t, Unread, res.Cases[2].Kind, "it names a card that there is not")
}

// A scenario that fails by default, or in an entry, fails once, and does not count as different in every
// other form.
func TestFailuresAreToldOnce(t *testing.T) {
	tests := map[string]struct {
		scenario string
		in       []string // the forms of the cases that fail
	}{
		"a scenario":      {pays + "  then: len(slab) == 4\n", []string{""}},
		"an unknown name": {pays + "  then: slap == []\n", []string{""}},
		"an entry":        {pays + "  then: len(slab) == 2\n  under:\n    pay.place=back: {then: len(slab) == 4}\n    pay.place=bottom: {}\n    pay.sigh=aloud: {}\n", []string{"pay.place=back"}},
		"a wrong entry":   {pays + "  then: len(slab) == 2\n  under:\n    pay.place=bakc: {}\n", []string{"pay.place=bakc"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, jobs := range []int{1, 8} {
				res, err := Run(t.Context(), coinsWith(tt.scenario), nil, Options{EachReading: true, AllVariants: true, Jobs: jobs})
				require.NoError(t, err)
				var in []string
				for _, c := range res.Cases {
					if c.Status == Failed {
						in = append(in, c.Variant)
					}
				}
				require.Equal(t, tt.in, in, messages(res))
			}
		})
	}
}

// A reason may be given in part, and so may the request that is asked instead.
func TestAReasonMayBeGivenInPart(t *testing.T) {
	res, err := Run(t.Context(), with(t, `
- scenario: of a condition
  given: {players: 2, turn: ann, at: actions, ann: {hand: [glare]}}
  refuses: [{ann: stake, because: a pebble in hand}]
- scenario: of what is asked instead
  given: {players: 2, turn: ann, at: actions, ann: {hand: [white, gold]}}
  refuses: [{bob: stake, because: is not asked}, {ann: {stone: white}, because: is not asked for}]
`), nil, Options{})
	require.NoError(t, err)
	require.Equal(t, 2, res.Passed, messages(res))
	for _, some := range []string{"a", "is", "ebble in", "hand"} { // would fit almost anything
		res, err := Run(t.Context(), with(t, `
- scenario: of next to nothing
  given: {players: 2, turn: ann, at: actions, ann: {hand: [glare]}}
  refuses: [{ann: stake, because: `+some+`}]
`), nil, Options{})
		require.NoError(t, err)
		require.Equal(t, 1, res.Failed, some)
	}
}

// A failure shows the sides of a comparison, and not the long lists that they are about.
func TestFailuresShowSides(t *testing.T) {
	const text = "- scenario: s\n  then: count(pieces, .kind == \"pebble\") + 1 == sum(1..20, it)\n"
	res, err := Run(t.Context(), with(t, text), nil, Options{})
	require.NoError(t, err)
	says := messages(res)
	require.Regexp(t, `count\(pieces, .*\) \+ 1 = \d+\n`, says)
	require.Contains(t, says, "= 210\n")
	require.NotContains(t, says, "pieces = [")
}

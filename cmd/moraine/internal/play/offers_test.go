package play_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter/match"
)

// After a side offer the pending question is asked again; an offer that is not allowed is refused with a
// reason.
func TestAnOfferIsTyped(t *testing.T) {
	got := session(t, "market", play.Options{Players: 2, Seats: []string{"ann=human", "bob=kind"}},
		"?", "offer", "offer swop", "offer bob", "gift", "swap", "1", "1", "swap", "2", "swap", "1")
	holds(t, got,
		"Ann, choose: day.\n",
		"  offer NAME   make a side offer: swap, gift\n",
		"Name the side offer: offer swap, offer gift\n",
		"\"swop\" is neither a side offer nor a seat; did you mean \"swap\"?\n",
		"Bob is a bot, which makes its own side offers.\n",
		"Needs: there is a pear to give.\n",
		"> swap\n  Ann proposes: Swap (A-A-01)\n",
		"Ann chooses other: Bob (nothing else is possible)\n", "Ann, choose: got.\n  1  pear\n  0  nothing\n",
		"Bob chooses to accept\n", "Apple: from Ann's stall to Bob's stall\n",
		"\nAnn, choose: day.\n", "> 1\n", "\nAnn, choose: price.\n",
		"> swap\nNo offers are made here.\n", "> 2\n",
		"\nAnn, choose: kept (1).\n", "> swap\nNothing is proposed while choices are sealed.\n", "> 1\n",
		"Ann, choose: end.\n",
	)
}

// A player makes at most one offer per decision, and its outcome is printed; undo also takes the
// offer back.
func TestOneOfferADecision(t *testing.T) {
	got := session(t, "market", play.Options{Players: 3, Seats: []string{"ann=human", "bob=random", "cid=proud"}},
		"swap", "2", "undo", "undo", "swap", "2", "0", "swap")
	holds(t, got, "> swap\n  Ann proposes: Swap", "Ann, choose: other.\n", "Ann takes back", "Ann takes back", "Ann, choose: day.\n",
		"> swap\n  Ann proposes: Swap", "  Cid declines\n  Swap ends early\n", "Ann, choose: day.\n", "> swap\nA player makes one offer a request.\n")
}

// At one terminal every player may make an offer at each question; the screen is
// handed over to him, and to the partner for the answer.
func TestAnotherPersonOffers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match")
	o := play.Options{Players: 2, Seats: []string{"ann=human", "bob=human"}, Save: path}
	got := session(t, "market", o, "", "?", "offer swap bob", "", "2", "1", "", "1", "quit")
	holds(t, got,
		"Ann, choose: day.\n", "  offer NAME   make a side offer: swap, gift; for the seat of another person:\n               offer NAME SEAT\n", "> offer swap bob\n",
		"Bob, it is your turn at the screen.", "Bob proposes: Swap (A-A-01)\n", "Bob, choose: given.\n  1  apple ×2\n  2  pear\n", "> 2\n",
		"Ann, it is your turn at the screen.", "Bob chooses given: pear\n", "Ann, what will you do?\n  1  accept\n", "> 1\n",
		"Pear: from Bob's stall to Ann's stall\n", "Ann, choose: day.\n")

	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Regexp(t, `(?m)^1 bob offers swap ~[0-9a-f]{6}\n2 bob swap.given 2 .*\n3 bob swap.got 1 .*\n4 ann swap 1 `, string(text))
	g, hash := loadGame(t, "market")
	file, err := match.Open(path)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, play.Replay(t.Context(), g, file, hash, play.View{}, &out))
	holds(t, out.String(), "Bob proposes: Swap", "Ann chooses to accept", "Ann      coins 6\n         stall: apple, pear")

	file, err = match.Open(path)
	require.NoError(t, err)
	holds(t, typed(t, g, hash, play.Options{Resume: file}, "", "swap"), "Resumed after 4 decisions.\n", "Ann, choose: day.\n", "> swap\n  Ann proposes")
}

// Bots make the offers with the best estimate, one per decision, also during questions to persons.
// A saved match with such offers can be continued.
// Answers in a sealed block are printed for the others when the block ends, even without effects;
// answers that concern hidden zones are not.
func TestSealedAnswersAreTold(t *testing.T) {
	o := play.Options{Players: 2, Seats: []string{"ann=human", "bob=human"}}
	bids := func(seenBy string) string {
		g, hash := changedGame(t, "market", "{coins: 6}, zones: {stall: {}, aside: {}}}\nprocedures:\n  match:\n    do:\n",
			"{coins: {type: number, default: 6"+seenBy+"}}, zones: {stall: {}, aside: {}}}\nprocedures:\n  match:\n    do:\n"+
				"      - {each: me, in: players, sealed: true, do: [{choose: bid, from: 5..6}, {set: {me.coins: bid}}]}\n")
		return typed(t, g, hash, o, "", "6", "", "6", "", "quit")
	}
	got := bids("")
	holds(t, got, "Bob, choose: bid", "> 6\n", "Ann chooses bid: 6\n  Bob chooses bid: 6\n", "choose: day.\n")
	require.NotContains(t, got[:strings.LastIndex(got, "> 6\n")], "Ann chooses bid")
	require.NotContains(t, bids(", seen_by: owner"), "chooses bid")
}

// Answers in a sealed block are printed when the block ends, even if a player undoes a decision in it.
func TestSealedAnswersAreToldAfterAnUndo(t *testing.T) {
	g, hash := changedGame(t, "market", "procedures:\n  match:\n    do:\n",
		"procedures:\n  match:\n    do:\n      - {each: me, in: players, sealed: true, do: [{choose: bid, from: 5..6}, {choose: more, from: 1..2}]}\n")
	got := typed(t, g, hash, play.Options{Players: 2, Seats: []string{"ann=human", "bob=human"}}, "", "6", "1", "", "5", "undo", "6", "2", "", "quit")
	holds(t, got, "Ann chooses bid: 6\n", "Bob chooses bid: 6\n", "choose: day.\n")
	require.NotContains(t, got, "Bob chooses bid: 5")
}

func TestBotsOffer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match")
	o := play.Options{Players: 3, Seats: []string{"ann=human", "bob=kind", "cid=keen"}, Seed: 5, Save: path}
	got := session(t, "market", o, "1", "1")
	holds(t, got, "Cid proposes: Swap (A-A-01)\n", "Cid chooses other: Bob\n", "Bob chooses to accept\n", "Ann, choose: day.\n", "> 1\n", "Ann, choose: price.\n", "> 1\n")
	require.NotContains(t, got[len(got)/2:], "proposes", "it has what it wants")

	g, hash := loadGame(t, "market")
	file, err := match.Open(path)
	require.NoError(t, err)
	o.Save = filepath.Join(t.TempDir(), "straight")
	session(t, "market", o, "1", "1", "1", "1")
	typed(t, g, hash, play.Options{Resume: file}, "1", "1")
	straight, err := os.ReadFile(o.Save)
	require.NoError(t, err)
	again, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(straight), string(again))
}

func TestNothingToOffer(t *testing.T) {
	got := plays(t, alone, "offer", "?")
	holds(t, got, "> offer\nThis game has no side offers.\n")
	require.NotContains(t, got, "offer NAME")
}

// An offer or answer that leads to an error in the rules is undone; the reason is printed, and the match
// continues.
func TestActsThatEndInAFaultAreUndone(t *testing.T) {
	o := play.Options{Players: 3, Seats: []string{"ann=human"}, Bots: "kind"}
	g, hash := changedGame(t, "market", "{choose: got,", "{choose: odd, from: me.aside}\n      - {choose: got,")
	holds(t, typed(t, g, hash, o, "swap", "1", "2"), "\nAnn, choose: other.\n", "> 1\n",
		"The action was undone because of an error in the rules:\n  cards/market/a.yaml:", "swap.odd asks for 1 of 0:", "\nAnn, choose: day.\n", "\nAnn, choose: price.\n")

	g, hash = changedGame(t, "market", "- {choose: price,", "- {choose: odd, from: stock, exactly: 10, if: day == 3}\n      - {choose: price,")
	holds(t, typed(t, g, hash, o, "3", "2"), "> 3\n", "The action was undone", "match.odd asks for 10 of 3", "\nAnn, choose: day.\n", "> 2\n", "\nAnn, choose: price.\n")
}

package interpreter_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/playout"
	"moraine/interpreter/scenario"
)

// duel is a game of one file of rules, one of cards, and one of scenarios: each player plays a card, and the higher
// one wins. It could as well be a folder (os.DirFS) or an embed.FS.
var duel = interpreter.Sources{{Name: "example", FS: fstest.MapFS{
	"cards/duel/duel.yaml": {Data: []byte(`
language: 1
game: duel
names: {en: Duel}
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
zones:
  sack: {order: stack, seen_by: nobody, starts: true}
player:
  fields: {score: 0}
  zones: {hand: {seen_by: owner}, front: {}}
rulings:
  ties:
    kind: rule
    question: Who wins a tie?
    readings: {both: both do, none: nobody does}
    default: both
    why: The rules are silent.
procedures:
  match:
    do:
      - {shuffle: sack}
      - {each: me, in: players, do: [{draw: 2, from: sack, to: me.hand}]}
      - {each: me, in: players, do: [{call: turn, with: {me: me}}]}
      - ruling: ties
        both: [{finish: 'filter(players, .score == max(map(players, .score)))'}]
        none: [{finish: 'filter(players, .score > min(map(players, .score)))'}]
  turn:
    do:
      - {choose: card, from: me.hand}
      - {move: card, to: me.front}
      - {set: {me.score: card.worth}}
`)},
	"cards/duel/cards.yaml": {Data: []byte(`
kind: animal
fields: {worth: number}
cards: {hare: {copies: 2, worth: 1}, wolf: {copies: 2, worth: 2}}
`)},
	"scenarios/duel/duel.yaml": {Data: []byte(`
- scenario: The higher card wins
  given: {at: turn, turn: bob, goes_on: [match], ann: {score: 1}, bob: {hand: [wolf, hare]}}
  when: [{bob: {card: wolf}}]
  then: bob.score == 2
`)},
}}}

func ExampleLoad() {
	g, err := interpreter.Load(duel, "duel", interpreter.Options{})
	if err != nil {
		fmt.Println(err) // all errors in the files, each with file:line:column and a caret
		return
	}
	least, most := g.Players()
	fmt.Println(g.Names("en").Game(), least, most, g.Seats())
	// Output: Duel 2 2 [ann bob]
}

// A configuration is a game with variants and readings in force. Read parses the files once; Game makes each
// configuration.
func ExampleRules_Game() {
	rules, err := interpreter.Read(duel, "duel")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := rules.Game(interpreter.Options{Readings: map[string]string{"ties": "none"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Readings()["ties"])
	_, err = rules.Game(interpreter.Options{Readings: map[string]string{"ties": "nome"}})
	fmt.Println(err)
	// Output:
	// none
	// ruling ties has no reading "nome"
	//  = did you mean "none"?
}

// begin begins a match between two persons, and lets chance decide until a person is asked.
func begin() *match.Match {
	g, err := interpreter.Load(duel, "duel", interpreter.Options{})
	if err != nil {
		panic(err)
	}
	h := match.Header{Game: "duel", Seed: 1, Lang: "en", Players: 2, IDs: g.Seats(), Seats: []string{match.Human, match.Human}}
	m, err := match.New(g, h, match.Options{}, match.Recipient{Eyes: match.Public, Lang: "en"})
	if err != nil {
		panic(err)
	}
	settle(m)
	return m
}

// settle lets chance and bots decide until a person is asked or the match is over.
func settle(m *match.Match) {
	for {
		if decided, err := m.Step(); err != nil || !decided {
			return
		}
	}
}

// Legal acts are the options of the question that a match asks; Answer makes an act. An illegal act changes nothing.
func Example_play() {
	m := begin()
	for q := m.Question(); q != nil; q = m.Question() {
		fmt.Println(q.Text, len(q.Options))
		if err := m.Answer(1-q.Seat, []int32{0}); err != nil {
			fmt.Println("refused:", err)
		}
		if err := m.Answer(q.Seat, []int32{0}); err != nil {
			fmt.Println(err)
		}
		settle(m)
	}
	fmt.Println(m.Ending())
	// Output:
	// Ann, choose: card. 2
	// refused: Another seat is asked.
	// Bob, choose: card. 2
	// refused: Another seat is asked.
	// The match is over: Ann and Bob win together
}

// A view shows only the information that a seat may have.
func Example_view() {
	m := begin()
	for _, owner := range m.View(0, nil).Owners {
		for _, zone := range owner.Zones {
			fmt.Printf("%s: %s:", owner.Name, zone.Name)
			for _, piece := range zone.Pieces {
				fmt.Printf(" [%s]", piece.Name)
			}
			fmt.Println()
		}
	}
	// Output:
	// table: sack:
	// Ann: hand: [hare] [wolf]
	// Ann: front:
	// Bob: hand: [animal (unseen)] [animal (unseen)]
	// Bob: front:
}

// A snapshot brings back a match with its decisions, its logs and its dice.
func Example_snapshot() {
	m := begin()
	before := m.Snapshot()
	if err := m.Answer(0, []int32{0}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(m.Question().Seat, len(m.Decisions()))
	m.Restore(before)
	fmt.Println(m.Question().Seat, len(m.Decisions()))
	// Output:
	// 1 4
	// 0 3
}

// Many matches between bots are played in the same memory.
func Example_playouts() {
	g, err := interpreter.Load(duel, "duel", interpreter.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := playout.New(context.Background(), g, playout.Options{Players: 2, Bots: []string{playout.Random}})
	if err != nil {
		fmt.Println(err)
		return
	}
	won := [2]int{}
	for k := range uint64(1000) {
		if _, ended, err := p.Play(match.SeriesSeed(1, k), func(int) int { return 0 }); err != nil || !ended {
			fmt.Println(ended, err)
			return
		}
		for seat := range won {
			if p.Won(seat) {
				won[seat]++
			}
		}
	}
	fmt.Println(won[0]+won[1] > 1000) // two win a tie
	// Output: true
}

// Scenarios test the rules.
func Example_scenarios() {
	results, err := scenario.Run(context.Background(), duel, []string{"duel"}, scenario.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range results.Cases {
		fmt.Println(c.Status, c.Scenario)
	}
	// Output: passed The higher card wins
}

package syntax_test

import (
	"fmt"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

const game = `
language: 1
game: pebbles
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
procedures:
  match:
    do:
      - {roll: dice, dice: 2}
      - {finish: players}
`

func decode(text string) (*syntax.Game, source.Diagnostics) {
	doc, found := source.Parse(&source.File{Name: "game.yaml", Text: []byte(text)}, source.DefaultLimits())
	g, wrong := syntax.Decode([]*source.Node{doc})
	return g, append(found, wrong...)
}

// The steps of a game are structs, one type for each verb.
func ExampleDecode() {
	g, found := decode(game)
	if found.Err() != nil {
		fmt.Println(found)
		return
	}
	syntax.Walk(g, func(s *syntax.Step) {
		switch do := s.Do.(type) {
		case *syntax.Roll:
			fmt.Println(s.Verb, do.Name.Name, "with", do.Dice.Text, "dice, at", s.Pos)
		default:
			fmt.Println(s.Verb)
		}
	})
	// Output:
	// roll dice with 2 dice, at game.yaml:9:10
	// finish
}

// Each error has its place and the nearest key.
func ExampleDecode_errors() {
	_, found := decode(strings.Replace(game, "finish:", "finsh:", 1))
	fmt.Println(found)
	// Output:
	// game.yaml:10:10: a step needs a verb, and "finsh" is not a verb
	//  10 |       - {finsh: players}
	//     |          ^
	//     = did you mean "finish"?
}

func ExampleOperands() {
	object, operands, _ := syntax.Operands("roll")
	fmt.Println("roll:", object)
	for _, k := range operands {
		fmt.Println(k.Name+":", k.Is)
	}
	// Output:
	// roll: name
	// by: formula
	// dice: formula
	// sides: formula
}

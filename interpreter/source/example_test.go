package source_test

import (
	"fmt"
	"os"

	"moraine/interpreter/source"
)

func ExampleParse() {
	file := &source.File{Name: "game.yaml", Text: []byte("game: pebbles\nplayers: {from: 2, to: 4}\n")}
	doc, found := source.Parse(file, source.DefaultLimits())
	if found.Err() != nil {
		fmt.Println(found)
		return
	}
	to := doc.Get("players").Get("to")
	fmt.Println(to.Value, "at", to.Pos)
	// Output: 4 at game.yaml:2:24
}

// An error names its place, and a fix if there is one.
func ExampleDiagnostic_Render() {
	file := &source.File{Name: "game.yaml", Text: []byte("game: pebbles\nstart match\n")}
	_, found := source.Parse(file, source.DefaultLimits())
	for _, d := range found {
		d.Render(os.Stdout, false)
	}
	// Output:
	// game.yaml:2:1: a colon is missing in "start match"
	//  2 | start match
	//    | ^
	//    = write `start: match`, or `start match:` if the whole text is the key
}

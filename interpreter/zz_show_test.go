package interpreter_test

import (
	"fmt"
	"os"
	"testing"
)

func TestZZShow(t *testing.T) {
	p := os.Getenv("BAD")
	if p == "" {
		t.Skip()
	}
	for _, d := range complaints(t, over(t, archive(t, "testdata/bad/"+p+".txtar"))).Sorted() {
		fmt.Printf("%s: %s = %s\n", d.Pos, d.Text, d.Hint)
	}
}

package source

import (
	"bytes"
	"io"
	"testing"
	"unicode/utf8"
)

var seeds = []string{
	"", "a: 1\nb: [x, {y: z}]\n", "- &a 'x''y'\n- *a\n", "a: |2\n    x\n\n  y\nb: >-\n  c\n  d\n",
	"{where: usable(it, prey)}", "\ufeffa: \"\\u00e9\\\n  x\"\r\n", "? a\n: b\n", "a:\n\tb: 1\n", "&x [*x]",
	"---\na\n---\nb\n", "%YAML 1.1\n", "a: !t b # c\n", "\xff", "a: \"\\", "[\"a\"\nb: {", "a: |\n\t", "!", "&", "*", "- - - ? : ",
}

// For any input, the parser does not panic, every diagnostic has a position in the file or is one of the whole
// file, and every node has its true position.
func FuzzParse(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := &File{Name: "fuzz.yaml", Text: text}
		n, found := Parse(file, Limits{Bytes: 1 << 16, Nodes: 1000, Depth: 20, Aliases: 50})
		if n == nil && len(found) == 0 {
			t.Fatal("neither a node nor a complaint")
		}
		for _, d := range found {
			if whole := (Pos{File: file}); d.Pos != whole {
				checkInside(t, d.Pos, file, d.Text)
			}
			d.Render(io.Discard, true)
		}
		if n != nil {
			checkTree(t, n, file)
		}
	})
}

func checkTree(t *testing.T, n *Node, file *File) {
	checkInside(t, n.Pos, file, "a node")
	for _, item := range n.Items {
		checkTree(t, item, file)
	}
	for _, p := range n.Pairs {
		checkTree(t, p.Key, file)
		checkTree(t, p.Val, file)
	}
	if n.Kind == Scalar {
		for _, off := range []int{-1, 0, len(n.Value) / 2, len(n.Value), len(n.Value) + 1} {
			checkInside(t, n.At(off), file, "At")
		}
	}
}

func checkInside(t *testing.T, p Pos, file *File, what string) {
	t.Helper()
	lines := bytes.Split(body(file.Text), []byte("\n"))
	if p.File != file || p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > utf8.RuneCount(lines[p.Line-1])+1 {
		t.Fatalf("%s is at %v, outside of the file", what, p)
	}
}

package interpreter

import (
	"os"
	"testing"
)

func BenchmarkReload(b *testing.B) {
	l := NewLoader(Sources{{Name: "repository", FS: os.DirFS("..")}})
	game := l.Sources().Games()[0]
	files, err := l.Sources().Rules(game)
	if err != nil {
		b.Fatal(err)
	}
	f := files[len(files)/2]
	for i := 0; b.Loop(); i++ {
		l.Edit(0, f.Path, append(f.Text, "# x\n"[:2+2*(i%2)]...))
		if g := l.Load(game); g.Err != nil {
			b.Fatal(g.Err)
		}
	}
}

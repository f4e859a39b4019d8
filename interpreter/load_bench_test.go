package interpreter

import (
	"os"
	"testing"
)

func BenchmarkLoad(b *testing.B) {
	src := Sources{{Name: "repository", FS: os.DirFS("..")}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(src, src.Games()[0], Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

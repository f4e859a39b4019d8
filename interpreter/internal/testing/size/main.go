// Command size prints the number of Go tokens by folder, without comments and tests. Neither moving
// code nor another layout changes the sum.
package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	top := "."
	if len(os.Args) > 1 {
		top = os.Args[1]
	}
	tokens, all := map[string]int{}, 0
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(top, filepath.Dir(path))
		n := count(text)
		tokens[folder] += n
		all += n
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, folder := range slices.Sorted(maps.Keys(tokens)) {
		fmt.Printf("%8d  %s\n", tokens[folder], folder)
	}
	fmt.Printf("%8d  in all\n", all)
}

// count returns the number of tokens in a file. Semicolons that a line break inserts do not count.
func count(text []byte) (n int) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	for {
		switch _, tok, lit := s.Scan(); {
		case tok == token.EOF:
			return n
		case tok != token.SEMICOLON || lit == ";":
			n++
		}
	}
}

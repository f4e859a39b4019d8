package source

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// DidYouMean returns a hint with the nearest spelling, or "".
func DidYouMean(word string, among []string) string {
	if near := Nearest(word, among); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// Suggest returns a hint for a word: the nearest of some words or, if none is similar enough, the
// lead followed by the first of them.
func Suggest(word, lead string, among []string) string {
	if near := DidYouMean(word, among); near != "" {
		return near
	}
	const most = 24
	if len(among) > most {
		among = append(slices.Clone(among[:most]), "…")
	}
	return lead + " " + strings.Join(among, ", ")
}

// Nearest returns the word in among with the smallest edit distance from word: inserted,
// deleted, replaced or swapped letters, ignoring case. The distance must be at most one, plus
// one for every four letters, and the words must have a letter in common.
//
// Words longer than any name match nothing, because a comparison takes time proportional to the
// product of the lengths.
func Nearest(word string, among []string) string {
	if len(word) > longest {
		return ""
	}
	typed := []rune(strings.ToLower(word))
	best, least := "", min(2+len(typed)/4, len(typed))
	for _, other := range among {
		if diff := utf8.RuneCountInString(other) - len(typed); other == "" || other == word || diff > least ||
			-diff > least {
			continue
		}
		n := distance(typed, []rune(strings.ToLower(other)))
		if n < least || n == least && best != "" && other < best {
			best, least = other, n
		}
	}
	return best
}

const longest = 64

// distance returns the Damerau-Levenshtein distance (optimal string alignment).
func distance(a, b []rune) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range b {
			replaced := above[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(above[j+1]+1, row[j]+1, replaced)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

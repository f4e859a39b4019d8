package source

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
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
	m := speller{typed: letters(word)}
	best, least := "", min(2+len(m.typed)/4, len(m.typed))
	for _, other := range among {
		if other == "" || other == word {
			continue
		}
		n := m.distance(other, least+1)
		if n < least || n == least && best != "" && other < best {
			best, least = other, n
		}
	}
	return best
}

const longest = 64

func letters(s string) []rune { return []rune(strings.ToLower(s)) }

// speller compares many words with a misspelt one.
type speller struct {
	typed, other       []rune
	before, above, row []int
}

// distance returns the Damerau-Levenshtein distance (optimal string alignment), or enough if the
// distance is at least that.
func (m *speller) distance(word string, enough int) int {
	if diff := utf8.RuneCountInString(word) - len(m.typed); diff >= enough || -diff >= enough {
		return enough
	}
	m.other = m.other[:0]
	for _, r := range word {
		m.other = append(m.other, unicode.ToLower(r))
	}
	a, b := m.typed, m.other
	before, above, row := m.rows(len(b) + 1)
	for i := 1; i <= len(a); i++ {
		before, above, row = above, row, before
		row[0] = i
		nearest := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			nearest = min(nearest, row[j])
		}
		if nearest >= enough && slices.Min(above) >= enough {
			return enough
		}
	}
	return min(row[len(b)], enough)
}

// rows returns three rows of n numbers; the last one is 0, 1, 2, ….
func (m *speller) rows(n int) (before, above, row []int) {
	if cap(m.row) < n {
		m.before, m.above, m.row = make([]int, n), make([]int, n), make([]int, n)
	}
	before, above, row = m.before[:n], m.above[:n], m.row[:n]
	for j := range row {
		row[j] = j
	}
	return before, above, row
}

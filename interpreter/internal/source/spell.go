package source

import (
	"fmt"
	"slices"
	"strings"
)

// DidYouMean is a hint with the nearest spelling, or nothing.
func DidYouMean(word string, among []string) string {
	if near := Nearest(word, among); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// Nearest is the word among some that differs least from word: the fewest
// letters put in, left out, replaced or swapped, whatever their case. More than
// one slip, and one for every four letters, is no longer near; nor is a word of
// which no letter is left.
func Nearest(word string, among []string) string {
	typed := letters(word)
	best, least := "", min(2+len(typed)/4, len(typed))
	for _, other := range slices.Sorted(slices.Values(among)) {
		if other == "" || other == word {
			continue
		}
		if n := slips(typed, letters(other), least); n < least {
			best, least = other, n
		}
	}
	return best
}

func letters(s string) []rune { return []rune(strings.ToLower(s)) }

// slips is the distance of Damerau and Levenshtein (optimal string alignment),
// or enough, if it is at least that.
func slips(a, b []rune, enough int) int {
	if diff := len(a) - len(b); diff >= enough || -diff >= enough {
		return enough
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
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

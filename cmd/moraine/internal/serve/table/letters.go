package table

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"moraine/interpreter/match"
)

// lettersOf returns a short sign for the name of each player, in the language of the match.
func lettersOf(m *match.Match) map[string]string {
	var names []string
	for seat := range int32(m.Players) {
		names = append(names, m.Names.Seat(seat))
	}
	return letters(names)
}

// letters returns the first letter of each name. If others begin with it, too, the first letter that tells the name
// from them follows.
func letters(names []string) map[string]string {
	out := map[string]string{}
	for _, name := range names {
		rivals := slices.DeleteFunc(slices.Clone(names), func(other string) bool {
			return other == name || initial(other) != initial(name)
		})
		out[name] = initial(name)
		for i, r := range []rune(name) {
			same := func(other string) bool { all := []rune(other); return i < len(all) && all[i] == r }
			if i > 0 && len(rivals) > 0 && !slices.ContainsFunc(rivals, same) {
				out[name] += string(r)
				break
			}
		}
	}
	return out
}

// initial returns the first letter of a name, as a capital.
func initial(name string) string {
	r, _ := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r))
}

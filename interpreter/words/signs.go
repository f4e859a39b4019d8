package words

import "slices"

// Signs returns short forms that distinguish names: the first letter and, if several names
// share it, also the first letter that no other of these names has in the same position (green
// and grey: ge, gy). Names whose short forms would be equal are not shortened.
func Signs(names []string) []string {
	var out []string
	for _, name := range names {
		out = append(out, sign([]rune(name), names))
	}
	short := slices.Clone(out)
	for i, s := range short {
		if slices.Index(short, s) != i || slices.Contains(short[i+1:], s) {
			out[i] = names[i]
		}
	}
	return out
}

// sign returns the shortest sign that distinguishes a name from names with the same first letter: one or two letters,
// or the whole name.
func sign(name []rune, among []string) string {
	var rivals [][]rune
	for _, other := range among {
		if r := []rune(other); len(r) > 0 && len(name) > 0 && r[0] == name[0] && other != string(name) {
			rivals = append(rivals, r)
		}
	}
	if len(rivals) == 0 {
		return string(name[:min(1, len(name))])
	}
	for i := 1; i < len(name); i++ {
		has := func(r []rune) bool { return i < len(r) && r[i] == name[i] }
		if !slices.ContainsFunc(rivals, has) {
			return string(name[0]) + string(name[i])
		}
	}
	return string(name)
}

package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// removedCard matches the error of a scenario that names a card of which a variant leaves no copy.
var removedCard = regexp.MustCompile(`there is no card "([^"]+)" here, because a variant has removed it`)

// MissingCard returns the card that a failed case names although its variant removes it, or "".
func (c *Case) MissingCard() string {
	if m := removedCard.FindStringSubmatch(c.Message.String()); m != nil {
		return m[1]
	}
	return ""
}

// joinMissing joins the errors of scenarios that name the same removed card to one, which says how many they are and
// how they are declared. Else the removal of a common card hides every other error.
func joinMissing(all source.Diagnostics, game, variant string) (out source.Diagnostics) {
	places := map[string][]source.Pos{}
	for _, d := range all {
		if removedCard.MatchString(d.Text) {
			places[d.Text] = append(places[d.Text], d.Pos)
		}
	}
	for _, d := range all {
		at := places[d.Text]
		if len(at) > 0 && at[0] != d.Pos {
			continue
		}
		if len(at) > 0 {
			d.Hint = fmt.Sprintf("%sdeclare what happens there under `under`, which moraine test %s --variant %s --declare does",
				otherPlaces(at), game, variant)
		}
		out = append(out, d)
	}
	return out
}

// otherPlaces says how many places there are besides the first, and in which files.
func otherPlaces(at []source.Pos) string {
	const named = 3 // files
	if len(at) == 1 {
		return ""
	}
	var files []string
	for _, pos := range at {
		if !slices.Contains(files, pos.File.Name) {
			files = append(files, pos.File.Name)
		}
	}
	more := ""
	if n := len(files) - named; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%d places need this card, in %s%s; ", len(at),
		strings.Join(files[:min(named, len(files))], ", "), more)
}

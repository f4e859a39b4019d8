package program

import (
	"slices"
	"strings"
)

// checkQuestions refuses words for requests and options that there are not.
func (b *builder) checkQuestions() {
	var among []string
	for _, m := range b.Mays {
		owner, _, _ := strings.Cut(m.Request, ".")
		among = append(among, m.Request)
		for _, o := range m.Options {
			among = append(among, owner+"."+o.Name)
		}
	}
	for _, c := range b.Chooses {
		among = append(among, c.Request)
	}
	for _, q := range b.Game.Asks {
		if !q.Inherited && !slices.Contains(among, q.Name) {
			b.diags.Unknown(q.Pos, q.Name, among, "no request or option is called %q", q.Name)
		}
	}
}

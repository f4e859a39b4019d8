package part

import (
	"fmt"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/author"
	"moraine/interpreter/scenario/course"
)

// mostClaims limits the number of formulas that describe the difference.
const mostClaims = 6

// claims returns formulas that are true at the current position only on the first side.
// Formulas about running procedures are returned separately, because they describe the way and
// not the result.
func (p *play) claims() (out, ofRuns []string) {
	add := func(text string) {
		if here, _ := p.on[0].Holds(text); !here {
			return
		}
		if there, instead := p.on[1].Holds(text); there || instead == "" {
			return
		}
		list := &out
		if name, _, _ := strings.Cut(strings.Fields(text)[0], "."); p.on[0].Game().HasProcedure(name) {
			list = &ofRuns
		}
		if len(*list) < mostClaims && !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	instead := func(text string) { // adds the formula that is true on the second side
		if there, _ := p.on[1].Holds(text); there {
			if here, instead := p.on[0].Holds(text); !here && instead != "" {
				add(instead)
			}
		}
	}
	for i, f := range p.parts { // reported differences come first
		if f.Kind != course.Lies || len(f.List) == 0 {
			continue
		}
		first, last := f.List[0], f.List[len(f.List)-1]
		for _, say := range []struct{ names, claim string }{
			// comparing lists ignores the order, so the first and last pieces are compared, too
			{strings.Join(f.List, ", "), "%s == [%s]"}, {first, "first(%s).card == %q"}, {last, "last(%s).card == %q"},
		} {
			if len(out) == 0 && !strings.ContainsAny(say.names, "…(") {
				[]func(string){add, instead}[i](fmt.Sprintf(say.claim, f.What, say.names))
			}
		}
	}
	here, there := p.on[0].Moment(), p.on[1].Moment()
	for _, claim := range author.Changes(there, here) {
		add(claim.Value)
	}
	for _, claim := range author.Changes(here, there) {
		instead(claim.Value)
	}
	return out, ofRuns
}

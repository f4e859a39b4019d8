package author

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/source"
)

// Limits on the size of checks, to keep them readable.
const (
	mostOffers = 12 // options
	mostClaims = 8  // formulas
	mostPieces = 8  // pieces in one formula
)

// Checks returns checks that hold now: the open question, or after the end the winners.
func Checks(s *exec.Stand) *source.Node {
	// the match is over only after the scenario has run as far as possible
	if _, _, asked := s.Asked(); !asked && s.Over() {
		return source.MapOf("wins", s.Winners())
	}
	request, who, options := s.Offers()
	out := source.MapOf("stands", source.Text(request))
	if who != "" && len(options) <= mostOffers {
		out = out.With("offers", source.MapOf(who, source.ListOf(options...)))
	}
	return out
}

// addChecks adds checks, as formulas, for all changes made by the acts.
func (w *writer) addChecks(d *Draft, began *given.Moment) {
	all := Changes(began, w.want)
	try := func(claims []*source.Node) bool {
		with := *d
		with.Checks = d.Checks.With("then", source.ListOf(claims...))
		if !w.proves(&with) {
			return false
		}
		*d = with
		return true
	}
	if len(all) == 0 || try(all) {
		return
	}
	var good []*source.Node
	before := *d
	for _, claim := range all {
		*d = before
		if try(append(good[:len(good):len(good)], claim)) {
			good = append(good, claim)
		}
	}
	*d = before
	if len(good) > 0 {
		try(good)
	}
}

// Changes returns formulas for the differences between a moment and an earlier one: fields, and
// the content of zones without places.
func Changes(was, is *given.Moment) []*source.Node {
	out := claims("", is.Since(was))
	return out[:min(len(out), mostClaims)]
}

// claims returns formulas for a part of a position: for the game, a player or a piece.
func claims(of string, world *source.Node) (out []*source.Node) {
	for _, p := range world.Pairs {
		switch {
		case of == "" && slices.Contains([]string{"times", "at", "turn", "players", "goes_on"}, p.Key.Value):
		case of == "" && p.Val.Kind == source.Map && p.Val.Get("block") == nil:
			out = append(out, claims(p.Key.Value+".", p.Val)...)
		default:
			if text := formulaFor(of+p.Key.Value, p.Val); text != "" {
				out = append(out, source.Text(text))
			}
		}
	}
	return out
}

var counts = regexp.MustCompile(`^([0-9]+) (.+)$`)

// formulaFor returns the formula for a value, or "" if there is no short one.
func formulaFor(name string, val *source.Node) string {
	switch {
	case val.Kind == source.List && len(val.Items) == 0:
		return "empty(" + name + ")"
	case val.Kind == source.List:
		var cards []string
		for _, it := range val.Items {
			if it.Kind != source.Scalar {
				return ""
			}
			card, n := it.Value, 1
			if m := counts.FindStringSubmatch(card); m != nil {
				card = m[2]
				n, _ = strconv.Atoi(m[1])
			}
			for range min(n, mostPieces+1) {
				cards = append(cards, card)
			}
		}
		if len(cards) > mostPieces {
			return ""
		}
		return name + " == [" + strings.Join(cards, ", ") + "]"
	case val.Kind != source.Scalar:
		return ""
	case val.Tag == source.Bool && val.Value == "true":
		return name
	case val.Tag == source.Bool:
		return "not " + name
	}
	return name + " == " + val.Value
}

// CheckOf returns the check that states a fact of a course, or nil if there is none.
func CheckOf(f course.Fact) []source.Pair {
	switch {
	case f.Kind == course.Lies && !slices.ContainsFunc(f.List, func(name string) bool {
		return strings.ContainsAny(name, "… (")
	}):
		return []source.Pair{
			source.Entry("then", source.Text(fmt.Sprintf("%s == [%s]", f.What, strings.Join(f.List, ", "))))}
	case f.Kind == course.StandsAt:
		return []source.Pair{source.Entry("stands", source.Text(f.What))}
	case f.Kind == course.IsOver:
		seats := source.ListOf()
		for _, name := range f.List {
			seats.Items = append(seats.Items, source.Text(name))
		}
		return []source.Pair{source.Entry("wins", seats)}
	}
	return nil
}

package capture

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Limits on the size of checks, to keep them readable.
const (
	mostOffers = 12 // options
	mostClaims = 8  // formulas
	mostPieces = 8  // pieces in one formula
)

// Holding returns checks for `then` that hold now: the open question, or after the end the winners.
func Holding(s *exec.Stand) []source.Pair {
	if _, _, asked := s.Asked(); !asked && s.Over() { // the match is over only after the scenario has run as far as possible
		return source.MapOf("wins", s.Winners()).Pairs
	}
	request, who, options := s.Offers()
	out := source.MapOf("stands", source.Text(request))
	if who != "" && len(options) <= mostOffers {
		out = out.With("offers", source.MapOf(who, source.ListOf(options...)))
	}
	return out.Pairs
}

// addChecks adds checks, as formulas, for all changes made by the acts.
func (c *drafts) addChecks(d *draft, began *given.Moment) {
	all := Changes(began, c.want)
	try := func(claims []*source.Node) bool {
		with := *d
		with.checks = source.NewMap(d.checks...).With("then", source.ListOf(claims...)).Pairs
		if !c.isProved(&with) {
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

// claims returns formulas for a part of a position: that of the game, a player or a piece.
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

// File returns the text of a file with one scenario. It begins with a comment that says where
// to put the file.
func File(scenario []byte, game string) []byte {
	return []byte("# `moraine test` runs this where it lies under scenarios/" + game + ".\n" + string(scenario))
}

// Into returns the text of a file of scenarios with a scenario appended. It returns an error
// for other sorts of files, and if the other scenarios would change their meaning.
func Into(f *source.File, scenario []byte, game string) ([]byte, error) {
	if len(f.Text) == 0 {
		return File(scenario, game), nil
	}
	was, _, err := spec.Read(f)
	if err != nil {
		return nil, err
	}
	if spec.HasBackground(was) {
		return nil, fmt.Errorf("%s was not changed: its `background` would add to the new scenario, so give another file", f.Name)
	}
	out := []byte(strings.TrimRight(string(f.Text), "\n") + "\n\n" + string(scenario))
	now, _, err := spec.Read(&source.File{Name: f.Name, Path: f.Path, Text: out})
	var found source.Diagnostics
	switch {
	case errors.As(err, &found): // its positions refer to a text that is not in a file
		return nil, fmt.Errorf("%s was not changed: with the new scenario the file would have an error: %s", f.Name, found[0].Text)
	case err != nil:
		return nil, err
	}
	same := func(a, b *source.Node) bool { return a.Inline() == b.Inline() }
	if n := len(was.Items); len(now.Items) != n+1 || !slices.EqualFunc(was.Items, now.Items[:n], same) {
		return nil, fmt.Errorf("%s was not changed: no scenario can be appended to a file with this YAML layout", f.Name)
	}
	return out, nil
}

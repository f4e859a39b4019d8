package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// StandsAt runs a scenario up to a word in its script and returns the requests open there:
// within an act its next choice; before an act the open choice and, if that can be declined,
// the following request. It returns nil if the word is not in the script or the script fails
// earlier.
func (g *Game) StandsAt(s *spec.Scenario, word string) (all []*Standing) {
	at := slices.IndexFunc(s.When, func(n *source.Node) bool { return strings.Contains(n.Flow(), word) })
	if at < 0 {
		return nil
	}
	script := *s
	script.Checks, script.Fails, script.Pins, script.When = &source.Node{Pos: s.Pos, Kind: source.Map}, nil, nil,
		slices.Clone(s.When[:at])
	line := before(s.When[at], word, 0)
	if line != nil {
		script.When = append(script.When, line)
	}
	c := g.prepare(&script, nil)
	if len(c.faults) > 0 || c.lacks != (spec.Message{}) {
		return nil
	}
	for _, stops := range []bool{true, line != nil} {
		r := g.runner(c.in(g), Options{stops: stops})
		if c.world.Build(r.M) != nil {
			return nil
		}
		r.carryOut()
		now := r.standing()
		if r.M.Err() == nil && !slices.ContainsFunc(all, func(s *Standing) bool {
			return s.Request == now.Request && s.By == now.By
		}) {
			all = append(all, now)
		}
	}
	return all
}

// before returns the part of a script line that precedes a word, or nil if that part is empty;
// {SEAT: {OPTION: {}}} is not empty.
func before(n *source.Node, word string, depth int) *source.Node {
	if n.Kind != source.Map {
		return nil
	}
	out := *n
	i := slices.IndexFunc(n.Pairs, func(p source.Pair) bool { return strings.Contains(p.Key.Value+p.Val.Flow(), word) })
	out.Pairs = slices.Clone(n.Pairs[:i])
	if p := n.Pairs[i]; !strings.Contains(p.Key.Value, word) {
		if inner := before(p.Val, word, depth+1); inner != nil {
			out.Pairs = append(out.Pairs, source.Pair{Key: p.Key, Val: inner})
		}
	}
	if len(out.Pairs) == 0 && depth < 2 {
		return nil
	}
	return &out
}

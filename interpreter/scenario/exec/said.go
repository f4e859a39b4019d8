package exec

import (
	"regexp"
	"slices"
	"strconv"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// said is how a scenario writes a piece down, in `given` to lay it somewhere and
// in `when` to choose it:
//
//	stick                      its card
//	blue                       the seat that owns it
//	a                          its label, or that of the place where it lies
//	3 stick                    three of them
//	{stick: {face: down}}      something more of it
//	{terrain: plains}          that alone
type said struct {
	times int
	name  *source.Node // nil: only `more` tells which it is
	more  *source.Node // a map; nil: nothing more is said
}

var several = regexp.MustCompile(`^(0|[1-9][0-9]{0,3}) +([a-z].*)$`)

// sayings takes a value apart: what it says of one piece after the other.
func sayings(s *schema.Schema, n *source.Node) []said {
	var out []said
	for _, it := range Items(n) {
		out = append(out, saying(s, it))
	}
	return out
}

func saying(s *schema.Schema, n *source.Node) said {
	out := said{times: 1, name: n}
	if n.Kind != source.Scalar {
		out.name, out.more = nil, n
		if len(n.Pairs) == 1 && n.Pairs[0].Val.Kind == source.Map && !tells(s, n.Pairs[0].Key.Value) {
			out.name, out.more = n.Pairs[0].Key, n.Pairs[0].Val
		}
	}
	if out.name == nil {
		return out
	}
	if m := several.FindStringSubmatch(out.name.Value); m != nil {
		out.times, _ = strconv.Atoi(m[1])
		name := *out.name
		name.Value = m[2]
		out.name = &name
	}
	return out
}

// node is where something is said.
func (s said) node() *source.Node {
	if s.name != nil {
		return s.name
	}
	return s.more
}

// text is what is said of one piece, on one line.
func (s said) text() string {
	switch {
	case s.name == nil:
		return written(s.more)
	case s.more == nil:
		return s.name.Value
	}
	return "{" + s.name.Value + ": " + written(s.more) + "}"
}

// told are the words with which more is said of any piece: which side is up,
// whose it is, where it lies; `at` says where it comes to lie, `label` what it is
// called from then on.
var told = []string{"face", "owner", "on", "at", "label"}

// tells reports whether a key says something of a piece, so that it is not the
// name of one.
func tells(s *schema.Schema, key string) bool {
	return slices.Contains(told, key) || s.PieceField(key) != nil || len(s.PieceZones(0, key)) > 0
}

// Items are the entries of a list, or the one value that stands for such a list.
func Items(n *source.Node) []*source.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == source.List:
		return n.Items
	}
	return []*source.Node{n}
}

// Without is a map without one of its keys.
func Without(n *source.Node, key string) *source.Node {
	if n.Get(key) == nil {
		return n
	}
	out := *n
	out.Pairs = slices.DeleteFunc(slices.Clone(n.Pairs), func(p source.Pair) bool { return p.Key.Value == key })
	return &out
}

// written is a value as it stands in the file, on one line.
func written(n *source.Node) string { return n.Flow() }

package exec

import (
	"regexp"
	"slices"
	"strconv"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// pieceRef is a piece as scenarios write it, in `given` to place it and in `when` to choose it:
//
//	stick                      the name of its card
//	blue                       the seat that owns it
//	a                          its label, or the label of its place
//	3 stick                    three of them
//	{stick: {face: down}}      with further values
//	{terrain: plains}          values alone
type pieceRef struct {
	times int
	name  *source.Node // nil: only `more` identifies it
	more  *source.Node // a map; may be nil
	parts [][]pieceRef // by entry of more: the pieces that lie in a zone
}

// several matches a name with a count of at most maxTimes.
var several = regexp.MustCompile(`^(0|[1-9][0-9]{0,3}) +([a-z].*)$`)

const maxTimes = 9999

// pieceRefs splits a value into references to single pieces.
func pieceRefs(s *schema.Schema, n *source.Node) []pieceRef {
	var out []pieceRef
	for _, it := range n.AsList() {
		out = append(out, newPieceRef(s, it))
	}
	return out
}

func newPieceRef(s *schema.Schema, n *source.Node) pieceRef {
	out := pieceRef{times: 1, name: n}
	if n.Kind != source.Scalar {
		out.name, out.more = nil, n
		if len(n.Pairs) == 1 && n.Pairs[0].Val.Kind == source.Map && !isPieceKey(s, n.Pairs[0].Key.Value) {
			out.name, out.more = n.Pairs[0].Key, n.Pairs[0].Val
		}
	}
	if out.more != nil {
		out.parts = make([][]pieceRef, len(out.more.Pairs))
		for i, x := range out.more.Pairs {
			if len(s.PieceZones(0, x.Key.Value)) > 0 {
				out.parts[i] = pieceRefs(s, x.Val)
			}
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

// node returns the YAML node of the name, or of the values if there is no name.
func (s pieceRef) node() *source.Node {
	if s.name != nil {
		return s.name
	}
	return s.more
}

// text formats the reference on one line.
func (s pieceRef) text() string {
	switch {
	case s.name == nil:
		return s.more.Flow()
	case s.more == nil:
		return s.name.Value
	}
	return "{" + s.name.Value + ": " + s.more.Flow() + "}"
}

// pieceKeys lists the keys that apply to pieces of any kind: `at` gives the place, `label` a name
// for the rest of the scenario.
var pieceKeys = []string{"face", "owner", "on", "at", "label"}

// isPieceKey reports whether a key is a value of a piece, as opposed to the name of one.
func isPieceKey(s *schema.Schema, key string) bool {
	return slices.Contains(pieceKeys, key) || s.PieceField(key) != nil || len(s.PieceZones(0, key)) > 0
}

package naming

import (
	"regexp"
	"slices"
	"strconv"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// Ref is a piece as scenarios write it, in `given` to place it and in `when` to choose it:
//
//	stick                      the name of its card
//	blue                       the seat that owns it
//	a                          its label, or the label of its place
//	3 stick                    three of them
//	{stick: {face: down}}      with further values
//	{terrain: plains}          values alone
type Ref struct {
	Times int
	Name  *source.Node // nil: only `more` identifies it
	More  *source.Node // a map; may be nil
	parts [][]Ref      // by entry of more: the pieces that lie in a zone
}

// Several matches a name with a count of at most maxTimes.
var Several = regexp.MustCompile(`^(0|[1-9][0-9]{0,3}) +([a-z].*)$`)

const maxTimes = 9999

// Refs splits a value into references to single pieces.
func Refs(s *schema.Schema, n *source.Node) []Ref {
	var out []Ref
	for _, it := range n.AsList() {
		out = append(out, NewRef(s, it))
	}
	return out
}

func NewRef(s *schema.Schema, n *source.Node) Ref {
	out := Ref{Times: 1, Name: n}
	if n.Kind != source.Scalar {
		out.Name, out.More = nil, n
		if len(n.Pairs) == 1 && n.Pairs[0].Val.Kind == source.Map && !isPieceKey(s, n.Pairs[0].Key.Value) {
			out.Name, out.More = n.Pairs[0].Key, n.Pairs[0].Val
		}
	}
	if out.More != nil {
		out.parts = make([][]Ref, len(out.More.Pairs))
		for i, x := range out.More.Pairs {
			if len(s.PieceZones(0, x.Key.Value)) > 0 {
				out.parts[i] = Refs(s, x.Val)
			}
		}
	}
	if out.Name == nil {
		return out
	}
	if m := Several.FindStringSubmatch(out.Name.Value); m != nil {
		out.Times, _ = strconv.Atoi(m[1])
		name := *out.Name
		name.Value = m[2]
		out.Name = &name
	}
	return out
}

// Node returns the YAML node of the name, or of the values if there is no name.
func (s Ref) Node() *source.Node {
	if s.Name != nil {
		return s.Name
	}
	return s.More
}

// Text formats the reference on one line.
func (s Ref) Text() string {
	switch {
	case s.Name == nil:
		return s.More.Flow()
	case s.More == nil:
		return s.Name.Value
	}
	return "{" + s.Name.Value + ": " + s.More.Flow() + "}"
}

// pieceKeys lists the keys that apply to pieces of any kind: `at` gives the place, `label` a name
// for the rest of the scenario.
var pieceKeys = []string{"face", "owner", "on", "at", "label"}

// isPieceKey reports whether a key is a value of a piece, as opposed to the name of one.
func isPieceKey(s *schema.Schema, key string) bool {
	return slices.Contains(pieceKeys, key) || s.PieceField(key) != nil || len(s.PieceZones(0, key)) > 0
}

package source

import "strings"

// Filler copies nodes and replaces placeholders: a scalar that consists of <name> becomes the
// value, and <name> inside a text becomes the value's text.
type Filler struct {
	Values []Pair
	Spares string          // a key whose value is copied unchanged
	Used   map[string]bool // the names of the placeholders found
	// Missing, if not nil, is called for each placeholder without a value.
	Missing func(at Pos, hole string)
}

// Fill returns a copy of a node with its placeholders replaced.
func (f *Filler) Fill(n *Node) *Node {
	if n == nil {
		return nil
	}
	if n.Kind == Scalar {
		return f.scalar(n)
	}
	c := *n
	c.Items, c.Pairs = nil, nil
	for _, it := range n.Items {
		c.Items = append(c.Items, f.Fill(it))
	}
	for _, p := range n.Pairs {
		if p.Key.Value != f.Spares {
			p = Pair{f.scalar(p.Key), f.Fill(p.Val)}
		}
		c.Pairs = append(c.Pairs, p)
	}
	return &c
}

func (f *Filler) scalar(n *Node) *Node {
	if !strings.Contains(n.Value, "<") {
		return n
	}
	text := n.Value
	for _, p := range f.Values {
		hole := "<" + p.Key.Value + ">"
		if !strings.Contains(text, hole) {
			continue
		}
		f.Used[p.Key.Value] = true
		if n.Value == hole {
			v := *p.Val
			return &v
		}
		text = strings.ReplaceAll(text, hole, p.Val.Flow())
	}
	if text != n.Value {
		return &Node{Pos: n.Pos, Kind: Scalar, Tag: Str, Value: text}
	}
	if i := strings.IndexByte(text, '<'); f.Missing != nil && i+1 < len(text) && text[i+1] >= 'a' && text[i+1] <= 'z' &&
		strings.Contains(text[i:], ">") {
		f.Missing(n.Pos, text[i:i+strings.IndexByte(text[i:], '>')+1])
	}
	return n
}

// Flow formats a value on one line like YAML, but without quotes.
func (n *Node) Flow() string { return n.oneLine(func(n *Node) string { return n.Value }) }

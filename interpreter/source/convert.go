package source

import (
	"bytes"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// converter converts the nodes of the YAML library to Node, and reports the parts of YAML that
// are not supported.
type converter struct {
	in      *index
	lim     Limits
	found   Diagnostics
	nodes   int
	aliases int
	open    map[*yaml.Node]bool // anchors that are being expanded
	over    bool                // a limit was exceeded, and nothing more is converted
	fresh   []Node              // unused nodes, allocated many at a time
}

func convert(in *index, doc *yaml.Node, lim Limits) (*Node, Diagnostics) {
	c := &converter{in: in, lim: lim, open: map[*yaml.Node]bool{}}
	if len(doc.Content) == 0 || isMissing(doc.Content[0]) {
		c.found.Add(Pos{File: in.file}, "the file is empty")
		return nil, c.found
	}
	root := c.node(doc.Content[0], 1)
	if c.over {
		root = nil
	}
	return root, c.found
}

// isMissing reports whether a value is missing, as opposed to a written null.
func isMissing(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Value == "" && styleOf(y) == plain
}

// node converts y, which is inside depth-1 lists and maps.
func (c *converter) node(y *yaml.Node, depth int) *Node {
	if y.Kind == yaml.AliasNode {
		return c.alias(y, depth)
	}
	n := c.place(y)
	if c.over {
		return n
	}
	if c.nodes++; c.nodes > c.lim.Nodes {
		c.stop(n.Pos, tooMany, c.lim.Nodes)
		return n
	}
	if y.Kind != yaml.ScalarNode && depth > c.lim.Depth {
		c.stop(n.Pos, tooDeep, c.lim.Depth)
		return n
	}
	switch y.Kind {
	case yaml.SequenceNode:
		n.Kind = List
		c.items(n, y, depth)
	case yaml.MappingNode:
		n.Kind = Map
		c.pairs(n, y, depth)
	default:
		n.Value = y.Value
		n.style = styleOf(y)
		switch n.style {
		case plain:
			n.Tag = TagOf(y.Value)
		case doubleQuoted: // an escape may produce an invalid character
			c.checkEscapes(n)
		}
	}
	return n
}

const (
	tooDeep = "lists and maps are nested deeper than %d levels"
	tooMany = "more than %d values, counting the values of an alias each time"
)

func styleOf(y *yaml.Node) style {
	switch {
	case y.Style&yaml.SingleQuotedStyle != 0:
		return singleQuoted
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return doubleQuoted
	case y.Style&yaml.LiteralStyle != 0:
		return literal
	case y.Style&yaml.FoldedStyle != 0:
		return folded
	}
	return plain
}

func (c *converter) alias(y *yaml.Node, depth int) *Node {
	at := c.in.at(c.in.rune(y.Line, y.Column))
	if c.over {
		return &Node{Pos: at, Tag: Null}
	}
	if c.aliases++; c.aliases > c.lim.Aliases {
		c.stop(at, "more than %d aliases to expand", c.lim.Aliases)
		return &Node{Pos: at, Tag: Null}
	}
	if c.open[y.Alias] {
		c.complain(at, "", "the alias *%s is inside of its own anchor", y.Value)
		return &Node{Pos: at, Tag: Null}
	}
	c.open[y.Alias] = true
	defer delete(c.open, y.Alias)
	return c.node(y.Alias, depth)
}

func (c *converter) items(n *Node, y *yaml.Node, depth int) {
	parts := cutter{c: c}
	n.Items = make([]*Node, 0, len(y.Content))
	for _, item := range y.Content {
		if c.over {
			return
		}
		n.Items = append(n.Items, c.node(item, depth+1))
		if y.Style&yaml.FlowStyle != 0 {
			parts.item(n.Items[len(n.Items)-1])
		}
	}
}

// pairs converts the entries of a map. Of entries with equal keys, and of invalid ones, only
// the first is kept.
func (c *converter) pairs(n *Node, y *yaml.Node, depth int) {
	first := make(map[string]Pos, len(y.Content)/2)
	parts := cutter{c: c}
	n.Pairs = make([]Pair, 0, len(y.Content)/2)
	for i := 0; i+1 < len(y.Content) && !c.over; i += 2 {
		key, ok := c.key(y.Content[i], depth)
		val := c.node(y.Content[i+1], depth+1)
		if !ok {
			continue
		}
		if y.Style&yaml.FlowStyle != 0 && parts.entry(key, val, isMissing(y.Content[i+1])) {
			continue
		}
		was, twice := first[key.Value]
		if !twice {
			first[key.Value] = key.Pos
		}
		if twice && i > 0 && was == n.Pairs[0].Key.Pos && y.Style&yaml.FlowStyle == 0 && c.isItem(n) {
			c.complain(key.Pos, "add the missing `- ` before it; the first key is at "+was.String(), secondTime,
				Shown(key.Value))
			return // the following entries belong to that list item
		}
		if twice {
			c.complain(key.Pos, "the first one is at "+was.String(), secondTime, Shown(key.Value))
			continue
		}
		n.Pairs = append(n.Pairs, Pair{key, val})
	}
}

const secondTime = "the key %s occurs twice"

// isItem reports whether n follows a dash on its line.
func (c *converter) isItem(n *Node) bool {
	return bytes.HasSuffix(bytes.TrimRight(c.in.file.Text[:n.start], " "), []byte("-"))
}

// key converts a key, which must be a scalar and must not be empty.
func (c *converter) key(y *yaml.Node, depth int) (*Node, bool) {
	target := y
	if y.Kind == yaml.AliasNode {
		target = y.Alias
	}
	at := c.in.at(c.in.rune(y.Line, y.Column))
	switch {
	case target.Kind != yaml.ScalarNode:
		c.complain(at, "", "a key cannot be a list or a map")
		return nil, false
	case isMissing(target):
		c.complain(at, "", noKey)
		return nil, false
	case target.Value == "<<" && styleOf(target) == plain:
		c.complain(at, "write its entries out", "the merge key << is not supported")
		return nil, false
	}
	return c.node(y, depth), true
}

// place returns a node with the position of y, after its anchor if it has one. It reports a tag
// as an error.
func (c *converter) place(y *yaml.Node) *Node {
	text := c.in.file.Text
	first := c.in.rune(y.Line, y.Column)
	i, at := c.in.offset(first), c.in.at(first)
	for i < len(text) && (text[i] == '&' || text[i] == '!') {
		end := endOfName(text, i)
		if text[i] == '!' {
			tag := string(text[i:end])
			c.complain(c.in.pos(i), "put text that begins with ! in quotes", "tags like %s are not supported",
				Clip(tag, mostQuoted))
		}
		next := skipSpace(text, end)
		if !isMissing(y) {
			end = next
		}
		i, at = end, c.in.pos(end)
	}
	if len(c.fresh) == 0 {
		c.fresh = make([]Node, 73) // as many as fit into 8 KB, a size class of the allocator
	}
	n := &c.fresh[0]
	c.fresh = c.fresh[1:]
	n.Pos, n.start, n.in = at, int32(i), c.in
	return n
}

// endOfName returns the end of the anchor, alias or tag that begins at i. The library ends a
// tag only at a blank, even if a bracket comes before it.
func endOfName(text []byte, i int) int {
	isTag := text[i] == '!'
	for i++; i < len(text) && !isGap(text[i]); i++ {
		if !isTag && (!isWord(text[i]) || text[i] >= utf8.RuneSelf) {
			break
		}
	}
	return i
}

// skipSpace returns the offset of the first byte from i on that is not a blank, a line break or
// part of a comment.
func skipSpace(text []byte, i int) int {
	for ; i < len(text); i++ {
		switch {
		case isBlank(text[i]) || isBreak(text[i]):
		case text[i] == '#' && (i == 0 || isBlank(text[i-1]) || isBreak(text[i-1])):
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		default:
			return i
		}
	}
	return i
}

func (c *converter) stop(at Pos, format string, args ...any) {
	c.over = true
	c.found.Add(at, format, args...)
}

func (c *converter) complain(at Pos, hint, format string, args ...any) {
	switch {
	case c.over:
	case len(c.found) == maxErrors:
		c.stop(at, "and more; only the first %d errors of the file are listed", maxErrors)
	default:
		c.found.Hint(at, hint, format, args...)
	}
}

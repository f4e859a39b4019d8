package source

import "strings"

// cutter watches the parts of a flow list or map for a formula that was cut at
// a comma: `{where: usable(it, prey)}` is, to YAML, a value `usable(it` and a
// key `prey)` without a value.
type cutter struct {
	c    *converter
	head *Node   // what may have been cut
	told *Node   // the last head that was complained about
	left balance // what head leaves open
}

// entry looks at the next entry of a map and reports whether it is a stray part.
func (k *cutter) entry(key, val *Node, noVal bool) bool {
	switch {
	case !noVal || key.style != plain:
		k.begin(val)
		return false
	case k.goesOn(key):
		return true
	}
	k.begin(key)
	return false
}

// item looks at the next item of a list. A list may well have items that close
// what they did not open: `[1), 2)]`.
func (k *cutter) item(item *Node) {
	if k.left.open <= 0 && k.left.quote == 0 || !isPlain(item) || !k.goesOn(item) {
		k.begin(item)
	}
}

func (k *cutter) begin(n *Node) {
	k.head, k.left = nil, balance{}
	if isPlain(n) {
		k.head, k.left = n, k.left.after(n.Value)
	}
}

// goesOn reports whether part belongs to the value that was cut, and adds an error then.
func (k *cutter) goesOn(part *Node) bool {
	was, now := k.left, k.left.after(part.Value)
	closesQuote := was.quote != 0 && strings.IndexByte(part.Value, was.quote) >= 0
	if was.open <= 0 && now.open >= 0 && !closesQuote {
		return false
	}
	if k.head == nil {
		k.head = part
	}
	if k.told != k.head {
		k.told = k.head
		k.c.complain(k.head.Pos, "", "this value was cut at a comma; put the formula in quotes")
	}
	k.left = now
	return true
}

func isPlain(n *Node) bool { return n.Kind == Scalar && n.style == plain && n.in != nil }

// balance counts the brackets and quotes that a part of a formula leaves open.
type balance struct {
	open  int  // parentheses
	quote byte // or 0
}

func (b balance) after(text string) balance {
	for i := range len(text) {
		switch c := text[i]; {
		case b.quote != 0:
			if c == b.quote {
				b.quote = 0
			}
		case c == '"', c == '\'' && !(i > 0 && isWord(text[i-1])): // not an apostrophe
			b.quote = c
		case c == '(':
			b.open++
		case c == ')':
			b.open--
		}
	}
	return b
}

func isWord(c byte) bool {
	return c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

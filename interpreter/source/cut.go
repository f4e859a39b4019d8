package source

import "strings"

// cutter detects formulas in a flow list or map that a comma cuts into pieces: `{where:
// usable(it, prey)}` is, for YAML, a value `usable(it` and a key `prey)` without a value.
type cutter struct {
	c        *converter
	head     *Node   // the value that may have been cut
	reported *Node   // the last head that was reported
	left     balance // brackets and quotes that head leaves open
}

// entry examines the next entry of a map and reports whether it is the rest of a cut formula.
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

// item examines the next item of a list. A list may contain items with unmatched closing
// brackets: `[1), 2)]`.
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

// goesOn reports whether part continues the value that was cut, and if so, adds an error.
func (k *cutter) goesOn(part *Node) bool {
	was, now := k.left, k.left.after(part.Value)
	closesQuote := was.quote != 0 && strings.IndexByte(part.Value, was.quote) >= 0
	if was.open <= 0 && now.open >= 0 && !closesQuote {
		return false
	}
	if k.head == nil {
		k.head = part
	}
	if k.reported != k.head {
		k.reported = k.head
		k.c.complain(k.head.Pos, "", "the value ends at a comma; put the formula in quotes")
	}
	k.left = now
	return true
}

func isPlain(n *Node) bool { return n.Kind == Scalar && n.style == plain && n.in != nil }

// balance counts the brackets and quotes that a part of a formula leaves open.
type balance struct {
	open  int  // parentheses
	quote byte // 0 if no quote is open
}

func (b balance) after(text string) balance {
	for i := range len(text) {
		switch c := text[i]; {
		case b.quote != 0:
			if c == b.quote {
				b.quote = 0
			}
		case c == '"', c == '\'' && !(i > 0 && isWord(text[i-1])): // a quote, not an apostrophe
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

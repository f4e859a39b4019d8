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

// entry examines the next entry of a map and reports whether it is the rest of a cut value. A key of
// several words without a value is the rest of a text: `{says: First the coins, then the cards}`.
func (k *cutter) entry(key, val *Node, noVal bool) bool {
	if noVal && k.head != nil && isPlain(key) && strings.Contains(key.Value, " ") && k.left == (balance{}) {
		if k.reported != k.head {
			k.reported = k.head
			k.c.complain(k.head.Pos, "", "the value ends at a comma; put the whole text in quotes")
		}
		return true
	}
	if noVal {
		return k.next(key, true)
	}
	return k.next(val, false)
}

// item examines the next item of a list. A list may contain items with unmatched closing
// brackets: `[1), 2)]`.
func (k *cutter) item(item *Node) { k.next(item, k.left.open > 0 || k.left.quote != 0) }

// next examines the next value. It reports whether the value is the rest of a cut one, if that
// is possible, and adds an error for each value that is cut.
func (k *cutter) next(n *Node, mayBeRest bool) bool {
	if !isPlain(n) {
		k.head, k.left = nil, balance{}
		return false
	}
	was, now := k.left, k.left.after(n.Value)
	closesQuote := was.quote != 0 && strings.IndexByte(n.Value, was.quote) >= 0
	if !mayBeRest || was.open <= 0 && now.open >= 0 && !closesQuote {
		k.head, k.left = n, balance{}.after(n.Value)
		return false
	}
	if k.head == nil {
		k.head = n
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

package source

import (
	"fmt"
	"unicode/utf8"
)

// checkText reports characters that YAML files must not contain. It also reports unusual line
// ends that YAML allows, because the library counts them as lines and editors do not.
func checkText(in *index, found *Diagnostics) {
	text := in.file.Text
	for i := in.first; i < len(text); {
		if ' ' <= text[i] && text[i] <= '~' {
			i++
			continue
		}
		r, width := utf8.DecodeRune(text[i:])
		if why := forbidden(r, width, text[i:]); why != "" {
			found.Add(in.pos(i), "%s", why)
			return
		}
		i += width
	}
}

// checkEscapes reports escapes, in texts in quotes, for characters that checkText refuses.
func (c *converter) checkEscapes(n *Node) {
	for i, r := range n.Value {
		if why := forbidden(r, utf8.RuneLen(r), []byte(n.Value[i:])); why != "" {
			c.complain(n.At(i), "", "%s", why)
			return
		}
	}
}

func forbidden(r rune, width int, rest []byte) string {
	switch {
	case r == utf8.RuneError && width == 1:
		return fmt.Sprintf("the byte %#02x is not valid UTF-8", rest[0])
	case r == '\r' && (len(rest) < 2 || rest[1] != '\n'):
		return "carriage return without a line feed"
	case r == '\t' || r == '\n' || r == '\r':
		return ""
	case r == 0x85 || r == 0x2028 || r == 0x2029:
		return fmt.Sprintf("some programs treat %U as a line break, others do not; use an ordinary line break", r)
	case r < 0x20 || 0x7f <= r && r < 0xa0 || r == 0xfeff || r == 0xfffe || r == 0xffff:
		return fmt.Sprintf("the control character %U is not allowed", r)
	}
	return ""
}

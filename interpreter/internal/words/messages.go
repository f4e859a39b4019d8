package words

import (
	"fmt"
	"strings"
)

// T is what the program says to who plays, in the language of the match: en is the message in
// English, by which the others are found.
func (n Names) T(en string, args ...any) string {
	text := en
	if in, ok := messages[en][n.Lang]; ok {
		text = in
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Or joins names of which one is meant.
func (n Names) Or(names []string) string { return strings.Join(names, n.T(" or ")) }

var messages = map[string]map[string]string{}

package words

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// Spoken lists the languages of the program's own messages to players.
var Spoken = []string{"en", "de", "fr"}

//go:embed messages.yaml
var catalog []byte

// messages has the program's messages to players: English text → language → translation.
var messages = sync.OnceValue(func() (all map[string]map[string]string) {
	if err := yaml.Unmarshal(catalog, &all); err != nil {
		panic(err) // cannot happen: TestEveryMessageIsTranslated parses the catalog
	}
	return all
})

// T translates a message to the language of the match and formats it. en is the English
// message, which is its key in the catalog.
func (n Names) T(en string, args ...any) string {
	text := en
	if n.Lang != "" && n.Lang != "en" {
		text = cmp.Or(messages()[en][n.Lang], en)
	}
	if len(args) == 0 { // en may be a text of the game that contains %
		return text
	}
	text = fmt.Sprintf(text, args...)
	if n.Lang == "fr" {
		text = elided.ReplaceAllString(text, "$1'$2")
	}
	return text
}

// elided matches the French “de” before a name that begins with a vowel.
var elided = regexp.MustCompile(`\b([dD])e ([AEIOUÉÈÊÂÎÔaeiouéèêâîô])`)

// Many formats the number k with the message one if k is 1, and with several otherwise.
func (n Names) Many(k int, one, several string) string {
	if k == 1 {
		return n.T(one, k)
	}
	return n.T(several, k)
}

// Or joins alternatives: "Ann or Bob".
func (n Names) Or(names []string) string { return strings.Join(names, n.T(" or ")) }

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

// Spoken are the languages in which the program itself speaks to who plays.
var Spoken = []string{"en", "de", "fr"}

//go:embed messages.yaml
var catalog []byte

// messages are all that the program says to who plays, by what it says in English and then by language.
var messages = sync.OnceValue(func() (all map[string]map[string]string) {
	if err := yaml.Unmarshal(catalog, &all); err != nil {
		panic(err) // TestEveryMessageIsTranslated reads it
	}
	return all
})

// T is what the program says, in the language of the match: en is the message in English, by which
// those of the other languages are found.
func (n Names) T(en string, args ...any) string {
	text := en
	if n.Lang != "" && n.Lang != "en" {
		text = cmp.Or(messages()[en][n.Lang], en)
	}
	if len(args) == 0 { // it may be words of a game
		return text
	}
	text = fmt.Sprintf(text, args...)
	if n.Lang == "fr" {
		text = elided.ReplaceAllString(text, "$1'$2")
	}
	return text
}

// elided is a French “de” before a name that begins with a vowel.
var elided = regexp.MustCompile(`\b([dD])e ([AEIOUÉÈÊÂÎÔaeiouéèêâîô])`)

// Many says one message of one thing, and else the other, with how many there are.
func (n Names) Many(k int, one, several string) string {
	if k == 1 {
		return n.T(one, k)
	}
	return n.T(several, k)
}

// Or joins names of which one is meant.
func (n Names) Or(names []string) string { return strings.Join(names, n.T(" or ")) }

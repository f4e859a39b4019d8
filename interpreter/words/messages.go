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
	if second := secondPerson[en]; n.Reader > 0 && second != "" && args[0] == n.T("you") {
		if en = second; !strings.Contains(en, "%") {
			args = nil
		}
	}
	text := en
	if n.Lang != "" && n.Lang != "en" {
		text = cmp.Or(messages()[en][n.Lang], en)
	}
	if len(args) == 0 { // en may be a text of the game that contains %
		return text
	}
	text = fmt.Sprintf(text, args...)
	return n.Inflect(text)
}

// Inflect adapts a formatted text to the names in it: French elides “de”, German declines “du”.
func (n Names) Inflect(text string) string {
	switch {
	case n.Lang == "fr":
		return elided.ReplaceAllString(text, "$1'$2")
	case n.Lang == "de" && n.Reader > 0:
		return dative.ReplaceAllString(accusative.ReplaceAllString(text, "${1} dich"), "${1} dir")
	}
	return text
}

// secondPerson maps messages whose first argument is a seat to those for that seat itself.
var secondPerson = map[string]string{
	"%s's %s":                       "your %[2]s",
	"%s's turn":                     "your turn",
	"%s rolls %d":                   "You roll %[2]d",
	"%s plays %s":                   "You play %[2]s",
	"%s plays %s on %s":             "You play %[2]s on %[3]s",
	"%s proposes: %s":               "You propose: %[2]s",
	"%[1]s declines":                "You decline",
	"%[1]s chooses to %[3]s":        "You choose to %[3]s",
	"%[1]s chooses nothing (%[2]s)": "You choose nothing (%[2]s)",
	"%[1]s chooses %[2]s: %[3]s":    "You choose %[2]s: %[3]s",
	"The match is over: %s wins":    "The match is over: you win",
	"The match is over: %s loses":   "The match is over: you lose",
}

// German prepositions before “du”, which becomes “dich” or “dir”.
var (
	accusative = regexp.MustCompile(`\b(auf|gegen|an|für|über) du\b`)
	dative     = regexp.MustCompile(`\b(von|mit|bei|zu) du\b`)
)

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

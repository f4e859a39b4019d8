package tables

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters are the letters that have no decomposition in Unicode.
var letters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th",
	"ı", "i", "'", "", "’", "")

// Fold makes an id of a name: `Umanità` → `umanita`, `L'Ours noir` → `lours_noir`. It is empty if the name has no
// letter or digit that ASCII has.
func Fold(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(letters.Replace(strings.ToLower(name))) {
		switch r = unicode.ToLower(r); {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
		case !unicode.Is(unicode.Mn, r):
			gap = true
		}
	}
	return b.String()
}

// plain folds a name for a comparison: `Mana Cost`, `ManaCost` and `mana_cost` are equal. A name without such letters
// is itself.
func plain(name string) string {
	if folded := strings.ReplaceAll(Fold(name), "_", ""); folded != "" {
		return folded
	}
	return strings.TrimSpace(name)
}

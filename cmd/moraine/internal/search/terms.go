package search

import (
	_ "embed"
	"strings"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
)

// Languages are the languages whose words are stemmed.
var Languages = []string{"en", "de", "fr"}

// term is the stem of a word in a language, such as "en:hunt".
type term string

// Weights of terms that replace the stem of a query's word in the language of the query.
const (
	translated = 0.8 // a name of the same entry in another language
	synonym    = 0.5 // a word of the same group and language; of another language it counts as a translation
	foreign    = 0.7 // the stem in another language
	inexact    = 0.6 // a word with this prefix, a part of a compound, or the most similar word
)

var stemmers = map[string]func(*snowballstem.Env) bool{"en": english.Stem, "de": german.Stem, "fr": french.Stem}

// stemOf returns the term of a word. In English an agent noun has the term of its verb: "winner" has the same term as
// "wins". Two words are exceptions, because rules mention players everywhere: "player" does not have the term of
// "play", nor the German "Spieler" the term of "Spiel".
func stemOf(lang, word string) term {
	stem := stemmers[lang]
	if stem == nil || lang == "de" && strings.HasPrefix(word, "spieler") {
		return term(lang + ":" + word)
	}
	env := snowballstem.NewEnv(word)
	stem(env)
	out := env.Current()
	const shortest = 5
	if lang == "en" && len(out) >= shortest && out != "player" && strings.HasSuffix(out, "er") {
		out = strings.TrimSuffix(out, "er")
		if n := len(out); out[n-1] == out[n-2] {
			out = out[:n-1]
		}
	}
	return term(lang + ":" + out)
}

// split returns the words of a text in lower case, including the parts of ids. Single letters
// are omitted.
func split(text string) (out []string) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for _, w := range words {
		if len([]rune(w)) > 1 && len(w) <= longest {
			out = append(out, w)
		}
	}
	return out
}

// joinPhrases replaces each phrase of the groups by one word: "how", "many" by "how_many".
func joinPhrases(words []string) (out []string) {
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && phrases[words[i]+"_"+words[i+1]] {
			out = append(out, words[i]+"_"+words[i+1])
			i++
			continue
		}
		out = append(out, words[i])
	}
	return out
}

const longest = 64

//go:embed stop.txt
var stopText string

//go:embed words.txt
var groupText string

// stops has the stop words of each language.
var stops = readStops()

func readStops() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for line := range lines(stopText) {
		lang, words, _ := strings.Cut(line, " ")
		out[lang] = map[string]bool{}
		for _, w := range split(words) {
			out[lang][w] = true
		}
	}
	return out
}

// phrases lists the entries of words.txt that have several words, such as "how many".
var phrases = readPhrases()

func readPhrases() map[string]bool {
	out := map[string]bool{}
	for line := range lines(groupText) {
		for _, w := range strings.Fields(strings.ToLower(line)) {
			if strings.Contains(w, "_") {
				out[w] = true
			}
		}
	}
	return out
}

// asking maps the words that ask for a person, a time or a place to their English equivalent. Other question words,
// such as "how", are not in it.
var asking = map[string]string{
	"who": "who", "whose": "who", "wer": "who", "wem": "who", "wen": "who", "wessen": "who", "qui": "who",
	"when": "when", "wann": "when", "quand": "when",
	"where": "where", "wo": "where", "wohin": "where", "où": "where",
}

// askedBy returns the English interrogative of a question, from its first word, or "".
func askedBy(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return asking[words[0]]
}

// lines returns an iterator over the lines of an embedded text, without comments.
func lines(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// addGroups adds the words of each group as synonyms.
func (x *Index) addGroups() {
	for line := range lines(groupText) {
		var group [][]term // by language
		for i, words := range strings.Split(line, "|") {
			group = append(group, nil)
			for _, w := range joinPhrases(split(words)) {
				group[i] = append(group[i], stemOf(Languages[i], w))
			}
		}
		for i, from := range group {
			for j, to := range group {
				weight := synonym
				if i != j && Languages[j] == "en" { // the clauses are in English
					weight = translated
				}
				for _, a := range from {
					for _, b := range to {
						if a != b {
							x.relate(a, b, weight)
						}
					}
				}
			}
		}
	}
}

// relate makes a query for one term also find the other.
func (x *Index) relate(a, b term, weight float64) {
	if x.synonyms[a] == nil {
		x.synonyms[a] = map[term]float64{}
	}
	x.synonyms[a][b] = max(x.synonyms[a][b], weight)
}

// languageOf returns the language with the most stop words in a query. It returns lang if
// several languages have the same number.
func languageOf(words []string, lang string) string {
	if stops[lang] == nil {
		lang = "en"
	}
	count := func(l string) (n int) {
		for _, w := range words {
			if stops[l][w] {
				n++
			}
		}
		return n
	}
	best := lang
	for _, l := range Languages {
		if count(l) > count(best) {
			best = l
		}
	}
	return best
}

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

// Languages are those whose words are stemmed.
var Languages = []string{"en", "de", "fr"}

// term is the stem of a word in a language, as "en:hunt".
type term string

// Weights of terms that stand for a word of a query but are not its stem in the language of the query.
const (
	translated = 0.8 // a name of the same thing in another language
	synonym    = 0.5
	foreign    = 0.7 // its stem in another language
	inexact    = 0.6 // a word that begins with it, or the nearest one
)

var stemmers = map[string]func(*snowballstem.Env) bool{"en": english.Stem, "de": german.Stem, "fr": french.Stem}

// stemOf returns the term of a word. In English an agent has the term of its verb: "winner" that of "wins". Only a
// player does not: rules name players everywhere, whether something is played or not.
func stemOf(lang, word string) term {
	stem := stemmers[lang]
	if stem == nil {
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

// split returns the words of a text in lower case, those of ids apart. A single letter is no word.
func split(text string) (out []string) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, w := range words {
		if len([]rune(w)) > 1 && len(w) <= longest {
			out = append(out, w)
		}
	}
	return out
}

const longest = 64

//go:embed stop.txt
var stopText string

//go:embed words.txt
var groupText string

// stops holds the stop words of each language.
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

// lines yields the lines of an embedded text that are not comments.
func lines(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// addGroups makes synonyms of the words of each group.
func (x *Index) addGroups() {
	for line := range lines(groupText) {
		var group []term
		for i, words := range strings.Split(line, "|") {
			for _, w := range split(words) {
				group = append(group, stemOf(Languages[i], w))
			}
		}
		for _, a := range group {
			for _, b := range group {
				if a != b {
					x.relate(a, b, synonym)
				}
			}
		}
	}
}

// relate lets a query for one term find another.
func (x *Index) relate(a, b term, weight float64) {
	if x.synonyms[a] == nil {
		x.synonyms[a] = map[term]float64{}
	}
	x.synonyms[a][b] = max(x.synonyms[a][b], weight)
}

// languageOf returns the language of which a query has the most stop words; lang if several have as many.
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

// Package search finds entries by words. Its input is a list of entries with texts in several
// languages. For a query it returns the entries that match best. A word matches in any form
// ("hunts" finds "hunting"), in three languages, by synonyms common in rules texts, and by the
// names of the entries in other languages.
//
//	search.go  the index, and the ranking
//	data.go    the index as data, for pages
//	terms.go   words to terms: stems, stop words, synonyms
//
// Entries are ranked by BM25 over the terms of the query. The library bleve offers the same
// with an index on disk, but adds 13 MB to a program of 18 MB and takes 0.9 s to index 2,500
// short texts; this index takes a few milliseconds.
package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/source"
)

// Entry is an item that can be found.
type Entry struct {
	ID, Kind string
	Title    string  // a short description for lists of results
	Texts    []Text  // the texts that are searched
	Prior    float64 // factor for the rank; 0 means 1
}

// Text is a text in a language; Lang is "" if it belongs to none.
type Text struct {
	Lang, Words string
	Weight      float64 // weight of its words; 0 means 1
	Name        bool    // the names of an entry are translations of each other
	Question    bool    // a question; its word for a person, time or place is compared with the word in a query
}

// Index is an immutable list of entries that can be searched.
type Index struct {
	entries  []Entry
	lengths  []float64 // weighted number of words, by entry
	mean     float64
	postings map[term][]posting
	synonyms map[term]map[term]float64
	asking   map[string][]int // entries with a question for a person, a time or a place
	known    []string         // words of all texts, for correcting misspelt ones
}

// posting is the weighted frequency of a term in an entry, and the quality of a match: 1, or less if only texts that
// supplement the entry have the term.
type posting struct {
	entry          int
	count, quality float64
}

// Result is an entry that matches a query.
type Result struct {
	*Entry
	Rank float64
}

// Parameters of BM25: the saturation for repeated words, and the effect of the length of texts.
const (
	saturation = 1.2
	lengthy    = 0.6
)

const (
	detail  = 0.5 // texts of less weight supplement an entry
	alsoAsk = 1.5 // factor for an entry whose question begins as the query does
)

// New returns an index for entries.
func New(entries []Entry) *Index {
	x := &Index{entries: entries, postings: map[term][]posting{}, asking: map[string][]int{},
		synonyms: map[term]map[term]float64{}}
	x.addGroups()
	words := map[string]bool{}
	for i, e := range entries {
		count, best := map[term]float64{}, map[term]float64{}
		length := 0.0
		var names [][]term
		for _, t := range e.Texts {
			weight := cmp.Or(t.Weight, 1)
			var name []term
			all := split(t.Words)
			if asks := askedBy(all); t.Question && asks != "" {
				x.asking[asks] = append(x.asking[asks], i)
			}
			for _, w := range joinPhrases(all) {
				if stops[cmp.Or(t.Lang, "en")][w] {
					continue
				}
				words[w] = true
				s := stemOf(cmp.Or(t.Lang, "en"), w)
				count[s] += weight
				best[s] = max(best[s], min(weight/detail, 1))
				if weight >= detail { // texts of less weight supplement an entry
					length += weight
				}
				name = append(name, s)
			}
			if t.Name {
				names = append(names, name)
			}
		}
		for s, n := range count {
			x.postings[s] = append(x.postings[s], posting{entry: i, count: n, quality: best[s]})
		}
		x.translate(names)
		x.lengths = append(x.lengths, length)
		x.mean += length / float64(len(entries))
	}
	for w := range words {
		x.known = append(x.known, w)
	}
	slices.Sort(x.known)
	return x
}

// translate adds names that are single words in each language as synonyms.
func (x *Index) translate(names [][]term) {
	for i, a := range names {
		for _, b := range names[:i] {
			if len(a) == 1 && len(b) == 1 {
				x.relate(a[0], b[0], translated)
				x.relate(b[0], a[0], translated)
			}
		}
	}
}

// Find returns the entries that match a query best, at most most. lang is the language of the
// query unless its words indicate another one. exact disables matches of similar words.
func (x *Index) Find(query, lang string, most int, exact bool) (results []Result) {
	words, asked := x.query(query, lang, exact), x.asking[askedBy(split(query))]
	total := map[int]match{}
	whole := 0.0
	for _, w := range words {
		rare := x.rarity(w)
		whole += rare
		for i, m := range x.matches(w) {
			total[i] = match{total[i].rank + m.rank, total[i].quality + m.quality*rare}
		}
	}
	for i, m := range total {
		e := &x.entries[i]
		share := m.quality / whole
		rank := m.rank * share * share * cmp.Or(e.Prior, 1)
		if slices.Contains(asked, i) {
			rank *= alsoAsk
		}
		results = append(results, Result{e, rank})
	}
	slices.SortFunc(results, func(a, b Result) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), strings.Compare(a.ID, b.ID), strings.Compare(a.Kind, b.Kind))
	})
	return results[:min(most, len(results))]
}

// match describes how well an entry matches words. quality is 1 for a word that it contains in
// the language of the query, and less in a text of a lower weight; for several words it is the sum, weighted by their
// rarity.
type match struct{ rank, quality float64 }

// matches returns the entries that match one word of a query, each with the term that matches
// best.
func (x *Index) matches(word map[term]float64) map[int]match {
	out := map[int]match{}
	for t, weight := range word {
		idf := x.idf(t)
		for _, p := range x.postings[t] {
			long := 1 - lengthy + lengthy*x.lengths[p.entry]/x.mean
			rank := weight * idf * p.count * (saturation + 1) / (p.count + saturation*long)
			out[p.entry] = match{max(out[p.entry].rank, rank), max(out[p.entry].quality, weight*p.quality)}
		}
	}
	return out
}

// rarity returns the weight of a word when the share of a query that an entry matches is computed. Rare words count
// more, but not so much that an entry with one rare word precedes an entry with all other words.
func (x *Index) rarity(word map[term]float64) float64 {
	most := 0.0
	for t, weight := range word {
		most = max(most, math.Sqrt(weight*x.idf(t)))
	}
	return most
}

// idf returns the weight of a term: the fewer entries have it, the higher.
func (x *Index) idf(t term) float64 {
	n := float64(len(x.postings[t]))
	return math.Log(1 + (float64(len(x.entries))-n+0.5)/(n+0.5))
}

// query returns the terms of each word of a query with their weights.
func (x *Index) query(query, lang string, exact bool) (words []map[term]float64) {
	all := split(query)
	lang = languageOf(all, lang)
	subject := slices.DeleteFunc(joinPhrases(all), func(w string) bool { return stops[lang][w] })
	known := false
	for _, w := range subject {
		terms := x.termsOf(w, lang)
		if len(terms) == 0 {
			terms = x.parts(w, lang)
		}
		words, known = append(words, terms), known || len(terms) > 0
	}
	for i, terms := range words {
		if len(terms) == 0 && !exact {
			words[i] = x.near(subject[i], lang, !known)
		}
	}
	return words
}

// parts returns the terms of the two words of a compound, as German has them: "Waffenkarte" is found by "Waffe" and
// "Karte". It returns nil if the index does not have both.
func (x *Index) parts(word, lang string) map[term]float64 {
	if lang != "de" {
		return nil
	}
	const least = 3
	letters := []rune(word)
	for i := least; i <= len(letters)-least; i++ {
		tail := x.termsOf(string(letters[i:]), lang)
		if len(tail) == 0 {
			continue
		}
		for _, link := range []string{"", "s", "n", "en", "es", "er"} {
			first, linked := strings.CutSuffix(string(letters[:i]), link)
			head := x.termsOf(first, lang)
			if !linked || utf8.RuneCountInString(first) < least || len(head) == 0 {
				continue
			}
			out := map[term]float64{}
			for _, terms := range []map[term]float64{head, tail} {
				for t, w := range terms {
					out[t] = max(out[t], w*inexact)
				}
			}
			return out
		}
	}
	return nil
}

// termsOf returns the terms for a word that occur in the index, in all languages and with
// synonyms.
func (x *Index) termsOf(word, lang string) map[term]float64 {
	out := map[term]float64{}
	add := func(t term, weight float64) {
		if x.postings[t] != nil {
			out[t] = max(out[t], weight)
		}
	}
	for _, l := range Languages {
		t, weight := stemOf(l, word), 1.0
		if l != lang {
			weight = foreign
		}
		add(t, weight)
		for other, w := range x.synonyms[t] {
			add(other, w*weight)
		}
	}
	return out
}

// near returns the terms of words that begin with the given word or, if there are none and the word may be
// misspelt, of the most similar word.
func (x *Index) near(word, lang string, misspelt bool) map[term]float64 {
	const least = 4
	out := map[term]float64{}
	i, _ := slices.BinarySearch(x.known, word)
	if len(word) >= least {
		for ; i < len(x.known) && strings.HasPrefix(x.known[i], word); i++ {
			for t, w := range x.termsOf(x.known[i], lang) {
				out[t] = max(out[t], w*inexact)
			}
		}
	}
	if len(out) > 0 || !misspelt || len(word) <= least {
		return out
	}
	if near := source.Nearest(word, x.known); near != "" {
		for t, w := range x.termsOf(near, lang) {
			out[t] = w * inexact
		}
	}
	return out
}

package search

import (
	"cmp"
	"maps"
	"slices"
)

// Data is an index as data, for a program in another language that ranks as Find does. Terms
// are numbers. Find also corrects slips, for which it needs the stemmers.
type Data struct {
	Languages []string            `json:"languages"`
	Stops     map[string][]string `json:"stops"`
	Phrases   []string            `json:"phrases"` // two words, with a line between them
	Words     map[string][]int    `json:"words"`   // the term of a word in each language, or -1
	// by term: an entry, the frequency in it and the quality, and so on
	Postings   [][]float64      `json:"postings"`
	Asking     map[string][]int `json:"asking"` // by the first word of a query: entries with such a question
	AlsoAsk    float64          `json:"also_ask"`
	Synonyms   [][]float64      `json:"synonyms"` // by term: a term and its weight, and so on
	Long       []float64        `json:"long"`     // by entry: the divisor for its length
	Prior      []float64        `json:"prior"`    // by entry
	Saturation float64          `json:"saturation"`
	Foreign    float64          `json:"foreign"`
	Inexact    float64          `json:"inexact"`
}

// Entries returns the entries, in the order of their numbers.
func (x *Index) Entries() []Entry { return x.entries }

func (x *Index) Data() *Data {
	d := &Data{Languages: Languages, Stops: map[string][]string{}, Phrases: slices.Sorted(maps.Keys(phrases)),
		Words: map[string][]int{}, Saturation: saturation, Foreign: foreign, Inexact: inexact,
		Asking: map[string][]int{}, AlsoAsk: alsoAsk}
	for word, asks := range asking {
		if entries := x.asking[asks]; entries != nil {
			d.Asking[word] = entries
		}
	}
	for lang, stop := range stops {
		d.Stops[lang] = slices.Sorted(maps.Keys(stop))
	}
	numbers := map[term]int{}
	all := slices.Sorted(maps.Keys(x.postings))
	for _, t := range slices.Sorted(maps.Keys(x.synonyms)) {
		if x.postings[t] == nil {
			all = append(all, t)
		}
	}
	for i, t := range all {
		numbers[t] = i
	}
	for _, t := range all {
		var found, others []float64
		for _, p := range x.postings[t] {
			found = append(found, float64(p.entry), p.count, p.quality)
		}
		for _, other := range slices.Sorted(maps.Keys(x.synonyms[t])) {
			if x.postings[other] != nil {
				others = append(others, float64(numbers[other]), x.synonyms[t][other])
			}
		}
		d.Postings, d.Synonyms = append(d.Postings, found), append(d.Synonyms, others)
	}
	var groups []string
	for line := range lines(groupText) {
		groups = append(groups, joinPhrases(split(line))...)
	}
	for _, w := range slices.Concat(x.known, groups) {
		terms := make([]int, len(Languages))
		for i, l := range Languages {
			n, known := numbers[stemOf(l, w)]
			terms[i] = n
			if !known {
				terms[i] = -1
			}
		}
		d.Words[w] = terms
	}
	for i, e := range x.entries {
		d.Long, d.Prior = append(d.Long, 1-lengthy+lengthy*x.lengths[i]/x.mean), append(d.Prior, cmp.Or(e.Prior, 1))
	}
	return d
}

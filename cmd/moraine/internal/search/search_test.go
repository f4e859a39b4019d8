package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func find(x *Index, query string) (ids []string) {
	for _, h := range x.Find(query, "en", 5, false) {
		ids = append(ids, h.ID)
	}
	return ids
}

func TestFindsWordsInAnyForm(t *testing.T) {
	x := New([]Entry{
		{ID: "fell", Texts: []Text{{Words: "Felling a tree takes an axe."}}},
		{ID: "win", Texts: []Text{{Words: "The winner has most logs."}}},
		{ID: "winter", Texts: []Text{{Words: "In winter no tree grows."}}},
		{ID: "log", Texts: []Text{{Words: "log", Name: true}, {Lang: "de", Words: "Stamm", Name: true}, {Lang: "fr", Words: "tronc", Name: true}}},
		{ID: "burn", Texts: []Text{{Words: "A log burns."}}},
	})
	for query, first := range map[string]string{
		"may I fell trees":       "fell",
		"who wins?":              "win",
		"wer gewinnt":            "win",
		"qui a gagné":            "win",
		"Stämme":                 "log",
		"quel tronc brûle, burn": "burn",
		"wintr":                  "winter", // a slip
		"wint":                   "winter", // a beginning
	} {
		t.Run(query, func(t *testing.T) {
			found := find(x, query)
			if assert.NotEmpty(t, found) {
				assert.Equal(t, first, found[0])
			}
		})
	}
	assert.Contains(t, find(x, "Stamm"), "burn", "through its name in English")
	assert.Empty(t, find(x, "xyzzy"))
	assert.Empty(t, find(x, ""))
	assert.Empty(t, find(New(nil), "tree"))
	assert.Empty(t, x.Find("wintr", "en", 5, true), "exact words only")
}

func TestMoreMatchingWordsCountMore(t *testing.T) {
	x := New([]Entry{
		{ID: "axe", Texts: []Text{{Words: "axe axe axe"}}},
		{ID: "both", Texts: []Text{{Words: "With the axe the beech falls, and a lot more is told of what then happens to it."}}},
		{ID: "oak", Texts: []Text{{Words: "oak"}}},
	})
	assert.Equal(t, []string{"both", "axe"}, find(x, "axe beech"))
}

func FuzzFind(f *testing.F) {
	for _, query := range []string{"may I hunt twice", "\xff\xfe", "İ ß ﬁ", "....", "a-b_c/d", "日本語 カード"} {
		f.Add(query, "de")
	}
	x := New([]Entry{{ID: "a", Texts: []Text{{Words: "a tree falls"}, {Lang: "fr", Words: "un arbre tombe"}}}})
	f.Fuzz(func(t *testing.T, query, lang string) {
		x.Find(query, lang, 3, false)
		New([]Entry{{ID: "b", Texts: []Text{{Lang: lang, Words: query}}}}).Find(query, lang, 3, false)
	})
}

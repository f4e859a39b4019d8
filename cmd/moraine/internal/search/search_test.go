package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// Common words find nothing, and no similar spelling of theirs does.
func TestCommonWordsFindNothing(t *testing.T) {
	x := New([]Entry{
		{ID: "win", Texts: []Text{{Words: "The winner has most logs."}}},
		{ID: "tie", Texts: []Text{{Words: "A tie in logs is shared."}}},
		{ID: "fell", Texts: []Text{{Words: "Felling a tree takes an axe."}}},
	})
	for _, query := range []string{"with", "this with that", "what happens with one", "the of and"} {
		assert.Empty(t, find(x, query), query)
	}
	assert.Equal(t, []string{"fell"}, find(x, "a die for the tree"), "die is not tie")
	assert.Equal(t, "fell", find(x, "winnr tree")[0], "a real match comes before a similar spelling")
	assert.Equal(t, []string{"win"}, find(x, "winnr"))
}

func TestCompoundsAndPhrases(t *testing.T) {
	x := New([]Entry{
		{ID: "weapon", Texts: []Text{{Words: "A weapon card serves one hunt."}}},
		{ID: "limit", Texts: []Text{{Words: "The limit is eight cards."}}},
		{ID: "lack", Texts: []Text{{Words: "Who has less food starves."}}},
	})
	first := func(query string) string {
		found := find(x, query)
		require.NotEmpty(t, found, query)
		return found[0]
	}
	assert.Equal(t, "weapon", first("was tut die Waffenkarte"))
	assert.Equal(t, "limit", first("wie viele Karten sind erlaubt"))
	assert.Equal(t, "limit", first("how many cards"))
	assert.Equal(t, "lack", first("je n'ai pas assez de nourriture"))
	assert.Equal(t, "lack", first("was ist, wenn ich nicht genug Essen habe"))
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

package serve

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// French texts of a page have spaces that do not break a line beside punctuation marks, however the page has joined them.
func TestFrenchPunctuation(t *testing.T) {
	for html, want := range map[string]string{
		`<b>Bob</b>: <i>Chasser</i>`:                            "<b>Bob</b>\u00a0: <i>Chasser</i>",
		`Que mange-t-on ?`:                                      "Que mange-t-on\u202f?",
		`<p title="Fin; encore!">à 10:30, l&#39;été</p>`:        "<p title=\"Fin\u202f; encore\u202f!\">à 10:30, l&#39;été</p>",
		`Tusk! : ce que`:                                        "Tusk\u202f!\u00a0: ce que",
		`«Oui», « non »`:                                        "«\u00a0Oui\u00a0», «\u00a0non\u00a0»",
		`<b>?</b> <code>a: b</code> (quoi ?)`:                   "<b>?</b> <code>a: b</code> (quoi\u202f?)",
		`<pre><i>1</i>a: b</pre> (quoi ?)`:                      "<pre><i>1</i>a: b</pre> (quoi\u202f?)",
		`<a href="http://x/?a=1&amp;b" data-why="Non: a">x</a>`: `<a href="http://x/?a=1&amp;b" data-why="Non: a">x</a>`,
	} {
		t.Run(html, func(t *testing.T) {
			require.Equal(t, want, Lang("fr").Typeset(html))
			require.Equal(t, want, Lang("fr").Typeset(want))
			require.Equal(t, html, Lang("de").Typeset(html))
		})
	}
}

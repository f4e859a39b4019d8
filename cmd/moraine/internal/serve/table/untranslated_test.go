package table

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter/testing/soak"
)

// english returns the parts of a page with English words that neither German nor French has. Clauses are told in the
// language of the rules.
const english = `(() => {
	const page = document.body.cloneNode(true)
	for (const el of page.querySelectorAll(".clauses, .langs, script")) el.remove()
	const texts = [...page.querySelectorAll("*")].flatMap(el => [...[...el.childNodes].filter(c => c.nodeType === Node.TEXT_NODE).map(c => c.data),
		...["title", "aria-label", "data-say"].map(a => el.getAttribute(a) ?? "")])
	const words = /(?<![\p{L}-])(the|of|and|with|from|you|your|this|that|which|takes|adds|gives|moved|goes|cards?|steps?|income|yearly|choose|nothing|labour|row|column|here|not|is|are)(?![\p{L}-])/iu
	return [...new Set(texts.filter(t => words.test(t)).map(t => t.trim()))].join("\n")
})()`

// A page in German or French shows no English words, neither of the interface nor of the data.
func TestNothingIsLeftInEnglish(t *testing.T) {
	t.Parallel()
	for game, kinds := range map[string][]string{
		"glacier": {"human", "greedy", "greedy"}, "tusk": {"human", "greedy"}, "nomads": {"human"},
	} {
		for _, lang := range []string{"de", "fr"} {
			t.Run(game+" "+lang, func(t *testing.T) {
				d := newDesk(t)
				p := d.tab(d.table(game, 3, kinds...)[0]+"?lang="+lang, 1280, 800)
				for n := range soak.Or(40, 4) {
					p.Until(`document.querySelector("form.question, .result")`)
					require.Empty(t, p.Is(english), "question %d", n)
					s := browser.Eval[state](p, stateOf)
					if s.Over {
						return
					}
					options := browser.Eval[int](p, `document.querySelectorAll("form.question .choice[data-option]").length`)
					if n%4 > 0 && options > 0 && !s.List { // not only the first answer
						choose(p, n%options+1)
					} else {
						byMouse(p, s)
					}
					p.Until(fmt.Sprintf(`document.querySelector(".result") ||
						(document.querySelector("form.question")?.dataset.at ?? %[1]q) !== %[1]q`, s.At))
				}
			})
		}
	}
}

package table

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter/match"
)

// A task has its names in bold, once each and in their order; a number that changes twice in a chapter is one task.
func TestTasksAreShort(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		names []match.Named
		want  string
	}{
		"names":   {"Elk 1 goes to elk 1 & co", []match.Named{{Text: "elk 1"}, {Text: "co"}}, "<b>Elk 1</b> goes to elk 1 &amp; <b>co</b>"},
		"missing": {"Elk goes", []match.Named{{Text: "bison"}, {}, {Text: "elk"}}, "<b>Elk</b> goes"},
		"script":  {"<b> goes", []match.Named{{Text: "<b>", Look: match.Look{Colour: "red"}}}, "<b>&lt;b&gt;</b> goes"},
	} {
		t.Run(name, func(t *testing.T) {
			got := task{Line: match.Line{Text: c.text, Names: c.names}}.HTML()
			require.Equal(t, c.want, string(got))
		})
	}
	drawn := []match.Named{{Text: "elk", Look: match.Look{Colour: "red", Symbol: "E"}}, {Text: "4"}, {Text: "fails", Look: match.Look{Colour: "red"}}}
	require.Equal(t, `The <b class="chip hue red"><span class="sym" aria-hidden="true">E</span>Elk</b> 4 <b class="chip hue red">fails</b>`, string(emphasised("The elk 4 fails", drawn, true)))
	n := news{Changes: []task{{Line: match.Line{Count: match.Count{Of: "Ann", Name: "Food", Was: 1, Is: 2}}}}}
	require.False(t, n.counts(match.Line{Count: match.Count{Of: "Bob", Name: "Food", Was: 2, Is: 3}}))
	require.False(t, n.counts(match.Line{}))
	require.True(t, n.counts(match.Line{Count: match.Count{Of: "Ann", Name: "Food", Was: 2, Is: 5}}))
	require.Equal(t, match.Count{Of: "Ann", Name: "Food", Was: 1, Is: 5}, n.Changes[0].Count)
}

// Tasks have a picture and a number that is also on the table; what was ticked counts. On a phone, a tab shows the part
// of the table on which the question is answered.
func TestTasksInTheBrowser(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.tab(d.table("nomads", 3, "human")[0], 390, 844)
	at := func(question string) {
		for range 20 {
			if p.Is(`document.getElementById("question").textContent`) == question {
				return
			}
			s := browser.Eval[state](p, stateOf)
			byMouse(p, s)
			p.Until(`document.querySelector("form.question")?.dataset.at !== "` + s.At + `" && document.querySelector("form.question")`)
		}
		t.Fatalf("%s does not come", question)
	}
	at("Your turn: where does your figure go?")
	p.Until(`document.querySelectorAll(".tasks .em .sym").length === document.querySelectorAll(".tick").length`)
	require.Equal(t, "true", p.Is(`[...document.querySelectorAll("#board .arrow text, #board .step .no")].every(no => [...document.querySelectorAll(".tasks .no")].some(of => of.textContent === no.textContent))`))
	require.NotEqual(t, "0", p.Is(`document.querySelectorAll("#board .arrow text").length`))
	require.Equal(t, "1", p.Is(`document.querySelectorAll("#todo .col.lead").length`), "the column that the card marks")
	require.Equal(t, "3a 3b 3c", p.Is(`[...document.querySelectorAll("#board .arrow text")].map(no => no.textContent).filter(no => no.startsWith("3")).join(" ")`))
	require.Regexp(t, `3a Hunting ground outer NNW, 3b Great glacier outer N, 3c Cave outer SSE`, p.Is(`document.querySelector(".tasks").textContent`))
	const then = `String(document.querySelector(".then").checkVisibility())`
	require.Equal(t, "true", p.Is(then), "the tasks come first")
	p.Press(".tick")
	require.Regexp(t, "^1 / ", p.Is(`document.getElementById("ticked").textContent`))
	const seen = `[...document.querySelectorAll("#todo, .area.large.drawn, .common > .areas")].filter(e => e.checkVisibility()).length + document.querySelector("[name=tab]:checked").value`
	require.Equal(t, "10", p.Is(seen))
	p.Press(`.tabs label:has([value="1"])`)
	require.Equal(t, "11", p.Is(seen))
	p.Press(`.tabs label:has([value="0"])`)
	at("What did you do on your table? Enter each.")
	require.Equal(t, "10", p.Is(seen))
	require.Equal(t, "true 1 2", p.Is(`[...document.querySelectorAll(".tasks.old .tick")].map(box => box.closest("li").checkVisibility() !== box.checked).filter((ok, i, all) => all.indexOf(ok) === i).join(" ") + " " + document.querySelectorAll(".tick:checked").length + " " + [...document.querySelectorAll(".tasks.old .no")].find(no => no.checkVisibility()).textContent`), "what is not ticked stays")
	require.Equal(t, "false", p.Is(then))
	require.Equal(t, "0", p.Is(`[...document.querySelectorAll("#board .arrow[data-arrow='1']")].filter(a => a.checkVisibility()).length`), "an arrow goes with its task")
	choose(p, browser.Eval[int](p, `+[...document.querySelectorAll(".choice[data-option]")].find(c => c.textContent.includes("amp moved")).dataset.option`))
	p.Until(`document.getElementById("question").textContent === "To which space?" || document.getElementById("question").textContent === "From which space?"`)
	require.Equal(t, "11", p.Is(seen), "the map answers")
	p.Accessible()
}

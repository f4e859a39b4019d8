package table

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// An answer to a question that has since been asked again is refused, and so is a second press of the same button.
func TestAnAnswerCarriesTheNumberOfItsQuestion(t *testing.T) {
	d := newDesk(t)
	links := d.table("market", 1, "human", "human")
	ann, bob := d.open(links[0]), d.open(links[1])
	ann.until("ask", "choose: day")
	was := ann.at()
	bob.send(fmt.Sprintf(`{"do":"offer","name":"gift","at":%d}`, bob.at())) // after which she is asked the same again
	for ann.at() == was {
		ann.read()
	}
	ann.until("ask", "choose: day")
	ann.answer(was, 1)
	ann.refused("That was meant for an earlier question; the table is further by now.")
	require.NotContains(t, ann.html["log"], "day: 1")

	now := ann.at()
	ann.answer(now, 1)
	ann.answer(now, 1)
	ann.refused("That was meant for an earlier question; the table is further by now.")
	ann.until("ask", "choose: price")
	undo := ann.button("undo")
	ann.send(undo)
	bob.until("ask", "wants to take back")
	bob.press("agree")
	ann.until("ask", "choose: day")
	ann.send(undo)
	ann.refused("That was meant for an earlier question; the table is further by now.")
}

package debugger

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/testing/browser"
	"moraine/interpreter/scenario"
)

func TestMain(m *testing.M) { browser.Main(m) }

// address has the desk listen.
func (d *desk) address() string {
	d.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l, err := d.Listen()
	require.NoError(d, err)
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(ctx, l) }()
	d.Cleanup(func() { cancel(); <-ended })
	return "http://" + l.Addr().String() + d.Root() + "scenarios/pebbles"
}

func TestScenariosInABrowser(t *testing.T) {
	d := newDesk(t, false)
	d.save("cards/pebbles/turn.yaml", "to: me.pouch", "to: heap") // the planted mistake
	p := browser.Open(t, 1280, 900)
	p.Go(d.address() + "?only=failed")
	p.Accessible()
	p.Click(".cases .failed a")
	p.Until(`document.querySelector(".timeline .here") && document.getElementById("culprit")`)
	p.Accessible()

	// One click leads from a failed check to the step that set the value.
	p.Click("#culprit")
	p.Until(`document.querySelector(".code .here")?.textContent.includes("move: stone")`)
	require.Contains(t, p.Is(`document.querySelector(".timeline .here").textContent`), "white: ann.hand → heap")

	// The keyboard steps forwards and back; the search result stays in place.
	where := `document.getElementById("where").textContent`
	p.Keys("k")
	p.Until(where + ` === "step 3 of 5"`)
	p.Keys("g")
	p.Until(where + ` === "step 1 of 5"`)
	p.Keys("j")
	p.Until(where + ` === "step 2 of 5"`)
	p.Keys("/")
	p.Until(`document.activeElement.id === "find"`)
	p.Is(`document.activeElement.value = ""`) // the driver types the key as well, which a keyboard does not
	p.Keys("heap")
	p.Keys("\r")
	p.Until(where + ` === "step 5 of 5"`)

	// Another reading beside it.
	p.Until(`document.readyState === "complete"`)
	p.Is(`document.getElementById("beside").value = "pebble.tie=loses"`)
	p.Is(`document.getElementById("beside").form.requestSubmit()`)
	p.Until(`document.getElementById("parting")?.textContent.includes("cards/pebbles/turn.yaml:23")`)
	p.Accessible()

	// The moment is written down, and is green.
	p.Click("#capture")
	p.Until(`document.getElementById("captured")`)
	res, err := scenario.Run(t.Context(), d.Sources(), []string{"scenarios/pebbles/captured.yaml"}, scenario.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, res.Passed, "%+v", res.Cases)

	for _, width := range []int64{360, 1280, 3840} {
		p.Size(width, 900)
		p.Until(fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= innerWidth`, width))
	}
	require.Empty(t, p.Elsewhere())
}

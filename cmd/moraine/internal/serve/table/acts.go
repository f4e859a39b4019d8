package table

import (
	"encoding/json"
	"net/http"
	"slices"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/serve"
)

// act is a message of a page.
type act struct {
	Do   string `json:"do"`
	At   int    `json:"at"`             // number of the page's question, or of the undo request
	Pick []int  `json:"pick,omitempty"` // option numbers from 1, in order
	Name string `json:"name,omitempty"` // name of an offer or of a thing to explain

	// Answer is for programs: options or a single one, by number from 0 or by id, instead of Pick.
	Answer json.RawMessage `json:"answer,omitempty"`
}

const (
	doAnswer = "answer"
	doOffer  = "offer"
	doWhy    = "why"   // explain the question or a refused option
	doAbout  = "about" // explain a card, zone or field
	doPace   = "pace"  // pause of At milliseconds after each act of a bot
	doUndo   = "undo"
	doCancel = "cancel" // take back the act in progress
	doAgree  = "agree"
	doRefuse = "refuse"
)

// mostPicked limits the number of options in an answer.
const mostPicked = 1000

// decode parses a message of a page.
func decode(text []byte) (*act, error) {
	a := &act{}
	err := engine.Decode(text, a)
	switch {
	case err != nil:
		return nil, serve.Refuse(http.StatusBadRequest,
			"The server does not understand this message; reload the page. (%s)", err.Error())
	case len(a.Pick) > mostPicked || len(a.Pick) > 0 && len(a.Answer) > 0 || len(a.Name) > 200:
		return nil, serve.Refuse(http.StatusBadRequest, "The message is too large.")
	case slices.ContainsFunc(a.Pick, func(i int) bool { return i < 1 || i > 1<<30 }):
		return nil, serve.Refuse(http.StatusBadRequest, "Option numbers start at 1.")
	}
	return a, nil
}

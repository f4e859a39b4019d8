package table

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"

	"moraine/cmd/moraine/internal/serve"
)

// act is what a page says that somebody does.
type act struct {
	Do   string `json:"do"`
	At   int    `json:"at"`             // the number of the question on the page, or of the wish that is agreed to or refused
	Pick []int  `json:"pick,omitempty"` // options, from 1, in order
	Name string `json:"name,omitempty"` // of an offer, of what is asked about
}

const (
	doAnswer = "answer"
	doOffer  = "offer"
	doWhy    = "why"   // what is asked is asked, or something is not offered
	doAbout  = "about" // what a card, zone or field is
	doPace   = "pace"  // bots rest At milliseconds after an act
	doUndo   = "undo"
	doCancel = "cancel" // the act under way is taken back
	doAgree  = "agree"
	doRefuse = "refuse"
)

// mostPicked bounds how many options an answer has.
const mostPicked = 1000

// decode reads what a page says.
func decode(text []byte) (*act, error) {
	a := &act{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(a)
	switch {
	case err != nil || d.More():
		return nil, serve.Refuse(http.StatusBadRequest, "This page says what cannot be understood; load it again.")
	case len(a.Pick) > mostPicked || len(a.Name) > 200:
		return nil, serve.Refuse(http.StatusBadRequest, "That is too much at once.")
	case slices.ContainsFunc(a.Pick, func(i int) bool { return i < 1 || i > 1<<30 }):
		return nil, serve.Refuse(http.StatusBadRequest, "Options are counted from 1.")
	}
	return a, nil
}

package table

import (
	"strings"

	"moraine/cmd/moraine/internal/card"
	"moraine/interpreter/match"
)

// bar is the forecast for a player.
type bar struct {
	Hue, Letter, Name string
	Text              string // the summands, or the number and the one at which it is full
	Percent           int32
	Short             bool // the number is known, and less than it needs to be
}

// bars returns a forecast for each player.
func (d *drafter) bars(f *match.Forecast) (out []bar) {
	for seat, e := range f.Seats {
		name := d.m.Names.Seat(int32(seat))
		b := bar{Hue: card.Hue(d.m.Look(int32(seat))), Letter: d.letters[name], Name: name,
			Text: strings.ReplaceAll(strings.Join(e.Parts, " + "), "?", d.lang.T("hidden"))}
		if e.Full > 0 {
			b.Percent = max(0, min(100, 100*e.Sum/e.Full))
			if len(e.Parts) == 1 && e.Parts[0] != "?" {
				b.Text, b.Short = d.lang.T("%s of %d", e.Parts[0], e.Full), e.Sum < e.Full
			}
		}
		out = append(out, b)
	}
	return out
}

package match

import (
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/words"
)

// Forecast is a number of each player that pages show during the match, such as the points if it ended now.
type Forecast struct {
	Label string
	Seats []Estimate // by seat
}

// Estimate is the forecast for a player, as far as a viewer may know it.
type Estimate struct {
	Parts []string // the summands; "?" for one that the viewer may not know
	Sum   int32    // of the known ones
	Full  int32    // the number at which it is full, or 0 if the viewer may not know it
}

// Forecast returns the first forecast of the game with what a viewer may know of it, or nil if there is none.
func (t *views) Forecast(eyes int32) *Forecast {
	seat, sealed := t.m.Sealed()
	row := t.forecast()
	if row == nil || t.m.Err() != nil || sealed && seat != ref.Seat(eyes) && eyes != Everything {
		return nil
	}
	v := t.sight(ref.Seat(eyes))
	out := &Forecast{Label: words.Title(v.Names.Phrase(row.Label))}
	parts := row.Parts
	if parts == nil {
		parts = []*program.Row{row}
	}
	for seat := range t.m.Env.World.Players() {
		var e Estimate
		for _, part := range parts {
			text := "?"
			if is, ok := v.evaluate(part.Is, int32(seat)); ok && len(is) == 1 {
				text, e.Sum = v.Value(part.Is.Type, is[0]), e.Sum+is[0]
			}
			e.Parts = append(e.Parts, text)
		}
		if is, ok := v.evaluate(row.Now, int32(seat)); ok && len(is) == 1 {
			e.Full = is[0]
		}
		t.m.Env.World.Err = nil // the numbers are no part of the rules
		out.Seats = append(out.Seats, e)
	}
	return out
}

// forecast returns the first row of an ending that is a forecast and has a value at any time, or nil.
func (t *views) forecast() *program.Row {
	for i, e := range t.Names.P.Endings {
		if e == nil {
			continue
		}
		at := slices.IndexFunc(e.Rows, func(r *program.Row) bool {
			return r.Now != nil && isGlobal(r.Is, i) && isGlobal(r.Now, i) &&
				!slices.ContainsFunc(r.Parts, func(p *program.Row) bool { return !isGlobal(p.Is, i) })
		})
		if at >= 0 {
			return e.Rows[at]
		}
	}
	return nil
}

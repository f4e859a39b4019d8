package simulate

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/playout"
)

// Width is a wanted precision: the maximum width of the intervals of a measure, or of all win
// shares if no measure is named.
type Width struct {
	Measure string
	Below   Fixed // 0 if no precision is wanted
	Text    string
}

// ParseWidth parses "0.5%" or "MEASURE=0.2".
func ParseWidth(text string) (Width, error) {
	w := Width{Text: text}
	number := text
	if i := strings.LastIndexByte(text, '='); i >= 0 {
		w.Measure, number = text[:i], text[i+1:]
	}
	digits, percent := strings.CutSuffix(number, "%")
	v, ok := new(big.Rat).SetString(digits)
	if whole, _, _ := strings.Cut(digits,
		"."); !ok || !interpreter.IsNumber(whole) || strings.Trim(digits, "0123456789.") != "" ||
		number != text && w.Measure == "" {
		return w, fmt.Errorf("expected a width such as 0.5%%, or MEASURE=WIDTH")
	}
	if percent {
		v.Quo(v, big.NewRat(100, 1))
	}
	if v.Cmp(big.NewRat(1, million)) < 0 || v.Cmp(big.NewRat(million, 1)) > 0 {
		return w, fmt.Errorf("the width must be from 0.000001 to 1000000")
	}
	w.Below = fixed(v)
	return w, nil
}

func (w Width) wanted() bool { return w.Below > 0 }

// known returns an error if the game does not have the measure.
func (w Width) known(g *interpreter.Game) error {
	var names []string
	for _, m := range playout.Measures(g) {
		if m.Name == w.Measure {
			return nil
		}
		names = append(names, m.Name)
	}
	if w.Measure == "" {
		return nil
	}
	return fmt.Errorf("game %s has no measure %q; %s", g.ID, w.Measure, interpreter.Which(w.Measure, "it has", names))
}

// Widest returns the width of the widest interval among those that w refers to. It returns the
// maximum Fixed if one has no bounds yet, or if there are none.
func (r *Results) Widest(w Width) Fixed {
	about := []*Measure{&r.Seats, &r.Wins}
	for _, m := range r.All() {
		if m.Name == w.Measure {
			about = []*Measure{m}
		}
	}
	widest := Fixed(-1)
	for _, m := range about {
		for _, g := range m.Groups {
			if g.Estimate == nil || !g.Estimate.Bounded {
				return math.MaxInt64
			}
			widest = max(widest, g.Estimate.High-g.Estimate.Low)
		}
	}
	if widest < 0 {
		return math.MaxInt64
	}
	return widest
}

// Narrow reports whether all intervals to which w refers are narrower than w.Below.
func (r *Results) Narrow(w Width) bool { return r.Widest(w) < w.Below }

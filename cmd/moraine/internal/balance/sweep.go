package balance

import (
	"context"
	"errors"
	"fmt"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/words"
)

// Sweep has the results of the same matches at every point: every combination of the values of
// its axes, the last axis fastest.
type Sweep struct {
	Kind    string  `json:"kind,omitempty" schema:"const=sweep"`
	Version string  `json:"version" jsonschema:"the version of moraine"`
	Game    string  `json:"game"`
	Vary    []Axis  `json:"vary" jsonschema:"the axes"`
	Points  []Point `json:"points" jsonschema:"every combination of the values, the last axis fastest"`

	words words.Names
}

// Point has the results of a point. Values has a value for each axis.
type Point struct {
	Values  []string          `json:"values" jsonschema:"one for each axis"`
	Results *simulate.Results `json:"results"`
}

// Sweep plays the matches of o at every point. All points are compiled first, so that a value
// that the rules refuse is reported before anything is played. If it is interrupted, it returns
// the points that are complete, together with the error of ctx.
func (l *Lab) Sweep(ctx context.Context, axes []Axis, o simulate.Options) (*Sweep, error) {
	if err := l.single(ctx, axes); err != nil {
		return nil, err
	}
	c, err := l.configure(combinations(axes))
	if err != nil {
		return nil, err
	}
	games, err := c.games(ctx)
	if err != nil {
		return nil, err
	}
	out := &Sweep{Kind: "sweep", Version: o.Version, Game: l.game.ID, Vary: axes}
	progress := o.Progress
	for i, g := range games {
		if progress != nil {
			o.Progress = func(done, of int64) { progress(int64(i)*of+done, int64(len(games))*of) }
		}
		r, err := simulate.Run(ctx, g, o)
		if err != nil {
			return out, at(c.points[i], err)
		}
		p := Point{Results: r}
		for _, s := range c.points[i] {
			p.Values = append(p.Values, s.value)
		}
		out.Points = append(out.Points, p)
	}
	return out, nil
}

// at adds the settings of a point to the error of a match.
func at(p point, err error) error {
	var b *simulate.BrokeOff
	if errors.As(err, &b) {
		return fmt.Errorf("with %s: %w", p, err)
	}
	return err
}

// single compiles every value of several axes alone, so that an error is at its own place.
func (l *Lab) single(ctx context.Context, axes []Axis) error {
	if len(axes) < 2 {
		return nil
	}
	var points []point
	for _, a := range axes {
		points = append(points, combinations([]Axis{a})...)
	}
	c, err := l.configure(points)
	if err == nil {
		_, err = c.games(ctx)
	}
	return err
}

// combinations returns every combination of the values of axes, the last axis fastest.
func combinations(axes []Axis) []point {
	points := []point{nil}
	for _, a := range axes {
		var next []point
		for _, p := range points {
			for i, v := range a.Values {
				s := setting{datum: a.datum, value: v}
				if i < len(a.at) {
					s.at = a.at[i]
				}
				next = append(next, append(p[:len(p):len(p)], s))
			}
		}
		points = next
	}
	return points
}

// Matches returns the number of matches that a sweep plays.
func Matches(axes []Axis, games int64) int64 {
	for _, a := range axes {
		games *= int64(len(a.Values))
	}
	return games
}

// Speak sets the language of the output and uses the names of the game. If g is nil, only the
// program's own messages are translated.
func (s *Sweep) Speak(g *interpreter.Game, lang string) {
	s.words = simulate.NamesIn(g, lang)
	for _, p := range s.Points {
		p.Results.Speak(g, lang)
	}
}

package explain

import (
	"fmt"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
)

// Pins reads from the scenarios of a game which of them name a clause under
// `pins`. Files that cannot be read pin nothing: whoever runs them complains.
func Pins(src interpreter.Sources, game string) (map[string][]Scenario, error) {
	files, err := src.Scenarios(game)
	if err != nil {
		return nil, err
	}
	out := map[string][]Scenario{}
	for _, f := range files {
		n, _ := source.Parse(f.File, source.DefaultLimits())
		if n == nil {
			continue
		}
		for _, s := range n.Items {
			name, pins := s.Get("scenario"), s.Get("pins")
			if name == nil || pins == nil {
				continue
			}
			for _, id := range pins.Items {
				out[id.Value] = append(out[id.Value], Scenario{Name: name.Value, File: fmt.Sprintf("%s:%d", name.Pos.File.Name, name.Pos.Line)})
			}
		}
	}
	return out, nil
}

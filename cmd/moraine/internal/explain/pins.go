package explain

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/source"
)

// Scenario is a scenario, and where it stands.
type Scenario struct {
	Name, File string
	Node       *source.Node
}

// Scenarios says which scenarios of a game speak of what.
type Scenarios struct {
	All   []Scenario            // in the order of the files
	Pins  map[string][]Scenario // by clause, those that name it under `pins`
	Under map[string][]Scenario // by ruling or variant, those that say how they come out under a reading of it
	Of    map[string][]Scenario // by variant, those that run with it
}

// ReadScenarios reads what the scenarios of a game speak of. Files that cannot
// be read speak of nothing: whoever runs them complains.
func ReadScenarios(src interpreter.Sources, game string) (*Scenarios, error) {
	files, err := src.Scenarios(game)
	if err != nil {
		return nil, err
	}
	out := &Scenarios{Pins: map[string][]Scenario{}, Under: map[string][]Scenario{}, Of: map[string][]Scenario{}}
	for _, f := range files {
		n, _ := source.Parse(f.File, source.DefaultLimits())
		if n == nil {
			continue
		}
		for _, s := range n.Items {
			if s.Get("scenario") != nil {
				out.add(s)
			}
		}
	}
	return out, nil
}

func (s *Scenarios) add(n *source.Node) {
	name := n.Get("scenario")
	one := Scenario{name.Value, fmt.Sprintf("%s:%d", name.Pos.File.Name, name.Pos.Line), n}
	s.All = append(s.All, one)
	note := func(in map[string][]Scenario, key string) {
		if !slices.Contains(in[key], one) {
			in[key] = append(in[key], one)
		}
	}
	if pins := n.Get("pins"); pins != nil {
		for _, id := range pins.Items {
			note(s.Pins, id.Value)
		}
	}
	if variant := n.Get("variant"); variant != nil {
		note(s.Of, variant.Value)
	}
	if under := n.Get("under"); under != nil {
		for _, p := range under.Pairs {
			for word := range strings.FieldsSeq(p.Key.Value) {
				if name, _, _ := strings.Cut(word, "="); word != "and" {
					note(s.Under, name)
				}
			}
		}
	}
}

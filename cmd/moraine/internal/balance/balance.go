// Package balance measures how the numbers and readings of a game influence its matches. It makes configurations that
// differ in single values and plays them with common random numbers: match k has the same seed in every configuration.
//
//	balance.go    a lab: a game whose values vary
//	datum.go      the values that can vary, by name
//	axis.go       --vary: a value with its settings
//	point.go      configurations of a game, as variants in memory
//	sweep.go      every combination of settings, played equally often
//	sensitivity.go  values ranked by the effect of one step; search.go its matches; ranking.go its output
//	goal.go       --goal: a measure with the value that it should have
//	tune.go       the values that meet goals; halving.go the search; tuned.go its output
//	file.go       files of sweeps: writing, reading, merging
//	doc.go        output for people, and for spreadsheets
//	page.go       output for browsers; curve.go plots
package balance

import (
	"moraine/interpreter"
)

// Lab is a game whose values vary, with the configuration from which the variations start.
type Lab struct {
	data   interpreter.Sources
	game   *interpreter.Game
	opt    interpreter.Options
	list   []*datum // in the order of the rules
	byName map[string]*datum
	names  []string // sorted
}

// New returns a lab for a configuration of a game in the given layers of data.
func New(data interpreter.Sources, g *interpreter.Game, opt interpreter.Options) (*Lab, error) {
	l := &Lab{data: data.Cached(), game: g, opt: opt, byName: map[string]*datum{}}
	rules, err := interpreter.Read(l.data, g.ID)
	if err != nil {
		return nil, err
	}
	variants, err := rules.Variants()
	if err != nil {
		return nil, err
	}
	l.find(variants)
	return l, nil
}

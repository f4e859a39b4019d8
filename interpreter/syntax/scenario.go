package syntax

import "moraine/interpreter/source"

// The maps of scenarios. Package scenario interprets them.

// Scenario is a scenario as written in a file: Given, When and Then.
type Scenario struct {
	Name     Ident        `yaml:"scenario,required,text" what:"a scenario"`
	Variant  Ident        `yaml:"variant"`
	Pins     Clauses      `yaml:"pins"`
	Skip     string       `yaml:"skip"`
	Only     string       `yaml:"only"`
	Tags     []Ident      `yaml:"tags"`
	Given    *source.Node `yaml:"given" is:"given"`
	Examples *source.Node `yaml:"examples" is:"[{any}]"`
	When     *source.Node `yaml:"when"`
	Checks
	Under *source.Node `yaml:"under" is:"{(an_entry_of_under)}"`
}

// Checks are the conditions that a scenario states.
type Checks struct {
	Then    *source.Node `yaml:"then" what:"a line of checks"`
	Refuses *source.Node `yaml:"refuses"`
	Allows  *source.Node `yaml:"allows"`
	Wins    *source.Node `yaml:"wins"`
	Offers  *source.Node `yaml:"offers"`
	Sees    *source.Node `yaml:"sees"`
	Hides   *source.Node `yaml:"hides"`
	Chance  *source.Node `yaml:"chance"`
	Stands  *source.Node `yaml:"stands"`
}

// ScenarioEntry is an entry of `under`: the scenario in another configuration.
type ScenarioEntry struct {
	Pins  Clauses      `yaml:"pins" what:"an entry of 'under'"`
	When  *source.Node `yaml:"when"`
	Fails *source.Node `yaml:"fails" is:"text"`
	Checks
}

// Background is the `given` that the scenarios of a file share.
type Background struct {
	Background *source.Node `yaml:"background,required" is:"given" what:"an item with 'background'"`
}

// ForeignEntries are entries of `under` for a scenario in another file.
type ForeignEntries struct {
	Scenario *source.Node `yaml:"scenario,required" is:"text" what:"an item with 'of'"`
	Of       *source.Node `yaml:"of" is:"text"`
	Under    *source.Node `yaml:"under,required" is:"{(an_entry_of_under)}"`
}

// Given is the position at the start of a scenario.
type Given struct {
	Players *source.Node `yaml:"players" what:"'given'" rest:"any"`
	Turn    *source.Node `yaml:"turn" is:"name"`
	Cards   *source.Node `yaml:"cards"`
	At      *source.Node `yaml:"at" is:"name/({any})"` // PLACE, or {PLACE: names of the procedure}
	GoesOn  *source.Node `yaml:"goes_on"`
	Times   *source.Node `yaml:"times"`

	Seats  []Ident       // the players, if they are named
	Number *int          // of players, if it is written instead
	Rest   []source.Pair // fields, zones, players and cards
}

func (g *Given) check(m *Fields) {
	if g.Rest = m.rest(); g.Players == nil {
		return
	}
	if g.Players.Kind == source.List {
		g.Seats = m.Idents("players")
	} else if n, ok := m.Int("players"); ok {
		g.Number = &n
	}
}

// Chance is a check of a probability.
type Chance struct {
	Of *source.Node `yaml:"of,required" is:"formula" what:"'chance'"`
	Is *source.Node `yaml:"is,required"`
}

// Stack is the content of an ordered zone.
type Stack struct {
	Top    *source.Node `yaml:"top" what:"a stack"`
	Block  *source.Node `yaml:"block"`
	Bottom *source.Node `yaml:"bottom"`
}

// Mark is a temporary value.
type Mark struct {
	Is    *source.Node `yaml:"is" what:"a mark"`
	Until *Until       `yaml:"until,required"`
}

// Counter is the number of counted events for each player.
type Counter struct {
	In    string `yaml:"in" what:"a counter" rest:"any"`
	Seats []source.Pair
}

func (c *Counter) check(m *Fields) { c.Seats = m.rest() }

// Package scenario runs Given/When/Then scenarios, strictly: a script that does
// not say what happens fails, at its line.
//
//	decode.go    a file to scenarios, examples filled in
//	under.go     how a scenario is to come out in other forms of its game
//	given.go     the world that a scenario starts from
//	contents.go  … and what lies where in it
//	said.go      how a scenario writes a piece down
//	place.go     how it writes a place down
//	script.go    the lines of `when`
//	act.go       a line carried out: choices by name, dice by value
//	named.go     which option a value means
//	settle.go    what a line leaves unsaid: optional choices, open requests
//	check.go     then, wins, offers, refuses, sees, hides
//	chance.go    exact probabilities
//	show.go      values and failures in words
//	trace.go     what led to where a match stands
//	proof.go     which clauses a run proves
//	notes.go     what a run reached
//	run.go       one scenario run once
//	course.go    what a run came to, to be compared with that of another form
//	account.go   … and told to people who compare them
//	compare.go   which scenarios come out otherwise in another form, and why
//	forms.go     the forms of a game that scenarios run in
//	flips.go     flips that are declared and happen, and those that are not
//	declare.go   entries written for those that are not
//	draft.go     … an entry
//	watch.go     … what is the case where a check does not hold
//	phrase.go    … how a formula says it
//	restate.go   … how the other checks say it
//	slot.go      … where rows of the examples differ in it
//	refit.go     … a script that fits
//	emit.go      … written on lines
//	splice.go    … and put into its file
//	untold.go    the readings that no scenario tells from the default
//	targets.go   which files and lines are meant
//	suite.go     which scenarios run, and what came of them
//	plan.go      in which forms, in what order, and how many at once
package scenario

import (
	"strings"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Scenario is one scenario as written, or one row of its examples.
type Scenario struct {
	Name    string
	Pos     source.Pos
	Row     int          // 0: no examples
	Variant syntax.Ident // the one that it belongs to; "": the game itself
	Pins    []syntax.Ident
	Tags    []string
	Skip    string
	Only    string
	Given   *source.Node
	When    []*source.Node
	Fails   *source.Node // of an entry of `under`: the words of what breaks the script off
	Checks  *checks
	Under   []*entry
	pattern *Scenario    // of a row: the scenario as it is written; else nil
	cells   *source.Node // … and the row
}

// inFile is the scenario as it stands in the file.
func (s *Scenario) inFile() *Scenario {
	if s.pattern != nil {
		return s.pattern
	}
	return s
}

// checks are what must hold at some moment; they change nothing.
type checks struct {
	pos     source.Pos
	then    []*source.Node
	wins    *source.Node
	offers  *source.Node
	refuses []*source.Node
	allows  []*source.Node
	sees    *source.Node
	hides   *source.Node
	chance  *source.Node
	stands  *source.Node
}

func (c *checks) empty() bool {
	return c.then == nil && c.wins == nil && c.offers == nil && c.refuses == nil && c.allows == nil && c.sees == nil && c.hides == nil && c.chance == nil && c.stands == nil
}

// decode reads the scenarios of a file. Errors in the shape of the file are the
// file's; what a scenario says of the game is looked at when it is prepared.
func decode(doc *source.Node, d *source.Diagnostics) []*Scenario {
	if doc == nil {
		return nil
	}
	var out []*Scenario
	names := map[string]source.Pos{}
	for _, n := range syntax.Items(doc, d, "a file of scenarios") {
		s, examples := decodeOne(n, d)
		if at, dup := names[s.Name]; dup && s.Name != "" {
			d.Hint(s.Pos, "the other is at "+at.String(), "two scenarios of this file have the same name")
		}
		names[s.Name] = s.Pos
		if examples == nil {
			out = append(out, s)
			continue
		}
		for i, row := range examples {
			out = append(out, fill(s, n, row, i+1, d))
		}
	}
	return out
}

func decodeOne(n *source.Node, d *source.Diagnostics) (*Scenario, []*source.Node) {
	m := syntax.OpenMap(n, d, "a scenario")
	s := &Scenario{Pos: n.Pos, Name: m.Text("scenario"), Variant: m.Ident("variant"), Pins: m.Clauses("pins"), Skip: m.Text("skip"), Only: m.Text("only")}
	for _, t := range m.Idents("tags") {
		s.Tags = append(s.Tags, t.Name)
	}
	if w := m.Take("scenario"); w != nil {
		s.Pos = w.Pos
	}
	for _, key := range []string{"skip", "only"} {
		if v := m.Take(key); v != nil && (v.Tag != source.Str || strings.TrimSpace(v.Value) == "" || source.Meant(v.Value) != "") {
			d.Hint(v.Pos, "say in words why", "`%s` needs a reason; found %s", key, v.Describe())
		}
	}
	s.Given = m.Take("given")
	rows := m.Take("examples") != nil
	s.When = decodeWhen(m.Take("when"), rows, d)
	s.Checks = decodeChecks(m)
	s.Checks.pos = s.Pos
	for _, key := range []string{"offers", "sees", "hides"} { // in lines of a script that takes another's place, they say that nothing is looked at
		if n := m.Take(key); n != nil && n.Kind == source.Map && len(n.Pairs) == 0 {
			d.Add(n.Pos, "`%s` is empty", key)
		}
	}
	examples := syntax.Items(m.Take("examples"), d, "`examples`")
	if m.Take("examples") != nil && len(examples) == 0 {
		d.Add(m.Take("examples").Pos, "`examples` has no rows")
	}
	s.Under = decodeUnder(s, m.Take("under"), rows, d)
	m.Need("scenario")
	m.Close()
	if s.Checks.empty() && !checksWithin(s.When) {
		d.Hint(s.Pos, "add `then`, `wins`, `offers`, `refuses`, `allows`, `sees`, `hides` or `chance`", "this scenario checks nothing")
	}
	return s, examples
}

// decodeWhen reads the lines of a script, unless rows of examples bring them.
func decodeWhen(n *source.Node, rows bool, d *source.Diagnostics) []*source.Node {
	if isHole(n) && rows {
		return nil
	}
	return syntax.Items(n, d, "`when`")
}

// isHole reports whether a node is a <name> that a row of the examples fills.
func isHole(n *source.Node) bool {
	return n != nil && n.Kind == source.Scalar && strings.HasPrefix(n.Value, "<") && strings.HasSuffix(n.Value, ">")
}

// checkKeys are the keys that look at a match and change nothing.
var checkKeys = []string{"then", "wins", "offers", "refuses", "allows", "sees", "hides", "chance", "stands"}

func checksWithin(when []*source.Node) bool {
	for _, n := range when {
		for _, key := range checkKeys {
			if n.Get(key) != nil {
				return true
			}
		}
	}
	return false
}

func decodeChecks(m *syntax.Fields) *checks {
	for _, key := range []string{"then", "refuses", "allows"} {
		if n := m.Take(key); n != nil && n.Kind == source.List && len(n.Items) == 0 {
			m.Diags.Add(n.Pos, "`%s` is empty", key)
		}
	}
	return decodeReplacing(m)
}

// decodeReplacing reads the checks of an entry of `under`, where an empty list
// takes the place of one that is not.
func decodeReplacing(m *syntax.Fields) *checks {
	return &checks{
		then: oneOrMore(m.Take("then")), refuses: oneOrMore(m.Take("refuses")), allows: oneOrMore(m.Take("allows")),
		wins: m.Take("wins"), offers: m.Take("offers"),
		sees: m.Take("sees"), hides: m.Take("hides"), chance: m.Take("chance"), stands: m.Take("stands"),
	}
}

func oneOrMore(n *source.Node) []*source.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == source.List:
		return append([]*source.Node{}, n.Items...)
	}
	return []*source.Node{n}
}

// fill puts a row of the examples where <name> stands.
func fill(s *Scenario, n, row *source.Node, i int, d *source.Diagnostics) *Scenario {
	f := &source.Filler{Values: row.Pairs, Spares: "examples", Used: map[string]bool{}}
	f.Missing = func(at source.Pos, hole string) { d.Add(at, "the examples have no %s", hole) }
	sub := f.Fill(n)
	out, _ := decodeOne(sub, d) // what is wrong in every row is reported once
	out.Row, out.Pos, out.pattern, out.cells = i, s.Pos, s, row
	out.Name = s.Name
	if row.Kind != source.Map {
		d.Add(row.Pos, "a row of `examples` is a map of names to values; found %s", row.Describe())
	}
	for _, p := range row.Pairs {
		if !f.Used[p.Key.Value] {
			d.Add(p.Key.Pos, "nothing in the scenario uses <%s>", p.Key.Value)
		}
	}
	return out
}

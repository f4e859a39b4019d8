// Package spec reads scenarios as they are written in files. It reports errors of structure; names are resolved when a
// scenario is run.
//
//	scenario.go     scenarios, with the rows of their examples filled in
//	background.go   the beginning that the scenarios of a file share
//	checks.go       checks: a map from keys to conditions
//	under.go        entries for other configurations; foreign.go: entries in files of others
package spec

import (
	"math"
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Scenario is a scenario as written, or one row of its examples.
type Scenario struct {
	Name    string
	Pos     source.Pos
	Row     int          // 0 if the scenario has no examples
	Variant syntax.Ident // the variant that the scenario belongs to; empty for the game itself
	Pins    []syntax.Ident
	PinIDs  []string // ids of Pins, shared by many cases
	Tags    []string
	Skip    string
	Only    string
	Given   *source.Node
	When    []*source.Node
	Fails   *source.Node // in an entry of `under`: the reason why the script stops
	Checks  *source.Node // checks at the end: a map with keys of CheckKeys
	Under   []*Entry
	node    *source.Node // as written
	pattern *Scenario    // for a row of examples: the scenario as written

	background *source.Node // that of the file, which Given includes; may be nil
}

// InFile returns the scenario as written in the file.
func (s *Scenario) InFile() *Scenario {
	if s.pattern != nil {
		return s.pattern
	}
	return s
}

// With returns the scenario with one more check at its end, or with the check replaced if its
// key can occur only once.
func (s *Scenario) With(key string, check *source.Node) *Scenario {
	if key == "then" {
		check = source.ListOf(append(slices.Clone(s.Checks.Get(key).AsList()), check)...)
	}
	out := *s
	out.Checks = s.Checks.With(key, check)
	return &out
}

// Read parses a file of scenarios.
func Read(f *source.File) (doc *source.Node, list []*Scenario, err error) {
	doc, found := source.Parse(f, source.DefaultLimits())
	if len(found) == 0 {
		list = Decode(doc, &found)
	}
	if len(found) > 0 {
		return nil, nil, found
	}
	return doc, list, nil
}

// Decode decodes the scenarios of a file and reports errors of structure. Names of the game are
// resolved later, by prepare.
func Decode(doc *source.Node, d *source.Diagnostics) []*Scenario {
	if doc == nil {
		return nil
	}
	var out []*Scenario
	names := map[string]source.Pos{}
	items, background := itemsOf(doc, d)
	for _, n := range items {
		s, examples := decodeOne(n, background, d)
		if at, dup := names[s.Name]; dup && s.Name != "" {
			d.Hint(s.Pos, "the other is at "+at.String(), "two scenarios in this file have the same name")
		}
		names[s.Name] = s.Pos
		if examples == nil {
			out = append(out, s)
			continue
		}
		for i, row := range examples {
			out = append(out, fill(s, n, background, row, i+1, d))
		}
	}
	return out
}

// AtLine returns the scenario around a line with all its rows: the last scenario that begins at
// or before the line. In the background of the file, it returns all scenarios.
func AtLine(list []*Scenario, line int) (rows []*Scenario) {
	at := 0
	for _, s := range list {
		if s.Pos.Line <= line {
			at = max(at, s.Pos.Line)
		}
	}
	if len(list) > 0 && list[0].InBackground(line) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(s *Scenario) bool { return s.Pos.Line != at })
}

// Resolvable returns the scenarios that can still be prepared in a file with errors: the errors
// are elsewhere, or are misspelt keys on which no name depends. One row stands for all rows of
// its scenario.
func Resolvable(all []*Scenario, wrong source.Diagnostics) (out []*Scenario) {
	for i, s := range all {
		end := math.MaxInt
		for _, next := range all[i:] {
			if line := next.node.Pos.Line; line > s.node.Pos.Line {
				end = line
				break
			}
		}
		spoils := func(d source.Diagnostic) bool {
			return d.Pos.Line >= s.node.Pos.Line && d.Pos.Line < end && d.Pos != s.Pos && !s.isMisspeltKey(d.Pos)
		}
		if s.Row <= 1 && !slices.ContainsFunc(wrong, spoils) {
			out = append(out, s)
		}
	}
	return out
}

// isMisspeltKey reports whether an error is a misspelt key on which no name depends.
func (s *Scenario) isMisspeltKey(at source.Pos) bool {
	free := append([]string{"pins", "tags", "skip", "only", "when", "under"}, CheckKeys...)
	return slices.ContainsFunc(s.node.Pairs, func(p source.Pair) bool {
		return p.Key.Pos == at &&
			slices.Contains(free, source.Nearest(p.Key.Value, append(free, "given", "variant", "examples")))
	})
}

func decodeOne(n, background *source.Node, d *source.Diagnostics) (*Scenario, []*source.Node) {
	x := syntax.Read[syntax.Scenario](n, d)
	s := &Scenario{
		node: n, Pos: n.Pos, Name: x.Name.Name, Variant: x.Variant, Pins: x.Pins, PinIDs: syntax.NamesOf(x.Pins),
		Tags: syntax.NamesOf(x.Tags), Skip: x.Skip, Only: x.Only, Given: withBackground(x.Given, background),
		background: background,
	}
	if w := n.Get("scenario"); w != nil {
		s.Pos = w.Pos
	}
	for _, key := range []string{"skip", "only"} {
		if v := n.Get(key); v != nil &&
			(v.Tag != source.Str || strings.TrimSpace(v.Value) == "" || source.Meant(v.Value) != "") {
			d.Hint(v.Pos, "say in words why", "`%s` needs a reason; found %s", key, v.Describe())
		}
	}
	rows := x.Examples != nil
	s.When = decodeWhen(x.When, rows, d)
	s.Checks = decodeChecks(n, s.Pos)
	reportEmpty(s.Checks, d, true)
	examples := syntax.Items(x.Examples, d, "`examples`")
	if rows && len(examples) == 0 {
		d.Add(x.Examples.Pos, "`examples` has no rows")
	}
	s.Under = decodeUnder(s, x.Under, rows, d)
	if len(s.Checks.Pairs) == 0 && !slices.ContainsFunc(s.When, IsCheck) {
		d.Hint(s.Pos, "add `then`, `wins`, `stands`, `offers`, `refuses`, `allows`, `sees`, `hides` or `chance`",
			"this scenario checks nothing")
	}
	return s, examples
}

// decodeWhen decodes the lines of a script, unless rows of examples supply them.
func decodeWhen(n *source.Node, rows bool, d *source.Diagnostics) []*source.Node {
	if isHole(n) && rows {
		return nil
	}
	return syntax.Items(n, d, "`when`")
}

// isHole reports whether a node is a <name> that examples fill.
func isHole(n *source.Node) bool {
	return n != nil && n.Kind == source.Scalar && strings.HasPrefix(n.Value, "<") && strings.HasSuffix(n.Value, ">")
}

// fill replaces each <name> by its value in a row of the examples.
func fill(s *Scenario, n, background, row *source.Node, i int, d *source.Diagnostics) *Scenario {
	f := &source.Filler{Values: row.Pairs, Spares: "examples", Used: map[string]bool{}}
	f.Missing = func(at source.Pos, hole string) { d.Add(at, "the examples have no %s", hole) }
	out, _ := decodeOne(f.Fill(n), f.Fill(background), d) // an error in every row is reported once
	out.Row, out.Pos, out.pattern = i, s.Pos, s
	out.Name = s.Name
	if row.Kind != source.Map {
		d.Add(row.Pos, "a row of `examples` is a map of names to values; found %s", row.Describe())
	}
	for _, p := range row.Pairs {
		if !f.Used[p.Key.Value] {
			d.Add(p.Key.Pos, "the scenario does not use <%s>", p.Key.Value)
		}
	}
	return out
}

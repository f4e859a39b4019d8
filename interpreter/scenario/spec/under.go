package spec

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A scenario may state its outcome in other configurations of its game:
//
//	under:
//	  KEY=READING:
//	    then: …
//	  VARIANT and KEY=READING:
//	    when: …
//	    fails: …
//
// Each entry is the scenario again in that configuration, with the parts of the entry replacing
// those of the scenario. {} states that the requests differ but all checks of the scenario
// still pass, also together with further readings. `refused` leaves the outcome of a
// combination open.

// Entry is a scenario in another configuration of its game, as stated by an entry of `under`.
type Entry struct {
	As     *Scenario // the scenario there
	Of     *Scenario // the scenario that has the entry
	Key    *source.Node
	Names  []Setting
	Silent bool // {}: all checks of the scenario still pass
	Open   bool // `refused`: the outcome is left open
}

const Refused = "refused"

// StatedSettings returns the settings of the entry, or nil if the entry states no outcome.
func (e *Entry) StatedSettings() []Setting {
	if e.Open {
		return nil
	}
	return e.Names
}

// Setting is a reading or a variant.
type Setting struct {
	Word    string // the name of the ruling or variant
	Reading string // "" for a variant
	Pos     source.Pos
}

func (n Setting) String() string {
	if n.Reading == "" {
		return n.Word
	}
	return n.Word + "=" + n.Reading
}

func decodeUnder(s *Scenario, n *source.Node, rows bool, d *source.Diagnostics) []*Entry {
	var out []*Entry
	for _, p := range syntax.Pairs(n, d, "the entries of `under`") {
		out = append(out, decodeEntry(s, p, rows, d))
	}
	if n != nil && n.Kind == source.Map && len(out) == 0 {
		d.Add(n.Pos, "`under` has no entries")
	}
	return out
}

// notInEntries maps the keys of a scenario that its entries of `under` share to the way to vary them.
var notInEntries = map[string]string{
	"given":    "all entries begin where the scenario does; for another beginning, write another scenario",
	"examples": "add a column to the `examples` of the scenario, and use it in this entry as <NAME>",
}

func decodeEntry(s *Scenario, p source.Pair, rows bool, d *source.Diagnostics) *Entry {
	as := *s
	as.Under = nil
	names := splitNames(p.Key)
	if p.Val.Kind == source.Scalar && p.Val.Value == Refused {
		if len(names) == 1 {
			d.Add(p.Val.Pos, "`refused` needs a combination of several readings or variants; for a single one, give the outcome")
		}
		return &Entry{As: &as, Of: s, Key: p.Key, Names: names, Open: true}
	}
	for _, own := range p.Val.Pairs {
		if how := notInEntries[own.Key.Value]; how != "" {
			d.Hint(own.Key.Pos, how, "an entry of `under` has no key %q", own.Key.Value)
			p.Val = p.Val.Without(own.Key.Value)
		}
	}
	x := syntax.Read[syntax.ScenarioEntry](p.Val, d)
	if p.Val.Get("pins") != nil {
		as.Pins, as.PinIDs = x.Pins, syntax.NamesOf(x.Pins)
	}
	if x.When != nil {
		as.When = decodeWhen(x.When, rows, d)
	}
	as.Fails = x.Fails
	own := decodeChecks(p.Val, p.Key.Pos)
	switch {
	case as.Fails == nil:
	case as.Fails.Kind != source.Scalar || strings.TrimSpace(as.Fails.Value) == "":
		d.Add(as.Fails.Pos, "`fails` must be the text of the error that stops the script; found %s",
			as.Fails.Describe())
	case len(own.Pairs) > 0 && !rows:
		d.Add(as.Fails.Pos, "`fails` cannot be combined with checks, because nothing is checked after the error")
	}
	if rows && as.Fails != nil && as.Fails.Value == "nothing" { // the script of this row does not fail
		as.Fails = nil
	}
	checks := source.Node{Kind: source.Map}
	if as.Fails == nil {
		checks = *s.Checks
		for _, p := range own.Pairs {
			checks = *(&checks).With(p.Key.Value, p.Val)
		}
		if c := checks.Get("chance"); c != nil && c.Kind == source.Map && len(c.Pairs) == 0 {
			checks = *(&checks).Without("chance")
		}
	}
	checks.Pos, as.Checks = p.Key.Pos, &checks
	silent := p.Val.Kind == source.Map && len(p.Val.Pairs) == 0
	return &Entry{As: &as, Of: s, Key: p.Key, Names: names, Silent: silent}
}

// Replaces reports whether a setting excludes another one: two variants, or two readings of one
// ruling.
func (n Setting) Replaces(o Setting) bool {
	return (n.Reading == "") == (o.Reading == "") && (n.Reading == "" || n.Word == o.Word)
}

// Named returns the key of an entry for the given settings: variants first, then readings in
// the order of their rulings.
func Named(all []Setting) string {
	ruling := func(n Setting) string {
		if n.Reading == "" {
			return ""
		}
		return n.Word
	}
	var names []string
	for _, n := range slices.SortedStableFunc(slices.Values(all), func(a, b Setting) int {
		return cmp.Compare(ruling(a), ruling(b))
	}) {
		names = append(names, n.String())
	}
	return strings.Join(names, interpreter.And)
}

// InForce returns the options of the configuration that the key of an entry names.
func InForce(name string) (opt interpreter.Options) {
	var variants []string
	opt.Readings = map[string]string{}
	for _, n := range Settings(name) {
		if n.Reading == "" {
			variants = append(variants, n.Word)
		} else {
			opt.Readings[n.Word] = n.Reading
		}
	}
	opt.Variant = strings.Join(variants, interpreter.And)
	return opt
}

// Settings parses the key of an entry; the empty key has no settings.
func Settings(key string) (out []Setting) {
	if key == "" {
		return nil
	}
	for text := range strings.SplitSeq(key, interpreter.And) {
		word, reading, _ := strings.Cut(text, "=")
		out = append(out, Setting{Word: word, Reading: reading})
	}
	return out
}

// splitNames parses the key of an entry in a file.
func splitNames(key *source.Node) []Setting {
	out := Settings(key.Value)
	if out == nil {
		out = []Setting{{}} // matches no game
	}
	at := 0
	for i, n := range out {
		out[i].Pos = key.At(at)
		at += len(n.String()) + len(interpreter.And)
	}
	return out
}

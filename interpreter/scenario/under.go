package scenario

import (
	"cmp"
	"strings"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// A scenario may say how it comes out in other forms of its game:
//
//	under:
//	  KEY=READING:
//	    then: …
//	  VARIANT and KEY=READING:
//	    when: …
//	    fails: …
//
// Each entry is the scenario once more, in that form. What the entry says takes
// the place of what the scenario says; the rest stands. {} says that other things
// are asked, or happen on the way, and that all the scenario says stands: with
// whatever else is in force, too. `refused` leaves open what happens where several
// things are in force together.

// entry is a scenario as it is in another form of its game.
type entry struct {
	*Scenario
	of     *Scenario // what it is an entry of
	key    *source.Node
	names  []setting
	silent bool // {}: what the scenario says stands
	open   bool // `refused`: nobody says what happens
}

const refused = "refused"

// tells is what an entry names and says something of.
func (e *entry) tells() []setting {
	if e.open {
		return nil
	}
	return e.names
}

// setting is one thing that an entry names: a reading, or a variant.
type setting struct {
	word    string // the ruling, or the variant
	reading string // "" of a variant
	pos     source.Pos
}

func (n setting) String() string {
	if n.reading == "" {
		return n.word
	}
	return n.word + "=" + n.reading
}

// and stands between what an entry names, and in the name of a form.
const and = " and "

func decodeUnder(s *Scenario, n *source.Node, rows bool, d *source.Diagnostics) []*entry {
	var out []*entry
	for _, p := range syntax.Pairs(n, d, "the entries of `under`") {
		out = append(out, decodeEntry(s, p, rows, d))
	}
	if n != nil && n.Kind == source.Map && len(out) == 0 {
		d.Add(n.Pos, "`under` has no entries")
	}
	return out
}

func decodeEntry(s *Scenario, p source.Pair, rows bool, d *source.Diagnostics) *entry {
	as := *s
	as.Under = nil
	names := splitNames(p.Key)
	if p.Val.Kind == source.Scalar && p.Val.Value == refused {
		if len(names) == 1 {
			d.Add(p.Val.Pos, "what happens under one thing alone can be said; only several together are `refused`")
		}
		return &entry{Scenario: &as, of: s, key: p.Key, names: names, open: true}
	}
	m := syntax.OpenMap(p.Val, d, "an entry of `under`")
	if m.Take("pins") != nil {
		as.Pins = m.Clauses("pins")
	}
	if when := m.Take("when"); when != nil {
		as.When = decodeWhen(when, rows, d)
	}
	as.Fails = m.Take("fails")
	own := decodeReplacing(m)
	m.Close()
	switch {
	case as.Fails == nil:
	case as.Fails.Kind != source.Scalar || strings.TrimSpace(as.Fails.Value) == "":
		d.Add(as.Fails.Pos, "`fails` says in words what breaks the script off; found %s", as.Fails.Describe())
	case !own.empty() && !rows:
		d.Add(as.Fails.Pos, "where a script breaks off nothing is checked any more; say either what fails or what holds")
	}
	as.Checks = s.Checks.replacedBy(own)
	if c := as.Checks.chance; c != nil && c.Kind == source.Map && len(c.Pairs) == 0 {
		as.Checks.chance = nil
	}
	switch {
	case as.Fails == nil:
	case rows && as.Fails.Value == "nothing": // the script of this row fits
		as.Fails = nil
	default:
		as.Checks = &checks{}
	}
	as.Checks.pos = p.Key.Pos
	silent := m.Node != nil && len(m.Node.Pairs) == 0
	return &entry{Scenario: &as, of: s, key: p.Key, names: names, silent: silent}
}

// settings reads the key of an entry.
func settings(key string) (out []setting) {
	for _, text := range strings.Split(key, and) {
		word, reading, _ := strings.Cut(text, "=")
		out = append(out, setting{word: word, reading: reading})
	}
	return out
}

// splitNames reads the key of an entry as it stands in a file.
func splitNames(key *source.Node) []setting {
	out := settings(key.Value)
	at := 0
	for i, n := range out {
		out[i].pos = key.At(at)
		at += len(n.String()) + len(and)
	}
	return out
}

// want is what makes the form of an entry of a scenario of a variant, or of none.
func (e *entry) want(variant string) want {
	w := want{variant, map[string]string{}}
	for _, n := range e.names {
		if n.reading == "" {
			w.variant = n.word
		} else {
			w.readings[n.word] = n.reading
		}
	}
	return w
}

// replacedBy are the checks with those of an entry in their place.
func (c *checks) replacedBy(o *checks) *checks {
	out := *c
	if o.then != nil {
		out.then = o.then
	}
	if o.refuses != nil {
		out.refuses = o.refuses
	}
	if o.allows != nil {
		out.allows = o.allows
	}
	out.wins, out.offers, out.stands = cmp.Or(o.wins, c.wins), cmp.Or(o.offers, c.offers), cmp.Or(o.stands, c.stands)
	out.sees, out.hides, out.chance = cmp.Or(o.sees, c.sees), cmp.Or(o.hides, c.hides), cmp.Or(o.chance, c.chance)
	return &out
}

package syntax

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// Fields reads a map strictly: Close reports keys that the grammar does not list, and missing keys.
//
//	m := OpenMap(n, d, "a zone")
//	zone.Layout = m.OneOf("layout")
//	m.Close()
type Fields struct {
	Node  *source.Node // nil if the node is no map; then keys are missing without an error
	Diags *source.Diagnostics
	name  string // the name of the map in messages
	shape *shape
	more  string   // additional hint for unknown keys
	seen  register // names declared in the whole game
	own   register // names declared in this map
}

// OpenMap opens a map. name is its name in messages and determines the keys that are valid. A
// node that is no map is reported; nil is treated as an empty map.
func OpenMap(n *source.Node, d *source.Diagnostics, name string) *Fields {
	if n != nil && n.Kind != source.Map {
		hint := ""
		if n.Kind == source.Scalar && n.Tag == source.Null {
			hint = "write {} if there is nothing to say of it"
		}
		if n.Kind == source.List && name == "a file of a game" {
			hint = "scenarios belong in scenarios/GAME"
		}
		switch verb, rest, several := strings.Cut(n.Value, " "); {
		case n.Kind != source.Scalar || n.Tag != source.Str:
		case name == "a step" && several && slices.Contains(Verbs(), verb):
			hint = "write `" + verb + ": " + rest + "`"
		case name == "a step" && dottedName.spelt.MatchString(n.Value) && !slices.Contains(Verbs(), n.Value):
			hint = "to run a procedure, write `call: " + n.Value + "`"
		case name == "`until`":
			hint = "write `until: {end: PROCEDURE}`, or give the field " + resetsHint
		case name == "`players`":
			if low, high, is := numbersFromTo(n.Value); is {
				hint = "write `players: {from: " + low + ", to: " + high + "}`"
			}
		}
		d.Hint(n.Pos, hint, "%s is a map; found %s", name, n.Describe())
		n = nil
	}
	return &Fields{Node: n, Diags: d, name: name, shape: shapeOf(name)}
}

// register returns the names declared in this map.
func (m *Fields) register() register {
	if m.own == nil {
		m.own = register{}
	}
	return m.own
}

// Take returns the value under a key, or nil. The empty key, which One may return, has no
// value.
func (m *Fields) Take(key string) *source.Node {
	if key != "" && m.shape.rest == "" && !m.shape.has(key) {
		panic("the grammar of " + m.name + " has no key " + key)
	}
	return m.Node.Get(key)
}

// Has reports whether the map has a key. It does not take the key.
func (m *Fields) Has(key string) bool { return m.Node.Get(key) != nil }

// Named returns a key of the map as a name with its place.
func (m *Fields) Named(key string) Ident {
	if m.Node != nil {
		for _, p := range m.Node.Pairs {
			if p.Key.Value == key {
				return Ident{key, p.Key.Pos}
			}
		}
	}
	return Ident{}
}

// rest returns the entries whose keys the grammar does not list.
func (m *Fields) rest() []source.Pair {
	if m.Node == nil {
		return nil
	}
	var rest []source.Pair
	for _, p := range m.Node.Pairs {
		if !m.shape.has(p.Key.Value) {
			rest = append(rest, p)
		}
	}
	return rest
}

// manyKeys is the maximum number of keys listed in a message.
const manyKeys = 16

// Close reports missing required keys and, unless the author of the file may choose keys, unknown
// ones.
func (m *Fields) Close() {
	for _, k := range m.shape.keys {
		if k.Needed {
			m.Need(k.Name)
		}
	}
	if m.shape.rest == "" {
		m.allowOnly(nil)
	}
}

// allowOnly reports keys that are neither in the grammar nor among the given ones.
func (m *Fields) allowOnly(chosen []string) {
	for _, p := range m.rest() {
		if slices.Contains(chosen, p.Key.Value) {
			continue
		}
		hint, all := "", slices.Concat(m.shape.names(), chosen)
		switch {
		case p.Key.Value == "cites":
			m.Diags.Hint(p.Key.Pos, "cite the clause at the innermost step, condition, formula or value that states it",
				"%s cannot cite clauses", m.name)
			continue
		case p.Key.Value == "count":
			hint = foreignWords["count"]
		case slices.Contains(durations, p.Key.Value) && slices.Contains(all, "resets"):
			hint = "write " + resetsHint
		case slices.Contains(durations, p.Key.Value) && slices.Contains(all, "set"):
			hint = "write `until: {end: PROCEDURE}`, or give the field " + resetsHint
		case len(all) <= manyKeys:
			hint = "its keys are " + joinWords(all)
		}
		if m.more != "" {
			hint = strings.TrimPrefix(hint+"; "+m.more, "; ")
		}
		m.Diags.UnknownOr(p.Key.Pos, p.Key.Value, all, hint, "%s has no key %q", m.name, p.Key.Value)
	}
}

// durations are keys with which authors say how long a value lasts. resetsHint says how a field gets its default back.
var durations = []string{"until", "lasts", "for", "ends", "expires", "duration"}

const resetsHint = "`resets: turn`, with which it has its default again when the next turn begins"

// Need reports each of the given keys that is missing.
func (m *Fields) Need(keys ...string) {
	for _, key := range keys {
		if m.Take(key) == nil {
			m.complain("%s needs %q", m.name, key)
		}
	}
}

// One returns the only key that the map has among the given ones, and reports an error
// otherwise. If several are present it returns the first, and if none is, "".
func (m *Fields) One(keys ...string) string {
	found := ""
	for _, key := range keys {
		switch {
		case m.Take(key) == nil:
		case found == "":
			found = key
		default:
			m.complain("%s can have %q or %q, but not both", m.name, found, key)
		}
	}
	if found == "" {
		m.complain("%s needs one of %s", m.name, joinWords(keys))
	}
	return found
}

// complain reports an error of the map as a whole.
func (m *Fields) complain(format string, args ...any) {
	if m.Node != nil {
		m.Diags.Add(m.Node.Pos, format, args...)
	}
}

// Int returns a number; ok is false if the key is missing or invalid.
func (m *Fields) Int(key string) (value int, ok bool) { return number(m.Take(key), m.Diags) }

// OneOf returns a word that the grammar lists for the key, or "" if the key is missing.
func (m *Fields) OneOf(key string) string {
	n, words := m.Take(key), m.shape.words(key)
	if n == nil {
		return ""
	}
	if n.Kind == source.Scalar && slices.Contains(words, n.Value) {
		return n.Value
	}
	m.Diags.Unknown(n.Pos, n.Value, words, "%q must be one of %s; found %s", key, joinWords(words), n.Describe())
	return ""
}

// Idents returns a list of names.
func (m *Fields) Idents(key string) []Ident { return idents(m.Take(key), m.Diags, plainName) }

func names(n *source.Node, d *source.Diagnostics) Names {
	var names Names
	for _, p := range Pairs(n, d, "names") {
		if names == nil {
			names = Names{}
		}
		names[ident(p.Key, d, languageName).Name] = text(p.Val, d)
	}
	return names
}

// joinWords joins words for a message.
func joinWords(words []string) string { return strings.Join(words, ", ") }

// text decodes a scalar other than null as one line of text.
func text(n *source.Node, d *source.Diagnostics) string {
	if n == nil {
		return ""
	}
	if n.Kind != source.Scalar || n.Tag == source.Null {
		d.Add(n.Pos, "expected a text, found %s", n.Describe())
	}
	return inOneLine.Replace(strings.TrimSpace(n.Value))
}

var inOneLine = strings.NewReplacer("\n", " ", "\r", "", "\t", " ")

func number(n *source.Node, d *source.Diagnostics) (value int, ok bool) {
	if n == nil {
		return 0, false
	}
	if n.Kind != source.Scalar || n.Tag != source.Int {
		reportType(n, source.Int, "a number", d)
		return 0, false
	}
	if value, ok = source.Number(n.Value); !ok {
		d.Add(n.Pos, "the number %s is too large", n.Value)
		return 0, false
	}
	return value, true
}

func truth(n *source.Node, d *source.Diagnostics) bool {
	if n != nil && (n.Kind != source.Scalar || n.Tag != source.Bool) {
		reportType(n, source.Bool, "true or false", d)
	}
	return n != nil && n.Value == "true"
}

// reportType reports a value of the wrong type. It suggests a fix for the spelling of other
// languages and for quoted values.
func reportType(n *source.Node, tag source.Tag, what string, d *source.Diagnostics) {
	word, by := "", ""
	if n.Kind == source.Scalar && n.Tag == source.Str {
		if value, _ := source.Instead(n.Value); value != "" &&
			(tag == source.Bool) == (value == "true" || value == "false") {
			word, by = n.Written(), value
		}
	}
	d.Replace(n.Pos, word, by, hintFor(n), "expected %s, found %s", what, n.Describe())
}

// hintFor returns a hint for a text that other YAML parsers treat as a number or truth value.
func hintFor(n *source.Node) string {
	if n.Kind != source.Scalar || n.Tag != source.Str {
		return ""
	}
	return source.Meant(n.Value)
}

// withVerb returns a name with its verb for a message: "`when` is", "a file of scenarios is",
// "names are".
func withVerb(what string) string {
	if strings.HasPrefix(what, "`") || strings.HasPrefix(what, "a ") {
		return "is"
	}
	return "are"
}

// Items returns the entries of a list; what is its name in messages.
func Items(n *source.Node, d *source.Diagnostics, what string) []*source.Node {
	if n == nil {
		return nil
	}
	if n.Kind != source.List {
		d.Hint(n.Pos, "write […], or one line with - for each item", "%s %s a list; found %s", what, withVerb(what),
			n.Describe())
	}
	return n.Items
}

// Pairs returns the entries of a map whose keys the author chooses; what is its name in messages.
func Pairs(n *source.Node, d *source.Diagnostics, what string) []source.Pair {
	if n == nil {
		return nil
	}
	if n.Kind != source.Map {
		d.Add(n.Pos, "%s are a map; found %s", what, n.Describe())
	}
	return n.Pairs
}

package syntax

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// Block is a list of steps.
type Block struct {
	Pos   source.Pos
	Steps []*Step
}

func (b *Block) empty() bool { return b == nil || len(b.Steps) == 0 }

// Step is one instruction of a rule: exactly one verb with its operands, and keys that every
// step may have.
type Step struct {
	If    *Cond      `yaml:"if" what:"a step" rest:"any"`
	Cites Clauses    `yaml:"cites"`
	Note  string     `yaml:"note"`
	ID    Ident      `yaml:"id,new" decl:"step"`
	Says  []Sentence `yaml:"says"` // the line in the log, for some verbs; nil for the default text
	Pos   source.Pos // position of the first key
	Verb  string     // as written: "choose"
	Words string     // its name in scenarios and patches: the verb and its object as written, "choose prey"
	Do    Do
	Added []source.Pair // conditions that variants add to those in the file, by their keys; for printing
}

// Do is the action of a step: a pointer to one of the structs in verbs.go.
type Do any

// Sentence is the log line of a step in one language.
type Sentence struct {
	Lang string
	*Picture
}

// DecodeBlock decodes a list of steps. Steps that cannot be decoded are omitted. It returns nil
// for a nil node.
func DecodeBlock(n *source.Node, d *source.Diagnostics) *Block {
	if n == nil {
		return nil
	}
	b := &Block{Pos: n.Pos}
	for _, item := range Items(n, d, "steps") {
		if s := decodeStep(item, d); s != nil {
			b.Steps = append(b.Steps, s)
		}
	}
	return b
}

func decodeStep(n *source.Node, d *source.Diagnostics) *Step {
	m := OpenMap(n, d, "a step")
	verb := m.verb()
	if verb == "" {
		return nil
	}
	m.name = "`" + verb + "`"
	m.shape = shapeOf(m.name)
	s := &Step{Verb: verb, Words: wordsOf(n), Do: reflect.New(verbStruct(verb)).Interface()}
	m.fill(s, nil)
	if verb == "if" {
		s.If = nil
	}
	s.Pos = n.Pairs[0].Key.Pos
	m.fill(s.Do, nil)
	m.Close()
	return s
}

// decodeSays decodes the log line of a step: a text in English, or a text for each language.
func decodeSays(n *source.Node, d *source.Diagnostics) (out []Sentence) {
	say := func(lang string, n *source.Node) {
		p := decodePicture(n, d)
		if p != nil && len(p.Lines) > 1 {
			d.Add(n.Pos, "`says` is one line")
		}
		if p != nil {
			out = append(out, Sentence{lang, p})
		}
	}
	if n.Kind != source.Map {
		say("en", n)
		return out
	}
	for _, p := range n.Pairs {
		say(ident(p.Key, d, languageName).Name, p.Val)
	}
	return out
}

// verb returns the verb of a step, or reports that the number of verbs is not one. `if` is a
// verb only in a step without another verb. In a step `switch` or `ruling`, a key that looks
// like a verb may be a branch.
func (m *Fields) verb() string {
	if m.Node == nil {
		return ""
	}
	if found := verbsOf(m.Node); len(found) > 1 {
		m.Diags.Hint(found[1].Key.Pos, "make them two steps", "a step must have exactly one verb; found %q and %q",
			found[0].Key.Value, found[1].Key.Value)
		return ""
	}
	if verb, _ := VerbOf(m.Node); verb != nil {
		return verb.Value
	}
	m.noVerb()
	return ""
}

func verbsOf(n *source.Node) []source.Pair {
	var found []source.Pair
	for _, p := range n.Pairs {
		if p.Key.Value != "if" && verbStruct(p.Key.Value) != nil {
			found = append(found, p)
		}
	}
	if i := slices.IndexFunc(found, func(p source.Pair) bool {
		return p.Key.Value == "switch" || p.Key.Value == "ruling"
	}); i >= 0 {
		head := found[i].Key
		found = slices.DeleteFunc(found, func(p source.Pair) bool {
			return p.Key != head && p.Val.Kind != source.Scalar
		})
	}
	return found
}

// VerbOf returns the verb of a step and its object as written, or nil if the step is invalid.
func VerbOf(n *source.Node) (verb, object *source.Node) {
	if n == nil || n.Kind != source.Map {
		return nil, nil
	}
	for _, p := range verbsOf(n) {
		return p.Key, p.Val
	}
	if n.Get("do") != nil {
		for _, p := range n.Pairs {
			if p.Key.Value == "if" {
				return p.Key, p.Val
			}
		}
	}
	return nil, nil
}

// wordsOf returns the verb of a step and its object as written. If the object is a map, such as the options of a `may`,
// its first key stands for it.
func wordsOf(n *source.Node) string {
	verb, object := VerbOf(n)
	switch {
	case object.Kind == source.Scalar:
		return SingleSpaced(verb.Value + " " + object.Value)
	case len(object.Pairs) > 0:
		return SingleSpaced(verb.Value + " " + object.Pairs[0].Key.Value)
	}
	return verb.Value
}

// SingleSpaced returns words that name a step with single spaces between them.
func SingleSpaced(words string) string { return strings.Join(strings.Fields(words), " ") }

// OwnCondition returns the place of the condition under a key of a step or its verb, in a copy of the verb's operands.
// It returns nil if the step has no conditions under that key.
func (s *Step) OwnCondition(key string) **Cond {
	t := reflect.TypeOf(s.Do).Elem()
	for _, f := range shapeFor(t).fields {
		if f.keys[0] == key && t.FieldByIndex(f.index).Type == reflect.TypeFor[*Cond]() {
			own := reflect.New(t)
			own.Elem().Set(reflect.ValueOf(s.Do).Elem())
			s.Do = own.Interface()
			return own.Elem().FieldByIndex(f.index).Addr().Interface().(**Cond)
		}
	}
	if key == "if" {
		return &s.If
	}
	return nil
}

// conditionKeys are the keys under which some steps have conditions.
var conditionKeys = []string{"if", "where", "together", "while"}

// ConditionKeys returns the keys under which a step can have conditions.
func (s *Step) ConditionKeys() []string {
	return slices.DeleteFunc(slices.Clone(conditionKeys), func(key string) bool { return s.OwnCondition(key) == nil })
}

// Address returns the name of a step in patches: its id, or its words.
func (s *Step) Address() string { return cmp.Or(s.ID.Name, s.Words) }

// foreignWords maps keywords of other languages to their equivalent in this one.
var foreignWords = map[string]string{
	"else":  "`else` belongs in the same step as `if` and `do`, or in the branches of `switch`",
	"elif":  "for a chain of conditions, write `else` in the step with `if` and `do`, with another `if` step in it",
	"then":  "write the steps of a condition under `do`",
	"for":   "write a loop over a list as `each: NAME`, with `in` and `do`",
	"count": "give numbers as `draw: 2`, `copies: 2` of a card, `exactly: 2` choices, `dice: 2`, or `number: 2` equal tokens",

	"repeat": "write a loop over numbers as `each: NAME`, with `in: 1..3` and `do`; a loop with a condition is `while`",
}

// noVerb reports a step without a verb, and suggests the verb that was probably meant.
func (m *Fields) noVerb() {
	for _, p := range m.Node.Pairs {
		if says := foreignWords[p.Key.Value]; says != "" {
			m.Diags.Hint(p.Key.Pos, says, "this step has no verb")
			return
		}
	}
	for _, p := range m.Node.Pairs {
		if source.Nearest(p.Key.Value, Verbs()) != "" && !slices.Contains(StepWords, p.Key.Value) {
			m.Diags.Unknown(p.Key.Pos, p.Key.Value, Verbs(), "a step needs a verb, and %q is not a verb", p.Key.Value)
			return
		}
	}
	hint := "the verbs are " + strings.Join(Verbs(), ", ")
	if m.Has("if") {
		hint = "a step with the verb `if` needs `do`; other steps " + hint
	}
	word := ""
	for _, p := range slices.Backward(m.Node.Pairs) {
		if !slices.Contains(StepWords, p.Key.Value) {
			word = p.Key.Value
		}
	}
	m.Diags.UnknownOr(m.Node.Pos, word, Verbs(), hint, "this step has no verb")
}

// StepWords are keys that may occur beside the branches of a ruling.
var StepWords = []string{"if", "cites", "id", "note", "else", "ruling"}

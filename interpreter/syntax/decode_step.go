package syntax

import (
	"slices"

	"moraine/interpreter/source"
)

// DecodeBlock reads a list of steps. Steps that cannot be read at all are left
// out. A missing node is a missing block.
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

// decodeStep reads the small words that any step may carry, then lets the verb
// read its operands, and complains about what is left.
func decodeStep(n *source.Node, d *source.Diagnostics) *Step {
	m := OpenMap(n, d, "a step")
	word := m.verb()
	if word == "" {
		return nil
	}
	s := &Step{Pos: n.Pairs[0].Key.Pos, Verb: word}
	m.what = "`" + word + "`"
	m.as(m.what)
	if word != "if" {
		s.If = m.Cond("if")
	}
	s.Cites, s.Note, s.ID = m.Cites(), m.Text("note"), DecodeNew(m.Take("id"), d)
	s.Says = decodeSays(m)
	if s.Do = decodeVerb(word, m); s.Do == nil {
		return nil
	}
	m.Close()
	return s
}

// decodeSays reads the sentence that stands for a step in the log: a text in English, or one for
// each of several languages.
func decodeSays(m *Fields) (out []Sentence) {
	if !m.shape.has("says") {
		return nil // Close then refuses the key
	}
	n := m.Take("says")
	say := func(lang string, n *source.Node) {
		p := decodeDraws(n, m.Diags)
		if p != nil && len(p.Lines) > 1 {
			m.Diags.Add(n.Pos, "`says` is one line")
		}
		if p != nil {
			out = append(out, Sentence{lang, p})
		}
	}
	if n == nil || n.Kind != source.Map {
		say("en", n)
		return out
	}
	for _, p := range Pairs(n, m.Diags, "says") {
		say(ident(p.Key, m.Diags, languageName).Name, p.Val)
	}
	return out
}

// verb finds the one verb of a step, and complains if there is not exactly one.
// `if` is a verb only where no other stands beside it. Beside `switch` and
// `ruling`, what looks like a verb with steps is a branch of that name.
func (m *Fields) verb() string {
	if m.Node == nil {
		return ""
	}
	found := verbsOf(m.Node)
	switch {
	case len(found) == 1:
		return found[0].Key.Value
	case len(found) > 1:
		m.Diags.Hint(found[1].Key.Pos, "make them two steps", "a step has exactly one verb; this one has %q and %q", found[0].Key.Value, found[1].Key.Value)
	case m.Has("if") && m.Has("do"):
		return "if"
	default:
		m.noVerb()
	}
	return ""
}

func verbsOf(n *source.Node) []source.Pair {
	var found []source.Pair
	for _, p := range n.Pairs {
		if p.Key.Value != "if" && slices.Contains(verbs, p.Key.Value) {
			found = append(found, p)
		}
	}
	if i := slices.IndexFunc(found, func(p source.Pair) bool { return isBranching(p.Key.Value) }); i >= 0 {
		head := found[i].Key
		found = slices.DeleteFunc(found, func(p source.Pair) bool { return p.Key != head && p.Val.Kind != source.Scalar })
	}
	return found
}

// VerbOf is the verb of a step and its object as they are written, of a step
// that decodes; nil for what is none.
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

func isBranching(word string) bool { return word == "switch" || word == "ruling" }

// elsewhere are words of other languages, and how this one says it.
var elsewhere = map[string]string{
	"else":  "`else` stands in the step above it, beside `if` and `do`, or among the branches of `switch`",
	"elif":  "write `else` in the step above it, beside `if` and `do`, and in that a step with `if`",
	"then":  "what is done under a condition stands under `do`",
	"for":   "what is done for each of a list is `each: NAME`, with `in` and `do`",
	"count": "say how many as `draw: 2`, `copies: 2` of a card, `exactly: 2` of what is chosen, `dice: 2`, or `number: 2` of alike tokens",
}

// noVerb guesses which key was meant as the verb.
func (m *Fields) noVerb() {
	for _, p := range m.Node.Pairs {
		if says := elsewhere[p.Key.Value]; says != "" {
			m.Diags.Hint(p.Key.Pos, says, "this step has no verb")
			return
		}
	}
	for _, p := range m.Node.Pairs {
		if source.Nearest(p.Key.Value, verbs) != "" && !slices.Contains(StepWords, p.Key.Value) {
			m.Diags.Unknown(p.Key.Pos, p.Key.Value, verbs, "a step needs a verb, and %q is none", p.Key.Value)
			return
		}
	}
	hint := "the verbs are " + listed(verbs)
	if m.Has("if") {
		hint = "with `if` as its verb it needs `do`; otherwise " + hint
	}
	word := ""
	for _, p := range slices.Backward(m.Node.Pairs) {
		if !slices.Contains(StepWords, p.Key.Value) {
			word = p.Key.Value
		}
	}
	m.Diags.UnknownOr(m.Node.Pos, word, verbs, hint, "this step has no verb")
}

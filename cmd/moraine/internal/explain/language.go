package explain

import (
	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// acts maps the words of scenario scripts to their meanings.
var acts = map[string]string{
	"rolls":   "the results of the next dice, in order, or a map from players to their results",
	"draws":   "the cards that are drawn next, in order, or the order in which a step takes unseen pieces",
	"play":    "the player plays this card in a window",
	"target":  "the frame or piece at which the card is played",
	"pass":    "the player declines the option or window that is open",
	"nothing": "the player declines the open choices of the current act, and nothing else",
}

// Word explains a word of the language at a position of a file in a folder (cards, scenarios or
// variants): a key, depending on the map that contains it, or a word of a script.
func (e *Explainer) Word(folder string, doc *source.Node, at source.Pos, word string) (text string, ok bool) {
	in, key, found := syntax.KeyAt(folder, doc, at)
	switch object, keys, verb := syntax.Operands(word); {
	case found && verb && in == "`"+word+"`" && key.Name == word:
		return e.verb(word, object, keys).Text(words.Width), true
	case found:
		return e.key(in, key).Text(words.Width), true
	case folder == "scenarios" && acts[word] != "" && inScript(doc, at):
		t := e.answer(word + " · " + e.n.T("word of a script"))
		t.item("", e.n.T(acts[word]))
		return t.Text(words.Width), true
	}
	if f, ok := interpreter.FunctionNamed(word); ok {
		return e.function(f).Text(words.Width), true
	}
	return "", false
}

// function explains a function of formulas.
func (e *Explainer) function(f interpreter.Function) *Answer {
	t := e.answer(f.Usage + " · " + e.n.T("function of formulas"))
	t.item("", f.Doc)
	return t
}

// inScript reports whether a position lies in the `when` of a scenario, or in one under a configuration.
func inScript(doc *source.Node, at source.Pos) bool {
	inside := func(n *source.Node) bool {
		when := n.Get("when")
		return when != nil && order(when.Pos, at) <= 0 && order(at, endOf(when)) <= 0
	}
	for _, n := range doc.Items {
		if inside(n) {
			return true
		}
		if under := n.Get("under"); under != nil {
			for _, p := range under.Pairs {
				if inside(p.Val) {
					return true
				}
			}
		}
	}
	return false
}

// key explains a key of the language.
func (e *Explainer) key(in string, k syntax.Key) *Answer {
	t := e.answer(k.Name + " · " + e.n.T("key of %s", in))
	says := describeValue(k.Is)
	if k.Needed {
		says += ", " + e.n.T("needed")
	}
	verb := in[1 : len(in)-1]
	if without := operandDefaults[verb+" "+k.Name]; without != "" {
		says += "; " + e.n.T(without)
	}
	t.item("", says)
	return t
}

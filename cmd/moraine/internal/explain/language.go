package explain

import (
	"strings"

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
// variants): a key, depending on the map that contains it, or a word of a script. It is nil for other words.
func (e *Explainer) Word(folder string, doc *source.Node, at source.Pos, word string) *Answer {
	in, key, found := syntax.KeyAt(folder, doc, at)
	_, _, verb := syntax.Operands(word)
	switch {
	case found && !(verb && in == "`"+word+"`" && key.Name == word):
		return e.key(in, key)
	case !found && folder == "scenarios" && acts[word] != "" && inScript(doc, at):
		return act(word, e.n)
	case !found && verb:
		return nil
	}
	return ofLanguage(word, e.n)
}

// ofLanguage explains a verb or a function in a language, or returns nil.
func ofLanguage(word string, n words.Names) *Answer {
	if object, keys, ok := syntax.Operands(strings.ToLower(word)); ok {
		return verb(n, strings.ToLower(word), object, keys)
	}
	if f, ok := interpreter.FunctionNamed(word); ok {
		t := &Answer{Head: f.Usage + " · " + n.T("function of formulas"), n: n}
		t.item("", f.Doc)
		return t
	}
	return nil
}

// act explains a word of a script.
func act(word string, n words.Names) *Answer {
	t := &Answer{Head: word + " · " + n.T("word of a script"), n: n}
	t.item("", n.T(acts[word]))
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

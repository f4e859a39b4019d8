package explain

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// procedure explains a procedure: its steps, its callers, and the clauses and rulings behind it.
func (e *Explainer) procedure(p *syntax.Procedure, what string) *Answer {
	t := e.answer(p.Name + " · " + e.n.T(what))
	t.item(p.Pos.String(), "")
	node := e.p.Value(p.Pos)
	for _, key := range [...]string{"takes", "gives", "names", "if", "again", "closed_in"} {
		if n := node.Get(key); n != nil {
			t.section(words.Title(strings.ReplaceAll(key, "_", " ")))
			t.item("", e.p.Flow(n))
		}
	}
	if f := node.Get("formulas"); f != nil {
		t.section("Formulas")
		for _, q := range f.Pairs {
			t.item(q.Key.Value, e.p.Flow(q.Val))
		}
	}
	t.section("Steps")
	e.block(t, p.Do)
	if p.AtEnd != nil {
		t.section("At the end, also after a stop:")
		e.block(t, p.AtEnd)
	}
	e.addresses(t, p)
	e.context(t, p.Name)
	e.places(t, "Where it is called", e.x.usesOf("call", p.Name))
	e.deciding(t, e.x.usedBy("procedure "+p.Name, "clause"))
	return t
}

// addresses lists the steps of the game with their names in patches. Steps that a variant adds have one only if they
// have an id.
func (e *Explainer) addresses(t *Answer, p *syntax.Procedure) {
	times := map[string]int{}
	var all []*syntax.Step
	p.Walk(func(s *syntax.Step) {
		of := func(v *syntax.Variant) bool { return v.Pos.File == s.Pos.File }
		copied := func(other *syntax.Step) bool { return other.Pos == s.Pos } // for a reading that is like another one
		if (s.ID.Name != "" || !slices.ContainsFunc(e.g.Variants, of)) && !slices.ContainsFunc(all, copied) {
			times[s.Address()]++
			all = append(all, s)
		}
	})
	addItems(t, Addresses, "Its steps, as patches name them", all, func(s *syntax.Step) (label, says string) {
		says = source.Text("procedures." + p.Name + "/" + s.Address()).Inline()
		if times[s.Address()] > 1 {
			says = e.n.T("%s: other steps have the same words", s.Words)
		}
		return s.Pos.String(), says
	})
}

// context adds the labelled values that a table shows during questions of a procedure or
// window.
func (e *Explainer) context(t *Answer, name string) {
	for _, c := range e.g.Syntax.Contexts {
		if c.Name != name {
			continue
		}
		t.section("Shown while it asks")
		for _, cell := range e.p.Value(c.Pos).Pairs {
			t.item(cell.Key.Value, e.p.Flow(cell.Val))
		}
	}
}

// operandDefaults describes, by verb and operand, the default of operands for which it is not obvious.
var operandDefaults = map[string]string{
	"draw face": "default: up, or down in a zone with `face: down`",
	"move face": "default: the `face` of the zone, otherwise unchanged; a piece that leaves a zone with `face: down` is turned up",
}

// verb explains a verb of the language and its operands. The explanation is the same for every
// game.
func verb(n words.Names, name, object string, keys []syntax.Key) *Answer {
	t := &Answer{Head: name + " · " + n.T("verb of the language, written as the step `%s: …`", name), n: n}
	t.item(name, describeValue(object))
	for _, k := range keys {
		says := describeValue(k.Is)
		if k.Needed {
			says += ", " + n.T("needed")
		}
		if without := operandDefaults[name+" "+k.Name]; without != "" {
			says += "; " + n.T(without)
		}
		t.item(k.Name, says)
	}
	t.item("", n.T("Any step can also have `if`, `cites`, `note` and `id`."))
	t.item("", n.T("moraine help verb describes all verbs, and moraine explain VERB one of them."))
	return t
}

// describeValue describes the value of a key according to the grammar.
func describeValue(is string) string {
	if words, ok := strings.CutPrefix(is, "="); ok {
		return strings.ReplaceAll(words, "|", " or ")
	}
	plain := strings.NewReplacer("(", "", ")", "", "_", " ", "/", " or ", "{", "by name: ", "}", "", "bool",
		"true or false")
	return plain.Replace(is)
}

// calledBy returns the procedures that contain some calls, without duplicates.
func (e *Explainer) calledBy(calls []mention) []*syntax.Procedure {
	var out []*syntax.Procedure
	for _, id := range calls {
		for _, p := range e.g.Syntax.Procedures {
			if p.Name == id.Name && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// window explains a window and lists the cards that can be played in it.
func (e *Explainer) window(w *syntax.Window) *Answer {
	t := e.answer(w.Name + " · " + e.n.T("window"))
	t.item(w.Pos.String(), "")
	t.item("", e.p.Flow(e.p.Value(w.Pos)))
	var cards []string
	for _, k := range e.g.Syntax.Kinds {
		for _, c := range k.Cards {
			if c.Play != nil && slices.Contains(syntax.NamesOf(c.Play.In), w.Name) {
				cards = append(cards, c.Name)
			}
		}
	}
	e.context(t, w.Name)
	t.section("What is played in it")
	t.item("", strings.Join(cards, ", "))
	e.clauses(t, e.x.usedBy("window "+w.Name, "clause"))
	e.deciding(t, e.x.usedBy("window "+w.Name, "clause"))
	return t
}

// step explains a step with the steps inside it, the clauses that they cite, and the rulings behind them.
func (e *Explainer) step(s *syntax.Step) *Answer {
	t := e.answer(e.n.T("a step of %s", e.x.in[s]))
	t.item(s.Pos.String(), "")
	t.section("")
	e.p.Step(s)
	t.rules(e.p.Take(), 1)
	cites := e.cites(s)
	for _, b := range syntax.Inner(s) { // includes steps added by variants
		syntax.WalkBlock(b, func(s *syntax.Step) { cites = append(cites, e.cites(s)...) })
	}
	e.clauses(t, cites)
	e.deciding(t, cites)
	return t
}

// cites returns the clauses that a step cites, and those of conditions that variants add to it.
func (e *Explainer) cites(s *syntax.Step) []mention {
	cites := e.x.usesIn(e.p.StepNode(s), "clause")
	for _, a := range s.Added {
		cites = append(cites, e.x.usesIn(a.Val, "clause")...)
	}
	return cites
}

// block prints steps with their inner steps indented.
func (e *Explainer) block(t *Answer, b *syntax.Block) {
	if b == nil || len(b.Steps) == 0 {
		t.item("", e.n.T("nothing"))
		return
	}
	e.p.Block(b)
	t.rules(e.p.Take(), 1)
}

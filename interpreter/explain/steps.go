package explain

import (
	"strings"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/internal/words"
)

func (e *Explainer) procedure(p *syntax.Procedure, node *source.Node) string {
	t := &text{}
	t.head(p.Name + " · procedure")
	t.item(p.Pos.String(), "")
	for _, key := range [...]string{"takes", "gives", "names"} {
		if n := node.Get(key); n != nil {
			t.section(words.Title(key))
			t.item("", flow(n))
		}
	}
	if f := node.Get("formulas"); f != nil {
		t.section("Formulas")
		for _, q := range f.Pairs {
			t.item(q.Key.Value, flow(q.Val))
		}
	}
	t.section("Steps")
	e.block(t, node.Get("do"), 1)
	if end := node.Get("at_end"); end != nil {
		t.section("At the end, however it ends")
		e.block(t, end, 1)
	}
	e.places(t, "Where it is called", e.x.called[p.Name])
	return t.String()
}

func (e *Explainer) windowNode(w *syntax.Window) *source.Node {
	return e.x.nodes["window "+w.Name]
}

func (e *Explainer) window(w *syntax.Window) string {
	t := &text{}
	t.head(w.Name + " · window")
	t.item(w.Pos.String(), "")
	t.item("", flow(e.windowNode(w)))
	var cards []string
	for _, k := range e.g.Syntax.Kinds {
		for _, c := range k.Cards {
			if c.Play == nil {
				continue
			}
			for _, in := range c.Play.In {
				if in.Name == w.Name {
					cards = append(cards, c.Name)
				}
			}
		}
	}
	t.section("What is played in it")
	t.WriteString(words.Wrap("  ", 2, strings.Join(cards, ", ")))
	e.clauses(t, "Clauses", allCites(e.windowNode(w)))
	return t.String()
}

// stepAt explains the step that stands at a place.
func (e *Explainer) stepAt(pos source.Pos) string {
	for _, s := range e.x.steps {
		if s.Pairs[0].Key.Pos.String() == pos.String() { // the files were read twice
			return e.step(s)
		}
	}
	return ""
}

func (e *Explainer) step(n *source.Node) string {
	t := &text{}
	t.head("a step of " + e.x.in[n])
	t.item(n.Pairs[0].Key.Pos.String(), "")
	t.WriteByte('\n')
	e.sentence(t, n, 1)
	e.clauses(t, "Clauses", allCites(n))
	return t.String()
}

// block writes steps, those inside a step farther in.
func (e *Explainer) block(t *text, n *source.Node, depth int) {
	if n == nil || len(n.Items) == 0 {
		t.WriteString(strings.Repeat("  ", depth) + "nothing\n")
		return
	}
	for _, s := range n.Items {
		e.sentence(t, s, depth)
	}
}

// sentence writes a step as a line: the verb and its object, then the small
// words in the order written, and the clauses; what is inside it below.
func (e *Explainer) sentence(t *text, n *source.Node, depth int) {
	indent := strings.Repeat("  ", depth)
	verb, object := syntax.VerbOf(n)
	if verb == nil {
		t.WriteString(words.Wrap(indent, len(indent)+4, flow(n)))
		return
	}
	if verb.Value == "ruling" {
		e.settled(t, n, object.Value, depth)
		return
	}
	line := verb.Value
	if object.Kind == source.Scalar || verb.Value == "set" || verb.Value == "if" {
		line += " " + flow(object)
	}
	var inside []source.Pair
	for _, p := range n.Pairs {
		switch {
		case p.Key == verb, p.Key.Value == "cites", p.Key.Value == "note":
		case holdsSteps(p.Val) || verb.Value == "switch" && p.Key.Value != "if":
			inside = append(inside, p)
		case p.Val.Kind == source.Scalar && p.Val.Value == "true":
			line += ", " + words.Plain(p.Key.Value)
		default:
			line += ", " + words.Plain(p.Key.Value) + " " + flow(p.Val)
		}
	}
	if c := cites(n); c != "" {
		line += " (" + c + ")"
	}
	t.WriteString(words.Wrap(indent, len(indent)+4, line))
	if verb.Value == "may" {
		e.options(t, object, depth+1)
	}
	for _, p := range inside {
		switch p.Key.Value {
		case "do":
			e.block(t, p.Val, depth+1)
		default:
			e.branch(t, p, depth+1)
		}
	}
}

// settled writes a `ruling`: the branch of the reading in force, and which
// readings would go otherwise.
func (e *Explainer) settled(t *text, n *source.Node, key string, depth int) {
	force := e.g.Program.Readings[key]
	var taken *source.Node
	var others []string
	for _, p := range n.Pairs {
		switch name := p.Key.Value; {
		case name == "ruling", name == "id", name == "if", name == "cites", name == "note":
		case name == force:
			taken = p.Val
		case name == "else" && taken == nil:
			taken = p.Val
		default:
			others = append(others, name)
		}
	}
	line := "as " + key + " is read (" + force
	if len(others) > 0 {
		line += ", not " + strings.Join(others, ", ")
	}
	line += ")"
	if cond := n.Get("if"); cond != nil {
		line += ", if " + flow(cond)
	}
	if id := n.Get("id"); id != nil {
		line += ", id " + flow(id)
	}
	if c := cites(n); c != "" {
		line += " (" + c + ")"
	}
	if taken != nil && taken.Kind == source.Map {
		if v := taken.Get("variant"); v != nil {
			line += ": what variant " + v.Value + " says"
		}
		taken = taken.Get("do")
	}
	empty := taken != nil && len(taken.Items) == 0
	if empty {
		line += ": nothing"
	}
	indent := strings.Repeat("  ", depth)
	t.WriteString(words.Wrap(indent, len(indent)+4, line))
	if taken != nil && !empty {
		e.block(t, taken, depth+1)
	}
}

// options are those of a `may`: each its steps, or a map of condition and steps.
func (e *Explainer) options(t *text, n *source.Node, depth int) {
	for _, p := range n.Pairs {
		e.branch(t, p, depth)
	}
}

// branch writes what happens under a name: an option, a reading, a value.
func (e *Explainer) branch(t *text, p source.Pair, depth int) {
	indent := strings.Repeat("  ", depth)
	line := p.Key.Value + ":"
	do := p.Val
	if do.Kind == source.Map {
		if cond := do.Get("if"); cond != nil {
			line += " if " + flow(cond)
		}
		if variant := do.Get("variant"); variant != nil {
			line += " what variant " + variant.Value + " says"
		}
		if c := cites(do); c != "" {
			line += " (" + c + ")"
		}
		do = do.Get("do")
	}
	t.WriteString(words.Wrap(indent, len(indent)+4, line))
	if do == nil {
		return
	}
	if do.Kind == source.List {
		e.block(t, do, depth+1)
	} else {
		t.WriteString(words.Wrap(indent+"  ", len(indent)+6, flow(do)))
	}
}

// holdsSteps reports whether a value is a list of steps.
func holdsSteps(n *source.Node) bool {
	if n.Kind != source.List {
		return false
	}
	for _, it := range n.Items {
		if v, _ := syntax.VerbOf(it); v == nil {
			return false
		}
	}
	return len(n.Items) > 0
}

// flow writes a value on one line, as a person would say it. Clauses stand in
// brackets after what they are about.
func flow(n *source.Node) string {
	if n == nil {
		return ""
	}
	switch n.Kind {
	case source.Scalar:
		return strings.Join(strings.Fields(n.Value), " ")
	case source.List:
		var out []string
		for _, it := range n.Items {
			out = append(out, flow(it))
		}
		return strings.Join(out, ", ")
	}
	var out []string
	for _, p := range n.Pairs {
		switch p.Key.Value {
		case "cites":
		case "is":
			out = append(out, flow(p.Val))
		default:
			out = append(out, p.Key.Value+": "+flow(p.Val))
		}
	}
	text := strings.Join(out, "; ")
	if c := cites(n); c != "" {
		text += " (" + c + ")"
	}
	return text
}

// cites are the clauses that a map names for itself.
func cites(n *source.Node) string {
	var out []string
	if list := n.Get("cites"); list != nil {
		for _, id := range list.Items {
			out = append(out, id.Value)
		}
	}
	return strings.Join(out, ", ")
}

// allCites are the clauses named anywhere in a node, in order.
func allCites(n *source.Node) []syntax.Ident {
	var out []syntax.Ident
	if n == nil {
		return nil
	}
	for _, it := range n.Items {
		out = append(out, allCites(it)...)
	}
	for _, p := range n.Pairs {
		if p.Key.Value == "cites" {
			for _, id := range p.Val.Items {
				out = append(out, syntax.Ident{Name: id.Value, Pos: id.Pos})
			}
			continue
		}
		out = append(out, allCites(p.Val)...)
	}
	return out
}

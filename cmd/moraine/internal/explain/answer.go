package explain

import (
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/printer"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Answer is the explanation of one thing, for a document (Section) or a page of the book.
type Answer struct {
	Head  string // the name of the thing, and its sort
	Parts []Part // the title of the first part may be empty
	n     words.Names
}

func (e *Explainer) answer(head string) *Answer { return &Answer{Head: head, n: e.n} }

// Part is a list with a heading.
type Part struct {
	Title string
	Of    Sort // the sort of things that its labels name
	Items []Item
}

// Sort is the sort of things that the labels of a part name.
type Sort string

const (
	Clauses    Sort = "clauses"
	Rulings    Sort = "rulings"
	Rules      Sort = "rules"     // FILE:LINE:COL
	Statements Sort = "scenarios" // FILE:LINE
	Addresses  Sort = "addresses" // FILE:LINE:COL, of interest only to authors of variants
)

// Item is a label with its explanation, followed by sentences or lines of rules.
type Item struct {
	Label, Says string
	More        []string
	Rules       []printer.Line
	Value       *Value // set only for fields
	indent      int
}

// Value is a printed value with its origin.
type Value struct {
	Is      string
	Assumed bool
	Cites   []syntax.Ident
	Note    string
}

func (a *Answer) section(title string) { a.sectionOf("", title) }

func (a *Answer) sectionOf(labels Sort, title string) {
	a.Parts = append(a.Parts, Part{Title: a.n.T(title), Of: labels})
}

func (a *Answer) item(label, says string) {
	if len(a.Parts) == 0 {
		a.section("")
	}
	p := &a.Parts[len(a.Parts)-1]
	p.Items = append(p.Items, Item{Label: label, Says: says})
}

// addItems adds a part with an item for each element of a list. It omits duplicates and elements
// without a label, and adds nothing if no element remains.
func addItems[T any](a *Answer, labels Sort, head string, list []T, of func(T) (label, says string)) {
	told := map[[2]string]bool{{}: true}
	for _, x := range list {
		label, says := of(x)
		if told[[2]string{label, says}] {
			continue
		}
		if len(told) == 1 {
			a.sectionOf(labels, head)
		}
		told[[2]string{label, says}] = true
		a.item(label, says)
	}
}

// more adds a sentence to the last item.
func (a *Answer) more(says string) {
	it := a.last()
	it.More = append(it.More, says)
}

func (a *Answer) last() *Item {
	p := &a.Parts[len(a.Parts)-1]
	return &p.Items[len(p.Items)-1]
}

// rules adds lines of rules, indented.
func (a *Answer) rules(lines []printer.Line, indent int) {
	p := &a.Parts[len(a.Parts)-1]
	p.Items = append(p.Items, Item{Rules: lines, indent: indent})
}

// Section describes the answer as a part of a document.
func (a *Answer) Section() *doc.Section {
	out := &doc.Section{Title: a.Head}
	for i, p := range a.Parts {
		part := out
		if i > 0 || p.Title != "" {
			part = &doc.Section{Title: p.Title}
			out.Add(part)
		}
		for _, it := range p.Items {
			part.Add(it.block())
		}
	}
	return out
}

// Sections describes answers as parts of a document.
func Sections(answers []*Answer) (out []doc.Block) {
	for _, a := range answers {
		out = append(out, a.Section())
	}
	return out
}

// block returns the lines of rules, a sentence, or a label with its text.
func (it *Item) block() doc.Block {
	switch {
	case it.Rules != nil:
		var lines strings.Builder
		for _, l := range it.Rules {
			lines.WriteString(strings.Repeat("  ", it.indent+l.Depth) + l.Text + "\n")
		}
		return doc.Outline(lines.String())
	case it.Label == "":
		return doc.Indented(it.Says)
	}
	out := &doc.Item{Label: it.Label, Text: it.Says}
	for _, says := range it.More {
		out.Add(doc.Indented(says))
	}
	return out
}

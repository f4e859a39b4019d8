// Package doc describes results as a document, and writes it for a terminal, as Markdown and as a
// page of HTML. A tool builds its document once and has all three formats.
package doc

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// Doc is a document: its title, and blocks in reading order.
type Doc struct {
	Title  string
	Style  template.CSS // of plots
	Lang   string       // language of the text; "" is English
	Blocks []Block
}

// Block is a part of a document: a *Section, Text, Indented, *Table, *Plot, *Item, Lines, Code or Outline.
type Block any

// Section is a part with a title. A folded section can be opened and closed on a page.
type Section struct {
	Title  string
	Folded bool
	Blocks []Block
}

// Text is a paragraph.
type Text string

// Indented is a paragraph that a terminal indents below the line before it.
type Indented string

// Table is a table. A row with a single cell is the heading of the rows below it.
type Table struct {
	Head  []string // nil for none
	Align string   // l or r for each column; the rest is r, and "" is l for the first column
	Rows  [][]string
}

// Left reports whether a column is aligned to the left.
func (t *Table) Left(column int) bool {
	if t.Align == "" {
		return column == 0
	}
	return column < len(t.Align) && t.Align[column] == 'l'
}

// Columns returns the number of columns.
func (t *Table) Columns() int {
	n := len(t.Head)
	for _, row := range t.Rows {
		n = max(n, len(row))
	}
	return n
}

// Item is an entry of a list: an optional label such as a position or an id, its text, and further blocks below it. A
// folded item can be opened and closed on a page.
type Item struct {
	Label, Text string
	Folded      bool
	Blocks      []Block
}

// Lines are lines before and after a change. Each begins with its sign: "- ", "+ ", or "  " for a line on both sides.
type Lines []string

// Code is a text of several lines that is shown as it is.
type Code string

// Outline is code whose long lines a terminal wraps.
type Outline string

// Plot is a graphic on a page; terminals and Markdown show its table instead.
type Plot struct {
	HTML  template.HTML
	Table *Table
}

// Add appends blocks.
func (d *Doc) Add(blocks ...Block) { d.Blocks = append(d.Blocks, blocks...) }

// AddFilled appends a section, unless it is empty.
func (d *Doc) AddFilled(s *Section) {
	if len(s.Blocks) > 0 {
		d.Add(s)
	}
}

// Add appends blocks.
func (s *Section) Add(blocks ...Block) { s.Blocks = append(s.Blocks, blocks...) }

// Add appends blocks.
func (i *Item) Add(blocks ...Block) { i.Blocks = append(i.Blocks, blocks...) }

// Pretty writes the document for a terminal. Width 0 disables wrapping.
func (d *Doc) Pretty(w io.Writer, width int, color bool) error {
	p := &words.Page{Width: width, Color: color}
	if d.Title != "" {
		p.WriteString(p.Paint("1", words.WrapAt(width, "", 2, d.Title)))
		if len(d.Blocks) > 0 && kindOf(d.Blocks[0]) == "table" {
			p.Line("")
		}
	}
	pretty(p, "", false, d.Blocks)
	return p.To(w)
}

// Plain returns blocks as a terminal without colours shows them.
func Plain(width int, blocks ...Block) string {
	p := &words.Page{Width: width}
	pretty(p, "", false, blocks)
	return p.String()
}

// pretty writes blocks with an indent. Items are indented further, except within another item.
func pretty(p *words.Page, indent string, within bool, blocks []Block) {
	var before Block
	for i, b := range elsewhere(blocks) {
		_, section := b.(*Section)
		if section && p.Len() > 0 || !section && !within && i > 0 && apart(before) {
			p.Line("")
		}
		before = b
		switch b := b.(type) {
		case *Section:
			if b.Title != "" {
				p.WriteString(p.Paint("1", words.WrapAt(p.Width, indent, len(indent)+2, b.Title)))
			}
			pretty(p, indent, false, b.Blocks)
		case Text:
			p.Wrap(indent, len(indent), string(b))
		case Indented:
			p.Wrap(indent+"  ", len(indent)+2, string(b))
		case *Table:
			b.pretty(p, indent)
		case *Item:
			label := b.Label
			if label != "" {
				label += "  "
			}
			at := indent
			if !within {
				at += "  "
			}
			p.Wrap(at+label, len(at)+4, b.Text)
			pretty(p, at+"  ", true, b.Blocks)
		case Lines:
			for _, line := range b {
				text := strings.TrimLeft(line[1:], " ")
				head := indent + strings.TrimSuffix(line, text)
				p.WriteString(p.Paint(map[byte]string{'-': "31", '+': "32"}[line[0]],
					words.WrapAt(p.Width, head, len(head)+2, text)))
			}
		case Code:
			if within {
				indent += "  "
			}
			for line := range strings.Lines(string(b)) {
				p.Line("%s%s", indent, strings.TrimRight(line, "\n"))
			}
		case Outline:
			for line := range strings.Lines(string(b)) {
				text := strings.TrimLeft(line, " ")
				head := indent + strings.TrimSuffix(line, text)
				p.Wrap(head, len(head)+4, text)
			}
		}
	}
}

// elsewhere returns blocks for other formats than pages: with the tables of plots in place of the plots.
func elsewhere(blocks []Block) (out []Block) {
	for _, b := range blocks {
		plot, is := b.(*Plot)
		switch {
		case !is:
			out = append(out, b)
		case plot.Table != nil:
			out = append(out, plot.Table)
		}
	}
	return out
}

// apart reports whether an empty line follows a block: a section, or an item with lines or code.
func apart(before Block) bool {
	switch b := before.(type) {
	case *Section:
		return true
	case *Item:
		return slices.ContainsFunc(b.Blocks, func(b Block) bool { return kindOf(b) == "lines" || kindOf(b) == "code" })
	}
	return false
}

func (t *Table) pretty(p *words.Page, indent string) {
	width := make([]int, t.Columns())
	rows := t.Rows
	if t.Head != nil {
		rows = append([][]string{t.Head}, rows...)
	}
	for _, row := range rows {
		for i, cell := range row {
			if len(row) > 1 || len(width) == 1 {
				width[i] = max(width[i], utf8.RuneCountInString(cell))
			}
		}
	}
	for _, row := range rows {
		line := indent
		for i, cell := range row {
			if i > 0 {
				line += "  "
			}
			if t.Left(i) {
				line += fmt.Sprintf("%-*s", width[i], cell)
			} else {
				line += fmt.Sprintf("%*s", width[i], cell)
			}
		}
		p.Line("%s", strings.TrimRight(line, " "))
	}
}

// Markdown writes the document as Markdown of GitHub.
func (d *Doc) Markdown(w io.Writer) error {
	var b bytes.Buffer
	if d.Title != "" {
		fmt.Fprintf(&b, "**%s**\n", escape.Markdown(d.Title))
	}
	markdown(&b, "", d.Blocks)
	_, err := b.WriteTo(w)
	return err
}

func markdown(b *bytes.Buffer, indent string, blocks []Block) {
	within := false // a list has begun
	for _, x := range elsewhere(blocks) {
		item, is := x.(*Item)
		folded := is && item.Folded && len(item.Blocks) > 0
		if !is || !within || folded {
			b.WriteString("\n")
		}
		within = is && !folded
		switch x := x.(type) {
		case *Section:
			if x.Folded {
				fmt.Fprintf(b, "<details><summary>%s</summary>\n", template.HTMLEscapeString(x.Title))
			} else if x.Title != "" {
				fmt.Fprintf(b, "### %s\n", escape.Markdown(x.Title))
			}
			markdown(b, "", x.Blocks)
			if x.Folded {
				b.WriteString("\n</details>\n")
			}
		case Text:
			fmt.Fprintf(b, "%s%s\n", indent, escape.Markdown(string(x)))
		case Indented:
			fmt.Fprintf(b, "%s%s\n", indent, escape.Markdown(string(x)))
		case *Table:
			b.Truncate(b.Len() - 1) // escape.Table begins with an empty line
			cells := func(row []string) []string {
				out := make([]string, x.Columns())
				for i, cell := range row {
					out[i] = escape.Markdown(strings.TrimSpace(cell))
				}
				return out
			}
			row := escape.Table(b, cells(x.Head)...)
			for _, r := range x.Rows {
				row(cells(r)...)
			}
		case *Item:
			if folded {
				fmt.Fprintf(b, "<details><summary>%s</summary>\n",
					template.HTMLEscapeString(strings.TrimSpace(item.Label+" "+item.Text)))
				markdown(b, "", item.Blocks)
				b.WriteString("\n</details>\n")
				continue
			}
			label := ""
			if item.Label != "" {
				label = escape.Code(item.Label) + " "
			}
			fmt.Fprintf(b, "%s- %s%s\n", indent, label, escape.Markdown(item.Text))
			if len(item.Blocks) > 0 {
				markdown(b, indent+"  ", item.Blocks)
			}
		case Lines:
			fenced(b, indent, "diff", strings.Join(x, "\n")+"\n")
		case Code:
			fenced(b, indent, "", string(x))
		case Outline:
			fenced(b, indent, "", string(x))
		}
	}
}

func fenced(b *bytes.Buffer, indent, lang, text string) {
	fence := escape.Fence(text)
	for line := range strings.Lines(fence + lang + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n") {
		b.WriteString(indent + line)
	}
}

//go:embed page.html
var page string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"kind": kindOf, "class": classOf}).Parse(page))
})

// HTML writes the document as one self-contained page.
func (d *Doc) HTML(w io.Writer) error { return pageTemplate().Execute(w, d) }

// Body returns the content of the page, to be embedded in another one.
func (d *Doc) Body() (template.HTML, error) {
	var b strings.Builder
	err := pageTemplate().ExecuteTemplate(&b, "body", d)
	return template.HTML(b.String()), err
}

func kindOf(b Block) string {
	switch b.(type) {
	case *Section:
		return "section"
	case Text, Indented:
		return "text"
	case *Table:
		return "table"
	case *Plot:
		return "plot"
	case *Item:
		return "item"
	case Lines:
		return "lines"
	}
	return "code"
}

// classOf returns the class of a line by its sign.
func classOf(line string) string {
	return map[byte]string{'-': "minus", '+': "plus"}[line[0]]
}

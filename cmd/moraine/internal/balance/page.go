package balance

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter/words"
)

var (
	//go:embed page.html
	page string
	//go:embed balance.css
	style string
)

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"add": func(a, b int) int { return a + b },
	}).Parse(page))
})

// onPage is the data of a page.
type onPage struct {
	words.Names
	Title  string
	Style  template.CSS
	Graphs []*graph
}

// WriteHTML writes a sweep as one self-contained page.
func (s *Sweep) WriteHTML(w io.Writer) error {
	return pageTemplate().ExecuteTemplate(w, "sweep", onPage{Names: s.words, Title: s.Title(), Style: styles(), Graphs: s.graphs()})
}

func styles() template.CSS { return template.CSS(simulate.Page + simulate.Style + style) }

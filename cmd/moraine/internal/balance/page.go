package balance

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"

	"moraine/cmd/moraine/internal/doc"
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

// newDoc returns a document whose page has the styles of plots.
func newDoc(title string, n words.Names) *doc.Doc {
	return &doc.Doc{Title: title, Lang: n.Lang, Style: template.CSS(simulate.Page + simulate.Style + style)}
}

// plotted returns plots below a note, drawn by a template of this package, with the table of other formats. It panics
// on an error, because that is one of the template.
func plotted(name string, n words.Names, note string, plots any, table *doc.Table) *doc.Plot {
	var b strings.Builder
	if err := pageTemplate().ExecuteTemplate(&b, name, struct {
		words.Names
		Note  string
		Plots any
	}{Names: n, Note: note, Plots: plots}); err != nil {
		panic(err)
	}
	return &doc.Plot{HTML: template.HTML(b.String()), Table: table}
}

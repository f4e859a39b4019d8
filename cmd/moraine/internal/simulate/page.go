package simulate

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"
)

var (
	//go:embed page.html
	page string
	// Style is the style sheet for plots. It uses the colours --ink, --soft, --line and
	// --accent of the surrounding page.
	//go:embed plots.css
	Style string
	// Page is the style sheet for whole pages.
	//go:embed page.css
	Page string
)

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"add": func(a, b int) int { return a + b },
	}).Parse(page))
})

// HTML returns the differences as plots, one per measure.
func (c *Comparison) HTML() template.HTML { return made("plots", c.plots()) }

// made executes a template of this package. It panics on an error, because that is one of the template.
func made(name string, data any) template.HTML {
	var b strings.Builder
	if err := pageTemplate().ExecuteTemplate(&b, name, data); err != nil {
		panic(err)
	}
	return template.HTML(b.String())
}

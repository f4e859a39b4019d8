package simulate

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"

	"moraine/interpreter/words"
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
		"add":       func(a, b int) int { return a + b },
		"pageStyle": func() template.CSS { return template.CSS(Page + Style) },
	}).Parse(page))
})

// onPage is the data of a page of results.
type onPage struct {
	*Results
	words.Names
	Plots []*plot
	Style template.CSS
}

// CardName returns the name of a card.
func (p onPage) CardName(card string) string { return GroupName(p.words, card) }

// WriteHTML writes results as one self-contained page.
func (r *Results) WriteHTML(w io.Writer) error {
	return pageTemplate().ExecuteTemplate(w, "page", onPage{r, r.words, r.plots(), template.CSS(Page + Style)})
}

// HTML returns the content of that page, to be embedded in a page with Style.
func (r *Results) HTML() template.HTML {
	return made("body", onPage{Results: r, Names: r.words, Plots: r.plots()})
}

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

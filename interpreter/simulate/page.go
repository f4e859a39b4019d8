package simulate

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var page string

var pageTemplate = template.Must(template.New("page").Parse(page))

// WriteHTML writes results as one page that needs nothing else.
func (r *Results) WriteHTML(w io.Writer) error {
	return pageTemplate.Execute(w, struct {
		*Results
		Plots []*plot
	}{r, r.plots()})
}

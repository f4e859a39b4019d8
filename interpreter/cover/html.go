package cover

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var page string

var pageTemplate = template.Must(template.New("page").Parse(page))

// WriteHTML writes a report as one page that needs nothing else.
func (r *Report) WriteHTML(w io.Writer) error {
	return pageTemplate.Execute(w, struct {
		*Report
		Statuses []Status
	}{r, Statuses[:]})
}

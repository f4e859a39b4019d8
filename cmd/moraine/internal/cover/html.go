package cover

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html
var page string

var pageTemplate = template.Must(template.New("").Parse(page))

// onPage is what a page of a report shows.
type onPage struct {
	*Report
	Statuses []Status
}

// WriteHTML writes a report as one page that needs nothing else.
func (r *Report) WriteHTML(w io.Writer) error {
	return pageTemplate.ExecuteTemplate(w, "page", onPage{r, Statuses[:]})
}

// HTML is what stands on that page, for another one.
func (r *Report) HTML() (template.HTML, error) {
	var b strings.Builder
	err := pageTemplate.ExecuteTemplate(&b, "body", onPage{r, Statuses[:]})
	return template.HTML(b.String()), err
}

// FileSum is what came of the steps of a file.
type FileSum struct {
	File              string
	Done, Idle, Never int
}

// Part is a number of steps in percent of all.
func (f *FileSum) Part(n int) int { return n * 100 / max(1, f.Done+f.Idle+f.Never) }

// Files are the files that have steps, in order.
func (r *Report) Files() (out []*FileSum) {
	for _, s := range r.Steps {
		if n := len(out); n == 0 || out[n-1].File != s.File {
			out = append(out, &FileSum{File: s.File})
		}
		switch f := out[len(out)-1]; s.Came {
		case Done:
			f.Done++
		case Idle:
			f.Idle++
		case Never:
			f.Never++
		}
	}
	return out
}

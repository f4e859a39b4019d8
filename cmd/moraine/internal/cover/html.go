package cover

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed page.html
var page string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(page))
})

// onPage is the data of the page.
type onPage struct {
	*Report
	Statuses []Status
}

// WriteHTML writes a report as one self-contained page.
func (r *Report) WriteHTML(w io.Writer) error {
	return pageTemplate().ExecuteTemplate(w, "page", onPage{r, Statuses[:]})
}

// HTML returns the content of the page that WriteHTML writes, to be embedded in another page.
func (r *Report) HTML() (template.HTML, error) {
	var b strings.Builder
	err := pageTemplate().ExecuteTemplate(&b, "body", onPage{r, Statuses[:]})
	return template.HTML(b.String()), err
}

// FileSum counts the steps of a file by status.
type FileSum struct {
	File              string
	Done, Idle, Never int
}

// Part returns n steps as a percentage of all.
func (f *FileSum) Part(n int) int { return n * 100 / max(1, f.Done+f.Idle+f.Never) }

// Files returns the files that have steps, in order.
func (r *Report) Files() (out []*FileSum) {
	for _, s := range r.Steps {
		if n := len(out); n == 0 || out[n-1].File != s.File {
			out = append(out, &FileSum{File: s.File})
		}
		f := out[len(out)-1]
		switch s.Came {
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

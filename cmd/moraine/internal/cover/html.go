package cover

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"

	"moraine/cmd/moraine/internal/doc"
)

//go:embed bars.html
var bars string

var barsTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("bars").Parse(bars))
})

// Page describes a report for a browser: all of it, with details folded and a bar for each file.
func (r *Report) Page() *doc.Doc {
	var b strings.Builder
	if err := barsTemplate().Execute(&b, r); err != nil {
		panic(err) // an error of the template
	}
	d := r.describe(true, true)
	d.Title = r.T("%s: what its scenarios reach", r.Names.Game())
	d.Style = "svg { background: #ddd } .done { fill: #1a6b2f } .idle { fill: #9a5b00 }"
	d.Blocks = append([]doc.Block{doc.Text(r.Runs() + "."), &doc.Plot{HTML: template.HTML(b.String())}}, d.Blocks...)
	for _, block := range d.Blocks {
		part, _ := block.(*doc.Section)
		for i := 0; part != nil && i < len(part.Blocks); i++ {
			if it, is := part.Blocks[i].(*doc.Item); is {
				it.Folded = true
			}
		}
	}
	return d
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

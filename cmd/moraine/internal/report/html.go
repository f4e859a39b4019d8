package report

import (
	_ "embed"
	"html/template"
	"io"
	"path"
	"sync"

	"moraine/interpreter/scenario"
)

//go:embed page.html
var page string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"name": caseName}).Parse(page))
})

// folder has the cases of a folder of files.
type folder struct {
	Name   string
	Cases  []scenario.Case
	Failed int
}

func folders(cases []scenario.Case) []folder {
	var out []folder
	from := 0
	for i, c := range cases {
		if dir := path.Dir(c.File); len(out) == 0 || out[len(out)-1].Name != dir {
			out, from = append(out, folder{Name: dir}), i
		}
		f := &out[len(out)-1]
		f.Cases = cases[from : i+1]
		if c.Status == scenario.Failed {
			f.Failed++
		}
	}
	return out
}

// writeHTML writes one self-contained page.
func writeHTML(w io.Writer, r *scenario.Results, _ Options) error {
	return pageTemplate().Execute(w, struct {
		Sum     string
		Folders []folder
	}{sum(r), folders(r.Cases)})
}

package report

import (
	"fmt"
	"io"
	"path"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

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

// writeHTML writes one self-contained page: by folder, the cases that did not pass with their messages, and the others.
func writeHTML(w io.Writer, r *scenario.Results, _ Options) error {
	d := &doc.Doc{Title: sum(r)}
	for _, f := range folders(r.Cases) {
		part := &doc.Section{Title: fmt.Sprintf("%s: %d", f.Name, len(f.Cases))}
		if f.Failed > 0 {
			part.Title += fmt.Sprintf(", %d failed", f.Failed)
		}
		passed := &doc.Section{Title: string(scenario.Passed), Folded: true}
		for _, c := range f.Cases {
			item := &doc.Item{Label: fmt.Sprintf("%s:%d", c.File, c.Line), Text: caseName(c)}
			if c.Status == scenario.Passed {
				passed.Add(item)
				continue
			}
			item.Text, item.Folded = string(c.Status)+": "+item.Text, c.Status != scenario.Failed
			item.Add(doc.Code(c.Message.String()))
			part.Add(item)
		}
		if len(passed.Blocks) > 0 {
			part.Add(passed)
		}
		d.Add(part)
	}
	return d.HTML(w)
}

// summaryMost limits the length of a job summary, because GitHub ignores one over 1 MiB.
const summaryMost = 1_000_000

// writeMarkdown writes a table of all cases that did not pass, for a job summary.
func writeMarkdown(w io.Writer, r *scenario.Results, _ Options) error {
	d := &doc.Doc{Title: sum(r)}
	list, size := notPassed(r), 0
	table := &doc.Table{Head: []string{"outcome", "scenario", "where", "what"}}
	for _, c := range list {
		at := c.Place()
		row := []string{string(c.Status), caseName(c), fmt.Sprintf("%s:%d", at.File, at.Line), headline(c)}
		for _, cell := range row {
			size += len("| ") + len(escape.Markdown(cell))
		}
		if size > summaryMost {
			break
		}
		table.Rows = append(table.Rows, row)
	}
	if len(list) > 0 {
		d.Add(table)
	}
	if more := len(list) - len(table.Rows); more > 0 {
		d.Add(doc.Text(fmt.Sprintf("%d more do not fit into this summary", more)))
	}
	return d.Markdown(w)
}

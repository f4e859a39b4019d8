package lsp

import (
	"strings"
)

// hover explains what the word under the cursor means: as it is written, with what joins
// it to others if that has a meaning, else what stands on its line.
func (s *server) hover(d *document, p *params) (any, error) {
	good := s.good(d.game())
	if good == nil {
		return nil, nil
	}
	off := d.offset(p.Position)
	for _, joins := range []string{"-", "./", ""} {
		from, to := d.joined(off, joins)
		if from == to {
			continue
		}
		if text, ok := good.explainer().Of(d.s[from:to]); ok {
			return hover{markup{"markdown", fenced(text)}, d.span(from, to)}, nil
		}
	}
	return nil, nil
}

// fenced is a text as it stands, in Markdown.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence
}

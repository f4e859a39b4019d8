package lsp

import (
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// hover explains the name under the cursor, its declaration first; otherwise the key or word of
// the language with its line of the reference and a sample; otherwise anything with that name, which also works while
// the file has errors.
func (s *server) hover(d *document, p *params) (any, error) {
	good := s.lastGood(d.game())
	if good == nil {
		return nil, nil
	}
	off := d.offset(p.Position)
	e := good.explainer()
	x := s.indexMade(d.game()) // a name that has been moved since is found by its spelling below
	if x == nil {
		x = good.index()
	}
	if o := x.under(d.uri, off); o != nil && strings.HasPrefix(d.s[min(o.from, len(d.s)):], o.symbol.name) {
		if found := e.Of(o.symbol.name, o.symbol.pos); found != nil {
			return hover{markup{"markdown", fenced(explain.Sections(found))}, d.span(o.from, o.to)}, nil
		}
	}
	from, to := d.joined(off, "")
	if from < to {
		file := &interpreter.File{Name: d.path, Path: d.path, Text: []byte(d.s)}
		parsed, _ := source.Parse(file, source.DefaultLimits())
		folder, _, _ := strings.Cut(d.path, "/")
		if parsed != nil {
			if found := e.Word(folder, parsed, d.place(from), d.s[from:to]); found != nil {
				text := append([]doc.Block{found.Section()}, explain.Described(d.s[from:to], s.guides)...)
				return hover{markup{"markdown", fenced(text)}, d.span(from, to)}, nil
			}
		}
	}
	for _, joins := range []string{"-", "./", ""} {
		from, to := d.joined(off, joins)
		if from == to {
			continue
		}
		if found := e.Of(d.s[from:to], source.Pos{}); found != nil {
			return hover{markup{"markdown", fenced(explain.Sections(found))}, d.span(from, to)}, nil
		}
	}
	return nil, nil
}

// fenced formats explanations as a code block.
func fenced(found []doc.Block) string {
	text := doc.Plain(words.Width, found...)
	fence := escape.Fence(text)
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence
}

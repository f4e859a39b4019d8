package lsp

import (
	"strings"

	"moraine/interpreter/explain"
)

// hover explains what the word under the cursor means: as it is written, with what joins
// it to others if that has a meaning, else what stands on its line.
func (s *server) hover(p positionParams) (any, error) {
	d := s.doc(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	e := s.explainer(d.game())
	if e == nil {
		return nil, nil
	}
	off := d.offset(p.Position)
	for _, joins := range []string{"-", "./", ""} {
		from, to := d.joined(off, joins)
		if from == to {
			continue
		}
		if text, ok := e.Of(d.s[from:to]); ok {
			return hover{markup{"markdown", fenced(text)}, d.span(from, to)}, nil
		}
	}
	return nil, nil
}

// explainer explains the last good state of a game; nil if there was none. It is made
// once for each state.
func (s *server) explainer(game string) *explain.Explainer {
	good := s.good(game)
	if good == nil {
		return nil
	}
	k := s.desk(game)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.explains != good {
		suite, err := explain.ReadScenarios(good.Sources, game)
		if err != nil {
			suite = nil
		}
		k.explainer, _ = explain.New(good.Rules, good.Game, "", suite) // a Loader has read them
		k.explains = good
	}
	return k.explainer
}

func (s *server) desk(game string) *desk {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.desks[game]
}

// fenced is a text as it stands, in Markdown.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence
}

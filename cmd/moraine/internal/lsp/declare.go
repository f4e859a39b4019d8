package lsp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"

	"github.com/aymanbagabas/go-udiff"
	"github.com/sourcegraph/jsonrpc2"

	"moraine/cmd/moraine/internal/declare"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
)

// flips finds undeclared flips for the open documents: different outcomes of their scenarios
// under variants, or of all scenarios under an open variant.
func (s *server) flips(ctx context.Context, d *gameReview, loaded *interpreter.Loaded) map[string][]diagnostic {
	s.mu.Lock()
	var open []*document
	for _, doc := range s.docs {
		if doc.game() == d.game {
			open = append(open, doc)
		}
	}
	s.mu.Unlock()
	found := map[string][]diagnostic{}
	for _, doc := range open {
		target, opt := d.game, scenario.Options{Rules: loaded.Rules}
		switch v := variantIn(loaded.Rules, doc.path); {
		case isScenario(doc.path):
			target, opt.AllVariants = doc.path, true
		case v != "":
			opt.Load.Variant = v
		default:
			continue
		}
		res, err := scenario.Run(ctx, loaded.Sources, []string{target}, opt)
		if err != nil { // the errors were already reported
			continue
		}
		for _, c := range res.Cases {
			if c.Status == scenario.Failed && c.Undeclared && len(found[doc.uri]) < mostFlips {
				s.flipped(found, doc, c, loaded.Sources)
			}
		}
	}
	return found
}

// mostFlips limits the flips reported per document.
const mostFlips = 100

// flipped records a flip at its scenario or, for a built-in scenario, at the document under
// review.
func (s *server) flipped(found map[string][]diagnostic, doc *document, c scenario.Case, src interpreter.Sources) {
	file := fileNamed(src, c.Game, c.File)
	uri, text := s.uriOf(file), c.Message.Headline+c.Message.More()
	if uri == "" {
		uri = doc.uri
		found[uri] = append(found[uri],
			diagnostic{Severity: severityWarning, Source: "moraine",
				Message: c.Scenario + " (" + c.File + "): " + text})
	} else {
		s.note(found, source.Diagnostic{Pos: source.Pos{File: file, Line: c.At.Line, Col: c.At.Col}, Text: text},
			severityWarning)
	}
	found[uri][len(found[uri])-1].Data = &quickFix{Declare: []string{c.Game, c.Where(), c.Variant}}
}

const declareCommand = "moraine.declare"

// declare adds an entry to `under` by asking the editor to change the file.
func (s *server) declare(game, target, variant string) error {
	good := s.lastGood(game)
	if good == nil {
		return errors.New("there is no game " + game)
	}
	opt := scenario.Options{Rules: good.Rules, Load: interpreter.Options{Variant: variant}}
	made, err := declare.Run(s.ctx, good.Sources, []string{target}, opt, func(of *source.File, _ string) *source.File {
		if s.uriOf(of) != "" {
			return of
		}
		own := path.Join("scenarios", game, "under", variant+".yaml")
		files, _ := good.Sources.Scenarios(game) // cannot fail: the scenario was found there
		for _, f := range files {
			if f.File.Path == own {
				return f.File
			}
		}
		return &source.File{Name: own, Path: own}
	})
	switch {
	case err != nil:
		return err
	case len(made.Left) > 0:
		return errors.New("complete this entry by hand: " + made.Left[0].Why)
	}
	var edits []any
	for _, f := range made.Files {
		uri := s.uriOf(fileNamed(good.Sources, game, f.Name))
		if uri == "" { // a new file
			i := slices.IndexFunc(s.dirs, func(dir string) bool { return dir != "" })
			if i < 0 {
				return errors.New("no data folder to write to is open")
			}
			uri = (&url.URL{Scheme: "file",
				Path: filepath.ToSlash(filepath.Join(s.dirs[i], filepath.FromSlash(f.Name)))}).String()
			edits = append(edits,
				map[string]any{"kind": "create", "uri": uri, "options": map[string]any{"ignoreIfExists": true}})
		}
		edits = append(edits,
			map[string]any{"textDocument": map[string]any{"uri": uri, "version": nil},
				"edits": changes(string(f.Was), string(f.Text))})
	}
	_, err = s.conn.DispatchCall(s.ctx, "workspace/applyEdit",
		map[string]any{"label": "under " + variant, "edit": map[string]any{"documentChanges": edits}})
	return err
}

// changes returns line edits that convert one text to another.
func changes(was, is string) (out []textEdit) {
	t := newText(was)
	for _, e := range udiff.Lines(was, is) {
		out = append(out, textEdit{t.span(e.Start, e.End), e.New})
	}
	return out
}

// runDeclare runs the command of a quick fix.
func (s *server) runDeclare(args []any) (any, error) {
	if len(args) != 3 {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams,
			Message: declareCommand + " needs a game, a scenario and a variant"}
	}
	// in the background, because it takes long and the editor's answers are handled only between messages
	s.reviewing.Go(func() {
		defer s.recoverPanic(declareCommand)
		if err := s.declare(fmt.Sprint(args[0]), fmt.Sprint(args[1]), fmt.Sprint(args[2])); err != nil {
			s.show(1, flatten(err)[0].Text)
		}
	})
	return nil, nil
}

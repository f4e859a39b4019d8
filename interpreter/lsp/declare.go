package lsp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/declare"
)

// flips finds what nobody has declared of the documents that are open: how the scenarios of one
// come out under the variants, and what a variant does to all scenarios.
func (s *server) flips(ctx context.Context, d *desk, loaded *interpreter.Loaded) map[string][]diagnostic {
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
		if err != nil { // what is wrong is told by then
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

// mostFlips are told of a document.
const mostFlips = 100

// flipped notes a flip where its scenario stands or, of one that comes with the program, in the
// document that was looked at.
func (s *server) flipped(found map[string][]diagnostic, doc *document, c scenario.Case, src interpreter.Sources) {
	file := fileNamed(src, c.Game, c.File)
	uri, text := s.uriOf(file), strings.TrimPrefix(c.Message, fmt.Sprintf("%s:%d:%d: ", c.At.File, c.At.Line, c.At.Col))
	if uri == "" {
		uri = doc.uri
		found[uri] = append(found[uri], diagnostic{Severity: severityWarning, Source: "moraine", Message: c.Scenario + " (" + c.File + "): " + text})
	} else {
		s.note(found, source.Diagnostic{Pos: source.Pos{File: file, Line: c.At.Line, Col: c.At.Col}, Text: text}, severityWarning)
	}
	found[uri][len(found[uri])-1].Data = &repair{Declare: []string{c.Game, fmt.Sprintf("%s:%d", c.File, c.Line), c.Variant}}
}

const declareCommand = "moraine.declare"

// declare writes an entry of `under`, by having the editor change the file.
func (s *server) declare(game, target, variant string) error {
	good := s.good(game)
	if good == nil {
		return errors.New("there is no game " + game)
	}
	opt := scenario.Options{Rules: good.Rules, Load: interpreter.Options{Variant: variant}}
	made, err := declare.Run(s.ctx, good.Sources, []string{target}, opt, func(of *source.File, _ string) *source.File {
		if s.uriOf(of) != "" {
			return of
		}
		own := path.Join("scenarios", game, "under", variant+".yaml")
		files, _ := good.Sources.Scenarios(game) // the scenario was found among them
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
		return errors.New("this is for a person to say: " + made.Left[0].Why)
	}
	var changes []any
	for _, f := range made.Files {
		uri := s.uriOf(fileNamed(good.Sources, game, f.Name))
		if uri == "" { // of the author's own, to be made
			i := slices.IndexFunc(s.dirs, func(dir string) bool { return dir != "" })
			if i < 0 {
				return errors.New("there is no folder to write to")
			}
			uri = (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(s.dirs[i], filepath.FromSlash(f.Name)))}).String()
			changes = append(changes, map[string]any{"kind": "create", "uri": uri, "options": map[string]any{"ignoreIfExists": true}})
		}
		changes = append(changes, map[string]any{"textDocument": map[string]any{"uri": uri, "version": nil}, "edits": []textEdit{changed(string(f.Was), string(f.Text))}})
	}
	_, err = s.conn.DispatchCall(s.ctx, "workspace/applyEdit", map[string]any{"label": "under " + variant, "edit": map[string]any{"documentChanges": changes}})
	return err
}

// changed is the one edit that makes a text of another: of the lines that differ.
func changed(was, is string) textEdit {
	t, from := newText(was), 0
	for from < min(len(was), len(is)) && was[from] == is[from] {
		from++
	}
	from, _ = t.line(t.position(from).Line)
	same := 0
	for same < min(len(was), len(is))-from && was[len(was)-1-same] == is[len(is)-1-same] {
		same++
	}
	if i := strings.IndexByte(was[len(was)-same:], '\n'); i >= 0 {
		same -= i + 1
	} else {
		same = 0
	}
	return textEdit{t.span(from, len(was)-same), is[from : len(is)-same]}
}

// declares carries out the command of a quick fix.
func (s *server) declares(args []any) (any, error) {
	var said []string
	for _, a := range args {
		text, _ := a.(string)
		said = append(said, text)
	}
	if len(said) != 3 {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: declareCommand + " takes a game, a scenario and a variant"}
	}
	s.reviewing.Go(func() { // it takes long, and what it asks the editor is answered only between messages
		defer s.survives(declareCommand)
		if err := s.declare(said[0], said[1], said[2]); err != nil {
			_ = s.conn.Notify(s.ctx, "window/showMessage", map[string]any{"type": 1, "message": flatten(err)[0].Text}) // whoever has gone is not told
		}
	})
	return nil, nil
}

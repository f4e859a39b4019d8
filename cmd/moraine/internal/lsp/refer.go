package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"moraine/cmd/moraine/internal/layout"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// symbolAt returns the symbol under the cursor or, while the file has errors, a symbol with the
// name under the cursor.
func (x *index) symbolAt(d *document, p position) *symbol {
	off := d.offset(p)
	from, to := d.clause(off)
	if o := x.under(d.uri, off); o != nil && strings.HasPrefix(d.s[min(o.from, len(d.s)):], o.symbol.name) {
		return o.symbol
	}
	if all := x.named[d.s[from:to]]; len(all) == 1 {
		return all[0]
	}
	return nil
}

func (s *server) definition(d *document, p *params) (any, error) {
	found, err := s.places(d, p, func(o *occurrence) bool { return o.declares })
	if good := s.lastGood(d.game()); good != nil {
		if x := good.index().symbolAt(d, p.Position); x != nil && x.pos.File != nil && s.uriOf(x.pos.File) == "" {
			at, err := s.builtin(x)
			return append([]location{at}, found.([]location)...), err
		}
	}
	return found, err
}

// builtin returns the position of a built-in declaration in a copy of its file. The name of the
// copy's folder contains a hash of the text, so that a copy is never outdated.
func (s *server) builtin(x *symbol) (location, error) {
	f := x.pos.File
	folder, err := files.OpenPrivate(s.cache)
	if err != nil {
		return location{}, err
	}
	defer folder.Close()
	sum := sha256.Sum256(f.Text)
	name := filepath.Join(hex.EncodeToString(sum[:8]), filepath.FromSlash(f.Path))
	if err := folder.Write(name, f.Text); err != nil {
		return location{}, err
	}
	t := newText(string(f.Text))
	from := t.at(x.pos)
	if from < len(t.s) && (t.s[from] == '"' || t.s[from] == '\'') {
		from++
	}
	uri := (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(s.cache, name))}).String()
	return location{uri, t.span(from, from+len(x.name))}, nil
}

func (s *server) references(d *document, p *params) (any, error) {
	return s.places(d, p, func(o *occurrence) bool { return !o.declares || p.Context.IncludeDeclaration })
}

// places lists the occurrences of the symbol at a position that are wanted. It uses the last version of the game that
// loaded.
func (s *server) places(d *document, p *params, wanted func(*occurrence) bool) (any, error) {
	out := []location{}
	good := s.lastGood(d.game())
	if good == nil {
		return out, nil
	}
	if found := good.index().symbolAt(d, p.Position); found != nil {
		for _, o := range found.uses {
			if wanted(o) {
				out = append(out, location{o.uri, o.span()})
			}
		}
	}
	return out, nil
}

func (s *server) highlights(d *document, p *params) (any, error) {
	all, err := s.places(d, p, func(o *occurrence) bool { return o.uri == d.uri })
	out := []map[string]any{}
	for _, l := range all.([]location) {
		out = append(out, map[string]any{"range": l.Range})
	}
	return out, err
}

var (
	plainName   = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	keyName     = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$`)
	clauseName  = regexp.MustCompile(`^[A-Z0-9]+-[A-Z0-9]+-[0-9]+$`)
	sectionName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)
	freeName    = regexp.MustCompile(`^[^\s'"#{}\[\],&*!|>%@][^'"#{}\[\],]*$`)
)

// rename renames the symbol under the cursor in all files. It first loads the files and runs
// the scenarios with the new name, and refuses the request if that fails.
func (s *server) rename(d *document, p *params) (any, error) {
	refuse := func(format string, args ...any) (any, error) {
		return nil, &jsonrpc2.Error{Code: -32803, Message: fmt.Sprintf(format, args...)} // RequestFailed
	}
	good := s.lastGood(d.game())
	if good == nil || s.desk(d.game()).isBroken() {
		return refuse("cannot rename while %s has errors; fix them first", d.game())
	}
	found := good.index().symbolAt(d, p.Position)
	if found == nil {
		return refuse("there is no declared name at this position")
	}
	legal := plainName
	switch found.sort {
	case "ruling":
		legal = keyName
	case "clause":
		legal = clauseName
	case "section":
		legal = sectionName
	case "invariant", "measure":
		legal = freeName
	}
	switch {
	case !legal.MatchString(p.NewName):
		return refuse("%q is not a valid identifier for a %s", p.NewName, found.sort)
	case legal == plainName && syntax.IsTaken(p.NewName):
		return refuse("%q is a reserved word of the language", p.NewName)
	case p.NewName == found.name:
		return workspaceEdit{map[string][]textEdit{}}, nil
	}
	edits := map[string][]textEdit{}
	for _, o := range found.uses {
		edits[o.uri] = append(edits[o.uri], textEdit{o.span(), p.NewName})
	}
	if err := s.checkEdits(good, edits); err != nil {
		return refuse("renaming %s would cause an error: %s", found.name,
			spec.MessageOf(source.Diagnostics(flatten(err)[:1])).Summary())
	}
	return workspaceEdit{edits}, nil
}

// checkEdits returns an error if edits would cause errors in the files of a game.
func (s *server) checkEdits(good *state, edits map[string][]textEdit) error {
	src, id := good.Sources, good.Game.ID
	var paths []string
	for _, dir := range []string{"cards/", "variants/", "scenarios/"} {
		files, err := src.All(dir + id)
		if err != nil {
			return err
		}
		for _, f := range files {
			list := edits[s.uriOf(f)]
			if list == nil {
				continue
			}
			layer, path := s.place(s.uriOf(f))
			src = src.Over(layer, path, []byte(edited(string(f.Text), list)))
			paths = append(paths, path)
		}
	}
	rules, err := s.loader.Read(src, id)
	if err != nil {
		return err
	}
	variants := []string{""}
	for _, path := range paths {
		if v := variantIn(rules, path); v != "" {
			variants = append(variants, v)
		}
	}
	for _, v := range variants {
		if _, err := rules.Game(interpreter.Options{Variant: v}); err != nil {
			return err
		}
	}
	if x, found := good.index(), scenario.Identify(s.ctx, src, rules); len(found) > len(x.wrong) {
		i := slices.IndexFunc(found, func(d source.Diagnostic) bool {
			return !slices.ContainsFunc(x.wrong, func(was source.Diagnostic) bool { return was.Text == d.Text })
		})
		return found[max(i, 0):][:1]
	}
	d := s.desk(id)
	d.mu.Lock()
	ran := d.ran
	d.mu.Unlock()
	if ran == nil || ran.of != good.Loaded {
		res, err := scenario.Run(s.ctx, good.Sources, []string{id}, scenario.Options{Rules: good.Rules})
		if err != nil {
			return nil // no scenarios exist, or they had errors before
		}
		ran = &outcome{good.Loaded, res.Cases}
	}
	after, err := scenario.Run(s.ctx, src, []string{id}, scenario.Options{Rules: rules})
	if err != nil {
		return err
	}
	for _, c := range after.Cases {
		if c.Status == scenario.Failed && !ran.failed(c) {
			return fmt.Errorf("%s: %s", c.Scenario, c.Message)
		}
	}
	return nil
}

// edited applies edits, which do not overlap, to a text.
func edited(s string, edits []textEdit) string {
	t := newText(s)
	list := slices.Clone(edits)
	slices.SortFunc(list, func(a, b textEdit) int { return t.offset(b.Range.Start) - t.offset(a.Range.Start) })
	for _, e := range list {
		s = s[:t.offset(e.Range.Start)] + e.NewText + s[t.offset(e.Range.End):]
	}
	return s
}

// kinds maps sorts of symbols to symbol kinds of the protocol.
var kinds = map[string]int{
	"card": 22, "kind": 5, "field": 8, "zone": 18, "formula": 12, "procedure": 6, "window": 24, "ruling": 10,
	"reading": 22, "clause": 15,
	"bot": 19, "measure": 16, "invariant": 17, "variant": 3, "option": 24, "step": 20,
}

// outline lists the declarations or scenarios of a file.
func (s *server) outline(d *document, _ *params) (any, error) {
	out := []map[string]any{}
	add := func(name, detail string, kind int, r span) {
		out = append(out, map[string]any{"name": name, "detail": detail, "kind": kind, "range": r, "selectionRange": r})
	}
	if isScenario(d.path) {
		for _, at := range scenarioLine.FindAllStringSubmatchIndex(d.s, -1) {
			add(d.s[at[2]:at[3]], "scenario", 6, d.span(at[2], at[3]))
		}
		return out, nil
	}
	good := s.lastGood(d.game())
	if good == nil {
		return out, nil
	}
	for _, o := range good.index().in[d.uri] {
		if kind := kinds[o.symbol.sort]; o.declares && kind != 0 {
			add(o.symbol.name, strings.TrimSpace(o.symbol.sort+" "+o.symbol.of), kind, o.span())
		}
	}
	return out, nil
}

var scenarioLine = regexp.MustCompile(`(?m)^- +scenario: *(.+?) *$`)

// find lists the symbols of all open games whose name contains the query.
func (s *server) find(p *params) (any, error) {
	out := []map[string]any{}
	s.mu.Lock()
	games := map[string]bool{}
	for _, d := range s.docs {
		games[d.game()] = true
	}
	s.mu.Unlock()
	for game := range games {
		good := s.lastGood(game)
		if good == nil {
			continue
		}
		for _, sym := range good.index().symbols {
			if kinds[sym.sort] != 0 && strings.Contains(sym.name, strings.ToLower(p.Query)) && len(sym.uses) > 0 &&
				len(out) < mostItems {
				out = append(out, map[string]any{"name": sym.name, "kind": kinds[sym.sort], "containerName": sym.sort,
					"location": location{sym.uses[0].uri, sym.uses[0].span()}})
			}
		}
	}
	return out, nil
}

// fixes returns the quick fixes for the diagnostics in a range.
func (s *server) fixes(doc *document, p *params) (any, error) {
	out := []map[string]any{}
	for _, d := range p.Context.Diagnostics {
		if d.Data != nil && d.Data.Declare != nil {
			command := map[string]any{"title": "Declare", "command": declareCommand, "arguments": d.Data.Declare}
			out = append(out, map[string]any{"title": "Add the outcome to `under`", "kind": "quickfix",
				"diagnostics": []diagnostic{d}, "command": command})
		} else if d.Data != nil {
			edit := workspaceEdit{map[string][]textEdit{doc.uri: {{d.Data.Range, d.Data.Text}}}}
			title := "Change to " + d.Data.Text
			if strings.TrimSpace(d.Data.Text) == "" {
				title = "Replace the tab with spaces"
			}
			out = append(out, map[string]any{"title": title, "kind": "quickfix", "isPreferred": true,
				"diagnostics": []diagnostic{d}, "edit": edit})
		}
	}
	return out, nil
}

// format formats a document. It makes no changes if the document cannot be parsed.
func (s *server) format(d *document, _ *params) (any, error) {
	out, err := layout.Format(&interpreter.File{Name: d.path, Path: d.path, Text: []byte(d.s)})
	if err != nil || string(out) == d.s {
		return []textEdit{}, nil
	}
	return []textEdit{{d.span(0, len(d.s)), string(out)}}, nil
}

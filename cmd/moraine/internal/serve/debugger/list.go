package debugger

import (
	"bytes"
	"html/template"
	"net/http"
	"path"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/words"
)

// results has the results of the last run of a game's scenarios.
type results struct {
	*scenario.Results
	rules *interpreter.Rules
	files []interpreter.ScenarioFile
}

// run runs the scenarios of a game, unless nothing has changed since the last run.
func (p *part) run(r *http.Request, game string) (*scenario.Results, error) {
	rules, err := p.Library.Rules(game)
	if err != nil {
		return nil, err
	}
	files, err := p.Sources().Scenarios(game)
	if err != nil {
		return nil, err
	}
	same := func(a, b interpreter.ScenarioFile) bool {
		return a.File.Name == b.File.Name && bytes.Equal(a.File.Text, b.File.Text)
	}
	p.running.Lock()
	defer p.running.Unlock()
	if old := p.results[game]; old != nil && old.rules == rules && slices.EqualFunc(old.files, files, same) {
		return old.Results, nil
	}
	res, err := scenario.Run(r.Context(), p.Sources(), []string{game}, scenario.Options{})
	if err != nil {
		return nil, err
	}
	p.results[game] = &results{Results: res, rules: rules, files: files}
	return res, nil
}

// file is a file of scenarios in the list.
type file struct {
	Name, Path    string
	Cases         []listed
	Passed, Wrong int
}

type listed struct {
	scenario.Case
	Name  string
	Query template.URL
}

func (p *part) list(w http.ResponseWriter, r *http.Request) error {
	id, err := p.GameOf(r)
	if err != nil {
		return err
	}
	res, err := p.run(r, id)
	if err != nil {
		return err
	}
	g, _, err := p.Game(id, debug.Config())
	if err != nil {
		return err
	}
	lang := p.LangOf(r)
	var all []*file
	failed, find := r.FormValue("only") == "failed", strings.Fields(strings.ToLower(r.FormValue("find")))
	for _, c := range res.Cases {
		if c.Kind == scenario.Unloaded {
			return serve.Refuse(http.StatusUnprocessableEntity, "The scenarios cannot be read: %s", c.Message)
		}
		_, rel, _ := strings.Cut(c.File, "scenarios/"+id+"/") // independent of the layer
		if len(all) == 0 || all[len(all)-1].Path != rel {
			all = append(all, &file{Name: title(rel), Path: rel})
		}
		f := all[len(all)-1]
		if failed && c.Status != scenario.Failed ||
			!matchesAll(find, c.Scenario, rel, f.Name, strings.Join(c.Pins, " "), strings.Join(c.Tags, " ")) {
			continue
		}
		if c.Status == scenario.Failed {
			f.Wrong++
		} else {
			f.Passed++
		}
		l := listed{Case: c, Name: c.Scenario,
			Query: scenarioRef{Game: id, File: c.File, Line: c.Line, Row: c.Row}.Query()}
		if c.Row > 0 {
			l.Name += " " + lang.T("(row %d)", c.Row)
		}
		f.Cases = append(f.Cases, l)
	}
	name := g.Summary(lang.Code()).Name
	page := serve.Page{Title: lang.T("Scenarios") + " · " + name, Game: id, Section: "scenarios",
		Scripts: []string{id + "/list.js"}, Styles: []string{id + "/steps.css"}}
	return p.Fill(w, r, page, pages(), "list.html", struct {
		serve.Lang
		Name   string
		Files  []*file
		Sum    string
		Wrong  bool
		Failed int
		Find   string
	}{Lang: lang, Name: name, Files: all, Sum: lang.T("%d passed, %d failed", res.Passed, res.Failed), Wrong: failed,
		Failed: res.Failed, Find: r.FormValue("find")})
}

// title converts the name of a file to words.
func title(rel string) string {
	parts := strings.Split(strings.TrimSuffix(rel, path.Ext(rel)), "/")
	for i, part := range parts {
		parts[i] = words.Title(words.Plain(part))
	}
	return strings.Join(parts, " · ")
}

// matchesAll reports whether each word in find occurs in one of the texts.
func matchesAll(find []string, in ...string) bool {
	text := strings.ToLower(strings.Join(in, " "))
	return !slices.ContainsFunc(find, func(word string) bool { return !strings.Contains(text, word) })
}

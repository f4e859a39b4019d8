package debugger

import (
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"

	"moraine/interpreter/debug"
	"moraine/interpreter/scenario"
	"moraine/interpreter/serve"
)

// results are how the scenarios of a game came out when they last ran.
type results struct {
	key string
	*scenario.Results
}

// run runs the scenarios of a game, unless nothing has changed since.
func (p *part) run(r *http.Request, game string) (*scenario.Results, error) {
	_, key, err := p.Library.Rules(game)
	if err != nil {
		return nil, err
	}
	files, err := p.Sources().Scenarios(game)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		key += sum(f.File.Text)
	}
	p.running.Lock()
	defer p.running.Unlock()
	if old := p.results[game]; old != nil && old.key == key {
		return old.Results, nil
	}
	res, err := scenario.Run(r.Context(), p.Sources(), []string{game}, scenario.Options{})
	if err != nil {
		return nil, err
	}
	p.results[game] = &results{key, res}
	return res, nil
}

// folder is a file of scenarios in the list.
type folder struct {
	Name          string
	Cases         []listed
	Passed, Wrong int
}

type listed struct {
	scenario.Case
	Name  string
	Query template.URL
}

func (p *part) list(w http.ResponseWriter, r *http.Request) error {
	id, err := p.gameOf(r)
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
	var all []*folder
	wrong := r.FormValue("only") == "failed"
	for _, c := range res.Cases {
		if c.Unloaded {
			return serve.Refuse(http.StatusUnprocessableEntity, "The scenarios cannot be read: %s", c.Message)
		}
		name := strings.TrimPrefix(strings.TrimSuffix(c.File, path.Ext(c.File)), "scenarios/"+id+"/")
		if len(all) == 0 || all[len(all)-1].Name != name {
			all = append(all, &folder{Name: name})
		}
		f := all[len(all)-1]
		if c.Status == scenario.Failed {
			f.Wrong++
		} else {
			f.Passed++
		}
		if wrong && c.Status != scenario.Failed {
			continue
		}
		l := listed{Case: c, Name: c.Scenario, Query: which{Game: id, File: c.File, Line: c.Line, Row: c.Row}.Query()}
		if c.Status == scenario.Failed {
			l.Query += "&at=end"
		}
		if c.Row > 0 {
			l.Name += " " + lang.T("(row %d)", c.Row)
		}
		f.Cases = append(f.Cases, l)
	}
	body, err := serve.Render(pages, "list.html", struct {
		serve.Lang
		Folders []*folder
		Sum     string
		Wrong   bool
		Failed  int
	}{lang, all, fmt.Sprintf(lang.T("%d passed, %d failed"), res.Passed, res.Failed), wrong, res.Failed})
	if err != nil {
		return err
	}
	return p.Show(w, r, serve.Page{Title: lang.T("Scenarios") + " · " + g.Summary(lang.Code()).Name, Game: id, Section: "scenarios", Body: body, Styles: []string{id + "/steps.css"}})
}

// Package table is the part of the desk where matches are played: the lobby, and a page for each seat.
//
//	table.go  its pages
package table

import (
	"embed"
	"net/http"

	"moraine/interpreter"
	"moraine/interpreter/serve"
)

//go:embed *.html
var texts embed.FS

var pages = serve.Templates(texts, "*.html")

type part struct{ *serve.Server }

// Pages hangs the lobby and the tables on a desk.
func Pages(s *serve.Server) error {
	p := &part{s}
	s.Handle("GET /{$}", p.lobby)
	return nil
}

// lobby shows the games.
func (p *part) lobby(w http.ResponseWriter, r *http.Request) error {
	lang := p.LangOf(r)
	type row struct {
		interpreter.Summary
		Err error
	}
	var games []row
	for _, id := range p.Sources().Games() {
		if p.Only != "" && p.Only != id {
			continue
		}
		g, _, err := p.Game(id, interpreter.Options{})
		if err != nil {
			games = append(games, row{interpreter.Summary{Game: id, Name: id}, err})
			continue
		}
		games = append(games, row{Summary: g.Summary(lang.Code())})
	}
	body, err := serve.Render(pages, "lobby.html", struct {
		serve.Lang
		Root     string
		Games    []row
		Sections []serve.Section
	}{lang, p.Root(), games, p.Sections})
	if err != nil {
		return err
	}
	return p.Show(w, r, serve.Page{Title: lang.T("Games"), Body: body})
}

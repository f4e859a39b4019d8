package rules

import (
	"cmp"
	"embed"
	"html/template"
	"net/http"
	"strconv"
	"sync"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/serve"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/syntax"
)

//go:embed *.html
var texts embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(texts, "*.html"))
})

// mostMatches limits the number of matches played for a page.
const mostMatches = 10_000

// reportsPage is the file name of the page with reports.
const reportsPage = "reports.html"

// report is the data of the page of reports.
type report struct {
	serve.Lang
	Name, In, Query             string
	Keep                        map[string]string // parameters of the address
	Least, Most, Players, Limit int
	Games                       int64
	Policies                    []string
	Policy                      string
	Played, Balance, Coverage   template.HTML
}

// reports shows coverage. On request it also plays matches: of the game, or of the
// configuration compared with the game.
func (p *part) reports(w http.ResponseWriter, r *http.Request, a requestParams) error {
	s, err := a.game.shown(a.config, a.lang.Code())
	if err != nil {
		return err
	}
	s.Unlock() // the following code reads only immutable parts of the book
	a.game.mu.Lock()
	reach := a.game.report
	a.game.mu.Unlock()
	q, g := r.URL.Query(), s.book.Game
	out := report{
		Lang: a.lang, Name: s.book.Title, In: s.book.In, Keep: map[string]string{},
		Limit: mostMatches, Policies: append(syntax.NamesOf(g.Syntax.Bots), simulate.Random),
	}
	out.Least, out.Most = g.Players()
	for key := range a.query {
		out.Keep[key] = a.query.Get(key)
	}
	if len(a.query) > 0 {
		out.Query = "?" + a.query.Encode()
	}
	out.Policy = cmp.Or(q.Get("policy"), out.Policies[0])
	out.Players, _ = strconv.Atoi(cmp.Or(q.Get("players"), strconv.Itoa(out.Most))) // 0 is refused below
	out.Games, _ = strconv.ParseInt(cmp.Or(q.Get("games"), "200"), 10, 64)
	if out.Players < out.Least || out.Players > out.Most || out.Games < 1 || out.Games > mostMatches {
		return serve.Refuse(http.StatusBadRequest, "Choose from %d to %d players and at most %d matches.", out.Least,
			out.Most, mostMatches)
	}
	if q.Has("games") {
		if err := p.play(r, &out, g, s.rules, a.config); err != nil {
			return err
		}
	}
	if out.Coverage, err = coverage(reach, a.lang); err != nil {
		return err
	}
	if reach == nil && !q.Has("games") { // show the matches without waiting for coverage
		w.Header().Set("Refresh", "2")
	}
	page := serve.Page{Title: a.lang.T("Reports") + " · " + s.book.Title, Game: a.game.id, Section: "book", Wide: true,
		Styles: []string{"style.css", "plots.css"}}
	return p.Fill(w, r, page, templates(), "reports", &out)
}

func coverage(r *cover.Report, lang serve.Lang) (template.HTML, error) {
	if r == nil {
		return "", nil
	}
	spoken := *r // a copy, because the page may be shown in several languages at the same time
	spoken.Lang = lang.Code()
	return spoken.Page().Body()
}

// play plays matches until the client disconnects. It plays for one page at a time.
func (p *part) play(r *http.Request, out *report, g *interpreter.Game, rules *interpreter.Rules,
	opt interpreter.Options) (err error) {
	select {
	case p.playing <- struct{}{}:
		defer func() { <-p.playing }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	o := simulate.Options{Players: out.Players, Games: out.Games, Seed: 1, Policies: []string{out.Policy}, Rules: opt}
	var played *simulate.Results
	if scenario.NameOf(opt) == "" {
		played, err = simulate.Run(r.Context(), g, o)
	} else {
		var plain *interpreter.Game
		if plain, err = rules.Game(interpreter.Options{}); err != nil {
			return err
		}
		var both *simulate.Comparison
		if both, err = simulate.Compare(r.Context(), [2]*interpreter.Game{plain, g}, o); err == nil {
			played = both.Sides[1]
			played.Speak(g, out.Code())
			out.Balance = both.HTML()
		}
	}
	if err != nil {
		return err
	}
	played.Speak(g, out.Code())
	out.Played, err = played.Doc().Body()
	return err
}

package table

import (
	"cmp"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"time"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario"
)

// number parses a number in a form or an address. It returns -1 if the text is no number.
func number(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return -1
}

// named is an id with the name in the language of a page.
type named struct{ ID, Name string }

// gameRow is a game in the lobby.
type gameRow struct {
	ID, Name, About string
	From, To        int
	Players         []int
	Seats           []gameSeat
	Bots            []string
	Variants        []named
	Err             error
	Of              string // query of the default configuration
	Look            match.Look
	Pictures        []string
	Minutes, Weight int // how long a match is, and from 1 to 3 how much there is to learn; 0 if the game does not say
	place           int // among the games
}

// discRow is a seat as a coloured disc with a letter or number, and a name.
type discRow struct{ Hue, Letter, Name string }

// gameSeat is a seat of a game with its usual player.
type gameSeat struct {
	discRow
	Kind string
}

// Emblem returns the symbol of the game, or its initial letter.
func (g gameRow) Emblem() template.HTML {
	if len(g.Pictures) > 0 {
		g.Look.Symbol, g.Look.Drawn = g.Pictures[0], true
	}
	if g.Look.Symbol != "" {
		return template.HTML(card.Symbol(g.Look))
	}
	return template.HTML(template.HTMLEscapeString(initial(g.Name)))
}

// Banner returns the picture above the name of the game.
func (g gameRow) Banner() template.HTML {
	pictures := g.Pictures
	if g.Look.Drawn && pictures == nil {
		pictures = []string{g.Look.Symbol}
	}
	return card.Banner([...]string{"hills", "peaks", "meadow"}[g.place%3], pictures, initial(g.Name))
}

// Tint returns the class for the colour of the banner. Neighbours differ.
func (g gameRow) Tint() string {
	return "hue " + [...]string{"orange", "teal", "yellow", "blue", "green", "purple"}[g.place%6]
}

// Weights returns a point for each degree of the effort to learn the game, filled up to that of the game.
func (g gameRow) Weights() (out []bool) {
	for i := range len(weights) {
		out = append(out, i < g.Weight)
	}
	return out
}

// weights are the degrees of the effort to learn a game.
var weights = [...]string{"light", "medium", "heavy"}

// Heavy names the degree of the game.
func (g gameRow) Heavy() string { return weights[g.Weight-1] }

// Hue returns the class of the game's colour.
func (g gameRow) Hue() string { return card.Hue(g.Look) }

func (p *part) game(id string, lang serve.Lang) gameRow {
	row := gameRow{ID: id, Name: id, Of: scenario.NameOf(p.Options.Rules)}
	g, _, err := p.Game(id, interpreter.Options{})
	row.Err = err
	if err != nil {
		return row
	}
	sum := g.Summary(lang.Code())
	row.Name, row.About, row.From, row.To, row.Look = sum.Name, cmp.Or(g.Names(lang.Code()).About(id), g.Syntax.About),
		sum.Players[0], sum.Players[1], match.Emblem(g.Syntax)
	row.Pictures, row.Minutes, row.Weight = match.Pictures(g.Syntax), g.Syntax.Minutes,
		slices.Index(weights[:], g.Syntax.Weight)+1
	for n := row.From; n <= row.To; n++ {
		row.Players = append(row.Players, n)
	}
	for i, look := range match.SeatLooks(g.Syntax)[:row.To] {
		own := g.Names(lang.Code()).Seat(int32(i))
		row.Seats = append(row.Seats,
			gameSeat{discRow{Hue: card.Hue(look), Letter: strconv.Itoa(i + 1), Name: own},
				p.Options.Seats[g.Seats()[i]]})
	}
	for _, b := range g.Syntax.Bots {
		row.Bots = append(row.Bots, b.Name)
	}
	row.Bots = append(row.Bots, match.Random, strong)
	if p.Only == id {
		row.Bots = append(row.Bots, p.Programs...)
	}
	for i, s := range row.Seats {
		if s.Kind == "" {
			row.Seats[i].Kind = row.Bots[0]
			if i == 0 {
				row.Seats[i].Kind = match.Human
			}
		}
	}
	if rules, err := p.Library.Rules(id); err == nil {
		all, _ := rules.Variants() // errors in a variant are reported by its table
		if row.Of != "" && !slices.Contains(all, row.Of) {
			all = append(all, row.Of)
		}
		for _, v := range all {
			row.Variants = append(row.Variants, named{v, rules.VariantName(v, lang.Code())})
		}
	}
	return row
}

// level returns the strength of a bot in words, or the name of a program.
func level(lang serve.Lang, kind string) string {
	switch {
	case kind == match.Random:
		return lang.T("novice bot")
	case kind == strong:
		return lang.T("strong bot")
	case isProgram(kind):
		return lang.T("bot: %s", kind)
	}
	return lang.T("medium bot")
}

// strong is the bot of the lobby that searches.
const strong = "mcts=200"

// Usual returns the default number of players: three, or the nearest number that the game
// allows.
func (g gameRow) Usual() int { return min(max(3, g.From), g.To) }

// lobby shows the tables, the games and the form for a new table.
func (p *part) lobby(w http.ResponseWriter, r *http.Request) error {
	lang := p.LangOf(r)
	var games []gameRow
	for _, id := range p.Sources().Games() {
		if p.Only == "" || p.Only == id {
			row := p.game(id, lang)
			row.place = len(games)
			games = append(games, row)
		}
	}
	chosen := r.URL.Query().Get("game")
	at := slices.IndexFunc(games, func(g gameRow) bool { return g.ID == chosen && g.Err == nil })
	if chosen != "" && at < 0 {
		return serve.Refuse(http.StatusNotFound, "The server has no game %q.", chosen)
	}
	if chosen == "" {
		at = slices.IndexFunc(games, func(g gameRow) bool { return g.Err == nil })
	}
	data := map[string]any{"Games": games, "Sections": p.Sections, "Chosen": "", "Tables": p.tables(lang)}
	if at >= 0 {
		data["New"], data["Chosen"] = games[at], games[at].ID
	}
	return p.hostPage(w, r, serve.Page{Title: lang.T("Games"), Socket: p.Root() + "live?lang=" + lang.Code()},
		"lobby.html", data)
}

// hostPage shows a page of the host.
func (p *part) hostPage(w http.ResponseWriter, r *http.Request, page serve.Page, name string,
	data map[string]any) error {
	page.Wide, page.Styles, page.Scripts = true, []string{"/static/cards.css", "/static/table.css", "/static/hall.css"},
		[]string{"/static/hall.js"}
	return p.page(w, r, page, name, data)
}

// create creates a table. It redirects to the host's page for the table if guests will be
// invited, or else to a seat.
func (p *part) create(w http.ResponseWriter, r *http.Request) error {
	game := r.PostForm.Get("game")
	opt := debug.Config(r.PostForm.Get("variant"))
	g, _, err := p.Game(game, opt)
	if err != nil {
		return err
	}
	players, seed, learns := number(r.PostForm.Get("players")), match.AnySeed(), r.PostForm.Has("learn")
	if learns { // the hints come in the same order for all
		players, _ = g.Players()
		seed = 1
	}
	if err := playable(g, players); err != nil {
		return err
	}
	if text := r.PostForm.Get("seed"); text != "" {
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return serve.Refuse(http.StatusBadRequest, "The seed must be a whole number.")
		}
	}
	seats, err := seatsOf(g, players, r.PostForm["seat"], r.PostForm["name"])
	if err != nil {
		return err
	}
	t, err := p.make(game, opt, seed, p.LangOf(r).Code(), seats, nil)
	if err != nil {
		return err
	}
	to := t.link(match.Public)
	for i, s := range slices.Backward(t.Seats) {
		if s.Kind == match.Human {
			to = t.link(int32(i))
		}
	}
	if slices.ContainsFunc(t.Seats, func(s seatOf) bool { return s.Kind == open }) {
		to = p.Root() + "tables/" + t.ID
	}
	if learns {
		to += "?learn"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// seatsOf returns the seats of a new table with the given kinds and names. By default a person
// has the first seat, and the game's first bot has the others.
func seatsOf(g *interpreter.Game, players int, kinds, names []string) (out []seatOf, err error) {
	bot := g.DefaultBot()
	for i := range players {
		s := seatOf{Kind: bot}
		switch {
		case i < len(kinds):
			s.Kind = kinds[i]
		case i == 0:
			s.Kind = match.Human
		}
		if i < len(names) {
			if s.Name, err = nameFor(out, i, names[i]); err != nil {
				return nil, err
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// playable returns an error if the game does not allow a number of players.
func playable(g *interpreter.Game, players int) error {
	if least, most := g.Players(); players < least || players > most {
		return serve.Refuse(http.StatusBadRequest, "%d to %d can play %s.", least, most, g.ID)
	}
	return nil
}

// tableRow is a table in the lobby.
type tableRow struct {
	ID        string
	Game      gameRow
	Seats     []seatRow
	Decisions int // negative if the match is not in memory
	State     string
	Since     time.Time
	Turn      bool   // a local person is asked
	Over      bool   // the match is over
	Link      string // address of a free or local seat, or of the onlookers' page
	Seated    bool   // Link is the address of a seat
}

// mostWoken limits the number of tables, most recent first, whose matches are loaded to show
// their state in the lobby.
const mostWoken = 12

// rows lists the tables: those where the host is asked, then running ones, then finished ones,
// each group with the most recent first.
func (s *store) rows(game func(id string) gameRow, lang serve.Lang) (out []tableRow) {
	all := s.all()
	since := map[*table]time.Time{}
	for _, t := range all {
		since[t], _ = s.dir.Changed(t.ID + "/match") // on an error the table is listed last
	}
	slices.SortFunc(all, func(a, b *table) int { return since[b].Compare(since[a]) })
	games := map[string]gameRow{}
	for i, t := range all {
		if _, ok := games[t.Game]; !ok {
			games[t.Game] = game(t.Game)
		}
		row := t.row(lang, i < mostWoken)
		row.Game, row.Since = games[t.Game], since[t]
		out = append(out, row)
	}
	rank := func(r tableRow) int {
		switch {
		case r.Turn:
			return 0
		case r.Over:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b tableRow) int { return rank(a) - rank(b) })
	return out
}

// tables renders the list of tables.
func (p *part) tables(lang serve.Lang) template.HTML {
	rows := p.rows(func(id string) gameRow { return p.game(id, lang) }, lang)
	html, err := serve.Render(pages(), "tables.html", map[string]any{"L": lang, "Root": p.Root(), "Rows": rows})
	if err != nil {
		p.Errors.Print(err)
	}
	return template.HTML(lang.Typeset(string(html)))
}

// row returns the table for the lobby. If wake is set, it loads the match.
func (t *table) row(lang serve.Lang, wake bool) tableRow {
	t.mu.Lock()
	defer t.mu.Unlock()
	row := tableRow{ID: t.ID, Decisions: -1, State: lang.T("waits on disk"), Link: t.link(match.Public)}
	var asked int32 = match.Public
	broken := t.guard(func() error {
		if wake {
			if err := t.wake(); err != nil {
				return err
			}
		}
		if t.m == nil {
			return nil
		}
		row.Decisions, row.State, row.Over = len(decided(t.m.Decisions())), t.where(lang), t.m.Over()
		if by, ok := t.m.ToMove(match.Public); ok && !row.Over {
			asked = by
		}
		return nil
	})
	if broken != nil {
		row.State = lang.T("cannot go on: %s", told(broken, lang))
	}
	row.Seats = t.seatRows(lang)
	for i, s := range t.Seats {
		if s.Kind == match.Human && !s.Guest && (!row.Seated || int32(i) == asked) {
			row.Seated, row.Link = true, t.link(int32(i))
			row.Turn = int32(i) == asked
		}
	}
	return row
}

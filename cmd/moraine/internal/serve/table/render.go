package table

import (
	"cmp"
	"errors"
	"html/template"
	"math"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// viewer is a seat or an onlooker at a table, in a language.
type viewer struct {
	*table
	eyes int32
	lang serve.Lang
}

// as returns the table as a viewer sees it.
func (t *table) as(eyes int32, lang serve.Lang) viewer {
	return viewer{table: t, eyes: eyes, lang: lang}
}

// parts returns the parts of a page by id, as a viewer sees them. The log starts at a line.
func (v viewer) parts(from int) (map[string]template.HTML, *board, error) {
	m := v.speak(v.lang)
	over := m.Over()
	q := m.Question()
	if q != nil && (q.Seat != v.eyes || v.Seats[q.Seat].Kind != match.Human) {
		q = nil
	}
	out := map[string]template.HTML{}
	var err error
	render := func(id string, data any) {
		html, wrong := serve.Render(pages(), id+".html", data)
		out[id], err = html, cmp.Or(err, wrong)
	}
	routes, numbers := v.routes()
	b := boardOf(m, v.eyes, v.lang, q, v.saw[v.eyes], routes...)
	a := v.asks(m, q, over, b)
	a.Tasks = v.companion()
	render("ask", a)
	render("closed", a)
	render("hint", a)
	render("board", b)
	render("others", b)
	since := v.since(v.eyes)
	entries := v.entries(v.logOf(v.eyes, v.lang), from, since, v.eyes)
	for i := range entries {
		entries[i].number(numbers)
	}
	render("log", map[string]any{"L": v.lang, "Entries": entries})
	render("last", v.latest(over))
	render("seats", v.seated(m, over, b))
	render("head", m.Head(v.eyes))
	if v.companion() {
		render("todo", v.tasks(q, b))
	}
	if broken := m.Err(); broken != nil && v.stuck == nil { // an error in the view
		v.breaks(broken)
		render("ask", v.asks(m, nil, over, b))
	}
	return out, b, err
}

// asking is the data for the question, or for the players who are being waited for.
type asking struct {
	L       serve.Lang
	At      int
	Link    string
	Q       *match.Question
	Stages  []match.Stage
	Facts   []cell // the context of the question
	Sum     []cell // the part of it that the bar shows
	Bar     []option
	List    []option // the options that are only in the list
	Lit     bool     // options are highlighted on the table
	Places  int      // how many places of the map answer a question that takes one of them, or 0
	GoesOn  bool     // declining is the plain way on in an act, so its button comes first
	Full    []option // answers whose buttons show only the beginning of what follows
	Long    bool     // title and sum are long, so that letters are smaller
	Turn    bool     // the reader has the turn; otherwise it is only asked
	Who     *discRow // who decides
	Tasks   bool     // the reader first does what is listed for the own table
	Closed  []closed // refused options
	Offers  []offered
	Wait    string
	Next    []handover // players at the same desk who may be asked now
	Curtain bool       // the only one of them is asked: the page hides the knowledge of this seat
	Over    *finished  // nil if the match is not over
	Stuck   string
	Wish    string // description of a request to take back, or ""
	WishAt  int    // its number
	Mine    bool   // the reader has made it or agreed to it
	Undo    bool   // a decision can be taken back
	All     bool   // it needs the consent of all players
	Book    string // address of the rule book at the section of the question
	Section string
	Cancel  string // the act in progress that can be taken back as a whole, or ""
	Last    string // the decision that would be taken back
	Person  bool
	Changed bool
}

type option struct {
	match.Option
	N, Most int    // its number among the answers, and how often it can be chosen
	Key     int    // its place among the options, which a key chooses
	Brief   string // the beginning of Then, for a button in the bar
	Head    string // heading of the group that begins with this option
}

// closed is a refused option or offer with the first of its false conditions, in words.
type closed struct{ Text, Needs string }

// closedOf returns the refused options of a question.
func closedOf(m *match.Match, q *match.Question) (out []closed) {
	for _, r := range m.Refused(q) {
		c := closed{Text: r.Text}
		if len(r.Needs) > 0 { // the others stand in its panel
			c.Needs = m.Names.T("only if %s", r.Needs[0].Text)
		}
		out = append(out, c)
	}
	return out
}

type offered struct{ Name, Says string }

func (v viewer) asks(m *match.Match, q *match.Question, over bool, b *board) *asking {
	a := &asking{L: v.lang, Link: v.link(v.eyes), At: v.at(v.eyes), Q: q, Person: v.eyes >= 0, Changed: v.changed}
	a.Over = v.finish(m)
	if why := v.trouble(); why != nil {
		a.Stuck = told(why, v.lang)
	}
	a.Stages, a.Facts = m.Stages(v.eyes), cells(m, v.eyes)
	by, known := m.ToMove(v.eyes)
	if known && by >= 0 {
		name := m.Names.Seat(by)
		a.Who = &discRow{Hue: card.Hue(m.Look(by)), Letter: lettersOf(m)[name], Name: name}
	}
	a.Sum = sumOf(a.Facts)
	if q != nil {
		a.Turn = m.Turn() == v.eyes || m.Turn() < 0
		a.place(q, b)
		_, within := m.Act(q.Seat)
		a.GoesOn = q.Acts && within
		_, section, clause := m.Place(q)
		a.Section, a.Book = section, v.link(v.eyes)+"/rules#"+clause
		a.Closed = closedOf(m, q)
		a.Long = a.isLong()
	} else if a.Who != nil {
		a.Wait = a.Who.Name
	}
	if q == nil && !over {
		a.Next, a.Curtain = v.handovers(m, by, known)
	}
	if v.eyes >= 0 && !over {
		for _, name := range m.Offers() {
			o := offered{Name: name, Says: m.Names.Procedure(name)}
			if err := m.MayOffer(v.eyes, name); err == nil {
				a.Offers = append(a.Offers, o)
			} else if q != nil && q.Acts { // its reason is listed with the refused options
				a.Closed = append(a.Closed, closed{o.Says, v.notNow(m, err)})
			}
		}
		last, unseen := m.LastDecision(v.eyes)
		a.Undo, a.All = last >= 0, !unseen && v.persons() > 1
		a.Last = v.lastAct()
		if act, ok := m.Act(v.eyes); ok && act.From != last { // else taking back the decision is the same
			a.Cancel = act.Name
		}
	}
	if w := v.wish; w != nil && !over {
		a.Wish, a.WishAt = m.Names.Seat(int32(w.by)), w.number
		a.Mine = v.eyes < 0 || w.agreed[v.eyes]
	}
	return a
}

// handover is a player at the same desk to whom the screen can be handed over.
type handover struct {
	discRow
	Seat int32
}

// handovers returns the players at the computer of the viewer to whom the screen can be handed over: those without a
// page of their own who are asked or, if the viewer may not know who is asked, all without a page. asked reports
// whether the viewer knows who is asked.
func (v viewer) handovers(m *match.Match, by int32, known bool) (out []handover, asked bool) {
	known = known && by >= 0
	if !v.atDesk(v.eyes) { // while chance is asked, the page is that of a hidden question
		return nil, false
	}
	for seat := range int32(len(v.Seats)) {
		if seat == v.eyes || known && seat != by || !v.atDesk(seat) || v.watchers.present(seat) {
			continue
		}
		name := m.Names.Seat(seat)
		out = append(out, handover{discRow{Hue: card.Hue(m.Look(seat)), Letter: lettersOf(m)[name], Name: name}, seat})
	}
	return out, known && len(out) > 0
}

// Explains reports whether the page has an explanation that the bar does not show.
func (a *asking) Explains() bool { return a.Q != nil || a.Facts != nil || a.Closed != nil }

// isLong reports whether the title and the words of the sum have more than 40 letters together.
func (a *asking) isLong() bool {
	const most = 40
	n := utf8.RuneCountInString(a.Q.Short)
	for _, c := range a.Sum {
		n += utf8.RuneCountInString(c.Label)
	}
	return n > most
}

// place distributes the options to the bar and the list. Options that are highlighted on the table are in the bar only
// if all fit there.
func (a *asking) place(q *match.Question, b *board) {
	const mostByMap = 4
	most := 5
	if b.Map && !b.Wide {
		most = mostByMap
	}
	q.NoneFacts = decisive(q.NoneFacts)
	all, lit := make([]option, len(q.Options)), 0
	for i, o := range q.Options {
		times := min(o.Count, max(q.Most, 1))
		if q.Repeats {
			times = q.Most
		}
		if o.More = strings.TrimLeft(o.More, " :—·"); o.More != "" && o.Then != "" {
			o.Then, o.More = strings.TrimSuffix(o.Then, ".")+". "+words.Title(o.More), ""
		}
		o.Facts = decisive(o.Facts)
		all[i] = option{Option: o, N: i + 1, Most: times}
		if b.Lit[i+1] {
			lit++
		}
	}
	rank := func(o option) int { return (o.First - 1) & math.MaxInt32 } // options without a place come last
	slices.SortStableFunc(all, func(x, y option) int { return cmp.Compare(rank(x), rank(y)) })
	room := most
	if q.None != "" {
		room--
	}
	if q.List && q.Most > 1 {
		room--
	}
	fits := len(all) <= room && !(most == mostByMap && lit > 2)
	if !fits {
		room--
	}
	for i, o := range all {
		o.Key = i + 1
		a.Lit = a.Lit || b.Lit[o.N]
		if fits || !b.Lit[o.N] && len(a.Bar) < room {
			o.Brief = brief(o.Then)
			a.Bar = append(a.Bar, o)
			continue
		}
		if n := len(a.List); n == 0 || a.List[n-1].Group != o.Group {
			o.Head = o.Group
		}
		a.List = append(a.List, o)
	}
	for _, o := range append(slices.Clone(a.Bar), option{Option: match.Option{Name: q.None, Then: q.NoneThen}}) {
		whole := strings.TrimSuffix(o.Then, ".") == brief(o.Then) && (o.N > 0 || q.NoneFacts == nil)
		if o.Then != "" && !whole {
			a.Full = append(a.Full, o)
		}
	}
	if b.Map && lit > 1 && lit == len(all) && q.Most == 1 {
		a.Places = lit
	}
}

// brief returns the first sentence of a text, as far as a colon or semicolon.
func brief(text string) string {
	if i := strings.IndexFunc(text, func(r rune) bool { return strings.ContainsRune(".:;", r) }); i > 0 &&
		strings.HasPrefix(text[i+1:], " ") {
		return text[:i]
	}
	return strings.TrimSuffix(text, ".")
}

// decisive returns the odds among the facts beside an answer, or all facts if there are no odds.
func decisive(facts []match.Fact) []match.Fact {
	if i := slices.IndexFunc(facts, func(f match.Fact) bool { return f.Sides != nil }); i >= 0 {
		return facts[i : i+1]
	}
	return facts
}

// notNow returns the reason why an offer is not possible now, in the same words as for refused options.
func (v viewer) notNow(m *match.Match, err error) string {
	var refused *match.Refusal
	if errors.As(err, &refused) && refused.Needs != "" {
		return m.Names.T("only if %s", refused.Needs)
	}
	return strings.TrimSuffix(told(err, v.lang), ".")
}

// seated returns the table of players.
func (v viewer) seated(m *match.Match, over bool, b *board) map[string]any {
	type row struct {
		Name, Kind  string
		Key         keyField
		Hue, Letter string
		Me, Asked   bool // Asked: it is asked, though it may not be its turn
		Turn        bool
		Here, Takes bool
		Seat        int
		Option      int  // the option that stands for the player
		Lit         bool // something of the player can be chosen
		Bar         *bar
	}
	by, known := m.ToMove(v.eyes)
	keys, options, lit := b.keysOf(m, v.eyes), map[int32]int{}, map[int32]bool{}
	for _, o := range slices.Concat(b.Mine, b.Others) {
		options[o.Seat] = o.Option
		within := map[int]bool{}
		light(&o.Owner, within)
		delete(within, 0)
		lit[o.Seat] = !o.Me && len(within) > 0
	}
	var rows []row
	var mine owner
	if b.Map && len(b.Mine) > 0 {
		mine = b.Mine[0]
	}
	letters := lettersOf(m)
	for i, s := range v.Seats {
		name := m.Names.Seat(int32(i))
		r := row{Name: name, Hue: card.Hue(m.Look(int32(i))), Letter: letters[name], Kind: s.Kind,
			Me: int32(i) == v.eyes, Asked: !over && known && by == int32(i), Seat: i, Option: options[int32(i)],
			Lit: lit[int32(i)]}
		r.Key, r.Turn = keys[int32(i)], !over && m.Turn() == int32(i)
		r.Takes = s.Kind == open && v.eyes == match.Public
		r.Here = v.watchers.present(int32(i))
		if mine.Forecast != nil {
			r.Bar = &mine.Forecast[i]
		}
		rows = append(rows, r)
	}
	columns := slices.DeleteFunc(b.Columns, func(c column) bool { return c.repeats(keys) })
	return map[string]any{"L": v.lang, "Rows": rows, "Link": v.link(v.eyes), "Columns": columns, "Key": len(keys) > 0,
		"Foresees": mine.Foresees}
}

// why explains the question or, with a name, why that option is not offered.
func (v viewer) why(name string) (template.HTML, error) {
	m := v.speak(v.lang)
	q := m.Question()
	if q == nil || q.Seat != v.eyes {
		return "", serve.Refuse(http.StatusConflict, "It is not your turn to decide.")
	}
	reasons := m.Why(q)
	procedure, _, _ := m.Place(q)
	if name != "" {
		reasons = m.WhyNot(q, name)
	}
	html, err := serve.Render(pages(), "why.html",
		map[string]any{"L": v.lang, "Reasons": reasons, "Of": name, "In": procedure})
	return html, cmp.Or(err, m.Err())
}

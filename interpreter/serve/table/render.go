package table

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/serve"
)

// parts are the parts of a page by their ids, as some eyes see them; of the log, what follows so many lines.
func (t *table) parts(eyes int32, lang serve.Lang, from int) (map[string]template.HTML, error) {
	m := t.speak(lang)
	over := m.Over()
	q := m.Question()
	if q != nil && (q.Seat != eyes || t.Seats[q.Seat].Kind != match.Human) {
		q = nil
	}
	out := map[string]template.HTML{}
	var err error
	render := func(id string, data any) {
		html, wrong := serve.Render(pages, id+".html", data)
		out[id], err = html, cmp.Or(err, wrong)
	}
	render("ask", t.asks(m, eyes, lang, q, over))
	render("board", boardOf(m, eyes, lang, q, t.saw[eyes].zones, nil))
	render("log", map[string]any{"L": lang, "Lines": t.lines(t.logOf(eyes), from, t.since(eyes))})
	render("seats", t.seated(m, eyes, lang, over))
	if broken := m.Err(); broken != nil && t.stuck == nil { // in what is shown
		t.breaks(broken)
		render("ask", t.asks(m, eyes, lang, nil, over))
	}
	return out, err
}

// asking is what is asked, or who is waited for.
type asking struct {
	L       serve.Lang
	At      int
	Q       *match.Question
	Options []option
	Closed  []string // what could be chosen at other times
	Offers  []offered
	Wait    string
	Over    string
	Stuck   string
	Wish    string // somebody wants to take back
	WishAt  int    // the number of that
	Mine    bool   // and that is oneself, or one has agreed
	Undo    bool   // there is a decision to take back
	All     bool   // that needs all to agree
	Person  bool
	Changed bool
}

type option struct {
	match.Option
	N, Most int // how often it can be chosen
}

type offered struct{ Name, Says, Why string }

func (t *table) asks(m *match.Match, eyes int32, lang serve.Lang, q *match.Question, over bool) *asking {
	a := &asking{L: lang, At: t.at(eyes), Q: q, Person: eyes >= 0, Changed: t.changed}
	if over {
		a.Over = m.Ending()
	}
	if why := t.trouble(); why != nil {
		a.Stuck = told(why, lang)
	}
	if q != nil {
		for i, o := range q.Options {
			most := min(o.Count, max(q.Most, 1))
			if q.Repeats {
				most = q.Most
			}
			o.More = strings.TrimLeft(o.More, " :—") // it stands on a line of its own
			a.Options = append(a.Options, option{o, i + 1, most})
		}
		a.Closed = m.Closed(q)
	} else if by, ok := m.Waits(eyes); ok && by >= 0 {
		a.Wait = m.Names.Seat(by)
	}
	if eyes >= 0 && !over {
		for _, name := range m.Offers() {
			o := offered{Name: name, Says: m.Names.Procedure(name)}
			if err := m.MayOffer(eyes, name); err != nil {
				o.Why = told(err, lang)
			}
			a.Offers = append(a.Offers, o)
		}
		last, unseen := m.Last(eyes)
		a.Undo, a.All = last >= 0, !unseen
	}
	if w := t.wish; w != nil && !over {
		a.Wish, a.WishAt = m.Names.Seat(int32(w.by)), w.number
		a.Mine = eyes < 0 || w.agreed[eyes]
	}
	return a
}

// seated is who plays, for the head of the page.
func (t *table) seated(m *match.Match, eyes int32, lang serve.Lang, over bool) map[string]any {
	type row struct {
		Name, Kind  string
		Me, Asked   bool
		Here, Takes bool
		Seat        int
	}
	by, known := m.Waits(eyes)
	var rows []row
	for i, s := range t.Seats {
		r := row{Name: m.Names.Seat(int32(i)), Kind: s.Kind, Me: int32(i) == eyes, Asked: !over && known && by == int32(i), Seat: i}
		r.Takes = s.Kind == open && eyes == match.Public
		for w := range t.watchers {
			r.Here = r.Here || w.eyes == int32(i)
		}
		rows = append(rows, r)
	}
	return map[string]any{"L": lang, "Rows": rows, "Link": t.link(eyes)}
}

// logLine is a line of the log on a page.
type logLine struct {
	match.Line
	Since bool // it is the first since one has last decided
	Own   []match.Clause
}

// logOf is the number of the log of some eyes.
func (t *table) logOf(eyes int32) int {
	if eyes >= 0 {
		return int(eyes)
	}
	return len(t.ears) - 1
}

// since is how many lines some eyes had read when they last decided; below 0: they never have.
func (t *table) since(eyes int32) int {
	if saw, known := t.saw[eyes]; known {
		return saw.lines
	}
	return -1
}

// lines are what a log says after so many lines; that which follows since is marked.
func (t *table) lines(log, from, since int) (out []logLine) {
	marked := since < from
	for i, l := range t.m.Log(log)[from:] {
		if l.Skipped >= 0 {
			continue
		}
		line := logLine{Line: l, Since: !marked && from+i >= since}
		marked = marked || line.Since
		for _, id := range l.Clauses {
			if c, ok := t.m.Clause(id); ok {
				line.Own = append(line.Own, c)
			}
		}
		out = append(out, line)
	}
	return out[max(0, len(out)-mostLines):]
}

// mostLines is how much of the log a page shows.
const mostLines = 400

// board is the table as it is shown.
type board struct {
	L      serve.Lang
	Owners []owner
	Signs  []match.Sign
	Mark   string // of what has changed
}

type owner struct {
	match.Owner
	Me    bool
	Facts []fact
	Trays []tray
	Piles []tray // of which only is shown how much there is, unless that is asked for
}

type fact struct {
	Text, Href string
	Fresh      bool
}

// tray is a zone as it is shown.
type tray struct {
	*match.Zone
	L       serve.Lang
	Asked   bool // whoever looks is asked: what cannot be chosen says why not
	Fresh   bool
	Href    string // where its name leads
	Groups  []group
	Picture template.HTML
	Count   int
	Places  []place
}

type group struct {
	match.Piece
	N int
}

// place is a place of a zone that is not drawn.
type place struct {
	match.Cell
	Groups []group
}

// mostShown is how many different pieces a zone shows before it only counts them.
const mostShown = 60

// Board is all of a table, for pages of other parts: what is otherwise than in another view is marked
// by a word, and names of fields and zones lead somewhere.
func Board(m *match.Match, lang serve.Lang, other map[string]string, mark string, href func(seat int32, key string) string) (template.HTML, error) {
	b := boardOf(m, match.Everything, lang, nil, other, href)
	b.Mark = mark
	return serve.Render(pages, "board.html", b)
}

// boardOf is the table as some eyes see it; was is what they saw before.
func boardOf(m *match.Match, eyes int32, lang serve.Lang, q *match.Question, was map[string]string, href func(seat int32, key string) string) *board {
	view := m.View(eyes, q)
	now := map[string]string{}
	if was != nil {
		now = Seen(m, eyes)
	}
	out := &board{L: lang, Mark: lang.T("changed")}
	written := "" // of what is not drawn in its looks
	if href == nil {
		href = func(int32, string) string { return "" }
	}
	for i := range view.Owners {
		o := &view.Owners[i]
		shown := owner{Owner: *o, Me: o.Seat == eyes && eyes >= 0}
		for _, f := range o.Fields {
			if f.Text != "" {
				shown.Facts = append(shown.Facts, fact{f.Text, href(o.Seat, f.Key), was[seenKey(o, f.Key)] != now[seenKey(o, f.Key)]})
			}
		}
		for j := range o.Zones {
			z := &o.Zones[j]
			fresh := was[seenKey(o, z.Key)] != now[seenKey(o, z.Key)]
			if z.Counted && z.Len() == 0 && !hasOption(z) && !fresh {
				continue
			}
			a := tray{Zone: z, L: lang, Asked: q != nil, Count: z.Len(), Fresh: fresh, Href: href(o.Seat, z.Key)}
			switch {
			case isMap(z):
				var signs string
				a.Picture, signs = drawn(z, q != nil)
				written += signs
			case z.Layout != "":
				for _, c := range z.Cells {
					if len(c.Pieces) > 0 || c.Option > 0 {
						a.Places = append(a.Places, place{c, groups(c.Pieces, false)})
						written += sketched(c.Pieces)
					}
				}
			default:
				written += sketched(z.Pieces)
				a.Groups = groups(z.Pieces, z.Stack)
				if len(a.Groups) > mostShown {
					a.Groups = nil
				}
			}
			if isPile(z) && !a.Lit() {
				shown.Piles = append(shown.Piles, a)
			} else {
				shown.Trays = append(shown.Trays, a)
			}
		}
		slices.SortStableFunc(shown.Trays, func(a, b tray) int { return a.rank() - b.rank() })
		slices.SortStableFunc(shown.Piles, func(a, b tray) int { return a.rank() - b.rank() })
		out.Owners = append(out.Owners, shown)
	}
	slices.SortStableFunc(out.Owners, func(a, b owner) int { return rank(a) - rank(b) })
	out.Signs = slices.DeleteFunc(view.Signs, func(s match.Sign) bool { return !strings.Contains(written, s.Sign) })
	return out
}

// sketched is what stands for pieces that have no looks.
func sketched(pieces []match.Piece) (out string) {
	for _, p := range pieces {
		if !p.Looks() {
			out += strings.Join(p.Picture, " ")
		}
	}
	return out
}

// rank has one's own come first, then the table.
func rank(o owner) int {
	switch {
	case o.Me:
		return 0
	case o.Seat < 0:
		return 1
	}
	return 2
}

// rank is the order that the game has for its zones; without one, what is drawn comes first.
func (a tray) rank() int {
	switch {
	case a.Look.Rank > 0:
		return a.Look.Rank
	case a.Picture != "":
		return 1 << 20
	}
	return 1<<20 + 1
}

// isMap reports whether a zone is drawn as one picture.
func isMap(z *match.Zone) bool {
	return z.Layout != "" && z.Layout != "row" && (z.Drawn || slices.ContainsFunc(z.Cells, func(c match.Cell) bool {
		return slices.ContainsFunc(c.Pieces, match.Piece.Looks)
	}))
}

// isPile reports whether what lies in a zone is shown on demand: the game says so, or it is a stack of
// which nothing is known.
func isPile(z *match.Zone) bool {
	return z.Look.Size == "small" || z.Look.Rank == 0 && z.Stack && z.Layout == "" && z.Mute()
}

// Lit reports whether the zone, or anything there, can be chosen.
func (a tray) Lit() bool {
	return hasOption(a.Zone) || slices.ContainsFunc(a.Pieces, func(p match.Piece) bool { return p.Option > 0 })
}

func hasOption(z *match.Zone) bool {
	return z.Option > 0 || slices.ContainsFunc(z.Cells, func(c match.Cell) bool { return c.Option > 0 })
}

// groups counts equal pieces, in a stack only those that follow each other.
func groups(pieces []match.Piece, stack bool) (out []group) {
	for _, p := range pieces {
		i := slices.IndexFunc(out, func(g group) bool { return g.Text == p.Text && g.Owner == p.Owner })
		if stack {
			i = len(out) - 1
		}
		if i >= 0 && out[i].Text == p.Text && (p.Option == 0 || out[i].Option == 0 || p.Option == out[i].Option) {
			out[i].N++
			out[i].Option = max(out[i].Option, p.Option)
			continue
		}
		out = append(out, group{p, 1})
	}
	return out
}

// inWords is all that a zone shows, to be compared.
func inWords(z *match.Zone) string {
	var b strings.Builder
	b.WriteString(strings.Join(match.Texts(z.Pieces), "\n"))
	for _, c := range z.Cells {
		b.WriteString("\f" + strings.Join(match.Texts(c.Pieces), "\n"))
		for _, p := range c.Pieces {
			b.WriteString(strings.Join(p.Picture, "\n"))
		}
	}
	return b.String()
}

// seenBy is what a seat sees now.
func seenBy(m *match.Match, seat int32) memory { return memory{Seen(m, seat), len(m.Log(int(seat)))} }

// Seen is all that some eyes see, by owner and key, to be compared: in one language, whoever reads it.
func Seen(m *match.Match, eyes int32) map[string]string {
	defer func(spoken string) { m.Names.Lang = spoken }(m.Names.Lang)
	m.Names.Lang = "en"
	out := map[string]string{}
	for _, o := range m.View(eyes, nil).Owners {
		for _, f := range o.Fields {
			out[seenKey(&o, f.Key)] = f.Text
		}
		for i := range o.Zones {
			out[seenKey(&o, o.Zones[i].Key)] = inWords(&o.Zones[i])
		}
	}
	return out
}

func seenKey(o *match.Owner, key string) string { return fmt.Sprint(o.Seat, "/", key) }

// why says why something is asked or, with a name, why that is not offered.
func (t *table) why(seat int32, lang serve.Lang, name string) (template.HTML, error) {
	m := t.speak(lang)
	q := m.Question()
	if q == nil || q.Seat != seat {
		return "", serve.Refuse(http.StatusConflict, "It is not for you to decide now.")
	}
	reasons := m.Why(q)
	if name != "" {
		reasons = m.WhyNot(q, name)
	}
	html, err := serve.Render(pages, "why.html", map[string]any{"L": lang, "Reasons": reasons, "Of": name})
	return html, cmp.Or(err, m.Err())
}

// Folded reports whether so much lies there, and nothing of it can be chosen, that it is shown on demand.
func (a tray) Folded() bool {
	const most = 12
	return len(a.Groups) > most && !a.Lit()
}

// Hue is the class of the owner's colour.
func (o owner) Hue() string { return hue(o.Look) }

// Seats are the numbers of the seats that a game has.
func (g gameRow) Seats() (out []int) {
	for i := range g.To {
		out = append(out, i+1)
	}
	return out
}

package table

import (
	"cmp"
	"errors"
	"html/template"
	"math"
	"net/http"
	"slices"
	"strings"

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
func (t *table) as(eyes int32, lang serve.Lang) viewer { return viewer{t, eyes, lang} }

// parts returns the parts of a page by id, as a viewer sees them. The log starts at a line.
func (v viewer) parts(from int) (map[string]template.HTML, error) {
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
	render("ask", v.asks(m, q, over))
	b := boardOf(m, v.eyes, v.lang, q, v.saw[v.eyes])
	render("board", b)
	render("others", b)
	render("log", map[string]any{"L": v.lang, "Entries": v.entries(v.logOf(v.eyes, v.lang), from, v.since(v.eyes), v.eyes)})
	var latest []event
	if !v.companion() || q == nil { // otherwise the question lists the news
		latest = v.latest(over)
	}
	render("last", map[string]any{"L": v.lang, "Events": latest})
	render("seats", v.seated(m, over, b.keysOf(m, v.eyes)))
	render("head", m.Head(v.eyes))
	if broken := m.Err(); broken != nil && v.stuck == nil { // an error in the view
		v.breaks(broken)
		render("ask", v.asks(m, nil, over))
	}
	return out, err
}

// asking is the data for the question, or for the players who are being waited for.
type asking struct {
	L       serve.Lang
	At      int
	Q       *match.Question
	Stages  []match.Stage
	Facts   []cell // the context of the question
	Options []option
	Goal    string   // for a companion of a boxed game: what the game is about
	News    []news   // for a companion: the changes since the last decision
	Many    bool     // there are so many options that they are small
	Early   bool     // there are so many that the button for declining comes first
	Folded  bool     // the list of options is collapsed, because the options are highlighted on the map
	Rest    bool     // a part of the list is collapsed
	Others  string   // the headings in it
	Closed  []closed // refused options
	Offers  []offered
	Wait    string
	Over    *finished // nil if the match is not over
	Stuck   string
	Wish    string // description of a request to take back, or ""
	WishAt  int    // its number
	Mine    bool   // the reader has made it or agreed to it
	Undo    bool   // a decision can be taken back
	All     bool   // it needs the consent of all players
	Book    string // address of the rule book at the section of the question
	Section string
	Cancel  string // the act in progress that can be taken back as a whole, or ""
	Hint    bool   // warn that taking back the answer would need the consent of all players
	Person  bool
	Changed bool
}

// many is the number of options above which they are small, and the button for declining comes before them.
const many = 8

type option struct {
	match.Option
	N, Most int    // its number among the answers, and how often it can be chosen
	Key     int    // its place in the list, which a key chooses
	Head    string // heading of the group that begins with this option
	Rest    bool   // the list is collapsed from here on, because earlier options fit what goes on
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

func (v viewer) asks(m *match.Match, q *match.Question, over bool) *asking {
	a := &asking{L: v.lang, At: v.at(v.eyes), Q: q, Person: v.eyes >= 0, Changed: v.changed}
	a.Over = v.finish(m)
	if why := v.trouble(); why != nil {
		a.Stuck = told(why, v.lang)
	}
	a.Stages, a.Facts = m.Stages(v.eyes), cells(m, v.eyes)
	if q != nil {
		for i, o := range q.Options {
			most := min(o.Count, max(q.Most, 1))
			if q.Repeats {
				most = q.Most
			}
			if o.More = strings.TrimLeft(o.More, " :—·"); o.More != "" && o.Then != "" { // it is on a separate line
				o.Then, o.More = strings.TrimSuffix(o.Then, ".")+". "+words.Title(o.More), ""
			}
			a.Options = append(a.Options, option{Option: o, N: i + 1, Most: most})
		}
		a.inOrder()
		a.Many = len(q.Options) > many
		a.Early = a.Many && !a.Rest
		if v.companion() {
			a.Goal, a.News = v.goal(), v.news()
		}
		_, section, clause := m.Place(q)
		a.Section, a.Book = section, v.link(v.eyes)+"/rules#"+clause
		a.Closed, a.Folded = closedOf(m, q), litOnMap(m, v.eyes, q)
	} else if by, ok := m.ToMove(v.eyes); ok && by >= 0 {
		a.Wait = m.Names.Seat(by)
	}
	if v.eyes >= 0 && !over {
		for _, name := range m.Offers() {
			o := offered{Name: name, Says: m.Names.Procedure(name)}
			if err := m.MayOffer(v.eyes, name); err == nil {
				a.Offers = append(a.Offers, o)
			} else if q != nil && q.Acts { // its reason stands with those of the refused options
				a.Closed = append(a.Closed, closed{o.Says, v.notNow(m, err)})
			}
		}
		last, unseen := m.LastDecision(v.eyes)
		a.Undo, a.All = last >= 0, !unseen && v.persons() > 1
		a.Hint = q != nil && v.persons() > 1
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

// inOrder puts the options first that fit the current action, and gives all of them their headings.
func (a *asking) inOrder() {
	var others []string
	rank := func(o option) int { return (o.First - 1) & math.MaxInt32 } // options without a place come last
	slices.SortStableFunc(a.Options, func(x, y option) int { return cmp.Compare(rank(x), rank(y)) })
	for i := range a.Options {
		o := &a.Options[i]
		if o.Key = i + 1; i == 0 || a.Options[i-1].Group != o.Group {
			o.Head = o.Group
		}
		o.Rest = i > 0 && o.First == 0 && a.Options[i-1].First > 0
		if a.Rest = a.Rest || o.Rest; a.Rest && o.Head != "" {
			others = append(others, o.Head)
		}
	}
	a.Others = strings.Join(others, " · ")
}

// notNow returns the reason why an offer is not possible now. A condition is worded as those of options are.
func (v viewer) notNow(m *match.Match, err error) string {
	var refused *match.Refusal
	if errors.As(err, &refused) && refused.Needs != "" {
		return m.Names.T("only if %s", refused.Needs)
	}
	return strings.TrimSuffix(told(err, v.lang), ".")
}

// litOnMap reports whether enough options are highlighted on a map to collapse their list.
func litOnMap(m *match.Match, eyes int32, q *match.Question) bool {
	const few = 4
	if len(q.Options) <= few || q.List || q.Number {
		return false
	}
	lit := map[int]bool{}
	for _, o := range m.View(eyes, q).Owners {
		for i := range o.Zones {
			if z := &o.Zones[i]; isMap(z) || onMap(z, o.Zones) != "" {
				for c := range z.Cells {
					for _, n := range optionsOf(&z.Cells[c]) {
						lit[n] = true
					}
				}
			}
		}
	}
	return len(lit) == len(q.Options)
}

// seated returns the players for the head of the page.
func (v viewer) seated(m *match.Match, over bool, keys map[int32]keyField) map[string]any {
	type row struct {
		Name, Kind  string
		Key         keyField
		Hue, Letter string
		Me, Asked   bool
		Here, Takes bool
		Seat        int
	}
	by, known := m.ToMove(v.eyes)
	var rows []row
	letters := lettersOf(m)
	for i, s := range v.Seats {
		name := m.Names.Seat(int32(i))
		r := row{Name: name, Hue: hue(m.Look(int32(i))), Letter: letters[name], Kind: s.Kind, Me: int32(i) == v.eyes, Asked: !over && known && by == int32(i), Seat: i}
		r.Key = keys[int32(i)]
		r.Takes = s.Kind == open && v.eyes == match.Public
		r.Here = v.watchers.present(int32(i))
		rows = append(rows, r)
	}
	return map[string]any{"L": v.lang, "Rows": rows, "Link": v.link(v.eyes)}
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
	html, err := serve.Render(pages(), "why.html", map[string]any{"L": v.lang, "Reasons": reasons, "Of": name, "In": procedure})
	return html, cmp.Or(err, m.Err())
}

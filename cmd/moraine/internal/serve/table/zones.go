package table

import (
	"cmp"
	"html/template"
	"slices"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// board is the table on a page: the common part, the reader's part, and those of the other
// players.
type board struct {
	Common, Mine, Others []owner
	Columns              []column
	Card                 *tray        // a card with tables, above a list of tasks
	Map                  bool         // a map has the height of the page
	Wide                 bool         // the bar is as wide as the page
	Lit                  map[int]bool // options that are highlighted where the reader sees them
}

// owner is the table or a player, with its fields and zones.
type owner struct {
	match.Owner
	L     serve.Lang
	Me    bool
	Facts []fact
	Front []tray // zones at the top, with the others below and beside them: first counters, then zones drawn large
	Trays []tray
	Piles []tray // zones of which only the number of pieces is shown
	Hand  []tray // of the reader: zones at the lower edge
	Signs []match.Sign

	Letter   string // a short sign for its name
	Forecast []bar  // of all players; only for the reader
	Foresees string // the label of the forecast
}

// fact is a field on a page.
type fact struct {
	Text, Href string
	About      string // the panel that explains it
	Fresh      bool
	Was        string // its former text, if it is known to have changed
}

// tray is a zone on a page.
type tray struct {
	*match.Zone
	L       serve.Lang
	Asked   bool // the reader is asked, so options that are not possible show the reason
	Fresh   bool
	Href    string // address behind its name
	About   string // the panel that explains it
	Size    string // CSS class for the size of its pieces: l, m, s or xs
	Cards   bool   // its pieces are drawn as cards
	Large   bool   // the game declares it as large
	Fold    bool   // its pieces are shown on demand
	Groups  []group
	Picture template.HTML
	Count   int
	Places  []place
	Steps   bool            // its places are steps of a track
	Columns int             // of a small grid that is not drawn: the number of columns; its free places are shown, too
	Unnamed bool            // its places need not be distinguished
	Keeps   []match.Counter // counters on its only piece
	Seat    int32           // seat of its owner; negative for the table
	Mark    string          // for a changed zone: a description of the change
	Was     string          // the difference in number, or ""
}

type group struct {
	match.Piece
	N    int
	Says string // the rule of a card of the reader that prints no numbers
}

// place is a place of a zone that is not drawn.
type place struct {
	match.Cell
	Groups []group
	Task   string // the label of the last task that brings a piece here, or ""
}

// mostShown is the maximum number of different pieces in a zone that are shown. Of a larger
// zone only the number is shown.
const mostShown = 60

// mostPlaces is the maximum number of places of a grid that are shown though they are free.
const mostPlaces = 24

// mostColumns is the maximum number of columns for which there is a style of a list of places.
const mostColumns = 4

// Board returns the whole table as HTML, for other parts of the server. It marks zones that differ from the view other,
// and makes the names of fields and zones links.
func Board(m *match.Match, lang serve.Lang, other match.Seen, mark string,
	href func(seat int32, key string) string) (template.HTML, error) {
	d := &drafter{m: m, eyes: match.Everything, me: match.Everything, lang: lang, mark: mark, href: href,
		had: memory{Seen: other, lang: m.Names.Lang}, full: true}
	b := d.board()
	common, err := serve.Render(pages(), "board.html", b)
	others, wrong := serve.Render(pages(), "others.html", b)
	return common + "\n" + others, cmp.Or(err, wrong)
}

// boardOf returns the table for a viewer. was is the viewer's earlier view.
func boardOf(m *match.Match, eyes int32, lang serve.Lang, q *match.Question, had memory, routes ...arrow) *board {
	d := &drafter{m: m, eyes: eyes, me: eyes, lang: lang, mark: lang.T("changed"), q: q, had: had, routes: routes}
	if m.Over() { // after the end everything is revealed
		d.eyes, d.had = match.Everything, memory{}
	}
	return d.board()
}

// drafter converts a view to a board.
type drafter struct {
	m        *match.Match
	eyes     int32
	me       int32 // the seat of the reader, if any
	lang     serve.Lang
	mark     string
	href     func(seat int32, key string) string // nil if names have panels instead of links
	q        *match.Question                     // nil if the reader is not asked
	had      memory                              // the reader's view at the last decision
	now      match.Seen                          // the current view; nil without an earlier one
	corners  map[string][]match.Cell             // places of other zones at the corners of a map, by the key of the map
	routes   []arrow                             // the last moves on maps
	onMap    map[string]string                   // the map at whose corners the pieces of a zone are, by zone
	full     bool                                // include fields that the game hides from the log
	written  string                              // text of pieces that are not drawn
	letters  map[string]string                   // signs for the names of players
	players  []match.Owner
	standing []group // the pieces on the maps of the table
}

func (d *drafter) board() *board {
	d.letters = lettersOf(d.m)
	view := d.m.View(d.eyes, d.q)
	d.players = view.Owners[1:]
	if d.had.Seen != nil {
		d.now = d.had.since(d.m, d.eyes, view)
	}
	if d.href == nil && d.now.MostChanged(d.had.Seen) { // then no change is highlighted
		d.now, d.had = nil, memory{}
	}
	out := &board{}
	for i := range view.Owners {
		switch o := d.owner(&view.Owners[i]); {
		case o.Me:
			out.Mine = append(out.Mine, o)
		case o.Seat < 0:
			out.Common = append(out.Common, o)
		default:
			out.Others = append(out.Others, o)
		}
	}
	out.Map = slices.ContainsFunc(out.Common[0].Front, func(a tray) bool { return a.Picture != "" })
	for i := range out.Mine {
		o := &out.Mine[i]
		o.Hand = handOf(o.Trays)
		if f := d.m.Forecast(d.eyes); f != nil && d.href == nil && !d.m.Over() {
			o.Foresees, o.Forecast = f.Label, d.bars(f)
		}
		if out.Map || d.href != nil {
			o.Hand = nil
		}
		o.Trays = slices.DeleteFunc(o.Trays, func(a tray) bool {
			return slices.ContainsFunc(o.Hand, func(h tray) bool { return h.Key == a.Key })
		})
	}
	if out.Map { // a map leaves no room for cards beside it
		for _, o := range slices.Concat(out.Common, out.Mine) {
			for i := range o.Trays {
				o.Trays[i].Cards = false
			}
		}
	}
	out.Wide = d.m.Names.P.Game.Companion
	if out.Wide { // a card with tables lies above the list of tasks
		o := &out.Common[0]
		if i := slices.IndexFunc(o.Trays, func(a tray) bool {
			return slices.ContainsFunc(a.Groups, func(g group) bool { return g.Tables != nil })
		}); i >= 0 {
			card := o.Trays[i]
			card.Groups = card.Groups[:1]
			out.Card, o.Trays = &card, slices.Delete(o.Trays, i, i+1)
		}
		for i := range o.Trays { // it lies on the own table, too, so only the zones that are asked about are open
			a := &o.Trays[i]
			a.Fold = d.href == nil && a.Picture == "" && !a.Steps && !a.Lit()
		}
	}
	out.Columns, out.Lit = d.columns(view.Owners[1:]), map[int]bool{}
	for i := range view.Owners {
		if o := &view.Owners[i]; o.Seat < 0 || o.Seat == d.me {
			light(o, out.Lit)
		}
		out.Lit[view.Owners[i].Option] = true
	}
	out.Common[0].Signs = slices.DeleteFunc(view.Signs, func(s match.Sign) bool { return !hasSign(d.written, s.Sign) })
	return out
}

// shape returns the class of the page that shows a board: a list of tasks, a map or cards.
func (b *board) shape() string {
	switch {
	case b.Wide:
		return "d-todo"
	case b.Map:
		return "d-map"
	}
	return "d-cards"
}

// light sets lit for each option that selects a zone of an owner, or a piece in it.
func light(o *match.Owner, lit map[int]bool) {
	for i := range o.Zones {
		z := &o.Zones[i]
		lit[z.Option] = true
		for c := range z.Cells {
			for _, n := range optionsOf(&z.Cells[c]) {
				lit[n] = true
			}
		}
		for _, n := range optionsOf(&match.Cell{Pieces: z.Pieces}) {
			lit[n] = true
		}
	}
}

func (d *drafter) owner(o *match.Owner) owner {
	out := owner{Owner: *o, L: d.lang, Me: o.Seat == d.me && d.me >= 0, Letter: d.letters[o.Name]}
	if d.href == nil {
		capitalise(o)
	}
	for _, f := range o.Fields {
		if f.Text == "" || f.Look.Size == "small" && !d.full {
			continue
		}
		shown := fact{Text: f.Text, Fresh: d.fresh(o, f.Key)}
		was := d.had.Seen[match.Spot{Seat: o.Seat, Key: f.Key}].Text
		if was != "" && shown.Fresh && d.me >= 0 && d.had.lang == d.lang.Code() {
			shown.Was = d.lang.T("before: %s", was)
		}
		shown.About = "field." + f.Key
		if d.href != nil {
			shown.Href, shown.About = d.href(o.Seat, f.Key), ""
		}
		out.Facts = append(out.Facts, shown)
	}
	d.corners, d.onMap = map[string][]match.Cell{}, map[string]string{}
	for i := range o.Zones {
		if z := &o.Zones[i]; onMap(z, o.Zones) != "" {
			d.corners[onMap(z, o.Zones)], d.onMap[z.Key] = z.Cells, onMap(z, o.Zones)
		}
	}
	for i := range o.Zones {
		z := &o.Zones[i]
		keeps := d.href == nil && out.Me && z.Counted && z.Layout == "" && z.Look.Size != "small" &&
			sortsIn(d.players, z.Key) != nil // things, of which the own table shows each sort
		if z.Counted && z.Len() == 0 && !(z.Whole && z.Drawn) && !hasOption(z) && !d.fresh(o, z.Key) && !keeps ||
			d.onMap[z.Key] != "" {
			continue
		}
		a := d.tray(o, z, out.Me)
		if isPile(z) && !a.Lit() {
			out.Piles = append(out.Piles, a)
		} else {
			out.Trays = append(out.Trays, a)
		}
	}
	byRank := func(a, b tray) int { return a.rank() - b.rank() }
	slices.SortStableFunc(out.Trays, byRank)
	slices.SortStableFunc(out.Piles, byRank)
	for _, front := range [...]func(a tray) bool{func(a tray) bool {
		return a.Keeps != nil
	}, func(a tray) bool { return a.Large && a.Picture != "" }} {
		for _, a := range out.Trays {
			if o.Seat < 0 && front(a) {
				out.Front = append(out.Front, a)
			}
		}
	}
	out.Trays = slices.DeleteFunc(out.Trays, func(a tray) bool {
		return slices.ContainsFunc(out.Front, func(c tray) bool { return c.Key == a.Key })
	})
	return out
}

// handOf returns the zones of a player that lie at the lower edge of the page: the large ones, or else the first one
// with cards.
func handOf(all []tray) (out []tray) {
	for _, a := range all {
		if a.Large && a.Picture == "" {
			out = append(out, a)
		}
	}
	if i := slices.IndexFunc(all, func(a tray) bool { return a.Cards }); out == nil && i >= 0 {
		out = slices.Clone(all[i : i+1])
	}
	for i := range out {
		out[i].Size = "m"
	}
	return out
}

// capitalise gives the names of an owner's zones and fields a capital first letter, because
// they are labels on a page.
func capitalise(o *match.Owner) {
	for i := range o.Zones {
		o.Zones[i].Name = words.Title(o.Zones[i].Name)
	}
	for i := range o.Fields {
		o.Fields[i].Text = words.Title(o.Fields[i].Text)
	}
}

func (d *drafter) fresh(o *match.Owner, key string) bool {
	spot := match.Spot{Seat: o.Seat, Key: key}
	return d.had.Seen[spot].Text != d.now[spot].Text
}

func (d *drafter) tray(o *match.Owner, z *match.Zone, mine bool) tray {
	a := tray{Zone: z, L: d.lang, Asked: d.q != nil, Count: z.Len(), Fresh: d.fresh(o, z.Key), Large: isLarge(z),
		Size: "s", Seat: o.Seat, Mark: d.mark, Unnamed: z.Look.Place == "zone"}
	if a.Fresh {
		a.Was, a.Mark = d.changes(o, z)
	}
	switch {
	case a.Large:
		a.Size = "l"
	case o.Seat >= 0 && !mine:
		a.Size = "xs"
	}
	a.About = "zone." + z.Key
	if d.href != nil {
		z.Look.Place = "" // only rules need to distinguish the places
		a.Href, a.About = d.href(o.Seat, z.Key), ""
	}
	only := onlyPiece(z)
	switch {
	case only != nil && only.Counters != nil && d.href == nil:
		for _, c := range only.Counters {
			c.Name = words.Title(c.Name)
			a.Keeps = append(a.Keeps, c)
		}
		a.Groups = groups([]match.Piece{*only}, false)
	case isBuilt(z) && d.href == nil:
		a.Picture = blocks(z, d.letters, d.arrowsOn(z))
	case isMap(z):
		if o.Seat < 0 {
			for i := range z.Cells {
				_, on := looksOf(&z.Cells[i])
				d.standing = append(d.standing, on...)
			}
		}
		var signs string
		a.Picture, signs = drawn(z, d.q != nil, usedOf(d.corners[z.Key]), d.letters, d.arrowsOn(z)...)
		d.written += signs
	case z.Layout != "":
		// a viewer who may not count the pieces knows no cells
		if n := len(z.Cells); z.Layout == "grid" && n > 0 && n <= mostPlaces {
			if columns := 1 + int(z.Cells[n-1].At.X); columns > 1 && columns <= mostColumns {
				a.Columns = columns
			}
		}
		for _, c := range z.Cells {
			if len(c.Pieces) > 0 || c.Option > 0 || a.Columns > 0 {
				a.Places = append(a.Places, place{Cell: c, Groups: groups(c.Pieces, false), Task: d.taskAt(z, c.At)})
				d.written += sketched(c.Pieces)
			}
		}
		a.Steps = isTrack(z) && d.href == nil
	default:
		d.written += sketched(z.Pieces)
		a.Groups = groups(z.Pieces, z.Stack)
		if isPile(z) && d.href == nil && a.Lit() { // of a pile only the pieces that can be chosen are shown
			a.Groups = slices.DeleteFunc(a.Groups, func(g group) bool { return g.Option == 0 })
		}
		if len(a.Groups) > mostShown {
			a.Groups = nil
		}
		if mine && z.Counted && z.Look.Size != "small" && d.href == nil {
			a.Groups = withAll(a.Groups, sortsIn(d.players, z.Key))
		}
		a.Cards = d.href == nil && a.Size != "xs" && slices.ContainsFunc(a.Groups, func(g group) bool {
			return !isToken(g.Piece)
		})
		for i := range a.Groups {
			if g := &a.Groups[i]; mine && a.Cards && a.Large &&
				!slices.ContainsFunc(g.Printed, func(v match.Value) bool {
					return v.Look.Symbol != ""
				}) {
				of, _ := d.m.About("card." + g.Card)
				g.Says = of.Says
			}
		}
	}
	return a
}

// onlyPiece returns the only piece in a zone, or nil.
func onlyPiece(z *match.Zone) *match.Piece {
	if z.Len() != 1 {
		return nil
	}
	for _, c := range z.Cells {
		if len(c.Pieces) == 1 {
			return &c.Pieces[0]
		}
	}
	return &z.Pieces[0]
}

// rank returns the position of a zone that the game declares. Without one, drawn zones come
// first.
func (a tray) rank() int {
	if a.Picture != "" {
		return rankOf(a.Look, 0)
	}
	return rankOf(a.Look, 1)
}

func rankOf(l match.Look, without int) int {
	if l.Rank > 0 {
		return l.Rank
	}
	return 1<<20 + without
}

// Lit reports whether the zone or a piece in it can be chosen.
func (a tray) Lit() bool {
	return hasOption(a.Zone) || slices.ContainsFunc(a.Pieces, func(p match.Piece) bool { return p.Option > 0 })
}

func hasOption(z *match.Zone) bool {
	return z.Option > 0 || slices.ContainsFunc(z.Cells, func(c match.Cell) bool { return c.Option > 0 })
}

// groups joins pieces that look equal. In a stack it joins only consecutive ones.
func groups(pieces []match.Piece, stack bool) (out []group) {
	for _, p := range pieces {
		equal := func(g group) bool {
			return g.Text == p.Text && g.Owner == p.Owner && g.Chosen == p.Chosen && slices.Equal(g.Printed, p.Printed)
		}
		i := slices.IndexFunc(out, equal)
		if stack {
			i = len(out) - 1
		}
		if i >= 0 && equal(out[i]) && (p.Option == 0 || out[i].Option == 0 || p.Option == out[i].Option) {
			out[i].N++
			out[i].Option = max(out[i].Option, p.Option)
			continue
		}
		out = append(out, group{Piece: p, N: 1})
	}
	return out
}

// Folded reports whether a zone is collapsed because it has many pieces and none can be chosen.
func (a tray) Folded() bool {
	const most = 12
	return len(a.Groups) > most && !a.Lit()
}

// Hue returns the class of the owner's colour.
func (o owner) Hue() string { return card.Hue(o.Look) }

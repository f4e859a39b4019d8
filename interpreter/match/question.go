package match

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// Question is the open question as its seat sees it.
type Question struct {
	Seat        int32
	Name        string // the name of the request
	Text        string // in the words of the game, if it has any
	Short       string // Text as addressed to the seat itself, without the seat's name
	Says        string // the game's sentence about the question, for a page, or ""
	Options     []Option
	None        string // the meaning of declining; "" if declining is not possible
	NoneThen    string // the consequence of declining, if the game describes it
	NoneFacts   []Fact // see Option.Facts
	List        bool   // several options may be chosen
	Repeats     bool   // an option may be chosen several times
	Least, Most int
	HowMany     string // the limits on the number of options, in words
	Number      bool   // the options are the numbers from From to To, in order
	From, To    int
	Acts        bool // the options belong to a `may`
	r           *machine.Request
}

// Option is an option of a question.
type Option struct {
	Name, More string // More is information for choosing
	Then       string // the consequence, if the game describes it
	// the cells of contexts with `at`, and the odds of the coming roll with the numbers that decide them, if options
	// differ in the odds
	Facts []Fact
	Count int    // number of equal options
	Group string // the heading, if the game gives one
	First int    // the place, from 1, among the options that a page lists first; 0: none
	Look  Look   // of the piece for which it stands, or of the option itself
	id    string
}

// Question returns the open question of a player, or nil if none is open or chance is asked.
func (t *views) Question() *Question {
	r := t.m.Next()
	if r == nil || r.By == machine.Chance {
		return nil
	}
	v := t.viewerFor(r.By)
	v.Names = v.Names.For(int32(r.By))
	q := &Question{Seat: int32(r.By), Name: r.Name, None: v.none(r), List: r.List, Repeats: r.Repeats, Least: r.Least,
		Most: r.Most, HowMany: v.howMany(r), Acts: r.Kind == machine.AskOption, r: r}
	from, to, number := numberRange(r)
	q.From, q.To, q.Number = int(from), int(to), number
	q.Text, q.Short = v.questionText(r)
	groups := v.groups(r)
	for _, o := range r.Options {
		option := v.option(r, o)
		option.Group = groups[option.Name]
		q.Options = append(q.Options, option)
	}
	if v.Names.Page {
		v.forPage(q)
	}
	return q
}

// mostExplained is the largest number of options for which a page explains the options that are cards.
const mostExplained = 8

// forPage adds explanations for the buttons of a page to a question.
func (v *viewer) forPage(q *Question) {
	if q.None != "" {
		q.NoneThen = v.Names.Then(q.Name)
	}
	q.Says = v.Names.About(q.Name)
	explains := !q.List && len(q.Options) <= mostExplained
	for i, o := range q.r.Options {
		out := &q.Options[i]
		switch {
		case q.r.Kind == machine.AskOption:
		case isPiece(q.r):
			p := v.piece(ref.Piece(o.Value), false)
			out.Name = p.title
			if p.Known && explains {
				out.Then = v.Names.About(p.Card)
			}
			for _, on := range p.On {
				if len(on.Pieces) > 0 {
					out.More += " · " + on.Name + ": " + words.Join(Texts(on.Pieces))
				}
			}
		case q.r.Type.Base == schema.Zone && explains:
			out.Then = v.aboutPlace(ref.Place(o.Value))
		}
	}
	v.addOdds(q)
	v.addFacts(q)
	v.putFirst(q)
}

// aboutPlace explains the cards that the pieces on a place name in their fields, such as the terrain of a tile.
func (v *viewer) aboutPlace(z ref.Place) string {
	var says []string
	for _, p := range v.piecesIn(z) {
		if !v.knows(p) || v.m.Env.World.FaceDown(p) {
			continue
		}
		for _, x := range v.printedPieces(p) {
			says = append(says, v.Names.About(v.Names.P.Cards[v.Names.P.Pieces[x].Card].Name))
		}
	}
	return strings.Join(slices.DeleteFunc(says, func(s string) bool { return s == "" }), " ")
}

// groups returns the heading of each option of a `may`. An option without a heading of its own has the heading of the
// nearest earlier option.
func (v *viewer) groups(r *machine.Request) map[string]string {
	out := map[string]string{}
	for _, may := range v.Names.P.Mays() {
		if r.Kind != machine.AskOption || may.Request != r.Name {
			continue
		}
		owner, _, _ := strings.Cut(r.Name, ".")
		heading := ""
		for _, o := range may.Options {
			heading = cmp.Or(v.Names.RequestText(owner+"."+o.Name+".heading"), heading)
			out[v.Names.Option(r.Name, o.Name)] = heading
		}
	}
	return out
}

// questionText returns the question in the words of the game, for other viewers and for the seat
// itself.
func (v *viewer) questionText(r *machine.Request) (text, short string) {
	who, many := v.Names.Seat(int32(r.By)), ""
	if from, to, ok := numberRange(r); ok {
		many = v.Names.T(" (a number from %d to %d)", from, to)
	} else if r.List && (r.Least > 0 || r.Most > 1) { // one thing or none goes without saying
		many = " (" + v.howMany(r) + ")"
	}
	// the name of a play is that of the window
	if asked := v.Names.RequestText(r.Name); asked != "" && r.Kind != machine.AskPlay {
		return who + ": " + asked + many, asked + many
	}
	switch r.Kind {
	case machine.AskPlay:
		return v.Names.T("%s, you may play a card: %s.", who, v.Names.Window(r.Name)),
			v.Names.T("Do you play a card? (%s)", v.Names.Window(r.Name))
	case machine.AskOption:
		return v.Names.T("%s, what will you do?", who), v.Names.T("What will you do?")
	case machine.AskTarget:
		return v.Names.T("%s, choose the target of the card:", who), v.Names.T("Choose the target of the card:")
	}
	name := v.Names.Phrase(nameOf(r)) + many
	return v.Names.T("%s, choose: %s.", who, name), v.Names.T("Choose: %s", name)
}

// numberRange returns the range of a request for one of several consecutive numbers, which the player
// answers with the number itself. ok is false for a short range from 1, because listing it is
// the same.
func numberRange(r *machine.Request) (from, to int32, ok bool) {
	n := len(r.Options)
	if r.Kind != machine.AskChoice || r.Type.Base != schema.Number || r.List || r.Optional || n < 2 {
		return 0, 0, false
	}
	from, to = r.Options[0].Value, r.Options[n-1].Value
	return from, to, int(to)-int(from) == n-1 && (from != 1 || n > 9)
}

func (v *viewer) howMany(r *machine.Request) string {
	switch {
	case r.Least == r.Most:
		return strconv.Itoa(r.Least)
	case r.Least == 0:
		return v.Names.T("up to %d", r.Most)
	}
	return v.Names.T("%d to %d", r.Least, r.Most)
}

// option returns an option with information for choosing.
func (v *viewer) option(r *machine.Request, o machine.Option) Option {
	out := Option{Count: int(max(o.Count, 1))}
	switch {
	case r.Kind == machine.AskOption:
		out.Look = v.looks[r.OptionName(int(o.Value))]
		out.id = words.Plain(r.OptionName(int(o.Value)))
		owner, _, _ := strings.Cut(r.Name, ".")
		out.Name, out.Then = v.Names.Option(r.Name, r.OptionName(int(o.Value))),
			v.Names.Then(owner+"."+r.OptionName(int(o.Value)))
	case isPiece(r):
		p := v.piece(ref.Piece(o.Value), false)
		out.Name, out.More, out.Look = p.Text, v.whereIs(ref.Piece(o.Value)), p.Look
	default:
		out.Name = v.Value(r.Type, o.Value)
		if r.Type.Base == schema.Player {
			out.Name = words.Title(out.Name)
		}
		if r.Type.Base == schema.Zone {
			if _, ok := v.placeName(ref.Place(o.Value)); ok &&
				v.looks[v.Names.P.Schema.Zones[o.Value].Decl.Name].Place == "piece" {
				if out.More = v.lyingOn(ref.Place(o.Value)); out.More != "" && v.Names.Page {
					out.More = v.Names.T("here: %s", out.More)
				}
				break
			}
			if lying := v.pieces(ref.Place(o.Value), false); len(lying) > 0 {
				out.More = ": " + words.Join(Texts(lying))
			}
		}
	}
	return out
}

// lyingOn lists the pieces that lie on the pieces of a place.
func (v *viewer) lyingOn(z ref.Place) string {
	var names []string
	for _, p := range v.pieces(z, false) {
		for _, on := range p.On {
			names = append(names, Texts(on.Pieces)...)
		}
	}
	return words.Title(words.Join(names))
}

// whereIs describes the place and printed values of an offered piece where they help to choose.
func (v *viewer) whereIs(p ref.Piece) (text string) {
	at, more := v.placeOf(p), ""
	if at != "" {
		at = v.Names.T(" at %s", at)
	}
	if v.knows(p) {
		printed := v.printed(p)
		if v.Names.Page {
			printed = slices.DeleteFunc(printed, func(p Value) bool { return v.looks[p.field].Hides() })
		}
		if more = joinValues(printed); more != "" {
			more = " — " + more
		}
	} else if at == "" {
		at = v.Names.T(" in %s", v.Zone(v.m.Env.World.In(p)))
		if n, told := v.place(p); told {
			at += v.Names.T(", %d from the top", n)
		}
	}
	return at + more
}

// place returns the position of a piece in a stack, from 1. told is false if the order does not
// exist or is unknown.
func (v *viewer) place(p ref.Piece) (n int, told bool) {
	e := &v.m.Env
	if !e.World.Zones[e.World.In(p)].Stack || !e.World.Placed(p) {
		return 0, false
	}
	for q := e.World.Head(e.World.In(p)); q != p; q = e.World.Next(q) {
		n++
	}
	return n + 1, true
}

func isPiece(r *machine.Request) bool { return r.Type.Base == schema.Piece }

// none returns the meaning of declining, or "" if declining is not possible. The game may
// describe it at an option or at the request.
func (v *viewer) none(r *machine.Request) string {
	if r.Kind != machine.AskPlay && !r.Optional && !(r.List && r.Least == 0) {
		return ""
	}
	if r.Kind == machine.AskOption {
		owner, _, _ := strings.Cut(r.Name, ".")
		for _, o := range r.Options {
			if name := v.Names.Decline(owner + "." + r.OptionName(int(o.Value))); name != "" {
				return name
			}
		}
	}
	if name := v.Names.Decline(r.Name); name != "" {
		return name
	}
	switch {
	case r.Kind == machine.AskPlay:
		return v.Names.T("pass")
	case r.Kind == machine.AskOption && r.Optional:
		return v.Names.T("none of these")
	case r.Optional, r.List && r.Least == 0:
		return v.Names.T("nothing")
	}
	return ""
}

// Offers returns the names of all side offers of the game.
func (r rules) Offers() (out []string) {
	for _, o := range r.game.Program.Offers {
		out = append(out, o.Name)
	}
	return out
}

// MayOffer returns the reason why a seat cannot make an offer now, or nil.
func (m *Match) MayOffer(seat int32, name string) error {
	return m.refused(m.m.MayOffer(name, ref.Seat(seat)))
}

// ToMove returns the seat that is asked, and whether the viewer may know that.
func (t *views) ToMove(eyes int32) (seat int32, known bool) {
	r := t.m.Next()
	if r == nil {
		return 0, false
	}
	s := t.sight(ref.Seat(eyes))
	return int32(r.By), s.mayKnowRequest(r)
}

// Refusal is the reason why an act is not possible, in the words of the game or of the program.
type Refusal struct {
	Text  string
	Needs string // the condition that is not met, if the game words it
}

func (r *Refusal) Error() string { return r.Text }

// Check returns the Refusal that an answer to the open question would get, or nil if it is legal.
func (m *Match) Check(options []int32) error {
	r := m.m.Next()
	if r == nil {
		return m.refused(&machine.Illegal{Why: "nothing is being asked"})
	}
	return m.refused(r.Check(options))
}

// refused converts a refusal of the machine to a Refusal.
func (m *Match) refused(err error) error {
	var illegal *machine.Illegal
	if !errors.As(err, &illegal) || m.Err() != nil {
		return err
	}
	out := &Refusal{}
	text := m.Names.T(illegal.Why, illegal.Of...)
	if illegal.Needs {
		out.Needs = m.Names.Phrase(illegal.Why)
		text = m.Names.T("needs: %s", out.Needs)
	}
	out.Text = words.Title(text) + "."
	return out
}

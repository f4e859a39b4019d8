package match

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Outcome is a sentence about a step of a card, for players. Sentences with a greater depth
// belong to the preceding one.
type Outcome struct {
	Text string
	Deep int
}

// maxCalls limits the depth of called procedures that are described.
const maxCalls = 4

// teller describes the steps of a card under the readings in force. It omits steps whose
// operands have no names in the game, because the card's `about` has the complete text.
type teller struct {
	v     *viewer
	game  *syntax.Game
	rules map[string]string // readings in force
	me    string            // the player for whom the steps run; "" for the reader
	in    string            // the procedure or card that contains the steps
	calls []string          // procedures being described
	args  map[string]string // numbers passed to the procedure
	asked string            // the name assigned by the last choice
	out   []Outcome
	deep  int
}

// outcomes describes the steps of a card.
func (v *viewer) outcomes(m *Match, c *schema.Card) []Outcome {
	t := &teller{v: v, game: m.game.Syntax, rules: m.game.Readings(), in: c.Name}
	for _, s := range c.Steps {
		t.block(s.Do)
	}
	if len(t.out) < 2 { // the card's `about` says the same
		return nil
	}
	return t.out
}

// say adds a sentence, unless it repeats the previous one.
func (t *teller) say(text string) {
	if e := (Outcome{words.Title(text), t.deep}); len(t.out) == 0 || t.out[len(t.out)-1] != e {
		t.out = append(t.out, e)
	}
}

func (t *teller) block(b *syntax.Block) {
	if b == nil {
		return
	}
	for _, s := range b.Steps {
		t.step(s)
	}
}

func (t *teller) step(s *syntax.Step) {
	switch do := s.Do.(type) {
	case *syntax.ByRuling:
		if i := do.Branches.For(t.rules[do.Branches.Key.Name]); i >= 0 {
			t.block(do.Branches.List[i].Steps)
		}
	case *syntax.If:
		t.block(do.Do)
	case *syntax.While:
		t.block(do.Do)
	case *syntax.Each:
		t.each(do)
	case *syntax.Switch:
		t.cases(do.Branches)
	case *syntax.Call:
		t.call(do)
	case *syntax.Roll:
		t.say(t.by(do.By, "You roll a die", "%s rolls a die"))
	case *syntax.Choose:
		t.chooses(do)
	case *syntax.May:
		t.options(do)
	case *syntax.Draw:
		if from, to := t.name(do.From), t.name(do.To); from != "" && to != "" {
			t.say(t.v.Names.T("Cards: %s → %s", from, to))
		}
	case *syntax.Move:
		switch what, to := t.name(do.Pieces), t.name(do.To); {
		case to == "":
		case t.chosen(do.Pieces):
			t.say(t.v.Names.T("It goes to: %s", to))
		case what != "":
			t.say(what + " → " + to)
		}
	case *syntax.Discard:
		if t.chosen(do.Pieces) {
			t.say(t.v.Names.T("It is discarded"))
		} else if what := t.name(do.Pieces); what != "" {
			t.say(t.v.Names.T("%s is discarded", what))
		}
	case *syntax.Flip:
		if what := t.name(do.Pieces); what != "" && do.Face == "down" {
			t.say(t.v.Names.T("%s is turned face down", what))
		}
	}
}

// each describes the steps of a loop over players, for one player.
func (t *teller) each(do *syntax.Each) {
	was := t.me
	if do.Name.Name == "me" {
		t.me = t.v.Names.T("each player")
	}
	t.block(do.Do)
	t.me = was
}

// cases describes the results for the sides of a die.
func (t *teller) cases(b *syntax.Branches) {
	if !slices.ContainsFunc(b.List, func(br syntax.Branch) bool {
		return strings.ContainsAny(br.Label.Name, "123456789")
	}) {
		return
	}
	for _, br := range b.List {
		at := len(t.out)
		t.say(strings.ReplaceAll(br.Label.Name, "-", "–") + ":")
		t.deep++
		t.block(br.Steps)
		t.deep--
		if len(t.out) == at+1 {
			t.out[at].Text += " " + t.v.Names.T("nothing happens")
		}
	}
}

// call describes the steps of a called procedure.
func (t *teller) call(do *syntax.Call) {
	name := do.Target.Name
	i := slices.IndexFunc(t.game.Procedures, func(p *syntax.Procedure) bool { return p.Name == name })
	if i < 0 || len(t.calls) == maxCalls || slices.Contains(t.calls, name) {
		return
	}
	was, in, args := t.me, t.in, t.args
	t.args = map[string]string{}
	for _, a := range do.With {
		if a.Name == "me" {
			t.me = t.player(a.Value)
		} else if _, err := strconv.Atoi(a.Value.Text); err == nil {
			t.args[a.Name] = a.Value.Text
		}
	}
	t.in, t.calls = name, append(t.calls, name)
	t.block(t.game.Procedures[i].Do)
	t.in, t.me, t.args, t.calls = in, was, args, t.calls[:len(t.calls)-1]
}

// chooses describes a choice with the text of its question.
func (t *teller) chooses(do *syntax.Choose) {
	if by := do.By; by != nil && by.Text == "chance" {
		return
	}
	if asked := t.v.Names.RequestText(t.in + "." + do.Name.Name); asked != "" {
		t.asked = do.Name.Name
		for name, n := range t.args {
			if do.Exactly != nil && strings.Contains(do.Exactly.Text, name) {
				asked += " (" + n + ")"
			}
		}
		t.say(t.by(do.By, "You choose: %[2]s", "%[1]s chooses: %[2]s", asked))
	}
}

// options describes the options of a `may`.
func (t *teller) options(do *syntax.May) {
	for _, o := range do.Options {
		t.say(t.by(do.By, "You may: %[2]s", "%[1]s may: %[2]s", t.v.Names.Option(t.in+".", o.Name)))
		t.deep++
		t.block(o.Do)
		t.deep--
	}
}

// by returns the sentence `you` if who is the reader, and otherwise `other` with the name of the player.
func (t *teller) by(who *syntax.Formula, you, other string, args ...any) string {
	name := t.me
	if who != nil {
		name = t.player(who)
	}
	switch {
	case name != "":
		you = other
	case args == nil:
		return t.v.Names.T(you)
	}
	return t.v.Names.T(you, append([]any{name}, args...)...)
}

// chosen reports whether a formula is the name of the last choice.
func (t *teller) chosen(f *syntax.Formula) bool { return f.Text == t.asked && t.asked != "" }

// player returns the name of the player of a formula, or "" for the reader.
func (t *teller) player(f *syntax.Formula) string {
	switch f.Text {
	case "me":
		return t.me
	case "chance", "":
		return t.v.Names.T("Chance")
	}
	return t.v.Names.T("the other player")
}

// name returns the name of a zone or local name, or "" if the game has no text for it.
func (t *teller) name(f *syntax.Formula) string {
	if f == nil || f.Text == "" || strings.ContainsAny(f.Text, " ([") {
		return ""
	}
	owner, id, dotted := strings.Cut(f.Text, ".")
	if !dotted {
		owner, id = "", owner
	}
	for i := range t.v.Names.P.Schema.Zones {
		d := t.v.Names.P.Schema.Zones[i].Decl
		switch {
		case d == nil || d.Name != id:
		case owner == "":
			return t.v.Names.Decl(d)
		case owner == "me" && t.me == "":
			return t.v.Names.T("your %[2]s", "", t.v.Names.Decl(d))
		case owner == "me":
			return t.v.Names.Of(t.me, t.v.Names.Decl(d))
		case owner == "target":
			return t.v.Names.Of(t.v.Names.T("the other player"), t.v.Names.Decl(d))
		}
	}
	if name := t.v.Names.Phrase(id); name != words.Plain(id) || t.asks(id) {
		return name
	}
	return ""
}

// asks reports whether the game has a text for a name.
func (t *teller) asks(id string) bool {
	return slices.ContainsFunc(t.game.Asks, func(q *syntax.Question) bool { return q.Name == id })
}

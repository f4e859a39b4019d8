package match

import (
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Reason is a sentence about a question or an option, with its clauses and, for a refused
// option, its conditions.
type Reason struct {
	Text    string
	Clauses []Clause
	Needs   []Need
	Title   bool // Text is a heading for the clauses
}

// Open returns the conditions that are not known to be true.
func (r Reason) Open() []Need {
	return slices.DeleteFunc(slices.Clone(r.Needs), func(n Need) bool { return n.Met })
}

// Met returns the conditions that are true.
func (r Reason) Met() []Need {
	return slices.DeleteFunc(slices.Clone(r.Needs), func(n Need) bool { return !n.Met })
}

// Need is a conjunct of a condition.
type Need struct {
	State   string // fulfilled, missing or unknown, in words; "" if the option is not part of the open question
	Missing bool
	Met     bool
	Text    string
	Clauses []Clause
	never   bool // the option cannot come up in the match
}

// Clause is a clause of the rule texts.
type Clause struct{ ID, Says string }

// Why returns the clauses of the step that asks, of each option, and of refused options.
func (m *Match) Why(q *Question) []Reason {
	step := q.r.Step()
	out := []Reason{{Text: m.Names.T("The step `%s` at %s asks this question.", step.Verb, step.Pos),
		Clauses: m.clauses(step.Cites)}}
	for i, o := range q.r.Options {
		if q.r.Kind == machine.AskOption {
			if cites := q.r.OptionCites(int(o.Value)); len(cites) > 0 {
				out = append(out, Reason{Text: words.Title(q.Options[i].Name), Clauses: m.clauses(cites), Title: true})
			}
		}
	}
	return append(out, m.notOffered(q, "")...)
}

// notOffered returns the refusals of options or cards whose name begins with a text.
func (m *Match) notOffered(q *Question, begin string) (out []Reason) {
	v, unseen := m.viewerFor(ref.Seat(q.Seat)), map[string]bool{}
	for _, t := range m.turned {
		if t.Step != q.r.Step() { // of a request before it that had no options
			continue
		}
		what, text := v.refusal(q.r, t)
		if t.Who != ref.Seat(q.Seat) || !Begins(what, begin) {
			continue // refusals of other seats are hidden
		}
		if isPiece(q.r) && t.Target != schema.Nothing && !v.knows(ref.Piece(t.Target)) {
			unseen[text] = true // their number and order are hidden
			continue
		}
		out = append(out, Reason{Text: text, Clauses: m.clauses(t.Cites)})
	}
	for _, text := range slices.Sorted(maps.Keys(unseen)) {
		out = append(out, Reason{Text: text})
	}
	return out
}

// refusal describes a refused option or card, and the reason.
func (v *viewer) refusal(r *machine.Request, ev machine.Event) (what, text string) {
	switch {
	case ev.Text != "" && ev.Request != nil && ev.Request.Kind == machine.AskOption:
		what = v.Names.Option(r.Name, ev.Text)
	case ev.Text != "":
		what = v.Names.Phrase(ev.Text)
	case ev.Target != schema.Nothing:
		what = v.Value(r.Type, ev.Target)
		if isPiece(r) && v.knows(ref.Piece(ev.Target)) {
			if at := v.placeOf(ref.Piece(ev.Target)); at != "" {
				what += v.Names.T(" at %s", at)
			}
		}
	}
	if ev.Words == "" {
		return what, v.Names.T("Not offered: %s, because of the condition at %s", what, ev.Pos)
	}
	return what, v.Names.T("Not offered: %s, because it is required that %s", what, v.Names.Phrase(ev.Words))
}

// Begins reports whether a name begins with a text, ignoring case.
func Begins(name, begin string) bool {
	return strings.HasPrefix(strings.ToLower(name), strings.ToLower(begin))
}

// WhyNot explains which conditions an option lacks, or where it could be offered.
func (m *Match) WhyNot(q *Question, name string) (out []Reason) {
	v, t := m.viewerFor(ref.Seat(q.Seat)), m.Names.T
	for i, o := range q.Options {
		if Begins(o.Name, name) || o.id != "" && Begins(o.id, name) {
			return []Reason{{Text: t("%s is offered: number %d.", words.Title(o.Name), i+1)}}
		}
	}
	for _, may := range v.Names.P.Mays() {
		for i := range may.Options {
			o := &may.Options[i]
			is := v.Names.Option(may.Request, o.Name)
			if !Begins(is, name) && !Begins(words.Plain(o.Name), name) {
				continue
			}
			now, text := q.r.Kind == machine.AskOption && may.Request == q.Name, ""
			if now {
				text = t("Not possible now: %s. It is possible if:", words.Title(is))
			} else {
				text = t("%s is offered at another place, in `%s`. It is possible if:", words.Title(is), may.Request)
			}
			out = append(out, Reason{Text: text, Needs: m.needs(v, o.If, now)})
		}
	}
	for _, offer := range m.Offers() {
		if err := m.MayOffer(q.Seat, offer); err != nil &&
			(Begins(m.Names.Procedure(offer), name) || Begins(words.Plain(offer), name)) {
			out = append(out, Reason{Text: err.Error()})
		}
	}
	if out == nil {
		out = m.notOffered(q, name)
	}
	if out == nil {
		return []Reason{{Text: t("No option whose name begins with %q is refused here.", name)}}
	}
	return out
}

// WhyNotCard explains why a card is not offered, if a condition refused it.
func (m *Match) WhyNotCard(q *Question, name string) []Reason {
	if slices.ContainsFunc(q.Options, func(o Option) bool { return Begins(o.Name, name) }) {
		return nil
	}
	return m.notOffered(q, name)
}

// askedMay returns the `may` whose options a question offers, or nil.
func (m *Match) askedMay(q *Question) *program.MayOp {
	if q.r.Kind == machine.AskOption {
		for base, pc := range m.m.Stack.Frames() {
			may, _ := m.m.Stack.Op(base, pc).Do.(*program.MayOp)
			return may
		}
	}
	return nil
}

// Refused returns the refused options of a question, each with its false conditions. It leaves out options that cannot
// come up in the match: those that a condition without words refuses, such as those of modules that are not part of it,
// and those that the readings in force exclude.
func (m *Match) Refused(q *Question) (out []Reason) {
	v := m.viewerFor(ref.Seat(q.Seat))
	if may := m.askedMay(q); may != nil {
		for i := range may.Options {
			o := &may.Options[i]
			name := m.Names.Option(may.Request, o.Name)
			if slices.ContainsFunc(q.Options, func(o Option) bool {
				return o.Name == name
			}) || slices.ContainsFunc(out, func(r Reason) bool { return r.Text == name }) {
				continue
			}
			r := Reason{Text: name}
			for _, n := range m.needs(v, o.If, true) {
				if n.Missing {
					r.Needs = append(r.Needs, n)
				}
			}
			if !slices.ContainsFunc(r.Needs, func(n Need) bool { return n.never }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// needs lists the conjuncts of a condition and, if now is set, whether each is true. It leaves out those that are true
// in the whole match.
func (m *Match) needs(v *viewer, c *program.Cond, now bool) (out []Need) {
	t := m.Names.T
	if c == nil || len(c.Parts) == 0 {
		return []Need{{Text: t("no conditions; it is only offered at another time")}}
	}
	for i := range c.Parts {
		p, n := &c.Parts[i], Need{}
		n.Text = v.Names.Phrase(p.Words)
		if p.Words == "" {
			n.Text = t("the condition at %s", p.Pos)
		}
		if now {
			settled := v.m.Env.Settles(p.Is)
			n.State = t("unknown: ")
			if is, ok := v.evaluate(p.Is, schema.Nothing); ok && slices.Equal(is, []int32{1}) {
				if settled {
					continue
				}
				n.State, n.Met = t("fulfilled: "), true
			} else if ok {
				n.State, n.Missing, n.never = t("not so: "), true, settled || p.Words == ""
			}
		}
		n.Clauses = m.clauses(ownOnly(m.game.Clause, p.Cites, m.opt.Clauses))
		out = append(out, n)
	}
	return out
}

// clauses returns the clauses with the given ids.
func (r rules) clauses(ids []syntax.Ident) (out []Clause) {
	for _, id := range ids {
		if c, ok := r.Clause(id.Name); ok {
			out = append(out, c)
		}
	}
	return out
}

// Clause returns the clause with an id.
func (r rules) Clause(id string) (Clause, bool) {
	c := r.game.Clause(id)
	if c == nil {
		return Clause{}, false
	}
	return Clause{c.Name, c.Says}, true
}

package match

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// About explains a card, a zone or a field. It depends only on the rules, so it is the same for
// all viewers at all times.
type About struct {
	Name, Kind string // Kind names the sort of thing in the words of the game
	Says       string // the meaning, or "" if the game gives none
	Look       Look
	Outcomes   []Outcome // descriptions of a card's steps
	Values     []Value   // the printed values of a card, with explanations in their About
	When       []When    // windows in which a card can be played
	Clauses    []Clause
}

// When is a window in which a card can be played, with its conditions.
type When struct {
	Window string
	Needs  []string
}

// About returns the explanation of "card.NAME", "zone.NAME" or "field.NAME". ok is false if the
// name is unknown.
func (m *Match) About(id string) (out About, ok bool) {
	sort, name, _ := strings.Cut(id, ".")
	v := m.viewerFor(Public)
	switch sort {
	case "card":
		return v.aboutCard(m, name)
	case "zone":
		for i := range v.Names.P.Schema.Zones {
			if d := v.Names.P.Schema.Zones[i].Decl; d != nil && d.Name == name {
				return About{Name: v.Names.Decl(d), Kind: v.Names.T("place"), Says: v.about(d.Note, name),
					Look: v.looks[name], Clauses: m.ownClauses(d.Cites)}, true
			}
		}
	case "field":
		g := v.Names.P.Game
		for _, f := range slices.Concat(g.Fields, g.Player.Fields) {
			if f.Name == name {
				return About{Name: v.Names.Phrase(name), Kind: v.Names.T("value"), Says: v.about(f.Note, name),
					Look: v.looks[name], Clauses: m.ownClauses(f.Cites)}, true
			}
		}
	}
	return About{}, false
}

// about returns the game's explanation of a name. In English it defaults to the note of the
// declaration.
func (v *viewer) about(note string, names ...string) string {
	says := v.Names.About(names...)
	if says == "" && (v.Names.Lang == "en" || v.Names.Lang == "") {
		note, _, _ = strings.Cut(note, " (asked only by ")
		says = note
	}
	return words.Title(says)
}

func (v *viewer) aboutCard(m *Match, name string) (About, bool) {
	i := slices.IndexFunc(v.Names.P.Cards, func(c *schema.Card) bool { return c.Name == name })
	if i < 0 {
		return About{}, false
	}
	c := v.Names.P.Cards[i]
	kind := c.Kind.Name
	out := About{Name: v.Names.Card(c), Kind: v.Names.Kind(c.Kind), Says: v.Names.About(name, kind),
		Look: v.looks[name].or(v.looks[kind])}
	cites := slices.Clone(c.Cites)
	if c.N > 0 {
		for _, n := range v.counters(ref.Piece(c.First)) {
			out.Values = append(out.Values,
				Value{Name: n.Name, Look: n.Look, About: v.Names.About(kind+"."+n.field, n.field), Kept: true})
		}
		for _, p := range v.printed(ref.Piece(c.First)) {
			if f := c.Kind.Fields[p.field]; f.Type.Base == schema.Word { // as lookOf does for the piece
				word, _ := v.word(ref.Piece(c.First), f)
				out.Look = out.Look.or(v.looks[word])
			}
			if p.Look = v.looks[p.field]; p.Look.Hides() {
				continue
			}
			f := slices.IndexFunc(c.Kind.Kind.Fields, func(f *syntax.Field) bool { return f.Name == p.field })
			decl := c.Kind.Kind.Fields[f]
			p.About = v.about(decl.Note, kind+"."+p.field, p.field)
			out.Values, cites = append(out.Values, p), append(cites, decl.Cites...)
		}
	}
	if c.Play != nil {
		var needs []string
		if c.Play.Needs != nil {
			for _, w := range c.Play.Needs.Worded {
				needs = append(needs, v.Names.Phrase(w.Words.Name))
			}
		}
		opened := v.opened()
		for _, in := range c.Play.In {
			if opened[in.Name] {
				out.When = append(out.When, When{words.Title(v.Names.Window(in.Name)), needs})
			}
		}
	}
	out.Outcomes = v.outcomes(m, c)
	for _, s := range c.Steps {
		syntax.Cited(s.Do, func(ids syntax.Clauses) { cites = append(cites, ids...) })
	}
	out.Clauses = m.ownClauses(cites)
	return out, true
}

// opened returns the names of the windows that the rules in force can open.
func (v *viewer) opened() map[string]bool {
	out := map[string]bool{}
	for i, runs := range v.Names.P.Reached() {
		for _, op := range v.Names.P.Units[i].Ops {
			if open, ok := op.Do.(*program.OpenOp); ok && runs && !v.Names.P.Dead(op.Step) {
				out[v.Names.P.Windows[open.Window].Name] = true
			}
		}
	}
	return out
}

// Section is a section of the rules in the game's first text.
type Section struct {
	Name    string
	Clauses []Clause
}

// Sections returns all clauses of the game's first text by section.
func (r rules) Sections() (out []Section) {
	g := r.game.Program.Game
	for _, c := range g.Clauses {
		if !r.isOwn(c) {
			continue
		}
		name := syntax.LabelOf(g.Sections, c.Section.Name)
		i := slices.IndexFunc(out, func(s Section) bool { return s.Name == name })
		if i < 0 {
			i = len(out)
			out = append(out, Section{Name: name})
		}
		out[i].Clauses = append(out[i].Clauses, Clause{c.Name, c.Says})
	}
	return out
}

// isOwn reports whether a clause belongs to the game's first text.
func (r rules) isOwn(c *syntax.Clause) bool {
	texts := r.game.Program.Game.Texts
	return len(texts) == 0 || cmp.Or(c.Text.Name, texts[0].Name) == texts[0].Name
}

// AboutCards returns the explanations and ids of all cards with a copy in play, in the order of
// declaration.
func (m *Match) AboutCards() (out []About, ids []string) {
	v := m.viewerFor(Public)
	for _, c := range v.Names.P.Cards {
		if c.N == 0 {
			continue
		}
		if a, ok := v.aboutCard(m, c.Name); ok {
			out, ids = append(out, a), append(ids, c.Name)
		}
	}
	return out, ids
}

// Place returns the procedure that asks a question, and the section and clause of the rules for
// it: those cited by the step that asks, or else by the steps that called its procedure. A
// clause outside the first section, which lists the contents of the box, has precedence.
// section and clause are empty if no step cites a clause.
func (m *Match) Place(q *Question) (procedure, section, clause string) {
	step := q.r.Step()
	find := func(cites []syntax.Ident) (found bool) {
		for _, c := range m.ownClauses(cites) {
			in := m.sectionOf(c.ID)
			if found = part(in) != part(m.sectionOf(m.Names.P.Game.Clauses[0].Name)); found || section == "" {
				section, clause = in, c.ID
			}
			if found {
				return true
			}
		}
		return false
	}
	for base, pc := range m.m.Stack.Frames() {
		if find(step.Cites) || find(m.m.Stack.Op(base, pc).Step.Cites) {
			break
		}
	}
	return m.Names.Procedure(step.In), m.Names.Phrase(section), clause
}

func (r rules) sectionOf(clause string) string {
	return syntax.LabelOf(r.game.Program.Game.Sections, r.game.Clause(clause).Section.Name)
}

// part returns the name of a section without the remark in brackets.
func part(section string) string {
	name, _, _ := strings.Cut(section, " (")
	return name
}

// ownClauses returns the clauses of the game's first text among ids, without duplicates.
func (r rules) ownClauses(ids []syntax.Ident) []Clause {
	var own []syntax.Ident
	for _, id := range ids {
		c := r.game.Clause(id.Name)
		if c == nil || !r.isOwn(c) {
			continue
		}
		if !slices.ContainsFunc(own, func(o syntax.Ident) bool { return o.Name == id.Name }) {
			own = append(own, id)
		}
	}
	return r.clauses(own)
}

package book

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/diff"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter/printer"
	"moraine/interpreter/syntax"
)

// Live has the additions of a server to a page.
type Live struct {
	Query   string                              // query of every link: the configuration and the language
	Switch  func(ruling, reading string) string // the query with the given reading in force
	Broken  string                              // errors in the files; the page shows their last valid state
	Reports string                              // address of the reports
	Step    func(s *Scenario, row int) string   // address of a scenario in the debugger
	Plain   string                              // the query of the page for the plain game
	Changed *diff.Report                        // changes by the configuration; nil for the plain game
}

// Href returns the address of an anchor of the book.
func (p *Page) Href(anchor string) string {
	file, id, found := strings.Cut(anchor, "#")
	if p.Live != nil && p.Live.Query != "" && file != "" {
		file += "?" + p.Live.Query
	}
	if found {
		file += "#" + id
	}
	return file
}

// Status returns the coverage status of a clause.
func (b *Book) Status(clause string) cover.Status { return b.statuses[clause] }

// Statuses lists the coverage statuses. Count returns the number of clauses with a status, in a
// text or in all texts.
func (b *Book) Statuses() []cover.Status              { return cover.Statuses[:] }
func (b *Book) Count(text string, s cover.Status) int { return b.Report.Count(text, "")[s] }
func (b *Book) Clause(id string) *syntax.Clause       { return b.Game.Clause(id) }
func (b *Book) Scenario(at string) *Scenario          { return b.scenarios[strings.TrimSpace(at)] }
func (b *Book) Flips(inForce string) []Flip           { return b.flips[inForce] }
func (b *Book) Together(inForce string) int           { return b.together[inForce] }
func (b *Book) TextOf(name string) string             { return syntax.LabelOf(b.Game.Syntax.Texts, name) }
func (b *Book) InForce(ruling string) string          { return b.P.Readings[ruling] }
func (b *Book) Used(ruling string) bool               { return b.P.UsedRulings[ruling] }
func (p *Page) Anchor(name string) string             { return p.Href(p.anchors[name]) }

// Ruling returns the ruling with a key, or nil.
func (b *Book) Ruling(key string) *syntax.Ruling {
	if i := slices.Index(syntax.NamesOf(b.Game.Syntax.Rulings), key); i >= 0 {
		return b.Game.Syntax.Rulings[i]
	}
	return nil
}

// Variants returns the titles of all variants by name.
func (b *Book) Variants() map[string]string { return b.explains.Variants() }

// Added returns the readings that variants add to a ruling.
func (b *Book) Added(ruling string) []explain.AddedReading { return b.explains.AddedReadings(ruling) }

// About returns the explanations of an entry, without the parts that only authors of variants need.
func (p *Page) About(e *Entry) []*explain.Answer {
	if p.about != e {
		p.about = e
		p.answers = p.explains.Topic(e.Name)
		for _, a := range p.answers {
			a.Parts = slices.DeleteFunc(a.Parts, func(p explain.Part) bool { return p.Of == explain.Addresses })
		}
	}
	return p.answers
}

// Part returns the part of an entry's explanation whose labels are of the given sort, or nil.
func (p *Page) Part(e *Entry, labels explain.Sort) []explain.Item {
	for _, a := range p.About(e) {
		for _, p := range a.Parts {
			if p.Of == labels {
				return p.Items
			}
		}
	}
	return nil
}

// Failing returns the failed scenarios in file order.
func (b *Book) Failing() (out []*Scenario) {
	if b.Runs == nil {
		return nil
	}
	for _, c := range b.Runs.Cases {
		if s := b.scenarios[c.Where()]; s != nil && s.Failed != nil && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Voices returns the positions of texts that support a reading, are silent, or are ambiguous.
func (b *Book) Voices(r *syntax.Ruling, reading string) (out []syntax.TextReading) {
	for _, t := range r.Texts {
		named := slices.ContainsFunc(r.Readings, func(l syntax.Labelled) bool { return l.Name == t.Reading })
		if t.Reading == reading || reading == "" && !named {
			out = append(out, t)
		}
	}
	return out
}

// Flipped formats the number of scenarios with a different outcome.
func (b *Book) Flipped(n int) string {
	return b.Many(n, "%d scenario has another outcome", "%d scenarios have another outcome")
}

// Linked converts a text to HTML with links for the names in it.
func (p *Page) Linked(s string) template.HTML {
	var out strings.Builder
	at := 0
	for _, m := range word.FindAllStringIndex(s, -1) {
		anchor := p.anchors[s[m[0]:m[1]]]
		if anchor == "" || !linked.MatchString(s[m[0]:m[1]]) {
			continue
		}
		out.WriteString(template.HTMLEscapeString(s[at:m[0]]) + `<a class="id" href="` + template.HTMLEscapeString(
			p.Href(anchor)) + `">` + template.HTMLEscapeString(s[m[0]:m[1]]) + `</a>`)
		at = m[1]
	}
	out.WriteString(template.HTMLEscapeString(s[at:]))
	return template.HTML(out.String())
}

var (
	word = regexp.MustCompile(`[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9]`)
	// linked matches ids of clauses, keys of rulings and names of several words. Single words
	// would match too much ordinary text.
	linked = regexp.MustCompile(`^[A-Z]+-|[a-z][._][a-z]`)
)

// Step returns the lines of the rule at a position.
func (b *Book) Step(place string) []printer.Line { return b.explains.Lines(place) }

// Rule converts a line of a rule to HTML, indented and with the verb highlighted.
func (p *Page) Rule(l printer.Line) template.HTML {
	end := " "
	if l.Keyed {
		end = ": "
	}
	verb, rest, _ := strings.Cut(l.Text, end)
	return template.HTML("<b>"+template.HTMLEscapeString(verb)+"</b>"+end) + p.Linked(rest)
}

// Name and Rest are the two parts of a heading.
func (p *Page) Name(head string) string { name, _, _ := strings.Cut(head, " · "); return name }
func (p *Page) Rest(head string) string { _, rest, _ := strings.Cut(head, " · "); return rest }

// IsScenarios reports whether a page lists scenarios. Failures returns the number of failed
// scenarios on it.
func (p *Page) IsScenarios() bool { return strings.HasPrefix(p.File, "scenarios_") }
func (p *Page) Failures() (n int) {
	for _, c := range p.Chapters {
		for _, e := range c.Entries {
			if e.Scenario != nil && e.Scenario.Failed != nil {
				n++
			}
		}
	}
	return n
}

// Failed counts the failed scenarios in a list.
func (b *Book) Failed(list []explain.Item) (n int) {
	for _, it := range list {
		if s := b.Scenario(it.Label); s != nil && s.Failed != nil {
			n++
		}
	}
	return n
}

// HasValues reports whether items are printed values of a card.
func (b *Book) HasValues(items []explain.Item) bool {
	return slices.ContainsFunc(items, func(it explain.Item) bool { return it.Value != nil })
}

// Share is a segment of a bar, in percent.
type Share struct {
	Class       string
	From, Width int
}

// Bar returns the segments for the coverage statuses of a text.
func (p *Page) Bar() (out []Share) {
	all, sum := 0, 0
	for _, s := range p.Statuses() {
		all += p.Count(p.Text, s)
	}
	for _, s := range p.Statuses() {
		n := p.Count(p.Text, s)
		from := sum * 100 / max(all, 1)
		sum += n
		out = append(out, Share{Class: string(s), From: from, Width: sum*100/max(all, 1) - from})
	}
	return out
}

// Word translates a word of reports, or describes texts that support no reading.
func (b *Book) Word(word any) string {
	switch s := fmt.Sprint(word); s {
	case "":
		return b.T("did not run")
	case "passed", "failed", "pinned", "claimed", "untested", "note", "silent", "ambiguous":
		return b.T(s)
	default:
		return s
	}
}

// Otherwise reports whether the steps that implement a clause differ from those of the plain
// game.
func (p *Page) Otherwise(e *Entry) bool {
	if p.Live == nil || p.Live.Changed == nil {
		return false
	}
	if p.edited == nil {
		p.edited = map[string]bool{}
		for _, r := range p.Live.Changed.Rules {
			for _, edit := range slices.Concat(r.Hunks...) {
				if edit.Sign != " " {
					p.edited[edit.At[0]], p.edited[edit.At[1]] = true, true
				}
			}
		}
	}
	return slices.ContainsFunc(p.Part(e, explain.Rules), func(it explain.Item) bool {
		lines := p.Step(it.Label)
		return len(lines) > 0 && lines[0].Pos.File != nil &&
			p.edited[fmt.Sprintf("%s:%d", lines[0].Pos.File.Name, lines[0].Pos.Line)]
	})
}

// Concerns reports whether the changes by the configuration show in an entry.
func (p *Page) Concerns(e *Entry) bool { return p.Changed(e.Name) != nil || p.Otherwise(e) }

// Changed returns the changes caused by a ruling's reading, or nil.
func (p *Page) Changed(ruling string) *diff.Ruling {
	if p.Live == nil || p.Live.Changed == nil {
		return nil
	}
	for _, r := range p.Live.Changed.Rulings {
		if r.Key == ruling {
			return r
		}
	}
	return nil
}

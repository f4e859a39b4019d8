package table

import (
	"cmp"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// entry is an entry of the log on a page: an act of a seat with its outcomes, a heading, or
// sentences outside acts.
type entry struct {
	N       int    // index of its first line
	Chapter string // text of a heading
	Since   bool   // the first entry since the reader's last decision
	Act     bool   // an act of a seat
	By      int32  // the seat of an act
	Me      bool   // the reader's own act
	Name    string // name of the seat
	Hue     string
	Letter  string
	Head    string // the chosen option
	Tells   string // the sentence for an act that is not an option
	// it begins with a choice or a roll outside an option, so that a further choice is an entry of its own
	Loose   bool
	Choices []outcome
	Dice    []int
	Lines   []outcome // the outcomes
	Own     []match.Clause
	Routes  []int // the numbers of arrows for moves that the act implies

	implied []int // the indices of the lines about them
}

// outcome is a sentence of the log with its clauses.
type outcome struct {
	match.Line
	Own   []match.Clause
	Arrow int // the number of its arrow on the map, or 0
	n     int // the index of its line
}

// HTML returns the sentence, or what was chosen, with the names in it emphasised.
func (o outcome) HTML() template.HTML {
	return emphasised(cmp.Or(o.Part.Chosen, o.Text), o.Names, true)
}

// emphasised returns a text as HTML with its names in bold, or drawn: those that have a look with their picture and
// colour.
func emphasised(text string, names []match.Named, drawn bool) template.HTML {
	text, out := attr(text), ""
	for _, name := range names {
		at := regexp.MustCompile("(?i)" + regexp.QuoteMeta(attr(name.Text))).FindStringIndex(text)
		if at == nil || name.Text == "" {
			continue
		}
		look, is := emblem(name.Look), text[at[0]:at[1]]
		switch class := card.Hue(look); {
		case !drawn:
			is = "<b>" + is + "</b>"
		case look.Symbol != "":
			is = `<b class="chip` + class + `">` + card.Symbol(look) + words.Title(is) + "</b>"
		case class != "":
			is = `<b class="chip` + class + `">` + is + "</b>"
		}
		out += text[:at[0]] + is
		text = text[at[1]:]
	}
	return template.HTML(out + text)
}

// anyLang selects a log whose sentences are not read. The logs of a viewer have the same lines in all languages.
const anyLang serve.Lang = ""

// logOf returns the index of a viewer's log in a language, or else of the viewer's first log.
func (t *logs) logOf(eyes int32, lang serve.Lang) int {
	if i := slices.Index(t.ears, match.Recipient{Eyes: eyes, Lang: lang.Code()}); i >= 0 {
		return i
	}
	return slices.IndexFunc(t.ears, func(e match.Recipient) bool { return e.Eyes == eyes })
}

// hears adds a log for a viewer in a language if there is none. The match is replayed, so the log has all events so
// far. If that fails, the viewer reads the log in another language.
func (t *table) hears(eyes int32, lang serve.Lang) {
	was, ear := t.ears, match.Recipient{Eyes: eyes, Lang: lang.Code()}
	if t.m == nil || slices.Contains(was, ear) {
		return
	}
	t.ears = append(slices.Clone(was), ear)
	if m, err := t.replay(t.store.desk.Until, t.saved(), len(t.m.Decisions()), nil); err == nil {
		t.m = m
	} else {
		t.ears = was
	}
}

// mostEntries limits the number of entries on a page.
const mostEntries = 250

// since returns the number of log lines that a viewer had seen at its last decision, or a
// negative number.
func (t *logs) since(eyes int32) int {
	if saw, known := t.saw[eyes]; known {
		return saw.lines
	}
	return -1
}

// entries returns the entries of the log from a line on. It marks the first one since the
// reader's last decision.
func (t *logs) entries(log, from, since int, reader int32) (out []entry) {
	mark := t.markOf(log, since, reader)
	for i, line := range t.m.Log(log)[from:] {
		if line.Implied && line.Routes != nil && len(out) > 0 {
			out[len(out)-1].implied = append(out[len(out)-1].implied, from+i)
		}
		if line.Skipped >= 0 || line.Implied {
			continue
		}
		first := from+i == mark
		if n := len(out); n == 0 || first || !out[n-1].goesOn(&line) {
			out = append(out, t.entry(from+i, &line, reader))
			out[n].Since = first
		}
		t.write(&out[len(out)-1], from+i, &line)
	}
	return out[max(0, len(out)-mostEntries):]
}

// markOf returns the index of the first line that is new to a reader since the reader's last
// decision, or a negative number.
func (t *logs) markOf(log, since int, reader int32) int {
	if since < 0 {
		return -1
	}
	for i, line := range t.m.Log(log)[min(since, len(t.m.Log(log))):] {
		own := line.Part.By == reader && (line.Part.Kind == match.PartAct || line.Part.Kind == match.PartChoice)
		if line.Skipped < 0 && !line.Implied && !own {
			return since + i
		}
	}
	return -1
}

// entry begins an entry with a line.
func (t *logs) entry(n int, line *match.Line, reader int32) entry {
	e := entry{N: n, By: -1}
	switch p := line.Part; {
	case line.Chapter:
		e.Chapter = line.Text
	case p.Kind != match.NoPart && p.By >= 0:
		e.Act, e.By, e.Me, e.Loose = true, p.By, p.By == reader, p.Kind != match.PartAct
		e.Name = t.m.Names.Seat(p.By)
		e.Hue, e.Letter = card.Hue(t.m.Look(p.By)), lettersOf(t.m)[e.Name]
	}
	return e
}

// goesOn reports whether a line belongs to the same entry.
func (e *entry) goesOn(line *match.Line) bool {
	switch p := line.Part; {
	case line.Chapter, e.Chapter != "", p.Kind == match.PartAct:
		return false
	case p.Kind == match.NoPart, p.By < 0:
		return true
	case p.Kind == match.PartChoice && e.Loose:
		return false
	default:
		return e.Act && p.By == e.By
	}
}

// write adds line n to an entry.
func (t *logs) write(e *entry, n int, line *match.Line) {
	var own []match.Clause
	for _, id := range line.Clauses {
		if c, ok := t.m.Clause(id); ok {
			own = append(own, c)
		}
	}
	switch p := line.Part; {
	case line.Chapter:
	case p.Kind == match.PartAct:
		e.Head, e.Own = p.Chosen, own
		if p.Chosen == "" {
			e.Tells = line.Text
		}
	case p.Kind == match.PartChoice:
		e.Choices = append(e.Choices, outcome{Line: *line})
		for _, c := range own {
			if !slices.Contains(e.Own, c) {
				e.Own = append(e.Own, c)
			}
		}
	case p.Kind == match.PartRoll:
		e.Dice = append(e.Dice, int(p.Die))
	default:
		e.Lines = append(e.Lines, outcome{Line: *line, Own: own, n: n})
	}
}

// Folded returns the outcomes, with neighbouring moves that have no arrow in one.
func (e entry) Folded() (out []outcome) {
	for _, o := range e.Lines {
		if last := len(out) - 1; last >= 0 && o.Moves && o.Arrow == 0 && out[last].Moves && out[last].Arrow == 0 {
			out[last].Text += " · " + o.Text
			out[last].Own = slices.Concat(out[last].Own, o.Own)
		} else {
			out = append(out, o)
		}
	}
	return out
}

// number gives the lines of an entry the numbers of their arrows, by the index of the line.
func (e *entry) number(numbers map[int]int) {
	for i := range e.Lines {
		e.Lines[i].Arrow = numbers[e.Lines[i].n]
	}
	for _, line := range e.implied {
		if n := numbers[line]; n > 0 {
			e.Routes = append(e.Routes, n)
		}
	}
}

// Rolls reports whether an act consists only of rolls of dice.
func (e entry) Rolls() bool {
	return e.Act && e.Head == "" && e.Tells == "" && e.Choices == nil && e.Dice != nil
}

// Rolled returns the dice of an entry as SVG.
func (e entry) Rolled() template.HTML {
	var b strings.Builder
	for _, side := range e.Dice {
		writeDie(&b, side, "rolled")
	}
	return template.HTML(b.String())
}

// lastEntry returns the index of the first line of the last entry of a log. An update of a page
// starts there.
func (t *logs) lastEntry(eyes int32, lang serve.Lang) (n int) {
	at := t.logOf(eyes, lang)
	mark := t.markOf(at, t.since(eyes), eyes)
	open := entry{}
	for i, line := range t.m.Log(at) {
		if line.Skipped >= 0 || line.Implied {
			continue
		}
		if i == mark || !open.goesOn(&line) {
			n, open = i, entry{Chapter: line.Text, By: line.Part.By,
				Act: line.Part.Kind != match.NoPart && line.Part.By >= 0, Loose: line.Part.Kind != match.PartAct}
			if !line.Chapter {
				open.Chapter = ""
			}
		}
	}
	return n
}

// event is an act of the log in short, with the seat that acts, if any.
type event struct {
	Hue, Letter string
	Parts       []string // the act, and its outcomes

	of     int  // the number of its entry
	chosen bool // the last part ends with a choice
}

// Text returns an event as one line.
func (e event) Text() string {
	last := len(e.Parts) - 1
	var b strings.Builder
	for _, part := range e.Parts[:last] {
		b.WriteString(strings.TrimSuffix(part, ".") + ". ")
	}
	return b.String() + e.Parts[last]
}

// latest returns the data for the line about the last act that a viewer knows, and the number of acts since the
// viewer's last decision.
func (v viewer) latest(over bool) map[string]any {
	const tail = 40
	lines := v.m.Log(v.logOf(v.eyes, v.lang))
	from, to := v.replayed()
	out := map[string]any{"L": v.lang, "New": 0, "From": from, "To": to}
	if over {
		return out
	}
	all := v.events(lines[max(0, len(lines)-tail):], v.eyes, v.lang)
	if len(all) > 0 {
		out["Event"] = all[len(all)-1]
	}
	if since := v.since(v.eyes); since >= 0 {
		new := 0
		for _, l := range lines[min(since, len(lines)):] {
			if l.Part.Kind == match.PartAct && l.Part.By != v.eyes && l.Skipped < 0 {
				new++
			}
		}
		out["New"] = new
	}
	return out
}

// lastAct returns the last choice of a viewer in words, or "".
func (v viewer) lastAct() string {
	for _, l := range slices.Backward(v.m.Log(v.logOf(v.eyes, v.lang))) {
		if p := l.Part; p.By == v.eyes && l.Skipped < 0 && (p.Kind == match.PartAct || p.Kind == match.PartChoice) {
			return cmp.Or(p.Chosen, strings.TrimSuffix(l.Text, "."))
		}
	}
	return ""
}

// events returns one event for each act in some lines of a log. It leaves out moves of pieces.
func (t *logs) events(lines []match.Line, reader int32, lang serve.Lang) (out []event) {
	group, named := entry{}, false // named: the act has a name, so its choices follow it
	for _, line := range lines {
		if line.Skipped >= 0 || line.Implied {
			continue
		}
		if group.N == 0 || !group.goesOn(&line) {
			group, named = t.entry(group.N+1, &line, reader), false
		}
		if line.Chapter || line.Moves || line.Text == "" {
			continue
		}
		p := line.Part
		switch {
		case len(out) == 0 || !group.Act || out[len(out)-1].of != group.N || p.Kind == match.PartChoice && !named:
			named = p.Kind == match.PartAct && p.Chosen != ""
			e := event{of: group.N, Parts: []string{line.Text}}
			if group.Act {
				e.Hue, e.Letter = group.Hue, group.Letter
			}
			if p.Chosen != "" {
				e.Parts[0] = group.answer(p, lang)
			}
			out = append(out, e)
		case p.Kind == match.PartChoice:
			out[len(out)-1].choose(p.Chosen)
		default:
			e := &out[len(out)-1]
			e.Parts, e.chosen = append(e.Parts, line.Text), false
		}
	}
	return out
}

// answer returns an answer in short: the seat with the option that it has chosen.
func (e *entry) answer(p match.Part, lang serve.Lang) string {
	who := e.Name
	if e.Me {
		who = lang.T("You")
	}
	if p.Label != "" {
		who += " – " + p.Label
	}
	return lang.T("%s: %s", who, p.Chosen)
}

// choose adds a choice to the last part of an event.
func (e *event) choose(chosen string) {
	by := " – "
	if e.chosen {
		by = ", "
	}
	last := &e.Parts[len(e.Parts)-1]
	*last, e.chosen = strings.TrimSuffix(*last, ".")+by+chosen, true
}

package debugger

import (
	"cmp"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/book"
	"moraine/interpreter/debug"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/serve"
)

// So much is shown around where somebody looks.
const (
	stepsAround = 150
	linesAround = 14
	mostClauses = 40
)

// shown is what the page of a step shows.
type shown struct {
	serve.Lang
	which
	Root     string
	Name     string
	Rows     []row
	Rec      *debug.Recording
	At, Last int
	Step     *debug.Step
	Ways     []way
	Steps    []stepped
	Less     bool // there are more steps than are listed
	More     bool
	Culprit  int
	Cites    []cited
	Rule     []codeLine
	RuleFile string
	Script   []codeLine
	Question *debug.Question
	Table    []match.Owner
	Find     string
	Found    string // why nothing was found
	Value    string // a formula
	Is       string
	Parts    []string
	Other    string // another configuration
	Parting  *parting
	Readings []string // what Other can be
	MayWrite bool
	Captured string
}

type row struct {
	Name  string
	Query template.URL
	Here  bool
}

// way is a way to another step.
type way struct {
	Key, Name string
	To        int // below 0: there is none
}

type stepped struct {
	*debug.Step
	I      int
	Here   bool
	Text   string // as it stands in the file
	NewRow bool   // another line of the scenario has brought it about than the one before
	Says   string // that line
}

type cited struct{ ID, Href, Says string }

type codeLine struct {
	N    int
	Text string
	Here bool
}

// parting is where a scenario does something else with something else in force.
type parting struct {
	Here, There  *debug.Step
	At, OtherAt  int
	Facts        [2]string
	Same, Failed bool // Failed: there
	Query        template.URL
}

func (p *part) step(w http.ResponseWriter, r *http.Request) error {
	of, err := p.which(r)
	if err != nil {
		return err
	}
	s, err := p.look(r.Context(), of)
	if err != nil {
		return err
	}
	p.mu.Lock() // a recording is looked at by one after the other
	defer p.mu.Unlock()
	lang := p.LangOf(r)
	v := &shown{
		Lang: lang, which: of, Root: p.Root(), Name: s.of.Name, Rec: s.rec, Last: len(s.rec.Steps) - 1, Culprit: -1,
		Find: r.FormValue("find"), Value: r.FormValue("value"), Other: r.FormValue("beside"), Captured: r.FormValue("captured"), MayWrite: p.mayWrite(),
	}
	if v.Last < 0 {
		return serve.Refuse(http.StatusNotFound, "This scenario runs nothing.")
	}
	if v.At, err = strconv.Atoi(r.FormValue("at")); err != nil && r.FormValue("at") == "end" {
		v.At = v.Last
	}
	v.At = max(0, min(v.At, v.Last))
	if to, why := v.goes(r.FormValue("go")); why != "" {
		v.Found = why
	} else if to >= 0 {
		http.Redirect(w, r, p.address(of, "at", to, "find", v.Find, "value", v.Value, "beside", v.Other), http.StatusFound)
		return nil
	}
	v.fill(p, s)
	if v.Other != "" {
		if err := p.beside(r, v, s); err != nil {
			return err
		}
	}
	body, err := serve.Render(pages, "step.html", v)
	if err != nil {
		return err
	}
	return p.Show(w, r, serve.Page{
		Title: s.of.Name + " · " + lang.T("Scenarios"), Game: of.Game, Section: "scenarios", Body: body, Wide: true,
		Scripts: []string{"steps.js"}, Styles: []string{"steps.css"},
	})
}

// Formula is how a scenario names a field or zone.
func (v *shown) Formula(seat int32, key string) string {
	if seat < 0 {
		return key
	}
	return v.Rec.Seat(int(seat)) + "." + key
}

// List is what lies somewhere, neighbours that are alike together.
func (v *shown) List(pieces []match.Piece) string {
	var out []string
	for i := 0; i < len(pieces); {
		n := i
		for n < len(pieces) && pieces[n].Text == pieces[i].Text {
			n++
		}
		text := pieces[i].Text
		if n-i > 1 {
			text += " ×" + strconv.Itoa(n-i)
		}
		out, i = append(out, text), n
	}
	return strings.Join(out, ", ")
}

// Why is why the scenario has failed, without what led there: the steps are there.
func (v *shown) Why() string {
	why, _, _ := strings.Cut(v.Rec.Failed, "\nwhat led there")
	return why
}

// One is a step as it is counted.
func (v *shown) One(i int) int { return i + 1 }

// goes is the step that somebody wants to go to; below 0: none, or why there is none.
func (v *shown) goes(how string) (to int, why string) {
	text := strings.TrimSpace(v.Find)
	var err error
	switch how {
	case "":
		return -1, ""
	case "next":
		to, err = v.Rec.Find(v.At, 1, text)
	case "before":
		to, err = v.Rec.Find(v.At, -1, text)
	case "set":
		to, err = v.Rec.Set(v.At, cmp.Or(strings.TrimSpace(v.Value), text))
	}
	switch {
	case err != nil:
		return -1, v.T("There is no step, clause, window or procedure %q here, and no formula is written so.", cmp.Or(text, v.Value))
	case to < 0 && how == "set":
		return -1, v.T("It is as it was when the scenario began.")
	case to < 0:
		return -1, v.T("There is nothing of it from here on.")
	}
	return to, ""
}

// fill looks up what is shown of a step.
func (v *shown) fill(p *part, s *seen) {
	rec := v.Rec
	v.Step = &rec.Steps[v.At]
	for _, x := range s.rows {
		if x.Row > 0 {
			of := v.which
			of.Row = x.Row
			v.Rows = append(v.Rows, row{strconv.Itoa(x.Row), of.Query(), x == s.of})
		}
	}
	if rec.Failed != "" {
		v.Culprit = rec.Culprit()
	}
	v.Ways = []way{
		{"j", v.T("step"), min(v.At+1, v.Last)}, {"k", v.T("back"), v.At - 1}, {"n", v.T("over"), rec.Over(v.At, 1)}, {"p", v.T("back over"), rec.Over(v.At, -1)},
		{"o", v.T("out"), rec.Out(v.At, 1)}, {"i", v.T("back out"), rec.Out(v.At, -1)}, {"l", v.T("next line"), rec.Line(v.At, 1)}, {"h", v.T("line before"), rec.Line(v.At, -1)},
		{"g", v.T("start"), 0}, {"e", v.T("end"), v.Last},
	}
	for i := range v.Ways {
		if v.Ways[i].To == v.At {
			v.Ways[i].To = -1
		}
	}
	from, to := max(0, v.At-stepsAround), min(len(rec.Steps), v.At+stepsAround+1)
	v.Less, v.More = from > 0, to < len(rec.Steps)
	script := strings.Split(s.text, "\n")
	for i := from; i < to; i++ {
		st := stepped{Step: &rec.Steps[i], I: i, Here: i == v.At, Text: lineOf(&rec.Steps[i])}
		if i == from || rec.Steps[i-1].At != st.At {
			st.NewRow, st.Says = true, strings.TrimSpace(textOf(script, st.At.Line))
		}
		v.Steps = append(v.Steps, st)
	}
	for i, id := range v.Step.Cites {
		if c := s.game.Clause(id); c != nil && i < mostClauses {
			v.Cites = append(v.Cites, cited{id, v.Root + "book/" + v.Game + "/" + book.Address(c), c.Says})
		}
	}
	if f := v.Step.Pos.File; f != nil {
		v.RuleFile, v.Rule = f.Name, around(strings.Split(string(f.Text), "\n"), v.Step.Pos.Line)
	}
	v.Script = scriptOf(script, s.of.Pos.Line, v.Step.At.Line)
	v.Question = rec.Question(v.At)
	if v.Value != "" {
		v.Is, v.Parts, _ = rec.Value(v.At, v.Value)
	}
	v.Table = rec.Table(v.At, v.Lang.Code())
	for _, e := range s.of.Under {
		v.Readings = append(v.Readings, e.Key.Value)
	}
	for _, r := range s.game.Syntax.Rulings {
		for _, reading := range r.Readings {
			if s.game.Program.Readings[r.Name] != reading.Name {
				v.Readings = append(v.Readings, r.Name+"="+reading.Name)
			}
		}
	}
	v.Readings = uniq(v.Readings)
}

func uniq(list []string) (out []string) {
	for _, x := range list {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// lineOf is the line of a step that has its verb, as it stands there, without what it is indented by.
func lineOf(st *debug.Step) string {
	if st.Pos.File == nil {
		return ""
	}
	lines := strings.Split(string(st.Pos.File.Text), "\n")
	text := textOf(lines, st.Pos.Line)
	if strings.HasPrefix(strings.TrimSpace(text), "- id:") {
		for n := range 4 {
			if line := textOf(lines, st.Pos.Line+n); strings.Contains(line, st.Verb+":") {
				text = line
				break
			}
		}
	}
	text, _, _ = strings.Cut(text, "  # ")
	return strings.TrimSpace(text)
}

func textOf(lines []string, n int) string {
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[n-1], "\r")
}

// around are the lines around one.
func around(lines []string, n int) (out []codeLine) {
	for i := max(1, n-linesAround); i <= min(len(lines), n+linesAround); i++ {
		out = append(out, codeLine{i, textOf(lines, i), i == n})
	}
	return out
}

// scriptOf are the lines of the scenario that begins in one.
func scriptOf(lines []string, from, here int) (out []codeLine) {
	for i := from; i <= len(lines); i++ {
		text := textOf(lines, i)
		if i > from && strings.HasPrefix(text, "- ") {
			break
		}
		out = append(out, codeLine{i, text, i == here})
	}
	for len(out) > 0 && strings.TrimSpace(out[len(out)-1].Text) == "" {
		out = out[:len(out)-1]
	}
	return out
}

// beside runs the scenario with something else in force, and says where it parts.
func (p *part) beside(r *http.Request, v *shown, s *seen) error {
	other, err := p.read(v.in(join(v.In, v.Other)))
	if err != nil {
		return err
	}
	rec, err := debug.Record(r.Context(), other.game, other.of)
	if err != nil {
		return err
	}
	out := &parting{Query: v.in(join(v.In, v.Other)).Query(), Failed: rec.Failed != ""}
	out.At, out.OtherAt = debug.Part(v.Rec, rec)
	out.Here, out.There = &v.Rec.Steps[out.At], &rec.Steps[out.OtherAt]
	a := s.game.Run(s.of, exec.Options{Course: true, GoOn: true})
	b := other.game.Run(other.of, exec.Options{Course: true, GoOn: true})
	if facts, differ := exec.Compare(a.Course, b.Course); differ {
		out.Facts = [2]string{facts[0].String(), facts[1].String()}
	} else {
		out.Same = out.At == v.Last && out.OtherAt == len(rec.Steps)-1
	}
	v.Parting = out
	return nil
}

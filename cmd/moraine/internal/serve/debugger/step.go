package debugger

import (
	"cmp"
	"html/template"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/serve"
	"moraine/cmd/moraine/internal/serve/table"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Numbers of lines and steps shown around the current one.
const (
	stepsAround = 150
	linesAround = 14
	mostClauses = 40
)

// stepPage is the data of the page of a step.
type stepPage struct {
	serve.Lang
	scenarioRef
	Root     string
	Name     string
	Short    string // path of the file within its layer
	Rows     []row
	Rec      *debug.Recording
	At, Last int
	Step     *debug.Step
	Ways     []stepLink
	Calls    []stepLink // links over and out of calls
	Steps    []stepped
	Less     bool // not all steps are listed
	More     bool
	Culprit  int
	Cites    []cited
	Rule     []codeLine
	RuleFile string
	Script   []codeLine
	Question *debug.Question
	Formulas []debug.FormulaValue // formulas of the current step
	Names    []debug.FormulaValue // local names of the running procedure
	Table    template.HTML
	Find     string
	Found    string   // message that a search found nothing
	Stops    []string // names that can be searched for
	Value    *debug.FormulaValue
	Formula  string // the formula that the user entered
	Other    string // the other configuration
	Parting  *partingData
	Readings []string // possible values of Other
	MayWrite bool
	Captured string
}

type row struct {
	Name  string
	Query template.URL
	Here  bool
}

// stepLink is a link to another step. Href is "" if the step does not exist.
type stepLink struct{ Key, Name, Href string } // Href is "" if the step does not exist

type stepped struct {
	*debug.Step
	I      int
	Here   bool
	Text   string // as written in the file
	NewRow bool   // caused by a different line of the scenario than the previous row
	Says   string // that line of the scenario
}

type cited struct{ ID, Href, Says string }

type codeLine struct {
	N         int
	Text      string
	Here, Bad bool
	To        int // the first step that it caused; negative if none
}

// partingData is the step at which a scenario begins to run differently in another configuration.
type partingData struct {
	Here, There  *debug.Step
	At, OtherAt  int
	Facts        [2]string
	Same, Failed bool // Failed refers to the other configuration
	Query        template.URL
	Tables       [2]template.HTML // after these steps
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
	p.mu.Lock() // a recording serves one request at a time
	defer p.mu.Unlock()
	lang := p.LangOf(r)
	v := &stepPage{
		Lang: lang, scenarioRef: of, Root: p.Root(), Name: s.of.Name, Short: s.path, Rec: s.rec,
		Last: len(s.rec.Steps) - 1, Culprit: -1,
		Find: r.FormValue("find"), Formula: strings.TrimSpace(r.FormValue("value")), Other: r.FormValue("beside"),
		Captured: r.FormValue("captured"), MayWrite: p.mayWrite(),
	}
	if v.Last < 0 {
		return serve.Refuse(http.StatusNotFound, "This scenario has no steps to show.")
	}
	if v.At, err = strconv.Atoi(r.FormValue("at")); err != nil {
		v.At = v.firstStep()
	}
	v.At = max(0, min(v.At, v.Last))
	if to, why := v.target(r.FormValue("go")); why != "" {
		v.Found = why
	} else if to >= 0 {
		http.Redirect(w, r, p.address(of, "at", to, "find", v.Find, "value", v.Formula, "beside", v.Other),
			http.StatusFound)
		return nil
	}
	if err := v.fill(s); err != nil {
		return err
	}
	if v.Other != "" {
		if err := p.compareWith(r, v, s); err != nil {
			return err
		}
	}
	page := serve.Page{
		Title: s.of.Name + " · " + lang.T("Scenarios"), Game: of.Game, Section: "scenarios", Wide: true,
		Scripts: []string{"steps.js"}, Styles: []string{"/static/cards.css", "/static/table.css", "steps.css"},
	}
	return p.Fill(w, r, page, pages(), "step.html", v)
}

// firstStep returns the step shown first: the failure, or the first decision in `when`.
func (v *stepPage) firstStep() int {
	if v.Rec.Failed != (spec.Message{}) {
		return v.Last
	}
	return max(0, slices.IndexFunc(v.Rec.Steps, func(s debug.Step) bool { return s.Answer != "" }))
}

// StepText returns the step as written in its file.
func (v *stepPage) StepText() string { return lineOf(v.Step) }

// Turned returns the options that were refused at the step.
func (v *stepPage) Turned() []exec.Refusal {
	if v.Question != nil {
		return v.Question.Turned
	}
	return v.Step.Turned
}

// set returns the address of the step that set a field or zone.
func (v *stepPage) set(seat int32, key string) string {
	if seat >= 0 {
		key = v.Rec.Seat(int(seat)) + "." + key
	}
	return "step?" + string(v.Query("at", v.At, "go", "set", "value", key))
}

// Why returns the message of the failure without the parts that the page shows elsewhere.
func (v *stepPage) Why() string {
	why := v.Rec.Failed.Summary() + v.Rec.Failed.Why
	return strings.ReplaceAll(strings.TrimSpace(why), v.File, path.Base(v.File))
}

// One returns the number of a step, counted from 1.
func (v *stepPage) One(i int) int { return i + 1 }

// target returns the step that the user wants to see, or a negative number and the reason.
func (v *stepPage) target(how string) (to int, why string) {
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
		to, err = v.Rec.Set(v.At, cmp.Or(v.Formula, text))
	}
	switch {
	case err != nil:
		return -1, v.T("%q is neither a step, clause, window or procedure in this scenario nor a valid formula.",
			cmp.Or(text, v.Formula))
	case to < 0 && how == "set":
		return -1, v.T("Its value has not changed since the scenario started.")
	case to < 0:
		return -1, v.T("It does not occur after this point.")
	}
	return to, ""
}

// fill sets the data for the current step.
func (v *stepPage) fill(s *recordedScenario) (err error) {
	rec := v.Rec
	v.Step = &rec.Steps[v.At]
	for _, x := range s.rows {
		if x.Row > 0 {
			of := v.scenarioRef
			of.Row = x.Row
			v.Rows = append(v.Rows, row{Name: strconv.Itoa(x.Row), Query: of.Query(), Here: x.Row == s.of.Row})
		}
	}
	if rec.Failed != (spec.Message{}) {
		v.Culprit = rec.Culprit()
	}
	to := func(key, name string, to int) stepLink {
		if to < 0 || to == v.At {
			return stepLink{Key: key, Name: name}
		}
		return stepLink{Key: key, Name: name, Href: "step?" + string(v.Query("at", to))}
	}
	v.Ways = []stepLink{
		to("g", v.T("to the beginning"), 0), to("h", v.T("line before"), rec.Line(v.At, -1)),
		to("k", v.T("step back"), v.At-1),
		to("j", v.T("next step"), min(v.At+1, v.Last)), to("l", v.T("next line"), rec.Line(v.At, 1)),
		to("e", v.T("to the end"), v.Last),
	}
	v.Calls = []stepLink{
		to("p", v.T("back past what it calls"), rec.Over(v.At, -1)),
		to("n", v.T("on past what it calls"), rec.Over(v.At, 1)),
		to("i", v.T("back to who called it"), rec.Out(v.At, -1)), to("o", v.T("on to who called it"), rec.Out(v.At, 1)),
	}
	from, end := max(0, v.At-stepsAround), min(len(rec.Steps), v.At+stepsAround+1)
	v.Less, v.More = from > 0, end < len(rec.Steps)
	script := strings.Split(s.text, "\n")
	for i := from; i < end; i++ {
		st := stepped{Step: &rec.Steps[i], I: i, Here: i == v.At, Text: lineOf(&rec.Steps[i])}
		if i == from || rec.Steps[i-1].At != st.At {
			st.NewRow, st.Says = true, strings.TrimSpace(textOf(script, st.At.Line))
		}
		v.Steps = append(v.Steps, st)
	}
	for i, id := range v.Step.Cites {
		if c := s.game.Clause(id); c != nil && i < mostClauses {
			v.Cites = append(v.Cites,
				cited{ID: id, Href: v.Root + "book/" + v.Game + "/" + book.Address(c), Says: c.Says})
		}
	}
	if f := v.Step.Pos.File; f != nil {
		v.RuleFile, v.Rule = f.Name, around(strings.Split(string(f.Text), "\n"), v.Step.Pos.Line)
	}
	v.Script = v.scriptOf(script, s.of.Pos.Line)
	v.Question, v.Formulas, v.Names, v.Stops = rec.Question(v.At), rec.Formulas(v.At), rec.Names(v.At), rec.Stops()
	if v.Formula != "" {
		v.Value = &debug.FormulaValue{Text: v.Formula}
		v.Value.Is, v.Value.Parts, _ = rec.Value(v.At, v.Formula)
	}
	after, err := rec.Table(min(v.At+1, v.Last), v.Lang.Code())
	if err != nil {
		return err
	}
	next := after.View(match.Everything, nil).Seen()
	before, err := rec.Table(v.At, v.Lang.Code())
	if err != nil {
		return err
	}
	if v.Table, err = table.Board(before, v.Lang, next, v.T("changes"), v.set); err != nil {
		return err
	}
	offer := func(in string) {
		if !slices.Contains(v.Readings, in) {
			v.Readings = append(v.Readings, in)
		}
	}
	for _, e := range s.of.Under {
		offer(e.Key.Value)
	}
	for _, r := range s.game.Syntax.Rulings {
		for _, reading := range r.Readings {
			if s.game.Readings()[r.Name] != reading.Name {
				offer(r.Name + "=" + reading.Name)
			}
		}
	}
	return nil
}

// lineOf returns the line of the file that contains the verb of a step, without indentation.
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

// around returns line n of a file, and a few lines before and after it.
func around(lines []string, n int) (out []codeLine) {
	for i := max(1, n-linesAround); i <= min(len(lines), n+linesAround); i++ {
		out = append(out, codeLine{N: i, Text: textOf(lines, i), Here: i == n})
	}
	return out
}

// scriptOf returns the lines of the scenario that begins at a line.
func (v *stepPage) scriptOf(lines []string, from int) (out []codeLine) {
	here := v.Step.At.Line
	if here == from { // no line of the script is being executed
		here = 0
	}
	for i := from; i <= len(lines); i++ {
		text := textOf(lines, i)
		if i > from && strings.HasPrefix(text, "- ") {
			break
		}
		at := func(pos source.Pos) bool { return pos.Line == i && i > from }
		to := slices.IndexFunc(v.Rec.Steps, func(s debug.Step) bool { return at(s.At) })
		out = append(out, codeLine{N: i, Text: text, Here: i == here, Bad: slices.ContainsFunc(v.Rec.Wrong, at),
			To: to})
	}
	for len(out) > 0 && strings.TrimSpace(out[len(out)-1].Text) == "" {
		out = out[:len(out)-1]
	}
	return out
}

// compareWith runs the scenario in another configuration and finds the first step that differs.
func (p *part) compareWith(r *http.Request, v *stepPage, s *recordedScenario) error {
	beside := v.inConfig(strings.TrimPrefix(v.In+interpreter.And+v.Other, interpreter.And))
	other, err := p.read(beside)
	if err != nil {
		return err
	}
	rec, err := debug.Record(r.Context(), other.game, other.of)
	if err != nil {
		return err
	}
	var in [2]*match.Match
	out := &partingData{Query: beside.Query(), Failed: rec.Failed != (spec.Message{})}
	out.At, out.OtherAt = debug.Part(v.Rec, rec)
	out.Here, out.There = &v.Rec.Steps[out.At], &rec.Steps[out.OtherAt]
	a := s.game.Run(s.of, exec.Options{Course: true, GoOn: true})
	b := other.game.Run(other.of, exec.Options{Course: true, GoOn: true})
	if facts, differ := course.Compare(a.Course, b.Course); differ {
		out.Facts = [2]string{facts[0].String(), facts[1].String()}
	} else {
		out.Same = out.At == v.Last && out.OtherAt == len(rec.Steps)-1
	}
	for i, side := range []struct {
		*recordedScenario
		rec *debug.Recording
		at  int
	}{{recordedScenario: s, rec: v.Rec, at: out.At}, {recordedScenario: other, rec: rec, at: out.OtherAt}} {
		m, err := side.rec.Table(min(side.at+1, len(side.rec.Steps)-1), v.Lang.Code())
		if err != nil {
			return err
		}
		in[i] = m
	}
	for i, m := range in {
		if out.Tables[i], err = table.Board(m, v.Lang, in[1-i].View(match.Everything, nil).Seen(), v.T("differs"),
			nil); err != nil {
			return err
		}
	}
	v.Parting = out
	return nil
}

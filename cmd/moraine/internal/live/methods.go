package live

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/debug"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
)

// runParams selects the configurations of a run: one of them or, for the plain game with Under, also all that the
// scenarios name.
type runParams struct {
	In    string `json:"in"`
	Under bool   `json:"under"`
}

// ran has the numbers of cases, and the failed ones.
type ran struct {
	Scenarios int          `json:"scenarios"`
	Passed    int          `json:"passed"`
	Failed    int          `json:"failed"`
	Skipped   int          `json:"skipped"`
	Summary   string       `json:"summary"` // the number of scenarios with failed cases, in words
	List      []failedCase `json:"list"`
}

type failedCase struct {
	Scenario string `json:"scenario"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Row      int    `json:"row"`
	In       string `json:"in"`
	Message  string `json:"message"`
}

// mostListed limits the failed cases in an answer.
const mostListed = 200

// run runs the scenarios, unless they have run already with the same files. Pages show their results from then on.
func (l *Live) run(p runParams) (any, error) {
	x, err := l.config(p.In)
	if err != nil {
		return nil, err
	}
	done := x.ran[p.Under]
	if done == nil {
		if done, err = l.runs(x, p.Under); err != nil {
			return nil, err
		}
		if x.ran == nil {
			x.ran = map[bool]*runOf{}
		}
		x.ran[p.Under] = done
	}
	x.runs = done.results
	x.book.Ran(done.results, nil)
	return done.answer, nil
}

// runOf is a run of the scenarios of a configuration.
type runOf struct {
	results *scenario.Results
	answer  ran
}

// runs runs the scenarios in a configuration.
func (l *Live) runs(x *config, under bool) (*runOf, error) {
	res, err := scenario.Run(l.ctx(), l.src, []string{l.game},
		scenario.Options{Load: x.opt, Rules: l.rules, Under: under})
	if err != nil {
		return nil, err
	}
	if len(res.Broken) > 0 {
		return nil, res.Broken
	}
	out := ran{Scenarios: res.Scenarios, Passed: res.Passed, Failed: res.Failed, Skipped: res.Skipped,
		List: []failedCase{}}
	failing := map[string]bool{}
	for _, c := range res.Cases {
		if c.Status == scenario.Failed {
			failing[c.Where()] = true
		}
		if c.Status == scenario.Failed && len(out.List) < mostListed {
			message := c.Message.ForPages()
			if c.Excerpt != "" {
				message += "\n" + c.Excerpt
			}
			out.List = append(out.List,
				failedCase{Scenario: c.Scenario, File: c.File, Line: c.Line, Row: c.Row, In: c.Variant,
					Message: message})
		}
	}
	out.Summary = x.book.Many(len(failing), "%d scenario fails", "%d scenarios fail")
	return &runOf{res, out}, nil
}

// compareParams has a configuration, and a reading to put in force in it, RULING=READING, or "".
type compareParams struct {
	In      string `json:"in"`
	Reading string `json:"reading"`
}

// compared has the scenarios with another outcome than in the plain game.
type compared struct {
	In      string      `json:"in"` // the name of the configuration
	Summary string      `json:"summary"`
	Same    int         `json:"same"`
	Flips   []otherwise `json:"flips"`
}

type otherwise struct {
	Scenario string    `json:"scenario"`
	File     string    `json:"file"`
	Line     int       `json:"line"`
	Rows     []int     `json:"rows,omitempty"`
	Parts    [2]string `json:"parts"` // the event in the plain game, and the one in the configuration
}

// compare compares a configuration with the plain game. It does not need the book of the configuration, so that it
// answers at once.
func (l *Live) compare(p compareParams) (any, error) {
	if l.edition == nil {
		return nil, errBroken
	}
	opt, err := l.switched(p.In, p.Reading)
	if err != nil {
		return nil, err
	}
	out := compared{In: scenario.NameOf(opt), Flips: []otherwise{}}
	if out.In == "" {
		return out, nil
	}
	side := func(opt interpreter.Options) (scenario.Side, error) {
		g, err := l.rules.Game(opt)
		return scenario.Side{Sources: l.src, Rules: l.rules, Options: opt, Game: g}, err
	}
	was, err := side(interpreter.Options{})
	if err != nil {
		return nil, err
	}
	is, err := side(opt)
	if err != nil {
		return nil, err
	}
	was.Known = &l.known
	c, err := scenario.Compare(l.ctx(), was, is, 0)
	if err != nil {
		return nil, err
	}
	for _, f := range c.Flips {
		out.Flips = append(out.Flips,
			otherwise{Scenario: f.Scenario, File: f.File, Line: f.Line, Rows: f.Rows, Parts: f.Parts})
	}
	out.Same = c.Same
	out.Summary = is.Game.Names(l.lang).Many(len(c.Flips), "%d scenario has another outcome",
		"%d scenarios have another outcome")
	return out, nil
}

// switched returns a configuration with a reading put in force.
func (l *Live) switched(in, reading string) (interpreter.Options, error) {
	opt := debug.Config(in)
	key, reading, found := strings.Cut(reading, "=")
	if !found {
		return opt, nil
	}
	usual, err := l.rules.Game(interpreter.Options{Variant: opt.Variant})
	if err != nil {
		return opt, err
	}
	now, known := usual.Readings()[key]
	if !known {
		return opt, fmt.Errorf("there is no ruling %q", key)
	}
	readings := maps.Clone(opt.Readings)
	if readings == nil {
		readings = map[string]string{}
	}
	readings[key] = reading
	if now == reading {
		delete(readings, key)
	}
	return interpreter.Options{Variant: opt.Variant, Readings: readings}, nil
}

// warm runs the scenarios of the plain game as far as comparisons need them, so that the first one is answered at once.
func (l *Live) warm(struct{}) (any, error) {
	if l.edition == nil {
		return nil, errBroken
	}
	plain, err := l.rules.Game(interpreter.Options{})
	if err != nil {
		return nil, err
	}
	for _, r := range plain.Syntax.Rulings {
		for _, reading := range r.Readings {
			if reading.Name == plain.Readings()[r.Name] {
				continue
			}
			if _, err := l.compare(compareParams{Reading: r.Name + "=" + reading.Name}); err == nil {
				return nil, nil
			}
		}
	}
	return nil, nil
}

// traceParams selects a scenario, or a row of its examples, in a configuration.
type traceParams struct {
	In   string `json:"in"`
	File string `json:"file"`
	Line int    `json:"line"`
	Row  int    `json:"row"`
}

// traced is a run of a scenario, step by step.
type traced struct {
	Scenario string      `json:"scenario"`
	In       string      `json:"in"`
	Failed   string      `json:"failed"` // the message of the failure; "" if it passed
	Cut      bool        `json:"cut"`    // a limit ended the recording
	Steps    []traceStep `json:"steps"`
}

type traceStep struct {
	Does  string   `json:"does"` // a verb of the rules, or an answer
	At    string   `json:"at"`   // FILE:LINE:COL of the rules
	Line  int      `json:"line"` // line of the scenario that is being carried out
	Depth int      `json:"depth"`
	Said  []string `json:"said"`
	Cites []string `json:"cites"`
}

// mostTraced limits the steps in an answer.
const mostTraced = 5000

// trace runs a scenario step by step.
func (l *Live) trace(p traceParams) (any, error) {
	if l.edition == nil {
		return nil, errBroken
	}
	files, err := l.src.Scenarios(l.game)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(files, func(f interpreter.ScenarioFile) bool { return f.File.Name == p.File })
	if i < 0 {
		return nil, fmt.Errorf("there is no file %s", p.File)
	}
	of, _, err := debug.Around(files[i].File, p.Line, p.Row, p.In)
	if err != nil {
		return nil, err
	}
	if of == nil || of.Pos.Line != p.Line {
		return nil, fmt.Errorf("no scenario begins at %s:%d", p.File, p.Line)
	}
	opt := debug.Config(of.Variant.Name, p.In)
	g, err := l.rules.Game(opt)
	if err != nil {
		return nil, err
	}
	rec, err := debug.Record(l.ctx(), exec.In(g), of)
	if err != nil {
		return nil, err
	}
	out := traced{Scenario: of.Name, In: scenario.NameOf(opt), Failed: rec.Failed.String(),
		Cut: rec.Cut || len(rec.Steps) > mostTraced, Steps: []traceStep{}}
	for _, s := range rec.Steps[:min(len(rec.Steps), mostTraced)] {
		step := traceStep{Does: s.Verb, Line: s.At.Line, Depth: s.Depth, Said: s.Said, Cites: s.Cites}
		if s.Pos.File != nil {
			step.At = s.Pos.String()
		}
		if s.Answer != "" {
			step.Does = s.Request + ": " + s.Answer
		}
		out.Steps = append(out.Steps, step)
	}
	return out, nil
}

type pageParams struct {
	In   string `json:"in"`
	File string `json:"file"`
}

// shownPage is a page of the rule book in a configuration, as HTML.
type shownPage struct {
	Title string `json:"title"`
	HTML  string `json:"html"`
}

// page returns a page of the rule book.
func (l *Live) page(p pageParams) (any, error) {
	x, err := l.config(p.In)
	if err != nil {
		return nil, err
	}
	page := x.book.Page(p.File)
	if page == nil {
		return nil, fmt.Errorf("there is no page %q", p.File)
	}
	html, err := page.Body(x.live())
	return shownPage{page.Title + " · " + x.book.Title, html}, err
}

// live returns the links of a page, which the script of the page follows.
func (x *config) live() *book.Live {
	if x.runs == nil {
		x.book.Ran(&scenario.Results{}, nil) // the page says that the scenarios have not run
	}
	return &book.Live{
		Plain:   "?switch=",
		Step:    func(s *book.Scenario, row int) string { return fmt.Sprintf("#step=%s:%d:%d", s.File, s.Line, row) },
		Switch:  func(key, reading string) string { return "?switch=" + key + "=" + reading },
		Changed: x.changed,
	}
}

// updateParams has an open page, the configuration that it shows, and the one that it should show.
type updateParams struct {
	File string `json:"file"`
	Was  string `json:"was"`
	In   string `json:"in"`
}

// update returns the parts of an open page that show something else in another configuration, by element id. It writes
// only entries that depend on the configurations, because writing all rulings of a large game takes over a second in a
// browser.
func (l *Live) update(p updateParams) (any, error) {
	was, err := l.config(p.Was)
	if err != nil {
		return nil, err
	}
	is, err := l.config(p.In)
	if err != nil {
		return nil, err
	}
	before, after := was.book.Page(p.File), is.book.Page(p.File)
	if before == nil || after == nil {
		return nil, fmt.Errorf("there is no page %q", p.File)
	}
	before, after = before.With(was.live()), after.With(is.live())
	return after.Elements(after.Live, func(e *book.Entry) bool { return before.Concerns(e) || after.Concerns(e) })
}

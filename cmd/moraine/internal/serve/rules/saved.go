package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"path/filepath"
	"strconv"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/serve"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
)

// saved is a JSON report of moraine sim, diff or cover, with the fields that are shown.
type saved struct {
	serve.Lang `json:"-"`
	File       string        `json:"-"`
	Sim        template.HTML `json:"-"`
	Played     template.HTML `json:"-"` // matches of a comparison
	Game       string        `json:"game"`
	Passed     int           `json:"passed"`
	Failed     int           `json:"failed"`
	A, B       struct{ Name string }
	Readings   []struct{ Ruling, Question string }
	Clauses    map[string]int `json:"clauses"`
	List       []struct{ ID, Status string }
	Steps      struct {
		Done, Idle, Never int
		List              []at
	} `json:"steps"`
	Conditions struct{ List []at } `json:"conditions"`
}

type at struct {
	File, In, Says, Why string
	Line                int
}

// Saved checks the file of a report. Its error contains the position.
func Saved(name string, text []byte) error {
	_, err := open(name, text, "en", func(string) *interpreter.Game { return nil })
	return err
}

// open parses a report. The names of cards are those of its game if of returns it; of may
// return nil.
func open(name string, text []byte, lang serve.Lang, of func(game string) *interpreter.Game) (*saved, error) {
	s := &saved{Lang: lang, File: filepath.Base(name)}
	var has map[string]json.RawMessage
	if err := json.Unmarshal(text, &has); err != nil {
		return nil, placed(name, text, err)
	}
	var err error
	switch {
	case has["matches"] != nil:
		var r *simulate.Results
		if r, err = simulate.Read(text); err == nil {
			r.Speak(of(r.Game), lang.Code())
			s.Sim, err = r.HTML()
		}
	case has["readings"] != nil && has["a"] != nil, has["conditions"] != nil && has["list"] != nil:
		if err = json.Unmarshal(text, s); err == nil && string(has["balance"]) != "null" && has["balance"] != nil {
			var c *simulate.Comparison
			if c, err = simulate.ReadComparison(has["balance"]); err == nil {
				c.Sides[1].Speak(of(s.Game), lang.Code())
				s.Played, err = c.HTML()
			}
		}
	default:
		err = errors.New("not a JSON report of moraine sim, diff or cover; write one with --report json=FILE")
	}
	if err != nil {
		return nil, placed(name, text, err)
	}
	return s, nil
}

// placed adds the position to an error in JSON.
func placed(name string, text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	if offset < 0 || offset > int64(len(text)) {
		return fmt.Errorf("%s: %w", name, err)
	}
	before := text[:offset]
	return fmt.Errorf("%s:%d:%d: %w", name, 1+bytes.Count(before, []byte("\n")), max(1, len(before)-1-bytes.LastIndexByte(before, '\n')), err)
}

// portion is a part of a whole.
type portion struct {
	Name      string
	Count, Of int
}

// Portions returns the numbers of clauses or steps by status.
func (s *saved) Portions(of string) (out []portion) {
	list, sum := []portion{{"did something", s.Steps.Done, 0}, {"never did anything", s.Steps.Idle, 0}, {"never ran", s.Steps.Never, 0}}, 0
	if of == "clauses" {
		list = nil
		for _, status := range cover.Statuses {
			list = append(list, portion{string(status), s.Clauses[string(status)], 0})
		}
	}
	for _, b := range list {
		sum += b.Count
	}
	for _, b := range list {
		out = append(out, portion{s.T(b.Name), b.Count, max(1, sum)})
	}
	return out
}

// opened lists the reports given on the command line, and accepts uploads.
func (p *part) opened(w http.ResponseWriter, r *http.Request) error {
	lang := p.LangOf(r)
	data := struct {
		serve.Lang
		Files  []string
		Report *saved
	}{Lang: lang}
	for _, f := range p.Open {
		data.Files = append(data.Files, filepath.Base(f.Name))
	}
	name, text, err := p.named(r)
	if err != nil {
		return err
	}
	if name != "" {
		known := func(game string) *interpreter.Game {
			g, _, _ := p.Game(game, interpreter.Options{}) // the game may be unknown here
			return g
		}
		if data.Report, err = open(name, text, lang, known); err != nil {
			return serve.Refuse(http.StatusUnprocessableEntity, "%s", err.Error())
		}
	}
	page := serve.Page{Title: lang.T("Saved reports"), Section: "reports", Wide: true, Scripts: []string{"reports/saved.js"}, Styles: []string{"reports/plots.css"}}
	return p.Fill(w, r, page, templates(), "saved", &data)
}

// named returns the report that a request names or uploads, or "".
func (p *part) named(r *http.Request) (name string, text []byte, err error) {
	if r.Method == http.MethodGet {
		i, err := strconv.Atoi(r.FormValue("file"))
		if err != nil || i < 0 || i >= len(p.Open) {
			return "", nil, nil
		}
		return p.Open[i].Name, p.Open[i].Text, nil
	}
	file, head, err := r.FormFile("report")
	if errors.Is(err, http.ErrMissingFile) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	text, err = io.ReadAll(file) // the server limits the size
	return head.Filename, text, err
}

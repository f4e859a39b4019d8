package diff

import (
	"io"
	"strconv"
	"strings"

	"moraine/interpreter/escape"
)

// What a report is for programs. Of each pair `a` is the first side and `b` the
// second; places are files with lines. Nothing is left out of a list because
// there is none of it, except that `scenarios` and `balance` are null if nobody
// asked.

type jsonReport struct {
	Game      string         `json:"game"`
	A         jsonSide       `json:"a"`
	B         jsonSide       `json:"b"`
	Summary   jsonSummary    `json:"summary"`
	Readings  []jsonRuling   `json:"readings"`
	Cards     []jsonCard     `json:"cards"`
	Rules     []jsonRule     `json:"rules"`
	Scenarios *jsonScenarios `json:"scenarios"`
	Balance   *jsonBalance   `json:"balance"`
	Stopped   bool           `json:"incomplete,omitempty"` // before all was found out
}

type jsonSide struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// jsonSummary counts what differs.
type jsonSummary struct {
	Readings  int `json:"readings"`
	Cards     int `json:"cards"`
	Rules     int `json:"rules"`
	Scenarios int `json:"scenarios"`
}

type jsonRuling struct {
	Ruling   string      `json:"ruling"`
	Question string      `json:"question"`
	A        jsonReading `json:"a"`
	B        jsonReading `json:"b"`
}

type jsonReading struct {
	Reading string      `json:"reading"`
	Says    string      `json:"says"`
	Default bool        `json:"default"`
	Texts   []jsonVoice `json:"texts"`
}

type jsonVoice struct {
	Text    string       `json:"text"`
	Note    string       `json:"note"`
	Clauses []jsonClause `json:"clauses"`
}

type jsonClause struct {
	ID   string `json:"id"`
	Says string `json:"says"`
}

type jsonPlace struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

type jsonCard struct {
	Card   string      `json:"card"`
	Kind   string      `json:"kind"`
	Change Change      `json:"change"`
	A      *jsonPlace  `json:"a"`
	B      *jsonPlace  `json:"b"`
	Values []jsonValue `json:"values"`
}

type jsonValue struct {
	Field string `json:"field"`
	A     string `json:"a"`
	B     string `json:"b"`
}

type jsonRule struct {
	What    string       `json:"what"`
	Name    string       `json:"name"`
	Change  Change       `json:"change"`
	Because []string     `json:"because"`
	A       *jsonPlace   `json:"a"`
	B       *jsonPlace   `json:"b"`
	Hunks   [][]jsonEdit `json:"hunks"`
}

type jsonEdit struct {
	Sign  string     `json:"sign"`
	Depth int        `json:"depth"`
	Text  string     `json:"text"`
	A     *jsonPlace `json:"a"`
	B     *jsonPlace `json:"b"`
}

type jsonScenarios struct {
	Same  int        `json:"same"`
	OnlyA int        `json:"only_a"`
	OnlyB int        `json:"only_b"`
	List  []jsonFlip `json:"list"`
}

type jsonFlip struct {
	Scenario string       `json:"scenario"`
	Rows     []int        `json:"rows"`
	File     string       `json:"file"`
	Line     int          `json:"line"`
	Pins     []string     `json:"pins"`
	A        string       `json:"a"`
	B        string       `json:"b"`
	Because  []jsonReason `json:"because"`
}

type jsonReason struct {
	Ruling string `json:"ruling"`
	Alone  bool   `json:"alone"`
	A      string `json:"a"`
	B      string `json:"b"`
}

// WriteJSON writes a report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{
		Game: r.Game, A: jsonSide{r.Names[0], r.Titles[0]}, B: jsonSide{r.Names[1], r.Titles[1]},
		Summary:  jsonSummary{len(r.Rulings), len(r.Cards), r.declarations(), r.flipped()},
		Readings: []jsonRuling{}, Cards: []jsonCard{}, Rules: []jsonRule{}, Scenarios: r.jsonScenarios(), Balance: r.jsonBalance(), Stopped: r.Stopped,
	}
	for _, x := range r.Rulings {
		out.Readings = append(out.Readings, jsonRuling{x.Key, x.Question, inJSON(x.Readings[0]), inJSON(x.Readings[1])})
	}
	for _, c := range r.Cards {
		values := []jsonValue{}
		for _, v := range c.Values {
			values = append(values, jsonValue{v.Field, v.Is[0], v.Is[1]})
		}
		out.Cards = append(out.Cards, jsonCard{c.ID, c.Kind, c.Change, placed(c.At[0]), placed(c.At[1]), values})
	}
	for _, x := range r.Rules {
		rule := jsonRule{x.What, x.Name, x.Change, append([]string{}, x.Because...), placed(x.At[0]), placed(x.At[1]), [][]jsonEdit{}}
		for _, hunk := range x.Hunks {
			list := []jsonEdit{}
			for _, e := range hunk {
				list = append(list, jsonEdit{e.Sign, e.Depth, e.Text, placed(e.At[0]), placed(e.At[1])})
			}
			rule.Hunks = append(rule.Hunks, list)
		}
		out.Rules = append(out.Rules, rule)
	}
	return escape.JSON(w, out)
}

func inJSON(r Reading) jsonReading {
	out := jsonReading{r.Name, r.Says, r.Default, []jsonVoice{}}
	for _, v := range r.Voices {
		voice := jsonVoice{v.Text, v.Note, []jsonClause{}}
		for _, c := range v.Clauses {
			voice.Clauses = append(voice.Clauses, jsonClause(c))
		}
		out.Texts = append(out.Texts, voice)
	}
	return out
}

// placed is a FILE:LINE; nil for none.
func placed(at string) *jsonPlace {
	i := strings.LastIndexByte(at, ':')
	if i < 0 {
		return nil
	}
	line, _ := strconv.Atoi(at[i+1:])
	return &jsonPlace{at[:i], line}
}

func (r *Report) jsonScenarios() *jsonScenarios {
	if r.Scenarios == nil {
		return nil
	}
	out := &jsonScenarios{r.Scenarios.Same, r.Scenarios.Only[0], r.Scenarios.Only[1], []jsonFlip{}}
	for _, f := range r.Scenarios.Flips {
		flip := jsonFlip{f.Scenario, append([]int{}, f.Rows...), f.File, f.Line, append([]string{}, f.Pins...), f.Parts[0], f.Parts[1], []jsonReason{}}
		for _, c := range f.Because {
			flip.Because = append(flip.Because, jsonReason{c.Ruling, c.Alone, c.Parts[0], c.Parts[1]})
		}
		out.List = append(out.List, flip)
	}
	return out
}

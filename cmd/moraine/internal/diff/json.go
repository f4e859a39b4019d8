package diff

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"moraine/cmd/moraine/internal/part"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
)

// The types below are the JSON of a report. In each pair `a` is the first side and `b` the second. The text is always
// in English. `scenarios` and `balance` are null if they were not compared.
type (
	fileJSON struct {
		Kind       string         `json:"kind"`
		Game       string         `json:"game"`
		A          sideJSON       `json:"a"`
		B          sideJSON       `json:"b"`
		Summary    summaryJSON    `json:"summary"`
		Readings   []rulingJSON   `json:"readings"`
		Cards      []cardJSON     `json:"cards"`
		Rules      []ruleJSON     `json:"rules"`
		Scenarios  *scenariosJSON `json:"scenarios"`
		Balance    *balanceJSON   `json:"balance"`
		Part       *partJSON      `json:"part,omitempty"`
		Incomplete bool           `json:"incomplete,omitempty"` // stopped before all results were complete
	}
	sideJSON struct {
		Name  string `json:"name"`
		Title string `json:"title"`
	}
	summaryJSON struct {
		Readings  int `json:"readings"`
		Cards     int `json:"cards"`
		Rules     int `json:"rules"`
		Scenarios int `json:"scenarios"`
	}
	rulingJSON struct {
		Ruling   string   `json:"ruling"`
		Question string   `json:"question"`
		Clauses  []string `json:"clauses,omitempty"` // about the ruling
		A        Reading  `json:"a"`
		B        Reading  `json:"b"`
	}
	placeJSON struct {
		File string `json:"file"`
		Line int    `json:"line"`
	}
	cardJSON struct {
		Card   string      `json:"card"`
		Kind   string      `json:"kind"`
		Change Change      `json:"change"`
		A      *placeJSON  `json:"a"`
		B      *placeJSON  `json:"b"`
		Values []valueJSON `json:"values"`
	}
	valueJSON struct {
		Field string `json:"field"`
		A     string `json:"a"`
		B     string `json:"b"`
	}
	ruleJSON struct {
		What    string       `json:"what"`
		Name    string       `json:"name"`
		Change  Change       `json:"change"`
		Because []string     `json:"because"`
		A       *placeJSON   `json:"a"`
		B       *placeJSON   `json:"b"`
		Hunks   [][]editJSON `json:"hunks"`
	}
	editJSON struct {
		Sign  string     `json:"sign"`
		Depth int        `json:"depth"`
		Text  string     `json:"text"`
		A     *placeJSON `json:"a"`
		B     *placeJSON `json:"b"`
	}
	scenariosJSON struct {
		Same  int        `json:"same"`
		OnlyA int        `json:"only_a"`
		OnlyB int        `json:"only_b"`
		List  []flipJSON `json:"list"`
	}
	flipJSON struct {
		Scenario string       `json:"scenario"`
		Rows     []int        `json:"rows"`
		File     string       `json:"file"`
		Line     int          `json:"line"`
		Pins     []string     `json:"pins"`
		A        string       `json:"a"`
		B        string       `json:"b"`
		Because  []reasonJSON `json:"because"`
	}
	reasonJSON struct {
		Ruling string `json:"ruling"`
		Alone  bool   `json:"alone"`
		A      string `json:"a"`
		B      string `json:"b"`
	}
	balanceJSON struct {
		Games       int64             `json:"games"`
		Players     int               `json:"players"`
		Seed        uint64            `json:"seed"`
		Policies    []string          `json:"policies"`
		Beats       []simulate.Pair   `json:"beats"`
		Differences []differenceJSON  `json:"differences"`
		OnlyA       []simulate.Single `json:"only_a"`
		OnlyB       []simulate.Single `json:"only_b"`
	}
	differenceJSON struct {
		Measure string             `json:"measure"`
		How     string             `json:"how"`
		Group   string             `json:"group"`
		A       simulate.Fixed     `json:"a"`
		B       simulate.Fixed     `json:"b"`
		More    *simulate.Estimate `json:"more"` // b minus a
		Real    bool               `json:"real"`
	}
	partJSON struct {
		Decisions int        `json:"decisions"`
		Starts    int        `json:"starts"`
		Cut       int        `json:"cut"`
		Found     *foundJSON `json:"found"`
	}
	foundJSON struct {
		Decisions int        `json:"decisions"`
		Scenario  string     `json:"scenario"`
		At        *placeJSON `json:"at"`
		A         string     `json:"a"`
		B         string     `json:"b"`
		Text      string     `json:"text"`
		Unsaid    string     `json:"unsaid"`
	}
)

// WriteJSON writes a report for programs and for Read.
func (r *Report) WriteJSON(w io.Writer) error {
	f := fileJSON{
		Kind: "diff", Game: r.Game, A: r.side(0), B: r.side(1),
		Summary: summaryJSON{Readings: len(r.Rulings), Cards: len(r.Cards), Rules: r.declarations(),
			Scenarios: r.flipped()},
		Readings: escape.Each(r.Rulings, func(x *Ruling) rulingJSON {
			return rulingJSON{Ruling: x.Key, Question: x.Question, Clauses: x.clauses, A: x.Readings[0],
				B: x.Readings[1]}
		}),
		Cards: escape.Each(r.english(), func(c *Card) cardJSON {
			values := escape.Each(c.Values, func(v Value) valueJSON {
				return valueJSON{Field: v.Field, A: v.Is[0], B: v.Is[1]}
			})
			return cardJSON{Card: c.ID, Kind: c.Kind, Change: c.Change, A: placed(c.At[0]), B: placed(c.At[1]),
				Values: values}
		}),
		Rules: escape.Each(r.Rules, func(x *Rule) ruleJSON {
			hunks := escape.Each(x.Hunks, func(hunk []Edit) []editJSON {
				return escape.Each(hunk, func(e Edit) editJSON {
					return editJSON{Sign: e.Sign, Depth: e.Depth, Text: e.Text, A: placed(e.At[0]), B: placed(e.At[1])}
				})
			})
			return ruleJSON{What: x.What, Name: x.Name, Change: x.Change, Because: append([]string{}, x.Because...),
				A: placed(x.At[0]), B: placed(x.At[1]), Hunks: hunks}
		}),
		Incomplete: r.Stopped,
	}
	if c := r.Scenarios; c != nil {
		f.Scenarios = &scenariosJSON{Same: c.Same, OnlyA: c.Only[0], OnlyB: c.Only[1],
			List: escape.Each(c.Flips, func(x *scenario.Flip) flipJSON {
				because := escape.Each(x.Because, func(b scenario.Reason) reasonJSON {
					return reasonJSON{Ruling: b.Ruling, Alone: b.Alone, A: b.Parts[0], B: b.Parts[1]}
				})
				return flipJSON{
					Scenario: x.Scenario, Rows: append([]int{}, x.Rows...), File: x.File, Line: x.Line,
					Pins: append([]string{}, x.Pins...),
					A:    x.Parts[0], B: x.Parts[1], Because: because,
				}
			})}
	}
	if c := r.Balance; c != nil {
		s := c.Sides[0]
		f.Balance = &balanceJSON{
			Games: s.Games, Players: s.Players, Seed: s.Seed, Policies: s.Policies,
			Beats: append([]simulate.Pair{}, s.Beats...),
			Differences: escape.Each(c.Differences, func(d simulate.Difference) differenceJSON {
				return differenceJSON{Measure: d.Measure, How: d.How, Group: d.Group, A: d.Is[0], B: d.Is[1],
					More: &d.More, Real: d.Real}
			}),
			OnlyA: append([]simulate.Single{}, c.Only[0]...), OnlyB: append([]simulate.Single{}, c.Only[1]...),
		}
	}
	if p := r.Part; p != nil {
		f.Part = &partJSON{Decisions: p.Depth, Starts: p.Starts, Cut: p.Cut}
		if x := p.Found; x != nil {
			f.Part.Found = &foundJSON{
				Decisions: x.Decisions, Scenario: x.Scenario, At: placed(place(x.Place)), A: x.Parts[0], B: x.Parts[1],
				Text: string(x.Text),
			}
			if x.Unsaid != nil {
				f.Part.Found.Unsaid = x.Unsaid.Error()
			}
		}
	}
	return escape.JSON(w, f)
}

// Read parses a report that WriteJSON has written.
func Read(text []byte) (*Report, error) {
	var f fileJSON
	if err := escape.ReadJSON(text, &f); err != nil {
		return nil, err
	}
	r := &Report{
		Game: f.Game, Names: [2]string{f.A.Name, f.B.Name}, Titles: [2]string{f.A.Title, f.B.Title},
		Stopped: f.Incomplete,
		Rulings: escape.Each(f.Readings, func(x rulingJSON) *Ruling {
			return &Ruling{Key: x.Ruling, Question: x.Question, Readings: [2]Reading{x.A, x.B}, clauses: x.Clauses}
		}),
		Cards: escape.Each(f.Cards, func(c cardJSON) *Card {
			values := escape.Each(c.Values, func(v valueJSON) Value {
				return Value{Field: v.Field, Is: [2]string{v.A, v.B}}
			})
			return &Card{Kind: c.Kind, ID: c.Card, Name: c.Card, Change: c.Change,
				At: [2]string{c.A.String(), c.B.String()}, Values: values}
		}),
		Rules: escape.Each(f.Rules, func(x ruleJSON) *Rule {
			hunks := escape.Each(x.Hunks, func(hunk []editJSON) []Edit {
				return escape.Each(hunk, func(e editJSON) Edit {
					return Edit{Sign: e.Sign, Depth: e.Depth, Text: e.Text, At: [2]string{e.A.String(), e.B.String()}}
				})
			})
			return &Rule{What: x.What, Name: x.Name, Change: x.Change, At: [2]string{x.A.String(), x.B.String()},
				Because: x.Because, Hunks: hunks}
		}),
	}
	if c := f.Scenarios; c != nil {
		r.Scenarios = &scenario.Comparison{Same: c.Same, Only: [2]int{c.OnlyA, c.OnlyB},
			Flips: escape.Each(c.List, func(x flipJSON) *scenario.Flip {
				because := escape.Each(x.Because, func(b reasonJSON) scenario.Reason {
					return scenario.Reason{Ruling: b.Ruling, Alone: b.Alone, Parts: [2]string{b.A, b.B}}
				})
				return &scenario.Flip{Scenario: x.Scenario, Rows: x.Rows, File: x.File, Line: x.Line, Pins: x.Pins,
					Parts: [2]string{x.A, x.B}, Because: because}
			})}
	}
	if b := f.Balance; b != nil {
		if slices.ContainsFunc(b.Differences, func(d differenceJSON) bool {
			return d.More == nil || d.More.Bounded && (d.More.Low > d.More.Value || d.More.Value > d.More.High)
		}) {
			return nil, errors.New("this report of moraine diff has a difference whose numbers contradict each other")
		}
		side := &simulate.Results{Header: simulate.Header{Players: b.Players, Seed: b.Seed, Beats: b.Beats},
			Policies: b.Policies, Games: b.Games}
		r.Balance = &simulate.Comparison{Sides: [2]*simulate.Results{side, side},
			Only: [2][]simulate.Single{b.OnlyA, b.OnlyB},
			Differences: escape.Each(b.Differences, func(d differenceJSON) simulate.Difference {
				return simulate.Difference{Measure: d.Measure, How: d.How, Group: d.Group,
					Is: [2]simulate.Fixed{d.A, d.B}, More: *d.More, Real: d.Real}
			})}
	}
	if p := f.Part; p != nil {
		r.Part = &part.Report{Depth: p.Decisions, Starts: p.Starts, Cut: p.Cut}
		if x := p.Found; x != nil {
			found := &part.Found{Decisions: x.Decisions, Scenario: x.Scenario, Parts: [2]string{x.A, x.B},
				Text: []byte(x.Text)}
			if x.At != nil {
				found.Place = source.Pos{File: &source.File{Name: x.At.File}, Line: x.At.Line}
			}
			if x.Unsaid != "" {
				found.Unsaid = errors.New(x.Unsaid)
			}
			r.Part.Found = found
		}
	}
	if !escape.Reproduces(text, r.WriteJSON) {
		return nil, errors.New("this report of moraine diff was changed or is incomplete")
	}
	return r, nil
}

// side returns a side with its title in English.
func (r *Report) side(i int) sideJSON {
	if r.games[i] == nil {
		return sideJSON{r.Names[i], r.Titles[i]}
	}
	return sideJSON{r.Names[i], title(r.games[i], "")}
}

// english returns the cards with their values in English.
func (r *Report) english() []*Card {
	if r.games[0] == nil {
		return r.Cards
	}
	return cards(newWriter(r.games[0], ""), newWriter(r.games[1], ""))
}

// placed returns a position FILE:LINE, or nil if it is unknown.
func placed(at string) *placeJSON {
	i := strings.LastIndexByte(at, ':')
	if i < 0 {
		return nil
	}
	line, _ := strconv.Atoi(at[i+1:])
	return &placeJSON{at[:i], line}
}

// String returns the position as FILE:LINE, or "" if it is unknown.
func (p *placeJSON) String() string {
	if p == nil {
		return ""
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}

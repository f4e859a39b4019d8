package balance

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/playout"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// Sensitivity ranks values of a game by the effect that one step up or down has.
//
// Every step is first tried alone in a few matches, so that values with which no match can be played
// are known. Then each step is played against the unchanged game with the same seeds, so that only
// its effect differs, and all steps have the same number of matches.
type Sensitivity struct {
	Kind string `json:"kind" schema:"const=sensitivity"`
	simulate.Header
	Policies []string  `json:"policies"`
	About    string    `json:"about" jsonschema:"the measure by which values are ranked"`
	Budget   int64     `json:"budget" jsonschema:"the maximum number of matches"`
	Played   int64     `json:"played" jsonschema:"matches in all configurations"`
	Matches  int64     `json:"matches" jsonschema:"matches of each step"`
	Effects  []*Effect `json:"effects" jsonschema:"the strongest first"`
	Broken   []Broken  `json:"broken" jsonschema:"values with which no match can be played"`

	Others others `json:"others,omitempty" jsonschema:"the same with other policies of all seats"`

	words words.Names
}

// others are rankings of the same values with other policies.
type others []*Sensitivity

// Effect has the effects of a value.
type Effect struct {
	Name  string `json:"name"`
	Is    string `json:"is" jsonschema:"the value in force"`
	Steps []Step `json:"steps"`

	*datum
}

// Step is another value, with its effects.
type Step struct {
	Value   string   `json:"value"`
	Changes []Change `json:"changes" jsonschema:"the differences, each in the most affected group of a measure"`
}

// Change is the difference that a step makes in the most affected group of a measure. Resolved
// reports whether chance hardly explains it.
type Change struct {
	Measure  string             `json:"measure"`
	How      string             `json:"how" schema:"enum=share|mean|count|sum"`
	Group    string             `json:"group"`
	More     *simulate.Estimate `json:"more"`
	Resolved bool               `json:"resolved" jsonschema:"chance hardly explains it"`
}

// Broken is a value with which a match broke off, or the game does not load.
type Broken struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Why   string `json:"why"`
}

// WinsBySeat is the measure of wins that every game has.
const WinsBySeat = "wins by seat"

// Sensitivity ranks values by the effect of one step on a measure.
func (l *Lab) Sensitivity(ctx context.Context, names []string, about string, budget int64,
	o simulate.Options) (*Sensitivity, error) {
	if budget < 1 {
		return nil, fmt.Errorf("--budget %d: the number of matches must be at least 1", budget)
	}
	s := &search{Lab: l, ctx: ctx, o: o, out: &Sensitivity{
		Kind: "sensitivity", Header: simulate.NewHeader(l.game, &o), About: about, Budget: budget, Broken: []Broken{},
	}}
	for _, name := range names {
		d := l.byName[name]
		e := &Effect{Name: name, Is: d.is, Steps: []Step{}, datum: d}
		for _, v := range d.steps() {
			e.Steps = append(e.Steps, Step{Value: v, Changes: []Change{}})
		}
		if len(e.Steps) > 0 {
			s.out.Effects = append(s.out.Effects, e)
		}
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.out, nil
}

// Assumed lists the names of the values that no rule text states.
func (l *Lab) Assumed() []string {
	return l.those(func(d *datum) bool { return d.assumed })
}

// All lists the names of all numbers, words and readings that can vary.
func (l *Lab) All() []string {
	return l.those(func(d *datum) bool { return true })
}

func (l *Lab) those(wanted func(*datum) bool) (out []string) {
	for _, d := range l.list {
		if wanted(d) && len(d.steps()) > 0 {
			out = append(out, d.name)
		}
	}
	return out
}

// Listed returns the names in a file, one on each line. Text after a # is a comment.
func (l *Lab) Listed(file *source.File) (out []string, err error) {
	var d interpreter.Diagnostics
	for i, line := range strings.Split(string(file.Text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		name := strings.TrimSpace(line)
		at := source.Pos{File: file, Line: i + 1, Col: 1 + utf8.RuneCountInString(line[:strings.Index(line, name)])}
		v := l.byName[name]
		switch {
		case name == "":
		case v == nil:
			d.Unknown(at, name, l.names, "%s has no value with the name %q", l.game.ID, name)
		case len(v.steps()) == 0:
			d.Add(at, "%s has no neighbouring value to compare with", name)
		case slices.Contains(out, name):
			d.Hint(at, "leave out one of them", "%s is listed twice", name)
		default:
			out = append(out, name)
		}
	}
	if len(out) == 0 && len(d) == 0 {
		d.Hint(source.Pos{File: file}, "write a name on each line, such as CARD.FIELD", "this file lists no values")
	}
	return out, d.Err()
}

// KnowsMeasure returns an error if the game has no measure with a name.
func (l *Lab) KnowsMeasure(name string) error {
	names := []string{WinsBySeat}
	for _, m := range playout.Measures(l.game) {
		names = append(names, m.Name)
	}
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("game %s has no measure %q; %s", l.game.ID, name, interpreter.Which(name, "it has", names))
}

// steps returns the values one step from the one in force: down and up for a number, each other
// one for a word or reading.
func (d *datum) steps() (out []string) {
	if !d.number {
		for _, w := range d.words {
			if w != d.is && d.name != variantName {
				out = append(out, w)
			}
		}
		return out
	}
	n, ok := source.Number(d.is)
	if !ok {
		return nil
	}
	for _, v := range []int{n - 1, n + 1} {
		if !d.ranged || d.low <= v && v <= d.high {
			out = append(out, strconv.Itoa(v))
		}
	}
	return out
}

// change returns the effect on a measure, or nil.
func change(list []Change, measure string) *Change {
	for i := range list {
		if list[i].Measure == measure {
			return &list[i]
		}
	}
	return nil
}

// On returns the strongest effect on a measure. It may be nil.
func (e *Effect) On(measure string) (best *Change) {
	for _, st := range e.Steps {
		if c := change(st.Changes, measure); c != nil && (best == nil || c.More.Strength() > best.More.Strength()) {
			best = c
		}
	}
	return best
}

// Complete reports whether no effect is missing. A file of results can lack some.
func (s *Sensitivity) Complete() bool {
	for _, e := range s.Effects {
		if e == nil || slices.ContainsFunc(e.Steps, func(st Step) bool {
			return slices.ContainsFunc(st.Changes, func(c Change) bool { return c.More == nil })
		}) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Others, func(o *Sensitivity) bool { return o == nil || !o.Complete() })
}

// ranked returns the effects by their strength on a measure.
func (s *Sensitivity) ranked(measure string) []*Effect {
	strength := func(e *Effect) simulate.Fixed {
		if c := e.On(measure); c != nil {
			return c.More.Strength()
		}
		return -1
	}
	out := slices.Clone(s.Effects)
	slices.SortStableFunc(out, func(a, b *Effect) int { return cmp.Compare(strength(b), strength(a)) })
	return out
}

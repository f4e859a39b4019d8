package explain

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Scenario is a scenario with its position.
type Scenario struct {
	Name, File string
	Node       *source.Node
}

// Scenarios holds references to the rules from the scenarios of a game.
type Scenarios struct {
	All   []Scenario            // in file order
	Pins  map[string][]Scenario // by clause: scenarios that pin it
	Under map[string][]Scenario // by ruling or variant: scenarios with a declared outcome under it
	Of    map[string][]Scenario // by variant: scenarios that are about it

	Asking map[string]int // by ruling: the number of scenarios that depend on it; nil before Ran
}

// ReadScenarios reads the references from the scenarios of a game. It ignores unreadable files,
// because running them reports the error.
func ReadScenarios(src interpreter.Sources, game string) (*Scenarios, error) {
	return new(Reader).ReadScenarios(src, game)
}

// Reader reads the references from scenarios again and again, and parses only files that have changed: an editor asks
// after every key, and parsing the scenarios of a large game takes longer than all else.
type Reader struct {
	mu     sync.Mutex
	parsed map[string]parsed // by path
}

// parsed is a file of scenarios.
type parsed struct {
	text []byte
	root *source.Node // nil if it cannot be parsed
}

// parse returns the root of a file.
func (r *Reader) parse(f *interpreter.File) *source.Node {
	r.mu.Lock()
	was, ok := r.parsed[f.Path]
	r.mu.Unlock()
	if ok && bytes.Equal(was.text, f.Text) {
		return was.root
	}
	root, _ := source.Parse(f, source.DefaultLimits())
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.parsed == nil {
		r.parsed = map[string]parsed{}
	}
	r.parsed[f.Path] = parsed{bytes.Clone(f.Text), root}
	return root
}

// ReadScenarios reads the references from the scenarios of a game. It ignores unreadable files.
func (r *Reader) ReadScenarios(src interpreter.Sources, game string) (*Scenarios, error) {
	files, err := src.Scenarios(game)
	if err != nil {
		return nil, err
	}
	out := &Scenarios{Pins: map[string][]Scenario{}, Under: map[string][]Scenario{}, Of: map[string][]Scenario{}}
	for _, f := range files {
		n := r.parse(f.File)
		if n == nil {
			continue
		}
		for _, s := range n.Items {
			if s.Get("scenario") != nil {
				out.add(s)
			}
		}
	}
	return out, nil
}

// Ran records the rulings on which the runs of the scenarios depended.
func (s *Scenarios) Ran(runs *scenario.Results) {
	s.Asking = map[string]int{}
	last := map[string]scenario.Case{} // last case counted for each ruling; rows of a scenario are neighbours
	for _, c := range runs.Cases {
		for _, ruling := range c.UsedRulings {
			if was := last[ruling]; was.Subject == nil || was.File != c.File || was.Line != c.Line {
				last[ruling] = c
				s.Asking[ruling]++
			}
		}
	}
}

// pinning returns the scenarios that pin any of the cited clauses, each once.
func (e *Explainer) pinning(cites []mention) []Scenario {
	var out []Scenario
	for _, id := range cites {
		for _, s := range e.suite.Pins[id.Name] {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// deciding lists the rulings that decide the outcome of scenarios that pin some clauses, the most
// frequent ones first. Such a scenario declares another outcome under a reading of the ruling.
func (e *Explainer) deciding(t *Answer, cites []mention) {
	pinning, count := e.pinning(cites), map[*syntax.Ruling]int{}
	var rulings []*syntax.Ruling
	for _, r := range e.g.Syntax.Rulings {
		for _, s := range pinning {
			if slices.Contains(e.suite.Under[r.Name], s) {
				count[r]++
			}
		}
		if count[r] > 0 {
			rulings = append(rulings, r)
		}
	}
	slices.SortStableFunc(rulings, func(a, b *syntax.Ruling) int { return count[b] - count[a] })
	addItems(t, Rulings, "Rulings that decide the outcome of scenarios that pin its clauses", rulings,
		func(r *syntax.Ruling) (label, says string) {
			return r.Name, r.Question + " " + e.n.T("(%d of %d scenarios)", count[r], len(pinning))
		})
}

// add files a scenario under the clauses that it pins, the variant that it is about, and the configurations under
// `under`.
func (s *Scenarios) add(n *source.Node) {
	name := n.Get("scenario")
	one := Scenario{Name: name.Value, File: fmt.Sprintf("%s:%d", name.Pos.File.Name, name.Pos.Line), Node: n}
	s.All = append(s.All, one)
	note := func(in map[string][]Scenario, key string) {
		if !slices.Contains(in[key], one) {
			in[key] = append(in[key], one)
		}
	}
	if pins := n.Get("pins"); pins != nil {
		for _, id := range pins.Items {
			note(s.Pins, id.Value)
		}
	}
	if variant := n.Get("variant"); variant != nil {
		note(s.Of, variant.Value)
	}
	if under := n.Get("under"); under != nil {
		for _, p := range under.Pairs {
			for word := range strings.FieldsSeq(p.Key.Value) {
				name, _, _ := strings.Cut(word, "=")
				if word != "and" {
					note(s.Under, name)
				}
			}
		}
	}
}

package cover

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"moraine/interpreter/files"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/scenario/exec"
)

// Reached is something that stands in a line, and the scenarios that reach it.
type Reached struct {
	Place
	By []ReachedBy
}

// ReachedBy are the scenarios in which the same came of it.
type ReachedBy struct {
	How       string // "it did something", "it held", …
	Scenarios []Scenario
}

// The ways in which something is reached.
const (
	byDoing   = "it did something"
	byRunning = "it ran, and nothing came of it"
	byHolding = "it held"
	byFailing = "it did not hold"
	byUse     = "its value was used"
	byProof   = "it did its part"
)

var ways = [...]string{byDoing, byRunning, byHolding, byFailing, byUse, byProof}

// Line says which passing scenarios reach a line, written FILE:LINE: what begins
// in it, or else in the last line before it in which anything does.
func (r *Report) Line(target string) ([]Reached, error) {
	file, line := files.SplitLine(target)
	if line == 0 {
		return nil, fmt.Errorf("%q is no place; write FILE:LINE", target)
	}
	found := map[at]*Reached{}
	by := map[at]map[string][]*run{}
	var names []string
	for _, one := range r.runs {
		one.each(func(p source.Pos, in, says string, how []string) {
			if p.File == nil {
				return
			}
			names = append(names, p.File.Name)
			if name := path.Clean(file); p.File.Name != name && p.File.Path != name && !strings.HasSuffix(p.File.Path, "/"+name) {
				return
			}
			key := atOf(p)
			if found[key] == nil {
				found[key] = &Reached{Place: place(p, in, says)}
				by[key] = map[string][]*run{}
			}
			if one.passed {
				for _, way := range how {
					by[key][way] = append(by[key][way], one)
				}
			}
		})
	}
	last := 0
	for key := range found {
		if key.line <= line {
			last = max(last, key.line)
		}
	}
	if last == 0 {
		slices.Sort(names)
		return nil, fmt.Errorf("nothing that runs stands at %s%s", target, hint(file, slices.Compact(names)))
	}
	var out []Reached
	for key, x := range found {
		if key.line != last {
			continue
		}
		for _, way := range ways {
			if runs := by[key][way]; runs != nil {
				x.By = append(x.By, ReachedBy{way, scenarios(runs)})
			}
		}
		out = append(out, *x)
	}
	slices.SortFunc(out, func(a, b Reached) int { return inOrder(a.Place, b.Place) })
	return out, nil
}

func hint(file string, among []string) string {
	if slices.Contains(among, file) {
		return ""
	}
	if near := source.DidYouMean(file, among); near != "" {
		return "; " + near
	}
	return ""
}

// each calls f for everything in the configuration in which a case ran, with what came of
// it there.
func (r *run) each(f func(p source.Pos, in, says string, how []string)) {
	n := r.notes
	for i, st := range n.Program.Steps() {
		if !counts(st.Verb) {
			continue
		}
		var how []string
		switch {
		case n.Came[i]&exec.Did != 0:
			how = []string{byDoing}
		case n.Came[i] != 0:
			how = []string{byRunning}
		}
		f(st.Pos, st.In, written(st.Pos), how)
	}
	for i, m := range n.Marks {
		if m.Pos.File == nil {
			continue // it stands in no file
		}
		var how []string
		for _, bit := range [...]struct {
			note formula.Note
			way  string
		}{{formula.Held, byHolding}, {formula.Failed, byFailing}, {formula.Used, byUse}} {
			if n.Seen[i]&bit.note != 0 {
				how = append(how, bit.way)
			}
		}
		says := m.Is
		if says == "" {
			says = written(m.Pos)
		}
		f(m.Pos, m.Within, says, how)
	}
	for p := range n.Others {
		f(p, "", written(p), []string{byProof})
	}
}

// Proof is a scenario that names a clause, and the places that prove it there.
type Proof struct {
	Scenario
	Places []Place
}

// Reach is how many passing scenarios come to the lines of each file.
func (r *Report) Reach() map[string]map[int]int {
	out := map[string]map[int]int{}
	type visit struct {
		by   Scenario
		file string
		line int
	}
	seen := map[visit]bool{}
	for _, one := range r.runs {
		one.each(func(p source.Pos, _, _ string, how []string) {
			if p.File == nil || !one.passed || len(how) == 0 || seen[visit{one.Scenario, p.File.Name, p.Line}] {
				return
			}
			seen[visit{one.Scenario, p.File.Name, p.Line}] = true
			if out[p.File.Name] == nil {
				out[p.File.Name] = map[int]int{}
			}
			out[p.File.Name][p.Line]++
		})
	}
	return out
}

// Clause returns the clause of that id, and the passing scenarios that name it.
func (r *Report) Clause(id string) (*Clause, []Proof, error) {
	i := slices.IndexFunc(r.Clauses, func(c *Clause) bool { return strings.EqualFold(c.ID, id) })
	if i < 0 {
		var ids []string
		for _, c := range r.Clauses {
			ids = append(ids, c.ID)
		}
		err := fmt.Errorf("%s has no clause %q", r.Game, id)
		if near := source.DidYouMean(id, ids); near != "" {
			err = fmt.Errorf("%w; %s", err, near)
		}
		return nil, nil, err
	}
	c := r.Clauses[i]
	var out []Proof
	at := map[Scenario]map[Place]bool{}
	for _, one := range r.runs {
		if !one.passed || !slices.Contains(one.pins, c.ID) {
			continue
		}
		if at[one.Scenario] == nil {
			at[one.Scenario] = map[Place]bool{}
			out = append(out, Proof{Scenario: one.Scenario})
		}
		one.notes.Proves(func(p source.Pos, cites []syntax.Ident) {
			if slices.ContainsFunc(cites, func(id syntax.Ident) bool { return id.Name == c.ID }) {
				at[one.Scenario][place(p, "", written(p))] = true
			}
		})
	}
	for i := range out {
		out[i].Places = slices.SortedFunc(maps.Keys(at[out[i].Scenario]), inOrder)
	}
	return c, out, nil
}

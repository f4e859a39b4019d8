package cover

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"moraine/interpreter/files"
	"moraine/interpreter/scenario/proof"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Reached is a part of a line with the scenarios that reach it.
type Reached struct {
	Place
	By []ReachedBy
	by map[way][]*run // runs by kind of coverage
}

// ReachedBy lists the scenarios with one kind of coverage of a part.
type ReachedBy struct {
	How       way
	Scenarios []Scenario
}

// way is a kind of coverage.
type way string

const (
	byDoing   way = "it did something"
	byRunning way = "it ran, but had no effect"
	byHolding way = "it held"
	byFailing way = "it did not hold"
	byUse     way = "its value was used"
	byProof   way = "it did its part"
)

var ways = [...]way{byDoing, byRunning, byHolding, byFailing, byUse, byProof}

// Line returns the parts of a line, given as FILE:LINE, with the passing scenarios that reach
// them. If no part begins on the line, it uses the nearest line above.
func (r *Report) Line(target string) ([]Reached, error) {
	file, line := files.SplitLine(target)
	if line == 0 {
		return nil, fmt.Errorf("%q is not a position in a file; write FILE:LINE", target)
	}
	found := map[position]*Reached{}
	name, among := path.Clean(file), map[*source.File]bool{} // the files that match the path
	for _, one := range r.runs {
		one.each(func(p source.Pos, how []way, in, says string) {
			if p.File == nil {
				return
			}
			meant, known := among[p.File]
			if !known {
				meant = p.File.Name == name || p.File.Path == name || strings.HasSuffix(p.File.Path, "/"+name)
				among[p.File] = meant
			}
			if !meant {
				return
			}
			x := found[positionOf(p)]
			if x == nil {
				x = &Reached{Place: Place{position: positionOf(p), In: in, Says: cmp.Or(says, written(p))},
					by: map[way][]*run{}}
				found[x.position] = x
			}
			for _, w := range how {
				if one.passed {
					x.by[w] = append(x.by[w], one)
				}
			}
		})
	}
	last := 0
	for key := range found {
		if key.Line <= line {
			last = max(last, key.Line)
		}
	}
	if last == 0 {
		return nil, fmt.Errorf("no step or formula begins at %s%s", target, hint(file, among))
	}
	var out []Reached
	for key, x := range found {
		if key.Line != last {
			continue
		}
		for _, w := range ways {
			if runs := x.by[w]; runs != nil {
				x.By = append(x.By, ReachedBy{w, scenarios(runs)})
			}
		}
		out = append(out, *x)
	}
	slices.SortFunc(out, func(a, b Reached) int { return a.compare(b.position) })
	return out, nil
}

// hint returns a hint for an unknown file name.
func hint(file string, among map[*source.File]bool) string {
	var names []string
	for f := range among {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	if near := source.DidYouMean(file, names); near != "" && !slices.Contains(names, file) {
		return "; " + near
	}
	return ""
}

// each calls f for each covered position in the configuration of a run, with its kinds of
// coverage. says is "" if it is simply the text in the file.
func (r *run) each(f func(p source.Pos, how []way, in, says string)) {
	n := r.notes
	for i, st := range n.Game.Steps {
		if !isCounted(st.Verb) {
			continue
		}
		var how []way
		switch {
		case n.Came[i]&proof.Did != 0:
			how = []way{byDoing}
		case n.Came[i] != 0:
			how = []way{byRunning}
		}
		f(st.Pos, how, st.In, "")
	}
	for i, m := range n.Marks {
		if m.Pos.File == nil {
			continue // the position is in no file
		}
		var how []way
		for _, bit := range [...]struct {
			note proof.MarkNote
			way  way
		}{{proof.Held, byHolding}, {proof.Failed, byFailing}, {proof.Used, byUse}} {
			if n.Seen[i]&bit.note != 0 {
				how = append(how, bit.way)
			}
		}
		f(m.Pos, how, m.Within, m.Is)
	}
	for p := range n.Others {
		f(p, []way{byProof}, "", "")
	}
}

// Proof is a scenario that pins a clause, with the positions that prove it.
type Proof struct {
	Scenario
	Places []Place
}

// Reach returns the number of passing scenarios that reach each line, by file.
func (r *Report) Reach() map[string]map[int]int {
	out := map[string]map[int]int{}
	type visit struct {
		by   Scenario
		file string
		line int
	}
	seen := map[visit]bool{}
	for _, one := range r.runs {
		one.each(func(p source.Pos, how []way, _, _ string) {
			if p.File == nil || !one.passed || len(how) == 0 ||
				seen[visit{by: one.Scenario, file: p.File.Name, line: p.Line}] {
				return
			}
			seen[visit{by: one.Scenario, file: p.File.Name, line: p.Line}] = true
			if out[p.File.Name] == nil {
				out[p.File.Name] = map[int]int{}
			}
			out[p.File.Name][p.Line]++
		})
	}
	return out
}

// Clause returns a clause by id, with the passing scenarios that pin it.
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
				at[one.Scenario][Place{position: positionOf(p), Says: written(p)}] = true
			}
		})
	}
	for i := range out {
		out[i].Places = slices.SortedFunc(maps.Keys(at[out[i].Scenario]), func(a, b Place) int {
			return a.compare(b.position)
		})
	}
	return c, out, nil
}

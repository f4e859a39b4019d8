package book

import (
	"path"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// Scenario is a scenario as written, with its result.
type Scenario struct {
	Name, At string // At is FILE:LINE
	File     string
	Line     int
	ID, Href string
	Parts    []Part // its keys with their text
	Chance   string // the exact probability that the scenario states, or ""
	Cases    int    // number of rows and configurations that were run
	Passed   int
	Failed   []scenario.Case
	asked    map[string]bool // rulings on which some case depends
}

// Part is a key with the text under it.
type Part struct {
	Key   string
	Text  string
	Parts []Part // the entries of `under`
}

// Asking returns the scenarios that depend on a ruling, in file order.
func (b *Book) Asking(ruling string) (found []*Scenario) {
	for _, p := range b.Pages {
		for _, chapter := range p.Chapters {
			for _, e := range chapter.Entries {
				if e.Scenario != nil && e.Scenario.asked[ruling] {
					found = append(found, e.Scenario)
				}
			}
		}
	}
	return found
}

// Status returns "passed", "failed" or, if the scenario was not run, "".
func (s *Scenario) Status() string {
	switch {
	case s.Failed != nil:
		return "failed"
	case s.Passed > 0:
		return "passed"
	}
	return ""
}

func (s *Scenario) add(c scenario.Case) {
	s.Cases++
	for _, ruling := range c.UsedRulings {
		s.asked[ruling] = true
	}
	switch c.Status {
	case scenario.Passed:
		s.Passed++
	case scenario.Failed:
		s.Failed = append(s.Failed, c)
	}
}

// collectScenarios creates a page for each folder of scenarios and a chapter for each file.
func (b *Book) collectScenarios(all []explain.Scenario) {
	taken := map[string]bool{}
	for i, s := range all {
		file := s.Node.Pos.File
		rel := strings.TrimPrefix(file.Path, "scenarios/"+b.Game.ID+"/")
		folder, _, _ := strings.Cut(path.Dir(rel), "/")
		if folder == "." {
			folder = b.Game.ID
		}
		name := "scenarios_" + id(folder) + ".html"
		p := b.Page(name)
		if p == nil {
			p = b.begin(name, words.Title(words.Plain(folder)),
				b.T("All scenarios as they are written, with their results and the clauses that they prove."))
		}
		stem := strings.TrimSuffix(path.Base(rel), path.Ext(rel))
		if n := len(p.Chapters); n == 0 || p.Chapters[n-1].ID != id("chapter "+rel) {
			p.Chapters = append(p.Chapters, &Chapter{ID: id("chapter " + rel), Title: words.Title(words.Plain(stem))})
		}
		x := &Scenario{Name: s.Name, At: s.File, File: file.Name, Line: s.Node.Pos.Line,
			ID: id(stem + "." + strings.ToLower(s.Name))}
		for taken[name+x.ID] { // two names may differ only in characters that are not allowed in anchors
			x.ID += "_"
		}
		taken[name+x.ID] = true
		x.Href = name + "#" + x.ID
		end := 1 + strings.Count(string(file.Text), "\n")
		if i+1 < len(all) && all[i+1].Node.Pos.File == file {
			end = first(all[i+1].Node).Line
		}
		x.Parts = parts(s.Node, strings.Split(string(file.Text), "\n"), end)
		if chance := s.Node.Get("chance"); chance != nil && chance.Get("is") != nil {
			x.Chance = chance.Get("is").Value
		}
		b.flipped(x)
		last := p.Chapters[len(p.Chapters)-1]
		last.Entries = append(last.Entries,
			&Entry{ID: x.ID, Name: x.Name, Says: strings.TrimPrefix(rel, "/"), Sort: OfScenario, Scenario: x})
		b.scenarios[x.At] = x
	}
}

// flipped records the readings and variants under which a scenario has a different outcome.
func (b *Book) flipped(x *Scenario) {
	alone, together := map[string]bool{}, map[string]bool{}
	for _, part := range x.Parts {
		for _, entry := range part.Parts {
			names := strings.Split(entry.Key, interpreter.And)
			for _, name := range names {
				together[name] = true
			}
			if len(names) == 1 {
				alone[entry.Key] = true
				b.flips[entry.Key] = append(b.flips[entry.Key], Flip{x, entry})
			}
		}
	}
	for name := range together {
		if !alone[name] {
			b.together[name]++
		}
	}
}

func first(n *source.Node) source.Pos { return n.Pairs[0].Key.Pos }

// parts splits a map that ends before a line into its keys with their text. Several keys on one
// line form one part.
func parts(n *source.Node, lines []string, end int) []Part {
	var out []Part
	for i, p := range n.Pairs {
		at, next := p.Key.Pos, end
		if i+1 < len(n.Pairs) {
			if next = n.Pairs[i+1].Key.Pos.Line; next == at.Line {
				return []Part{{Text: cut(lines, first(n), end, "")}}
			}
		}
		if p.Key.Value == "scenario" {
			continue
		}
		x := Part{Key: p.Key.Value, Text: cut(lines, at, next, p.Key.Value+":")}
		if p.Key.Value == "under" && len(p.Val.Pairs) > 0 {
			x.Parts = parts(p.Val, lines, next)
		}
		out = append(out, x)
	}
	return out
}

// cut returns the lines from a position on, without the key at that position and without common
// indentation. Comments before the next key belong to that key.
func cut(lines []string, from source.Pos, end int, key string) string {
	these := slices.Clone(lines[from.Line-1 : min(end-1, len(lines))])
	for n := len(these); n > 1; n-- {
		if last := strings.TrimSpace(these[n-1]); last != "" && !strings.HasPrefix(last, "#") {
			break
		}
		these = these[:n-1]
	}
	head := []rune(these[0])
	these[0] = strings.TrimSpace(strings.TrimPrefix(string(head[min(from.Col-1, len(head)):]), key))
	indent := -1
	for _, l := range these[1:] {
		if in := len(l) - len(strings.TrimLeft(l, " ")); in < len(l) && (indent < 0 || in < indent) {
			indent = in
		}
	}
	for i := range these[1:] {
		these[i+1] = these[i+1][min(max(indent, 0), len(these[i+1])):]
	}
	return strings.TrimSpace(strings.Join(these, "\n"))
}

// Flip is the declared outcome of a scenario under a reading or variant.
type Flip struct {
	*Scenario
	Under Part
}

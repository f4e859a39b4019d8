package cover

import (
	"maps"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/scenario/proof"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Step is a step of the rules.
type Step struct {
	Place
	Came    StepStatus `json:"status"`
	Reading string     `json:"reading" jsonschema:"for a dormant step: the only reading, as KEY=READING, that would let it run"`
	Unused  bool       `json:"-"` // if dormant: no variant calls its procedure either
}

// StepStatus is the coverage status of a step.
type StepStatus string

const (
	Done    StepStatus = "done"    // it had an effect
	Idle    StepStatus = "idle"    // it ran but never had an effect
	Never   StepStatus = "never"   // it never ran
	Dormant StepStatus = "dormant" // it cannot run in any configuration that scenarios use
)

// Card is a card that windows can play or that has steps.
type Card struct {
	Place
	gaps []gap
}

// gap is a message about a card that is never played, or about a step of it that never runs.
type gap struct {
	text string
	step []any // its name, or nil
}

// Missing describes the gaps of a card.
func (c *Card) Missing(n words.Names) (out []string) {
	for _, g := range c.gaps {
		out = append(out, n.T(g.text, g.step...))
	}
	return out
}

// totalCoverage is the combined coverage of all runs.
type totalCoverage struct {
	steps      map[position]*Step
	conditions map[position]*Condition
	played     map[string]bool
	entered    map[string]bool
}

// addUp combines the coverage of runs. All runs contribute the parts that their configurations
// can execute; only passed ones contribute the parts that they executed.
func addUp(runs []*run) *totalCoverage {
	s := &totalCoverage{steps: map[position]*Step{}, conditions: map[position]*Condition{}, played: map[string]bool{},
		entered: map[string]bool{}}
	for _, config := range byConfig(runs) {
		came := make([]proof.StepNote, len(config[0].notes.Came))
		seen := make([]proof.MarkNote, len(config[0].notes.Seen))
		for _, r := range config {
			if !r.passed {
				continue
			}
			for i, n := range r.notes.Came {
				came[i] |= n
			}
			for i, n := range r.notes.Seen {
				seen[i] |= n
			}
			for name := range r.notes.Played {
				s.played[name] = true
			}
			for name := range r.notes.Entered {
				s.entered[name] = true
			}
		}
		s.addSteps(config[0].notes, came)
		s.addConditions(config[0].notes, seen)
	}
	return s
}

// byConfig groups cases that ran in the same program.
func byConfig(runs []*run) (out [][]*run) {
	for _, r := range runs {
		i := slices.IndexFunc(out, func(these []*run) bool { return these[0].notes.SameProgram(r.notes) })
		if i < 0 {
			out = append(out, []*run{r})
		} else {
			out[i] = append(out[i], r)
		}
	}
	return out
}

func (s *totalCoverage) addSteps(n *proof.Notes, came []proof.StepNote) {
	for i, st := range n.Game.Steps {
		if !isCounted(st.Verb) || st.Dead() && came[i]&proof.Did == 0 {
			continue
		}
		key := positionOf(st.Pos)
		if s.steps[key] == nil {
			s.steps[key] = &Step{Place: Place{position: key, In: st.In, Says: written(st.Pos)}, Came: Never}
		}
		switch step := s.steps[key]; {
		case came[i]&proof.Did != 0:
			step.Came = Done
		case came[i]&proof.Ran != 0 && step.Came == Never:
			step.Came = Idle
		}
	}
}

// isCounted reports whether coverage counts steps with a verb. A procedure as a whole and a
// `ruling` are not executed at run time.
func isCounted(verb string) bool { return verb != "procedure" && verb != "ruling" }

// steps returns all steps of the game and of its variants. A step that no run can reach is
// dormant.
func steps(g *interpreter.Game, s *totalCoverage, called map[string]bool) []*Step {
	unused := map[string]bool{}
	for _, p := range g.Syntax.Procedures {
		unused[p.Name] = p.Name != g.Syntax.Start.Name && !called[p.Name]
	}
	for _, p := range syntax.AllProcedures(g.Syntax) {
		s.dormant(p.Do, p.Name, "")
		s.dormant(p.AtEnd, p.Name, "")
	}
	for _, st := range s.steps {
		st.Unused = st.Came == Dormant && unused[st.In]
	}
	return slices.SortedFunc(maps.Values(s.steps), func(a, b *Step) int { return a.compare(b.position) })
}

// calledProcedures returns the names of procedures that are called in some files.
func calledProcedures(files []*source.Node) map[string]bool {
	names := map[string]bool{}
	var look func(*source.Node)
	look = func(n *source.Node) {
		for _, p := range n.Pairs {
			if p.Key.Value == "call" {
				names[p.Val.Value] = true
			}
			look(p.Val)
		}
		for _, item := range n.Items {
			look(item)
		}
	}
	for _, f := range files {
		if f != nil {
			look(f)
		}
	}
	return names
}

// dormant adds the steps of a block that no configuration contains, with the reading of their
// branch.
func (s *totalCoverage) dormant(b *syntax.Block, in, reading string) {
	if b == nil {
		return
	}
	for _, st := range b.Steps {
		if key := positionOf(st.Pos); isCounted(st.Verb) && s.steps[key] == nil {
			s.steps[key] = &Step{Place: Place{position: key, In: in, Says: written(st.Pos)}, Came: Dormant,
				Reading: reading}
		}
		if ruling, ok := st.Do.(*syntax.ByRuling); ok {
			for _, br := range ruling.Branches.List {
				s.dormant(br.Steps, in, ruling.Branches.Key.Name+"="+br.Label.Name)
			}
			continue
		}
		for _, inner := range syntax.Inner(st) {
			s.dormant(inner, in, reading)
		}
	}
}

// written returns the rest of the line at a position, or "" if the position is in no file.
func written(p source.Pos) string {
	whole, _ := p.Whole()
	line := []rune(whole)
	text, _, _ := strings.Cut(string(line[min(max(p.Col-1, 0), len(line)):]), " #")
	return strings.TrimSpace(text)
}

// cards returns the cards that a window which can open may play, and those with steps that can
// run.
func cards(g *interpreter.Game, s *totalCoverage) []*Card {
	var out []*Card
	for _, use := range g.CardUses() {
		card := &Card{Place: Place{position: positionOf(use.Card.Pos), In: use.Card.Name, Says: use.Card.Kind.Name}}
		if use.Plays && !s.played[use.Card.Name] {
			card.gaps = append(card.gaps, gap{text: "it is never played"})
		}
		for _, word := range use.Steps {
			if !s.entered[use.Card.Name+"."+word] {
				card.gaps = append(card.gaps, gap{text: "its %s never runs", step: []any{word}})
			}
		}
		out = append(out, card)
	}
	return out
}

// StepsThat returns the steps with a status.
func (r *Report) StepsThat(came StepStatus) []*Step {
	return slices.DeleteFunc(slices.Clone(r.Steps), func(s *Step) bool { return s.Came != came })
}

// CardsMissing returns the cards with gaps.
func (r *Report) CardsMissing() []*Card {
	return slices.DeleteFunc(slices.Clone(r.Cards), func(c *Card) bool { return c.gaps == nil })
}

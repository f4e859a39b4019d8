package debug

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// seek returns the first step after i (by 1), or the last one before it (by -1), that matches,
// or -1.
func (r *Recording) seek(i, by int, is func(s *Step) bool) int {
	return r.seekAt(i, by, func(k int) bool { return is(&r.Steps[k]) })
}

func (r *Recording) seekAt(i, by int, is func(k int) bool) int {
	for i += by; i >= 0 && i < len(r.Steps); i += by {
		if is(i) {
			return i
		}
	}
	return -1
}

// Over returns the next step (by 1) or the previous step (by -1) that is not deeper than step
// i.
func (r *Recording) Over(i, by int) int {
	depth := r.Steps[i].Depth
	return r.seek(i, by, func(s *Step) bool { return s.Depth <= depth })
}

// Out returns the next or previous step outside the procedure that is running at step i.
func (r *Recording) Out(i, by int) int {
	depth := r.Steps[i].Depth
	return r.seek(i, by, func(s *Step) bool { return s.Depth < depth })
}

// Line returns the next or previous step that belongs to another line of the scenario.
func (r *Recording) Line(i, by int) int {
	at := r.Steps[i].At
	return r.seek(i, by, func(s *Step) bool { return s.At != at })
}

// Frames returns the steps of the running procedures, innermost first: step i itself, and then
// the step that called each procedure.
func (r *Recording) Frames(i int) (out []int) {
	for i >= 0 {
		out = append(out, i)
		i = r.Out(i, -1)
	}
	return out
}

// Files returns the files of the steps and of the scenario.
func (r *Recording) Files() (out []*source.File) {
	seen := map[*source.File]bool{nil: true}
	for _, s := range r.game.Steps {
		if f := s.Pos.File; !seen[f] {
			seen[f], out = true, append(out, f)
		}
	}
	return append(out, r.Scenario.Pos.File)
}

// Lines returns the lines of a file in which a step begins, or that the scenario executed.
func (r *Recording) Lines(file string) (out []int) {
	for _, s := range r.game.Steps {
		if nameOf(s.Pos) == file && s.InForce() {
			out = append(out, s.Pos.Line)
		}
	}
	for _, st := range r.Steps {
		if nameOf(st.At) == file {
			out = append(out, st.At.Line)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// AtLine returns the next or previous step at a line: a step of the rules there, or the first
// step of a line of the scenario.
func (r *Recording) AtLine(file string, line, i, by int, holds func(i int) bool) int {
	here := func(at source.Pos) bool { return at.Line == line && nameOf(at) == file }
	return r.seekAt(i, by, func(k int) bool {
		return (here(r.Steps[k].Pos) || here(r.Steps[k].At) && (k == 0 || !here(r.Steps[k-1].At))) && holds(k)
	})
}

// Find returns the next or previous step that matches a text: FILE:LINE or LINE of a rule, a
// clause, a window, request, procedure or verb. Any other text is a formula, and the step is
// the one that changes its value.
func (r *Recording) Find(i, by int, text string) (int, error) {
	text = strings.TrimSpace(text)
	isNamed := func(s *Step) bool {
		at := fmt.Sprintf("%s:%d", nameOf(s.Pos), s.Pos.Line)
		request, _, _ := strings.Cut(s.Request, ".")
		return slices.Contains(s.Cites, text) || s.Proc == text || s.Request == text || request == text && text != "" ||
			s.Verb == text ||
			s.Pos.File != nil && (at == text || strings.HasSuffix(at, "/"+text)) ||
			slices.ContainsFunc(s.Turned, func(t exec.Refusal) bool { return slices.Contains(t.Cites, text) })
	}
	if r.seek(-1, 1, isNamed) >= 0 {
		return r.seek(i, by, isNamed), nil
	}
	return r.Changed(i, by, text)
}

// Stops returns the clauses, windows, requests and procedures of the run, in order.
func (r *Recording) Stops() (out []string) {
	seen := map[string]bool{"": true}
	for i := range r.Steps {
		s := &r.Steps[i]
		for _, name := range append([]string{s.Proc, s.Request}, s.Cites...) {
			if !seen[name] && len(out) < mostSaid {
				seen[name], out = true, append(out, name)
			}
		}
	}
	return out
}

func nameOf(at source.Pos) string {
	if at.File == nil {
		return ""
	}
	return at.File.Name
}

// InForce returns the reading in force of a ruling.
func (r *Recording) InForce(ruling string) string { return r.game.Program.Readings[ruling] }

// Set returns the last step before i that set a formula to its value at i, or -1 if it has had
// that value from the beginning.
func (r *Recording) Set(i int, text string) (int, error) { return r.Changed(i, -1, text) }

// Changed returns the first step after i (by 1), or the last step before it (by -1), at which
// the value of a formula differs from that at i.
func (r *Recording) Changed(i, by int, text string) (int, error) {
	is, _, err := r.formula(i, text)
	if err != nil {
		return -1, err
	}
	now := is(i)
	return r.seekAt(i, by, func(k int) bool { return is(k) != now }), nil
}

// formula returns a function for the value of a formula before each step, and the formula in
// the syntax of scenarios. Names that are local to the procedure running at step i refer to
// that procedure.
func (r *Recording) formula(i int, text string) (value func(i int) string, written string, err error) {
	if own := r.game.Qualify(r.Steps[i].Proc, text); own != "" && r.stand.Formula(own) != nil {
		text = own
	}
	is := r.stand.Formula(text)
	if is == nil {
		return nil, "", fmt.Errorf(
			"%q is neither a step, clause, window or procedure that ran in this scenario nor a formula of the game",
			text)
	}
	return func(i int) string {
		r.Stand(i)
		says, _ := is()
		return says
	}, text, nil
}

// Written returns a formula in the syntax of scenarios. It may use names local to the procedure
// running at step i.
func (r *Recording) Written(i int, text string) (string, error) {
	_, written, err := r.formula(i, text)
	return written, err
}

// Value returns the value of a formula before a step, with the values of its parts.
func (r *Recording) Value(i int, text string) (is string, parts []exec.Value, err error) {
	value, written, err := r.formula(i, text)
	if err != nil {
		return "", nil, err
	}
	is = value(i)
	return is, r.stand.Parts(written), nil
}

// FormulaValue is a formula with its value.
type FormulaValue struct {
	Text, Is string
	Parts    []exec.Value
}

// Formulas returns the formulas of a step with their values before the step, if a scenario
// could contain them.
func (r *Recording) Formulas(i int) (out []FormulaValue) {
	s := &r.Steps[i]
	if s.Pos.File == nil || s.Verb == "procedure" {
		return nil
	}
	for _, spot := range r.spots(s.Pos.File) {
		at := spot.From
		if s.Pos.Col == at.Col+1 { // inside a map or list in brackets
			at.Col++
		}
		if at != s.Pos {
			continue
		}
		if is, parts, err := r.Value(i, spot.Node.Value); err == nil && is != "" && is != spot.Node.Value {
			out = append(out, FormulaValue{Text: spot.Node.Value, Is: is, Parts: parts})
		}
	}
	return out
}

// Names returns the local names of the running procedure that have a value before a step, with
// these values.
func (r *Recording) Names(i int) (out []FormulaValue) {
	proc := r.game.Program.Proc(r.Steps[i].Proc)
	if proc == nil {
		return nil
	}
	for _, slot := range proc.Slots {
		if is, _, err := r.Value(i, slot.Name); err == nil && is != "" {
			out = append(out, FormulaValue{Text: slot.Name, Is: is})
		}
	}
	return out
}

// spots returns the formulas of a file of rules.
func (r *Recording) spots(f *source.File) (out []syntax.Spot) {
	doc, found := source.Parse(f, source.DefaultLimits())
	if len(found) > 0 {
		return nil
	}
	what := "a file of a game"
	if strings.HasPrefix(f.Path, "variants/") {
		what = "a variant"
	}
	syntax.Visit(doc, what, func(s syntax.Spot) {
		if (s.Is == "formula" || s.Is == "condition") && s.Node.Kind == source.Scalar {
			out = append(out, s)
		}
	})
	return out
}

// Culprit returns the step that made a failed check fail: the last one that set a part of its
// formula, or else the last one that affected a card in the formula. For other failures it
// returns the end.
func (r *Recording) Culprit() (step int) {
	end, step := len(r.Steps)-1, -1
	for _, formula := range r.Unmet {
		for _, part := range append(r.Stand(end).Parts(formula), exec.Value{Text: formula}) {
			if i, err := r.Set(end, part.Text); err == nil {
				step = max(step, i)
			}
		}
	}
	for _, formula := range r.Unmet {
		for _, word := range words.FindAllString(formula, -1) {
			does := func(s *Step) bool {
				return slices.ContainsFunc(s.Said, func(say string) bool { return strings.HasPrefix(say, word+": ") })
			}
			if step < 0 {
				step = r.seek(end, -1, does)
			}
		}
	}
	if step < 0 {
		return end
	}
	return step
}

var words = regexp.MustCompile(`[a-z_][a-z0-9_.]*`)

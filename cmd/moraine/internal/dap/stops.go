package dap

import (
	"path/filepath"
	"slices"

	"github.com/google/go-dap"

	"moraine/interpreter"
	"moraine/interpreter/scenario/spec"
)

// stops holds the breakpoints of a session.
type stops struct {
	lines    map[string][]lineStop // by file; files are parsed again at each launch
	names    []string              // steps, clauses, windows, procedures, requests
	formulas []string              // stop when their value changes
	culprit  bool                  // stop where the scenario starts to fail
}

type lineStop struct {
	line      int
	condition string
}

// fileOf returns the recorded file for an editor's source, or nil.
func (s *session) fileOf(src dap.Source) *interpreter.File {
	for i, f := range s.rec.Files() {
		if _, path := s.src.OnDisk(s.dirs, f); src.SourceReference == i+1 || src.Path == f.Name ||
			path != "" && path == filepath.Clean(src.Path) {
			return f
		}
	}
	return nil
}

// setLines sets the breakpoints of a file. A breakpoint belongs to the step that contains its
// line.
func (s *session) setLines(args dap.SetBreakpointsArguments) []dap.Breakpoint {
	f, out := s.fileOf(args.Source), []dap.Breakpoint{}
	no := func(why string) { out = append(out, dap.Breakpoint{Message: why}) }
	var at []int
	if f != nil {
		at = s.rec.Lines(f.Name)
		if s.lines == nil {
			s.lines = map[string][]lineStop{}
		}
		s.lines[f.Name] = nil
	}
	for _, b := range args.Breakpoints {
		i, found := slices.BinarySearch(at, b.Line)
		if !found {
			i--
		}
		if i < 0 {
			no("this line contains no step of the game that the scenario tests")
			continue
		}
		if b.Condition != "" { // its names are local to the procedure at that line
			here := max(0, s.rec.AtLine(f.Name, at[i], -1, 1, func(int) bool { return true }))
			if _, _, err := s.rec.Value(here, b.Condition); err != nil {
				no(err.Error())
				continue
			}
		}
		s.lines[f.Name] = append(s.lines[f.Name], lineStop{at[i], b.Condition})
		out = append(out, dap.Breakpoint{Verified: true, Line: at[i]})
	}
	return out
}

// set sets breakpoints that are described by a text.
func set[B any](s *session, to *[]string, list []B, text func(B) string) []dap.Breakpoint {
	*to = nil
	out := []dap.Breakpoint{}
	for _, b := range list {
		if _, err := s.rec.Find(0, 1, text(b)); err != nil {
			out = append(out, dap.Breakpoint{Message: err.Error()})
			continue
		}
		*to = append(*to, text(b))
		out = append(out, dap.Breakpoint{Verified: true})
	}
	return out
}

// watchable reports whether a displayed variable can be watched.
func (s *session) watchable(args dap.DataBreakpointInfoArguments) dap.DataBreakpointInfoResponseBody {
	formula := args.Name
	for _, v := range s.variables(args.VariablesReference) {
		if v.Name == args.Name {
			formula = v.EvaluateName
		}
	}
	formula, err := s.rec.Written(s.at, formula)
	if err != nil {
		return dap.DataBreakpointInfoResponseBody{Description: err.Error()}
	}
	return dap.DataBreakpointInfoResponseBody{DataId: formula, Description: formula,
		AccessTypes: []dap.DataBreakpointAccessType{"write"}}
}

// continueTo continues to the next or previous stop.
func (s *session) continueTo(by int) {
	next, reason, why := -1, "", spec.Message{}
	nearer := func(i int, as string, because spec.Message) {
		if i >= 0 && (next < 0 || (i-next)*by < 0) {
			next, reason, why = i, as, because
		}
	}
	if s.culprit && s.rec.Failed != (spec.Message{}) {
		if i := s.rec.Culprit(); (i-s.at)*by > 0 {
			nearer(i, "exception", s.rec.Failed)
		}
	}
	for file, list := range s.lines {
		for _, b := range list {
			nearer(s.rec.AtLine(file, b.line, s.at, by, func(i int) bool {
				return s.holds(b.condition, i)
			}), "breakpoint", spec.Message{})
		}
	}
	for _, name := range s.names {
		i, _ := s.rec.Find(s.at, by, name)
		nearer(i, "function breakpoint", spec.Message{Headline: name})
	}
	for _, formula := range s.formulas {
		i, _ := s.rec.Changed(s.at, by, formula)
		nearer(i, "data breakpoint", spec.Message{Headline: formula})
	}
	switch {
	case next >= 0:
		s.stopAt(next, reason, why)
	case by < 0:
		s.stopAt(0, "entry", spec.Message{})
	default:
		s.end()
	}
}

func (s *session) holds(condition string, i int) bool {
	if condition == "" {
		return true
	}
	is, _, err := s.rec.Value(i, condition)
	return err == nil && is == "true"
}

// step moves to a step. A negative number or one beyond the last step ends the scenario.
func (s *session) step(to int) {
	if last := len(s.rec.Steps) - 1; to < 0 || to >= last {
		if s.at == last || s.rec.Failed != (spec.Message{}) {
			s.end()
			return
		}
		to = last
	}
	s.stopAt(to, "step", spec.Message{})
}

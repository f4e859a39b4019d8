package dap

import (
	"cmp"
	"errors"
	"path"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"moraine/interpreter/match"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// list stores a list and returns the number (from 1) by which the editor requests it, or 0 for
// an empty list.
func (s *session) list(of []dap.Variable) int {
	if len(of) == 0 {
		return 0
	}
	s.lists = append(s.lists, of)
	return len(s.lists)
}

func (s *session) variables(of int) []dap.Variable {
	if of < 1 || of > len(s.lists) {
		return []dap.Variable{}
	}
	return s.lists[of-1]
}

// frames returns the running procedures, innermost first, and then the line of the scenario.
func (s *session) frames(args dap.StackTraceArguments) dap.StackTraceResponseBody {
	var out []dap.StackFrame
	frame := func(name string, at source.Pos) {
		f := dap.StackFrame{Id: len(out) + 1, Name: name, Line: at.Line, Column: at.Col, Source: s.source(at.File)}
		if f.Source == nil {
			f.PresentationHint = "subtle"
		}
		out = append(out, f)
	}
	if at := &s.rec.Steps[s.at]; at.Verb != "end" {
		for _, i := range s.rec.Frames(s.at) {
			st := &s.rec.Steps[i]
			frame(st.Proc+": "+cmp.Or(st.Request, st.Verb), st.Pos)
		}
	}
	frame(s.rec.Scenario.Name, s.rec.Steps[s.at].At)
	total, from := len(out), max(0, min(args.StartFrame, len(out)))
	out = out[from:]
	if n := args.Levels; n > 0 && n < len(out) {
		out = out[:n]
	}
	return dap.StackTraceResponseBody{StackFrames: out, TotalFrames: total}
}

// source returns a file as a path on disk, or as a reference by which the editor can request
// its text.
func (s *session) source(f *source.File) *dap.Source {
	if f == nil {
		return nil
	}
	if _, on := s.src.OnDisk(s.dirs, f); on != "" {
		return &dap.Source{Name: path.Base(f.Name), Path: on}
	}
	for i, g := range s.rec.Files() {
		if g == f {
			return &dap.Source{Name: path.Base(f.Name), Path: f.Name, SourceReference: i + 1,
				Origin: "comes with the program"}
		}
	}
	return nil
}

func (s *session) text(args dap.SourceArguments) (out dap.SourceResponseBody, err error) {
	src := dap.Source{SourceReference: args.SourceReference}
	if args.Source != nil {
		src.Path = args.Source.Path
	}
	if f := s.fileOf(src); f != nil {
		return dap.SourceResponseBody{Content: string(f.Text), MimeType: "text/yaml"}, nil
	}
	return out, errors.New("there is no such file")
}

// scopes returns the groups of variables at a step: the step itself, the question, and the
// table.
func (s *session) scopes() []dap.Scope {
	var out []dap.Scope
	scope := func(name string, list []dap.Variable) {
		if len(list) > 0 {
			out = append(out, dap.Scope{Name: name, VariablesReference: s.list(list)})
		}
	}
	scope("This step", s.stepVariables())
	m, err := s.rec.Table(s.at, s.lang)
	if err != nil {
		return out
	}
	for _, o := range m.View(match.Everything, nil).Owners {
		before := ""
		if o.Seat >= 0 {
			before = s.rec.Seat(int(o.Seat)) + "."
		}
		var list []dap.Variable
		for _, f := range o.Fields {
			list = append(list, s.variableFor(f.Key, before, f.Text))
		}
		for i := range o.Zones {
			list = append(list, s.zone(&o.Zones[i], before, false))
		}
		scope(o.Name, list)
	}
	return out
}

// variableFor returns a variable for a field or zone. Its value is the value of the formula with its name, or else the
// displayed text.
func (s *session) variableFor(key, before, words string) dap.Variable {
	is, _, err := s.rec.Value(s.at, before+key)
	if err != nil {
		return dap.Variable{Name: key, Value: words}
	}
	return dap.Variable{Name: key, Value: is, EvaluateName: before + key}
}

// stepVariables returns variables for the effect of a step, its clauses, and the question asked there.
func (s *session) stepVariables() []dap.Variable {
	st := &s.rec.Steps[s.at]
	var out []dap.Variable
	if st.Answer != "" {
		out = append(out, dap.Variable{Name: "answer", Value: st.Answer})
	}
	for i, say := range st.Said {
		out = append(out, dap.Variable{Name: "does " + strconv.Itoa(i+1), Value: say})
	}
	if len(st.Cites) > 0 {
		out = append(out, dap.Variable{Name: "clauses", Value: strings.Join(st.Cites, ", ")})
	}
	for _, ruling := range st.Rulings {
		out = append(out, dap.Variable{Name: "ruling " + ruling, Value: s.rec.InForce(ruling)})
	}
	if q := s.rec.Question(s.at); q != nil {
		var list []dap.Variable
		for _, o := range q.Options {
			list = append(list, dap.Variable{Name: o, Value: "offered"})
		}
		for _, t := range q.Turned {
			list = append(list, dap.Variable{Name: cmp.Or(t.Option, "the step"),
				Value: "not offered: " + t.Words + " " + strings.Join(t.Cites, ", ")})
		}
		out = append(out, dap.Variable{Name: "asked", Value: q.By + " " + q.Request, VariablesReference: s.list(list)})
	}
	if s.rec.Failed != (spec.Message{}) && st.Verb == "end" {
		out = append(out, dap.Variable{Name: "failed", Value: s.rec.Failed.String()})
	}
	return out
}

// zone returns a zone of the table, a player or a piece with its content.
func (s *session) zone(z *match.Zone, before string, on bool) dap.Variable {
	var list []dap.Variable
	var texts []string
	add := func(place string, pieces []match.Piece) {
		for _, p := range pieces {
			var lies []dap.Variable
			for i := range p.On {
				lies = append(lies, s.zone(&p.On[i], "", true))
			}
			list = append(list, dap.Variable{Name: cmp.Or(place, strconv.Itoa(len(list)+1)), Value: p.Text,
				VariablesReference: s.list(lies)})
			texts = append(texts, p.Text)
		}
	}
	add("", z.Pieces)
	for _, c := range z.Cells {
		add("place "+c.Name, c.Pieces)
	}
	words := "[" + strings.Join(texts, ", ") + "]"
	v := dap.Variable{Name: z.Key, Value: words}
	if !on {
		v = s.variableFor(z.Key, before, words)
	}
	v.VariablesReference = s.list(list)
	return v
}

// evaluate evaluates a formula in the state before the current step, with the values of its
// parts.
func (s *session) evaluate(text string) (dap.EvaluateResponseBody, error) {
	is, parts, err := s.rec.Value(s.at, text)
	if err != nil {
		return dap.EvaluateResponseBody{}, err
	}
	var list []dap.Variable
	for _, part := range parts {
		list = append(list, dap.Variable{Name: part.Text, Value: part.Is, EvaluateName: part.Text})
	}
	return dap.EvaluateResponseBody{Result: is, VariablesReference: s.list(list)}, nil
}

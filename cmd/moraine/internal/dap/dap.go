// Package dap is a server for debuggers that implements the Debug Adapter Protocol. A scenario
// runs to its end when it is launched (package debug records it), so stepping forwards and back
// only moves within the record, and nothing runs while the editor waits.
//
//	dap.go    the session: requests and answers
//	stops.go  where to stop next: breakpoints, steps, the cause of a failure
//	show.go   the display in the editor: stack, table, formulas
package dap

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"path/filepath"
	"runtime/debug"

	"github.com/google/go-dap"

	recording "moraine/cmd/moraine/internal/debug"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
)

// Open returns the data for a user who works in a folder, and the path of each layer ("" for a
// built-in layer).
type Open func(folder string) (src interpreter.Sources, dirs []string, err error)

// Serve answers an editor until the editor disconnects, the stream ends or ctx is done. orderly
// reports whether the editor disconnected properly. Internal errors are written to errs.
func Serve(ctx context.Context, in io.Reader, out, errs io.Writer, lang string, open Open) (orderly bool) {
	s := &session{ctx: ctx, out: out, errs: log.New(errs, "moraine dap: ", 0), lang: lang, open: open}
	limited := &io.LimitedReader{R: in}
	from := bufio.NewReader(limited)
	for ctx.Err() == nil && !s.over {
		limited.N = mostBytes
		m, err := dap.ReadProtocolMessage(from)
		var unknown *dap.DecodeProtocolMessageFieldError
		switch {
		case errors.As(err, &unknown):
			s.refuse(&dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: unknown.Seq}, Command: unknown.FieldValue},
				err)
		case isJSON(err): // the library returns a request whose arguments have a wrong type
			s.errs.Print(err)
			if req, ok := m.(dap.RequestMessage); ok {
				s.refuse(req.GetRequest(), escape.Mistyped(err))
			}
		case err != nil:
			return false
		default:
			if req, ok := m.(dap.RequestMessage); ok {
				s.answer(req)
			}
		}
	}
	return s.over
}

// mostBytes limits a message including its header, because the library limits only the message.
const mostBytes = 8 << 20

// isJSON reports whether an error is one in the JSON of a message, as opposed to the stream.
func isJSON(err error) bool {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &typed)
}

type session struct {
	ctx  context.Context
	out  io.Writer
	errs *log.Logger
	lang string
	open Open
	seq  int
	over bool

	src  interpreter.Sources
	dirs []string
	of   launchArgs
	rec  *recording.Recording // nil before a launch
	at   int                  // index of the next step
	stops
	lists [][]dap.Variable // lists shown since the last stop; the editor requests their items by number
}

// launchArgs holds the arguments of a launch request.
type launchArgs struct {
	Program     string // a file of scenarios, or FILE:LINE
	Line, Row   int
	In          string // the configuration, in the syntax of keys of `under`
	StopOnEntry *bool  // nil means true
}

// reply is a response to any request, event any event. The library has a type for each, which
// differ only in their bodies.
type (
	reply struct {
		dap.Response
		Body any `json:"body,omitempty"`
	}
	event struct {
		dap.Event
		Body any `json:"body,omitempty"`
	}
)

func (s *session) tell(kind string, of *dap.ProtocolMessage, m dap.Message) {
	s.seq++
	of.Seq, of.Type = s.seq, kind
	if err := dap.WriteProtocolMessage(s.out, m); err != nil {
		s.over = true // the connection is closed
	}
}

func (s *session) event(name string, body any) {
	m := &event{dap.Event{Event: name}, body}
	s.tell("event", &m.ProtocolMessage, m)
}

func (s *session) reply(req *dap.Request, body any) {
	m := &reply{dap.Response{RequestSeq: req.Seq, Success: true, Command: req.Command}, body}
	s.tell("response", &m.ProtocolMessage, m)
}

func (s *session) refuse(req *dap.Request, err error) {
	why := &dap.ErrorMessage{Id: 1, Format: "{why}", Variables: map[string]string{"why": err.Error()}, ShowUser: true}
	m := &reply{dap.Response{RequestSeq: req.Seq, Command: req.Command, Message: err.Error()},
		dap.ErrorResponseBody{Error: why}}
	s.tell("response", &m.ProtocolMessage, m)
}

// answer answers a request. If it panics, the response is an error, and the session continues.
func (s *session) answer(m dap.RequestMessage) {
	req := m.GetRequest()
	defer func() {
		if crash := recover(); crash != nil {
			s.errs.Printf("%s: %v\n%s", req.Command, crash, debug.Stack())
			s.refuse(req, fmt.Errorf("%v", crash))
		}
	}()
	body, then, err := s.carryOut(m)
	if err != nil {
		s.refuse(req, err)
		return
	}
	s.reply(req, body)
	if then != nil {
		then()
	}
}

// carryOut executes a request. It returns the body of the response, and a function to call
// after it is sent.
func (s *session) carryOut(m dap.RequestMessage) (body any, then func(), err error) {
	switch m := m.(type) {
	case *dap.InitializeRequest:
		return dap.Capabilities{
			SupportsConfigurationDoneRequest: true, SupportsStepBack: true, SupportsRestartRequest: true,
			SupportsEvaluateForHovers:   true,
			SupportsFunctionBreakpoints: true, SupportsConditionalBreakpoints: true, SupportsDataBreakpoints: true,
			ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{
				{Filter: "culprit", Label: "The step where the scenario fails", Default: true}},
		}, nil, nil
	case *dap.LaunchRequest:
		s.of = launchArgs{}
		if err = json.Unmarshal(m.Arguments, &s.of); err == nil {
			err = s.load()
		}
		return nil, func() { s.event("initialized", nil) }, err
	case *dap.DisconnectRequest:
		s.over = true
		return nil, nil, nil
	}
	if s.rec == nil {
		return nil, nil, errors.New("no scenario is running; send a launch request first")
	}
	switch m := m.(type) {
	case *dap.SetBreakpointsRequest:
		body = dap.SetBreakpointsResponseBody{Breakpoints: s.setLines(m.Arguments)}
	case *dap.SetFunctionBreakpointsRequest:
		body = dap.SetFunctionBreakpointsResponseBody{
			Breakpoints: set(s, &s.names, m.Arguments.Breakpoints, func(b dap.FunctionBreakpoint) string {
				return b.Name
			})}
	case *dap.DataBreakpointInfoRequest:
		body = s.watchable(m.Arguments)
	case *dap.SetDataBreakpointsRequest:
		body = dap.SetDataBreakpointsResponseBody{
			Breakpoints: set(s, &s.formulas, m.Arguments.Breakpoints, func(b dap.DataBreakpoint) string {
				return b.DataId
			})}
	case *dap.SetExceptionBreakpointsRequest:
		s.culprit = len(m.Arguments.Filters) > 0
		body = dap.SetExceptionBreakpointsResponseBody{}
	case *dap.ConfigurationDoneRequest:
		then = s.start
	case *dap.RestartRequest:
		then, err = s.start, s.load()
	case *dap.ThreadsRequest:
		body = dap.ThreadsResponseBody{Threads: []dap.Thread{{Id: 1, Name: s.rec.Scenario.Name}}}
	case *dap.ContinueRequest:
		body, then = dap.ContinueResponseBody{AllThreadsContinued: true}, func() { s.continueTo(1) }
	case *dap.ReverseContinueRequest:
		then = func() { s.continueTo(-1) }
	case *dap.NextRequest:
		then = func() { s.step(s.rec.Over(s.at, 1)) }
	case *dap.StepInRequest:
		then = func() { s.step(s.at + 1) }
	case *dap.StepOutRequest:
		then = func() { s.step(s.rec.Out(s.at, 1)) }
	case *dap.StepBackRequest:
		then = func() { s.stopAt(max(0, s.at-1), "step", spec.Message{}) }
	case *dap.PauseRequest: // the program is always paused
	case *dap.StackTraceRequest:
		body = s.frames(m.Arguments)
	case *dap.ScopesRequest:
		body = dap.ScopesResponseBody{Scopes: s.scopes()}
	case *dap.VariablesRequest:
		body = dap.VariablesResponseBody{Variables: s.variables(m.Arguments.VariablesReference)}
	case *dap.EvaluateRequest:
		body, err = s.evaluate(m.Arguments.Expression)
	case *dap.SourceRequest:
		body, err = s.text(m.Arguments)
	default:
		err = fmt.Errorf("there is no request %s", m.GetRequest().Command)
	}
	return body, then, err
}

// load reads the current files and records the launched scenario.
func (s *session) load() (err error) {
	program, line := files.SplitLine(s.of.Program)
	if line == 0 {
		line = s.of.Line
	}
	if program == "" {
		return errors.New(`nothing to launch: set "program" to a scenario file or to FILE:LINE`)
	}
	f, err := s.find(program, interpreter.DataAbove(filepath.Dir(program)))
	if err != nil {
		return err
	}
	of, _, err := recording.Around(f.File, line, s.of.Row, s.of.In)
	if err != nil {
		return err
	}
	if of == nil {
		return fmt.Errorf("%s has no scenarios", f.File.Name)
	}
	g, err := interpreter.Load(s.src, f.Game, recording.Config(of.Variant.Name, s.of.In))
	if err != nil {
		return err
	}
	rec, err := recording.Record(s.ctx, exec.In(g), of)
	if err == nil {
		s.rec, s.lists = rec, nil
	}
	return err
}

// find finds a file of scenarios in the data of a folder or of a folder above it. Both are
// tried, because a folder of scenarios may itself be called cards.
func (s *session) find(program, root string) (f interpreter.ScenarioFile, err error) {
	if s.src, s.dirs, err = s.open(root); err != nil {
		return f, err
	}
	path, err := filepath.Rel(root, program)
	if err != nil {
		return f, err
	}
	list, err := s.src.Scenarios(filepath.ToSlash(path))
	above := interpreter.DataAbove(filepath.Dir(root))
	switch {
	case err == nil && len(list) == 1:
		return list[0], nil
	case filepath.Dir(root) != above: // the folder itself also contains data
		return s.find(program, above)
	}
	return f, cmp.Or(err, fmt.Errorf("%s is not a scenario file", program))
}

// start stops at the first step, or continues immediately.
func (s *session) start() {
	s.at = 0
	if s.of.StopOnEntry == nil || *s.of.StopOnEntry {
		s.stopAt(0, "entry", spec.Message{})
		return
	}
	s.continueTo(1)
}

// stopAt stops before a step.
func (s *session) stopAt(i int, reason string, why spec.Message) {
	s.at, s.lists = i, nil
	s.event("stopped", dap.StoppedEventBody{
		Reason: reason, Description: cmp.Or(why.Summary(), fmt.Sprintf("step %d of %d", i+1, len(s.rec.Steps))),
		Text: why.String(), ThreadId: 1, AllThreadsStopped: true,
	})
}

// end reports the result of the scenario. After a failure the session stays at the end, so that
// the user can step back.
func (s *session) end() {
	last := len(s.rec.Steps) - 1
	if why := s.rec.Failed; why != (spec.Message{}) && s.at < last {
		s.event("output", dap.OutputEventBody{Category: "stderr",
			Output: "FAIL  " + s.rec.Scenario.Name + "\n" + why.String() + "\n"})
		s.stopAt(last, "exception", why)
		return
	}
	if s.rec.Failed == (spec.Message{}) {
		s.event("output", dap.OutputEventBody{Category: "stdout", Output: "ok    " + s.rec.Scenario.Name + "\n"})
	}
	s.event("terminated", dap.TerminatedEventBody{})
}

// Package dap is a server for debuggers: it speaks the Debug Adapter Protocol over two streams. A
// scenario has run to its end before anybody looks (package debug), so steps are looked up, forwards
// and back, and nothing goes on while an editor asks.
//
//	dap.go   the conversation
//	stops.go where to stop next: breakpoints, ways, what makes a scenario fail
//	show.go  what is seen there: the procedures under way, the table, formulas
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
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"moraine/interpreter"
	recording "moraine/interpreter/debug"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
)

// Open finds the data of whoever works in a folder, and the folder of each layer, empty for one that
// is none.
type Open func(folder string) (src interpreter.Sources, dirs []string, err error)

// Serve answers an editor until it says goodbye, its stream ends or the context is done; orderly tells
// whether it has said so. What breaks in here goes to errs.
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
			s.refuse(&dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: unknown.Seq}, Command: unknown.FieldValue}, err)
		case isJSON(err):
			s.errs.Print(err)
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

// mostBytes bounds a message with its header, of which the library bounds the message alone.
const mostBytes = 8 << 20

// isJSON reports whether a message is broken, and the stream is not.
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
	of   launched
	rec  *recording.Recording // nil: nothing is launched
	at   int                  // the step that comes next
	stops
	shown
}

// launched is what an editor starts.
type launched struct {
	Program     string // a file of scenarios, or FILE:LINE
	Line, Row   int
	In          string // what is in force besides, as entries of `under` say it
	StopOnEntry *bool  // nil: yes
}

func (s *session) tell(m dap.Message) {
	s.seq++
	switch m := m.(type) {
	case dap.ResponseMessage:
		m.GetResponse().Seq, m.GetResponse().Type = s.seq, "response"
	case dap.EventMessage:
		m.GetEvent().Seq, m.GetEvent().Type = s.seq, "event"
	}
	if err := dap.WriteProtocolMessage(s.out, m); err != nil {
		s.over = true // nobody listens
	}
}

func (s *session) event(name string, m dap.EventMessage) {
	m.GetEvent().Event = name
	s.tell(m)
}

// done is the beginning of an answer.
func done(req *dap.Request) dap.Response {
	return dap.Response{RequestSeq: req.Seq, Success: true, Command: req.Command}
}

func (s *session) refuse(req *dap.Request, err error) {
	out := &dap.ErrorResponse{Response: done(req)}
	out.Success, out.Message = false, err.Error()
	out.Body.Error = &dap.ErrorMessage{Id: 1, Format: "{why}", Variables: map[string]string{"why": err.Error()}, ShowUser: true}
	s.tell(out)
}

var errNothing = errors.New("no scenario has been launched")

// answer answers a request; whatever one of them breaks, the next is answered.
func (s *session) answer(m dap.RequestMessage) {
	req := m.GetRequest()
	defer func() {
		if crash := recover(); crash != nil {
			s.errs.Printf("%s: %v\n%s", req.Command, crash, debug.Stack())
			s.refuse(req, fmt.Errorf("%v", crash))
		}
	}()
	switch m := m.(type) {
	case *dap.InitializeRequest:
		s.tell(&dap.InitializeResponse{Response: done(req), Body: dap.Capabilities{
			SupportsConfigurationDoneRequest: true, SupportsStepBack: true, SupportsRestartRequest: true, SupportsEvaluateForHovers: true,
			SupportsFunctionBreakpoints: true, SupportsConditionalBreakpoints: true, SupportsDataBreakpoints: true,
			ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{{Filter: "culprit", Label: "The step that makes the scenario fail", Default: true}},
		}})
		return
	case *dap.LaunchRequest:
		s.of = launched{}
		if err := json.Unmarshal(m.Arguments, &s.of); err != nil {
			s.refuse(req, err)
			return
		}
		if err := s.load(); err != nil {
			s.refuse(req, err)
			return
		}
		s.tell(&dap.LaunchResponse{Response: done(req)})
		s.event("initialized", &dap.InitializedEvent{})
		return
	case *dap.DisconnectRequest:
		s.over = true
		s.tell(&dap.DisconnectResponse{Response: done(req)})
		return
	}
	if s.rec == nil {
		s.refuse(req, errNothing)
		return
	}
	switch m := m.(type) {
	case *dap.SetBreakpointsRequest:
		s.tell(&dap.SetBreakpointsResponse{Response: done(req), Body: dap.SetBreakpointsResponseBody{Breakpoints: s.setLines(m.Arguments)}})
	case *dap.SetFunctionBreakpointsRequest:
		s.tell(&dap.SetFunctionBreakpointsResponse{Response: done(req), Body: dap.SetFunctionBreakpointsResponseBody{Breakpoints: set(s, &s.names, m.Arguments.Breakpoints, func(b dap.FunctionBreakpoint) string { return b.Name })}})
	case *dap.DataBreakpointInfoRequest:
		s.tell(&dap.DataBreakpointInfoResponse{Response: done(req), Body: s.watchable(m.Arguments)})
	case *dap.SetDataBreakpointsRequest:
		s.tell(&dap.SetDataBreakpointsResponse{Response: done(req), Body: dap.SetDataBreakpointsResponseBody{Breakpoints: set(s, &s.formulas, m.Arguments.Breakpoints, func(b dap.DataBreakpoint) string { return b.DataId })}})
	case *dap.SetExceptionBreakpointsRequest:
		s.culprit = len(m.Arguments.Filters) > 0
		s.tell(&dap.SetExceptionBreakpointsResponse{Response: done(req)})
	case *dap.ConfigurationDoneRequest:
		s.tell(&dap.ConfigurationDoneResponse{Response: done(req)})
		s.start()
	case *dap.RestartRequest:
		if err := s.load(); err != nil {
			s.refuse(req, err)
			return
		}
		s.tell(&dap.RestartResponse{Response: done(req)})
		s.start()
	case *dap.ThreadsRequest:
		s.tell(&dap.ThreadsResponse{Response: done(req), Body: dap.ThreadsResponseBody{Threads: []dap.Thread{{Id: 1, Name: s.rec.Scenario.Name}}}})
	case *dap.ContinueRequest:
		s.tell(&dap.ContinueResponse{Response: done(req), Body: dap.ContinueResponseBody{AllThreadsContinued: true}})
		s.goOn(1)
	case *dap.ReverseContinueRequest:
		s.tell(&dap.ReverseContinueResponse{Response: done(req)})
		s.goOn(-1)
	case *dap.NextRequest:
		s.tell(&dap.NextResponse{Response: done(req)})
		s.step(s.rec.Over(s.at, 1))
	case *dap.StepInRequest:
		s.tell(&dap.StepInResponse{Response: done(req)})
		s.step(s.at + 1)
	case *dap.StepOutRequest:
		s.tell(&dap.StepOutResponse{Response: done(req)})
		s.step(s.rec.Out(s.at, 1))
	case *dap.StepBackRequest:
		s.tell(&dap.StepBackResponse{Response: done(req)})
		s.stopAt(max(0, s.at-1), "step", "")
	case *dap.PauseRequest:
		s.tell(&dap.PauseResponse{Response: done(req)})
	case *dap.StackTraceRequest:
		s.tell(&dap.StackTraceResponse{Response: done(req), Body: s.frames(m.Arguments)})
	case *dap.ScopesRequest:
		s.tell(&dap.ScopesResponse{Response: done(req), Body: dap.ScopesResponseBody{Scopes: s.scopes()}})
	case *dap.VariablesRequest:
		s.tell(&dap.VariablesResponse{Response: done(req), Body: dap.VariablesResponseBody{Variables: s.variables(m.Arguments.VariablesReference)}})
	case *dap.EvaluateRequest:
		body, err := s.evaluate(m.Arguments.Expression)
		if err != nil {
			s.refuse(req, err)
			return
		}
		s.tell(&dap.EvaluateResponse{Response: done(req), Body: body})
	case *dap.SourceRequest:
		text, err := s.text(m.Arguments)
		if err != nil {
			s.refuse(req, err)
			return
		}
		s.tell(&dap.SourceResponse{Response: done(req), Body: dap.SourceResponseBody{Content: text, MimeType: "text/yaml"}})
	default:
		s.refuse(req, fmt.Errorf("there is no request %s", req.Command))
	}
}

// load records the scenario that is launched, as its files are now.
func (s *session) load() (err error) {
	program, line := s.of.Program, s.of.Line
	if name, after, ok := cutLast(program, ":"); ok {
		if n, err := strconv.Atoi(after); err == nil {
			program, line = name, n
		}
	}
	if program == "" {
		return errors.New(`nothing is launched: "program" is a file of scenarios, or FILE:LINE`)
	}
	if s.src, s.dirs, err = s.open(interpreter.DataAbove(filepath.Dir(program))); err != nil {
		return err
	}
	for _, game := range s.src.Games() {
		list, err := s.src.Scenarios(game)
		if err != nil {
			return err
		}
		for _, f := range list {
			if _, path := s.src.OnDisk(s.dirs, f.File); f.File.Name != program && path != filepath.Clean(program) {
				continue
			}
			of, _, err := recording.Around(f.File, line, s.of.Row)
			if err != nil {
				return err
			}
			if of == nil {
				return fmt.Errorf("%s has no scenario", f.File.Name)
			}
			g, err := interpreter.Load(s.src, game, recording.Config(of.Variant.Name, s.of.In))
			if err != nil {
				return err
			}
			rec, err := recording.Record(s.ctx, exec.In(g), of)
			if err == nil {
				s.rec, s.shown = rec, shown{table: func(i int) []match.Owner {
					m, err := rec.Table(i, s.lang)
					if err != nil {
						return nil
					}
					return m.View(match.Everything, nil).Owners
				}}
			}
			return err
		}
	}
	return fmt.Errorf("there are no scenarios at %s", program)
}

func cutLast(text, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(text, sep); i > 1 { // a drive of Windows has one, too
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// start begins at the first step, or goes on at once.
func (s *session) start() {
	s.at = 0
	if s.of.StopOnEntry == nil || *s.of.StopOnEntry {
		s.stopAt(0, "entry", "")
		return
	}
	s.goOn(1)
}

// stopAt stops before a step.
func (s *session) stopAt(i int, reason, why string) {
	s.at = i
	s.forget()
	s.event("stopped", &dap.StoppedEvent{Body: dap.StoppedEventBody{
		Reason: reason, Description: cmp.Or(firstLine(why), "step "+strconv.Itoa(i+1)+" of "+strconv.Itoa(len(s.rec.Steps))), Text: why, ThreadId: 1, AllThreadsStopped: true,
	}})
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// end says how the scenario has come out. One that has failed stays open at its end, to be looked back from.
func (s *session) end() {
	last := len(s.rec.Steps) - 1
	if why := s.rec.Failed; why != "" && s.at < last {
		s.event("output", &dap.OutputEvent{Body: dap.OutputEventBody{Category: "stderr", Output: "FAIL  " + s.rec.Scenario.Name + "\n" + why + "\n"}})
		s.stopAt(last, "exception", why)
		return
	}
	if s.rec.Failed == "" {
		s.event("output", &dap.OutputEvent{Body: dap.OutputEventBody{Category: "stdout", Output: "ok    " + s.rec.Scenario.Name + "\n"}})
	}
	s.event("terminated", &dap.TerminatedEvent{})
}

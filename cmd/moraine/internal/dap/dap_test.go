package dap

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-dap"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// editor is a client at the other end of the real protocol.
type editor struct {
	*testing.T
	dir   string
	to    *io.PipeWriter
	from  *bufio.Reader
	seq   int
	ended chan bool
	errs  bytes.Buffer
}

// opens starts a server on a copy of the sample game, in which a file has something else in the place of a text.
func opens(t *testing.T, file, was, becomes string) *editor {
	e := &editor{T: t, dir: t.TempDir(), ended: make(chan bool, 1)}
	require.NoError(t, os.CopyFS(e.dir, os.DirFS("../../../../cmd/moraine/testdata/pebbles")))
	if file != "" {
		text, err := os.ReadFile(filepath.Join(e.dir, file))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(e.dir, file), bytes.Replace(text, []byte(was), []byte(becomes), 1), 0o600))
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	e.to, e.from = to, bufio.NewReader(from)
	go func() {
		e.ended <- Serve(t.Context(), in, out, &e.errs, "en", func(folder string) (interpreter.Sources, []string, error) {
			return interpreter.Sources{{Name: "test", FS: os.DirFS(folder)}}, []string{folder}, nil
		})
		_ = in.Close()
		_ = out.Close()
	}()
	t.Cleanup(func() { _ = to.Close(); _ = from.Close() })
	return e
}

// ask sends a request and returns its answer with all events before it; for requests that move, it also waits
// for the stop.
func (e *editor) ask(command string, arguments string) (answer dap.ResponseMessage, told []dap.EventMessage) {
	e.Helper()
	e.seq++
	text := `{"seq":` + strconv.Itoa(e.seq) + `,"type":"request","command":"` + command + `","arguments":` + arguments + `}`
	require.NoError(e, dap.WriteBaseMessage(e.to, []byte(text)))
	stops := strings.Contains("launch configurationDone restart continue reverseContinue next stepIn stepOut stepBack", command)
	for answer == nil || stops && answer.GetResponse().Success && len(told) == 0 {
		m, err := dap.ReadProtocolMessage(e.from)
		require.NoError(e, err, command)
		switch m := m.(type) {
		case dap.EventMessage:
			if _, ok := m.(*dap.OutputEvent); !ok {
				told = append(told, m)
			}
		case dap.ResponseMessage:
			require.Equal(e, e.seq, m.GetResponse().RequestSeq)
			answer = m
		}
	}
	return answer, told
}

// launch launches a scenario with these further arguments, and sets breakpoints before it begins.
func (e *editor) launch(of, more string, before ...func()) {
	e.Helper()
	e.ask("initialize", `{"adapterID":"moraine"}`)
	answer, _ := e.ask("launch", `{"program":"`+filepath.ToSlash(filepath.Join(e.dir, of))+`"`+more+`}`)
	require.True(e, answer.GetResponse().Success, "%+v", answer)
	for _, do := range before {
		do()
	}
	_, told := e.ask("configurationDone", `{}`)
	require.Equal(e, "entry", told[0].(*dap.StoppedEvent).Body.Reason)
}

// goes goes somewhere, and says why it stops, and in which step.
func (e *editor) goes(command string) (reason, where string) {
	e.Helper()
	_, told := e.ask(command, `{"threadId":1}`)
	stop, ok := told[0].(*dap.StoppedEvent)
	if !ok {
		return told[0].GetEvent().Event, ""
	}
	answer, _ := e.ask("stackTrace", `{"threadId":1}`)
	f := answer.(*dap.StackTraceResponse).Body.StackFrames[0]
	return stop.Body.Reason, f.Name + " " + filepath.Base(f.Source.Path) + ":" + strconv.Itoa(f.Line)
}

func (e *editor) evaluates(formula string) string {
	e.Helper()
	answer, _ := e.ask("evaluate", `{"expression":"`+formula+`","frameId":1}`)
	if bad, ok := answer.(*dap.ErrorResponse); ok {
		return bad.Message
	}
	return answer.(*dap.EvaluateResponse).Body.Result
}

const won = "scenarios/pebbles/stake/won.yaml"

func TestAScenarioIsSteppedThroughInAnEditor(t *testing.T) {
	e := opens(t, "", "", "")
	e.launch(won, `,"line":1`)
	stops := func(command, reason, where string) {
		t.Helper()
		is, at := e.goes(command)
		assert.Equal(t, []string{reason, where}, []string{is, at}, command)
	}
	stops("next", "step", "turn: roll turn.yaml:17")
	stops("stepIn", "step", "turn: turn.die turn.yaml:17")
	assert.Equal(t, "[white]", e.evaluates("ann.hand"))
	stops("stepBack", "step", "turn: roll turn.yaml:17")
	stops("continue", "terminated", "")
	assert.Equal(t, "[white]", e.evaluates("ann.hand"))
	assert.Contains(t, e.evaluates("ann.hnd"), "ann.hnd")

	answer, _ := e.ask("scopes", `{"frameId":1}`)
	var names []string
	for _, scope := range answer.(*dap.ScopesResponse).Body.Scopes {
		names = append(names, scope.Name)
	}
	assert.Equal(t, []string{"table", "Ann", "Bob"}, names)
	ann := answer.(*dap.ScopesResponse).Body.Scopes[1].VariablesReference
	answer, _ = e.ask("variables", `{"variablesReference":`+strconv.Itoa(ann)+`}`)
	assert.Contains(t, answer.(*dap.VariablesResponse).Body.Variables[0].EvaluateName, "ann.")

	e.ask("disconnect", `{}`)
	assert.True(t, <-e.ended, "it was told goodbye")
	assert.Empty(t, e.errs.String())
}

// A folder of scenarios that is called like one of rules is none.
func TestAScenarioInAFolderCalledCards(t *testing.T) {
	e := opens(t, "", "", "")
	require.NoError(t, os.Rename(filepath.Join(e.dir, "scenarios/pebbles/stake"), filepath.Join(e.dir, "scenarios/pebbles/cards")))
	e.launch("scenarios/pebbles/cards/won.yaml", "")
	assert.Equal(t, "[white]", e.evaluates("ann.hand"))
	answer, _ := e.ask("launch", `{"program":"`+filepath.ToSlash(filepath.Join(e.dir, "scenarios/pebbles"))+`"}`)
	assert.Contains(t, answer.GetResponse().Message, "is not a scenario file")
	answer, _ = e.ask("launch", `{"program":"`+filepath.ToSlash(filepath.Join(e.dir, "scenarios/pebbles/none.yaml"))+`"}`)
	assert.Contains(t, answer.GetResponse().Message, "no scenarios found at scenarios/pebbles/none.yaml")
}

func TestErrorsThatStopAScenario(t *testing.T) {
	e := opens(t, "cards/pebbles/turn.yaml", "to: me.pouch", "to: heap") // the planted mistake
	e.launch(won+":1", "", func() {
		e.ask("setExceptionBreakpoints", `{"filters":["culprit"]}`)
	})
	reason, where := e.goes("continue")
	assert.Equal(t, []string{"exception", "turn: move turn.yaml:19"}, []string{reason, where}, "the step that makes it fail")
	reason, _ = e.goes("continue")
	assert.Equal(t, "exception", reason, "what fails stays open at its end")

	rules := filepath.ToSlash(filepath.Join(e.dir, "cards/pebbles/turn.yaml"))
	lines := func(list string) []dap.Breakpoint {
		answer, _ := e.ask("setBreakpoints", `{"source":{"path":"`+rules+`"},"breakpoints":`+list+`}`)
		return answer.(*dap.SetBreakpointsResponse).Body.Breakpoints
	}
	set := lines(`[{"line":18,"condition":"ann.hand == [white]"},{"line":1},{"line":18,"condition":"ann.hnd"}]`)
	assert.True(t, set[0].Verified)
	assert.Equal(t, 17, set[0].Line, "the step that the line is part of")
	assert.False(t, set[1].Verified)
	assert.Contains(t, set[2].Message, "ann.hnd")
	e.ask("setExceptionBreakpoints", `{"filters":[]}`)
	reason, where = e.goes("reverseContinue")
	assert.Equal(t, []string{"breakpoint", "turn: turn.die turn.yaml:17"}, []string{reason, where})
	e.goes("restart")
	reason, _ = e.goes("continue")
	assert.Equal(t, "breakpoint", reason, "it stays over a restart")
	set = lines(`[{"line":19,"condition":"die > 0"}]`)
	assert.True(t, set[0].Verified, "a name of the procedure that the line is in")
	answer, _ := e.ask("dataBreakpointInfo", `{"name":"die"}`)
	assert.Equal(t, "turn.die", answer.(*dap.DataBreakpointInfoResponse).Body.DataId)
	answer, _ = e.ask("setDataBreakpoints", `{"breakpoints":[{"dataId":"turn.die"}]}`)
	assert.True(t, answer.(*dap.SetDataBreakpointsResponse).Body.Breakpoints[0].Verified)
	e.ask("setDataBreakpoints", `{"breakpoints":[]}`)
	lines(`[]`)

	e.goes("restart")
	e.ask("setFunctionBreakpoints", `{"breakpoints":[{"name":"P-TURN-02"}]}`)
	reason, where = e.goes("continue")
	assert.Equal(t, []string{"function breakpoint", "turn: move turn.yaml:19"}, []string{reason, where})
	e.ask("setFunctionBreakpoints", `{"breakpoints":[]}`)

	answer, _ = e.ask("dataBreakpointInfo", `{"name":"ann.hand"}`)
	assert.Equal(t, "ann.hand", answer.(*dap.DataBreakpointInfoResponse).Body.DataId)
	e.ask("setDataBreakpoints", `{"breakpoints":[{"dataId":"ann.hand"}]}`)
	reason, _ = e.goes("continue")
	assert.Equal(t, "data breakpoint", reason)
	reason, where = e.goes("reverseContinue")
	assert.Equal(t, []string{"data breakpoint", "turn: move turn.yaml:19"}, []string{reason, where}, "back to where it was set")
}

func TestInvalidRequestsOfAnEditor(t *testing.T) {
	e := opens(t, "", "", "")
	refuses := func(command, arguments, why string) {
		t.Helper()
		answer, _ := e.ask(command, arguments)
		require.False(t, answer.GetResponse().Success, command)
		assert.Contains(t, answer.GetResponse().Message, why)
	}
	refuses("next", `{"threadId":1}`, "no scenario is running; send a launch request first")
	refuses("launch", `{}`, "nothing to launch")
	refuses("launch", `{"program":7}`, "cannot unmarshal number")
	refuses("launch", `{"program":"`+filepath.ToSlash(e.dir)+`/scenarios/pebbles/none.yaml"}`, "no scenarios found at")
	refuses("launch", `{"program":"`+filepath.ToSlash(filepath.Join(e.dir, won))+`","in":"pebble.tie=draws"}`, "draws")
	refuses("setBreakpoints", `{"source":"x"}`, `"arguments.source" must be an object, not string`)
	refuses("evaluate", `{"expression":5}`, `"arguments.expression" must be a string, not number`)
	refuses("variables", `{"variablesReference":"x"}`, `"arguments.variablesReference" must be an integer, not string`)
	refuses("fly", `{}`, "'fly' is not supported")
	refuses("attach", `{}`, "no scenario is running; send a launch request first")
	e.launch(won, "")
	refuses("attach", `{}`, "there is no request attach")
	refuses("source", `{"sourceReference":99}`, "there is no such file")
	for _, odd := range []string{`{"variablesReference":99}`, `{"variablesReference":-1}`} {
		answer, _ := e.ask("variables", odd)
		assert.Empty(t, answer.(*dap.VariablesResponse).Body.Variables)
	}
	require.NoError(t, dap.WriteBaseMessage(e.to, []byte("{")))
	assert.Equal(t, "[white]", e.evaluates("ann.hand"), "a broken message breaks nothing else")
	go func() { _, _ = e.to.Write([]byte("Content-Length: 99999999999\r\n\r\n")) }()
	assert.False(t, <-e.ended)
}

func FuzzMessages(f *testing.F) {
	f.Add([]byte(`{"seq":1,"type":"request","command":"launch","arguments":{"program":"x:1"}}`))
	f.Add([]byte(`{"seq":1,"type":"request","command":"setBreakpoints","arguments":{"source":{"path":"x"},"breakpoints":[{"line":-1}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var in bytes.Buffer
		_ = dap.WriteBaseMessage(&in, text)
		var errs bytes.Buffer
		Serve(t.Context(), &in, io.Discard, &errs, "en", func(string) (interpreter.Sources, []string, error) { return nil, nil, nil })
		assert.NotContains(t, errs.String(), "goroutine")
	})
}

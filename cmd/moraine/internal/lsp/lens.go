package lsp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"moraine/cmd/moraine/internal/cover"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// rest is the time without typing after which scenarios run in other configurations and
// coverage is measured, because both take seconds.
const rest = 2 * time.Second

// measure measures the coverage of a game for the code lenses.
func (s *server) measure(ctx context.Context, d *gameReview, loaded *interpreter.Loaded) {
	if !s.lensed {
		return
	}
	report, err := cover.Measure(ctx, loaded.Sources, d.game, scenario.Options{})
	if report == nil || ctx.Err() != nil || err != nil {
		return
	}
	reach := report.Reach()
	d.mu.Lock()
	d.report, d.reach = report, reach
	d.mu.Unlock()
	if s.refresh {
		_, _ = s.conn.DispatchCall(s.ctx, "workspace/codeLens/refresh", nil) // the editor may have disconnected
	}
}

// lenses returns the code lenses of a document: *run* above a scenario, the status above a
// clause, the number of scenarios above a step. Numbers are kept until the next measurement.
func (s *server) lenses(d *document, _ *params) (any, error) {
	out := []map[string]any{}
	add := func(from, to int, title, command string, args ...any) {
		out = append(out, map[string]any{"range": d.span(from, to),
			"command": map[string]any{"title": title, "command": command, "arguments": args}})
	}
	if isScenario(d.path) {
		for _, at := range scenarioLine.FindAllStringSubmatchIndex(d.s, -1) {
			add(at[2], at[3], "run", runCommand, d.uri, d.position(at[2]).Line+1)
		}
		return out, nil
	}
	good, k := s.lastGood(d.game()), s.desk(d.game())
	if good == nil {
		return out, nil
	}
	x := good.index()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.report == nil {
		return out, nil
	}
	for _, c := range k.report.Clauses {
		for _, o := range x.in[d.uri] {
			if o.declares && o.symbol.sort == "clause" && o.symbol.name == c.ID {
				add(o.from, o.to, fmt.Sprintf("%s, %s", c.Status, scenarios(len(c.By))), "")
			}
		}
	}
	for _, step := range k.report.Steps {
		if !strings.HasSuffix(step.File, d.path) {
			continue
		}
		from, to := d.line(step.Line - 1)
		add(from, to, "reached by "+scenarios(k.reach[step.File][step.Line]), "")
	}
	return out, nil
}

func scenarios(n int) string {
	switch n {
	case 0:
		return "no scenario"
	case 1:
		return "1 scenario"
	}
	return fmt.Sprint(n, " scenarios")
}

const runCommand = "moraine.run"

// execute runs the scenario around a line and shows the result.
func (s *server) execute(p *params) (any, error) {
	if p.Command == declareCommand {
		return s.runDeclare(p.Arguments)
	}
	line, d := 0, (*document)(nil)
	if len(p.Arguments) == 2 {
		uri, _ := p.Arguments[0].(string)
		n, _ := p.Arguments[1].(float64)
		line, d = int(n), s.doc(uri)
	}
	if p.Command != runCommand || d == nil || line < 1 {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams,
			Message: runCommand + " needs an open document and a line"}
	}
	src, target := s.loader.Sources(), fmt.Sprintf("%s:%d", d.path, line)
	if s.stopRun != nil { // a newer request replaces this one
		s.stopRun()
	}
	var ctx context.Context
	ctx, s.stopRun = context.WithCancel(s.ctx)
	s.reviewing.Go(func() { // in the background, so that typing does not wait for it
		defer s.recoverPanic(target)
		s.runs(ctx, src, target)
	})
	return nil, nil
}

// runs runs the scenario of a code lens in the background and shows the result, unless it is cancelled.
func (s *server) runs(ctx context.Context, src interpreter.Sources, target string) {
	res, err := scenario.Run(ctx, src, []string{target}, scenario.Options{Under: true})
	text, kind := "", 3 // message type "information"
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		text, kind = flatten(err)[0].Text, 1
	case res.Failed > 0:
		kind = 1
		for _, c := range res.Cases {
			if c.Status == scenario.Failed && text == "" {
				text = c.Scenario + ": " + c.Message.String()
			}
		}
	default:
		text = fmt.Sprintf("%s: %d passed", res.Cases[0].Scenario, res.Passed)
	}
	s.show(kind, text)
}

func (s *server) show(kind int, text string) {
	// the editor may have disconnected
	_ = s.conn.Notify(s.ctx, "window/showMessage", map[string]any{"type": kind, "message": text})
}

package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/dap"
)

func newDAP(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "dap",
		Short: "Run a debug adapter for editors: step through a scenario, forwards and backwards",
		Long: `Run a debug adapter (Debug Adapter Protocol) on stdin and stdout for an editor.
It launches a scenario with these arguments:

  program      a file of scenarios, or FILE:LINE
  line, row    the scenario and the row of its examples (default: the first)
  in           additional configuration: a variant, or RULING=READING
  stopOnEntry  false: do not stop at the first step

You can step backwards as well. Execution stops at line breakpoints in rules and
scenarios, which can have a formula as their condition; at function breakpoints,
which name clauses, windows, procedures, requests or verbs; at data breakpoints,
which are formulas, when their value changes; and at the step that makes a scenario
fail.`,
		Args: argCount(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, _ := direct(a.Out).(io.Writer)
			if !dap.Serve(cmd.Context(), a.In, out, a.Err, a.lang, a.folders) {
				return failing(exitFailed, errors.New("the editor closed the connection without a shutdown request"))
			}
			return nil
		},
	}
}

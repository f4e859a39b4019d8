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
		Short: "Run a debug adapter: a scenario step by step, forwards and back",
		Long: `Speak the Debug Adapter Protocol on stdin and stdout, for an editor to start. What it
launches is a scenario:

  program      a file of scenarios, or FILE:LINE
  line, row    which of them; the first, without
  in           what is in force besides: a variant, or RULING=READING
  stopOnEntry  false: go on until something stops it

Steps go back as well. What stops it are lines of rules and scenarios, if a formula
holds there; as functions: clauses, windows, procedures, requests and verbs; as data: any
formula, where it comes to be another; and the step that makes a scenario fail.`,
		Args: argCount(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, _ := direct(a.Out).(io.Writer)
			if !dap.Serve(cmd.Context(), a.In, out, a.Err, a.lang, a.folders) {
				return failing(exitFailed, errors.New("the editor has left without a word"))
			}
			return nil
		},
	}
}

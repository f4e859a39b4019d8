package main

import "github.com/spf13/cobra"

func newDisasm(a *app) *cobra.Command {
	var r rules
	cmd := &cobra.Command{
		Use:   "disasm GAME [PROCEDURE]",
		Short: "Show the compiled procedures of a game",
		Long: `Show the compiled program of a game, one operation per line: its place in the YAML
file, its code, the operations that can follow it and, after the semicolon, its step
as explain prints it. Later operations of the same step show only its verb.`,
		Args:              argCount(1, 2, "a GAME and an optional PROCEDURE"),
		ValidArgsFunction: a.games(1),
		RunE: func(_ *cobra.Command, args []string) error {
			data, err := a.layers()
			if err != nil {
				return err
			}
			game, err := a.oneGame(data, args[0], &r)
			if err != nil {
				return err
			}
			procedure := ""
			if len(args) > 1 {
				procedure = args[1]
			}
			return game.Disassemble(a.Out, procedure)
		},
	}
	r.addTo(cmd)
	return cmd
}

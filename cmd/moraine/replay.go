package main

import (
	"context"

	"github.com/spf13/cobra"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/play"
)

func newReplay(a *app) *cobra.Command {
	var v play.View
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Show what happened in a saved match",
		Long: `Play a saved match again and show what happened, and by which clauses. It is the
same every time. A file that was changed, cut off, or played with other rules is
refused, with the line.

A match that is over shows everything. One that goes on shows what its one person
may know, or of several what all may: --as everything shows all hands.`,
		Args: wants(1, 1, "the FILE of a saved match"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.replay(cmd.Context(), args[0], v) },
	}
	cmd.Flags().StringVar(&v.As, "as", "", "show what this `seat` may know; table: what all may know; everything: what is hidden, too")
	cmd.Flags().BoolVar(&v.Clauses, "clauses", false, "name the clauses of all texts, not those of the first")
	return cmd
}

func (a *app) replay(ctx context.Context, path string, v play.View) error {
	file, err := match.Open(a.abs(path))
	if err != nil {
		return err
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	game, err := interpreter.Load(data, file.Game, file.Rules)
	if err != nil {
		return err
	}
	hash, _, err := data.Hash(game.ID)
	if err != nil {
		return err
	}
	if err := a.tells(game); err != nil {
		return err
	}
	v.Lang = a.lang
	return broke(play.Replay(ctx, game, file, hash, v, a.Out))
}

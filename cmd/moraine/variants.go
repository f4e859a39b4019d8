package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
)

func newVariants(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "variants [GAME]",
		Short: "List the variants of the games",
		Long: `List the variants of a game, or of all games, each with its summary. moraine explain
GAME VARIANT shows the changes of a variant.`,
		Args:              argCount(0, 1, "an optional GAME (moraine explain GAME VARIANT shows the changes of a variant)"),
		ValidArgsFunction: a.games(1),
		RunE:              func(_ *cobra.Command, args []string) error { return a.listVariants(args) },
	}
}

func (a *app) listVariants(games []string) error {
	data, err := a.layers()
	if err != nil {
		return err
	}
	if len(games) == 0 {
		games = a.searchedGames(data)
	}
	var broken interpreter.Diagnostics
	for _, id := range games {
		rules, err := interpreter.Read(data, id)
		if err != nil {
			return err
		}
		if _, err := rules.Variants(); err != nil {
			return err
		}
		fmt.Fprint(a.Out, explain.Variants(rules, a.lang, a.width()))
		broken = append(broken, rules.VariantFaults()...)
	}
	return broken.Err()
}

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
)

func newGames(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "games [GAME]",
		Short: "List the games, or the variants and rulings of a game",
		Long: `List the games or, of a GAME, its variants and rulings. Each ruling is a question that
the texts leave open: its readings follow, with a * at the default. moraine explain
GAME NAME says more of each.`,
		Args: argCount(0, 1,
			"an optional GAME (moraine explain GAME VARIANT shows the changes of a variant)"),
		ValidArgsFunction: a.games(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return a.listGame(args[0])
			}
			return a.listGames()
		},
	}
}

// listGames prints one line per game, including games that do not load, because their authors
// expect them in the list.
func (a *app) listGames() error {
	data, err := a.layers()
	if err != nil {
		return err
	}
	ids := data.Games()
	var games []*interpreter.Game
	broken := map[string]bool{}
	variants := map[string]int{}
	for _, id := range ids {
		rules, err := interpreter.Read(data, id)
		if err != nil {
			return err
		}
		names, _ := rules.Variants() // `check` reports errors in variants
		variants[id] = len(names)
		game, err := rules.Game(interpreter.Options{})
		var wrong interpreter.Diagnostics
		switch {
		case errors.As(err, &wrong):
			broken[id] = true
		case err != nil:
			return err
		default:
			games = append(games, game)
		}
	}
	if err := a.checkLanguage(games...); err != nil {
		return err
	}
	for _, id := range ids {
		if broken[id] {
			fmt.Fprintf(a.Out, "%-12s  has errors; moraine check %s shows them\n", id, id)
			continue
		}
		s := games[0].Summary(a.lang)
		games = games[1:]
		more := ""
		if n := variants[id]; n > 0 {
			more = ", " + counted(n, "variant")
		}
		fmt.Fprintf(a.Out, "%-12s  %s, %s%s\n", id, s.Name, playerCount(s.Players), more)
	}
	return nil
}

// listGame lists the variants and rulings of a game, also if some of its variants have errors.
func (a *app) listGame(id string) error {
	data, err := a.layers()
	if err != nil {
		return err
	}
	rules, err := interpreter.Read(data, id)
	if err != nil {
		return err
	}
	if _, err := rules.Variants(); err != nil {
		return err
	}
	game, err := rules.Game(interpreter.Options{})
	if err != nil {
		return err
	}
	if err := a.checkLanguage(game); err != nil {
		return err
	}
	fmt.Fprint(a.Out, doc.Plain(a.width(), explain.Contents(rules, game, a.lang).Section()))
	return rules.VariantFaults().Err()
}

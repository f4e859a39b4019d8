package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"moraine/interpreter"
)

func newGames(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List the games",
		Args:  argCount(0, 0, "no arguments"),
		RunE:  func(*cobra.Command, []string) error { return a.listGames() },
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

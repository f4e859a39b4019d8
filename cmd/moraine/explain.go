package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/interpreter"
	"moraine/interpreter/explain"
)

func newExplain(a *app) *cobra.Command {
	var r rules
	cmd := &cobra.Command{
		Use:   "explain [GAME] NAME",
		Short: "Say what something in the rules is, and why it is so",
		Long: `Explain a clause, a ruling, a card, a kind, a procedure, a window or a step.

NAME is a clause id, the key of a ruling, the id or any name of a card, and so on;
a step is PROCEDURE/ID, or FILE:LINE. The beginning of a name will do if there is
only one such. Without a GAME all games are asked.`,
		Example: `  moraine explain E-C1-02
  moraine explain GAME RULING
  moraine explain cards/GAME/FILE.yaml:49`,
		Args: wants(1, 2, "perhaps a GAME, and a NAME"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return a.explainable(args, typed)
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.explain(args, &r) },
	}
	r.addTo(cmd)
	return cmd
}

func (a *app) explain(args []string, r *rules) error {
	data, err := a.layers()
	if err != nil {
		return err
	}
	games, name := data.Games(), args[len(args)-1]
	if len(args) == 2 {
		games = args[:1]
	}
	text, err := a.explanation(data, games, name, r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(a.Out, text)
	return failing(exitInternal, err)
}

// explanation asks each game. Of games that know nothing of the name, the one
// with the best idea of what was meant says so.
func (a *app) explanation(data interpreter.Sources, games []string, name string, r *rules) (string, error) {
	var found []string
	var lost error
	for _, id := range games {
		e, err := a.explainer(data, id, r)
		if err != nil {
			return "", err
		}
		text, err := e.Explain(name)
		var unknown *explain.Unknown
		switch {
		case err == nil:
			found = append(found, text)
		case !errors.As(err, &unknown):
			return "", err
		case lost == nil || len(unknown.Among) > 0:
			lost = err
		}
	}
	if len(found) == 0 {
		return "", lost
	}
	return strings.Join(found, "\n"), nil
}

func (a *app) explainer(data interpreter.Sources, id string, r *rules) (*explain.Explainer, error) {
	game, err := a.oneGame(data, []string{id}, r)
	if err != nil {
		return nil, err
	}
	if err := a.speaks(game); err != nil {
		return nil, err
	}
	pins, err := explain.Pins(data, id)
	if err != nil {
		return nil, err
	}
	return explain.New(game, data, a.lang, func(clause string) []explain.Scenario { return pins[clause] })
}

// explainable completes games, and the names of the game that was named.
func (a *app) explainable(args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	data, err := a.layers()
	if err != nil || len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	games := data.Games()
	var names []cobra.Completion
	if len(args) == 0 {
		names = slices.Clone(games)
	} else {
		games = args
	}
	for _, id := range games {
		if e, err := a.explainer(data, id, &rules{}); err == nil {
			names = append(names, e.Names()...)
		}
	}
	return slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, typed) }), cobra.ShellCompDirectiveNoFileComp
}

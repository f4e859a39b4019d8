package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/interpreter"
)

// rules are the flags that say in which form a game is wanted.
type rules struct {
	variant  string
	readings []string
}

func (r *rules) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.variant, "variant", "", "a variant of the game, by `name`")
	cmd.Flags().StringArrayVar(&r.readings, "reading", nil, "a reading of a ruling, as `KEY=READING` (repeatable)")
}

func (r *rules) options() (interpreter.Options, error) {
	opt := interpreter.Options{Variant: r.variant, Readings: map[string]string{}}
	for _, s := range r.readings {
		key, reading, ok := strings.Cut(s, "=")
		if !ok || key == "" || reading == "" {
			return opt, fmt.Errorf("--reading %s: write KEY=READING", s)
		}
		if _, twice := opt.Readings[key]; twice {
			return opt, fmt.Errorf("--reading %s: %s is given twice", s, key)
		}
		opt.Readings[key] = reading
	}
	return opt, nil
}

// games completes the names of games, for the shell, up to so many of them.
func (a *app) games(most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		data, err := a.layers()
		if err != nil || len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return data.Games(), cobra.ShellCompDirectiveNoFileComp
	}
}

// oneGame loads the game that the first argument names.
func (a *app) oneGame(data interpreter.Sources, args []string, r *rules) (*interpreter.Game, error) {
	opt, err := r.options()
	if err != nil {
		return nil, err
	}
	return interpreter.Load(data, args[0], opt)
}

// speaks refuses a --lang in which none of the games names anything.
func (a *app) speaks(games ...*interpreter.Game) error {
	var why []string
	for _, game := range games {
		langs := game.Languages()
		if a.lang == "" || slices.Contains(langs, a.lang) {
			return nil
		}
		why = append(why, fmt.Sprintf("%s has names in %s", game.ID, strings.Join(langs, ", ")))
	}
	if why == nil {
		return nil
	}
	return fmt.Errorf("--lang %s: %s", a.lang, strings.Join(why, "; "))
}

// wants checks that there are so many arguments, and says what they are.
func wants(from, to int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < from || len(args) > to {
			return fmt.Errorf("%s takes %s; see moraine %s --help", cmd.Name(), what, cmd.Name())
		}
		return nil
	}
}

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter"
)

// rules has the flags that select the configuration of a game.
type rules struct {
	variants []string
	readings []string
	load     interpreter.Options // the resulting options
}

func (r *rules) addTo(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&r.variants, "variant", nil,
		"apply the variant with this `name`; several are applied in order (repeatable)")
	cmd.Flags().StringArrayVar(&r.readings, "reading", nil,
		"use this reading of a ruling, as `KEY=READING` (repeatable)")
	runBefore(cmd, func() (err error) {
		r.load, err = r.options()
		return err
	})
}

func (r *rules) options() (interpreter.Options, error) {
	opt := interpreter.Options{Variant: strings.Join(r.names(), interpreter.And), Readings: map[string]string{}}
	for i, name := range r.names() {
		if slices.Contains(r.names()[:i], name) {
			return opt, fmt.Errorf("--variant %s: this variant is given twice", name)
		}
	}
	for _, s := range r.readings {
		key, reading, ok := strings.Cut(s, "=")
		if !ok || key == "" || reading == "" {
			return opt, fmt.Errorf("--reading %s: expected KEY=READING", s)
		}
		if _, twice := opt.Readings[key]; twice {
			return opt, fmt.Errorf("--reading %s: ruling %s is given twice", s, key)
		}
		opt.Readings[key] = reading
	}
	return opt, nil
}

// asFlags formats a configuration as command-line flags.
func asFlags(opt interpreter.Options) (out string) {
	if opt.Variant != "" {
		out = " --variant " + strings.ReplaceAll(opt.Variant, interpreter.And, ",")
	}
	for _, key := range slices.Sorted(maps.Keys(opt.Readings)) {
		out += " --reading " + key + "=" + opt.Readings[key]
	}
	return out
}

// names returns the variants, which may be joined in one flag or given in several.
func (r *rules) names() []string {
	all := strings.ReplaceAll(strings.Join(r.variants, ","), interpreter.And, ",")
	return strings.FieldsFunc(all, func(c rune) bool { return c == ',' })
}

// gamesWith returns the games that have the given variants and readings. It prints which games it skips.
func (dl *dataLayers) gamesWith(data interpreter.Sources, games []string, r *rules) ([]string, error) {
	words := slices.Concat(r.names(), r.readings)
	if len(words) == 0 {
		return games, nil // the error is reported when the broken game is read
	}
	knowing, err := sideSpec{data: data, words: words}.gamesWith(games)
	if err == nil && len(knowing) < len(games) {
		rest := slices.DeleteFunc(games, func(game string) bool { return slices.Contains(knowing, game) })
		fmt.Fprintf(dl.Err, "moraine: skipped %s, without a variant or reading called %s\n", strings.Join(rest, ", "),
			strings.Join(words, " or "))
	}
	return knowing, err
}

// games completes the names of games in the shell, for at most most arguments.
func (dl *dataLayers) games(most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		data, err := dl.layers()
		if err != nil || len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return data.Games(), cobra.ShellCompDirectiveNoFileComp
	}
}

// gamesOrFiles completes games and files.
func (dl *dataLayers) gamesOrFiles(cmd *cobra.Command, args []string,
	typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	games, _ := dl.games(len(args)+1)(cmd, args, typed)
	return games, cobra.ShellCompDirectiveDefault
}

// oneGame loads a game and checks that the language of --lang is available.
func (a *app) oneGame(data interpreter.Sources, id string, r *rules) (*interpreter.Game, error) {
	game, err := interpreter.Load(data, id, r.load)
	if err != nil {
		return nil, err
	}
	return game, a.checkLanguage(game)
}

// noteLearned notes learned values from other rules or another number of players, if one of the policies searches. With
// 0 players, a match has as many as it can.
func (a *app) noteLearned(game *interpreter.Game, policies []string, players int) {
	if players == 0 {
		_, players = game.Players()
	}
	if slices.ContainsFunc(policies, func(p string) bool { return game.SearchNodes(p) > 0 }) {
		a.note(game.LearnedNotes(players))
	}
}

// note prints diagnostics that are no errors.
func (a *app) note(found interpreter.Diagnostics) {
	for _, d := range found {
		fmt.Fprint(a.Err, "moraine: ")
		d.Render(a.Err, a.colored(a.Err))
	}
}

// checkSpoken returns an error if nothing has texts in the language of --lang: neither the program nor any game. It
// runs before every command, also before those that print no texts of games.
func (a *app) checkSpoken() error {
	if a.lang == "" || slices.Contains(play.Languages, a.lang) {
		return nil
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	var games []*interpreter.Game
	for _, id := range data.Games() {
		// a command that uses the game reports its errors
		if game, err := interpreter.Load(data, id, interpreter.Options{}); err == nil {
			games = append(games, game)
		}
	}
	if len(games) == 0 {
		return fmt.Errorf("--lang %s: choose one of %s", a.lang, strings.Join(play.Languages, ", "))
	}
	return a.checkLanguage(games...)
}

// checkLanguage returns an error if neither the program nor one of the games has texts in the language
// of --lang.
func (a *app) checkLanguage(games ...*interpreter.Game) error {
	if slices.Contains(play.Languages, a.lang) {
		return nil
	}
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

// argCount checks the number of arguments. The last parameter describes them in the error.
func argCount(from, to int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < from || len(args) > to {
			return fmt.Errorf("%s takes %s; see moraine %s --help", cmd.Name(), what, cmd.Name())
		}
		return nil
	}
}

package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/diff"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

// sideSpec is a side of a comparison as given on the command line.
type sideSpec struct {
	name   string
	folder string   // folder with the data of the side; "" for the current layers
	at     string   // its path
	words  []string // its variants and its KEY=READING settings
	data   interpreter.Sources
	rules  *interpreter.Rules
}

// noVariant stands for the game without a variant.
const noVariant = "default"

func (dl *dataLayers) parseSide(arg string) (w sideSpec, err error) {
	w.name = arg
	for word := range strings.SplitSeq(arg, interpreter.And) {
		if strings.TrimSpace(word) == "" {
			return w, fmt.Errorf(
				"%q: one side of `and` is empty; write a variant, KEY=READING, %s or a folder on both sides", arg,
				noVariant)
		}
		folder := strings.ContainsAny(word, `/\.`) && !strings.Contains(word, "=") || hasData(dl.abs(word))
		switch {
		case !folder:
			w.words = append(w.words, word)
		case w.folder != "":
			return w, fmt.Errorf("%s: only one folder is allowed; %s is a second one", arg, word)
		case !hasData(dl.abs(word)):
			return w, fmt.Errorf("%s: not a folder that contains %s/", word, strings.Join(folders, "/, "))
		default:
			w.folder, w.at = word, dl.abs(word)
		}
	}
	if w.folder == "" {
		w.data, err = dl.layers()
	} else {
		w.data, err = dl.layersIn(w.folder)
	}
	return w, err
}

// loadSides loads both sides, for the game that is named or for the only game that has both.
func (dl *dataLayers) loadSides(args []string) (out [2]diff.Side, err error) {
	var both [2]sideSpec
	for i, arg := range args[len(args)-2:] {
		if both[i], err = dl.parseSide(arg); err != nil {
			return out, err
		}
	}
	game := args[0]
	if len(args) == 2 {
		if game, err = gameOf(both); err != nil {
			return out, err
		}
	}
	for i := range both {
		w := &both[i]
		if i == 1 && w.folder == both[0].folder {
			w.data, w.rules = both[0].data, both[0].rules
		} else if w.rules, err = interpreter.Read(w.data, game); err != nil {
			return out, err
		}
		if out[i], err = w.load(dl.Err); err != nil {
			return out, err
		}
	}
	return out, nil
}

// load loads a side. It prints the name of a side whose rules have errors.
func (w sideSpec) load(errs io.Writer) (diff.Side, error) {
	s := diff.Side{Name: w.name,
		Side: scenario.Side{Sources: w.data, Rules: w.rules,
			Options: interpreter.Options{Readings: map[string]string{}}}}
	opt := &s.Options
	for _, word := range w.words {
		key, reading, isReading := strings.Cut(word, "=")
		switch _, twice := opt.Readings[key]; {
		case word == noVariant, word == w.rules.ID:
		case isReading && twice:
			return s, fmt.Errorf("%s: %s is given twice", w.name, key)
		case isReading:
			opt.Readings[key] = reading
		default:
			if err := knowsVariant(w.rules, word); err != nil {
				return s, err
			}
			if opt.Variant != "" {
				word = opt.Variant + interpreter.And + word
			}
			opt.Variant = word
		}
	}
	var err error
	var wrong interpreter.Diagnostics
	if s.Game, err = w.rules.Game(*opt); errors.As(err, &wrong) {
		fmt.Fprintf(errs, "moraine: %s has errors:\n\n", w.name)
	}
	return s, err
}

// knowsVariant returns an error if a game does not have a variant.
func knowsVariant(r *interpreter.Rules, name string) error {
	names, err := r.Variants()
	if err != nil || slices.Contains(names, name) {
		return err
	}
	if faults := r.VariantFaults(); len(faults) > 0 { // the variant may be in a file with errors
		return faults
	}
	return fmt.Errorf("%s has no variant %q; %w", r.ID, name, unknownName(name, append(names, noVariant, r.ID)))
}

// gameOf returns the only game that has both sides.
func gameOf(both [2]sideSpec) (string, error) {
	games := slices.Concat(both[0].data.Games(), both[1].data.Games())
	slices.Sort(games)
	games = slices.Compact(games)
	if len(games) == 1 {
		return games[0], nil
	}
	fit := slices.Clone(games)
	for _, w := range both {
		knowing, err := w.gamesWith(games)
		if err != nil {
			return "", err
		}
		fit = slices.DeleteFunc(fit, func(game string) bool { return !slices.Contains(knowing, game) })
	}
	switch len(fit) {
	case 0:
		return "", fmt.Errorf("no game has both %s and %s", both[0].name, both[1].name)
	case 1:
		return fit[0], nil
	}
	return "", fmt.Errorf("these names exist in several games (%s); write moraine diff GAME A B",
		strings.Join(fit, ", "))
}

// gamesWith returns the games that have the variant and the readings of a side.
func (w sideSpec) gamesWith(games []string) (knowing []string, err error) {
	var names, unknown []string
	var unread error
	for _, game := range games {
		miss, among, err := w.unknownWords(game)
		if unread == nil {
			unread = err
		}
		names, unknown = append(names, among...), append(unknown, miss...)
		if miss == nil {
			knowing = append(knowing, game)
		}
	}
	switch {
	case knowing != nil:
		return knowing, nil
	case unread != nil:
		return nil, unread
	case slices.Contains(names, unknown[0]):
		return nil, fmt.Errorf("no game knows all of %s", strings.Join(w.words, ", "))
	}
	slices.Sort(names)
	return nil, fmt.Errorf("no game knows %q; %w", unknown[0], unknownName(unknown[0], slices.Compact(names)))
}

// unknownWords returns the words of a side that a game does not have, and its names for hints. unread
// is the error of a broken variant that may be the missing one.
func (w sideSpec) unknownWords(game string) (miss, among []string, unread error) {
	rules, err := interpreter.Read(w.data, game)
	if err != nil {
		return []string{w.name}, nil, nil
	}
	if w.folder != "" && !slices.ContainsFunc(folders, func(f string) bool {
		return files.IsFolder(filepath.Join(w.at, f, game))
	}) {
		return []string{w.folder}, nil, nil
	}
	variants, unread := rules.Variants()
	if unread == nil {
		unread = rules.VariantFaults().Err()
	}
	if w.name != "" { // without a name the side is the plain game
		variants = append(variants, noVariant, game)
	}
	var laid []string // variants may add rulings
	for _, word := range w.words {
		key, _, isReading := strings.Cut(word, "=")
		switch {
		case isReading:
		case !slices.Contains(variants, word):
			return []string{word}, variants, unread
		case word != noVariant && word != game:
			laid = append(laid, word)
		}
		if isReading {
			g, err := rules.Game(interpreter.Options{Variant: strings.Join(laid, interpreter.And)})
			if err != nil {
				return nil, nil, nil // the error is reported when the game is loaded
			}
			var keys []string
			for _, r := range g.Syntax.Rulings {
				keys = append(keys, r.Name)
			}
			if !slices.Contains(keys, key) {
				return []string{key}, keys, nil
			}
		}
	}
	return nil, nil, nil
}

// completeSides completes games, and then the variants of the game on the command line.
func (dl *dataLayers) completeSides(_ *cobra.Command, args []string,
	_ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const folders = cobra.ShellCompDirectiveFilterDirs
	data, err := dl.layers()
	if err != nil || len(args) > 2 {
		return nil, folders
	}
	games := data.Games()
	var names []cobra.Completion
	if len(args) == 0 {
		names = append(names, games...)
	} else if slices.Contains(games, args[0]) {
		games = args[:1]
	}
	for _, game := range games {
		if rules, err := interpreter.Read(data, game); err == nil {
			variants, _ := rules.Variants()
			names = append(names, variants...)
		}
	}
	return append(names, noVariant), folders
}

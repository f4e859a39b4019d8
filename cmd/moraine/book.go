package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
	"moraine/interpreter/syntax"
)

func newBook(a *app) *cobra.Command {
	var r rules
	var out, cards string
	var kinds []string
	cmd := &cobra.Command{
		Use:   "book GAME",
		Short: "Write the rule book of a game as HTML pages, with the scenarios that prove it",
		Long: `Run the scenarios of a game and write its rule book to a folder: every clause with
its steps and the scenarios that prove it, passed or failed; every ruling with its
readings, and the scenarios that have another outcome under each reading; every card
with its values and their sources; every scenario as it is written. You can search
and print the pages and link to them without a server or a network.

With --cards, write the cards as one HTML page for printing: 63 × 88 mm, nine a page
with crop marks, each as often as the game has copies of it.`,
		Example: `  moraine book GAME --out book
  moraine book GAME --variant VARIANT --out book
  moraine book GAME --cards cards.html --lang de`,
		Args:              argCount(1, 1, "a GAME"),
		ValidArgsFunction: a.games(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(kinds) > 0 && cards == "":
				return errors.New("--kind needs --cards")
			case cards != "" && out != "" && filepath.Dir(a.abs(cards)) == filepath.Clean(a.abs(out)):
				return fmt.Errorf("--cards %s: the book writes its own pages to %s; choose another folder", cards, out)
			case cards != "":
				if err := a.printCards(args[0], &r, cards, kinds); err != nil || out == "" {
					return err
				}
			}
			return a.book(cmd.Context(), args[0], &r, out)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "the `folder` to write to; it is created if necessary")
	cmd.Flags().StringVar(&cards, "cards", "", "write the cards for printing to this `file`")
	cmd.Flags().StringArrayVar(&kinds, "kind", nil, "print only the cards of this `kind` (repeatable)")
	cmd.MarkFlagsOneRequired("out", "cards")
	if err := cmd.RegisterFlagCompletionFunc("kind", cobra.NoFileCompletions); err != nil {
		panic(err) // cannot happen: the flag is declared
	}
	r.addTo(cmd)
	return cmd
}

// printCards writes the cards of a game as a page for printing.
func (a *app) printCards(id string, r *rules, out string, kinds []string) error {
	data, err := a.layers()
	if err != nil {
		return err
	}
	game, err := a.oneGame(data, id, r)
	if err != nil {
		return err
	}
	all := syntax.NamesOf(game.Syntax.Kinds)
	for _, kind := range kinds {
		if !slices.Contains(all, kind) {
			return fmt.Errorf("%s has no kind %q; %w", id, kind, unknownName(kind, all))
		}
	}
	text, err := book.Sheet(game, cmp.Or(a.lang, "en"), kinds...)
	if err != nil {
		return err
	}
	if err := a.mayReplacePage(out, out); err != nil {
		return err
	}
	return a.writeText(out, text)
}

// mayReplacePage returns an error if a file of a book would replace a file that no book has written. shown is its name for messages.
func (a *app) mayReplacePage(path, shown string) error {
	const beginning = 1 << 10
	head, err := files.Begin(a.abs(path), beginning)
	if err == nil && len(head) > 0 && !book.IsPart(head) { // writing reports any other error
		return fmt.Errorf("%s is no page of a book, so it is not overwritten; choose another place, or remove the file first", shown)
	}
	return nil
}

func (a *app) book(ctx context.Context, game string, r *rules, out string) error {
	opt := scenario.Options{Load: r.load}
	data, err := a.checkedLayers(game)
	if err != nil {
		return err
	}
	rules, err := interpreter.NewLoader(data).Read(data, game)
	if err != nil {
		return err
	}
	suite, err := explain.ReadScenarios(data, game)
	if err != nil {
		return err
	}
	b, err := book.New(rules, suite, a.lang, opt.Load)
	if err != nil {
		return err
	}
	if err := a.checkLanguage(b.Game); err != nil {
		return err
	}
	report, err := cover.Measure(ctx, data, game, opt)
	if err != nil {
		return err
	}
	b.Ran(report.Results, report)
	list, err := b.Files(serve.Look())
	if err != nil {
		return err
	}
	for _, f := range list {
		if err := a.mayReplacePage(filepath.Join(out, f.Name), out+"/"+f.Name); err != nil {
			return err
		}
	}
	to, err := files.OpenFolder(a.abs(out))
	if err != nil {
		return withPath(out, err)
	}
	defer to.Close()
	for _, f := range list {
		if err := to.Write(f.Name, f.Text); err != nil {
			return withPath(out+"/"+f.Name, err)
		}
	}
	fmt.Fprintf(a.Out, "%s/index.html\n", out)
	return nil
}

package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

func newBook(a *app) *cobra.Command {
	var r rules
	var out string
	cmd := &cobra.Command{
		Use:   "book GAME",
		Short: "Write the rule book of a game as HTML pages, with the scenarios that prove it",
		Long: `Run the scenarios of a game and write its rule book to a folder: every clause with
its steps and the scenarios that prove it, passed or failed; every ruling with its
readings, and the scenarios that have another outcome under each reading; every card
with its values and their sources; every scenario as it is written. You can search
and print the pages and link to them without a server or a network.`,
		Example: `  moraine book GAME --out book
  moraine book GAME --variant VARIANT --out book`,
		Args:              argCount(1, 1, "a GAME"),
		ValidArgsFunction: a.games(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.book(cmd.Context(), args[0], &r, out) },
	}
	cmd.Flags().StringVar(&out, "out", "", "the `folder` to write to; it is created if necessary")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err) // cannot happen: the flag is declared
	}
	r.addTo(cmd)
	return cmd
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
		const beginning = 1 << 10
		head, err := files.Begin(filepath.Join(a.abs(out), f.Name), beginning)
		if err == nil && len(head) > 0 && !book.IsPart(head) { // writing reports any other error
			return fmt.Errorf("%s/%s is no page of a book, so it is not overwritten; choose another folder, or remove the file first", out, f.Name)
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

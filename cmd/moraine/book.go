package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cards"
	"moraine/cmd/moraine/internal/book"
	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/live"
	"moraine/cmd/moraine/internal/serve"
	"moraine/cmd/moraine/internal/serve/table"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

func newBook(a *app) *cobra.Command {
	var r rules
	var out, sheet, programs string
	var playground bool
	var kinds []string
	cmd := &cobra.Command{
		Use:   "book [GAME]",
		Short: "Write the rule book of a game as HTML pages, with the scenarios that prove it",
		Long: `Run the scenarios of a game and write its rule book to a folder: every clause with
its steps and the scenarios that prove it, passed or failed; every ruling with its
readings, and the scenarios that have another outcome under each reading; every card
with its values and their sources; every scenario as it is written. You can search
and print the pages and link to them without a server or a network.

With --live, each page can also run the game in the reader's browser, after a click:
switch readings, change cards and scenarios, see which scenarios end differently, and
copy a link to that. The pages need no server. --live=FOLDER writes the program, which
several books can share, to that folder, relative to the pages. The files of the game
that the pages can load are listed on stderr; their comments are left out.

With --playground, write a page on which a new game can be written and tested.

With --cards, write the cards as one HTML page for printing: 63 × 88 mm, nine a page
with crop marks, each as often as the game has copies of it.`,
		Example: `  moraine book GAME --out book
  moraine book GAME --variant VARIANT --out book
  moraine book GAME --out book --live
  moraine book GAME --cards cards.html --lang de`,
		Args:              argCount(0, 1, "a GAME, or --playground"),
		ValidArgsFunction: a.games(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case playground && len(args) > 0:
				return errors.New("--playground has a game of its own; leave out the GAME")
			case playground && out == "":
				return errors.New("--playground needs --out")
			case playground:
				return a.playground(out, programs)
			case len(args) == 0:
				return errors.New("name a GAME, or add --playground")
			case programs != "" && out == "":
				return errors.New("--live needs --out")
			case len(kinds) > 0 && sheet == "":
				return errors.New("--kind needs --cards")
			case sheet != "" && out != "" && filepath.Dir(a.abs(sheet)) == filepath.Clean(a.abs(out)):
				return fmt.Errorf("--cards %s: the book writes its own pages to %s; choose another folder", sheet, out)
			case sheet != "":
				if err := a.printCards(args[0], &r, sheet, kinds); err != nil || out == "" {
					return err
				}
			}
			return a.book(cmd.Context(), args[0], &r, out, programs)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "the `folder` to write to; it is created if necessary")
	cmd.Flags().StringVar(&sheet, "cards", "", "write the cards for printing to this `file`")
	cmd.Flags().StringArrayVar(&kinds, "kind", nil, "print only the cards of this `kind` (repeatable)")
	cmd.Flags().StringVar(&programs, "live", "",
		"let the pages run the game; write the program to this `folder`, relative to the pages")
	cmd.Flags().Lookup("live").NoOptDefVal = "."
	cmd.Flags().BoolVar(&playground, "playground", false, "write a page on which a game can be written and tested")
	cmd.MarkFlagsOneRequired("out", "cards")
	if err := cmd.RegisterFlagCompletionFunc("kind", cobra.NoFileCompletions); err != nil {
		panic(err) // cannot happen: the flag is declared
	}
	r.addTo(cmd)
	apart(cmd, "playground", "cards kind variant reading")
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

// mayReplacePage returns an error if a file of a book would replace a file that no book has written. shown is its name
// for messages.
func (a *app) mayReplacePage(path, shown string) error {
	const beginning = 1 << 10
	head, err := files.Begin(a.abs(path), beginning)
	if err == nil && len(head) > 0 && !book.IsPart(head) { // writing reports any other error
		return fmt.Errorf("%s is no page of a book, so it is not overwritten; choose another place, or remove the file first", shown)
	}
	return nil
}

func (a *app) book(ctx context.Context, game string, r *rules, out, programs string) error {
	program, err := livePart(programs)
	if err != nil {
		return err
	}
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
	b.Try = program != nil
	var texts map[string]string
	if program != nil {
		if texts, err = live.Files(data, rules, suite, opt.Load); err != nil {
			return err
		}
		b.Drafts = live.Drafts(rules, texts)
	}
	list, err := b.Files(serve.Look())
	if err != nil {
		return err
	}
	if program != nil {
		fmt.Fprintln(a.Err, "moraine: the pages contain these files, without comments:")
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			fmt.Fprintln(a.Err, "  "+name)
		}
		page := &live.Data{Game: game, Lang: cmp.Or(a.lang, "en"), In: b.In, Names: live.NamesIn(b),
			Program: path.Join(programs, program.Name()), Files: texts}
		page.Samples = live.Samples(tutorial(), game, texts)
		for _, p := range b.Pages {
			page.Pages = append(page.Pages, p.File)
		}
		assets, err := page.Assets()
		if err != nil {
			return err
		}
		list = append(list, assets...)
		fmt.Fprintf(a.Err, "moraine: a reader loads %s after a click on Try it here, and %s after one on Play\n",
			megabytes(len(program.Wasm)), megabytes(len(program.Play)))
	}
	return a.writePages(out, "index.html", list, programs, program)
}

// megabytes writes a number of bytes.
func megabytes(n int) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// playground writes the page on which the game of `moraine init` can be changed.
func (a *app) playground(out, programs string) error {
	programs = cmp.Or(programs, ".")
	program, err := livePart(programs)
	if err != nil {
		return err
	}
	texts, err := playgroundFiles()
	if err != nil {
		return err
	}
	lang := cmp.Or(a.lang, "en")
	var shown []book.SourceFile
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		open := strings.HasPrefix(name, "scenarios/") || path.Base(name) == "game.yaml"
		shown = append(shown, book.SourceFile{Path: name, Text: texts[name], Open: open})
	}
	html, err := book.Playground(words.Names{Lang: lang}, shown)
	if err != nil {
		return err
	}
	pages, err := (&live.Data{
		Game: playgroundGame, Lang: lang, Program: path.Join(programs, program.Name()),
		Files: texts, Samples: live.Samples(tutorial(), playgroundGame, texts),
	}).Assets()
	if err != nil {
		return err
	}
	pages = append(pages, book.File{Name: "playground.html", Text: []byte(html)}, book.Style(serve.Look()))
	return a.writePages(out, "playground.html", pages, programs, program)
}

// playgroundGame is the game of the playground, which the tutorial uses, too.
const playgroundGame = "shore"

// playgroundFiles returns the files of the game of the playground, by path: those that `moraine init` writes.
func playgroundFiles() (map[string]string, error) {
	list, err := templateFiles(playgroundGame, "")
	texts := map[string]string{}
	for _, f := range list {
		if folder, _, _ := strings.Cut(f.Path, "/"); slices.Contains(folders, folder) {
			texts[f.Path] = string(f.Text)
		}
	}
	return texts, err
}

// tutorial returns the text of the tutorial.
func tutorial() string {
	text, err := cards.FS.ReadFile("TUTORIAL.md")
	if err != nil {
		panic(err) // cannot happen: it is embedded
	}
	return string(text)
}

// livePart returns the program for the browser, or nil if no folder for it is given.
func livePart(folder string) (*live.Program, error) {
	if folder == "" {
		return nil, nil
	}
	if path.IsAbs(folder) || strings.ContainsAny(folder, `\:?#%`) {
		return nil, fmt.Errorf("--live=%s: expected a folder relative to the pages, for example \"..\"", folder)
	}
	if program := live.Embedded(); program != nil {
		common, script, style := table.Files()
		return program.With(live.Table{Common: common, Script: script, Style: style}), nil
	}
	return nil, errors.New(
		"this build of moraine has no program for browsers; releases have one, and in the source `make live` builds moraine with it")
}

// writePages writes the files of a book to a folder, and the program of its live pages to a folder relative to it.
func (a *app) writePages(out, first string, list []book.File, programs string, program *live.Program) error {
	parts := map[string][]book.File{out: list}
	if program != nil {
		parts[filepath.Join(out, programs)] = append(parts[filepath.Join(out, programs)], program.Files()...)
	}
	for _, dir := range slices.Sorted(maps.Keys(parts)) {
		for _, f := range parts[dir] {
			if err := a.mayReplacePage(filepath.Join(dir, f.Name), dir+"/"+f.Name); err != nil {
				return err
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(parts)) {
		if err := a.writeFolder(dir, parts[dir]); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.Out, "%s/%s\n", out, first)
	return nil
}

func (a *app) writeFolder(dir string, list []book.File) error {
	to, err := files.OpenFolder(a.abs(dir))
	if err != nil {
		return withPath(dir, err)
	}
	defer to.Close()
	for _, f := range list {
		if err := to.Write(f.Name, f.Text); err != nil {
			return withPath(dir+"/"+f.Name, err)
		}
	}
	return nil
}

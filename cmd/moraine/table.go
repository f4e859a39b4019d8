package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/interpreter/files"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/tables"
)

// tableFlags are the flags of the command table.
type tableFlags struct {
	rules
	tables.Format
	delimiter, out, guess, kind string
	bom                         bool
	rename                      []string
}

func newTable(a *app) *cobra.Command {
	var f tableFlags
	cmd := &cobra.Command{
		Use:   "table GAME KIND",
		Short: "Print the cards of a kind as a table for spreadsheets and layout programs",
		Long: `Print the cards of a kind as CSV, wherever their values are written: a row for each
card, with its id, names, copies and fields. Spreadsheets, layout programs and
translators can read it, and a kind can read it again (table: FILE.csv). Steps of
cards stay in YAML.

With --guess, print the file of a kind for a table that exists. What the table does
not say stands in its comments, as questions.`,
		Example: `  moraine table GAME KIND --lang de --rename copies=Count --out KIND.csv
  moraine table --guess cards/GAME/KIND.csv --kind KIND`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.guess != "" {
				return argCount(0, 0, "no arguments with --guess")(cmd, args)
			}
			return argCount(2, 2, "a GAME and a KIND")(cmd, args)
		},
		ValidArgsFunction: a.games(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if f.guess != "" {
				return a.guessKind(&f)
			}
			if f.kind != "" {
				return errors.New("--kind needs --guess; to print a kind, write GAME KIND")
			}
			return a.table(args[0], args[1], &f)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.EachCopy, "each-copy", false, "print a row for each copy, without the column copies")
	flags.BoolVar(&f.Marks, "marks", false, "add columns that say which values are assumed, and what they cite")
	flags.StringVar(&f.delimiter, "delimiter", ",", "the `character` between cells: a comma, semicolon or tab")
	flags.BoolVar(&f.bom, "bom", false, "begin with a byte order mark, by which Excel recognises UTF-8")
	flags.StringArrayVar(&f.rename, "rename", nil, "print another header, as `COLUMN=HEADER` (repeatable)")
	flags.StringVar(&f.out, "out", "", "write to this `file`")
	flags.StringVar(&f.guess, "guess", "", "print the file of a kind for this table `file`")
	flags.StringVar(&f.kind, "kind", "", "with --guess: the `name` of the kind")
	apart(cmd, "guess", "each-copy marks delimiter bom rename")
	f.addTo(cmd)
	return cmd
}

func (a *app) table(id, name string, f *tableFlags) error {
	delimiter := strings.NewReplacer(`\t`, "\t", "tab", "\t").Replace(f.delimiter)
	if len(delimiter) != 1 || !strings.Contains(",;\t", delimiter) {
		return fmt.Errorf("--delimiter %q: write a comma, a semicolon or tab", f.delimiter)
	}
	f.Delimiter, f.Rename, f.Lang = rune(delimiter[0]), map[string]string{}, a.lang
	for _, flag := range f.rename {
		column, header, ok := strings.Cut(flag, "=")
		if !ok || header == "" {
			return fmt.Errorf("--rename %s: write COLUMN=HEADER", flag)
		}
		f.Rename[column] = header
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	game, err := a.oneGame(data, id, &f.rules)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(game.Syntax.Kinds, func(k *syntax.Kind) bool { return k.Name == name })
	if i < 0 {
		return fmt.Errorf("%s has no kind %q; %w", id, name, unknownName(name, syntax.NamesOf(game.Syntax.Kinds)))
	}
	reads := func(c *syntax.Card) bool {
		return c.Pos.File != nil && files.Same(a.abs(c.Pos.File.Name), a.abs(f.out))
	}
	if f.out != "" && slices.ContainsFunc(game.Syntax.Kinds[i].Cards, reads) {
		return fmt.Errorf("--out %s: the cards are read from this file; choose another name", f.out)
	}
	var b strings.Builder
	if f.bom {
		b.WriteString("\ufeff")
	}
	if err := tables.Write(&b, game.Syntax.Kinds[i], f.Format); err != nil {
		return err
	}
	return a.printTable(f, b.String())
}

// printTable prints a table, or writes it to the file of --out. It does not replace a file with other headers, because
// that may be a sheet of the user.
func (a *app) printTable(f *tableFlags, text string) error {
	if f.out == "" {
		_, err := fmt.Fprint(a.Out, text)
		return err
	}
	head, _, _ := strings.Cut(text, "\n")
	head += "\n" // without it, the file may have more columns
	if was, err := files.Begin(a.abs(f.out), len(head)); err == nil && len(was) > 0 && string(was) != head {
		return fmt.Errorf("--out %s: the file exists and begins with other headers; choose another name, or remove it first", f.out)
	}
	return a.writeText(f.out, []byte(text))
}

// printGuess prints the file of a kind, or writes it to the file of --out. It replaces no file, because the user has
// probably continued it.
func (a *app) printGuess(f *tableFlags, text string) error {
	if f.out == "" {
		_, err := fmt.Fprint(a.Out, text)
		return err
	}
	if was, err := files.Begin(a.abs(f.out), 1); err == nil && len(was) > 0 {
		return fmt.Errorf("--out %s: the file exists; choose another name, or remove it first", f.out)
	}
	return a.writeText(f.out, []byte(text))
}

var kindName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// guessKind prints the file of a kind for a table.
func (a *app) guessKind(f *tableFlags) error {
	switch {
	case !kindName.MatchString(f.kind):
		return errors.New("--guess needs --kind NAME, with a name of lower-case letters, digits and _")
	case len(f.rules.variants) > 0 || len(f.rules.readings) > 0:
		return errors.New("--guess and --variant or --reading cannot be combined")
	}
	limit := files.Limit{File: int64(source.DefaultLimits().Bytes)}
	text, err := limit.ReadFile(a.abs(f.guess))
	if err != nil {
		return fmt.Errorf("--guess %s: %w", f.guess, err)
	}
	t, found := source.ParseTable(&source.File{Name: f.guess, Text: text})
	if len(found) > 0 {
		return found
	}
	return a.printGuess(f, tables.Guess(t, f.kind))
}

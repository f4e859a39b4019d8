package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/mutate"
	"moraine/cmd/moraine/internal/report"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

func newCheck(a *app) *cobra.Command {
	format := oneOf(slices.Concat(docFormats, []string{"github"})...)
	var r rules
	var untold bool
	cmd := &cobra.Command{
		Use:   "check [GAME]...",
		Short: "Report all errors in games, and count their cards, rules and scenarios",
		Long: `Read the rules, variants and scenarios of games and report every error with its
place. An invariant that is broken when a match begins is an error, too. Then print
how many cards, steps, clauses, scenarios and so on each game has.`,
		ValidArgsFunction: a.games(100),
		RunE: func(cmd *cobra.Command, args []string) error {
			if untold {
				return a.listUndistinguished(cmd.Context(), args)
			}
			return a.check(cmd.Context(), args, &r, format.value)
		},
	}
	format.addTo(cmd)
	r.addTo(cmd)
	cmd.Flags().BoolVar(&untold, "untold", false,
		"instead of checking, list the readings of rulings for which every scenario has the same outcome as under the default reading")
	apart(cmd, "untold", "variant reading format")
	return cmd
}

// listUndistinguished lists the readings that no scenario distinguishes from the default.
func (a *app) listUndistinguished(ctx context.Context, games []string) error {
	data, err := a.checkedLayers(games...)
	if err != nil {
		return err
	}
	if len(games) == 0 {
		if games, err = a.ownGames(data); err != nil {
			return err
		}
	}
	for _, id := range games {
		list, all, err := scenario.Undistinguished(ctx, data, id)
		if err != nil {
			return err
		}
		for _, reading := range list {
			fmt.Fprintln(a.Out, reading)
		}
		fmt.Fprintf(a.Out, "\n%s: scenarios distinguish %d of %d readings from the default\n", id, all-len(list), all)
	}
	return nil
}

func (a *app) check(ctx context.Context, games []string, r *rules, format string) error {
	data, err := a.checkedLayers(games...)
	if err != nil {
		return err
	}
	if len(games) == 0 {
		if games, err = a.ownGames(data); err != nil {
			return err
		}
		if games, err = a.gamesWith(data, games, r); err != nil {
			return err
		}
	}
	for _, id := range games {
		for _, lost := range data.LostSchemas(a.dirs(data), id) {
			fmt.Fprintf(a.Err, "moraine: %s: %s; %s\n", lost.Pos.File.Name, lost.Text, lost.Hint)
		}
	}
	lang := a.lang
	if format == "json" || format == "github" { // machine formats are the same in every language
		lang = ""
	}
	var wrong interpreter.Diagnostics
	sums := []summary{}
	for _, id := range games {
		if ctx.Err() != nil {
			break
		}
		sum, err := a.checkGame(ctx, data, id, r.load, lang)
		var found interpreter.Diagnostics
		switch {
		case err == nil:
			sums = append(sums, sum)
		case errors.As(err, &found):
			wrong = append(wrong, found...)
		case ctx.Err() == nil:
			return err
		}
	}
	out := checkedOf(wrong.Sorted(), sums, ctx.Err() != nil)
	if format != "pretty" {
		github := func(w io.Writer) error { return report.WriteErrors(w, wrong) }
		err := docWriter(out.doc, forms{"json": out.write, "github": github})(a.Out, format, page{})
		return cmp.Or(failing(exitInternal, err), out.verdict())
	}
	sections := &doc.Doc{Blocks: out.games()} // the errors are printed as those of the command
	if err := sections.Pretty(a.Out, a.width(), a.colored(a.Out)); err != nil {
		return failing(exitInternal, err)
	}
	return wrong.Err()
}

// checkGame loads a game in the configuration of opt and resolves its scenarios. Unless opt
// names a variant, it also loads the game under each variant.
func (a *app) checkGame(ctx context.Context, data interpreter.Sources, id string, opt interpreter.Options,
	lang string) (sum summary, err error) {
	rules, err := interpreter.NewLoader(data).Read(data, id)
	if err != nil {
		return sum, err
	}
	game, err := rules.Game(opt)
	if err != nil {
		return sum, err
	}
	if err := a.checkLanguage(game); err != nil {
		return sum, err
	}
	var wrong interpreter.Diagnostics
	note := func(err error) error {
		var found interpreter.Diagnostics
		if errors.As(err, &found) {
			wrong = append(wrong, found...)
			return nil
		}
		return err
	}
	variants, err := rules.Variants()
	if err := note(err); err != nil {
		return sum, err
	}
	if opt.Variant == "" {
		wrong = append(wrong, rules.VariantFaults()...)
	}
	if err := note(game.Starts()); err != nil {
		return sum, err
	}
	known := wrong
	for _, v := range variants {
		if opt.Variant != "" || ctx.Err() != nil {
			break
		}
		config, err := rules.Game(interpreter.Options{Variant: v, Readings: opt.Readings})
		if err != nil {
			if err := note(err); err != nil {
				return sum, err
			}
			continue
		}
		var found interpreter.Diagnostics
		if err := config.Starts(); !errors.As(err, &found) && err != nil {
			return sum, err
		}
		for _, d := range found {
			if slices.ContainsFunc(known, d.Same) {
				continue // the same error occurs without the variant
			}
			if d.Pos.File != nil && !strings.HasPrefix(d.Pos.File.Name, "variants/") {
				d = d.With(v)
			}
			wrong = append(wrong, d)
		}
	}
	if len(wrong) == 0 && opt.Variant == "" && ctx.Err() == nil {
		for _, check := range []func(*interpreter.Rules) error{cover.CheckImpossible, mutate.CheckSurvivors} {
			if err := note(check(rules)); err != nil {
				return sum, err
			}
		}
	}
	sum.Summary = game.Summary(lang)
	sum.Variants = len(variants)
	files, err := data.Scenarios(id)
	if err != nil {
		return sum, err
	}
	if len(files) > 0 { // a game under construction may have no scenarios
		sum.count, err = scenario.Check(ctx, data, rules, opt)
		sum.Scenarios = sum.count.Scenarios
		if err := note(err); err != nil {
			return sum, errors.Join(wrong.Sorted().Err(), err)
		}
	}
	if len(wrong) == 0 && opt.Variant == "" && ctx.Err() == nil { // otherwise some uses of clauses have not been seen
		a.note(rules.Notes(game))
	}
	return sum, wrong.Sorted().Err()
}

// summary counts the parts of a game and its scenarios.
type summary struct {
	interpreter.Summary
	count scenario.Count
}

// section describes the parts of a game.
func (s summary) section() *doc.Section {
	t := &doc.Table{Align: "rl"}
	add := func(n int, what string) { t.Rows = append(t.Rows, []string{strconv.Itoa(n), what}) }
	line := func(n int, what, more string) {
		if n != 1 {
			what += "s"
		}
		if more != "" {
			what += "  (" + more + ")"
		}
		add(n, what)
	}
	line(s.Pieces, "piece", "")
	for _, k := range s.Kinds {
		add(k.Pieces, "  of kind "+k.Name)
	}
	line(s.Values.Given+s.Values.Assumed, "card value", fmt.Sprintf("%d assumed", s.Values.Assumed))
	line(s.Procedures, "procedure", "")
	line(s.Steps, "step", "")
	line(s.Formulas, "named formula", "")
	line(s.Windows, "window", "")
	line(s.Invariants, "invariant", "")
	line(s.Bots, "bot", "")
	line(s.Clauses, "clause", "")
	rulings := 0
	for _, r := range s.Rulings {
		rulings += r.Count
	}
	line(rulings, "ruling", "")
	for _, r := range s.Rulings {
		add(r.Count, fmt.Sprintf("  of kind %s, %d used by the rules", r.Kind, r.Used))
	}
	line(s.Variants, "variant", "")
	more := ""
	if s.count.Rows > s.Scenarios {
		more = fmt.Sprintf("%d counting each row of examples", s.count.Rows)
	}
	if s.count.OfVariants > 0 {
		more = strings.TrimPrefix(fmt.Sprintf("%s, %d about variants", more, s.count.OfVariants), ", ")
	}
	line(s.Scenarios, "scenario", more)
	return &doc.Section{Title: fmt.Sprintf("%s: %s, %s", s.Game, s.Name, playerCount(s.Players)),
		Blocks: []doc.Block{t}}
}

func playerCount(n [2]int) string {
	if n[0] == n[1] {
		return counted(n[0], "player")
	}
	return fmt.Sprintf("%d to %d players", n[0], n[1])
}

// checked is the result of `moraine check` as JSON.
type checked struct {
	Kind    string    `json:"kind" schema:"const=check"`
	Errors  []fault   `json:"errors"`
	Games   []summary `json:"games" jsonschema:"the games without errors"`
	Stopped bool      `json:"incomplete,omitempty" schema:"const=true" jsonschema:"the command was stopped"`
}

// fault is an error in the files of a game.
type fault struct {
	File string `json:"file" jsonschema:"empty if the error has no place"`
	Line int    `json:"line"`
	Col  int    `json:"column" jsonschema:"in characters, from 1"`
	Text string `json:"text" jsonschema:"what is wrong"`
	Hint string `json:"hint" jsonschema:"what would be right, if that is known"`
}

func checkedOf(wrong interpreter.Diagnostics, sums []summary, stopped bool) *checked {
	return &checked{Kind: "check", Games: sums, Stopped: stopped,
		Errors: escape.Each(wrong, func(d interpreter.Diagnostic) fault {
			at := scenario.PlaceOf(d.Pos)
			return fault{File: at.File, Line: at.Line, Col: at.Col, Text: d.Text, Hint: d.Hint}
		})}
}

func (c *checked) write(w io.Writer) error { return escape.JSON(w, c) }

// verdict returns the error of a check that has found errors.
func (c *checked) verdict() error {
	if len(c.Errors) > 0 {
		return quietly(exitUsage)
	}
	return nil
}

// games describes the games without errors.
func (c *checked) games() (out []doc.Block) {
	for _, s := range c.Games {
		out = append(out, s.section())
	}
	return out
}

// doc describes the result: the errors, and the games.
func (c *checked) doc() *doc.Doc {
	d := &doc.Doc{Title: "moraine check: " + counted(len(c.Errors), "error")}
	for _, f := range c.Errors {
		d.Add(&doc.Item{Label: fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Col),
			Text: strings.TrimSuffix(f.Text+"; "+f.Hint, "; ")})
	}
	d.Add(c.games()...)
	if c.Stopped {
		d.Add(doc.Text("incomplete: the check was stopped"))
	}
	return d
}

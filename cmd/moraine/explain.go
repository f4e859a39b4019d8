package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

func newExplain(a *app) *cobra.Command {
	var r rules
	var compiled bool
	cmd := &cobra.Command{
		Use:   "explain [GAME] NAME|WORDS",
		Short: "Explain a clause, card, step or other name of a game, with the clauses behind it",
		Long: `Explain a clause, a ruling, a card, a kind, a procedure, a window, a step, an
option, a field, a formula, a zone, a bot, a measure, an invariant, a variant, a
name that a step makes, a seat, or a verb of the language. For a clause, a ruling or
a card the explanation has the contents of each text, the differences between the
texts, the reading that the rules use with its reason, and the scenarios that pin it. If
a name is declared several times, every declaration is explained.

Words that are not a name are searched for in clauses, rulings, cards, steps and
scenarios: in any inflected form, in English, German and French, best match first. A
single unknown word is searched for unless it looks like a misspelled name.

NAME is a clause id, the key of a ruling, the id or any name of a card, and so on;
a step is given by its id, PROCEDURE/ID, or FILE:LINE. A topic, a word of the language
(a key, a verb, a function, an operator) or a flag of a command is explained with a
sample, also without a game; recipe WORDS finds a recipe of the cookbook. A GAME alone
lists its parts. The beginning of a name is enough if it is unique and no topic or
recipe has the word. Without a GAME, the games of which your folders have a
file are searched, or all games if there are none.

--compiled shows the program of a GAME or of one of its PROCEDUREs, one operation per
line: its place in the YAML file, its code, the operations that can follow it and,
after the semicolon, its step. Later operations of the same step show only its verb.`,
		Example: `  moraine explain E-C1-02
  moraine explain GAME RULING
  moraine explain GAME who wins
  moraine explain recipe hand limit
  moraine explain cards/GAME/FILE.yaml:49
  moraine explain GAME PROCEDURE --compiled`,
		Args: argCount(1, maxWords, "an optional GAME and a NAME or words to search for"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string,
			typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return a.completeNames(args, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if compiled {
				return a.disassemble(args, &r)
			}
			return a.explain(cmd, args, &r)
		},
	}
	cmd.Flags().BoolVar(&compiled, "compiled", false, "show the compiled program of a GAME or PROCEDURE")
	r.addTo(cmd)
	return cmd
}

// disassemble shows the program of a game, or of one of its procedures.
func (a *app) disassemble(args []string, r *rules) error {
	if len(args) > 2 {
		return errors.New("explain --compiled takes a GAME and an optional PROCEDURE; see moraine explain --help")
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	game, err := a.oneGame(data, args[0], r)
	if err != nil {
		return err
	}
	procedure := ""
	if len(args) > 1 {
		procedure = args[1]
	}
	return game.Disassemble(a.Out, procedure)
}

// maxWords limits the number of words in a search.
const maxWords = 32

// explain prints the explanations of a name, best first: a topic or another word of the language, a recipe of the
// cookbook, and the declarations of the games. A search or a guess comes only after these.
func (a *app) explain(cmd *cobra.Command, args []string, r *rules) error {
	if args[0] == "recipe" || args[0] == "recipes" {
		return writeRecipe(a, strings.Join(args[1:], " "))
	}
	name := strings.Join(args, " ")
	language, recipes := reference(cmd.Root(), name, a.width()), recipesFor(name, a.width())
	a.needsNoGame = language != "" || recipes != ""
	data, err := a.layers()
	if err != nil && !a.needsNoGame {
		return err
	}
	named, words := named(data, args, !a.needsNoGame)
	if len(words) == 0 {
		return a.writeParts(data, named, r)
	}
	games := named
	if len(named) > 0 {
		name = strings.Join(words, " ")
		language, recipes = reference(cmd.Root(), name, a.width()), ""
	} else if games, err = a.gamesWith(data, a.searchedGames(data), r); err != nil && !a.needsNoGame {
		return err
	}
	found, declared, err := a.explanation(cmd.Context(), data, games, name, r, language == "" && recipes == "")
	text := []string{found}
	switch {
	case declared && len(named) > 0:
	case language != "":
		text = []string{language}
		if declared {
			text = append(text, found)
		}
	case recipes != "" && (!declared || len(words) > 1):
		text = []string{recipes, found}
	}
	text = slices.DeleteFunc(text, func(part string) bool { return part == "" })
	if len(text) == 0 {
		return err
	}
	_, err = io.WriteString(a.Out, strings.Join(text, "\n"))
	return failing(exitInternal, err)
}

// writeParts prints the names of the parts of a game, by sort.
func (a *app) writeParts(data interpreter.Sources, games []string, r *rules) error {
	explainers, err := a.explainers(data, games, r, a.lang)
	if err != nil {
		return err
	}
	page := &words.Page{Width: a.width()}
	page.Wrap("", 0, fmt.Sprintf("%s is a game; name one of its parts: moraine explain %[1]s NAME", games[0]))
	for _, part := range explainers[0].Parts() {
		page.Wrap("  "+part.Sort+"  ", 4, strings.Join(part.Names, ", "))
	}
	_, err = io.WriteString(a.Out, page.String())
	return failing(exitInternal, err)
}

// recipesFor names the recipes of the cookbook that a query names, with the beginning of the first one.
func recipesFor(query string, width int) string {
	page := &words.Page{Width: width}
	for i, r := range explain.NamedRecipes(query, guides()) {
		page.Line("The cookbook has the recipe %s: moraine explain recipe %s", r.Title, strings.ToLower(r.Title))
		if i == 0 {
			page.Wrap("  ", 2, r.About())
		}
	}
	return page.String()
}

// ofVariant matches the name of a variant's file in a recipe.
var ofVariant = regexp.MustCompile(`(?m)^# variants/([a-z_]+)/`)

// writeRecipe prints the recipe of the cookbook that the query describes best, and the titles of others that fit.
func writeRecipe(a *app, query string) error {
	found := explain.FindRecipes(query, guides())
	if len(found) == 0 {
		return fmt.Errorf("no recipe about %q; moraine explain recipe lists all recipes", query)
	}
	page := &words.Page{Width: a.width()}
	text, head := "", ""
	if query != "" {
		text, head, found = found[0].Text, "\nOther recipes: ", found[1:]
	}
	for _, r := range found {
		if query != "" {
			head += r.Title + " · "
			continue
		}
		page.Wrap(r.Title+" · ", 2, r.Names)
	}
	if query != "" && len(found) > 0 {
		page.Wrap("", 2, strings.TrimSuffix(strings.TrimSpace(head), " ·"))
	}
	base := ""
	if m := ofVariant.FindStringSubmatch(text); m != nil {
		base = "\nIt is a variant of the game " + m[1] + ", with which moraine help cookbook begins.\n"
	}
	_, err := io.WriteString(a.Out, text+strings.TrimPrefix(base+page.String(), "\n"))
	return failing(exitInternal, err)
}

// named splits arguments into a game and the remaining words. If guess is set, the game can be misspelt.
func named(data interpreter.Sources, args []string, guess bool) (game, words []string) {
	all := data.Games()
	if slices.Contains(all, args[0]) || guess && len(args) == 2 && source.Nearest(args[0], all) != "" {
		return args[:1], args[1:]
	}
	return nil, args
}

// explanation looks up a name in each game, and reports whether one of them declares exactly that name. For a ruling it
// adds the number of scenarios that depend on it. If guess is set, the beginning of a name is enough.
func (a *app) explanation(ctx context.Context, data interpreter.Sources, games []string, name string,
	r *rules, guess bool) (text string, known bool, err error) {
	explainers, err := a.explainers(data, games, r, a.lang)
	if err != nil {
		return "", false, err
	}
	for i, e := range explainers {
		if e.IsRuling(name) {
			opt := scenario.Options{Load: r.load}
			// without results the explanation is still useful
			if runs, err := scenario.Run(ctx, data, []string{games[i]}, opt); err == nil {
				e.Scenarios().Ran(runs)
			}
		}
	}
	known = slices.ContainsFunc(explainers, func(e *explain.Explainer) bool { return e.Has(name) })
	text, err = lookUp(explainers, games, name, a.width(), guess)
	return text, known, err
}

// reference explains a topic, and a word of the language or else a flag of a command, outside of games.
func reference(root *cobra.Command, word string, width int) string {
	topic := explain.Overview(word, guides(), width)
	other := cmp.Or(explain.Reference(word, guides(), width),
		flagReference(root, strings.TrimPrefix(word, "--"), width))
	if topic != "" && other != "" {
		return topic + "\n" + other
	}
	return topic + other
}

// flagReference explains a flag of each command that has it.
func flagReference(root *cobra.Command, name string, width int) string {
	page := &words.Page{Width: width}
	for _, cmd := range append(root.Commands(), root) {
		flag := cmd.LocalNonPersistentFlags().Lookup(name)
		if !cmd.HasParent() && flag == nil {
			flag = cmd.PersistentFlags().Lookup(name)
		}
		if flag != nil {
			value, usage := pflag.UnquoteUsage(flag)
			page.Wrap(strings.TrimSpace("--"+name+" "+value)+" · ", 2, "flag of "+cmd.CommandPath()+": "+usage)
		}
	}
	return page.String()
}

// lookUp explains a name in each game, or lists the search results for words. If no game has
// the name, it returns the error of the game with the nearest name. Unless guess is set, the beginning of a name
// counts as words.
func lookUp(explainers []*explain.Explainer, games []string, name string, width int, guess bool) (string, error) {
	var found []string
	lost := &explain.Unknown{Name: name}
	for _, e := range explainers {
		text, err := e.Exactly(name, width)
		if guess && err != nil {
			text, err = e.Explain(name, width)
		}
		var unknown *explain.Unknown
		switch {
		case err == nil && slices.Contains(found, text): // a name of the rule language, already explained
		case err == nil:
			found = append(found, text)
		case !errors.As(err, &unknown):
			return "", err
		default:
			lost = lost.Or(unknown)
		}
	}
	if len(found) == 0 && (!guess || lost.Searches()) {
		found = search(explainers, games, name, width)
	}
	if len(found) == 0 {
		lost.Games = games
		return "", lost
	}
	return strings.Join(found, "\n"), nil
}

// mostFound limits the number of search results for a game.
const mostFound = 8

// search searches for words in each game. A single word that occurs in no text is treated as a
// misspelt name.
func search(explainers []*explain.Explainer, games []string, words string, width int) (found []string) {
	for i, e := range explainers {
		hits := e.Search(words, mostFound, !strings.Contains(words, " "))
		if text := e.Results(games[i], hits, width); text != "" {
			found = append(found, text)
		}
	}
	return found
}

// explainers returns an explainer of each game, in a language.
func (a *app) explainers(data interpreter.Sources, ids []string, r *rules, lang string) ([]*explain.Explainer, error) {
	var games []*interpreter.Game
	var files []*interpreter.Rules
	for _, id := range ids {
		rules, err := interpreter.NewLoader(data).Read(data, id)
		if err != nil {
			return nil, err
		}
		game, err := rules.Game(r.load)
		if err != nil {
			return nil, err
		}
		games, files = append(games, game), append(files, rules)
	}
	if err := a.checkLanguage(games...); err != nil {
		return nil, err
	}
	var out []*explain.Explainer
	for i, game := range games {
		suite, err := explain.ReadScenarios(data, game.ID)
		if err != nil {
			return nil, err
		}
		e, err := explain.New(files[i], game, lang, suite)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// completeNames completes games, and then the names in the game on the command line.
func (a *app) completeNames(args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
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
	if explainers, err := a.explainers(data, games, &rules{}, a.lang); err == nil {
		for _, e := range explainers {
			names = append(names, e.Names()...)
		}
	}
	return slices.DeleteFunc(names, func(n string) bool {
		return !strings.HasPrefix(n, typed)
	}), cobra.ShellCompDirectiveNoFileComp
}

package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
)

func newExplain(a *app) *cobra.Command {
	var r rules
	var compiled bool
	format := oneOf("pretty", "markdown", "html")
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
			found, err := a.explain(cmd, args, &r)
			if err != nil {
				return err
			}
			write := docWriter(func() *doc.Doc { return titled(found, format.value, args) }, nil)
			return failing(exitInternal, write(a.Out, format.value, page{a.colored(a.Out), a.width()}))
		},
	}
	cmd.Flags().BoolVar(&compiled, "compiled", false, "show the compiled program of a GAME or PROCEDURE")
	format.addTo(cmd)
	r.addTo(cmd)
	apart(cmd, "compiled", "format")
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

// titled returns explanations as a document with the title of the first one. If that has none, a page is titled with
// the arguments of the command.
func titled(found []doc.Block, format string, args []string) *doc.Doc {
	first, is := found[0].(*doc.Section)
	switch {
	case is && first.Title != "":
		return &doc.Doc{Title: first.Title, Blocks: slices.Concat(first.Blocks, found[1:])}
	case format == "pretty":
		return &doc.Doc{Blocks: found}
	}
	return &doc.Doc{Title: strings.Join(args, " "), Blocks: found}
}

// explain returns the explanations of a name, best first: a topic or another word of the language, a recipe of the
// cookbook, and the declarations of the games. A search or a guess comes only after these.
func (a *app) explain(cmd *cobra.Command, args []string, r *rules) ([]doc.Block, error) {
	if args[0] == "recipe" || args[0] == "recipes" {
		return recipe(strings.Join(args[1:], " "))
	}
	name := strings.Join(args, " ")
	language, recipes := reference(cmd.Root(), name), recipesFor(name)
	a.needsNoGame = language != nil || recipes != nil
	data, err := a.layers()
	if err != nil && !a.needsNoGame {
		return nil, err
	}
	named, words := named(data, args, !a.needsNoGame)
	if len(words) == 0 {
		return a.parts(data, named, r)
	}
	games := named
	if len(named) > 0 {
		name = strings.Join(words, " ")
		language, recipes = reference(cmd.Root(), name), nil
	} else if games, err = a.gamesWith(data, a.searchedGames(data), r); err != nil && !a.needsNoGame {
		return nil, err
	}
	found, declared, err := a.explanation(cmd.Context(), data, games, name, r, language == nil && recipes == nil)
	switch {
	case declared && len(named) > 0:
	case language != nil && declared:
		found = append(language, found...)
	case language != nil:
		found = language
	case recipes != nil && (!declared || len(words) > 1):
		found = append(recipes, found...)
	}
	switch {
	case len(found) > 0:
		err = nil
	case len(named) == 0:
		err = withOtherGame(a, err, data, games, name)
	}
	return found, err
}

// withOtherGame adds to the error about an unknown name a game that has it, but was not searched.
func withOtherGame(a *app, err error, data interpreter.Sources, searched []string, name string) error {
	var unknown *explain.Unknown
	if !errors.As(err, &unknown) || unknown.Has != "" || strings.Contains(name, " ") {
		return err
	}
	for _, id := range data.Games() {
		if slices.Contains(searched, id) {
			continue
		}
		other, failed := a.explainers(data, []string{id}, &rules{}, a.lang)
		if failed == nil && other[0].Has(name) { // errors of a game that was not asked for do not matter
			return fmt.Errorf("%w; %s has it: moraine explain %s %s", err, id, id, name)
		}
	}
	return err
}

// parts returns the names of the parts of a game, by sort.
func (a *app) parts(data interpreter.Sources, games []string, r *rules) ([]doc.Block, error) {
	explainers, err := a.explainers(data, games, r, a.lang)
	if err != nil {
		return nil, err
	}
	out := []doc.Block{
		doc.Text(fmt.Sprintf("%s is a game; name one of its parts: moraine explain %[1]s NAME", games[0])),
	}
	for _, part := range explainers[0].Parts() {
		out = append(out, &doc.Item{Label: part.Sort, Text: strings.Join(part.Names, ", ")})
	}
	return out, nil
}

// recipesFor names the recipes of the cookbook that a query names, with the beginning of the first one.
func recipesFor(query string) []doc.Block {
	out := &doc.Section{}
	for i, r := range explain.NamedRecipes(query, guides()) {
		out.Add(doc.Text(fmt.Sprintf("The cookbook has the recipe %s: moraine explain recipe %s", r.Title,
			strings.ToLower(r.Title))))
		if i == 0 {
			out.Add(doc.Indented(r.About()))
		}
	}
	if out.Blocks == nil {
		return nil
	}
	return []doc.Block{out}
}

// ofVariant matches the name of a variant's file in a recipe.
var ofVariant = regexp.MustCompile(`(?m)^# variants/([a-z_]+)/`)

// recipe returns the recipe of the cookbook that a query describes best, and the titles of others that fit.
func recipe(query string) (out []doc.Block, err error) {
	found := explain.FindRecipes(query, guides())
	if len(found) == 0 {
		return nil, fmt.Errorf("no recipe about %q; moraine explain recipe lists all recipes", query)
	}
	if query == "" {
		for _, r := range found {
			out = append(out, doc.Text(r.Title+" · "+r.Names))
		}
		return out, nil
	}
	more := &doc.Section{}
	if m := ofVariant.FindStringSubmatch(found[0].Text); m != nil {
		more.Add(doc.Text("It is a variant of the game " + m[1] + ", with which moraine help cookbook begins."))
	}
	var others []string
	for _, r := range found[1:] {
		others = append(others, r.Title)
	}
	if others != nil {
		more.Add(doc.Text("Other recipes: " + strings.Join(others, " · ")))
	}
	return []doc.Block{doc.Code(strings.TrimRight(found[0].Text, "\n")), more}, nil
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
	r *rules, guess bool) (found []doc.Block, known bool, err error) {
	explainers, err := a.explainers(data, games, r, a.lang)
	if err != nil {
		return nil, false, err
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
	found, err = lookUp(explainers, games, name, guess)
	return found, known, err
}

// reference explains a topic, and a word of the language or else a flag of a command, outside of games.
func reference(root *cobra.Command, word string) []doc.Block {
	other := explain.Reference(word, guides())
	if other == nil {
		other = flagReference(root, strings.TrimPrefix(word, "--"))
	}
	return append(explain.Overview(word, guides()), other...)
}

// flagReference explains a flag of each command that has it.
func flagReference(root *cobra.Command, name string) []doc.Block {
	out := &doc.Section{}
	for _, cmd := range append(root.Commands(), root) {
		flag := cmd.LocalNonPersistentFlags().Lookup(name)
		if !cmd.HasParent() && flag == nil {
			flag = cmd.PersistentFlags().Lookup(name)
		}
		if flag != nil {
			value, usage := pflag.UnquoteUsage(flag)
			out.Add(doc.Text(strings.TrimSpace("--"+name+" "+value) + " · flag of " + cmd.CommandPath() + ": " + usage))
		}
	}
	if out.Blocks == nil {
		return nil
	}
	return []doc.Block{out}
}

// lookUp explains a name in each game, or lists the search results for words. If no game has
// the name, it returns the error of the game with the nearest name. Unless guess is set, the beginning of a name
// counts as words.
func lookUp(explainers []*explain.Explainer, games []string, name string, guess bool) (found []doc.Block, err error) {
	lost := &explain.Unknown{Name: name}
	known := map[string]bool{}
	for _, e := range explainers {
		answers, err := e.Exactly(name)
		if guess && err != nil {
			answers, err = e.Answers(name)
		}
		var unknown *explain.Unknown
		switch {
		case err == nil:
			sections := explain.Sections(answers)
			text := doc.Plain(0, sections...)
			if !known[text] { // else it is a name of the rule language
				known[text], found = true, append(found, sections...)
			}
		case !errors.As(err, &unknown):
			return nil, err
		default:
			lost = lost.Or(unknown)
		}
	}
	if len(found) == 0 && (!guess || lost.Searches()) {
		found = search(explainers, games, name)
	}
	if len(found) == 0 {
		lost.Games = games
		return nil, lost
	}
	return found, nil
}

// mostFound limits the number of search results for a game.
const mostFound = 8

// search searches for words in each game. A single word that occurs in no text is treated as a
// misspelt name.
func search(explainers []*explain.Explainer, games []string, words string) (found []doc.Block) {
	for i, e := range explainers {
		hits := e.Search(words, mostFound, !strings.Contains(words, " "))
		if len(hits) > 0 {
			found = append(found, e.Results(games[i], hits))
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

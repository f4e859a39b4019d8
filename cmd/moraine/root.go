package main

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"moraine/interpreter"
	"moraine/interpreter/words"
)

// group is a task with its commands, in the order of the help.
type group struct {
	id, title string
	commands  []func(*app) *cobra.Command
}

// groups lists the commands by task. To add a command, add a file and an entry here.
var groups = []group{
	{id: "author", title: "Write rules:",
		commands: []func(*app) *cobra.Command{newInit, newCheck, newFmt, newExplain, newGames, newTable, newExport}},
	{id: "test", title: "Test rules:", commands: []func(*app) *cobra.Command{newTest, newCover, newMutate}},
	{id: "analyse", title: "Analyse games:",
		commands: []func(*app) *cobra.Command{newDiff, newSim, newTune, newLearn, newCount, newReport, newBook}},
	{id: "play", title: "Play:", commands: []func(*app) *cobra.Command{newPlay, newReplay, newServe}},
	{id: "integrate", title: "Work with other programs:",
		commands: []func(*app) *cobra.Command{newEngine, newMCP, newLSP, newDAP, newSchema, newVersion}},
}

func init() {
	cobra.EnableCommandSorting = false // the help keeps the order of the list
	cobra.AddTemplateFunc("commandLine", func(cmd *cobra.Command) string {
		name := fmt.Sprintf("  %-*s ", cmd.NamePadding(), cmd.Name())
		return words.Wrap(name, len(name), cmd.Short)
	})
	cobra.AddTemplateFunc("flagNames", func(flags *pflag.FlagSet) string {
		var names []string
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return strings.Join(names, " ")
	})
}

// inheritedFlags matches the part of cobra's help that repeats the flags of the root command.
var inheritedFlags = regexp.MustCompile(`Global Flags:\n\{\{\.InheritedFlags[^}]*\}\}`)

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "moraine",
		Short: "Check, test, play and analyse board games whose rules are data",
		Long: `Moraine interprets board games whose rules are YAML files, and tests them with
scenarios.

Some games are built in. Files under cards/, scenarios/ and variants/ of the current
folder, and of each --data DIR, replace built-in files with the same path.

Without a GAME, a command applies to the games of which these folders have a file,
or with --all to all games. If they have none, test, check and cover exit with 2.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(a.In) // before commands are added, because some of them copy the streams
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.StringArrayVar(&a.data, "data", nil, "a `folder` with cards/, scenarios/ or variants/ (repeatable)")
	flags.BoolVar(&a.noBuiltin, "no-builtin", false, "exclude the games that come with the program")
	flags.BoolVar(&a.all, "all", false, "without a GAME: all games, also the built-in ones")
	flags.StringVar(&a.lang, "lang", "", "`language` of names and messages: en, de, fr, …")
	a.color = oneOf("auto", "always", "never")
	flags.Var(&a.color, "color", "colour the output")
	flags.BoolVar(&a.noColor, "no-color", false, "no colours, as with --color never")
	flags.DurationVar(&a.timeout, "timeout", 0, "stop with exit code 4 after this `time`, such as 30s")
	flags.Var(&a.memory, "max-memory",
		"stop with exit code 4 before the program uses more memory than this `size`, such as 512MiB")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.limit(cmd); err != nil {
			return err
		}
		return a.checkSpoken()
	}
	complete(root, "color", a.color.among)
	root.SetFlagErrorFunc(flagError)
	root.Version = versionLine()
	root.SetVersionTemplate("{{.Version}}\n")
	// cobra's own flag would use -v, which is --verbose in other commands
	root.Flags().Bool("version", false, "print the version")
	root.Long = wrapParagraphs(root.Long)
	usage := strings.NewReplacer("Flags.FlagUsages |", "Flags.FlagUsagesWrapped 80 |",
		"  {{rpad .Name .NamePadding }} {{.Short}}", "{{commandLine .}}").Replace(root.UsageTemplate())
	root.SetUsageTemplate(
		inheritedFlags.ReplaceAllLiteralString(usage,
			"Global Flags (moraine --help explains them):\n  {{flagNames .InheritedFlags}}"))
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, add := range g.commands {
			cmd := add(a)
			cmd.GroupID = g.id
			cmd.Long = wrapParagraphs(cmd.Long)
			root.AddCommand(cmd)
		}
	}
	strictHelp(root)
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if a.helpAll || !screen(cmd.OutOrStdout(), cmd) {
			help(cmd, args)
		}
	})
	for _, cmd := range append(root.Commands(), root) {
		cmd.Flags().VisitAll(strict)
		cmd.PersistentFlags().VisitAll(strict)
	}
	return root
}

// strict makes a flag parse numbers as YAML files do (pflag reads 010 as 8), and refuse an
// empty value, such as an unset shell variable, and a second value where only the last one
// would count. --color and --lang may be repeated, because they are often set in shell aliases.
func strict(f *pflag.Flag) {
	_, isMany := f.Value.(pflag.SliceValue)
	if f.DefValue == "[]" || f.DefValue == "0s" {
		f.DefValue = "" // excludes it from the help
	}
	if isLook := f.Name == "color" || f.Name == "lang"; f.Value.Type() != "bool" && !isLook {
		f.Value = &strictValue{Value: f.Value, many: isMany}
	}
}

type strictValue struct {
	pflag.Value
	many  bool // may be repeated
	given bool
}

// Set implements pflag.Value.
func (v *strictValue) Set(text string) error {
	isNumber := strings.HasPrefix(v.Type(), "int") || strings.HasPrefix(v.Type(), "uint")
	switch {
	case text == "":
		return errors.New("it is empty")
	case v.given && !v.many:
		return fmt.Errorf("the flag is given twice; the first value is %s", v.Value)
	case isNumber && !interpreter.IsNumber(text):
		return errors.New(cmp.Or(interpreter.Meant(text), "write a whole number"))
	}
	v.given = true
	return v.Value.Set(text)
}

// goParsing matches the names of Go functions in errors of pflag.
var goParsing = regexp.MustCompile(`: strconv\.\w+: parsing "[^"]*"(: [a-z ]+)`)

// The errors of cobra have no types; rewordCobra is the only function that reads their text. Scripts in
// testdata (usage, desk, parts, variants) fail if cobra changes it.

// suggestion matches cobra's suggestion of a command.
var suggestion = regexp.MustCompile(`(?s)\n\nDid you mean this\?\n\t(\S+).*`)

// formerCommand matches cobra's error for a command of earlier versions.
var formerCommand = regexp.MustCompile(`^unknown command "(merge|variants|disasm)" for`)

// exclusive matches cobra's error for flags that exclude each other.
var exclusive = regexp.MustCompile(`^if any flags in the group .*; \[(\S+) (.*)\] were all set$`)

// rewordCobra converts errors of cobra to one-line errors in the style of this program.
func rewordCobra(err error) error {
	switch {
	case err == nil:
	case formerCommand.MatchString(err.Error()):
		name := formerCommand.FindStringSubmatch(err.Error())[1]
		return fmt.Errorf("there is no command %q any more; %s", name, formerCommands[name])
	case suggestion.MatchString(err.Error()):
		return errors.New(suggestion.ReplaceAllString(err.Error(), `; did you mean "$1"?`))
	case exclusive.MatchString(err.Error()):
		return errors.New(exclusive.ReplaceAllString(err.Error(), "--$1 and --$2 cannot be combined"))
	}
	return err
}

// formerFlags maps flags of earlier versions to advice for the present version.
var formerFlags = map[string]string{
	"test --changed":   "run all scenarios, which takes less time",
	"test --shard":     "all scenarios run in about a second",
	"serve --open":     "moraine report FILE --format html writes a page",
	"test --redundant": "moraine mutate says which scenario kills each mutant",
	"sim --force":      "--choices compares seats with and without a choice, and --vary plays the same matches with each value",
	"sim --ladder":     "--policy all compares the bots of the game",
}

// formerCommands maps commands of earlier versions to advice for the present version.
var formerCommands = map[string]string{
	"merge":    "moraine report merges the parts of a run",
	"variants": "moraine games GAME lists the variants of a game",
	"disasm":   "moraine explain GAME PROCEDURE --compiled shows the program",
}

// flagError adds the nearest name to the error for an unknown flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return errors.New(goParsing.ReplaceAllString(err.Error(), "$1"))
	}
	if instead, was := formerFlags[cmd.Name()+" --"+unknown.GetSpecifiedName()]; was {
		return fmt.Errorf("%w; %s", err, instead)
	}
	if unknown.GetSpecifiedName() == "out" && cmd.Flags().Lookup("report") != nil { // the flag in earlier versions
		return fmt.Errorf("%w; write --report json=FILE", err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return fmt.Errorf("%w; %w", err, unknownName("--"+unknown.GetSpecifiedName(), names))
}

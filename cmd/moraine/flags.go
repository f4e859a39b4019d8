package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// apart declares that a flag cannot be combined with any of others, which are separated by blanks.
func apart(cmd *cobra.Command, flag, others string) {
	for _, other := range strings.Fields(others) {
		cmd.MarkFlagsMutuallyExclusive(flag, other)
	}
}

// commonFlags has, by command, the flags that --help shows, in the order of use. --help-all shows
// all flags of these commands, their explanation and their examples.
var commonFlags = map[string]string{
	"test": "run tag verbose under all-variants each-reading variant reading declare watch list last-failed format report",
	"sim":  "players games seed policy seat variant reading vary sensitivity choices jobs shard format report",
}

// wrapParagraphs wraps the explanation of a command, so that help fits 80 columns. Indented lines stay as they are.
func wrapParagraphs(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = strings.TrimSuffix(words.Wrap("", 0, strings.ReplaceAll(p, "\n", " ")), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// takeHelpAll replaces --help-all by --help and reports whether it was given.
func takeHelpAll(args []string) ([]string, bool) {
	end := slices.Index(args, "--")
	if end < 0 {
		end = len(args)
	}
	i := slices.Index(args[:end], "--help-all")
	if i < 0 {
		return args, false
	}
	args = slices.Clone(args)
	args[i] = "--help"
	return args, true
}

// screen prints the short help of a command, which fits a screen of 24 lines and 80 columns. It
// returns false if the command has none.
func screen(w io.Writer, cmd *cobra.Command) bool {
	if !cmd.HasParent() {
		fmt.Fprintf(w, "%s.\n\nUsage:\n  moraine COMMAND [ARGUMENTS] [flags]\n", cmd.Short)
		for _, g := range cmd.Groups() {
			names := ""
			for _, c := range cmd.Commands() {
				if c.GroupID == g.ID && c.IsAvailableCommand() {
					names += " " + c.Name()
				}
			}
			fmt.Fprintf(w, "\n%-26s%s", g.Title, names)
		}
		var flags []string
		cmd.PersistentFlags().VisitAll(func(f *pflag.Flag) { flags = append(flags, "--"+f.Name) })
		fmt.Fprintf(w, "\n\n%s\n", words.Wrap("Flags of all commands: ", 2, strings.Join(flags, " ")))
		fmt.Fprint(w, "moraine COMMAND --help explains a command, and moraine --help-all all of them.\n"+
			"moraine help topics lists the pages and words of the rule language.\n")
		return true
	}
	names := strings.Fields(commonFlags[cmd.Name()])
	if len(names) == 0 || cmd.Parent().HasParent() {
		return false
	}
	fmt.Fprintf(w, "%s\nUsage:\n  %s\n\nFlags:\n", words.Wrap("", 0, cmd.Short+"."), cmd.UseLine())
	const column = 28
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		value, says := pflag.UnquoteUsage(f)
		if strings.Contains(value, "|") {
			value = "FORMAT"
		}
		short := "      "
		if f.Shorthand != "" {
			short = "  -" + f.Shorthand + ", "
		}
		for _, more := range []string{"; ", " (", ": "} { // --help-all says the rest
			says, _, _ = strings.Cut(says, more)
		}
		head := fmt.Sprintf("%-*s  ", column, strings.TrimRight(short+"--"+f.Name+" "+value, " "))
		fmt.Fprintf(w, "%s%s\n", head, source.Clip(says, words.Width-utf8.RuneCountInString(head)))
	}
	fmt.Fprintf(w, "\nmoraine %s --help-all explains the command and all its flags.\n", cmd.Name())
	return true
}

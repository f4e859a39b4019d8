package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter/words"
)

// strictHelp replaces cobra's commands `help` and `completion`, because these succeed for a
// misspelt command.
func strictHelp(root *cobra.Command) {
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Explain a command or a topic; help topics lists the topics",
		Example: `  moraine help sim
  moraine help tutorial
  moraine help window`,
		ValidArgsFunction: completeTopics,
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, _, err := root.Find(args)
			if err == nil {
				return cmd.Help()
			}
			topic := strings.Join(args, " ")
			if topic == "topics" {
				_, err := io.WriteString(root.OutOrStdout(), listOfTopics())
				return failing(exitInternal, err)
			}
			if more, isList := strings.CutPrefix(topic, "topics "); isList {
				return fmt.Errorf("help topics lists all topics; try \"moraine help %s\"", more)
			}
			var commands []string
			for _, c := range root.Commands() {
				commands = append(commands, c.Name())
			}
			text, nearest := explain.Topic(topic, guides(), commands)
			if text != "" {
				_, err := io.WriteString(root.OutOrStdout(), text)
				return failing(exitInternal, err)
			}
			if formerCommand.MatchString(err.Error()) {
				return err
			}
			isKnown := reference(root, topic) != nil || recipesFor(topic) != nil
			if nearest != "" && !isKnown {
				return fmt.Errorf("no command or topic %q; did you mean %q?", topic, nearest)
			}
			return fmt.Errorf("no command or topic %q; try \"moraine explain %[1]s\"", topic)
		},
	})
	root.SetHelpCommandGroupID("integrate")
	root.SetCompletionCommandGroupID("integrate")
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args = cobra.NoArgs
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// completeTopics offers the commands, guides and concepts.
func completeTopics(cmd *cobra.Command, args []string, _ string) (all []cobra.Completion, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, c := range cmd.Root().Commands() {
		all = append(all, cobra.CompletionWithDesc(c.Name(), c.Short))
	}
	known := guides()
	for _, g := range known {
		all = append(all, cobra.CompletionWithDesc(g.Topic, g.About()))
	}
	for _, c := range explain.Concepts(known) {
		for word := range strings.SplitSeq(c.Words, ", ") {
			if !strings.Contains(word, " ") { // shells would split it
				all = append(all, cobra.CompletionWithDesc(word, c.Meaning))
			}
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// guides returns the documents of the language.
func guides() []explain.Guide { return explain.ReadGuides(embeddedData{}) }

// listOfTopics returns the guides with their first lines, which say who needs them, and the concepts of the glossaries.
func listOfTopics() string {
	page := &words.Page{Width: words.Width}
	all := guides()
	for _, g := range all {
		page.Wrap("moraine help "+g.Topic+" · ", 2, g.About())
	}
	page.Wrap("", 0, "")
	for _, c := range explain.Concepts(all) {
		page.Wrap("moraine help "+c.Words+" · ", 2, c.Meaning)
	}
	return page.String()
}

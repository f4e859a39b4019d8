package main

import (
	"io/fs"
	"slices"

	"github.com/spf13/cobra"
)

// strictHelp replaces cobra's commands `help` and `completion`, because these succeed for a
// misspelt command.
func strictHelp(root *cobra.Command) {
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command, or the format of files in cards, scenarios or variants",
		RunE: func(_ *cobra.Command, args []string) error {
			if text := guide(args); text != nil {
				_, err := root.OutOrStdout().Write(text)
				return failing(exitInternal, err)
			}
			cmd, _, err := root.Find(args)
			if err != nil {
				return err
			}
			return cmd.Help()
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

// guide returns the README of the data folder named by args, or nil.
func guide(args []string) []byte {
	if len(args) != 1 || !slices.Contains([]string{"cards", "scenarios", "variants"}, args[0]) {
		return nil
	}
	text, _ := fs.ReadFile(embeddedData{}, args[0]+"/README.md") // cannot fail: it is embedded with the folder
	return text
}

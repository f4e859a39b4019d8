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
		Use:   "help [COMMAND|tutorial|cards|scenarios|variants]",
		Short: "Explain a command, show the tutorial, or the format of the files of games",
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

// guide returns the tutorial, or the README of the data folder, that args names, or nil.
func guide(args []string) []byte {
	file := ""
	switch {
	case len(args) != 1:
	case args[0] == "tutorial":
		file = "cards/TUTORIAL.md"
	case slices.Contains([]string{"cards", "scenarios", "variants"}, args[0]):
		file = args[0] + "/README.md"
	}
	if file == "" {
		return nil
	}
	text, _ := fs.ReadFile(embeddedData{}, file) // cannot fail: it is embedded with the folder
	return text
}

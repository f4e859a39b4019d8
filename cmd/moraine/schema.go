package main

import (
	"embed"
	"fmt"

	"github.com/spf13/cobra"
)

// schemas are the JSON Schemas of what commands print with --format json.
//
//go:embed schema
var schemas embed.FS

// schemaNames are the commands whose output has a schema.
var schemaNames = []string{"test", "check", "cover", "sim"}

func newSchema(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema NAME",
		Short: "Print the JSON Schema of what a command prints with --format json",
		Long: `Print the JSON Schema (2020-12) of what test, check, cover or sim print with --format
json. It says what each key means; keys may be added, and stay what they are.`,
		Example:           "  moraine schema test > test.schema.json",
		Args:              wants(1, 1, "the name of a command: test, check, cover or sim"),
		ValidArgsFunction: cobra.FixedCompletions(schemaNames, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := schemas.ReadFile("schema/" + args[0] + ".json")
			if err != nil {
				return fmt.Errorf("there is no schema of %q; %w", args[0], noSuch(args[0], schemaNames))
			}
			_, err = a.Out.Write(text)
			return err
		},
	}
}

package main

import (
	"embed"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"moraine/interpreter"
	"moraine/interpreter/escape"
)

// schemas holds the JSON Schemas of the output of --format json.
//
//go:embed schema/*.json
var schemas embed.FS

// schemaNames lists the commands whose output has a schema.
var schemaNames = []string{"test", "check", "cover", "mutate", "sim", "tune", "count", "engine", "serve"}

func newSchema(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema NAME",
		Short: "Print the JSON Schema of the files of games, or of the output of a command",
		Long: `Print a JSON Schema (2020-12). Of cards, scenarios or variants it is that of the
files under that folder, for editors of YAML; the server for editors (moraine
lsp) knows more. Of test, check, cover, mutate, sim, tune or count it is that of what they print with
--format json, of engine that of its messages. Of serve it is the OpenAPI description
(3.1) of its messages to programs. It says what each key means; keys may be added,
and stay what they are.`,
		Example: `  moraine schema cards > cards.schema.json
  # and in a file: yaml-language-server: $schema=PATH
  moraine schema test > test.schema.json`,
		Args: argCount(1, 1,
			"cards, scenarios or variants, or the name of a command: test, check, cover, mutate, sim, tune, count, engine or serve"),
		ValidArgsFunction: cobra.FixedCompletions(slices.Concat(folders, schemaNames),
			cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			if slices.Contains(folders, args[0]) {
				return escape.JSON(a.Out, interpreter.Schema(args[0]))
			}
			text, err := schemas.ReadFile("schema/" + args[0] + ".json")
			if err != nil {
				return fmt.Errorf("unknown schema %q; %w", args[0],
					unknownName(args[0], slices.Concat(folders, schemaNames)))
			}
			_, err = a.Out.Write(text)
			return err
		},
	}
}

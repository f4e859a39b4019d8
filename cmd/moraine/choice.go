package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/interpreter"
)

// choice is a flag with a fixed set of words. The first one is the default.
type choice struct {
	value string
	among []string
}

func oneOf(words ...string) choice { return choice{words[0], words} }

func (c *choice) String() string { return c.value }

// Type implements pflag.Value: the name of the value in help.
func (c *choice) Type() string {
	if names := strings.Join(c.among, "|"); len(names) < 24 {
		return names
	}
	return "FORMAT"
}

// Set implements pflag.Value.
func (c *choice) Set(s string) error {
	if !slices.Contains(c.among, s) {
		return unknownName(s, c.among)
	}
	c.value = s
	return nil
}

// addTo declares the flag on a command, with shell completion.
func (c *choice) addTo(cmd *cobra.Command) {
	usage := "what is printed"
	if c.Type() == "FORMAT" {
		usage += ": " + strings.Join(c.among, ", ")
	}
	cmd.Flags().Var(c, "format", usage)
	complete(cmd, "format", c.among)
}

// runBefore makes a command call check before it runs.
func runBefore(cmd *cobra.Command, check func() error) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := check(); err != nil {
			return err
		}
		return run(cmd, args)
	}
}

func complete(cmd *cobra.Command, flag string, words []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // cannot happen: the flag is declared
	}
}

// unknownName returns an error that lists the nearest name, or all names.
func unknownName(word string, among []string) error {
	return errors.New(interpreter.Which(word, "there is", among))
}

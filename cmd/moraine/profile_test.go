//go:build unix

package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkCommands runs the commands that use most time, so that `make profile` can write release.pgo, the
// profile after which the compiler chooses the calls that it inlines.
func BenchmarkCommands(b *testing.B) {
	b.Chdir("../..")
	for _, command := range []string{
		"sim glacier --policy random --jobs 1 --games 1500 --seed 7",
		"sim tusk --policy random --jobs 1 --games 1500 --seed 7",
		"sim nomads --policy random --jobs 1 --games 800 --seed 7",
		"sim glacier --policy greedy --jobs 1 --games 200 --seed 7",
		"sim tusk --policy greedy --jobs 1 --games 200 --seed 7",
		"sim glacier --policy mcts=100 --jobs 1 --games 10 --seed 7",
		"sim tusk --policy mcts=100 --jobs 1 --games 10 --seed 7",
		"test --each-reading",
		"check glacier",
		"cover glacier",
		"mutate glacier --sample 60 --jobs 1",
	} {
		b.Run(strings.ReplaceAll(command, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				code, _, errs := run(b.Context(), strings.Fields(command)...)
				require.Zero(b, code, errs)
			}
		})
	}
}

package syntax

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The README of the language lists the words that are taken, all of them and no
// others.
func TestTheReadmeListsTheWordsThatAreTaken(t *testing.T) {
	text, err := os.ReadFile("../../cards/README.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "## Words that are taken")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	listed := map[string]bool{}
	for _, code := range regexp.MustCompile("`[^`]*`").FindAllString(section, -1) {
		for word := range strings.FieldsSeq(strings.Trim(code, "`")) {
			listed[word] = true
		}
	}
	want := slices.Concat(slices.Collect(maps.Keys(reserved)), ScenarioWords)
	slices.Sort(want)
	require.Equal(t, slices.Compact(want), slices.Sorted(maps.Keys(listed)))
}

package scenario

import (
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

var sample = regexp.MustCompile("(?s)```yaml\n# ([a-z/_]+\\.yaml)\n(.*?)```")

// pages is the game that the READMEs of the data folders build, test and change.
func pages(t *testing.T) interpreter.Sources {
	files := fstest.MapFS{}
	for _, page := range []string{"cards", "scenarios", "variants"} {
		text, err := os.ReadFile("../../" + page + "/README.md")
		require.NoError(t, err)
		found := sample.FindAllSubmatch(text, -1)
		require.NotEmpty(t, found, "%s/README.md shows no files", page)
		for _, m := range found {
			files[string(m[1])] = &fstest.MapFile{Data: m[2]}
		}
	}
	return interpreter.Sources{{Name: "README", FS: files}}
}

func TestTheScenariosOfTheReadmePass(t *testing.T) {
	res, err := Run(pages(t), nil, Options{})
	require.NoError(t, err)
	for _, c := range res.Cases {
		require.Equal(t, Passed, c.Status, "%s:%d %s\n%s", c.File, c.Line, c.Scenario, c.Message)
	}
	require.Equal(t, 8, res.Scenarios)
}

func TestTheVariantsOfTheReadmeLoad(t *testing.T) {
	for _, variant := range []string{"heavy", "generous"} {
		g, err := interpreter.Load(pages(t), "pebbles", interpreter.Options{Variant: variant})
		require.NoError(t, err, variant)
		require.Equal(t, 1, g.Schema.Card("boulder").N)
	}
}

func TestTheReadmesDeclareTheirFlips(t *testing.T) {
	res, err := Run(pages(t), nil, Options{AllVariants: true})
	require.NoError(t, err)
	for _, c := range res.Cases {
		require.NotEqual(t, Failed, c.Status, "%s:%d %s under %s\n%s", c.File, c.Line, c.Scenario, c.Variant, c.Message)
	}
}

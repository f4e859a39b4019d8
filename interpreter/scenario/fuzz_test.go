package scenario

import (
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"moraine/interpreter"
)

// Any text as a file of scenarios gets an error, a failure or a pass.
func FuzzScenario(f *testing.F) {
	for _, text := range strict {
		f.Add(text)
	}
	for _, text := range strictFiles {
		f.Add(text)
	}
	base := map[string][]byte{}
	for _, page := range []string{"cards", "scenarios"} {
		text, err := os.ReadFile("../../" + page + "/README.md")
		if err != nil {
			f.Fatal(err)
		}
		for _, m := range sample.FindAllSubmatch(text, -1) {
			if regexp.MustCompile("^scenarios/").Match(m[1]) {
				f.Add(string(m[2]))
			} else {
				base[string(m[1])] = m[2]
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := fstest.MapFS{"scenarios/pebbles/x.yaml": {Data: []byte(text)}}
		for name, data := range base {
			files[name] = &fstest.MapFile{Data: data}
		}
		res, err := Run(interpreter.Sources{{Name: "fuzz", FS: files}}, nil, Options{Jobs: 1})
		if err == nil && res.Passed+res.Failed+res.Skipped != len(res.Cases) {
			t.Fatalf("%d cases are not %d passed, %d failed and %d skipped", len(res.Cases), res.Passed, res.Failed, res.Skipped)
		}
	})
}

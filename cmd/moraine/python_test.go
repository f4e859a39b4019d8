package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// The client in Python plays matches to their end, and its bot is what the README says.
func TestPythonClient(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 here")
	}
	client, err := filepath.Abs("python")
	require.NoError(t, err)
	page, err := os.ReadFile("README.md")
	require.NoError(t, err)
	sample := regexp.MustCompile("(?ms)^```python\n(.*?)^```$").FindSubmatch(page)
	require.NotNil(t, sample)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "python.txtar"), slices.Concat([]byte(`
exec python3 readme.py
stdout '^\[.*\]$'
exec python3 $CLIENT/greedy.py tusk blue 3
stdout '^won by (red|blue|green|yellow|none)(, [a-z]+)* after [0-9]+ decisions$'
exec python3 play.py
stdout '^ok$'
-- play.py --
import moraine
with moraine.Engine("glacier") as engine:
    match = engine.new(seed=7, players=2, seats={"ann": "random"})
    for _ in range(40):
        if match.over:
            break
        assert match.seat == "bob"
        assert match.view()["players"]["ann"]["zones"] is not None
        assert match.question()["seat"] == "bob"
        match.act_first()
    twin = match.clone()
    assert twin.view("bob") == match.view("bob")
    twin.drop()
    assert [r["seat"] for r in engine.batch([("undo", {"match": match.id}), ("undo", {"match": match.id})])] == ["bob", "bob"]
    try:
        engine.call("view", match=99)
    except moraine.Refused as refused:
        assert refused.code == 2
        print("ok")
-- readme.py --
`), sample[1]), 0o600))
	testscript.Run(t, testscript.Params{Dir: dir, Setup: func(env *testscript.Env) error {
		env.Setenv("CLIENT", client)
		env.Setenv("PYTHONPATH", client)
		env.Setenv("PYTHONDONTWRITEBYTECODE", "1")
		return nil
	}})
}

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/missing"
)

// The client in Python plays matches to their end, and its bot is what the README says.
func TestPythonClient(t *testing.T) {
	missing.Program(t, "python3")
	client, err := filepath.Abs("python")
	require.NoError(t, err)
	page, err := os.ReadFile("README.md")
	require.NoError(t, err)
	samples := regexp.MustCompile("(?ms)^```python\n(.*?)^```$").FindAllSubmatch(page, -1)
	require.Len(t, samples, 2)
	dir := t.TempDir()
	script := func(name, text string, sample int) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".txtar"), append([]byte(text), samples[sample][1]...), 0o600))
	}
	script("client", `
exec python3 readme.py
stdout '^\[.*\]$'
exec python3 $CLIENT/greedy.py tusk blue 3
stdout '^won by (red|blue|green|yellow|none)(, [a-z]+)* after [0-9]+ decisions$'
exec python3 play.py
stdout '^ok$'
[short] stop 'the rest takes seconds'
exec python3 agents.py
stdout '^1.0$'
-- play.py --
import moraine
with moraine.Engine("glacier") as engine:
    match = engine.new(seed=7, players=2, seats={"ann": "random"})
    for _ in range(40):
        if match.over:
            break
        assert match.seat == "bob"
        assert match.view()["players"]["ann"]["zones"] is not None
        question = match.question()
        assert question["seat"] == "bob" and [o["id"] for o in question["options"]] == match.options
        assert match.details is None or match.details == [o["details"] for o in question["options"]]
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
-- agents.py --
import random
import zoo
random.seed(1)
env = zoo.env("tusk", players=2)
env.reset(seed=7)
shared = 0
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    shared += reward
    assert set(observation["view"]) == {"fields", "zones", "players"}
    if not terminated:
        assert sum(observation["action_mask"]) > 0 and agent == env.match.seat
    env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
assert env.agents == []
env.close()
print(shared)
-- readme.py --
`, 0)
	script("bots", `
# The bot of the README plays; the results do not depend on the number of processes.
exec moraine sim glacier --players 2 --games 2 --policy 'exec:python3 bot.py',random --jobs 1
stdout '^wins by policy$'
exec moraine sim glacier --players 2 --games 2 --policy 'exec:python3 '$CLIENT/bot.py,random --jobs 1 --report json=one.json
exec moraine sim glacier --players 2 --games 2 --policy 'exec:python3 '$CLIENT/bot.py,random --jobs 3 --report json=three.json
cmp one.json three.json
[short] stop 'the rest takes seconds'
exec moraine sim tusk --games 2 --players 2 --seat 'blue=exec:python3 '$CLIENT/bot.py
stdout '^Tusk! with 2 players, [a-z_]+, exec:python3 .*bot.py: matches 2 of seed 1$|^Tusk! with 2 players, exec:python3 .*bot.py, [a-z_]+: matches 2 of seed 1$'
exec moraine diff glacier default default --no-scenarios --sim 2 --players 2 --seat 'bob=exec:python3 '$CLIENT/bot.py

# In a match at the terminal its seat is a person's, who can take it over.
exec moraine play glacier --players 2 --seed 7 --seat ann=random --seat 'bob=exec:python3 bot.py'
stdout '^The match is over: (Ann|Bob) wins\.$'
! exec moraine play glacier --players 2 --seed 7 --seat ann=random --seat 'bob=exec:python3 fails.py' --save match
stderr '^moraine: exec:python3 fails.py, which plays bob: the program has ended with exit code 1; its last line on stderr: ValueError: 7$'
stdout '^The match is not over. To continue: moraine play --resume .*match$'
grep '^seat bob human$' match
exec moraine play --resume match --seat 'bob=exec:python3 bot.py'
stdout '^The match is over: '
! exec moraine play --resume match --seat bob=random
stderr 'cannot be changed for a saved match'

# A match of a simulation in which it fails is named.
! exec moraine sim glacier --players 2 --games 3 --policy 'random,exec:python3 fails.py'
stderr '^moraine: match 1 stopped with an error: exec:python3 fails.py, which plays bob: the program has ended with exit code 1; its last line on stderr: ValueError: 7$'
stderr '^To see this match: moraine play glacier --players 2 --seed [0-9]+ --seat ann=random --seat ''bob=exec:python3 fails.py''$'
! exec moraine sim glacier --policy exec:
stderr '^moraine: "exec:" is not a program; write exec:./bot$'
! exec moraine sim glacier --policy exec:./none
stderr 'cannot be started'
-- fails.py --
import json, sys
for n, line in enumerate(sys.stdin):
    if n == 7:
        raise ValueError(n)
    message = json.loads(line)
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": 0 if message["method"] == "decide" else None}), flush=True)
-- bot.py --
`, 1)
	testscript.Run(t, testscript.Params{Dir: dir, Setup: func(env *testscript.Env) error {
		env.Setenv("CLIENT", client)
		env.Setenv("PYTHONPATH", client)
		env.Setenv("PYTHONDONTWRITEBYTECODE", "1")
		return nil
	}})
}

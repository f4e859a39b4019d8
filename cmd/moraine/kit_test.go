//go:build unix

package main

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// The CI files are run as far as possible here: parts that need a server, such as downloading Go or the
// repository, are only read.

// bash runs a script in a folder, and returns its output and exit code.
func bash(t *testing.T, dir, script string, env ...string) (out string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		require.ErrorAs(t, err, new(*exec.ExitError), "%s", text)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(text, into), path)
}

func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	return root
}

func TestActionTestsRules(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds: it builds the program")
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []struct {
				Uses, Run, Shell string
				Env              map[string]string
			}
		}
	}
	at := filepath.Join(repository(t), ".github/actions/test")
	readYAML(t, filepath.Join(at, "action.yml"), &action)
	require.Equal(t, "composite", action.Runs.Using)
	step := action.Runs.Steps[len(action.Runs.Steps)-1]
	require.Equal(t, "${{ inputs.arguments }}", step.Env["MORAINE_ARGUMENTS"])
	dir, temp := t.TempDir(), t.TempDir()
	require.NoError(t, sampleGame(dir))
	summary := filepath.Join(temp, "summary.md")
	env := []string{"GITHUB_ACTION_PATH=" + at, "RUNNER_TEMP=" + temp, "GITHUB_STEP_SUMMARY=" + summary, "MORAINE_ARGUMENTS=pebbles --under"}
	out, code := bash(t, filepath.Join(dir, "pebbles"), step.Run, env...)
	require.Zero(t, code, out)
	assert.Contains(t, out, "4 passed, 0 failed, 1 skipped\n")

	path := filepath.Join(dir, "pebbles/cards/pebbles/pebble.yaml")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), "given: 3", "given: 4", 1)), 0o600))
	out, code = bash(t, dir, step.Run, append(env, "MORAINE_FOLDER=pebbles")...)
	require.Equal(t, exitFailed, code, out)
	assert.Contains(t, out, "::error file=pebbles/scenarios/pebbles/stake/won.yaml,line=21,col=9,")
	for _, report := range []string{"summary.md", "moraine.xml", "moraine.json", "moraine.sarif"} {
		text, err := os.ReadFile(filepath.Join(temp, report))
		require.NoError(t, err)
		assert.Contains(t, string(text), "Black is worth three", report)
	}

	// The jobs of the GitLab file, with the program that the action has built.
	var pipeline map[string]struct{ Script []string }
	readYAML(t, filepath.Join(repository(t), ".gitlab-ci.yml"), &pipeline)
	work := filepath.Join(dir, "pebbles")
	require.NoError(t, os.Symlink(filepath.Join(temp, "moraine"), filepath.Join(work, "moraine")))
	require.NoError(t, os.WriteFile(path, text, 0o600))
	require.Contains(t, pipeline["rules"].Script[0], "go build -o moraine ")
	for i := range []int{0, 1} {
		out, code = bash(t, work, strings.Join(pipeline["rules"].Script[1:], "\n"), "CI_NODE_INDEX="+[]string{"1", "2"}[i], "CI_NODE_TOTAL=2")
		require.Zero(t, code, out)
	}
	out, code = bash(t, work, strings.Join(pipeline["report"].Script, "\n"))
	require.Zero(t, code, out)
	assert.FileExists(t, filepath.Join(work, "rules.xml"))
}

// The scripts that the workflows call exist and are executable, and the actions of others are pinned.
func TestWorkflowsCallExistingScripts(t *testing.T) {
	root := repository(t)
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Uses, Run string }
		}
	}
	readYAML(t, filepath.Join(root, ".github/workflows/ci.yml"), &workflow)
	var pipeline map[string]struct{ Script []string }
	readYAML(t, filepath.Join(root, ".gitlab-ci.yml"), &pipeline)
	var lines []string
	for name, job := range workflow.Jobs {
		for _, step := range job.Steps {
			lines = append(lines, step.Run)
		}
		t.Run(name, func(t *testing.T) {
			for _, step := range job.Steps {
				if path, local := strings.CutPrefix(step.Uses, "./"); local {
					assert.FileExists(t, filepath.Join(root, path, "action.yml"))
				} else if step.Uses != "" {
					assert.Regexp(t, `@[0-9a-f]{40}$`, step.Uses, "an action is pinned by the hash of its commit")
				}
			}
		})
	}
	for _, job := range pipeline {
		lines = append(lines, job.Script...)
	}
	container, err := os.ReadFile(filepath.Join(root, ".ci/Containerfile"))
	require.NoError(t, err)
	lines = append(lines, string(container))
	called := 0
	for word := range strings.FieldsSeq(strings.Join(lines, "\n")) {
		if !strings.HasPrefix(word, ".ci/") || strings.HasSuffix(word, "file") {
			continue
		}
		called++
		info, err := os.Stat(filepath.Join(root, word))
		require.NoError(t, err, word)
		assert.NotZero(t, info.Mode()&0o100, "%s can be run", word)
	}
	assert.Equal(t, 5, called)
}

func TestReleaseIsStaticAndKnowsItsVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds: it builds the program")
	}
	root, clone, dist := repository(t), t.TempDir(), t.TempDir()
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("this is no clone, so a release would have no version")
	}
	out, code := bash(t, clone, `git clone -q --shared "$FROM" . && git tag v1.8.9`, "FROM="+root)
	require.Zero(t, code, out)
	here := runtime.GOOS + "/" + runtime.GOARCH
	out, code = bash(t, clone, `.ci/release "$DIST" "$TARGET"`, "DIST="+dist, "TARGET="+here, "PGO=off", "LIVE=off") // as the Makefile compiles the other tests
	require.Zero(t, code, out)
	name := "moraine-" + strings.ReplaceAll(here, "/", "-")
	assert.Equal(t, name+" v1.8.9\n", out)
	out, code = bash(t, dist, `sha256sum -c SHA256SUMS && ./`+name+" version && ./"+name+" games")
	require.Zero(t, code, out)
	assert.Contains(t, out, "moraine v1.8.9, language ")
	if program, err := elf.Open(filepath.Join(dist, name)); err == nil {
		defer program.Close()
		libraries, err := program.ImportedLibraries()
		require.NoError(t, err)
		assert.Empty(t, libraries, "it is static")
	}

	// The installation in a clone, as README.md shows it.
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	require.Contains(t, string(readme), "Clone this repository and run `make install` in it,")
	out, code = bash(t, clone, `make install && "$GOBIN/moraine" games`, "GOBIN="+dist)
	require.Zero(t, code, out)
	assert.Contains(t, out, "glacier ")

	require.NoError(t, os.WriteFile(filepath.Join(clone, "README.md"), nil, 0o600))
	out, code = bash(t, clone, `.ci/release "$DIST"`, "DIST="+dist)
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "release: commit first; the version would be +dirty\n", out)
}

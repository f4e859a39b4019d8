//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/missing"
)

// configured are settings of a repository that name a program: MARK. Plain git starts it in
// control, which shows that the setting is one and the test can fail.
var configured = map[string]struct{ config, attributes, control string }{
	"tar.*.command":               {config: "[tar \"zip\"]\ncommand = MARK", control: "git archive --format=zip HEAD"},
	"filter.*.smudge":             {config: "[filter \"f\"]\nsmudge = MARK", attributes: "filter=f", control: "git archive HEAD"},
	"filter.*.process":            {config: "[filter \"f\"]\nprocess = MARK", attributes: "filter=f", control: "git archive HEAD"},
	"filter.*.clean":              {config: "[filter \"f\"]\nclean = MARK", attributes: "filter=f", control: "git hash-object --path cards/x.yaml --stdin </dev/null"},
	"diff.external":               {config: "[diff]\nexternal = MARK", control: "git diff HEAD~"},
	"diff.*.command":              {config: "[diff \"f\"]\ncommand = MARK", attributes: "diff=f", control: "git diff HEAD~"},
	"diff.*.textconv":             {config: "[diff \"f\"]\ntextconv = MARK", attributes: "diff=f", control: "git cat-file --textconv HEAD:cards/pebbles/turn.yaml"},
	"merge.*.driver":              {config: "[merge \"f\"]\ndriver = MARK", attributes: "merge=f", control: "git merge side"},
	"core.fsmonitor":              {config: "[core]\nfsmonitor = MARK", control: "git status"},
	"core.hooksPath":              {config: "[core]\nhooksPath = HOOKS", control: "git checkout -q ."},
	"core.editor":                 {config: "[core]\neditor = MARK", control: "git commit --allow-empty"},
	"core.alternateRefsCommand":   {config: "[core]\nalternateRefsCommand = MARK", control: "git fetch -q ../side.git"},
	"gpg.program":                 {config: "[gpg]\nprogram = MARK", control: "git show -q --show-signature signed"},
	"log.showSignature":           {config: "[gpg]\nprogram = MARK\n[log]\nshowSignature = true", control: "git show -q signed"},
	"credential.helper":           {config: "[credential]\nhelper = MARK", control: "echo url=https://x.invalid | GIT_TERMINAL_PROMPT=0 git credential fill"},
	"core.askPass":                {config: "[core]\naskPass = MARK", control: "echo url=https://x.invalid | GIT_TERMINAL_PROMPT=0 git credential fill"},
	"include.path":                {config: "[include]\npath = included", attributes: "filter=f", control: "git archive HEAD"},
	"includeIf":                   {config: "[includeIf \"gitdir:/\"]\npath = included", attributes: "filter=f", control: "git archive HEAD"},
	"alias.*":                     {config: "[alias]\nmark = !MARK", control: "git mark"},
	"ext:: of a promisor":         {config: promisor + "url = ext::MARK %S", control: "git cat-file -p HEAD:cards/pebbles/turn.yaml"},
	"uploadpack of a promisor":    {config: promisor + "url = ../side.git\nuploadpack = MARK", control: "git cat-file -p HEAD:cards/pebbles/turn.yaml"},
	"core.sshCommand":             {config: "[core]\nsshCommand = MARK\n" + promisor + "url = ssh://x.invalid/x", control: "git cat-file -p HEAD:cards/pebbles/turn.yaml"},
	"core.gitProxy":               {config: "[core]\ngitProxy = MARK\n" + promisor + "url = git://x.invalid/x", control: "git cat-file -p HEAD:cards/pebbles/turn.yaml"},
	"url.*.insteadOf":             {config: "[url \"ext::MARK \"]\ninsteadOf = good:\n" + promisor + "url = good:%S", control: "git cat-file -p HEAD:cards/pebbles/turn.yaml"},
	"vcs of a promisor":           {config: promisor + "vcs = ext\nurl = MARK %S", control: "git cat-file -p HEAD:cards/pebbles/turn.yaml"},
	"hooks of a folder of .git":   {config: "", control: "git checkout -q ."},
	"a promisor by its old name":  {config: "[core]\nrepositoryformatversion = 1\n[protocol]\nallow = always\n[extensions]\npartialClone = far\n[remote \"far\"]\nurl = ext::MARK %S", control: "git cat-file -p HEAD:cards/pebbles/turn.yaml"},
	"a tree that is promised":     {config: promisor + "url = ext::MARK %S", control: "git ls-tree -r HEAD"},
	"a commit that is promised":   {config: promisor + "url = ext::MARK %S", control: "git rev-parse HEAD^0"},
	"a setting of a work tree":    {config: "[extensions]\nworktreeConfig = true", attributes: "filter=f", control: "git archive HEAD"},
	"a protocol allowed by name":  {config: "[protocol \"ext\"]\nallow = always\n" + promisor + "url = ext::MARK %S", control: "git cat-file -p HEAD:cards/pebbles/turn.yaml"},
	"pager of a command":          {config: "[pager]\nls-tree = MARK\ncat-file = MARK\nrev-parse = MARK\n[core]\npager = MARK", control: "script -qec 'git --paginate ls-tree HEAD' /dev/null"},
	"a filter in an attribute":    {config: "[filter \"f\"]\nsmudge = MARK\n[core]\nattributesFile = .git/attributes", attributes: "filter=f", control: "git archive HEAD"},
	"textconv of a cached result": {config: "[diff \"f\"]\ntextconv = MARK\ncachetextconv = true", attributes: "diff=f", control: "git show HEAD"},
}

const promisor = "[protocol]\nallow = always\n[remote \"far\"]\npromisor = true\n"

// repositories makes a folder with the repository of a game, pebbles, and one that shares its objects, side.git.
func repositories(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	require.NoError(t, sampleGame(top))
	out, code := bash(t, filepath.Join(top, "pebbles"), `
git init -q . && git config user.name x && git config user.email x@example.org && git config commit.gpgSign false
git add . && git commit -qm first && git checkout -qb side && git commit -q --allow-empty -m side && git checkout -q -
sed -i 's/given: 3/given: 4/' cards/pebbles/pebble.yaml && git commit -qam second
git checkout -q side && sed -i 's/given: 3/given: 5/' cards/pebbles/pebble.yaml && git commit -qam other && git checkout -q -
git cat-file commit HEAD | sed '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----' >../commit
git tag signed "$(git hash-object -t commit -w ../commit)"
git clone -q --bare . ../side.git && echo ../../../side.git/objects >.git/objects/info/alternates
`)
	require.Zero(t, code, out)
	return top
}

// strangersRepository copies the repositories of a folder and adds a setting that names a program; the
// program leaves a file behind.
func strangersRepository(t *testing.T, from, name string) (dir, mark string) {
	t.Helper()
	top := t.TempDir()
	out, code := bash(t, top, `cp -a "$FROM/." .`, "FROM="+from)
	require.Zero(t, code, out)
	dir, mark = filepath.Join(top, "pebbles"), filepath.Join(top, "mark")
	setting := configured[name]
	program, hooks := filepath.Join(top, "program"), filepath.Join(top, "hooks")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n: >'"+mark+"'\n"), 0o700))
	require.NoError(t, os.Mkdir(hooks, 0o700))
	for _, hook := range []string{"post-checkout", "post-index-change", "pre-command", "post-command", "reference-transaction"} {
		require.NoError(t, os.Symlink(program, filepath.Join(hooks, hook)))
	}
	of := strings.NewReplacer("MARK", program, "HOOKS", hooks)
	add := func(to, text string) {
		f, err := os.OpenFile(filepath.Join(dir, ".git", to), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		require.NoError(t, err)
		_, err = f.WriteString(text + "\n")
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	add("config", of.Replace(setting.config))
	if setting.attributes != "" {
		add("info/attributes", "* "+setting.attributes)
		add("attributes", "* "+setting.attributes)
	}
	smudged := of.Replace("[filter \"f\"]\nsmudge = MARK")
	switch {
	case strings.HasPrefix(name, "include"):
		add("included", smudged)
	case name == "a setting of a work tree":
		add("config.worktree", smudged)
	case name == "hooks of a folder of .git":
		require.NoError(t, os.RemoveAll(filepath.Join(dir, ".git/hooks")))
		require.NoError(t, os.Rename(hooks, filepath.Join(dir, ".git/hooks")))
	case strings.Contains(setting.config, "far"):
		lacks := "HEAD:cards/pebbles/turn.yaml"
		switch name {
		case "a tree that is promised":
			lacks = "HEAD:cards"
		case "a commit that is promised":
			lacks = "HEAD"
		}
		_, code := bash(t, dir, `rm .git/objects/info/alternates; id=$(git rev-parse `+lacks+`); rm -f .git/objects/${id:0:2}/${id:2}`)
		require.Zero(t, code)
	}
	return dir, mark
}

// TestChangedStartsNoProgramOfARepository runs --changed in repositories as strangers may send them,
// each with one setting that names a program.
func TestChangedStartsNoProgramOfARepository(t *testing.T) {
	missing.Program(t, "git")
	from := repositories(t)
	for name, setting := range configured {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, mark := strangersRepository(t, from, name)
			cmd := exec.CommandContext(t.Context(), "sh", "-c", setting.control)
			cmd.Dir = dir
			said, _ := cmd.CombinedOutput() // it fails, for the program does nothing
			require.FileExists(t, mark, "plain git does not start it: %s", said)
			require.NoError(t, os.Remove(mark))
			for _, revision := range []string{"HEAD", "signed"} {
				code, _, errs := runIn(t, dir, "mutate", "pebbles", "--min-killed", "0", "--sample", "1", "--changed", revision)
				require.NoFileExists(t, mark, revision)
				switch {
				case strings.Contains(setting.config, "far") && revision == "HEAD":
					assert.Equal(t, exitUsage, code, errs)
					assert.Regexp(t, `^moraine: --changed \w+: \.: git (says|knows|has)`, errs)
				case strings.Contains(setting.config, "far"): // the other commit may lack the same files
				default:
					assert.Equal(t, exitGood, code, errs)
				}
			}
		})
	}
}

// TestChangedReadsARevisionWithinLimits runs --changed in repositories that would keep git busy, or have
// it answer without end.
func TestChangedReadsARevisionWithinLimits(t *testing.T) {
	missing.Program(t, "git")
	defer func() { gitPatience = time.Minute }()
	const unchanged = `^moraine: no rule that can be mutated has changed since HEAD\n$`
	const begins = "git init -q . && git config user.name x && git config user.email x@example.org\n"
	for name, c := range map[string]struct {
		script, says string
		code         int
	}{
		"a tree that has itself ten times at each of 20 levels": {`
leaf=$(git mktree </dev/null)
for i in $(seq 20); do
  leaf=$(for j in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\t%s\n' $leaf $j; done | git mktree)
done
git update-ref HEAD $(git commit-tree -m bomb $(printf '040000 tree %s\tcards\n' $(printf '040000 tree %s\tpebbles\n' $leaf | git mktree) | git mktree))
`, `^moraine: --changed HEAD: \.: the output of git is larger than 16777216 bytes\n$`, exitUsage},
		"very many files of one content": {`
blob=$(printf %01048000d 0 | git hash-object -w --stdin)
leaf=$(for i in $(seq 100); do printf '100644 blob %s\t%s.yaml\n' $blob $i; done | git mktree)
git update-ref HEAD $(git commit-tree -m many $(printf '040000 tree %s\tcards\n' $(printf '040000 tree %s\tpebbles\n' $leaf | git mktree) | git mktree))
`, `^moraine: --changed HEAD: \.: the rules in this revision are larger than 67108864 bytes in total\n$`, exitUsage},
		"a file that is too large": {"head -c 3000000 /dev/zero >cards/pebbles/large.yaml; git add .; git commit -qm large; rm cards/pebbles/large.yaml", unchanged, exitGood},
		"a pipe for HEAD":          {"git add .; git commit -qm x; rm .git/HEAD; mkfifo .git/HEAD", `^moraine: --changed HEAD: \.: git did not finish within 100ms\n$`, exitUsage},
		"a pipe to be included":    {"git add .; git commit -qm x; mkfifo .git/pipe; git config include.path pipe", `^moraine: --changed HEAD: \.: git did not finish within 100ms\n$`, exitUsage},
		"names that lead out": {`
blob=$(echo 'secret: 1' | git hash-object -w --stdin)
leaf=$(printf '100644 blob %s\ta.yaml\n' $blob | git mktree)
up=$(printf '040000 tree %s\t..\n' $leaf | git mktree)
git update-ref HEAD $(git commit-tree -m out $(printf '040000 tree %s\tcards\n' $(printf '040000 tree %s\tpebbles\n' $up | git mktree) | git mktree))
`, `^$`, exitGood},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "x")
			require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/pebbles")))
			said, code := bash(t, dir, begins+c.script)
			require.Zero(t, code, said)
			gitPatience = time.Minute
			if strings.Contains(name, "a pipe") {
				gitPatience = 100 * time.Millisecond
			}
			code, _, errs := runIn(t, dir, "mutate", "pebbles", "--min-killed", "0", "--sample", "1", "--changed", "HEAD")
			assert.Equal(t, c.code, code, errs)
			assert.Regexp(t, c.says, errs)
		})
	}
}

// TestChangedIsOfItsFolder has the environment name another repository, as hooks of git do.
func TestChangedIsOfItsFolder(t *testing.T) {
	missing.Program(t, "git")
	dir := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/pebbles")))
	_, code := bash(t, dir, "git init -q . && git add . && git -c user.name=x -c user.email=x@example.org commit -qm first")
	require.Zero(t, code)
	t.Setenv("GIT_DIR", t.TempDir())
	t.Setenv("GIT_CONFIG_COUNT", "nonsense")
	code, _, errs := runIn(t, dir, "mutate", "pebbles", "--changed", "HEAD")
	require.Equal(t, exitGood, code, errs)
	require.Equal(t, "moraine: no rule that can be mutated has changed since HEAD\n", errs)
}

package main

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/files"
)

// template is a small complete game with scenarios, in which GAME and TITLE are placeholders.
//
//go:embed template
var template embed.FS

func newInit(a *app) *cobra.Command {
	release, devcontainer := "", false
	cmd := &cobra.Command{
		Use:   "init GAME [DIR]",
		Short: "Create the files of a new game",
		Long: `Write a short game that you can play and change: rules in DIR/cards/GAME,
scenarios that test them in DIR/scenarios/GAME, a variant in DIR/variants/GAME,
workflows for GitHub and GitLab, a .gitignore for what they write, and JSON Schemas
for YAML editors. DIR is the current folder by default. Existing files are not
overwritten. With --devcontainer it also writes the description of a container in
which VS Code or Codespaces edit the game, with Moraine installed.

The workflows install the release of Moraine whose URL is in
DIR/.ci/install-moraine. Give the URL with --release, or write it into that file
later; without it the workflows fail with a message.`,
		Example: `  moraine init GAME
  moraine init GAME --release https://HOST/moraine/v1.8.9`,
		Args: argCount(1, 2, "a GAME, and an optional DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 2 {
				dir = args[1]
			}
			if release != "" && !address.MatchString(release) {
				return fmt.Errorf("--release %s: expected the URL of a folder, such as https://HOST/moraine/v1.8.9",
					release)
			}
			return a.begin(args[0], dir, strings.TrimSuffix(release, "/"), devcontainer)
		},
	}
	cmd.Flags().StringVar(&release, "release", "", "`URL` of the folder from which CI workflows install Moraine")
	cmd.Flags().BoolVar(&devcontainer, "devcontainer", false, "also write "+container)
	return cmd
}

// address matches values of --release without characters that are special in a shell.
var address = regexp.MustCompile(`^(https?|file)://[A-Za-z0-9._~:/@%+,=-]+$`)

var gameName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// noNames are words that YAML reads as a value of another type than text.
var noNames = []string{"true", "false", "yes", "no", "on", "off", "y", "n", "null"}

func (a *app) begin(game, dir, release string, devcontainer bool) error {
	if !gameName.MatchString(game) || slices.Contains(noNames, game) {
		return fmt.Errorf("a game name has lower-case letters, digits and _, begins with a letter and is not a special word of YAML such as yes or null; not %q", game)
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	if slices.Contains(a.withoutLayer(data, dir).Games(), game) {
		return fmt.Errorf("game %q already exists; choose another name, or copy the game for editing with moraine export %s DIR", game, game)
	}
	list, err := templateFiles(game, release)
	if err != nil {
		return err
	}
	if !devcontainer {
		list = slices.DeleteFunc(list, func(f *interpreter.File) bool { return f.Path == container })
	}
	to, err := files.OpenFolder(a.abs(dir))
	if err != nil {
		return withPath(dir, err)
	}
	defer to.Close()
	missing, changed := compare(to, list)
	theirs := func(f *interpreter.File) bool {
		return strings.HasPrefix(f.Path, ".") && slices.Contains(changed, f)
	}
	kept := slices.DeleteFunc(slices.Clone(changed), func(f *interpreter.File) bool { return !theirs(f) })
	for _, f := range kept { // a link that leads out of the folder would otherwise be left out silently
		if _, err := to.Read(f.Path, &files.Limit{File: maxKept}); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, f.Path), err)
		}
	}
	silent := workflowsWithout(to, game, kept)
	list = slices.DeleteFunc(list, theirs) // the workflow of a game that was there before stays, and so do schemas
	if changed = slices.DeleteFunc(slices.Clone(changed), theirs); len(changed) > 0 {
		return fmt.Errorf("%s already exists with other content; remove it or choose another folder",
			filepath.Join(dir, changed[0].Path))
	}
	if err := writeAll(to, dir, missing); err != nil {
		return err
	}
	for _, f := range list {
		fmt.Fprintln(a.Out, filepath.Join(dir, f.Path))
	}
	for _, f := range kept {
		fmt.Fprintf(a.Out, "%s stays as it is, because it has other content\n", filepath.Join(dir, f.Path))
	}
	in := ""
	if dir != "." {
		in = " --data " + dir
	}
	fmt.Fprintf(a.Out, "\nNext: moraine test %s%s · moraine play %s%s\n", game, in, game, in)
	if len(silent) > 0 {
		fmt.Fprintf(a.Out, "For CI, add %s to the commands in %s, which test other games only.\n", game,
			strings.Join(silent, " and "))
	}
	if release == "" {
		fmt.Fprintf(a.Out, "For CI, write the URL of a Moraine release into %s.\n", filepath.Join(dir, installer))
	}
	return nil
}

// workflowsWithout returns the existing workflows among some files that do not name a game.
func workflowsWithout(in *files.Folder, game string, list []*interpreter.File) (silent []string) {
	name := regexp.MustCompile(`\b` + game + `\b`)
	for _, f := range list {
		if f.Path != workflows["moraine.yml"] && f.Path != workflows["gitlab-ci.yml"] {
			continue
		}
		text, err := in.Read(f.Path, &files.Limit{File: maxKept})
		if err == nil && !name.Match(text) {
			silent = append(silent, f.Path)
		}
	}
	return silent
}

// maxKept limits the bytes of a workflow, or of another file that stays.
const maxKept = 16 << 20

// installer is the file that installs a release for workflows.
const installer = ".ci/install-moraine"

// workflows are the places of the files for CI, and of others that begin with a dot.
var workflows = map[string]string{"moraine.yml": ".github/workflows/moraine.yml", "gitlab-ci.yml": ".gitlab-ci.yml",
	"install-moraine": installer,
	"gitignore":       ".gitignore", "devcontainer.json": container}

// container is the file of the development container.
const container = ".devcontainer/devcontainer.json"

// templateFiles returns the files of the template under the name of a game.
func templateFiles(game, release string) ([]*interpreter.File, error) {
	title := []rune(strings.ReplaceAll(game, "_", " "))
	title[0] = unicode.ToUpper(title[0])
	var out []*interpreter.File
	err := fs.WalkDir(template, "template", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := template.ReadFile(p)
		text = bytes.ReplaceAll(text, []byte("GAME"), []byte(game))
		text = bytes.ReplaceAll(text, []byte("TITLE"), []byte(string(title)))
		text = bytes.ReplaceAll(text, []byte("RELEASE"), []byte(release))
		folder, file, _ := strings.Cut(strings.TrimPrefix(p, "template/"), "/")
		to := folder + "/" + game + "/" + file
		if folder == "ci" {
			to = workflows[file]
		} else {
			text = append([]byte("# yaml-language-server: $schema=../../.schemas/"+folder+".json\n"), text...)
		}
		out = append(out, &interpreter.File{Path: to, Text: text})
		return err
	})
	for _, folder := range folders {
		var schema bytes.Buffer
		if err := escape.JSON(&schema, interpreter.Schema(folder)); err != nil {
			return nil, err
		}
		out = append(out, &interpreter.File{Path: ".schemas/" + folder + ".json", Text: schema.Bytes()})
	}
	return out, err
}

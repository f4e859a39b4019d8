package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"moraine/cards"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/scenarios"
	"moraine/variants"
)

// folders are the folders that a data layer can have.
var folders = []string{"cards", "scenarios", "variants"}

// builtinName is the name of the built-in layer, and the prefix of its files in messages.
const builtinName = "builtin"

// embeddedData joins the three packages with embedded data into one file system. Its root cannot be
// listed.
type embeddedData struct{}

func (embeddedData) Open(name string) (fs.File, error) {
	folder, rest, _ := strings.Cut(name, "/")
	if rest == "" {
		rest = "."
	}
	switch folder {
	case "cards":
		return cards.FS.Open(rest)
	case "scenarios":
		return scenarios.FS.Open(rest)
	case "variants":
		return variants.FS.Open(rest)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// dataLayers finds the games: built in, in the current folder, and in each --data.
type dataLayers struct {
	World
	data      []string
	noBuiltin bool
	all       bool
	// needsNoGame omits the note about games in a folder above, because the command answers without a game
	needsNoGame bool
	ctx         context.Context // done when the command must end
}

// layers returns the data layers in order of increasing precedence: built-in, current folder,
// each --data.
func (dl *dataLayers) layers() (interpreter.Sources, error) { return dl.layersIn(".") }

// serverLayers returns the layers for a server. They include the current folder even if it has no
// data yet.
func (dl *dataLayers) serverLayers() (interpreter.Sources, error) {
	data, err := dl.layers()
	if err != nil || hasData(dl.abs(".")) {
		return data, err
	}
	here, err := dl.layer(".")
	return slices.Insert(data, len(data)-len(dl.data), here), err
}

// checkedLayers returns the layers for commands that check games. A file that belongs to no game is an
// error, unless the command names games, or built-in games are not included.
func (dl *dataLayers) checkedLayers(named ...string) (interpreter.Sources, error) {
	data, err := dl.layers()
	if err != nil {
		return nil, err
	}
	shipped := interpreter.Sources{dl.builtin()}.Games()
	var left []string
	err = data.Strays(func(game string) bool {
		if dl.noBuiltin && slices.Contains(shipped, game) && !slices.Contains(left, game) {
			left = append(left, game)
		}
		return len(named) > 0 || slices.Contains(left, game)
	})
	if len(left) > 0 && len(named) == 0 && err == nil {
		fmt.Fprintf(dl.Err, "moraine: the files here for %s are ignored, because --no-builtin excludes that game\n",
			strings.Join(left, ", "))
	}
	return data, err
}

// ownGames returns the games for a command without a GAME argument: those of which the current folder or a --data
// folder has a file, under cards/, scenarios/ or variants/; with --all, all games. Having none is an error, so that a
// command that ran in the wrong folder does not pass.
func (dl *dataLayers) ownGames(data interpreter.Sources) ([]string, error) {
	if dl.all {
		return data.Games(), nil
	}
	own := data.GamesIn(slices.DeleteFunc(slices.Clone(data), func(l interpreter.Layer) bool {
		return l.Name == builtinName
	}))
	if len(own) == 0 {
		return nil, errors.New(
			"name a GAME, or choose all games with --all; neither the current folder nor a --data folder has a file of a game")
	}
	return own, nil
}

// searchedGames returns the games that a command without a GAME argument searches: ownGames, or all games if there are
// none.
func (dl *dataLayers) searchedGames(data interpreter.Sources) []string {
	own, err := dl.ownGames(data)
	if err != nil {
		return data.Games()
	}
	return own
}

// builtin returns the built-in layer.
func (dl *dataLayers) builtin() interpreter.Layer {
	l := dl.Builtin
	if l.FS == nil {
		l = interpreter.Layer{Name: builtinName, FS: embeddedData{}, Show: func(p string) string {
			return builtinName + ":" + p
		}}
	}
	l.Until = dl.ctx
	return l
}

// layersIn returns the layers for another current folder.
func (dl *dataLayers) layersIn(here string) (interpreter.Sources, error) {
	var out interpreter.Sources
	if !dl.noBuiltin {
		out = append(out, dl.builtin())
	}
	if hasData(dl.abs(here)) {
		l, err := dl.layer(here)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", here, err)
		}
		out = append(out, l)
	} else if above := dl.dataAbove(here); above != "" && len(dl.data) == 0 && !dl.needsNoGame {
		fmt.Fprintf(dl.Err, "moraine: no cards/ in the current folder; the one in %s is not used; run moraine there, or add --data %[1]s\n", above)
	}
	for _, dir := range dl.data {
		switch {
		case !files.Exists(dl.abs(dir)):
			return nil, fmt.Errorf("--data %s: the folder does not exist", dir)
		case !files.IsFolder(dl.abs(dir)):
			return nil, fmt.Errorf("--data %s: this is not a folder", dir)
		case !hasData(dl.abs(dir)):
			return nil, fmt.Errorf("--data %s: the folder contains none of %s", dir, strings.Join(folders, "/, ")+"/")
		}
		l, err := dl.layer(dir)
		if err != nil {
			return nil, fmt.Errorf("--data %s: %w", dir, err)
		}
		out = append(out, l)
	}
	if len(out.Games()) == 0 {
		return nil, errors.New("no game found: neither the current folder nor any --data folder contains cards/GAME")
	}
	return out, nil
}

// withoutLayer returns the layers except the one of a folder, which may be given by any path.
func (w *World) withoutLayer(data interpreter.Sources, dir string) interpreter.Sources {
	return slices.DeleteFunc(slices.Clone(data), func(l interpreter.Layer) bool {
		_, builtin := l.FS.(embeddedData)
		return !builtin && files.Same(w.abs(l.Name), w.abs(dir))
	})
}

func hasData(dir string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return files.IsFolder(filepath.Join(dir, f)) })
}

// dataAbove returns the nearest folder with games at or above here, relative to here, or "".
func (dl *dataLayers) dataAbove(here string) string {
	full := dl.abs(here)
	for up := ".."; full != filepath.Dir(full); up = filepath.Join("..", up) {
		full = filepath.Dir(full)
		if l, err := dl.layer(full); err == nil && len(interpreter.Sources{l}.Games()) > 0 {
			return up
		}
	}
	return ""
}

// layer returns the layer of a folder. Messages show the path as the user typed it.
func (dl *dataLayers) layer(dir string) (interpreter.Layer, error) {
	name := path.Clean(filepath.ToSlash(dir))
	tree, err := files.Dir(dl.abs(dir))
	// files in an unreadable folder would otherwise be ignored silently
	for i := 0; i < len(folders) && err == nil; i++ {
		if _, err = fs.ReadDir(tree, folders[i]); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return interpreter.Layer{Name: name, FS: tree, Until: dl.ctx, Show: func(p string) string {
		return path.Join(name, p)
	}}, err
}

// target converts a command-line argument to a target in the layers: a game, or the path of a
// data file with an optional :LINE. The path may be absolute. A column after the line is
// ignored.
func (dl *dataLayers) target(data interpreter.Sources, arg string) (string, error) {
	if slices.Contains(data.Games(), arg) || strings.HasPrefix(arg, builtinName+":") {
		return arg, nil
	}
	file, line := files.SplitLine(arg)
	if !strings.ContainsAny(file, "./\\") {
		return arg, nil // a game; the caller reports unknown names
	}
	full := dl.abs(filepath.FromSlash(file))
	for _, dir := range slices.Backward(append([]string{"."}, dl.data...)) {
		rel, err := filepath.Rel(dl.abs(dir), full)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		if rel = filepath.ToSlash(rel); rel == "." {
			if !hasData(full) {
				continue // otherwise the file of another layer would be used instead
			}
			rel = "scenarios"
		}
		if _, err := data.Scenarios(rel); err != nil {
			return "", cmp.Or(dl.misplaced(data, file, full), err)
		}
		if line > 0 {
			rel += ":" + strconv.Itoa(line)
		}
		return rel, nil
	}
	return "", cmp.Or(dl.misplaced(data, file, full),
		fmt.Errorf("%s lies outside of the data folders; name its folder with --data", file))
}

// misplaced returns an error for an existing YAML file outside all layers, with the flag that
// would include it. Otherwise it returns nil.
func (dl *dataLayers) misplaced(data interpreter.Sources, file, full string) error {
	if !files.Exists(full) || files.IsFolder(full) || !slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(full)) {
		return nil
	}
	for dir := filepath.Dir(full); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		switch filepath.Base(filepath.Dir(dir)) {
		case "cards", "variants":
			return nil // not a scenario file
		case "scenarios":
			root := filepath.Dir(filepath.Dir(dir))
			if slices.ContainsFunc(append([]string{"."}, dl.data...), func(d string) bool {
				return dl.abs(d) == root
			}) {
				return data.Strays(func(string) bool { return false })
			}
			return fmt.Errorf("%s: this scenario file is outside of the data folders; run moraine in %s, or add --data %s", file, root, root)
		}
	}
	return fmt.Errorf("%s: scenario files must be in scenarios/GAME of the current folder or of a --data folder; move the file there", file)
}

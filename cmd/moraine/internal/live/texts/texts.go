// Package texts has the files of a game as pages send them: texts by path.
package texts

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter"
)

// most is the maximum number of files.
const most = 2000

// Belongs returns an error if a path does not belong to a file of the game.
func Belongs(name, game string) error {
	folder, rest, _ := strings.Cut(name, "/")
	if !fs.ValidPath(name) || !slices.Contains([]string{"cards", "scenarios", "variants"}, folder) ||
		!strings.HasPrefix(rest, game+"/") {
		return fmt.Errorf("%q is not the path of a file of %s", name, game)
	}
	return interpreter.CheckPath(name)
}

// Tree returns the files of a game as a file system. A file without text does not exist: a link has removed it, and
// Tree removes it from files, too.
func Tree(game string, files map[string]string) (fs.FS, error) {
	if len(files) > most {
		return nil, fmt.Errorf("a game must not have more than %d files", most)
	}
	for name := range files {
		if err := Belongs(name, game); err != nil {
			return nil, err
		}
	}
	maps.DeleteFunc(files, func(_, text string) bool { return text == "" })
	text, err := Archive(files)
	if err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(text), int64(len(text)))
}

// Archive returns files as a zip archive.
func Archive(files map[string]string) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name})
		if err == nil {
			_, err = f.Write([]byte(files[name]))
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

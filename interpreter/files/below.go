package files

import (
	"os"
	"path"
)

// WriteBelow writes a file below a folder and makes the folders on the way. name is a path with slashes below dir; a
// symbolic link cannot lead out of dir.
func WriteBelow(dir, name string, data []byte) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return root.WriteFile(name, data, 0o644)
}

// Temporary makes a folder for temporary files, which only the user may read. remove deletes it and its files.
func Temporary() (dir string, remove func(), err error) {
	if dir, err = os.MkdirTemp("", "moraine"); err != nil {
		return "", nil, err
	}
	return dir, func() { _ = os.RemoveAll(dir) }, nil
}

package wasm

// File is a source file of the package.
type File struct{ Name, Text string }

// Compile makes a WebAssembly module of the source files of one Go package,
// written in the small part of Go that doc.go describes.
func Compile(files ...File) ([]byte, error) {
	p, err := load(files)
	if err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return newModule(p).bytes(), nil
}

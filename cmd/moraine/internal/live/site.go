package live

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"moraine/cmd/moraine/internal/book"
)

//go:embed live.js live.css worker.js
var assets embed.FS

// Program is the interpreter for the browser: package worker compiled to WebAssembly and compressed with gzip, and
// the script of the same version of Go that starts it.
type Program struct{ Wasm, Exec []byte }

// Data has the files that the pages of a game load after the click.
type Data struct {
	Game    string            `json:"game"`
	Lang    string            `json:"lang"`
	In      string            `json:"in"`      // the configuration of the static pages
	Program string            `json:"program"` // the address of the program, without the extension
	Pages   []string          `json:"pages"`   // the pages of the book; nil for a playground
	Files   map[string]string `json:"files"`
	Samples []Sample          `json:"samples"` // the examples of the tutorial
	Names   Names             `json:"-"`       // a file of their own, which a page loads for a link
}

// Names has the variants and readings of a game with their names for people, which the page says of a link before it
// loads the game.
type Names struct {
	Variants map[string]string            `json:"variants"`
	Rulings  map[string]map[string]string `json:"rulings"` // by ruling and reading; with the readings of variants
}

// NamesIn returns the names of a book's variants and readings.
func NamesIn(b *book.Book) Names {
	out := Names{Variants: b.Variants(), Rulings: map[string]map[string]string{}}
	for _, r := range b.Game.Syntax.Rulings {
		of := map[string]string{}
		for _, reading := range r.Readings {
			of[reading.Name] = reading.Text
		}
		for _, added := range b.Added(r.Name) {
			of[added.Reading] = added.Says
		}
		out.Rulings[r.Name] = of
	}
	return out
}

// Name returns the name of the program's files without their extension. It has the hash of their content, so that
// caches can keep them for ever, and all games of a site share them.
func (p *Program) Name() string {
	h := sha256.New()
	h.Write(p.Wasm) // hashes return no errors
	h.Write(p.Exec)
	h.Write(asset("worker.js"))
	return fmt.Sprintf("moraine-%x", h.Sum(nil)[:6])
}

// Files returns the files of the program: the script of the worker; the interpreter as it is fetched from a server;
// and as a script for pages that are opened from a folder, where nothing can be fetched.
func (p *Program) Files() []book.File {
	worker, _ := json.Marshal(string(p.Exec) + "\n" + string(asset("worker.js"))) // cannot fail for a string
	name := p.Name()
	return []book.File{
		{Name: name + ".js", Text: script("moraineWorker", worker)},
		{Name: name + ".wasm.gz", Text: p.Wasm},
		{Name: name + ".wasm.js",
			Text: script("moraineProgram", []byte(`"`+base64.StdEncoding.EncodeToString(p.Wasm)+`"`))},
	}
}

// Assets returns the script and the style of live pages, and the data of their game.
func (d *Data) Assets() ([]book.File, error) {
	data, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	names, err := json.Marshal(d.Names)
	if err != nil {
		return nil, err
	}
	return []book.File{
		{Name: "live-names.js", Text: script("moraineNames", names)},
		{Name: "live.js", Text: marked(asset("live.js"))},
		{Name: "live.css", Text: marked(asset("live.css"))},
		{Name: "live-game.js", Text: script("moraineGame", data)},
	}, nil
}

// script returns a script that sets a global variable.
func script(name string, value []byte) []byte {
	return marked(fmt.Appendf(nil, "self.%s = %s\n", name, value))
}

// marked marks a script or style as a part of a book.
func marked(text []byte) []byte { return append([]byte("/* "+book.Mark+" */\n"), text...) }

func asset(name string) []byte {
	text, err := assets.ReadFile(name)
	if err != nil {
		panic(err) // cannot happen: it is embedded
	}
	return text
}

// NewProgram returns a program from its files. The gzip header gets a comment by which a later book knows that it may
// replace the file.
func NewProgram(packed, exec []byte) *Program {
	const header, flags, hasComment = 10, 3, 0x10
	wasm := slices.Concat(packed[:header], []byte(book.Mark+"\x00"), packed[header:])
	wasm[flags] |= hasComment
	return &Program{Wasm: wasm, Exec: exec}
}

package live

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/book"
)

//go:embed *.js *.css
var assets embed.FS

// Program has the programs for the browser, compiled to WebAssembly and compressed with gzip: the interpreter (package
// worker), and the table for matches (package desk/worker). Exec is the script of the same version of Go that starts
// them.
type Program struct {
	Wasm, Play, Exec []byte
	table            Table
}

// Table has the scripts and the style of the table's pages. Script imports the functions that Common exports.
type Table struct{ Common, Script, Style []byte }

// exported matches the name of a function that a script exports, and imported an import.
var exported, imported = regexp.MustCompile(`(?m)^export function (\w+)`), regexp.MustCompile(`(?m)^import .*$`)

// script returns the scripts as one without modules, which browsers refuse in a folder. In place of a network, an
// address and storage, they use those of the page around the table (play.js).
func (t *Table) script() []byte {
	var names []string
	for _, m := range exported.FindAllSubmatch(t.Common, -1) {
		names = append(names, string(m[1]))
	}
	list := strings.Join(names, ", ")
	return fmt.Appendf(nil, "(() => {\n\"use strict\"\nconst {WebSocket, fetch, location, localStorage, sessionStorage}"+
		" = parent.moraineTable\nconst {%s} = (() => {\n%s\nreturn {%s}\n})()\n%s\n})()\n", list,
		exported.ReplaceAll(t.Common, []byte("function $1")), list, imported.ReplaceAll(t.Script, nil))
}

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
// loads the game. Assets sets Program.
type Names struct {
	Program  string                       `json:"program"`
	Variants map[string]string            `json:"variants"`
	Rulings  map[string]map[string]string `json:"rulings"` // by ruling and reading; with the readings of variants
}

// NamesIn returns the names of a book's variants and readings, without drafts.
func NamesIn(b *book.Book) Names {
	out := Names{Variants: b.Variants(), Rulings: map[string]map[string]string{}}
	maps.DeleteFunc(out.Variants, func(name, _ string) bool { return b.Drafts[name] })
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
	for _, text := range [][]byte{p.Play, p.table.Common, p.table.Script, p.table.Style, asset("worker.js"),
		asset("desk-files.js"), asset("desk-worker.js")} {
		h.Write(text)
	}
	return fmt.Sprintf("moraine-%x", h.Sum(nil)[:6])
}

// Files returns the files of the programs. Each has the script of its worker, the program as it is fetched from a
// server, and as a script for pages that are opened from a folder, where nothing can be fetched.
func (p *Program) Files() []book.File {
	name := p.Name()
	out := packed(name, p.Wasm, p.Exec, asset("worker.js"))
	out = append(out, packed(name+".play", p.Play, asset("desk-files.js"), p.Exec, asset("desk-worker.js"))...)
	return append(out, book.File{Name: name + ".table.js", Text: marked(p.table.script())},
		book.File{Name: name + ".table.css", Text: marked(p.table.Style)})
}

// packed returns the files of a program whose worker runs some scripts.
func packed(name string, wasm []byte, scripts ...[]byte) []book.File {
	worker, _ := json.Marshal(string(bytes.Join(scripts, []byte("\n")))) // cannot fail for a string
	return []book.File{
		{Name: name + ".js", Text: script("moraineWorker", worker)},
		{Name: name + ".wasm.gz", Text: wasm},
		{Name: name + ".wasm.js",
			Text: script("moraineProgram", []byte(`"`+base64.StdEncoding.EncodeToString(wasm)+`"`))},
	}
}

// Assets returns the scripts and styles of live pages, and the data of their game.
func (d *Data) Assets() ([]book.File, error) {
	data, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	d.Names.Program = d.Program
	names, err := json.Marshal(d.Names)
	if err != nil {
		return nil, err
	}
	out := []book.File{{Name: "live-names.js", Text: script("moraineNames", names)},
		{Name: "live-game.js", Text: script("moraineGame", data)}}
	for _, name := range []string{"common.js", "live.js", "live.css", "play.js", "play.css"} {
		out = append(out, book.File{Name: name, Text: marked(asset(name))})
	}
	return out, nil
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

// NewProgram returns the programs from their files. The gzip headers get a comment by which a later book knows that it
// may replace the files.
func NewProgram(interpreter, play, exec []byte) *Program {
	return &Program{Wasm: commented(interpreter), Play: commented(play), Exec: exec}
}

// With adds the files of the table's pages.
func (p *Program) With(t Table) *Program {
	p.table = t
	return p
}

func commented(packed []byte) []byte {
	const header, flags, hasComment = 10, 3, 0x10
	wasm := slices.Concat(packed[:header], []byte(book.Mark+"\x00"), packed[header:])
	wasm[flags] |= hasComment
	return wasm
}

package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"gopkg.in/yaml.v3"
)

// Limits bounds the work for a file.
type Limits struct {
	Bytes   int // of the file
	Nodes   int // values, after the expansion of aliases
	Depth   int // nesting of lists and maps
	Aliases int // expansions of aliases
}

// DefaultLimits returns limits that files written by hand do not reach. A file that reaches all
// of them is parsed in well under a second.
func DefaultLimits() Limits {
	return Limits{Bytes: 1 << 20, Nodes: 50_000, Depth: 64, Aliases: 1000}
}

// maxErrors is the maximum number of errors reported for a file.
const maxErrors = 100

// Parse parses a file with one YAML document. If the file is valid YAML, it returns a node even
// with errors, so that later stages can find more errors; such a node must not be used for
// anything else.
func Parse(f *File, lim Limits) (*Node, Diagnostics) {
	if f.kept != nil {
		return f.kept()
	}
	return parseFile(f, lim)
}

// Keep makes Parse parse the file only once, with the default limits.
func (f *File) Keep() {
	f.kept = sync.OnceValues(func() (*Node, Diagnostics) { return parseFile(f, DefaultLimits()) })
}

func parseFile(f *File, lim Limits) (*Node, Diagnostics) {
	var found Diagnostics
	if len(f.Text) > lim.Bytes {
		found.Add(Pos{File: f}, "the file has %d bytes; the maximum is %d", len(f.Text), lim.Bytes)
		return nil, found
	}
	in := newIndex(f)
	checkText(in, &found)
	if len(found) > 0 {
		return nil, found
	}
	if refused := refuse(in, lim); refused != nil {
		found.add(*refused, "%s", []any{refused.Text})
		return nil, found
	}
	text := &shallow{text: body(f.Text)}
	doc, second, err := decodeFrom(text)
	if second != nil {
		found.Hint(in.at(in.rune(second.Line, second.Column)), "write it into a file of its own",
			"second YAML document; a file must have only one")
		return nil, found
	}
	if text.deep { // the lines that have been read show where, unless the last one has it all
		lines := text.text[:bytes.LastIndexByte(text.text[:text.read], '\n')+1]
		if doc, _, err := decodeFrom(bytes.NewReader(lines)); err == nil && len(doc.Content) > 0 {
			if _, found := convert(in, doc, lim); len(found) > 0 {
				return nil, found
			}
		}
	}
	if err != nil {
		fault := findFault(in, lim, err)
		found.add(*fault, "%s", []any{fault.Text})
		return nil, found
	}
	return convert(in, doc, lim)
}

// decode parses the first document of a text, and the second one if it exists. It never decodes
// into Go maps, where the library can panic or take seconds.
func decode(text []byte) (doc, second *yaml.Node, err error) { return decodeFrom(&shallow{text: text}) }

func decodeFrom(text io.Reader) (doc, second *yaml.Node, err error) {
	defer func() {
		if crash := recover(); crash != nil {
			doc, second, err = nil, nil, fmt.Errorf("error in the YAML library: %v", crash)
		}
	}()
	d := yaml.NewDecoder(text)
	doc, second = new(yaml.Node), new(yaml.Node)
	if err = d.Decode(doc); err == nil {
		err = d.Decode(second)
	}
	switch {
	case errors.Is(err, io.EOF):
		return doc, nil, nil
	case err != nil:
		return nil, nil, err
	}
	return doc, second, nil
}

// shallow reads a text until the library's parser is nested too deep. The parser recurses, and 9,000 brackets would
// overflow the stack of a browser, which ends the program. It reads small parts of a text on demand (at most 2 KB
// ahead), so the depth of the stack shows how deep the part read so far is nested, whatever its quotes and comments
// are.
type shallow struct {
	text []byte
	read int  // number of bytes
	deep bool // it stopped because of the nesting
}

// mostFrames is the number of frames of the stack beyond which nothing more is read. Files within the limits need fewer
// than 400.
const mostFrames = 1500

// Read implements io.Reader.
func (s *shallow) Read(p []byte) (int, error) {
	var frame [1]uintptr
	if s.deep = s.deep || runtime.Callers(mostFrames, frame[:]) > 0; s.deep {
		return 0, errors.New("nested too deep")
	}
	if s.read == len(s.text) {
		return 0, io.EOF
	}
	n := copy(p, s.text[s.read:])
	s.read += n
	return n, nil
}

// refuse reports errors that the library would not notice. The library builds all values before
// they can be counted, so a file that probably exceeds the limit several times over is refused
// beforehand. It also ignores directives, including a wrong version of YAML.
func refuse(in *index, lim Limits) *Diagnostic {
	text := in.file.Text
	left := slack * lim.Nodes
	for i := range text {
		if text[i] != ',' && text[i] != '\n' {
			continue
		}
		if left--; left < 0 {
			return &Diagnostic{Pos: in.pos(i), Text: fmt.Sprintf(tooMany, lim.Nodes)}
		}
	}
	if first := skipSpace(text, in.first); first < len(text) && text[first] == '%' {
		return &Diagnostic{Pos: in.pos(first), Text: "YAML directives are not supported",
			Hint: "put text that begins with % in quotes"}
	}
	return nil
}

// slack is the factor by which the number of commas and lines must exceed the limit, because
// some of them are in texts.
const slack = 2

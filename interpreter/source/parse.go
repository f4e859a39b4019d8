package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"

	"gopkg.in/yaml.v3"
)

// Limits bound the cost of a file.
type Limits struct {
	Bytes   int // of the file
	Nodes   int // after aliases are expanded
	Depth   int // of lists and maps within each other
	Aliases int // expansions
}

// DefaultLimits returns limits that no file written by hand meets. A file at all of them is read in well under
// a second.
func DefaultLimits() Limits {
	return Limits{Bytes: 1 << 20, Nodes: 50_000, Depth: 64, Aliases: 1000}
}

// enough is the largest number of errors that are reported of one file.
const enough = 100

// Parse reads a file of one YAML document. Unless the file is not YAML, it returns a node even with errors, so
// that later stages can find more errors; the node must not be used for anything else.
func Parse(f *File, lim Limits) (*Node, Diagnostics) {
	if f.kept != nil {
		return f.kept()
	}
	return parseFile(f, lim)
}

// Keep lets Parse parse the file only once, under the default limits.
func (f *File) Keep() {
	f.kept = sync.OnceValues(func() (*Node, Diagnostics) { return parseFile(f, DefaultLimits()) })
}

func parseFile(f *File, lim Limits) (*Node, Diagnostics) {
	var found Diagnostics
	if len(f.Text) > lim.Bytes {
		found.Add(Pos{f, 1, 1}, "the file has %d bytes; at most %d are read", len(f.Text), lim.Bytes)
		return nil, found
	}
	in := newIndex(f)
	if checkText(in, &found); len(found) > 0 {
		return nil, found
	}
	if refused := refuse(in, lim); refused != nil {
		refused.report(in, &found)
		return nil, found
	}
	doc, second, err := decode(body(f.Text))
	if second != nil {
		found.Add(in.at(in.rune(second.Line, second.Column)), "a second document; a file holds one")
		return nil, found
	}
	if err != nil {
		findFault(in, lim, err).report(in, &found)
		return nil, found
	}
	return convert(in, doc, lim)
}

// decode reads the only document of a text, and a second one if there is. It never decodes into maps, which
// is where the library panics and takes seconds.
func decode(text []byte) (doc, second *yaml.Node, err error) {
	defer func() {
		if crash := recover(); crash != nil {
			doc, second, err = nil, nil, fmt.Errorf("the YAML library gave up: %v", crash)
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader(text))
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

// refuse reports errors that the library would pass over. It builds every value of a file before they are
// counted, so a file that is likely to have several times too many is refused before; and it ignores a
// directive, whatever version of YAML that names.
func refuse(in *index, lim Limits) *fault {
	text := in.file.Text
	left := slack * lim.Nodes
	for i := range text {
		if text[i] != ',' && text[i] != '\n' {
			continue
		}
		if left--; left < 0 {
			return &fault{at: i, text: fmt.Sprintf(tooMany, lim.Nodes)}
		}
	}
	if first := skipSpace(text, in.marks[0]); first < len(text) && text[first] == '%' {
		return &fault{at: first, text: "YAML directives are not supported", hint: "a text that begins with % has to be in quotes"}
	}
	return nil
}

// slack is the factor by which commas and lines must exceed the limit, since some stand in texts.
const slack = 2

var lineOf = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// Limits keep a file, whoever wrote it, from costing more than it may.
type Limits struct {
	Bytes   int // of the file
	Nodes   int // after aliases are expanded
	Depth   int // of lists and maps within each other
	Aliases int // expansions
}

// DefaultLimits are generous for anything written by hand. A file at all of
// them is read in well under a second.
func DefaultLimits() Limits {
	return Limits{Bytes: 1 << 20, Nodes: 50_000, Depth: 64, Aliases: 1000}
}

// enough is how many complaints about one file anybody reads.
const enough = 100

// Parse reads a file of one YAML document. Unless the file cannot be read at
// all there is a node besides the complaints, so that more can be found wrong
// in one go; it must not be used for anything else.
func Parse(f *File, lim Limits) (*Node, Diagnostics) {
	if f.kept != nil {
		return f.kept()
	}
	return parseFile(f, lim)
}

// Keep has a file parsed once, under the default limits, however often it is asked for.
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
	// The library recurses, and is slow to find out that it does so too deeply.
	seen := scan(in, lim)
	if seen.refused != nil {
		seen.refused.report(in, &found)
		return nil, found
	}
	doc, second, err := decode(body(f.Text))
	if second != nil {
		found.Add(in.at(in.rune(second.Line, second.Column)), "a second document; a file holds one")
		return nil, found
	}
	if err != nil {
		if seen.fault == nil {
			seen.fault = nearLine(in, err)
		}
		seen.fault.report(in, &found)
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

var lineOf = regexp.MustCompile(`^line (\d+): `)

// nearLine is all that the library says about a fault that the scanner, which
// knows better, has not found: a line, and that is often off by one.
func nearLine(in *index, err error) *fault {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if m := lineOf.FindStringSubmatch(text); m != nil {
		text = strings.TrimPrefix(text, m[0])
		_, _ = fmt.Sscan(m[1], &line)
	}
	line = min(line, len(in.lines))
	return &fault{at: in.offset(in.rune(line, 1)), text: fmt.Sprintf("near line %d: %s", line, text)}
}

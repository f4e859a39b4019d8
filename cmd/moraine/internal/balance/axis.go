package balance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"moraine/interpreter"
	"moraine/interpreter/source"
)

// Axis is a datum with the settings that are tried.
type Axis struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`

	*datum `json:"-"`
	at     []source.Pos // of the values in the text of --vary
}

// Limits on the axes and points of a sweep. A point is a program of about three megabytes, and all points are
// checked before the first match.
const (
	maxPoints = 100
	maxCopies = 10_000
)

var between = regexp.MustCompile(`^(-?\d+)\.\.(-?\d+)$`)

// Axes parses the texts of --vary: "NAME=1..5" or "NAME=VALUE,VALUE,…". Errors have a position
// in the text.
func (l *Lab) Axes(texts []string) ([]Axis, error) { return l.axes(texts, maxPoints) }

// TuneAxes parses the texts of --vary for a search, which can have more points.
func (l *Lab) TuneAxes(texts []string) ([]Axis, error) { return l.axes(texts, maxTuned) }

// axes parses the texts of --vary. It also refuses a value that two texts vary, or that --reading fixes, and more
// than most points in all.
func (l *Lab) axes(texts []string, most int) ([]Axis, error) {
	var out []Axis
	var d interpreter.Diagnostics
	points := 1
	for _, text := range texts {
		p := &axisParser{l: l, most: most, file: &source.File{Name: "--vary", Text: []byte(text)}, d: &d}
		a := p.parse(text)
		for _, b := range out {
			if a.datum != nil && a.datum == b.datum {
				d.Hint(p.at(0), "give all its values in one --vary", "%s is varied twice", a.Name)
			}
		}
		if a.datum != nil && a.ruling && l.opt.Readings[a.Name] != "" {
			d.Hint(p.at(0), "leave out one of them", "%s is varied, but --reading %s=%s fixes it", a.Name, a.Name,
				l.opt.Readings[a.Name])
		}
		if points *= max(1, len(a.Values)); points > most && len(d) == 0 {
			d.Hint(p.at(0), "vary fewer values at once", "these values make %d points; the maximum for one run is %d",
				points, most)
		}
		out = append(out, a)
	}
	return out, d.Err()
}

// axisParser parses one text of --vary.
type axisParser struct {
	l    *Lab
	most int // the maximum number of values
	file *source.File
	d    *interpreter.Diagnostics
}

// at returns the position of a byte of the text.
func (p *axisParser) at(offset int) source.Pos {
	return source.Pos{File: p.file, Line: 1, Col: 1 + utf8.RuneCount(p.file.Text[:offset])}
}

// parse parses NAME=VALUES. An axis with an error has no datum or lacks values.
func (p *axisParser) parse(text string) (a Axis) {
	name, values, ok := strings.Cut(text, "=")
	a.Name = name
	if !ok || name == "" {
		p.d.Hint(p.at(0), "write NAME=1..5 or NAME=VALUE,VALUE", "the values to try are missing")
		return a
	}
	if a.datum = p.l.byName[name]; a.datum == nil {
		if ofPlayer := "player." + name; p.l.byName[ofPlayer] != nil {
			p.d.Replace(p.at(0), name, ofPlayer, "did you mean "+strconv.Quote(ofPlayer)+"?",
				"%s has no value with the name %q", p.l.game.ID, name)
			return a
		}
		p.d.UnknownOr(p.at(0), name, p.l.names,
			"write CARD.FIELD, CARD.copies, a number of the game, a ruling, or variant",
			"%s has no value with the name %q", p.l.game.ID, name)
		return a
	}
	offset := len(name) + 1
	for item := range strings.SplitSeq(values, ",") {
		p.item(&a, item, offset)
		offset += len(item) + 1
	}
	return a
}

// item adds a value, or the numbers of a range.
func (p *axisParser) item(a *Axis, item string, offset int) {
	at := p.at(offset)
	ends := between.FindStringSubmatch(item)
	switch {
	case item == "":
		p.d.Hint(at, "write NAME=1..5 or NAME=VALUE,VALUE", "missing value")
	case ends == nil && a.number && !source.IsNumber(item):
		p.d.Hint(at, source.Meant(item), "%s must be a whole number, not %s", a.Name, source.Shown(item))
	case ends == nil || !a.number:
		p.add(a, item, at)
	default:
		low, isLow := source.Number(ends[1])
		high, isHigh := source.Number(ends[2])
		switch {
		case !isLow || !isHigh || !source.IsNumber(ends[1]) || !source.IsNumber(ends[2]):
			p.d.Add(at, "%s is not a range of whole numbers", item)
		case low > high:
			p.d.Hint(at, fmt.Sprintf("write %d..%d", high, low), "the range %s is empty", item)
		case high-low >= p.most:
			p.d.Hint(at, "list the values that matter: 1,5,10",
				"the range %s has %d values; the maximum for one run is %d", item, high-low+1, p.most)
		default:
			for v := low; v <= high; v++ {
				p.add(a, strconv.Itoa(v), at)
			}
		}
	}
}

func (p *axisParser) add(a *Axis, value string, at source.Pos) {
	for _, v := range a.Values {
		if v == value {
			p.d.Hint(at, "leave out one of them", "%s has the value %s twice", a.Name, value)
			return
		}
	}
	a.Values, a.at = append(a.Values, value), append(a.at, at)
}

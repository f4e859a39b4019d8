package report

import (
	"encoding/xml"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"moraine/interpreter/scenario"
	"moraine/interpreter/words"
)

// JUnit XML for CI servers: one suite per file, one testcase per case. It is valid under both
// common schemas, windyroad/JUnit-Schema (Ant) and junit-10.xsd of Jenkins: elements that only
// one of them allows, such as `file` of a testcase, are omitted, and elements that one requires
// are written even if empty (timestamp, hostname, the two outputs). The properties of a suite
// contain its file and the line of each testcase.
type junitSuites struct {
	XMLName xml.Name      `xml:"testsuites"`
	Suites  []*junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Package    string          `xml:"package,attr"`
	ID         int             `xml:"id,attr"`
	Timestamp  string          `xml:"timestamp,attr"`
	Hostname   string          `xml:"hostname,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Time       string          `xml:"time,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
	Out        string          `xml:"system-out"`
	Err        string          `xml:"system-err"`
	took       int64           // milliseconds
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name    string      `xml:"name,attr"`
	Class   string      `xml:"classname,attr"`
	Time    string      `xml:"time,attr"`
	Failure *junitFault `xml:"failure"`
	Error   *junitFault `xml:"error"`
	Skipped *junitFault `xml:"skipped"`
}

type junitFault struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// epoch is the timestamp that a schema requires. Without --timings a report must not depend on
// the time.
const epoch = "1970-01-01T00:00:00"

func writeJUnit(w io.Writer, r *scenario.Results, opt Options) error {
	all := junitSuites{}
	var suite *junitSuite
	for _, c := range r.Cases {
		if suite == nil || suite.Name != c.File {
			suite = &junitSuite{Name: c.File, Package: className(path.Dir(c.File)), ID: len(all.Suites),
				Timestamp: epoch, Hostname: "localhost", Time: millis(0),
				Properties: []junitProperty{{"file", relative(c.File)}}}
			all.Suites = append(all.Suites, suite)
		}
		suite.add(c, opt)
	}
	if left := stoppedNote(r); left != "" {
		all.Suites = append(all.Suites, &junitSuite{
			Name: "incomplete", ID: len(all.Suites), Timestamp: epoch, Hostname: "localhost", Tests: 1, Errors: 1,
			Time:       millis(0),
			Properties: []junitProperty{{"file", "incomplete"}},
			Cases: []junitCase{
				{Name: "incomplete", Class: "incomplete", Time: millis(0),
					Error: &junitFault{Message: left, Type: "stopped"}}},
		})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(c scenario.Case, opt Options) {
	s.Tests++
	if line := (junitProperty{"line of " + c.Scenario, strconv.Itoa(c.Line)}); c.Line > 0 &&
		!slices.Contains(s.Properties, line) {
		s.Properties = append(s.Properties, line)
	}
	jc := junitCase{Name: caseName(c), Class: className(strings.TrimSuffix(c.File, path.Ext(c.File))), Time: millis(0)}
	if opt.Timings {
		ms := c.Took.Round(time.Millisecond).Milliseconds()
		s.took += ms
		jc.Time, s.Time = millis(ms), millis(s.took)
	}
	first := c.Message.Summary() // includes the position, because servers show only this line
	if n := len(c.Also); n > 0 {
		first += " (and " + words.Many(n, "more check") + ")"
	}
	switch k := kindOf(c); {
	case c.Status == scenario.Skipped, c.Status == scenario.Refused:
		s.Skipped++
		jc.Skipped = &junitFault{Message: first}
	case k.ran:
		s.Failures++
		jc.Failure = &junitFault{Message: first, Type: string(k.id), Text: c.Message.String()}
	case c.Status == scenario.Failed:
		s.Errors++
		jc.Error = &junitFault{Message: first, Type: string(k.id), Text: c.Message.String()}
	}
	s.Cases = append(s.Cases, jc)
}

// className converts a file to a class name, because servers group tests by dots.
func className(file string) string { return strings.ReplaceAll(file, "/", ".") }

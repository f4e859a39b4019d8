package report

import (
	"encoding/xml"
	"io"
	"path"
	"strings"

	"moraine/interpreter/scenario"
)

// The form that CI servers read: a suite a file, a testcase a case.

type junitSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	junitCounts
	Suites []*junitSuite `xml:"testsuite"`
}

type junitCounts struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr,omitempty"`
}

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCounts
	Cases []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string      `xml:"name,attr"`
	Class   string      `xml:"classname,attr"`
	File    string      `xml:"file,attr"`
	Line    int         `xml:"line,attr"`
	Time    string      `xml:"time,attr,omitempty"`
	Failure *junitFault `xml:"failure"`
	Skipped *junitFault `xml:"skipped"`
}

type junitFault struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func writeJUnit(w io.Writer, r *scenario.Results, opt Options) error {
	all := junitSuites{}
	all.Tests, all.Failures, all.Skipped = len(r.Cases), r.Failed, r.Skipped+r.Refused
	if opt.Timings {
		all.Time = seconds(r.Took)
	}
	var suite *junitSuite
	for _, c := range r.Cases {
		if suite == nil || suite.Name != c.File {
			suite = &junitSuite{Name: c.File}
			all.Suites = append(all.Suites, suite)
		}
		suite.add(c, opt)
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
	jc := junitCase{Name: junitName(c), Class: className(c.File), File: c.File, Line: c.Line}
	if opt.Timings {
		jc.Time = seconds(c.Took)
	}
	first, _, _ := strings.Cut(c.Message, "\n")
	switch c.Status {
	case scenario.Failed:
		s.Failures++
		jc.Failure = &junitFault{Message: first, Text: c.Message}
	case scenario.Skipped, scenario.Refused:
		s.Skipped++
		jc.Skipped = &junitFault{Message: first}
	}
	s.Cases = append(s.Cases, jc)
}

// junitName tells the cases of a scenario apart, which servers do by name.
func junitName(c scenario.Case) string {
	if c.Variant == "" {
		return title(c)
	}
	return title(c) + " under " + c.Variant
}

// className names a file as servers group tests: by dots, without an ending.
func className(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(file, path.Ext(file)), "/", ".")
}

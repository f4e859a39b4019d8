package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"moraine/interpreter/files"
)

// openings maps each format to a pattern for the beginning of its files, in all languages. A
// report may replace a file only if that is empty or begins like a report of the same format.
var openings = map[string]*regexp.Regexp{
	"json": regexp.MustCompile(`^\{\s*"(kind": "\w+"|scenarios": \d|game": "|version": "[^"]*",\s*"game": ")`),
	"html": regexp.MustCompile(
		`^<!doctype html>\n<html lang="\w+">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width(, initial-scale=1)?">\n<title>`),
	"junit": regexp.MustCompile(`^<\?xml [^>]*\?>\n<testsuites[ />]`),
	"github": regexp.MustCompile(
		`^(::(error|warning|notice)\b|\d+ passed, \d+ failed|\d+ mutants (examined|load): )`),
	"markdown": regexp.MustCompile(
		`^(\*\*[^\n]+(: |, by )[^\n]*\*\*\n|\*\*\d+ passed, \d+ failed|[\w\\]+ ?: (no differences|nothing differs|nichts ist verschieden|rien ne diffère|(verschieden sind )?\d+ \pL+, ))`),
	"gitlab":  regexp.MustCompile(`^\[(\]|\s*\{\s*"description": )`),
	"sarif":   regexp.MustCompile(`^\{\s*"\$schema": "[^"]*sarif`),
	"stryker": regexp.MustCompile(`^\{\s*"schemaVersion": `),
	"csv":     regexp.MustCompile(`^measure,how,group,`),
	"lcov":    regexp.MustCompile(`^(TN|SF):`),
	"learned": regexp.MustCompile(`^(#[^\n]*\n)*learned:`),
	"match":   regexp.MustCompile(`^moraine match \d`),
	"pretty": regexp.MustCompile(`^(` + strings.Join([]string{
		`(ok|FAIL|skip|PASS|SKIP|REFUSED) +\S+`, `\d+ passed, \d+ failed`, // test
		`\w+ ?: \d+ \pL+ \pL+ \d+ \pL+, \d+ `,                           // cover
		`\w+ \pL+ \d+ \pL+, [^\n]*\pL \d+(, [^\n]*)?\n`,                 // sim, tune
		`\w+ ?: [^\n]*\n- [^\n]*\n\+ `,                                  // diff
		`\w+: what its scenarios reach\n`, `\w+: [^\n]* and [^\n]*\n- `, // report
		`\w+ from [^\n]*, by (decision|turn)s[^\n]*\n`,             // count
		`\d+ mutants (examined|load): `, `[^\n]*\n  \S+:\d+:\d+  `, // mutate
	}, "|") + `)`),
}

// ownKey matches a file of a game that has more than learned values, and begins with these.
var ownKey = regexp.MustCompile(`(?s)^(#[^\n]*\n)*learned:.*\n[^\s#]`)

// mayReplace returns an error if a report of a format would replace a file of another kind.
func mayReplace(path, format string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil // the file does not exist, or writing it will report the error
	}
	const opening = 64 << 10
	head, err := files.Begin(real, opening)
	if err != nil {
		return nil
	}
	text := strings.TrimSpace(string(head))
	switch ext := strings.ToLower(filepath.Ext(real)); {
	case format != "learned" && (ext == ".yaml" || ext == ".yml"):
		return errors.New("a YAML file is not overwritten with a report; choose another name, or remove the file first")
	case format == "learned" && ownKey.MatchString(text):
		return errors.New("the existing file also has parts that are not learned values, so it is not overwritten; choose another name, or remove it first")
	case text == "", openings[format].MatchString(text):
		return nil
	case format == "learned":
		return errors.New("the existing file does not begin with learned values, so it is not overwritten; choose another name, or remove it first")
	case format == "match":
		return errors.New("the existing file is not a saved match, so it is not overwritten; choose another name, or remove it first")
	}
	return fmt.Errorf("the existing file is not a %s report, so it is not overwritten; choose another name, or remove it first", format)
}

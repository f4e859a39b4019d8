package mutate

import (
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"moraine/interpreter/escape"
)

// A report in Stryker's format (mutation-testing-report-schema, version 2), for tools that
// display it.
type (
	strykerReport struct {
		Version    string                  `json:"schemaVersion"`
		Thresholds map[string]int          `json:"thresholds"`
		Files      map[string]*strykerFile `json:"files"`
	}
	strykerFile struct {
		Language string          `json:"language"`
		Source   string          `json:"source"`
		Mutants  []strykerMutant `json:"mutants"`
	}
	strykerMutant struct {
		ID          string                  `json:"id"`
		Name        string                  `json:"mutatorName"`
		Replacement string                  `json:"replacement"`
		Location    map[string]strykerPlace `json:"location"`
		Status      string                  `json:"status"`
		Reason      string                  `json:"statusReason,omitempty"`
	}
	strykerPlace struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
)

// strykerStatus maps statuses to Stryker's statuses.
var strykerStatus = map[Status]string{
	Killed: "Killed", Survived: "Survived", Justified: "Ignored", Unreached: "NoCoverage", Limited: "Timeout",
	Equivalent: "Ignored", Stillborn: "CompileError",
}

// WriteStryker writes results as JSON in Stryker's format. It returns an error for merged
// results, which do not contain the texts of the files.
func (r *Results) WriteStryker(w io.Writer) error {
	out := strykerReport{Version: "2", Thresholds: map[string]int{"high": 99, "low": 95},
		Files: map[string]*strykerFile{}}
	for _, m := range r.Mutants {
		if m.doc == nil {
			return errors.New("this format needs the rule files; write it with moraine mutate instead of moraine report")
		}
		f := out.Files[m.File]
		if f == nil {
			f = &strykerFile{Language: "yaml", Source: string(m.at.File.Text)}
			out.Files[m.File] = f
		}
		reason := m.Why
		if reason == "" {
			reason = m.By
		}
		f.Mutants = append(f.Mutants,
			strykerMutant{ID: strconv.Itoa(m.N), Name: m.Was, Replacement: m.Became, Location: map[string]strykerPlace{
				"start": {m.Line, m.Col}, "end": {m.Line, m.Col + max(1, utf8.RuneCountInString(m.Was))},
			}, Status: strykerStatus[m.Status], Reason: reason})
	}
	return escape.JSON(w, out)
}

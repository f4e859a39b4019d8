package report

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/url"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// SARIF 2.1.0, as far as failures of scenarios need it. Code scanning hides results beyond
// sarifMost, so no more are written; a property of the run says how many there are.
const sarifMost = 5000

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
		Properties sarifCounts   `json:"properties"`
	}
	sarifCounts struct {
		Failed int `json:"failed"`
		Left   int `json:"incomplete,omitempty"` // cases that did not run to their end, since the run was stopped
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
		Col  int `json:"startColumn"`
	}
)

func writeSARIF(w io.Writer, r *scenario.Results, _ Options) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "moraine"}}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{}, Properties: sarifCounts{r.Failed, r.Left}}
	for _, k := range kinds {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{k.id, sarifText{k.says}})
	}
	for _, c := range r.Cases {
		if c.Status != scenario.Failed || len(run.Results) == sarifMost {
			continue
		}
		at, k := place(c), 0
		for kinds[k] != kindOf(c) {
			k++
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: kinds[k].id, RuleIndex: k, Level: "error", Message: sarifText{caseName(c) + "\n" + c.Message},
			Locations:    located(at),
			Fingerprints: map[string]string{"moraineCase/v1": fingerprint(c)},
		})
	}
	return escape.JSON(w, sarifLog{"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func located(at scenario.Place) []sarifLocation {
	if at.File == "" {
		return []sarifLocation{}
	}
	return []sarifLocation{{sarifPhysical{sarifArtifact{uri(at.File)}, sarifRegion{at.Line, at.Col}}}}
}

// uri is a path as a relative reference.
func uri(file string) string { return (&url.URL{Path: relative(file)}).EscapedPath() }

// fingerprint tells a failure from others whatever moves in its file: line numbers are no part of
// it.
func fingerprint(c scenario.Case) string {
	is := caseName(c)
	if c.Unloaded {
		is = headline(c)
	}
	sum := sha256.Sum256([]byte(relative(c.File) + "\x00" + is))
	return hex.EncodeToString(sum[:16])
}

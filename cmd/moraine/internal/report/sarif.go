package report

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/url"
	"slices"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// The subset of SARIF 2.1.0 that failures of scenarios need. Code scanning hides results beyond
// sarifMost, so no more are written; a property of the run has the total. It also refuses a log
// in which a result has no location, so a failure in a file outside the checkout is written as
// a notification.
const sarifMost = 5000

func writeSARIF(w io.Writer, r *scenario.Results, _ Options) error {
	object, text := func(o ...any) escape.Object {
		return o
	}, func(s string) escape.Object { return escape.Object{"text", s} }
	rules := escape.Each(kinds, func(k kind) escape.Object {
		return object("id", k.id, "shortDescription", text(k.says))
	})
	var results, nowhere []escape.Object
	for _, c := range r.Cases {
		if c.Status != scenario.Failed || len(results)+len(nowhere) == sarifMost {
			continue
		}
		at := c.Place()
		if !inCheckout(at.File) {
			nowhere = append(nowhere, object("level", "error", "message", text(caseName(c)+"\n"+c.Message.String())))
			continue
		}
		location := object("physicalLocation", object(
			"artifactLocation", object("uri", (&url.URL{Path: at.File}).EscapedPath()), "region",
			object("startLine", at.Line, "startColumn", at.Col),
		))
		results = append(results, object(
			"ruleId", kindOf(c).id, "ruleIndex", slices.Index(kinds, kindOf(c)), "level", "error", "message",
			text(caseName(c)+"\n"+c.Message.String()),
			"locations", []escape.Object{location}, "partialFingerprints", object("moraineCase/v1", fingerprint(c)),
		))
	}
	run := object(
		"tool", object("driver", object("name", "moraine", "rules", rules)), "columnKind", "unicodeCodePoints",
		"invocations", []escape.Object{
			object("executionSuccessful", len(nowhere) == 0, "toolExecutionNotifications", nowhere)}, "results",
		results,
		// cases not finished because the run was stopped
		"properties", object("failed", r.Failed, "incomplete?", r.Left),
	)
	schema := "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	return escape.JSON(w, object("$schema", schema, "version", "2.1.0", "runs", []escape.Object{run}))
}

// fingerprint identifies a failure independently of line numbers, so that it stays the same
// when the file is edited.
func fingerprint(c scenario.Case) string {
	is := caseName(c)
	if c.Kind == scenario.Unloaded {
		is = headline(c)
	}
	sum := sha256.Sum256([]byte(relative(c.File) + "\x00" + is))
	return hex.EncodeToString(sum[:16])
}

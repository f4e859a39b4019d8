package equivalence

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/testing/documents"
	"moraine/interpreter/syntax"
)

var update = flag.Bool("update", false, "write anew which fields are compared")

const sameBase = `language: 1
game: sparse
names: {en: Sparse}
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
texts: {rules: The rules}
sections: {A: All}
fields:
  active: {type: player, optional: true}
  low: 0
  high: 0
rulings:
  extra: {kind: rule, question: 'Is there more?', texts: {rules: {reading: silent}}, readings: {more: there is, less: there is not}, default: less, why: It is short.}
procedures:
`

// compileFile compiles the game of a file.
func compileFile(t *testing.T, path string) *program.Program {
	t.Helper()
	g, diags := syntax.Decode(documents.Parse(t, path))
	readings := overlay.Readings(g, nil, &diags)
	p := program.Check(formula.NewCompiler(schema.Build(g, &diags), &diags)).Under(readings, &diags)
	require.NoError(t, diags.Err())
	return p
}

func withProcedures(t *testing.T, procedures string) *program.Program {
	path := filepath.Join(t.TempDir(), "game.yaml")
	require.NoError(t, os.WriteFile(path, []byte(sameBase+procedures), 0o644))
	return compileFile(t, path)
}

// Programs are the same if they differ only in steps that cannot run or have no effect.
func TestSameIgnoresStepsThatCannotRun(t *testing.T) {
	const (
		idle = `
  idle: {do: [{ruling: extra, more: [{set: {high: 9}}], less: []}]}`
		counted = `
  idle: {names: {runs: 0}, do: [{set: {high: high + 1}}]}`
	)
	match := func(steps string) string { return "  match: {do: [" + steps + "{finish: players}]}" }
	for name, of := range map[string]struct {
		a, b string
		same bool
	}{
		"what a shut step does":            {match(`{set: {low: 1}, if: 'ruled("extra", "more")'}, `), match(`{set: {high: 2}, if: 'ruled("extra", "more")'}, `), true},
		"a shut step":                      {match(`{set: {low: 1}, if: 'ruled("extra", "more")'}, {set: {low: 2}}, `), match(`{set: {low: 2}}, `), true},
		"a shut step elsewhere":            {match(`{set: {low: 1}, if: 'ruled("extra", "more")'}, {set: {low: 2}}, `), match(`{set: {low: 2}}, {set: {low: 1}, if: 'ruled("extra", "more")'}, `), true},
		"an open step":                     {match(`{set: {low: 1}, if: 'ruled("extra", "less")'}, {set: {low: 2}}, `), match(`{set: {low: 2}}, `), false},
		"an open step elsewhere":           {match(`{set: {low: 1}}, {set: {low: 2}}, `), match(`{set: {low: 2}}, {set: {low: 1}}, `), false},
		"a call that does nothing":         {match(`{call: idle}, {set: {low: 2}}, `) + idle, match(`{set: {low: 2}}, `) + idle, true},
		"a call that does nothing, if":     {match(`{call: idle, if: low > 0}, {set: {low: 2}}, `) + idle, match(`{call: idle, if: high > 0}, {set: {low: 2}}, `) + idle, true},
		"a call that does something":       {match(`{call: idle}, {set: {low: 2}}, `) + counted, match(`{set: {low: 2}}, `) + counted, false},
		"a call before what comes after":   {match(`{call: idle}, {while: low < 2, do: [{set: {low: low + 1}}]}, `) + idle, match(`{while: low < 2, do: [{set: {low: low + 1}}]}, `) + idle, true},
		"a loop that goes on":              {match(`{while: low < 2, do: [{set: {low: low + 1}}]}, `), match(`{while: low < 3, do: [{set: {low: low + 1}}]}, `), false},
		"an end at which nothing is done":  {`  match: {do: [{finish: players}], at_end: [{set: {low: 1}, if: 'ruled("extra", "more")'}]}`, match(""), true},
		"an end at which something is":     {`  match: {do: [{finish: players}], at_end: [{set: {low: 1}}]}`, match(""), false},
		"a branch of which one is shut":    {match(`{if: 'ruled("extra", "more")', do: [{set: {low: 1}}], else: [{set: {low: 2}}]}, `), match(`{if: 'ruled("extra", "more")', do: [{set: {low: 1}}], else: [{set: {low: 3}}]}, `), false},
		"a part that decides nothing":      {match(`{set: {low: 1}, if: 'low > 0 or ruled("extra", "less")'}, `), match(`{set: {low: 1}, if: 'high > 0 or ruled("extra", "less")'}, `), true},
		"a formula that is settled":        {match(`{set: {low: 1}, if: 'low > 0 or ruled("extra", "less")'}, `), match(`{set: {low: 1}, if: 'true'}, `), true},
		"a part that decides":              {match(`{set: {low: 1}, if: 'low > 0 or ruled("extra", "more")'}, `), match(`{set: {low: 1}, if: 'high > 0 or ruled("extra", "more")'}, `), false},
		"how things look":                  {match("") + "\nlooks: {ann: {colour: red}}", match(""), true},
		"what is done when nobody can say": {match(`{if: low > 0, do: [{set: {low: 1}}]}, `), match(`{if: low > 0, do: [{set: {low: 2}}]}, `), false},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, of.same, Same(withProcedures(t, of.a), withProcedures(t, of.b)))
		})
	}
}

// A procedure that no other calls is compared where a scenario begins in it.
func TestSameComparesProceduresThatNothingCalls(t *testing.T) {
	a := withProcedures(t, "  match: {do: [{finish: players}]}\n  spare: {do: [{call: more}]}\n  more: {do: [{set: {low: 1}}]}")
	b := withProcedures(t, "  match: {do: [{finish: players}]}\n  spare: {do: [{call: more}]}\n  more: {do: [{set: {low: 2}}]}")
	require.True(t, Same(a, b))
	require.False(t, Same(a, b, "spare"))
}

// Shared formulas and procedures are compared once, not once per use.
func TestSharedPartsAreComparedOnce(t *testing.T) {
	const n = 40
	rules := "  match: {do: [{if: f%d, do: [{set: {low: 1}}]}, {call: p%d}, {finish: 'low > 1 ? players : []'}]}\n  p0: {do: [{set: {high: low + 1}}]}\n"
	rules = fmt.Sprintf(rules, n, n)
	formulas := "formulas:\n  f0: low > 0\n"
	for i := 1; i <= n; i++ {
		rules += fmt.Sprintf("  p%d: {do: [{call: p%d}, {call: p%d}]}\n", i, i-1, i-1)
		formulas += fmt.Sprintf("  f%d: f%d and f%d\n", i, i-1, i-1)
	}
	p := withProcedures(t, rules+formulas)
	require.True(t, Same(p, p))
}

// The places where a side offer is closed are part of the comparison.
func TestSameComparesWhereOffersAreClosed(t *testing.T) {
	closed := func(first, second string) *program.Program {
		return withProcedures(t, "  match: {do: [{set: {low: 1}"+first+"}, {set: {high: 1}"+second+"}, {finish: players}]}\n  other: {do: []}\nside_offers:\n  deal: {closed_in: [quiet], do: [{set: {low: 2}}]}\n")
	}
	require.True(t, Same(closed(", id: quiet", ""), closed(", id: quiet", ", id: loud")))
	require.False(t, Same(closed(", id: quiet", ""), closed("", ", id: quiet")))
}

// Every field of the compared types is compared, or listed as one that only affects texts. A new field must
// be added to one of both, unless it holds formulas, which affect each match.
func TestSameComparesEveryField(t *testing.T) {
	seen, fields := map[reflect.Type]bool{}, map[string][]string{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		if seen[of] || ignored[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(of.Elem())
		case reflect.Map:
			walk(of.Key())
			walk(of.Elem())
		case reflect.Struct:
			for f := range of.Fields() {
				if f := f; !slices.Contains(ignoredIn[of], f.Name) && f.Type != valueType && f.Type != reflect.SliceOf(valueType) {
					fields[of.String()] = append(fields[of.String()], f.Name)
					walk(f.Type)
				}
			}
			for _, name := range ignoredIn[of] {
				_, there := of.FieldByName(name)
				require.True(t, there, "%s has no field %s", of, name)
			}
		}
	}
	for _, u := range compileFile(t, "../program/testdata/verbs.yaml").Units {
		for _, op := range u.Ops {
			if op.Do != nil {
				walk(reflect.TypeOf(op.Do))
			}
		}
	}
	for _, root := range []any{&program.Proc{}, &formula.Expr{}, &program.Invariant{}, &program.Timed{}, &program.Offer{}, &schema.Schema{}} {
		walk(reflect.TypeOf(root))
	}
	var is strings.Builder
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		fmt.Fprintf(&is, "%s: %s\n", name, strings.Join(fields[name], " "))
	}
	if *update {
		require.NoError(t, os.WriteFile("testdata/compared.txt", []byte(is.String()), 0o644))
	}
	was, err := os.ReadFile("testdata/compared.txt")
	require.NoError(t, err)
	require.Equal(t, string(was), is.String(), "a field is new or gone: if it only affects texts, list it under ignoredIn in interpreter/internal/equivalence/same.go; then: go test ./interpreter/internal/equivalence -run TestSameComparesEveryField -update")
}

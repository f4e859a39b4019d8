package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/balance"
	"moraine/cmd/moraine/internal/count"
	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/diff"
	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/mutate"
	"moraine/cmd/moraine/internal/report"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/files"
)

// savedKind is a kind of results that a command saves with --report json=FILE.
type savedKind struct {
	formats []string
	parts   bool // the command has --shard
	read    func(a *app, names []string, texts [][]byte, killed *percentage) (write writer, verdict, err error)
}

// savedKinds has the kinds of results by the value of their key "kind".
var savedKinds = map[string]savedKind{
	"test": {formats: report.Formats(),
		read: func(_ *app, _ []string, texts [][]byte, _ *percentage) (writer, error, error) {
			r, look, err := report.Read(texts[0])
			if err != nil {
				return nil, nil, err
			}
			return testWriter(r, look), verdict(r), nil
		}},
	"sim": {formats: simFormats, parts: true,
		read: func(a *app, names []string, texts [][]byte, _ *percentage) (writer, error, error) {
			r, err := merged(names, texts, simulate.Read, simulate.Merge)
			if err != nil {
				return nil, nil, err
			}
			game, err := a.knownGame(r.Game)
			return simWriter(r, game, a.lang), r.Failed.Err(), err
		}},
	"sweep": {formats: simFormats, parts: true,
		read: func(a *app, names []string, texts [][]byte, _ *percentage) (writer, error, error) {
			s, err := merged(names, texts, balance.Read, balance.Merge)
			if err != nil {
				return nil, nil, err
			}
			game, err := a.knownGame(s.Game)
			return simWriter(s, game, a.lang), nil, err
		}},
	"choices": {formats: simFormats,
		read: func(a *app, names []string, texts [][]byte, _ *percentage) (writer, error, error) {
			s := &simulate.Study{}
			return a.whole(texts[0], s, func() string { return s.Game })
		}},
	"ladder": {formats: simFormats,
		read: func(a *app, names []string, texts [][]byte, _ *percentage) (writer, error, error) {
			l := &simulate.Ladder{}
			return a.whole(texts[0], l, func() string { return l.Game })
		}},
	"sensitivity": {formats: simFormats,
		read: func(a *app, names []string, texts [][]byte, _ *percentage) (writer, error, error) {
			s := &balance.Sensitivity{}
			return a.whole(texts[0], s, func() string { return s.Game })
		}},
	"count": {formats: docFormats, parts: true,
		read: func(_ *app, names []string, texts [][]byte, _ *percentage) (writer, error, error) {
			r, err := merged(names, texts, count.Read, count.Merge)
			if err != nil {
				return nil, nil, err
			}
			return docWriter(r.Doc, forms{"json": r.WriteJSON}), nil, nil
		}},
	"mutate": {formats: mutateFormats, parts: true,
		read: func(_ *app, names []string, texts [][]byte, killed *percentage) (writer, error, error) {
			r, err := merged(names, texts, mutate.Read, mutate.Merge)
			if err != nil {
				return nil, nil, err
			}
			return mutantWriter(r, false), killed.verdict(r), nil
		}},
	"tune": {formats: docFormats, read: func(a *app, _ []string, texts [][]byte, _ *percentage) (writer, error, error) {
		t, err := balance.ReadTuning(texts[0])
		if err != nil {
			return nil, nil, err
		}
		game, err := a.knownGame(t.Game)
		return tuningWriter(t, game, a.lang), tuned(t), err
	}},
	"check": {formats: docFormats,
		read: func(_ *app, _ []string, texts [][]byte, _ *percentage) (writer, error, error) {
			var c checked
			if err := escape.ReadJSON(texts[0], &c); err != nil || !escape.Reproduces(texts[0], c.write) {
				return nil, nil, cmp.Or(err, errors.New("this file of results was changed or is incomplete"))
			}
			return docWriter(c.doc, forms{"json": c.write}), c.verdict(), nil
		}},
	"cover": {formats: docFormats,
		read: func(_ *app, _ []string, texts [][]byte, _ *percentage) (writer, error, error) {
			d, err := cover.Saved(texts[0])
			return docWriter(func() *doc.Doc { return d }, forms{"json": func(w io.Writer) error {
				_, err := w.Write(texts[0])
				return err
			}}), nil, err
		}},
	"diff": {formats: docFormats, read: func(_ *app, _ []string, texts [][]byte, _ *percentage) (writer, error, error) {
		r, err := diff.Read(texts[0])
		return diffWriter(r, false, ""), nil, err
	}},
}

func newReport(a *app) *cobra.Command {
	to := inFormats(savedFormats()...)
	var minKilled percentage
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Show results that a command saved with --report json=FILE, or merge the parts of a run",
		Long: `Show saved results of test, check, cover, mutate, diff, sim, tune or count in any of their formats,
with the exit code of the command. Several files must be all parts of one run of sim,
mutate or count with --shard, with the same rules, options and version; the result has
the same bytes as the result of the whole run.`,
		Example: `  moraine report whole.json --format html
  moraine report part*.json --report json=whole.json
  moraine report tests.json --format github --report junit=tests.xml`,
		Args: argCount(1, 1<<20, "the FILEs of a run"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.reportSaved(args, &to, minKilled) },
	}
	cmd.Flags().SortFlags = false
	to.addTo(a, cmd)
	minKilled.addTo(cmd)
	return cmd
}

// partLimit limits the parts of a run. The largest real run, all scenarios of a game under all readings, has 90 MiB.
var partLimit = files.Limit{File: 128 << 20, All: 512 << 20}

func (a *app) reportSaved(args []string, to *reportFlags, minKilled percentage) error {
	limit := partLimit
	texts := make([][]byte, len(args))
	for i, name := range args {
		var err error
		if texts[i], err = limit.ReadFile(a.abs(name)); err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
	}
	kind, err := kindOf(texts[0])
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	is, known := savedKinds[kind]
	switch {
	case !known:
		return fmt.Errorf("%s: results of kind %q cannot be shown; there is %s", args[0], kind,
			strings.Join(slices.Sorted(maps.Keys(savedKinds)), ", "))
	case minKilled.given && kind != "mutate":
		return fmt.Errorf("--min-killed %s: the results in %s are not from moraine mutate", &minKilled, args[0])
	case len(args) > 1 && !is.parts:
		return fmt.Errorf("%s: results of kind %s have no parts; name a single FILE", args[0], kind)
	}
	for _, r := range append(to.files, reportFile{format: to.format.value}) {
		if !slices.Contains(is.formats, r.format) {
			return fmt.Errorf("%s: format %s is not available for these results; choose from %s", args[0], r.format,
				strings.Join(is.formats, ", "))
		}
	}
	write, verdict, err := is.read(a, args, texts, &minKilled)
	if err != nil {
		err = escape.Mistyped(err)
		if len(args) == 1 && !is.parts {
			err = fmt.Errorf("%s: %w", args[0], err)
		}
		return err
	}
	return cmp.Or(a.report(to, write), verdict)
}

// kindOf returns the kind of saved results.
func kindOf(text []byte) (string, error) {
	var in struct {
		Kind                                  string
		Mutants, Points, Rows, Matches, Cases json.RawMessage
	}
	err := json.Unmarshal(text, &in)
	switch otherType := new(json.UnmarshalTypeError); { // files of earlier versions have no kind
	case errors.As(err, &otherType):
		// no object, or its kind is no text
	case err != nil:
		return "", placedInJSON(text, err)
	case in.Kind != "":
		return in.Kind, nil
	case in.Mutants != nil:
		return "mutate", nil
	case in.Points != nil:
		return "sweep", nil
	case in.Rows != nil:
		return "count", nil
	case in.Matches != nil:
		return "sim", nil
	case in.Cases != nil:
		return "test", nil
	}
	return "", errors.New("not results of moraine; write them with --report json=FILE")
}

// placedInJSON adds the line and column to an error in JSON.
func placedInJSON(text []byte, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset > int64(len(text)) {
		return err
	}
	before := text[:syntax.Offset]
	return fmt.Errorf("line %d, column %d: %w", 1+bytes.Count(before, []byte("\n")),
		max(1, len(before)-1-bytes.LastIndexByte(before, '\n')), err)
}

// savedFormats returns all formats of saved results. No single kind has all of them.
func savedFormats() []string {
	out := slices.Clone(report.Formats())
	for _, f := range slices.Concat(simFormats, mutateFormats, docFormats) {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// merged reads the parts of a run and joins them.
func merged[P any](names []string, texts [][]byte, read func(text []byte) (P, error),
	join func(names []string, parts []P) (P, error)) (all P, err error) {
	var parts []P
	for i, text := range texts {
		p, err := read(text)
		if err != nil {
			return all, fmt.Errorf("%s: %w", names[i], err)
		}
		parts = append(parts, p)
	}
	return join(names, parts)
}

// whole reads results of matches that have no parts.
func (a *app) whole(text []byte, into simReport, game func() string) (writer, error, error) {
	if err := escape.ReadJSON(text, into); err != nil {
		return nil, nil, err
	}
	sensitivity, ranks := into.(*balance.Sensitivity)
	if ranks && !sensitivity.Complete() || !escape.Reproduces(text, into.WriteJSON) {
		return nil, nil, errors.New("this file of results was changed or is incomplete")
	}
	g, err := a.knownGame(game())
	return simWriter(into, g, a.lang), nil, err
}

// knownGame returns a game, for its names. It returns nil if the game does not exist here or its rules
// have errors, because the results can be from another machine.
func (dl *dataLayers) knownGame(id string) (*interpreter.Game, error) {
	data, err := dl.layers()
	if err != nil {
		return nil, err
	}
	rules, err := interpreter.Read(data, id)
	if errors.Is(err, interpreter.ErrUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	game, err := rules.Game(interpreter.Options{})
	if errors.As(err, new(interpreter.Diagnostics)) {
		return nil, nil
	}
	return game, err
}

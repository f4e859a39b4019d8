// Package capture writes scenarios into files: a new scenario begins at a moment of a match, or in the middle of
// another scenario.
package capture

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/author"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Match returns the play of a match up to a number of decisions.
func Match(g *exec.Game, h *match.Header, name string, moves []match.Decision) (author.Play, error) {
	if len(h.Rules.Readings) > 0 || strings.Contains(h.Rules.Variant, interpreter.And) {
		return author.Play{},
			errors.New("a scenario belongs to a game or to one variant, but this match uses further readings; write one variant with all of them, and play that variant")
	}
	return author.Play{Game: g, Variant: h.Rules.Variant, Players: h.Players,
		Name: fmt.Sprintf("%s after decision %d", name, len(moves)), Moves: moves}, nil
}

// Capture returns the text of a scenario that leads to the end of a play.
func Capture(ctx context.Context, from author.Play) ([]byte, error) {
	d, err := author.Write(ctx, from)
	if err != nil {
		return nil, err
	}
	return d.Text(), nil
}

// File returns the text of a file with one scenario. It begins with a comment that says where
// to put the file.
func File(scenario []byte, game string) []byte {
	return []byte("# `moraine test` runs this where it lies under scenarios/" + game + ".\n" + string(scenario))
}

// Into returns the text of a file of scenarios with a scenario appended. It returns an error
// for other sorts of files, and if the other scenarios would change their meaning.
func Into(f *source.File, scenario []byte, game string) ([]byte, error) {
	if len(f.Text) == 0 {
		return File(scenario, game), nil
	}
	was, _, err := spec.Read(f)
	if err != nil {
		return nil, err
	}
	if spec.HasBackground(was) {
		return nil, fmt.Errorf(
			"%s was not changed: its `background` would add to the new scenario, so give another file", f.Name)
	}
	out := []byte(strings.TrimRight(string(f.Text), "\n") + "\n\n" + string(scenario))
	now, _, err := spec.Read(&source.File{Name: f.Name, Path: f.Path, Text: out})
	var found source.Diagnostics
	switch {
	case errors.As(err, &found): // its positions refer to a text that is not in a file
		return nil, fmt.Errorf("%s was not changed: with the new scenario the file would have an error: %s", f.Name,
			found[0].Text)
	case err != nil:
		return nil, err
	}
	same := func(a, b *source.Node) bool { return a.Inline() == b.Inline() }
	if n := len(was.Items); len(now.Items) != n+1 || !slices.EqualFunc(was.Items, now.Items[:n], same) {
		return nil, fmt.Errorf("%s was not changed: no scenario can be appended to a file with this YAML layout",
			f.Name)
	}
	return out, nil
}

package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/words"
	"moraine/interpreter/match"
)

// View says how a saved match is shown.
type View struct {
	Lang    string // "": that of the match
	As      string // through the eyes of that seat, of everybody or of nobody in particular; "": see eyesFor
	Clauses bool   // every clause, not those of one text
}

// Replay prints the log of a saved match: who played, all that happened, and
// how it stands at the end.
func Replay(ctx context.Context, g *interpreter.Game, file *match.Saved, hash string, v View, out io.Writer) error {
	if err := file.Fits(g, hash); err != nil {
		return err
	}
	over, err := false, error(nil)
	if v.As == "" {
		if over, err = isOver(ctx, g, file); err != nil {
			return err
		}
	}
	eyes, err := eyesFor(&file.Header, v.As, over)
	if err != nil {
		return err
	}
	if v.Lang != "" {
		file.Lang = v.Lang
	}
	m, err := match.New(g, file.Header, match.Options{Context: ctx, Clauses: v.Clauses}, match.Ear{Eyes: eyes, Lang: file.Lang})
	if err != nil {
		return err
	}
	if err := m.Again(file); err != nil && (m.Err() == nil || ctx.Err() != nil) {
		return err
	}
	m.Over()

	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d", m.Names.Game(), file.Seed)
	for i, kind := range file.Seats {
		fmt.Fprintf(&b, ", %s (%s)", m.Names.Seat(int32(i)), kind)
	}
	b.WriteString("\n" + words.Wrap("", 0, whose(m, eyes)))
	for _, l := range spoken(m.Log(0)) {
		b.WriteString(said(l))
	}
	if err := m.Err(); err != nil {
		_, failed := io.WriteString(out, b.String())
		return errors.Join(err, failed)
	}
	b.WriteString("\n" + tableFor(m, eyes))
	if err := m.Err(); err != nil { // what was to be drawn cannot be
		return err
	}
	if !m.Over() {
		b.WriteString(words.Wrap("", 0, m.Names.T("The match goes on after %d decisions.", len(file.Decisions))))
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// What --as takes besides a seat: what the whole table may know, and all that there is.
const (
	asTable      = "table"
	asEverything = "everything"
)

// eyesFor is through whose eyes a match is shown. While it goes on, and nobody has said it, that is
// what is no secret: what its one person sees, or what all persons may know.
func eyesFor(h *match.Header, as string, over bool) (int32, error) {
	persons := h.Persons()
	switch i := slices.Index(h.IDs, as); {
	case i >= 0:
		return int32(i), nil
	case as == asTable, as == "" && !over && len(persons) > 1:
		return match.Public, nil
	case as == "" && !over && len(persons) == 1:
		return persons[0], nil
	case as == "", as == asEverything:
		return match.Everything, nil
	}
	among := append(slices.Clone(h.IDs), asTable, asEverything)
	return 0, fmt.Errorf("nobody is called %q here; %s", as, interpreter.Which(as, "there are", among))
}

// isOver plays a saved match to see whether it goes on; what is wrong with it is found then, too.
func isOver(ctx context.Context, g *interpreter.Game, file *match.Saved) (bool, error) {
	m, err := match.New(g, file.Header, match.Options{Context: ctx})
	if err != nil {
		return false, err
	}
	if err := m.Again(file); err != nil && (m.Err() == nil || ctx.Err() != nil) {
		return false, err
	}
	return m.Over(), nil
}

// whose says through whose eyes something is shown.
func whose(m *match.Match, eyes int32) string {
	switch eyes {
	case match.Everything:
		return m.Names.T("Shown is everything, also what is hidden.")
	case match.Public:
		return m.Names.T("Shown is what all at the table may know.")
	}
	return m.Names.T("Shown is what %s may know.", m.Names.Seat(eyes))
}

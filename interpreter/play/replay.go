package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/words"
)

// View says how a saved match is shown.
type View struct {
	Lang    string // "": that of the match
	As      string // through the eyes of that seat, of everybody or of nobody in particular; "": see eyesFor
	Clauses bool   // every clause, not those of one text
}

// Replay prints the log of a saved match: who played, all that happened, and
// how it stands at the end.
func Replay(ctx context.Context, g *interpreter.Game, from *Saved, hash string, v View, out io.Writer) error {
	file := from.file
	if err := file.fits(g, hash); err != nil {
		return err
	}
	over, err := false, error(nil)
	if v.As == "" {
		if over, err = isOver(ctx, g, file); err != nil {
			return err
		}
	}
	eyes, err := file.eyesFor(v.As, over)
	if err != nil {
		return err
	}
	if v.Lang != "" {
		file.lang = v.Lang
	}
	m, err := newMatch(g, file.header, eyes, v.Clauses)
	if err != nil {
		return err
	}
	m.Ctx = ctx
	if err := m.again(file); err != nil && (m.Err() == nil || ctx.Err() != nil) {
		return err
	}
	m.Next()
	m.log.flush()

	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d", m.names.Game(), file.seed)
	for i, kind := range file.seats {
		fmt.Fprintf(&b, ", %s (%s)", m.names.Seat(int32(i)), kind)
	}
	b.WriteString("\n" + words.Wrap("", 0, m.through(eyes).whose()))
	for _, l := range spoken(m.log.lines) {
		b.WriteString(l.String())
	}
	if err := m.Err(); err != nil {
		_, failed := io.WriteString(out, b.String())
		return errors.Join(err, failed)
	}
	b.WriteString("\n" + m.tableFor(eyes))
	if err := m.Err(); err != nil { // what was to be drawn cannot be
		return err
	}
	if !m.Finished() {
		b.WriteString(words.Wrap("", 0, m.names.T("The match goes on after %d decisions.", len(file.decisions))))
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
func (h *header) eyesFor(as string, over bool) (int32, error) {
	persons := h.persons()
	switch i := slices.Index(h.ids, as); {
	case i >= 0:
		return int32(i), nil
	case as == asTable, as == "" && !over && len(persons) > 1:
		return public, nil
	case as == "" && !over && len(persons) == 1:
		return persons[0], nil
	case as == "", as == asEverything:
		return everything, nil
	}
	among := append(slices.Clone(h.ids), asTable, asEverything)
	hint := schema.Hint(as, among)
	if hint == "" {
		hint = "there are " + strings.Join(among, ", ")
	}
	return 0, fmt.Errorf("nobody is called %q here; %s", as, hint)
}

// isOver plays a saved match to see whether it goes on; what is wrong with it is found then, too.
func isOver(ctx context.Context, g *interpreter.Game, file *saved) (bool, error) {
	m, err := newMatch(g, file.header, everything, false)
	if err != nil {
		return false, err
	}
	m.Ctx, m.Observer = ctx, nil
	if err := m.again(file); err != nil && (m.Err() == nil || ctx.Err() != nil) {
		return false, err
	}
	m.Next()
	return m.Finished(), nil
}

// whose says through whose eyes something is shown.
func (v *view) whose() string {
	switch v.names.eyes {
	case everything:
		return v.names.T("Shown is everything, also what is hidden.")
	case public:
		return v.names.T("Shown is what all at the table may know.")
	}
	return v.names.T("Shown is what %s may know.", v.names.Seat(v.names.eyes))
}

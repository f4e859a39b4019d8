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
	As      string // through the eyes of that seat; "all": what all may know; "": everything
	Clauses bool   // every clause, not those of one text
}

// Replay prints the log of a saved match: who played, all that happened, and
// how it stands at the end.
func Replay(ctx context.Context, g *interpreter.Game, from *Saved, hash string, v View, out io.Writer) error {
	as := v.As
	file := from.file
	if err := file.fits(g, hash); err != nil {
		return err
	}
	eyes := int32(everything)
	switch i := slices.Index(file.ids, as); {
	case i >= 0:
		eyes = int32(i)
	case as == "all":
		eyes = public
	case as != "":
		among := append(slices.Clone(file.ids), "all")
		hint := schema.Hint(as, among)
		if hint == "" {
			hint = "there are " + strings.Join(among, ", ")
		}
		return fmt.Errorf("there is no seat %q in %s; %s", as, file.path, hint)
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
	b.WriteString("\n")
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
		b.WriteString(words.Wrap("", 0, fmt.Sprintf("The match goes on after %d decisions.", len(file.decisions))))
	}
	_, err = io.WriteString(out, b.String())
	return err
}

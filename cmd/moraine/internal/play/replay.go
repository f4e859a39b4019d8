package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// View selects the presentation of a saved match.
type View struct {
	Lang    string // "" for the language of the match
	As      string // a seat, asTable or asEverything; "" for the default of eyesFor
	Clauses bool   // cite the clauses of all texts, not only of the first
}

// Replay prints a saved match: the players, the log, and the final position.
func Replay(ctx context.Context, g *interpreter.Game, file *match.Saved, hash string, v View, out io.Writer) error {
	if err := file.Fits(g, hash); err != nil {
		return err
	}
	going, over, err := eyesFor(&file.Header, v.As)
	if err != nil {
		return err
	}
	if v.Lang != "" {
		file.Lang = v.Lang
	}
	m, err := match.New(g, file.Header, match.Options{Context: ctx, Clauses: v.Clauses},
		match.Recipient{Eyes: going, Lang: file.Lang}, match.Recipient{Eyes: over, Lang: file.Lang})
	if err != nil {
		return err
	}
	if err := m.Replay(file); err != nil && (m.Err() == nil || ctx.Err() != nil) {
		return err
	}
	eyes, lines := going, m.Log(0)
	if m.Over() {
		eyes, lines = over, m.Log(1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d", m.Names.Game(), file.Seed)
	for i, kind := range file.Seats {
		fmt.Fprintf(&b, ", %s (%s)", m.Names.Seat(int32(i)), kind)
	}
	b.WriteString("\n" + words.Wrap("", 0, viewerName(m, eyes)))
	for _, l := range sentences(lines) {
		b.WriteString(formatLine(l, words.Width))
	}
	if err := m.Err(); err != nil {
		_, failed := io.WriteString(out, b.String())
		return errors.Join(err, failed)
	}
	b.WriteString("\n" + Table(m, eyes))
	if err := m.Err(); err != nil { // the position cannot be drawn
		return err
	}
	if !m.Over() {
		b.WriteString(words.Wrap("", 0, m.Names.T("The match continues after %d decisions.", len(file.Decisions))))
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// Values of --as other than seats: public knowledge, and everything.
const (
	asTable      = "table"
	asEverything = "everything"
)

// eyesFor returns the viewer for a match that is not over, and for one that is. Without --as, a
// match that is not over is shown to its only person, or with public knowledge.
func eyesFor(h *match.Header, as string) (going, over int32, err error) {
	persons := h.Persons()
	switch i := slices.Index(h.IDs, as); {
	case i >= 0:
		return int32(i), int32(i), nil
	case as == asTable:
		return match.Public, match.Public, nil
	case as == "" && len(persons) > 1:
		return match.Public, match.Everything, nil
	case as == "" && len(persons) == 1:
		return persons[0], match.Everything, nil
	case as == "", as == asEverything:
		return match.Everything, match.Everything, nil
	}
	among := append(slices.Clone(h.IDs), asTable, asEverything)
	return 0, 0, fmt.Errorf("unknown seat or view %q; %s", as, interpreter.Which(as, "there are", among))
}

// viewerName describes the viewer.
func viewerName(m *match.Match, eyes int32) string {
	switch eyes {
	case match.Everything:
		return m.Names.T("Everything is shown, including hidden information.")
	case match.Public:
		return m.Names.T("Only public information is shown.")
	}
	return m.Names.T("Only the information of %s is shown.", m.Names.Seat(eyes))
}

package naming

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// Seats lists the names of the seats in a scenario: the players in order, then the unused
// seats. Rules never name players, so a scenario may choose who sits where.
type Seats []string

func (s Seats) Of(name string) int { return slices.Index(s, name) }

// Refuse records that no player has a name. among lists the names that could be meant instead.
func (s Seats) Refuse(d *source.Diagnostics, at source.Pos, name string, among []string) {
	d.UnknownOr(at, name, among, "the players are "+strings.Join(s, ", "), "there is no player %q", name)
}

// Constant parses a value in which players have the names of the scenario's seats.
func (s Seats) Constant(of *schema.Schema, text string, t schema.Type) (v int32, why string) {
	if v, why = of.Constant(text, t); why == "" && v >= 0 && t.Base == schema.Player {
		v = int32(s.Of(text))
	}
	return v, why
}

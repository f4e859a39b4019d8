package exec

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"slices"
	"strings"
)

// seatList lists the names of the seats in a scenario: the players in order, then the unused
// seats. Rules never name players, so a scenario may choose who sits where.
type seatList []string

func (s seatList) of(name string) int { return slices.Index(s, name) }

// refuse records that a name is that of no player. among has the names that could be meant instead.
func (s seatList) refuse(d *source.Diagnostics, at source.Pos, name string, among []string) {
	d.UnknownOr(at, name, among, "the players are "+strings.Join(s, ", "), "there is no player %q", name)
}

// constant parses a value in which players have the names of the scenario's seats.
func (s seatList) constant(of *schema.Schema, text string, t schema.Type) (v int32, why string) {
	if v, why = of.Constant(text, t); why == "" && v >= 0 && t.Base == schema.Player {
		v = int32(s.of(text))
	}
	return v, why
}

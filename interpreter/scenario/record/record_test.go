package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/engine"
	"moraine/interpreter/testing/games"
)

// A record ends with the pieces, fields and winners of its match, for any order that chance has drawn.
func TestRecordsEndAsTheirMatches(t *testing.T) {
	for id, loaded := range games.Every(t, "../../..") {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			g, compared := exec.In(loaded), 0
			step := 1
			if len(g.Program.Pieces) >= 60 {
				step = 40
			}
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				all := engine.Moves(t, loaded, players, uint64(players), 500)
				for n := players; n <= len(all); n += step {
					m := engine.New(loaded, players)
					for _, move := range all[:n] {
						m.Next()
						require.NoError(t, engine.Make(m, move))
					}
					req := m.Next()
					if req != nil && req.DrawsOwed() {
						continue // the record ends before the choice, or with an order as declared
					}
					rec, err := Of(g, players, nil, all[:n], nil, func(given []source.Pair) (*exec.Stand, error) {
						s := &spec.Scenario{Name: "s", Given: source.NewMap(given...), Checks: source.MapOf("stands", source.Text("nothing"))}
						return g.Stand(s)
					})
					require.NoError(t, err)
					is := rec.world(rec.states[rec.Len()])
					if now := rec.looks.M.Next(); (req == nil) == (now == nil) && (req == nil || req.Name == now.Name && req.By == now.By) {
						require.Equal(t, rec.world(m.State()), is, "%d players, decision %d", players, n)
						compared++
					} // a choice among backs can have only one answer where pieces are named
				}
			}
			if id == "rounds" {
				require.Positive(t, compared)
			}
		})
	}
}

// world writes the pieces and fields of a state, without the running procedures. Equal pieces can be listed in
// different places, so items are sorted.
func (rec *Record) world(s *state.State) string {
	rec.looks.M.Restore(s)
	g := rec.looks.Game().Program
	given := rec.looks.Moment().Given
	given.Pairs = slices.DeleteFunc(slices.Clone(given.Pairs), func(p source.Pair) bool {
		name := p.Key.Value
		field := func(f *schema.Field) bool { return f.Name == name }
		return g.Seat(name) < 0 && g.GameZone(name) == nil && !slices.ContainsFunc(g.GameFields, field) || g.Turn != nil && field(g.Turn)
	})
	var out strings.Builder
	var write func(n *source.Node)
	write = func(n *source.Node) {
		for _, p := range n.Pairs {
			fmt.Fprint(&out, p.Key.Value, ": ")
			write(p.Val)
		}
		if n.Kind != source.Map {
			items := strings.FieldsFunc(n.Flow(), func(c rune) bool { return strings.ContainsRune("[]{}, ", c) })
			slices.Sort(items)
			fmt.Fprintln(&out, items)
		}
	}
	write(given)
	return fmt.Sprint(out.String(), rec.looks.M.Winners())
}

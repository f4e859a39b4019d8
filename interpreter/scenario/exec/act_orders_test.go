package exec

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/engine"
	"moraine/interpreter/testing/games"
)

// A script gives the order in which a step takes unseen pieces. Without such a line, they follow the declaration.
func TestScriptsGiveOrders(t *testing.T) {
	const begin = `
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [chalk, flint, 2 slate]}, bag: {block: [opal]}}
  when:
    - ann: pass
    - ann: pass
    - ann: pass
    - ann: pass
`
	const rolled = "    - rolls: [1, 1, 2, 2]\n"
	g := In(games.Every(t, "../../..")["rounds"])
	for name, c := range map[string]struct{ script, wrong string }{
		"as declared":               {begin + rolled + "  then: 'open == [flint] and ann.left == [] and ann.right == [slate, opal]'", ""},
		"of a move":                 {begin + rolled + "    - draws: {turn.move: [slate, flint]}\n  then: 'open == [slate] and ann.right == [flint, opal]'", ""},
		"with a number":             {begin + rolled + "    - draws: {turn.move: [2 slate, opal]}\n  then: 'open == [slate] and ann.right == [flint, slate]'", ""},
		"of a pick":                 {begin + rolled + "    - draws: {turn.lost: [slate]}\n  then: open == [slate]", ""},
		"of two steps":              {begin + rolled + "    - draws: {turn.move: [slate, opal, slate]}\n    - draws: {turn.lost: [slate]}\n  then: open == [slate]", ""},
		"of rounds":                 {begin + "    - draws: {turn.pebble: [slate]}\n    - rolls: [2]\n" + "    - draws: {turn.pebble: [slate]}\n    - rolls: [2, 1, 1]\n  then: ann.points == 3", ""},
		"a piece too many":          {begin + rolled + "    - draws: {turn.lost: [slate, slate]}\n  then: open == [slate]", "this piece is not used: turn.lost takes no piece here"},
		"a piece that is not there": {begin + rolled + "    - draws: {turn.move: [opal, chalk]}\n  then: open == [slate]", "turn.move does not offer chalk"},
		"a step that is not run":    {begin + rolled + "    - draws: {turn.tile: [slate]}\n  then: open == [slate]", "this piece is not used: turn.tile takes no piece here"},
		"an order that no match has": {`
- scenario: s
  given: {players: 2, turn: ann, at: turn, ann: {hand: [chalk, flint]}, open: [opal]}
  when:
    - draws: {turn.tile: [flint]}
  then: open == [opal]`, "turn.tile does not offer flint\n  first come the pieces that all players know, in their order, then the others zone by zone; next is opal"},
		"an unknown step": {begin + rolled + "    - draws: {turn.mov: [slate]}\n  then: open == [slate]", `no step takes unseen pieces in an order under the name "turn.mov"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, list, err := Read(&source.File{Name: "s.yaml", Text: []byte(c.script)})
			require.NoError(t, err)
			out := g.Run(list[0], Options{Trace: true})
			if c.wrong == "" {
				require.False(t, out.Failed, "%s\n%s", out.Message, out.Trace)
			} else {
				require.Contains(t, out.Message, c.wrong)
			}
		})
	}
}

// A record ends with the pieces, fields and winners of its match, for any order that chance has drawn.
func TestRecordsEndAsTheirMatches(t *testing.T) {
	for id, loaded := range games.Every(t, "../../..") {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			g, compared := In(loaded), 0
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
					if req != nil && req.DrawsMeant() {
						continue // the record ends before the choice, or with an order as declared
					}
					rec, err := g.Record(players, nil, all[:n], nil, func(given []source.Pair) (*Stand, error) {
						s := &Scenario{Name: "s", Given: source.NewMap(given...), Checks: source.MapOf("stands", source.Text("nothing"))}
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

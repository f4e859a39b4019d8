package machine_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// The hard rules of two more games, as test data: a growing map of hexes and
// fights of several, and an opponent that picks by compass. Tests lay out a bare
// world and run one procedure, as a scenario does.

func samples() interpreter.Sources {
	return interpreter.Sources{{Name: "samples", FS: os.DirFS("../../testdata/samples")}}
}

// sample is a bare world of a sample game.
func sample(t *testing.T, game string, players int, readings map[string]string) *run {
	t.Helper()
	g, err := interpreter.Load(samples(), game, interpreter.Options{Readings: readings})
	require.NoError(t, err)
	r := &run{machine.New(g.Program, players, nil), t, g}
	r.Bare(players)
	return r
}

// put lays the next cards of these names, which are still where they begin, at a
// place: put("blue.store", "stick", "grass"). Of pieces with an owner, "blue's x"
// is blue's.
func (r *run) put(place string, cards ...string) *run {
	r.t.Helper()
	v := r.compile(place)
	require.Equal(r.t, schema.Zone, v.Type.Base, place)
	r.Env.Begin()
	z := ref.Place(v.Num(&r.Env))
	require.NoError(r.t, r.Err(), place)
	for _, name := range cards {
		r.Env.World.Place(r.unused(name), z, false)
	}
	return r
}

// unused is the next piece of that name which is still where it begins.
func (r *run) unused(name string) ref.Piece {
	r.t.Helper()
	owner, card, owned := strings.Cut(name, "'s ")
	if !owned {
		card = owner
	}
	s := r.game.Schema
	for p := range s.Pieces {
		info := s.Pieces[p]
		if s.Cards[info.Card].Name == card && (!owned || int(info.Owner) == s.Seat(owner)) && r.Env.World.In(ref.Piece(p)) == info.Start {
			return ref.Piece(p)
		}
	}
	r.t.Fatalf("there is no %s left", name)
	return -1
}

// make gives fields of the world values: make("rings", 2), or
// make("blue.food", 3).
func (r *run) make(field string, value int32) *run {
	r.t.Helper()
	s := r.game.Schema
	owner, name, owned := strings.Cut(field, ".")
	if owned {
		f := s.PlayerField(name)
		require.NotNil(r.t, f, field)
		r.Env.World.Write(f.Slot+s.Seat(owner), value)
		return r
	}
	f := s.GameField(field)
	require.NotNil(r.t, f, field)
	r.Env.World.Write(f.Slot, value)
	return r
}

// begin runs a procedure for a seat, with names that it takes: pairs of a name
// and a formula.
func (r *run) begin(proc, seat string, with ...string) *run {
	r.t.Helper()
	s, p := r.game.Schema, r.game.Program.Proc(proc)
	require.NotNil(r.t, p, proc)
	values := map[string][]int32{}
	for i := 0; i < len(with); i += 2 {
		v := r.compile(with[i+1])
		slot := p.Slot(with[i])
		require.NotNil(r.t, slot, "%s takes no %s", proc, with[i])
		r.Env.Begin()
		if v = formula.As(v, slot.Type); v.IsList() {
			values[with[i]] = append([]int32(nil), v.List(&r.Env)...)
		} else {
			values[with[i]] = []int32{v.Num(&r.Env)}
		}
		require.NoError(r.t, r.Err(), with[i+1])
	}
	r.BeginAt(p.Index, -1, ref.Seat(s.Seat(seat)))
	for name, v := range values {
		r.Stack.SetName(p.Slot(name), v)
	}
	return r
}

func TestSamplesLoad(t *testing.T) {
	for _, game := range samples().Games() {
		_, err := interpreter.Load(samples(), game, interpreter.Options{})
		require.NoError(t, err, game)
	}
}

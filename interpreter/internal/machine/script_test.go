package machine_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// header is the part that every game needs; a test writes the rest.
const header = `
language: 1
game: test
names: {en: Test}
players: {from: 2, to: 3, seats: [ann, bob, cid]}
start: match
`

// cards are kinds for tests that need pieces and not a game: coins of a few
// values, tokens that are all alike, boxes that hold coins.
const cards = `
kind: coin
fields: {worth: number, mark: {type: number, default: 0}}
discards: scrap
starts: bank
cards:
  penny: {copies: 3, worth: 1}
  groat: {copies: 2, worth: 4}
  crown: {copies: 1, worth: 9}
---
kind: chip
starts: bank
cards: {food: {copies: 6}, wood: {copies: 6}}
---
kind: box
zones: {inside: {holds: [coin, box]}}
starts: bank
cards: {chest: {copies: 2}, bag: {copies: 1}}
---
zones:
  bank: {}
  scrap: {order: stack, holds: [coin]}
  deck: {order: stack, holds: [coin, box]}
  pile: {order: stack, holds: [coin, box]}
  table: {}
player:
  zones: {hand: {}, stock: {}}
`

// load compiles a game of a header and some documents, between lines of ---.
func load(docs ...string) (*interpreter.Game, error) {
	files := fstest.MapFS{}
	text := header + "---" + strings.Join(docs, "\n---\n")
	for i, doc := range strings.Split(text, "\n---\n") {
		files[fmt.Sprintf("cards/test/%02d.yaml", i)] = &fstest.MapFile{Data: []byte(doc)}
	}
	return interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "test", interpreter.Options{})
}

// run is a match that a test plays step by step.
type run struct {
	*machine.Match
	t    *testing.T
	game *interpreter.Game
}

func start(t *testing.T, players int, docs ...string) *run {
	t.Helper()
	g, err := load(append([]string{""}, docs...)...)
	require.NoError(t, err)
	return &run{machine.New(g.Program, players, nil), t, g}
}

// play answers request after request by lines such as
//
//	ann match.coin: penny          ann is asked for match.coin and takes a penny
//	bob match.coins [penny groat]: penny penny     … and these were offered
//	chance match.die: 4
//	ann match.gift: -              ann declines
//
// and then nothing may be asked any more.
func (r *run) play(lines ...string) *run {
	r.t.Helper()
	for _, line := range lines {
		r.answer(line)
	}
	if q := r.Next(); q != nil {
		r.t.Fatalf("after %q still asked: %s", lines, r.show(q))
	}
	return r
}

func (r *run) answer(line string) {
	r.t.Helper()
	asked, choice, ok := strings.Cut(line, ": ")
	require.True(r.t, ok, "a line is `who request: answer`, not %q", line)
	q := r.Next()
	if q == nil {
		require.NoError(r.t, r.Err())
		r.t.Fatalf("nothing is asked any more, but the script says %q", line)
	}
	want, offered, _ := strings.Cut(asked, " [")
	shown := r.who(q.By) + " " + q.Name
	require.Equal(r.t, want, shown, "asked: %s", r.show(q))
	if offered != "" {
		require.Equal(r.t, strings.TrimSuffix(offered, "]"), strings.Join(r.options(q), " "))
	}
	require.NoError(r.t, r.Answer(r.indices(q, choice)...), line)
}

// indices are the options that an answer names.
func (r *run) indices(q *machine.Request, choice string) []int32 {
	r.t.Helper()
	var out []int32
	if choice == "-" {
		return nil
	}
	all := r.options(q)
	for word := range strings.FieldsSeq(choice) {
		i := slices.Index(all, word)
		require.GreaterOrEqual(r.t, i, 0, "%s is not offered: %s", word, r.show(q))
		out = append(out, int32(i))
	}
	return out
}

// refuses asserts that an answer is illegal and why.
func (r *run) refuses(choice, why string) *run {
	r.t.Helper()
	q := r.Next()
	require.NotNil(r.t, q, "nothing is asked: %v", r.Err())
	before := r.State().Clone()
	require.EqualError(r.t, r.Answer(r.indices(q, choice)...), why)
	require.True(r.t, before.Equal(r.State()), "an illegal answer changed the state")
	return r
}

// is asserts that formulas hold.
func (r *run) is(formulas ...string) *run {
	r.t.Helper()
	require.NoError(r.t, r.Err())
	for _, text := range formulas {
		v := r.compile(text)
		r.Env.Begin()
		require.True(r.t, v.Yes(&r.Env) && r.Err() == nil, "%s does not hold (%v)", text, r.Err())
	}
	return r
}

// compile compiles a formula of the game; seats are known by name.
func (r *run) compile(text string) *formula.Expr {
	r.t.Helper()
	var d source.Diagnostics
	c := r.game.Compiler()
	c.Diags = &d
	sc := &formula.Scope{Given: func(name string) (*formula.Expr, bool) {
		seat := r.game.Schema.Seat(name)
		return formula.Known(schema.Type{Base: schema.Player}, int32(seat)), seat >= 0
	}}
	v := c.Compile(&syntax.Formula{Node: &source.Node{Value: text}, IsText: true, Text: text}, sc)
	require.NoError(r.t, d.Err(), text)
	return v
}

// fails plays on by the script and asserts that the match then breaks off.
func (r *run) fails(text string, lines ...string) {
	r.t.Helper()
	for _, line := range lines {
		r.answer(line)
	}
	if q := r.Next(); q != nil {
		r.t.Fatalf("no fault, but asked: %s", r.show(q))
	}
	require.ErrorContains(r.t, r.Err(), text)
}

func (r *run) who(seat ref.Seat) string {
	if seat == machine.Chance {
		return "chance"
	}
	return r.game.Schema.Seats[seat]
}

func (r *run) show(q *machine.Request) string {
	return fmt.Sprintf("%s %s %v", r.who(q.By), q.Name, r.options(q))
}

// options are the options of a request as words.
func (r *run) options(q *machine.Request) []string {
	var out []string
	for i, o := range q.Options {
		out = append(out, r.word(q, i, ref.Word(o.Value)))
	}
	return out
}

func (r *run) word(q *machine.Request, i int, v ref.Word) string {
	s := r.game.Schema
	switch {
	case q.Kind == machine.AskOption:
		return q.OptionName(int(v))
	case q.Type.Base == schema.Piece:
		return s.Cards[s.Pieces[v].Card].Name
	case q.Type.Base == schema.Player:
		return s.Seats[v]
	case q.Type.Base == schema.Word:
		return s.Symbols.Text(v)
	case q.Type.Base == schema.Zone:
		return s.Zones[v].Decl.Name + strconv.Itoa(int(s.Zones[v].Cell))
	}
	return strconv.Itoa(int(v))
}

// match is a game whose only procedure has these steps.
func match(steps string) string {
	return "procedures:\n  match:\n    do:\n" + indent(strings.Trim(steps, "\n"), "      ")
}

func indent(s, by string) string {
	return by + strings.ReplaceAll(s, "\n", "\n"+by)
}

// limited asserts that a counted limit, and not a clock, ended the match.
func (r *run) limited(text string) {
	r.t.Helper()
	for r.Next() != nil {
		require.NoError(r.t, r.Answer(0))
	}
	var fault *state.Fault
	require.ErrorAs(r.t, r.Err(), &fault)
	require.True(r.t, fault.Limit, "%v is not a limit", fault)
	require.Contains(r.t, fault.Text, text)
	require.NotNil(r.t, fault.Pos.File, "%v has no place", fault)
}

var _ = program.Jump

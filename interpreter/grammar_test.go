package interpreter_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
	"moraine/interpreter/testing/soak"
)

// FuzzWritten writes the files of a game and a variant with a grammar that random bytes choose from, so that
// most of them pass the first checks: the constructs of the tests of growth, nested in each other in any
// order. The work of checking is counted and must be in proportion to their length. A match of a valid game
// ends normally or with a fault.
func FuzzWritten(f *testing.F) {
	base := newWordsOf(f, over(f, nil))
	p, _ := compiled(base.docs, nil)
	begins := p.Work()
	for seed := range byte(soak.Cases(50, 50)) {
		f.Add([]byte(strings.Repeat(string([]byte{seed, 3 * seed, 7 * seed, 11}), 10)))
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		w := newWriter(bytes)
		texts := map[string]string{"more.yaml": w.file(), "over.yaml": w.variant()}
		docs, length := slices.Clone(base.docs), 0
		var variant *source.Node
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			n, unread := source.Parse(&source.File{Name: name, Text: []byte(texts[name])}, source.DefaultLimits())
			if len(unread) > 0 {
				require.NotEmpty(t, unread.Error())
				return
			}
			length += len(texts[name])
			if name == "over.yaml" {
				variant = n
			} else {
				docs = append(docs, n)
			}
		}
		p, _ := compiled(docs, variant)
		require.Less(t, p.Work(), begins+workOfByte*length, "%s\n%s", texts["more.yaml"], texts["over.yaml"])
		plays(t, docs, variant, uint64(len(bytes)), 20)
		plays(t, docs, nil, uint64(len(bytes)), 20)
	})
}

// workOfByte is how much work a byte of a file may be at most: a formula that stands
// once may be used at several places with other types.
const workOfByte = 40

// writer writes by a grammar whose choices are bytes.
type writer struct {
	bytes                              []byte
	nested, others, wheres, rows, does []string
	names                              int
}

func newWriter(bytes []byte) *writer {
	w := &writer{bytes: bytes}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		w.rows = append(w.rows, rows[row][0]+"\x00"+rows[row][1])
	}
	in := func(list map[string]string) (out []string) {
		for _, key := range slices.Sorted(maps.Keys(list)) {
			out = append(out, list[key])
		}
		return out
	}
	w.nested, w.others, w.wheres, w.does = in(nested), in(others), in(where), in(steps)
	return w
}

// below chooses a number below n; when there are no more bytes, the first.
func (w *writer) below(n int) int {
	if len(w.bytes) == 0 {
		return 0
	}
	b := w.bytes[0]
	w.bytes = w.bytes[1:]
	return int(b) % n
}

func (w *writer) name() string {
	w.names++
	return fmt.Sprintf("n%d", w.names)
}

// formula is a formula in quotes, or one made of YAML.
func (w *writer) formula(deep int) string {
	if deep > 0 && w.below(4) == 0 {
		return strings.ReplaceAll(w.others[w.below(len(w.others))], "X", w.formula(deep-1))
	}
	return "'" + strings.ReplaceAll(w.text(deep), "'", "''") + "'"
}

func (w *writer) text(deep int) string {
	leaves := []string{"1", "tally", "x", "it", "players[0]", "market", "nothing", "true", "me", `"glad"`, "goal", "f0", "favourite.worth", "mood"}
	if deep == 0 || len(w.bytes) == 0 || w.below(5) == 0 {
		return leaves[w.below(len(leaves))]
	}
	return strings.ReplaceAll(w.nested[w.below(len(w.nested))], "X", w.text(deep-1))
}

func (w *writer) step(deep int) string {
	if deep == 0 || w.below(3) == 0 {
		return []string{
			"{set: {tally: " + w.formula(2) + "}}", "{shuffle: deck}", "{draw: 1, from: deck, to: market}", "{choose: " + w.name() + ", from: " + w.formula(1) + ", if_any: true}",
			"{finish: " + w.formula(1) + "}", "{roll: " + w.name() + ", by: players[0]}", "{call: auction, with: {me: players[0]}}", "{move: " + w.formula(1) + ", to: market}",
		}[w.below(8)]
	}
	return strings.NewReplacer("DO", w.step(deep-1), "N", w.name()).Replace(w.does[w.below(len(w.does))])
}

func (w *writer) steps() string {
	var all []string
	for range 1 + w.below(4) {
		all = append(all, w.step(w.below(5)))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// file is a file of a game: declarations of one sort, or a procedure.
func (w *writer) file() string {
	switch w.below(4) {
	case 0:
		row, line, _ := strings.Cut(w.rows[w.below(len(w.rows))], "\x00")
		return row + many(line, 1+w.below(30))
	case 1:
		return strings.ReplaceAll(w.wheres[w.below(len(w.wheres))], "F", w.formula(w.below(8)))
	case 2:
		return "formulas:\n  f0: " + w.formula(w.below(12)) + "\n  f1: " + w.formula(w.below(6)) + "\n" + helpers
	}
	return "procedures: {p: {takes: [x], do: " + w.steps() + "}}\n"
}

// variant adds steps to the match, and formulas that use those of the game.
func (w *writer) variant() string {
	at := []string{"procedures.match", "procedures.auction", "procedures.p", "rulings.tie", "bots.greedy"}[w.below(5)]
	how := []string{"before: ", "after: ", "instead: ", "remove: ", "add: "}[w.below(5)]
	what := w.steps()
	switch how {
	case "remove: ":
		what = "true"
	case "add: ":
		what = "{" + w.name() + ": " + what + "}"
	}
	return "variant: v\npatch:\n  - {at: " + at + ", " + how + what + "}\nformulas: {goal: " + w.formula(4) + "}\n"
}

package interpreter_test

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/source"
)

// hostile makes files of about n bytes, each with as much as fits of one thing:
// of everything that a stage of loading keeps in lists, looks up, or compares.
var hostile = map[string]func(n int) string{
	"unknown keys": func(n int) string { return fill(n, "", "zonnes%d: {}\n") },
	"unknown fields": func(n int) string {
		return fill(n, "kind: dust\nfields: {size: number}\ncards:\n  mote:\n", "    sice%d: 1\n")
	},
	"cards": func(n int) string {
		return fill(n, "kind: dust\nfields: {size: number}\ncards:\n", "  c%d: {size: 1}\n")
	},
	"copies": func(n int) string { return fill(n, "kind: dust\ncards:\n", "  c%d: {copies: 100}\n") },
	"fields": func(n int) string {
		return fill(n, "kind: dust\ncards: {mote: {copies: 9000}}\nfields:\n", "  f%d: 0\n")
	},
	"fields of players": func(n int) string { return fill(n, "player:\n  fields:\n", "    f%d: 0\n") },
	"zones":             func(n int) string { return fill(n, "zones:\n", "  z%d: {}\n") },
	"large zones":       func(n int) string { return fill(n, "zones:\n", "  z%d: {layout: hex, size: 50}\n") },
	"zones on pieces": func(n int) string {
		return fill(n, "kind: dust\ncards: {mote: {copies: 9000}}\nzones:\n", "  z%d: {layout: row, size: 9000}\n")
	},
	"formulas": func(n int) string { return fill(n, "formulas:\n  f0: 1\n", "  g%d: f0 + 1\n") },
	"a chain of formulas": func(n int) string {
		var b strings.Builder
		b.WriteString("formulas:\n  f0: 1\n")
		for i := 1; b.Len() < n; i++ {
			fmt.Fprintf(&b, "  f%d: f%d + 1\n", i, i-1)
		}
		return b.String()
	},
	"a tree of formulas": func(n int) string {
		var b strings.Builder
		b.WriteString("formulas:\n  f0(x): x\n")
		for i := 1; b.Len() < n; i++ {
			fmt.Fprintf(&b, "  f%d(x): 'f%d(x) + f%d(1 > 2 ? x : 1)'\n", i, i-1, i-1)
		}
		return b.String()
	},
	"misspelt formulas": func(n int) string { return fill(n, "formulas:\n", "  g%d: talli + 1\n") },
	"procedures":        func(n int) string { return fill(n, "procedures:\n", "  p%d: {do: [{shuffle: deck}]}\n") },
	"misspelt calls":    func(n int) string { return fill(n, "procedures:\n", "  p%d: {do: [{call: pp}]}\n") },
	"steps":             func(n int) string { return fill(n, "procedures:\n  p:\n    do:\n", "      - set: {x%d: 1}\n") },
	"loops in loops":    loops,
	"cites": func(n int) string {
		return fill(n, "procedures:\n  p:\n    do:\n", "      - {shuffle: deck, cites: [X-A-%d]}\n")
	},
	"clauses": func(n int) string { return fill(n, "clauses:\n", "  X-B-%d: {text: book, says: x}\n") },
	"rulings": func(n int) string {
		return fill(n, "rulings:\n", "  r%d: {kind: data, question: q, readings: {a: b}, default: a}\n")
	},
	"rulings asked": func(n int) string {
		return fill(n, "procedures:\n  p:\n    do:\n", "      - {ruling: ties%d, a: []}\n")
	},
	"windows": func(n int) string { return fill(n, "windows:\n", "  w%d: {pending: auction, asks: others}\n") },
	"readings": func(n int) string {
		return fill(n, "rulings:\n  r:\n    kind: data\n    question: q\n    default: a1\n    readings:\n", "      a%d: b\n")
	},
	"branches": func(n int) string { return fill(n, "formulas:\n  f:\n    switch: tally\n", "    %d: 1\n") },
	"options": func(n int) string {
		return fill(n, "procedures:\n  p:\n    do:\n      - may:\n", "          o%d: []\n")
	},
	"words":          func(n int) string { return fill(n, "fields:\n  f:\n    one_of:\n", "      - w%d\n") },
	"words compared": func(n int) string { return fill(n, "formulas:\n", "  g%d: 'mood == \"w\"'\n") },
	"rows": func(n int) string {
		return fill(n, "kind: dust\nfields: {t: {type: number, by: number}}\ncards:\n  mote:\n    t:\n", "      %d: 1\n")
	},
	"tables": func(n int) string {
		return fill(n, "kind: dust\nfields: {t: {type: number, by: number}}\ncards:\n", "  c%d: {t: {1: 1}}\n")
	},
	"seats": func(n int) string {
		return fill(n, "language: 1\ngame: test\nstart: match\nplayers:\n  from: 1\n  to: 3\n  seats:\n", "    - s%d\n")
	},
	"one formula": func(n int) string { return "formulas:\n  f: '" + strings.Repeat("1 + ", n/4) + "1'\n" },
	"a long list": func(n int) string { return "formulas:\n  f: [" + strings.Repeat("1, ", n/3) + "1]\n" },
	"invariants": func(n int) string {
		return fill(n, "invariants:\n", "  it holds %d: {that: all(pieces, .kind == \"coin\" or true)}\n")
	},
	"kinds":       func(n int) string { return fill(n, "fields:\n", "  k%d: {type: kin}\n") },
	"parameters":  func(n int) string { return "formulas:\n  f(" + strings.TrimSuffix(fill(n, "", "p%d,"), ",") + "): 1\n" },
	"comments":    func(n int) string { return fill(n, "", "# %d\n") + "fields: {}" },
	"spaces":      func(n int) string { return "fields: {}" + strings.Repeat(" ", n) },
	"a long name": func(n int) string { return "fields: {" + strings.Repeat("a", n) + ": 1}" },
	"names":       func(n int) string { return "names: {en: x}\n" + fill(n, "bots:\n  b:\n", "    auction.bid%d: 1\n") },
	"starts":      func(n int) string { return fill(n, "kind: dust\ncards:\n", "  c%d: {copies: 1, starts: bo}\n") },
	"cards played": func(n int) string {
		return fill(n, "kind: dust\nplaying: {do: []}\neach_has: {effect: steps}\ncards:\n", "  c%d: {copies: 1, play: {in: [bids], needs: tally > 3}}\n")
	},
	"effects": func(n int) string {
		return fill(n, "kind: dust\nplaying: {do: []}\neach_has: {effect: steps}\ncards:\n", "  c%d: {copies: 1, play: {in: [bids]}, effect: [{stop: pending}]}\n")
	},
	"uses of cards": func(n int) string {
		return fill(n, "kind: dust\ncards: {c0: {copies: 9000}}\nformulas:\n", "  g%d: 'count(owner?.hand, .card == \"penny\")'\n")
	},
}

func fill(n int, head, line string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}

func loops(n int) string {
	var b strings.Builder
	b.WriteString("procedures:\n  p:\n    do:\n")
	for b.Len() < n {
		b.WriteString("      - {each: x0, in: players, do: [")
		for i := range 20 {
			fmt.Fprintf(&b, "{each: y%d, in: players, do: [", i)
		}
		b.WriteString(strings.Repeat("]}", 20) + "]}\n")
	}
	return b.String()
}

// hostileGame lays a hostile file beside the small game; one with a header is its head.
func hostileGame(t testing.TB, text string) game {
	if strings.HasPrefix(text, "language") {
		return over(t, game{"game.yaml": text})
	}
	return over(t, game{"z.yaml": text})
}

// A file of a MiB is refused by a counted limit, or read; never does it panic,
// nor are there more complaints than anybody could want.
//
// Files of 180 kB get past the first stage, which refuses larger ones because of the number of their values.
func TestHostileFiles(t *testing.T) {
	for name, file := range hostile {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{180_000, limits.Bytes - 500} {
				_, err := hostileGame(t, file(size)).load()
				var all source.Diagnostics
				if errors.As(err, &all) {
					require.LessOrEqual(t, len(all), 1001)
				}
			}
		})
	}
}

// Thousands of misspelt names cost no more memory than the complaints that are kept.
func TestMisspeltNamesCostLittle(t *testing.T) {
	g := hostileGame(t, hostile["misspelt formulas"](180_000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := g.load()
	runtime.ReadMemStats(&after)
	require.ErrorContains(t, err, `= did you mean "tally"?`)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(128<<20))
}

// BenchmarkHostile measures time and memory of loading such files: as large as
// they may be, and as large as the number of their values allows, which is when
// they get past the first stage. None may take more than a second and 128 MiB.
func BenchmarkHostile(b *testing.B) {
	for _, size := range []int{limits.Bytes - 500, 340_000, 180_000} {
		for name, file := range hostile {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(name, " ", "-"), size), func(b *testing.B) {
				g := hostileGame(b, file(size))
				peak := uint64(0)
				for b.Loop() {
					peak = max(peak, peakOf(func() { _, _ = g.load() }))
				}
				b.ReportMetric(float64(peak>>20), "MiB-peak")
				if each := b.Elapsed() / time.Duration(b.N); each > time.Second || peak > 128<<20 {
					b.Errorf("%v and %d MiB", each, peak>>20)
				}
			})
		}
	}
}

// peakOf is by how much the heap grows while f runs, looked at every now and
// then.
func peakOf(f func()) uint64 {
	heap := func() uint64 {
		s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	runtime.GC()
	before, most := heap(), uint64(0)
	done, looked := make(chan bool), make(chan bool)
	go func() {
		defer close(looked)
		for {
			most = max(most, heap())
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-looked
	return most - min(before, most)
}

// CheckPath accepts only paths that a game can have on every system.
func TestPathsOfGames(t *testing.T) {
	for _, good := range []string{"cards/duel/game.yaml", "scenarios/duel/a b/c-1.yaml", "variants/duel/größer.yaml"} {
		require.NoError(t, interpreter.CheckPath(good), good)
	}
	for bad, says := range map[string]string{
		"cards/duel/\xff.yaml": "not UTF-8", "cards/duel/a\n.yaml": "control character", "cards/duel/../x.yaml": "below cards/GAME", "/cards/duel/x.yaml": "below cards/GAME",
		"cards/x.yaml": "below cards/GAME", "other/duel/x.yaml": "below cards/GAME", "cards/--all/x.yaml": "no id of a game", "cards/Duel/x.yaml": "no id of a game",
		"cards/duel/.x.yaml": "begin with a dot", `cards/duel/a\b.yaml`: "begin with a dot", "cards/duel/a:b.yaml": "begin with a dot",
		"cards/duel/" + strings.Repeat("x/", 66) + "x.yaml": "deeper than 64 levels", "cards/duel/" + strings.Repeat("x", 300): "longer than 255 bytes", "": "below cards/GAME",
	} {
		t.Run(bad, func(t *testing.T) {
			require.ErrorContains(t, interpreter.CheckPath(bad), says, "%q", bad)
		})
	}
}

package interpreter_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"moraine/interpreter/internal/source"
)

// hostile are files of up to a MiB, each with as much as fits of one thing.
var hostile = map[string]func() string{
	"unknown keys":      func() string { return fill("", "zonnes%d: {}\n") },
	"unknown fields":    func() string { return fill("kind: dust\nfields: {size: number}\ncards:\n  mote:\n", "    sice%d: 1\n") },
	"cards":             func() string { return fill("kind: dust\nfields: {size: number}\ncards:\n", "  c%d: {size: 1}\n") },
	"copies":            func() string { return fill("kind: dust\ncards:\n", "  c%d: {copies: 100}\n") },
	"fields":            func() string { return fill("kind: dust\ncards: {mote: {copies: 9000}}\nfields:\n", "  f%d: 0\n") },
	"fields of players": func() string { return fill("player:\n  fields:\n", "    f%d: 0\n") },
	"zones":             func() string { return fill("zones:\n", "  z%d: {}\n") },
	"large zones":       func() string { return fill("zones:\n", "  z%d: {layout: hex, size: 50}\n") },
	"zones on pieces": func() string {
		return fill("kind: dust\ncards: {mote: {copies: 9000}}\nzones:\n", "  z%d: {layout: row, size: 9000}\n")
	},
	"formulas": func() string { return fill("formulas:\n  f0: 1\n", "  g%d: f0 + 1\n") },
	"a chain of formulas": func() string {
		var b strings.Builder
		b.WriteString("formulas:\n  f0: 1\n")
		for i := 1; b.Len() < 1<<20-30; i++ {
			fmt.Fprintf(&b, "  f%d: f%d + 1\n", i, i-1)
		}
		return b.String()
	},
	"a tree of formulas": func() string {
		var b strings.Builder
		b.WriteString("formulas:\n  f0(x): x\n")
		for i := 1; b.Len() < 1<<20-60; i++ {
			fmt.Fprintf(&b, "  f%d(x): 'f%d(x) + f%d(1 > 2 ? x : 1)'\n", i, i-1, i-1)
		}
		return b.String()
	},
	"misspelt formulas": func() string { return fill("formulas:\n", "  g%d: talli + 1\n") },
	"procedures":        func() string { return fill("procedures:\n", "  p%d: {do: [{shuffle: deck}]}\n") },
	"misspelt calls":    func() string { return fill("procedures:\n", "  p%d: {do: [{call: pp}]}\n") },
	"steps":             func() string { return fill("procedures:\n  p:\n    do:\n", "      - set: {x%d: 1}\n") },
	"loops in loops":    func() string { return loops() },
	"cites": func() string {
		return fill("procedures:\n  p:\n    do:\n", "      - {shuffle: deck, cites: [X-A-%d]}\n")
	},
	"clauses": func() string { return fill("clauses:\n", "  X-B-%d: {text: book, says: x}\n") },
	"rulings": func() string {
		return fill("rulings:\n", "  r%d: {kind: data, question: q, readings: {a: b}, default: a}\n")
	},
	"rulings asked": func() string { return fill("procedures:\n  p:\n    do:\n", "      - {ruling: ties%d, a: []}\n") },
	"windows":       func() string { return fill("windows:\n", "  w%d: {pending: auction, asks: others}\n") },
	"readings": func() string {
		return fill("rulings:\n  r:\n    kind: data\n    question: q\n    default: a1\n    readings:\n", "      a%d: b\n")
	},
	"branches":       func() string { return fill("formulas:\n  f:\n    switch: tally\n", "    %d: 1\n") },
	"options":        func() string { return fill("procedures:\n  p:\n    do:\n      - may:\n", "          o%d: []\n") },
	"words":          func() string { return fill("fields:\n  f:\n    one_of:\n", "      - w%d\n") },
	"words compared": func() string { return fill("formulas:\n", "  g%d: 'mood == \"w\"'\n") },
	"rows": func() string {
		return fill("kind: dust\nfields: {t: {type: number, by: number}}\ncards:\n  mote:\n    t:\n", "      %d: 1\n")
	},
	"tables": func() string {
		return fill("kind: dust\nfields: {t: {type: number, by: number}}\ncards:\n", "  c%d: {t: {1: 1}}\n")
	},
	"seats": func() string {
		return fill("language: 1\ngame: test\nstart: match\nplayers:\n  from: 1\n  to: 3\n  seats:\n", "    - s%d\n")
	},
	"one formula": func() string { return "formulas:\n  f: '" + strings.Repeat("1 + ", 1<<18-10) + "1'\n" },
	"a long list": func() string { return "formulas:\n  f: [" + strings.Repeat("1, ", 150_000) + "1]\n" },
	"invariants": func() string {
		return fill("invariants:\n", "  it holds %d: {that: all(pieces, .kind == \"coin\" or true)}\n")
	},
	"kinds":       func() string { return fill("fields:\n", "  k%d: {type: kin}\n") },
	"parameters":  func() string { return "formulas:\n  f(" + strings.TrimSuffix(fill("", "p%d,"), ",") + "): 1\n" },
	"comments":    func() string { return fill("", "# %d\n") + "fields: {}" },
	"spaces":      func() string { return "fields: {}" + strings.Repeat(" ", 1<<20-100) },
	"a long name": func() string { return "fields: {" + strings.Repeat("a", 1<<20-100) + ": 1}" },
	"names":       func() string { return "names: {en: x}\n" + fill("bots:\n  b:\n", "    auction.bid%d: 1\n") },
	"starts":      func() string { return fill("kind: dust\ncards:\n", "  c%d: {copies: 1, starts: bo}\n") },
	"cards played": func() string {
		return fill("kind: dust\nplaying: {do: []}\neach_has: {effect: steps}\ncards:\n", "  c%d: {copies: 1, play: {in: [bids], needs: tally > 3}}\n")
	},
	"effects": func() string {
		return fill("kind: dust\nplaying: {do: []}\neach_has: {effect: steps}\ncards:\n", "  c%d: {copies: 1, play: {in: [bids]}, effect: [{stop: pending}]}\n")
	},
	"uses of cards": func() string {
		return fill("kind: dust\ncards: {c0: {copies: 9000}}\nformulas:\n", "  g%d: 'count(owner?.hand, .card == \"penny\")'\n")
	},
}

var size = 1<<20 - 200

func fill(head, line string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}

func loops() string {
	var b strings.Builder
	b.WriteString("procedures:\n  p:\n    do:\n")
	for b.Len() < 1<<20-3000 {
		b.WriteString("      - {each: x0, in: players, do: [")
		for i := range 20 {
			fmt.Fprintf(&b, "{each: y%d, in: players, do: [", i)
		}
		b.WriteString(strings.Repeat("]}", 20) + "]}\n")
	}
	return b.String()
}

func TestZZHostile(t *testing.T) {
	for name, make := range hostile {
		if os.Getenv("HOSTILE") != name {
			continue
		}
		if n, _ := strconv.Atoi(os.Getenv("SIZE")); n > 0 {
			size = n
		}
		text := make()
		g := over(t, game{"z.yaml": text})
		if strings.HasPrefix(text, "language") {
			g["game.yaml"] = text
			delete(g, "z.yaml")
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		_, err := g.load()
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		n := 0
		first := ""
		if d, ok := err.(source.Diagnostics); ok {
			n = len(d)
			first = d[0].Text
		}
		fmt.Printf("%-22s %8d %10v %6d MiB alloc, %d complaints %.80s\n", name, len(text), took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20, n, first)
	}
}

package source

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostile are the files that cost the most that we could think of, each as
// large as a file may be.
func hostile() map[string]string {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	laughs := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 20; i++ {
		alias := fmt.Sprintf("*a%d, ", i-1)
		laughs += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(alias, 9), ", "))
	}
	var keys, deep, plainSteps strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	for i := 0; deep.Len() < size-2000; i++ {
		deep.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	plainSteps.WriteString("a: b\n")
	for i := 1; plainSteps.Len() < size-2000; i++ {
		plainSteps.WriteString(strings.Repeat(" ", i) + "b\n")
	}
	return map[string]string{
		"brackets":            fill("["),
		"braces":              fill("{a: "),
		"brackets and quotes": fill(`["`),
		"closing brackets":    fill("]"),
		"aliases":             "- &a 1\n- [" + strings.TrimSuffix(strings.Repeat("*a,", size/3-10), ",") + "]\n",
		"billion laughs":      laughs,
		"40,000 keys":         keys.String(),
		"the same key":        fill("a: 1\n"),
		"deep indentation":    deep.String(),
		"deep plain text":     plainSteps.String(),
		"dashes":              fill("- "),
		"question marks":      fill("? "),
		"colons":              fill(": "),
		"tight colons":        fill(":"),
		"quoted":              `"` + strings.Repeat("x", size-2) + `"`,
		"escapes":             `"` + strings.Repeat(`\"`, size/2-1) + `"`,
		"unclosed quote":      `"` + strings.Repeat("x", size-1),
		"quotes":              fill(`"a" `),
		"quotes in brackets":  "[" + fill(`"a" `),
		"comment":             "#" + strings.Repeat("x", size-6) + "\na: 1",
		"comments":            fill("#\n")[:size-5] + "\na: 1",
		"comment each line":   fill("- a # b\n"),
		"comments between":    fill("- a\n# b\n"),
		"comments in flow":    "[" + strings.Repeat("a, # b\n", size/8) + "]",
		"items in brackets":   "[" + strings.Repeat("a,", size/2-2) + "]",
		"keys in braces":      "{" + strings.Repeat("a,", size/2-2) + "}",
		"pairs in braces":     "{" + strings.Repeat("a: b, ", size/6-2) + "}",
		"pairs with gaps":     "{" + strings.Repeat("…\n: b\n   , ", size/13-2) + "}",
		"quotes over lines":   "[" + strings.Repeat("\"a\n\" ", size/5-2),
		"empty lists":         "[" + strings.Repeat("[],", size/3-2) + "]",
		"dashes on lines":     fill("-\n"),
		"colons on lines":     fill(":\n"),
		"anchors":             fill("- &a\n"),
		"tags":                fill("- !a\n"),
		"blank lines":         strings.Repeat("\n", size-5) + "a: 1",
		"spaces":              "a:" + strings.Repeat(" ", size-3) + "1",
		"plain":               strings.Repeat("a ", size/2),
		"plain lines":         fill("a\n"),
		"wide":                `"` + strings.Repeat("…", size/3-1) + `"`,
		"literal":             "a: |\n" + fill(" x\n")[:size-10],
		"folded":              "a: >\n" + fill(" x\n")[:size-10],
		"literal breaks":      "a: |+\n" + strings.Repeat("\n", size-10),
		"cut formulas":        "{" + strings.Repeat("a(,b),", size/6-2) + "}",
		"missing commas":      "[" + strings.Repeat("\"a\"\n", size/4-2) + "]",
		"documents":           fill("---\n"),
		"wide items":          "[" + strings.Repeat("…,", size/4-2) + "]",
		"aliases, long line":  "- [&a …, " + strings.Repeat("…,", 150_000) + strings.Repeat("*a,", 999) + "]",
		"tabs":                fill("\t"),
		"directives":          fill("%A\n"),
	}
}

func BenchmarkHostile(b *testing.B) {
	for name, text := range hostile() {
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(&File{Name: "bench.yaml", Text: []byte(text)}, DefaultLimits())
			}
		})
	}
}

// The bounds promised are one second and 128 MiB; a busy or instrumented
// machine is allowed more time, so the measured figures are logged.
func TestHostileFilesAreCheap(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			f := &File{Name: "hostile.yaml", Text: []byte(text)}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			began := time.Now()
			_, found := Parse(f, DefaultLimits())
			took := time.Since(began)
			runtime.ReadMemStats(&after)
			said := "read"
			if len(found) > 0 {
				said = found[0].Pos.String() + " " + found[0].Text
			}
			used := (after.TotalAlloc - before.TotalAlloc) >> 20
			t.Logf("%v, %d MiB, %d bytes, %d complaints: %.200s", took.Round(time.Millisecond), used, len(text), len(found), said)
			if took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			_ = found.Error()
		})
	}
}

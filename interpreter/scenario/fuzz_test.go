package scenario

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"moraine/interpreter"
	"moraine/interpreter/testing/pages"
	"moraine/interpreter/testing/soak"
)

// Any text as a file of scenarios gets an error, a failure or a pass.
func FuzzScenario(f *testing.F) {
	n := 0
	for _, text := range strict {
		if n++; n%soak.Step(1, 1) == 0 {
			f.Add(text)
		}
	}
	for _, text := range strictFiles {
		f.Add(text)
	}
	files, scenarios := readmeGame(f)
	for _, text := range scenarios {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { counted(t, files, text, Options{Jobs: 1}) })
}

// FuzzWrittenScenarios writes scenarios by a grammar that random bytes choose from, and
// runs them in the forms that they name.
func FuzzWrittenScenarios(f *testing.F) {
	files, _ := readmeGame(f)
	for seed := range byte(soak.Cases(30, 30)) {
		f.Add(bytes.Repeat([]byte{seed, 3 * seed, 7, 5 * seed}, 8))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		counted(t, files, (&grammar{choices}).write("S"), Options{Jobs: 1, Under: true})
	})
}

// grammar writes text by its rules: a capital stands for one of several texts, which the bytes choose;
// without further bytes, for the first, which ends.
type grammar struct{ choices []byte }

var grammarRules = map[rune][]string{
	'S': {"- scenario: s\n  given: {G}\n  when: [W]\n  C\n", "- scenario: s\n  given: {G}\n  C\n  C\n", "- scenario: s\n  given: {G}\n  when: [W]\n  C\n  under:\n    U: {}\n", "- scenario: s\n  given: {G}\n  when: [W]\n  C\n  under:\n    U: {C}\n    U: refused\n"},
	'G': {"players: 2, turn: ann, at: actions, ann: {hand: [P]}", "players: 3, at: match, sack: {block: rest}, P: {pouch: [P, P]}", "players: N, turn: P, at: A, ann: {hand: [P]}, bob: {hand: [P, P]}", "players: 2, G", "turn: bob, at: actions, bob: {hand: [P, P]}, cards: {white: {worth: N}}, times: {throw: {in: turn, bob: N}}", "heap: [P], sack: {top: [P], block: rest, bottom: [P]}"},
	'P': {"black", "white", "2 white", "gold", "glare", "shrug", "ann", "bob", "{gold: {face: down}}", "N black", "heap", "nothing"},
	'N': {"1", "2", "0", "3", "6", "99", "-1"},
	'A': {"actions", "match", "turn", "stake", "turn/actions", "set_up", "playing"},
	'W': {"", "W, L", "L", "L, L, L", "{rolls: [N]}, W", "{draws: [P]}, W"},
	'L': {"{ann: {stake: {stone: P}}}", "{bob: {play: P}}", "{ann: pass}", "{bob: {play: P, target: ann}}", "{rolls: [N, N]}", "{then: F}", "{offers: {ann: [P, stake]}}", "{refuses: [L]}", "{cid: {stone: P}}"},
	'F': {"len(ann.hand) == N", "P in ann.pouch", "stake.result == N", "heap == [P]", "not (P in bob.hand)", "all(pieces, .worth == N)", "ann.lucky", "max(heap, .worth) == N"},
	'C': {"then: F", "wins: [P]", "offers: {ann: [stake]}", "refuses: [{bob: {play: P}, because: one trick a turn}]", "sees: {ann: [heap]}", "hides: {bob: [ann.hand, sack]}", "stands: stake.die", "chance: {of: 'F', is: N/3}", "allows: [L]", "wins: nothing"},
	'U': {"tie.winner=nobody", "generous", "heavy", "generous and tie.winner=shared", "tie.winner=luck", "lucky"},
}

func (g *grammar) write(text string) string {
	var b strings.Builder
	for _, r := range text {
		rules := grammarRules[r]
		switch {
		case rules == nil:
			b.WriteRune(r)
		case len(g.choices) == 0:
			b.WriteString(g.write(rules[0]))
		default:
			pick := rules[int(g.choices[0])%len(rules)]
			g.choices = g.choices[1:]
			b.WriteString(g.write(pick))
		}
	}
	return b.String()
}

// readmeGame are the files of the games of the pages, and their scenarios.
func readmeGame(f *testing.F) (files fstest.MapFS, scenarios []string) {
	files = pages.Files(f, "../..")
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(path, "scenarios/") {
			scenarios = append(scenarios, string(files[path].Data))
			delete(files, path)
		}
	}
	return files, scenarios
}

// counted runs scenarios, each of which comes out in one way.
func counted(t *testing.T, files fstest.MapFS, text string, opt Options) {
	all := maps.Clone(files)
	all["scenarios/pebbles/x.yaml"] = &fstest.MapFile{Data: []byte(text)}
	res, err := Run(t.Context(), interpreter.Sources{{Name: "fuzz", FS: all}}, nil, opt)
	if err == nil && res.Passed+res.Failed+res.Skipped+res.Refused != len(res.Cases) {
		t.Fatalf("%d cases are not %d passed, %d failed, %d skipped and %d refused", len(res.Cases), res.Passed, res.Failed, res.Skipped, res.Refused)
	}
}

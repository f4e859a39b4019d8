package book

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// bells is a small game with something of everything that a book has, some of it hostile.
var bells = map[string]string{
	"cards/bells/game.yaml": `
language: 1
game: bells
about: <b>Ring</b> & listen.
players: {from: 1, to: 2, seats: [ann, bob]}
start: chime
texts: {leaflet: The leaflet}
sections: {RING: 'Ringing <i>'}
zones:
  tower: {starts: true, holds: [bell]}
procedures:
  chime:
    do:
      - ruling: ring.who
        first:
          - finish: '[players[0]]'
            cites: [L-RING-01]
        nobody:
          - finish: '[]'
clauses:
  L-RING-01: {text: leaflet, section: RING, topic: who, says: Whoever rings <script>alert(1)</script> wins.}
  L-RING-02: {text: leaflet, section: RING, topic: hush, says: Nobody speaks.}
rulings:
  ring.who:
    kind: rule
    question: Who rings?
    texts: {leaflet: {reading: first, clauses: [L-RING-01]}}
    readings: {first: The first., nobody: Nobody.}
    default: first
    why: It says so.
`,
	"cards/bells/bell.yaml":         "kind: bell\nfields: {tone: 0}\ncards:\n  great_bell: {names: {en: '\"><img src=x>'}, copies: 1, tone: 3, cites: [L-RING-02]}\n",
	"variants/bells/hush.yaml":      "variant: hush\nabout: Nobody rings.\nreadings: {ring.who: nobody}\n",
	"scenarios/bells/ringing.yaml":  "- scenario: The first rings\n  pins: [L-RING-01]\n  given: {players: 1, at: chime}\n  wins: [ann]\n  under:\n    ring.who=nobody: {wins: []}\n",
	"scenarios/bells/later.yaml":    "- scenario: Not yet\n  skip: nobody knows yet\n  pins: [L-RING-01]\n  given: {players: 1, at: chime}\n  wins: [ann]\n",
	"scenarios/bells/speaking.yaml": "- scenario: It is loud\n  pins: [L-RING-02]\n  given: {players: 1}\n  then: first(tower).tone == 4\n",
}

func made(t *testing.T, opt interpreter.Options) map[string]string {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range bells {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	src := interpreter.Sources{{Name: "bells", FS: files}}
	rules, err := interpreter.Read(src, "bells")
	require.NoError(t, err)
	list, err := Make(context.Background(), src, rules, "", scenario.Options{Load: opt})
	require.NoError(t, err)
	out := map[string]string{}
	for _, f := range list {
		out[f.Name] = string(f.Text)
	}
	return out
}

func TestABookSaysHowEachClauseStands(t *testing.T) {
	b := made(t, interpreter.Options{})
	leaflet := b["text_leaflet.html"]
	require.Regexp(t, `L-RING-01 .*<span class="status pinned">pinned</span>`, leaflet)
	require.Regexp(t, `L-RING-02 .*<span class="status untested">untested</span>`, leaflet)
	require.Contains(t, leaflet, `<b class="passed">✓</b> scenarios/bells/ringing.yaml:1`)
	require.Contains(t, leaflet, `<b class="failed">✗</b> scenarios/bells/speaking.yaml:1`)
	require.Contains(t, leaflet, `<span class="label">scenarios/bells/later.yaml:1</span>`, "what is skipped has no mark")
	require.Contains(t, leaflet, "finish [players[0]]", "the step that carries it out")
	require.Contains(t, b["index.html"], `<b class="failed">1 failed</b>`)
	require.Contains(t, b["cards.html"], `<span class="label">tone</span> 3`)
	require.Contains(t, b["rulings.html"], "Nobody.</li>")
	require.Contains(t, b["variants.html"], "Nobody rings.")
	hush := made(t, interpreter.Options{Variant: "hush"})
	require.Contains(t, hush["index.html"], "under hush")
	require.Contains(t, hush["steps.html"], "finish []", "what is in force")
}

// Whatever the files say, it is text.
func TestABookRunsNothingThatTheFilesSay(t *testing.T) {
	for name, text := range made(t, interpreter.Options{}) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, bad := range []string{"<script>alert", "<img", "<i>", "<b>Ring"} {
			require.NotContains(t, text, bad, name)
		}
	}
}

// Every link leads somewhere, and no page asks anything of another machine.
func TestTheLinksOfABookLeadSomewhere(t *testing.T) {
	b := made(t, interpreter.Options{})
	href := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	for name, text := range b {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			require.False(t, ids[m[1]], "%s: two have the id %s", name, m[1])
			ids[m[1]] = true
		}
		for _, m := range href.FindAllStringSubmatch(text, -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if file == "" {
				file = name
			}
			require.Contains(t, b, file, "%s links to %s", name, m[1])
			if anchor != "" {
				require.Contains(t, b[file], `id="`+anchor+`"`, "%s links to %s", name, m[1])
			}
		}
	}
}

func TestABookIsTheSameEachTime(t *testing.T) {
	require.Equal(t, made(t, interpreter.Options{}), made(t, interpreter.Options{}))
}

// The book of a shipped game has every clause, ruling and card.
func TestAShippedBookIsWhole(t *testing.T) {
	src := interpreter.Sources{{Name: "repository", FS: os.DirFS("../..")}}
	rules, err := interpreter.Read(src, "nomads")
	require.NoError(t, err)
	list, err := Make(context.Background(), src, rules, "de", scenario.Options{})
	require.NoError(t, err)
	all := ""
	for _, f := range list {
		all += string(f.Text)
	}
	g, err := rules.Game(interpreter.Options{})
	require.NoError(t, err)
	for _, c := range g.Syntax.Clauses {
		require.Contains(t, all, `<article id="`+c.Name+`">`)
	}
	for _, r := range g.Syntax.Rulings {
		require.Contains(t, all, `<article id="`+r.Name+`">`)
	}
	for _, c := range g.Program.Cards {
		require.Contains(t, all, `<article id="`+c.Name+`">`)
	}
}

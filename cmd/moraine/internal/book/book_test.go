package book

import (
	"cmp"
	"context"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/explain"
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
	"scenarios/bells/speaking.yaml": "- scenario: It is loud\n  pins: [L-RING-02]\n  given: {players: 1}\n  then:\n    - first(tower).tone == 4   # by far\n    - len(tower) == 1\n\n# what is after it\n- scenario: One bell\n  given: {players: 1}\n  then: len(tower) == 1\n",
}

func sourcesOf(with map[string]string) interpreter.Sources {
	files := fstest.MapFS{}
	for name, text := range with {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return interpreter.Sources{{Name: "bells", FS: files}}
}

// judged is a book whose scenarios have run.
func judged(t *testing.T, src interpreter.Sources, game, lang string, opt interpreter.Options) *Book {
	t.Helper()
	rules, err := interpreter.NewLoader(src).Read(src, game)
	require.NoError(t, err)
	suite, err := explain.ReadScenarios(src, game)
	require.NoError(t, err)
	b, err := New(rules, suite, lang, opt)
	require.NoError(t, err)
	report, err := cover.Measure(context.Background(), src, game, scenario.Options{Load: opt})
	require.NoError(t, err)
	b.Ran(report.Results, report)
	return b
}

func filesOf(t *testing.T, b *Book) map[string]string {
	t.Helper()
	list, err := b.Files([]byte("/* look */"))
	require.NoError(t, err)
	out := map[string]string{}
	for _, f := range list {
		out[f.Name] = string(f.Text)
	}
	return out
}

func made(t *testing.T, opt interpreter.Options) map[string]string {
	return filesOf(t, judged(t, sourcesOf(bells), "bells", "", opt))
}

func TestABookSaysHowEachClauseStands(t *testing.T) {
	b := made(t, interpreter.Options{})
	leaflet := b["text_leaflet.html"]
	require.Regexp(t, `L-RING-01 <span class="status pinned">pinned</span>`, leaflet)
	require.Regexp(t, `L-RING-02 <span class="status untested">untested</span>`, leaflet)
	require.Contains(t, leaflet, `<b class="passed" role="img" aria-label="passed">✓</b> <a href="scenarios_bells.html#ringing.the_first_rings">The first rings</a>`)
	require.Contains(t, leaflet, `<b class="failed" role="img" aria-label="failed">✗</b> <a href="scenarios_bells.html#speaking.it_is_loud">`)
	require.Contains(t, leaflet, `aria-label="did not run">–</span> <a href="scenarios_bells.html#later.not_yet">`)
	require.Contains(t, leaflet, "<b>finish</b> [players[0]]", "the step that carries it out")
	require.Regexp(t, `<b>great_bell</b>: names: .*\(<a class="id" href="#?[^"]*L-RING-02">`, leaflet, "what is no step")
	require.Contains(t, b["index.html"], `<b class="failed">✗</b> 4 scenarios: 3 runs passed, 1 failed`)
	require.Regexp(t, `tone</th><td>3</td><td>given</td>`, b["cards.html"])
	require.Contains(t, b["variants.html"], "Nobody rings.")
	hush := made(t, interpreter.Options{Variant: "hush"})
	require.Contains(t, hush["index.html"], "under hush")
	require.Contains(t, hush["steps.html"], "<b>finish</b> []", "what is in force")
}

// A page shows a scenario as it is written, and a ruling with the statement of each reading.
func TestScenariosAndReadings(t *testing.T) {
	b := made(t, interpreter.Options{})
	page := b["scenarios_bells.html"]
	require.Contains(t, page, `<dt>given</dt><dd><pre>{players: 1, at: chime}</pre></dd>`)
	require.Contains(t, page, `<dt>then</dt><dd><pre>- first(tower).tone == 4   # by far
- len(tower) == 1</pre></dd>`)
	require.Contains(t, page, "this does not hold", "why it failed")
	require.NotContains(t, page, "# what is after it")
	ruling := b["rulings.html"]
	require.Regexp(t, `(?s)<li class="in-force">\s*<p><b class="switch" aria-current="true">first</b> The first\..*L-RING-01.*<b class="switch">nobody</b> Nobody\..*1 scenario has another outcome.*<pre>\{wins: \[\]\}</pre>`, ruling)
	require.Regexp(t, `<summary>Scenarios that ask it: [1-9]`, ruling)
}

// The flips that a reading causes by itself are listed apart from those that it causes together with others,
// and each scenario counts once.
func TestFlipsOfAReading(t *testing.T) {
	b := &Book{flips: map[string][]Flip{}, together: map[string]int{}}
	b.flipped(&Scenario{Parts: []Part{{Key: "under", Parts: []Part{{Key: "a=1"}, {Key: "a=1 and b=2"}, {Key: "c and b=2"}}}}})
	require.Len(t, b.flips, 1)
	require.Len(t, b.flips["a=1"], 1)
	require.Equal(t, map[string]int{"b=2": 1, "c": 1}, b.together)
}

// All content of files appears as text, never as markup.
func TestABookRunsNoTextOfFiles(t *testing.T) {
	for name, text := range made(t, interpreter.Options{}) {
		t.Run(name, func(t *testing.T) {
			if !strings.HasSuffix(name, ".html") {
				return
			}
			for _, bad := range []string{"<script>alert", "<img", "<i>", "<b>Ring"} {
				require.NotContains(t, text, bad, name)
			}
		})
	}
}

// Every link leads somewhere, and no page asks anything of another machine.
func TestTheLinksOfABookLeadSomewhere(t *testing.T) {
	leadSomewhere(t, made(t, interpreter.Options{}))
}

func leadSomewhere(t *testing.T, files map[string]string) {
	t.Helper()
	ids := map[string]bool{}
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			ids[name+"#"] = true
			for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
				require.False(t, ids[name+"#"+m[1]], "%s: two have the id %s", name, m[1])
				ids[name+"#"+m[1]] = true
			}
		})
	}
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			for _, m := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(text, -1) {
				file, anchor, _ := strings.Cut(m[1], "#")
				if to := cmp.Or(file, name) + "#" + anchor; !ids[to] {
					t.Errorf("%s links to %s", name, m[1])
				}
			}
		})
	}
}

// The script of a page updates only elements that the page contains.
func TestScriptsUpdateExistingElements(t *testing.T) {
	b := judged(t, sourcesOf(bells), "bells", "fr", interpreter.Options{})
	for _, p := range b.Pages {
		live := &Live{Query: "lang=fr", Step: func(*Scenario, int) string { return "step" }, Switch: func(ruling, reading string) string { return "?" + ruling + "=" + reading }}
		body, err := p.Body(live)
		require.NoError(t, err)
		parts, err := p.Elements(live, nil)
		require.NoError(t, err)
		for id, text := range parts {
			t.Run(id, func(t *testing.T) {
				require.Regexp(t, ` id="`+regexp.QuoteMeta(id)+`"[^>]*>`+regexp.QuoteMeta(text)+`</`, body, p.File)
			})
		}
		require.NotRegexp(t, `href="[a-z_]+\.html["#]`, body, "links keep the query")
	}
}

func TestABookIsTheSameEachTime(t *testing.T) {
	require.Equal(t, made(t, interpreter.Options{}), made(t, interpreter.Options{}))
}

// The book of a shipped game has every clause, ruling, card and scenario, in every language; and all
// its links lead somewhere.
func TestShippedBooksAreWhole(t *testing.T) {
	src := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../../..")}}
	chances := 0
	for _, game := range src.Games() {
		b := func() *Book {
			rules, err := interpreter.NewLoader(src).Read(src, game)
			require.NoError(t, err)
			suite, err := explain.ReadScenarios(src, game)
			require.NoError(t, err)
			b, err := New(rules, suite, "de", interpreter.Options{})
			require.NoError(t, err)
			return b
		}()
		files := filesOf(t, b)
		leadSomewhere(t, files)
		at := func(name string) {
			file, anchor, _ := strings.Cut(b.anchors[name], "#")
			require.Contains(t, files[file], `<article id="`+anchor+`"`, name)
		}
		for _, c := range b.Game.Syntax.Clauses {
			at(c.Name)
		}
		for _, r := range b.Game.Syntax.Rulings {
			at(r.Name)
		}
		for _, c := range b.P.Cards {
			at(c.Name)
		}
		require.NotEmpty(t, b.scenarios)
		for name, s := range b.scenarios {
			t.Run(name, func(t *testing.T) {
				file, anchor, _ := strings.Cut(s.Href, "#")
				require.Contains(t, files[file], `<article id="`+anchor+`" class="scenario">`, s.At)
				if s.Chance != "" {
					chances++
				}
			})
		}
	}
	require.NotZero(t, chances)
}

// TestSheet prints a deck of ten cards: nine on the first page, one on the second, and no markup of the game.
func TestSheet(t *testing.T) {
	data := maps.Clone(bells)
	data["cards/bells/bell.yaml"] = strings.Replace(bells["cards/bells/bell.yaml"], "copies: 1", "copies: 10", 1)
	g, err := interpreter.Load(sourcesOf(data), "bells", interpreter.Options{})
	require.NoError(t, err)
	text, err := Sheet(g, "en")
	require.NoError(t, err)
	page := string(text)
	require.Equal(t, 10, strings.Count(page, `<div class="card`), "cards")
	require.Equal(t, 2, strings.Count(page, `<section class="sheet">`), "pages")
	require.Contains(t, page, "Nobody speaks.", "the clause that this card alone cites")
	require.NotContains(t, page, "<img")
	require.True(t, IsPart(text))

	_, err = Sheet(g, "en", "clapper")
	require.EqualError(t, err, "bells has no cards to print")
}

// A ruling and the clauses on which it is based lead to a variant that adds a reading.
func TestReadingsOfVariants(t *testing.T) {
	files := maps.Clone(bells)
	files["variants/bells/both.yaml"] = "variant: both\nnames: {en: Both & all}\npatch:\n" +
		"  - at: rulings.ring.who\n    add: {both: {says: Both <b>., do: [{finish: players}]}}\n"
	src := sourcesOf(files)
	b := filesOf(t, judged(t, src, "bells", "", interpreter.Options{}))
	for _, page := range []string{"rulings.html", "text_leaflet.html"} {
		require.Contains(t, b[page], `A variant adds: <b>both</b>, Both &lt;b&gt;. (<a href="variants.html#both">Both &amp; all</a>)`)
	}
	require.NotContains(t, b["index.html"], "moraine test")
	b = filesOf(t, judged(t, src, "bells", "", interpreter.Options{Variant: "both"}))
	require.NotContains(t, b["rulings.html"], "A variant adds", "it is a reading like the others")
}

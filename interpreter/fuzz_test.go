package interpreter_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/soak"
)

// FuzzGame lays a file of any bytes over the small game, in the place of one of
// its files or beside them. However it loads, it does not panic; and if it loads
// without a complaint, a match of it can be begun without one.
func FuzzGame(f *testing.F) {
	n := 0
	for _, dir := range []string{"testdata/bad", "testdata/faults"} {
		for _, path := range archives(f, dir) {
			for name, text := range archive(f, path) {
				if n++; n%soak.Step(1, 1) == 0 {
					f.Add(name, text)
				}
			}
		}
	}
	for _, bad := range unreadable {
		if len(bad.text) < 10_000 {
			f.Add("a.yaml", bad.text)
		}
	}
	for name, text := range archive(f, "testdata/base.txtar") {
		f.Add(name, text)
	}
	for _, id := range []string{"tusk", "nomads"} {
		for name, text := range sampleFiles(f, id) {
			f.Add(name, text)
		}
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		if name = filepath.Base(name); !strings.HasSuffix(name, ".yaml") || strings.ContainsAny(name, "\x00\\") {
			name = "a.yaml"
		}
		files := over(t, game{name: text})
		loaded, err := files.load()
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		m := machine.New(loaded.Program, loaded.Schema.MinPlayers, nil)
		m.Strict, m.Budget.StepCap = true, 2000
		walk(m, decide.NewRandom(1), 20)
	})
}

// FuzzSwappedWords replaces a word of a game by another of its words. Most mistakes that pass the first
// stages look like this: each word is spelt correctly, but does not fit. If the result loads, a match of it
// ends normally or with a fault. The small game gets nearly all turns, because a large one takes ten times as
// long.
func FuzzSwappedWords(f *testing.F) {
	games := []*wordsOf{newWordsOf(f, sampleFiles(f, "tusk")), newWordsOf(f, sampleFiles(f, "nomads")), newWordsOf(f, over(f, nil))}
	for i := range uint16(60) {
		f.Add(uint8(min(i, 2)), i, i*37, 7*i)
	}
	f.Fuzz(func(t *testing.T, which uint8, file, at, by uint16) {
		g := games[min(which, 2)]
		i := int(file) % len(g.files)
		text, places := g.files[i].Text, g.places[i]
		place := places[int(at)%len(places)]
		docs := slices.Clone(g.docs)
		var unread source.Diagnostics
		docs[i], unread = source.Parse(&source.File{
			Name: g.files[i].Name, Text: slices.Concat(text[:place[0]], []byte(g.words[int(by)%len(g.words)]), text[place[1]:]),
		}, source.DefaultLimits())
		if len(unread) > 0 {
			require.NotEmpty(t, unread.Error())
			return
		}
		plays(t, docs, nil, uint64(by), 200)
	})
}

// wordsOf are the words of a game, and its files as they are.
type wordsOf struct {
	files  []*source.File
	docs   []*source.Node
	places [][][]int // of words, by file
	words  []string
}

func newWordsOf(t testing.TB, g game) *wordsOf {
	w := &wordsOf{}
	for _, name := range slices.Sorted(maps.Keys(g)) {
		file := &source.File{Name: name, Text: []byte(g[name])}
		doc, unread := source.Parse(file, source.DefaultLimits())
		require.NoError(t, unread.Err())
		w.files, w.docs = append(w.files, file), append(w.docs, doc)
		w.places = append(w.places, word.FindAllIndex(file.Text, -1))
		w.words = append(w.words, word.FindAllString(g[name], -1)...)
	}
	slices.Sort(w.words)
	return w
}

// plays compiles a game and plays a few decisions of a match, if it is without fault,
// and tells whether it is.
func plays(t *testing.T, docs []*source.Node, variant *source.Node, seed uint64, decisions int) bool {
	t.Helper()
	p, diags := compiled(docs, variant)
	if len(diags) > 0 {
		require.NotEmpty(t, diags.Error())
		return false
	}
	m := machine.New(p, p.MinPlayers, nil)
	m.Strict, m.Budget.StepCap = true, 2000
	walk(m, decide.NewRandom(seed), decisions)
	return true
}

var word = regexp.MustCompile(`[a-z0-9_.]+`)

func sampleFiles(t testing.TB, id string) game {
	t.Helper()
	paths, err := filepath.Glob("testdata/samples/cards/" + id + "/*.yaml")
	require.NoError(t, err)
	g := game{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if filepath.Base(path) != "clauses.yaml" {
			require.NoError(t, err)
			g[filepath.Base(path)] = strings.Replace(string(text), "\ngame: "+id+"\n", "\ngame: test\n", 1) // as its folder
		}
	}
	return g
}

// walk plays the given number of decisions and returns the error that stopped it.
func walk(m *machine.Match, d *decide.Random, decisions int) error {
	for range decisions {
		r := m.Next()
		if r == nil {
			break
		}
		a := d.Decide(m, r)
		if m.Err() != nil {
			break // too many answers to try one at random
		}
		if err := m.Answer(a...); err != nil {
			return err
		}
	}
	return m.Err()
}

// FuzzFormula compiles any text as a formula that a step of the small game
// asks, and as one of the game, and works it out.
func FuzzFormula(f *testing.F) {
	seen := map[string]bool{}
	for _, path := range append(archives(f, "testdata/bad"), archives(f, "testdata/faults")...) {
		for name, text := range archive(f, path) {
			n, _ := source.Parse(&source.File{Name: name, Text: []byte(text)}, limits)
			scalars(n, func(s string) {
				if !seen[s] && len(seen)%soak.Step(1, 1) == 0 {
					f.Add(s)
				}
				seen[s] = true
			})
		}
	}
	for _, w := range worst {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, text string) {
		loaded, err := over(t, game{"match.yaml": `
procedures:
  match:
    do:
      - {set: {x: first(box)}}
      - {set: {y: ` + quoted(text) + `}}
      - {ruling: tie, else: []}
`}).load()
		if err != nil {
			return
		}
		m := machine.New(loaded.Program, 2, nil)
		m.Budget.StepCap = 2000
		_ = walk(m, decide.NewRandom(1), 20)
	})
}

// quoted returns a text in single quotes, from which YAML reads the same text.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func scalars(n *source.Node, visit func(string)) {
	switch {
	case n == nil:
	case n.Kind == source.Scalar:
		visit(n.Value)
	}
	if n != nil {
		for _, item := range n.Items {
			scalars(item, visit)
		}
		for _, p := range n.Pairs {
			scalars(p.Val, visit)
		}
	}
}

// FuzzAnswers gives any bytes as answers to the requests of a match. An illegal
// answer changes nothing, and the same is asked again; a legal one goes on, and
// every invariant of the game holds.
func FuzzAnswers(f *testing.F) {
	src := interpreter.Sources{{Name: "samples", FS: os.DirFS("testdata/samples")}}
	var programs []*interpreter.Game
	for _, id := range src.Games() {
		g, err := interpreter.Load(src, id, interpreter.Options{})
		require.NoError(f, err)
		programs = append(programs, g)
	}
	for seed := range uint8(8) {
		f.Add(seed, []byte(strings.Repeat("\x00\x01\x02\x03", 50)))
		f.Add(seed, []byte("\x05\xff\x80"))
		f.Add(seed, []byte{})
	}
	f.Fuzz(func(t *testing.T, which uint8, answers []byte) {
		g := programs[int(which)%len(programs)]
		players := g.Schema.MinPlayers + int(which/16)%(g.Schema.MaxPlayers-g.Schema.MinPlayers+1)
		m := machine.New(g.Program, players, nil)
		m.Strict = true
		chance := decide.NewRandom(uint64(which))
		for len(answers) > 0 {
			r := m.Next()
			if r == nil {
				break
			}
			if r.By == machine.Chance && answers[0] < 128 { // or dice and decks would eat most of them
				require.NoError(t, m.Answer(chance.Decide(m, r)...))
				answers = answers[1:]
				continue
			}
			answers = give(t, m, r, answers)
		}
		require.NoError(t, m.Err())
	})
}

// give takes one answer off the bytes, how many options and then which ones, and
// tries it.
func give(t *testing.T, m *machine.Match, r *machine.Request, bytes []byte) (rest []byte) {
	t.Helper()
	n := min(int(bytes[0])%8, len(bytes)-1)
	var a []int32
	for _, b := range bytes[1 : 1+n] {
		a = append(a, int32(int8(b))) // below nothing and beyond the last, too
	}
	before, asked := m.State().Clone(), *r
	options := append([]machine.Option(nil), r.Options...)
	err := m.Answer(a...)
	if err == nil {
		return bytes[1+n:]
	}
	require.IsType(t, &machine.Illegal{}, err)
	require.True(t, before.Equal(m.State()), "%v, and yet it changed something", err)
	again := m.Next()
	require.Equal(t, asked.Name, again.Name)
	require.Equal(t, asked.By, again.By)
	require.Equal(t, options, again.Options)
	return bytes[1+n:]
}

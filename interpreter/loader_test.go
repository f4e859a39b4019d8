package interpreter

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
	"moraine/interpreter/testing/soak"
)

// small is a loader of a game that is loaded in no time, and the text of its one file.
func small(t testing.TB) (l *Loader, path string, text []byte) {
	l = NewLoader(Sources{{Name: "test", FS: os.DirFS("../cmd/moraine/testdata/pebbles")}})
	files, err := l.Sources().Rules("pebbles")
	require.NoError(t, err)
	return l, files[0].Path, files[0].Text
}

func TestUnsavedTextsLieOverFiles(t *testing.T) {
	l, path, text := small(t)
	good := l.Load("pebbles")
	require.NoError(t, good.Err)

	l.Edit(0, path, bytes.Replace(text, []byte("from: 2"), []byte("form: 2"), 1))
	bad := l.Load("pebbles")
	assert.ErrorContains(t, bad.Err, `did you mean "from"?`)
	assert.Nil(t, bad.Game)
	assert.Same(t, good.Game, bad.Good.Game, "the last good configuration is kept")

	l.Edit(0, path, nil)
	again := l.Load("pebbles")
	require.NoError(t, again.Err)
	assert.Same(t, again, again.Good)

	l.Edit(0, "cards/pebbles/new.yaml", []byte("procedures: {twice: {do: [{stop: twice}]}}\n"))
	assert.NoError(t, l.Load("pebbles").Err, "a file that is not on the disk yet")
}

func TestUnchangedFilesAreNotParsedAgain(t *testing.T) {
	l, path, text := small(t)
	parsed := func() map[string]*source.Node {
		r, err := Read(l.Sources(), "pebbles")
		require.NoError(t, err)
		out := map[string]*source.Node{}
		for _, doc := range r.docs {
			out[doc.Pos.File.Path] = doc
		}
		return out
	}
	before := parsed()
	l.Edit(0, path, append(text, '#'))
	after := parsed()
	require.Greater(t, len(before), 1)
	for p, doc := range after {
		t.Run(p, func(t *testing.T) {
			assert.Equal(t, p != path, before[p] == doc, p)
		})
	}
}

// A file that is half written, at any letter, leads to a diagnostic with a position and never to a panic.
func TestEveryKeystrokeIsJudged(t *testing.T) {
	l, _, _ := small(t)
	files, err := l.Sources().Rules("pebbles")
	require.NoError(t, err)
	for _, f := range files {
		for n := range f.Text {
			l.Edit(0, f.Path, f.Text[:n])
			var found Diagnostics
			if err := l.Load("pebbles").Err; err != nil {
				require.ErrorAs(t, err, &found, "%s after %d bytes", f.Path, n)
			}
			for _, d := range found {
				assert.NotNil(t, d.Pos.File, "%s after %d bytes: %s", f.Path, n, d.Text)
			}
		}
		l.Edit(0, f.Path, nil)
	}
}

// After an edit, a game is the same as if it were loaded for the first time, and its names have the same
// meanings.
func TestReloadingEqualsLoading(t *testing.T) {
	of := Sources{{Name: "repository", FS: os.DirFS("..")}}
	for _, id := range of.Games() {
		t.Run(id, func(t *testing.T) {
			l := NewLoader(of)
			require.NoError(t, l.Load(id).Err)
			files, err := l.Sources().Rules(id)
			require.NoError(t, err)
			for i, f := range files {
				if step := soak.Step(1, 12); i%step != min(3, step-1) {
					continue
				}
				l.Edit(0, f.Path, append([]byte("# moved\n"), f.Text...))
				edited := l.Load(id)
				anew := NewLoader(l.Sources()).Load(id)
				require.NoError(t, edited.Err, f.Path)
				require.NoError(t, anew.Err, f.Path)
				assert.Equal(t, dump(t, anew.Game), dump(t, edited.Game), f.Path)
				assert.Equal(t, mentioned(anew.Rules), mentioned(edited.Rules), f.Path)
			}
		})
	}
}

func dump(t *testing.T, g *Game) string {
	t.Helper()
	var all bytes.Buffer
	require.NoError(t, g.Disassemble(&all, ""))
	return all.String()
}

func mentioned(r *Rules) (all []string) {
	for _, m := range r.Mentions().All() {
		all = append(all, fmt.Sprint(m.At, m.Name, m.To, m.Sort))
	}
	slices.Sort(all)
	return all
}

package match

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/testing/games"
)

// small are games whose matches are short.
var small = []string{"duel", "market", "liars"}

// playedOut returns the text of a match between random bots.
func playedOut(t testing.TB, g *interpreter.Game) string {
	t.Helper()
	least, _ := g.Players()
	h := Header{Game: g.ID, Data: "0", Seed: 3, Lang: "en", Players: least, IDs: g.Seats()[:least]}
	for range least {
		h.Seats = append(h.Seats, Random)
	}
	m, err := New(g, h, Options{})
	require.NoError(t, err)
	for on := true; on && len(m.record) < 60; {
		on, err = m.Step()
		require.NoError(t, err)
	}
	text, err := m.Text()
	require.NoError(t, err)
	return text
}

// forge returns a saved match with valid hashes: a forger computes them as Moraine does.
func forge(text string) string {
	h := fnv.New64a()
	var out strings.Builder
	head := true
	for line := range strings.Lines(text) {
		if head = head && !strings.HasPrefix(line, "1 "); head || strings.HasPrefix(line, "end ") {
			h.Write([]byte(line))
			out.WriteString(line)
			continue
		}
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " ~")
		h.Write([]byte(line + "\n"))
		fmt.Fprintf(&out, "%s ~%s\n", line, sign(h.Sum64()))
	}
	return out.String()
}

// read plays a saved match again, as replay and resume do.
func read(g *interpreter.Game, text string) error {
	saved, err := Parse("forged", text)
	if err != nil {
		return err
	}
	if err := saved.Fits(g, saved.Data); err != nil {
		return err
	}
	m, err := New(g, saved.Header, Options{})
	if err != nil {
		return err
	}
	if err := m.Replay(saved); err != nil {
		return err
	}
	m.Over()
	return m.Err()
}

// A forged decision is refused with its line, whatever it names.
func TestForgedDecisionsAreRefused(t *testing.T) {
	src := games.Sources(t, "../..")
	for _, id := range small {
		g, err := interpreter.Load(src, id, interpreter.Options{})
		require.NoError(t, err)
		lines := strings.SplitAfter(playedOut(t, g), "\n")
		require.Equal(t, strings.Join(lines, ""), forge(strings.Join(lines, "")))
		tried := 0
		for i, line := range lines {
			f := strings.Fields(line)
			if len(f) != 5 || f[0] == "moraine" {
				continue
			}
			for _, answer := range []string{"99", "2147483647", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "nemo"} {
				name := f[2]
				if answer == "nemo" {
					name = offers
				}
				lines[i] = strings.Join([]string{f[0], f[1], name, answer, "~\n"}, " ")
				err := read(g, forge(strings.Join(lines, "")))
				require.Error(t, err, lines[i])
				require.Contains(t, err.Error(), fmt.Sprintf("forged:%d: ", i+1), lines[i])
				tried++
			}
			lines[i] = line
		}
		require.Greater(t, tried, 10, id)
	}
}

// FuzzSaved reads any text as a saved match with valid hashes: it is refused or played, without a panic.
func FuzzSaved(f *testing.F) {
	src := games.Sources(f, "../..")
	loaded := map[string]*interpreter.Game{}
	for _, id := range small {
		g, err := interpreter.Load(src, id, interpreter.Options{})
		require.NoError(f, err)
		loaded[id] = g
		f.Add(playedOut(f, g))
	}
	f.Fuzz(func(t *testing.T, text string) {
		saved, err := Parse("forged", forge(text))
		if err != nil || loaded[saved.Game] == nil {
			_, _, _, _ = Recover("forged", text)
			return
		}
		_ = read(loaded[saved.Game], forge(text))
	})
}

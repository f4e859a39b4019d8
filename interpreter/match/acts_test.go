package match

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/testing/games"
)

// matchOf is a match of persons, played until one of them is asked.
func matchOf(t *testing.T, game string, seed uint64, players int) *Match {
	t.Helper()
	g, err := interpreter.Load(games.Sources(t, "../.."), game, interpreter.Options{})
	require.NoError(t, err)
	h := Header{Game: game, Data: "data", Seed: seed, Lang: "en", Players: players, IDs: g.Program.Seats[:players]}
	for range players {
		h.Seats = append(h.Seats, Human)
	}
	m, err := New(g, h, Options{Kept: true})
	require.NoError(t, err)
	m.settle(t)
	return m
}

// settle lets chance decide until a person is asked.
func (m *Match) settle(t *testing.T) {
	t.Helper()
	for m.Steps() {
		_, err := m.Step()
		require.NoError(t, err)
	}
}

// readBack requires that the saved match is read and played to where the match stands.
func (m *Match) readBack(t *testing.T) {
	t.Helper()
	text, err := m.Text()
	require.NoError(t, err)
	saved, err := Parse("match", text)
	require.NoError(t, err)
	again, err := New(m.game, saved.Header, Options{Kept: true})
	require.NoError(t, err)
	require.NoError(t, again.Replay(saved), text)
	again.m.Next()
	require.True(t, again.m.State().Equal(m.m.State()))
}

// Answers and offers of a seat that may not make them now are refused and leave the match unchanged.
func TestNoSeatActsForAnother(t *testing.T) {
	m := matchOf(t, "market", 1, 3)
	refuses(t, m) // before a choice that may not be declined
	require.NoError(t, m.Offer(1, "swap"), "an offer that this seat may make")
	require.NoError(t, m.Answer(1, []int32{1}))
	require.NoError(t, m.Answer(1, []int32{1}))
	require.Equal(t, "swap.got", m.Question().Name)
	refuses(t, m) // before one that may
}

// refuses requires that a match refuses each act of a seat that may not make it.
func refuses(t *testing.T, m *Match) {
	t.Helper()
	asked := m.Question().Seat
	before, decided := m.m.State().Clone(), len(m.Decisions())
	var refused *Refusal
	for _, act := range []struct {
		name string
		do   func() error
	}{
		{"an answer of a seat that is not asked", func() error { return m.Answer(1-asked, []int32{0}) }},
		{"a pass of a seat that is not asked", func() error { return m.Answer(1-asked, nil) }},
		{"an answer of no seat", func() error { return m.Answer(-1, []int32{0}) }},
		{"an answer of a seat that does not exist", func() error { return m.Answer(99, []int32{0}) }},
		{"an empty offer of a seat that is not asked", func() error { return m.Offer(1-asked, "") }},
		{"an empty offer of the seat that is asked", func() error { return m.Offer(asked, "") }},
		{"an unknown offer", func() error { return m.Offer(asked, "sawp") }},
		{"an offer of chance", func() error { return m.Offer(-1, "swap") }},
		{"an offer of a seat that does not exist", func() error { return m.Offer(99, "swap") }},
		{"an offer whose condition fails", func() error { return m.Offer(2, "gift") }},
	} {
		require.ErrorAs(t, act.do(), &refused, act.name)
		require.True(t, before.Equal(m.m.State()), act.name)
		require.Len(t, m.Decisions(), decided, act.name)
		m.readBack(t)
	}
}

// A journal refuses a decision that cannot be saved, and one for which there is no room; it stays as it was.
func TestAJournalRefusesUnreadableDecisions(t *testing.T) {
	m := matchOf(t, "market", 1, 2)
	j, begins, err := m.Journal()
	require.NoError(t, err)
	good := Decision{By: 0, Name: "match.day", Answer: []int32{0}}
	first, err := j.Decided(good)
	require.NoError(t, err)
	for name, bad := range map[string]Decision{
		"a request with a space":         {By: 0, Name: "match day", Answer: []int32{0}},
		"a request with a line break":    {By: 0, Name: "a 0\n2 ann b", Answer: []int32{0}},
		"no request":                     {By: 0},
		"a seat that does not exist":     {By: 7, Name: "match.day"},
		"an offer that reads as options": {By: 0, Name: "3", Offer: "3"},
		"an option below the first":      {By: 0, Name: "match.day", Answer: []int32{-1}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := j.Decided(good, bad)
			require.ErrorContains(t, err, "cannot be saved", name)
		})
	}
	second, err := j.Decided(good)
	require.NoError(t, err)
	saved, _, _, err := Recover("match", begins+first+second)
	require.NoError(t, err)
	require.Len(t, saved.Decisions, 2)

	h := m.Header
	h.Lang = "en\nseed 3"
	_, _, err = h.Journal()
	require.ErrorContains(t, err, "cannot be saved without changes")
}

// A match, and a journal, refuse a decision for which a saved match has no room. One that is full is read.
func TestOneLimitForTheSizeOfAMatch(t *testing.T) {
	m := matchOf(t, "market", 1, 2)
	m.size = MaxSize - len("1 ann match.day 1 ~000000\n") + 1
	require.ErrorContains(t, m.Answer(0, []int32{0}), "the maximum size of a saved match (64 MiB)")
	require.Empty(t, m.Decisions())
	m.size--
	require.NoError(t, m.Answer(0, []int32{0}))
	require.Equal(t, MaxSize, m.size)

	long := Decision{By: 0, Name: strings.Repeat("x", 1<<20), Answer: []int32{0}}
	j, begins, err := m.Journal()
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString(begins)
	for {
		line, err := j.Decided(long)
		if err != nil {
			require.ErrorIs(t, err, ErrFull)
			break
		}
		b.WriteString(line)
	}
	text := b.String()
	require.Greater(t, len(text), MaxSize-2<<20)
	file := filepath.Join(t.TempDir(), "full.match")
	require.NoError(t, os.WriteFile(file, []byte(text+fmt.Sprintf("end %d\n", j.n)), 0o600))
	saved, err := Open(file)
	require.NoError(t, err)
	_, again, _, err := Recover("match", text)
	require.NoError(t, err)
	require.Len(t, saved.Decisions, j.n)
	_, err = again.Decided(long)
	require.ErrorIs(t, err, ErrFull)
	_, err = again.Back(0)
	require.NoError(t, err)
}

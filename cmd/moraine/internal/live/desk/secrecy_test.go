package desk

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
	"moraine/interpreter/testing/soak"
)

// position is a match in which the reader, who has seat 0, is asked.
type position struct {
	match.Header
	decisions []match.Decision
	tables    string // as the reader has seen them at its questions
}

// positions returns a match at each of the first questions to the reader.
func positions(t *testing.T, g *interpreter.Game, h match.Header, asked int) (out []position) {
	t.Helper()
	m, err := match.New(g, h, match.Options{Kept: true})
	require.NoError(t, err)
	for tables := ""; len(out) < asked; {
		for stepped := true; stepped; {
			stepped, err = m.Step()
			require.NoError(t, err)
		}
		if m.Over() {
			return out
		}
		tables += string(m.AppendTable(nil, 0))
		out = append(out, position{h, slices.Clone(m.Decisions()), tables})
		answer := []int32{}
		if m.Check(answer) != nil {
			answer = []int32{0}
		}
		if m.Answer(0, answer) != nil { // it asks for more options
			return out
		}
	}
	return out
}

// known returns what the reader may know beside the tables: the log, and the decisions of seats.
func (p *position) known(t *testing.T, g *interpreter.Game) string {
	t.Helper()
	m, err := match.New(g, p.Header, match.Options{Kept: true, Page: true}, match.Recipient{Eyes: 0, Lang: p.Lang})
	require.NoError(t, err)
	require.NoError(t, m.Replay(&match.Saved{Header: p.Header, Decisions: p.decisions}))
	known := []any{m.Log(0), len(p.decisions)}
	for _, i := range m.KnownTo(0) {
		d := p.decisions[i]
		known = append(known, d.By, d.Offer, d.Answer, d.Name)
	}
	text, err := json.Marshal(known)
	require.NoError(t, err)
	return string(text)
}

// sentAt returns all messages to a page that continues a match and asks for pages.
func sentAt(t *testing.T, folder string, open openParams, p *position) string {
	t.Helper()
	j, begins, err := p.Journal()
	require.NoError(t, err)
	decided, err := j.Decided(p.decisions...)
	require.NoError(t, err)
	file, err := filepath.Glob(filepath.Join(folder, "*", "*", "match"))
	require.NoError(t, err)
	require.Len(t, file, 1)
	require.NoError(t, os.WriteFile(file[0], []byte(begins+decided), 0o600))
	o, seat := begin(t, folder, open)
	defer o.desk.server.Close()
	all := []any{seat, o.get(seat), o.get(seat + "/rules"), o.get(seat + "/at/0"), o.get(seat + "/api/state"), o.get(seat + "/api/log"), o.get(seat + "/none")}
	o.ask("connect", connectParams{Conn: 1, Path: seat + "/live?lang=en"}, nil)
	o.next(Begins)
	all = append(all, o.next(Message))
	o.ask("hear", hearParams{Conn: 1, Text: `{"do":"why","at":0,"name":""}`}, nil)
	all = append(all, o.next(Message))
	text, err := json.Marshal(all)
	require.NoError(t, err)
	return moment.ReplaceAllString(string(text), "")
}

// moment matches the random beginning of the numbers by which pages name a moment.
var moment = regexp.MustCompile(`\b\d{12,}\b`)

// Two matches that differ only in what the reader may not know, such as the cards in the hand of the bot, send the page the
// same messages. Seeds whose matches look the same to the reader are looked for; with few cards, there are many.
func TestHiddenCardsStayInTheWorker(t *testing.T) {
	const pairs = 3 // of a game
	seeds, total := uint64(soak.Or(6000, 300)), 0
	src := games.Sources(t, "../../../../..")
	for id, g := range games.Every(t, "../../../../..") {
		t.Run(id, func(t *testing.T) {
			if g.Program.MaxPlayers < 2 || soak.Or(0, len(g.Program.Pieces)) > 60 {
				t.Skip("nothing is hidden from the only seat, or seeds do not meet by chance")
			}
			folder, open := t.TempDir(), openParams{Game: id, Lang: "en", Files: filesOf(t, src, id)}
			o, seat := begin(t, folder, open)
			var saved page
			o.ask("save", saveParams{Seat: seat}, &saved)
			o.desk.server.Close()
			m, err := match.Parse("page.match", saved.Text)
			require.NoError(t, err)
			h := m.Header
			h.Seats[1] = "random" // which is quick
			seen, compared := map[string][]position{}, 0
			for h.Seed = 1; h.Seed < seeds && compared < pairs; h.Seed++ {
				for _, p := range positions(t, g, h, 3) {
					for _, twin := range seen[p.tables] {
						if compared == pairs || !differ(&twin, &p) || twin.known(t, g) != p.known(t, g) {
							continue
						}
						compared++
						require.Equal(t, sentAt(t, folder, open, &twin), sentAt(t, folder, open, &p), "seeds %d and %d", twin.Seed, p.Seed)
					}
					seen[p.tables] = append(seen[p.tables], p)
				}
			}
			t.Log(compared, "pairs of", len(seen), "positions")
			total += compared
		})
	}
	require.GreaterOrEqual(t, total, 4*pairs)
}

// differ reports whether chance or a hidden choice was another one.
func differ(a, b *position) bool {
	return a.Seed != b.Seed && len(a.decisions) == len(b.decisions) && !slices.EqualFunc(a.decisions, b.decisions, func(a, b match.Decision) bool {
		return a.Name == b.Name && slices.Equal(a.Answer, b.Answer)
	})
}

// filesOf returns the files of a game that the page sends, by path.
func filesOf(t *testing.T, src interpreter.Sources, id string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, s := range src {
		if _, err := fs.Stat(s.FS, "cards/"+id); err != nil {
			continue
		}
		require.NoError(t, fs.WalkDir(s.FS, "cards/"+id, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".yaml") {
				return err
			}
			text, err := fs.ReadFile(s.FS, path)
			out[path] = string(text)
			return err
		}))
	}
	return out
}

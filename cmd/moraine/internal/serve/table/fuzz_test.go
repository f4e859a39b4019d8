package table

import (
	"encoding/json"
	"html/template"
	"io"
	"log"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
	"moraine/interpreter/testing/engine"
	"moraine/interpreter/testing/games"
)

// model predicts the effect of each message at a table: the asked seat, the legal answers and offers, and the
// agreements to take something back. It follows the rules with its own machine.
type model struct {
	*testing.T
	table  *table
	game   *interpreter.Game
	m      *engine.Match
	made   []match.Decision         // those that m has made
	agreed map[int]map[int32]bool   // by the number of a wish, who has agreed
	wishes map[int]struct{ to int } // … and how many decisions are to be left
}

// settle waits until a person is asked or the match is over.
func (o *model) settle() {
	settle(o.table)
	o.follow(o.table.m.Decisions())
}

// follow makes the decisions of the table, each of which must be one that its seat may make.
func (o *model) follow(all []match.Decision) {
	same := len(o.made) <= len(all)
	for i := 0; same && i < len(o.made); i++ {
		same = equal(o.made[i], all[i])
	}
	if !same {
		o.m, o.made = o.at(nil), nil
	}
	for _, d := range all[len(o.made):] {
		require.NoError(o, o.may(d))
		require.NoError(o, engine.Make(o.m, d))
		o.made = append(o.made, d)
	}
}

// at is the match after some decisions.
func (o *model) at(made []match.Decision) *engine.Match {
	m := engine.New(o.game, len(o.table.Seats))
	for _, d := range made {
		m.Next()
		require.NoError(o, engine.Make(m, d))
	}
	m.Next()
	return m
}

// may tells why a decision cannot be made now.
func (o *model) may(d match.Decision) error {
	r := o.m.Next()
	switch {
	case r == nil:
		return &engine.Illegal{Why: "the match is over"}
	case d.Offer != "":
		return o.m.MayOffer(d.Offer, engine.Seat(d.By))
	case int32(r.By) != d.By:
		return &engine.Illegal{Why: "another seat is asked"}
	}
	return r.Check(d.Answer)
}

func equal(a, b match.Decision) bool {
	return a.By == b.By && a.Offer == b.Offer && a.Name == b.Name && slices.Equal(a.Answer, b.Answer)
}

// hears sends a message of a page and requires exactly the effect that the model predicts.
func (o *model) hears(w *watcher, a *act) {
	t := o.table
	was, now := slices.Clone(t.m.Decisions()), t.at(w.eyes)
	d := match.Decision{By: w.eyes}
	for _, i := range a.Pick {
		d.Answer = append(d.Answer, int32(i)-1)
	}
	legal := a.Do == doAnswer
	if a.Do == doOffer {
		d.Answer, d.Offer, legal = nil, a.Name, a.Name != ""
	}
	legal = legal && w.eyes >= 0 && a.At == now && o.may(d) == nil
	number, persons := 0, 0
	if t.wish != nil {
		number = t.wish.number
	}
	for _, s := range t.Seats {
		if s.Kind == match.Human {
			persons++
		}
	}
	text, err := json.Marshal(a)
	require.NoError(o, err)
	t.mu.Unlock()
	require.NoError(o, t.hear(w, text))
	t.mu.Lock()
	for len(w.queue) > 0 {
		<-w.queue
	}
	got := slices.Clone(t.m.Decisions()) // chance or a bot may have gone on already
	switch a.Do {
	case doAnswer, doOffer:
		if !legal {
			require.Equal(o, len(was), len(got), "%s of seat %d is illegal: %v", text, w.eyes, o.may(d))
			break
		}
		require.Greater(o, len(got), len(was), "%s of seat %d is legal", text, w.eyes)
		require.True(o, got[len(was)].By == d.By && got[len(was)].Offer == d.Offer && slices.Equal(got[len(was)].Answer, d.Answer))
	case doUndo:
		last := -1
		for i, d := range was {
			if d.By == w.eyes {
				last = i
			}
		}
		if w.eyes < 0 || a.At != now || last < 0 || o.m.Finished() {
			require.Equal(o, len(was), len(got))
			break
		}
		if t.wish == nil { // it is taken back at once
			require.GreaterOrEqual(o, len(got), last)
			was = was[:last]
			if persons > 1 {
				o.unseen(last)
			}
			break
		}
		o.agreed[t.wish.number], o.wishes[t.wish.number] = map[int32]bool{w.eyes: true}, struct{ to int }{last}
	case doAgree:
		if w.eyes < 0 || number == 0 || a.At != number {
			require.Equal(o, len(was), len(got))
			break
		}
		if o.agreed[number][w.eyes] = true; len(o.agreed[number]) == persons && !o.m.Finished() {
			was = was[:o.wishes[number].to]
		}
	}
	for i, d := range was {
		require.True(o, i < len(got) && equal(d, got[i]), "decision %d is lost by %s", i+1, text)
	}
	o.settle()
}

// unseen requires that no seat has learned anything since the last n decisions.
func (o *model) unseen(n int) {
	before := o.at(o.made[:n])
	for i, d := range o.made[n:] {
		require.GreaterOrEqual(o, d.By, int32(0), "decision %d is one of chance", n+i+1)
	}
	for seat := range o.m.Env.World.Players() {
		for p := range before.Env.World.Pieces {
			require.True(o, engine.Knows(before, seat, p) || !engine.Knows(o.m, seat, p), "seat %d has come to know piece %d", seat, p)
		}
	}
}

// readBack requires that the match on the disk is read, and is the one that was played.
func (o *model) readBack() {
	t := o.table
	text, err := t.store.dir.Read(t.ID+"/match", &files.Limit{File: match.MaxSize})
	require.NoError(o, err)
	saved, _, whole, err := match.Recover(t.ID, string(text))
	require.NoError(o, err, "%s", text)
	require.Equal(o, string(text), whole)
	require.True(o, slices.EqualFunc(saved.Decisions, t.m.Decisions(), equal), "%s", text)
	again, err := match.New(o.game, saved.Header, match.Options{Kept: true})
	require.NoError(o, err)
	require.NoError(o, again.Replay(saved), "%s", text)
}

// fuzzed are the games in which everything happens that a message can meet: offers, windows, sealed choices, lists.
var fuzzed = []string{"market", "duel", "pact", "liars", "blind", "glimpse"}

// For any messages of pages, an act counts exactly if the model allows it, and the saved match can be read.
func FuzzMessages(f *testing.F) {
	f.Add(byte(0), uint16(1), []byte("\x80\x00\x00\x81\x01\x08\x00\x00\x80\x00\x00\x82\x80\x0a\x00\x00"))
	f.Add(byte(1), uint16(6), []byte("\x80\x00\x00\x81\x80\x00\x00\x82\x00\x0a\x00\x00\x01\x0b\x00\x00"))
	f.Add(byte(2), uint16(3), []byte("\x81\x00\x00\x00\x01\x08\x00\x00\x01\x08\x00\x03\x80\x00\x00\x99\x80\x0e\x00\x00"))
	f.Add(byte(1), uint16(3), []byte("\x80\x00\x00\x81\x01\x08\x00\x00\x80\x00\x00\x82")) // an empty offer of a seat that is not asked
	f.Add(byte(1), uint16(10), []byte("\x80\x00\xf6\x80\x01\x08\x00\x00\x80\x00"))
	data := games.Sources(f, "../../../../..")
	desk, err := serve.New(serve.Options{Data: data, Folder: f.TempDir(), Errors: log.New(io.Discard, "", 0)})
	require.NoError(f, err)
	f.Cleanup(desk.Close)
	st, err := openStore(desk)
	require.NoError(f, err)
	f.Cleanup(st.close)
	f.Fuzz(func(t *testing.T, game byte, seed uint16, said []byte) {
		g, _, err := desk.Game(fuzzed[int(game)%len(fuzzed)], interpreter.Options{})
		require.NoError(t, err)
		seats := slices.Repeat([]seatOf{{Kind: match.Human}}, g.Program.MinPlayers+int(seed)%(g.Program.MaxPlayers-g.Program.MinPlayers+1))
		if len(seats) > 1 && game >= 128 {
			seats[len(seats)-1].Kind = match.Random
		}
		tb, err := st.make(g.ID, interpreter.Options{}, uint64(seed), "en", seats, nil)
		require.NoError(t, err)
		defer func() { require.NoError(t, st.remove(tb)) }()
		tb.mu.Lock()
		defer tb.mu.Unlock()
		require.NoError(t, tb.wake())
		o := &model{T: t, table: tb, game: g, agreed: map[int]map[int32]bool{}, wishes: map[int]struct{ to int }{}}
		o.m = o.at(nil)
		o.settle()
		for len(said) >= 4 {
			said = o.says(said)
		}
		o.readBack()
	})
}

// says sends the message that the first bytes encode, and returns the remaining bytes.
func (o *model) says(b []byte) (rest []byte) {
	t, r := o.table, o.m.Next()
	who, do, off, pick := b[0], b[1], b[2], b[3]
	b = b[4:]
	eyes := int32(who)%int32(len(t.Seats)+1) - 1
	if who >= 128 && r != nil { // so that the match goes on
		eyes = int32(r.By)
	}
	w := &watcher{eyes: eyes, lang: "en", shown: map[string]template.HTML{}, queue: make(chan *serve.Put, 1000)}
	a := &act{At: t.at(eyes)}
	switch do % 16 {
	default:
		a.Do = doAnswer
		if pick >= 128 && r != nil {
			for _, i := range engine.NewRandom(uint64(pick)).Decide(o.m, r) {
				a.Pick = append(a.Pick, int(i)+1)
			}
			break
		}
		for n := pick % 4; n > 0 && len(b) > 0; n-- {
			a.Pick, b = append(a.Pick, int(b[0]%12)), b[1:]
		}
	case 8, 9:
		a.Do = doOffer
		if all := append(t.m.Offers(), "", "none", "swap.given", "0"); len(all) > 0 {
			a.Name = all[int(pick)%len(all)]
		}
	case 10:
		a.Do = doUndo
	case 11, 12:
		a.Do = doAgree
		if do%16 == 12 {
			a.Do = doRefuse
		}
		if t.wish != nil {
			a.At = t.wish.number
		}
	case 13:
		a.Do, a.Name = doWhy, string(b[:min(len(b), int(pick%8))])
	case 14:
		t.sleep() // as in a restart
		require.NoError(o, t.wake())
		o.settle()
		return b
	case 15:
		a.Do = string(b[:min(len(b), int(pick%8))])
	}
	if off >= 224 { // a number that is not that of the question
		a.At += []int{1, -1, mostNumbers, -mostNumbers, -a.At, 1 << 40, -1 << 40, 2}[off%8]
	}
	o.hears(w, a)
	return b
}

package table

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
	"moraine/interpreter/serve"
)

const (
	mostTables    = 1000
	mostAwake     = 50 // tables whose match is in memory though nobody looks at it
	mostWatchers  = 64 // pages that a table has open
	mostDecisions = 20_000
	mostKept      = 8 << 20 // bytes of a match on disk
)

// store is all tables: each is a folder with who sits there and, line by line, what was decided.
type store struct {
	desk     *serve.Server
	dir      *files.Folder
	mu       sync.Mutex
	tables   map[string]*table
	thinking chan struct{} // has room for those who have bots think again at once
	awake    []*table      // those whose match is in memory, the latest last
}

// openStore finds the tables that there are.
func openStore(s *serve.Server) (*store, error) {
	dir, err := files.OpenPrivate(filepath.Join(s.Folder, "tables"))
	if err != nil {
		return nil, err
	}
	st := &store{desk: s, dir: dir, tables: map[string]*table{}, thinking: make(chan struct{}, 1)}
	ids, err := dir.Folders()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		text, err := dir.Read(id+"/table.json", &files.Limit{File: 64 << 10})
		t := &table{store: st, epoch: epoch()}
		if err == nil {
			err = json.Unmarshal(text, t)
		}
		if err == nil && t.ID == id && isID.MatchString(id) {
			st.tables[id] = t
		} else {
			s.Errors.Printf("%s: this is no table that can be read", filepath.Join(s.Folder, "tables", id))
		}
	}
	return st, nil
}

// renew has the matches in memory go on under the rules as they are now.
func (s *store) renew() {
	s.mu.Lock()
	awake := slices.Clone(s.awake)
	s.mu.Unlock()
	for _, t := range awake {
		t.renew()
	}
}

var isID = regexp.MustCompile(`^[a-z0-9]{8}$`)

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.dir.Close()
}

func anySeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.LittleEndian.Uint64(b[:]) % 1_000_000
}

// make sets a table up, with decisions that are taken over from another.
func (s *store) make(game string, opt interpreter.Options, seed uint64, lang string, kinds []string, taken []match.Decision) (*table, error) {
	g, hash, err := s.desk.Game(game, opt)
	if err != nil {
		return nil, err
	}
	h := match.Header{Game: game, Rules: opt, Data: hash, Seed: seed, Lang: lang, Players: len(kinds)}
	if len(kinds) > len(g.Program.Seats) {
		return nil, serve.Refuse(http.StatusBadRequest, "So many cannot play.")
	}
	t := &table{store: s, epoch: epoch(), ID: strings.ToLower(rand.Text()[:8]), Game: game, Watch: serve.Secret()}
	for i, kind := range kinds {
		h.IDs = append(h.IDs, g.Program.Seats[i])
		h.Seats = append(h.Seats, played(kind))
		t.Seats = append(t.Seats, seatOf{Kind: kind, Secret: serve.Secret()})
	}
	if _, err := match.New(g, h, match.Options{Kept: true}); err != nil {
		return nil, serve.Refuse(http.StatusBadRequest, "%s", err.Error())
	}
	j, begins, err := h.Journal()
	if err != nil {
		return nil, err
	}
	decided, err := j.Decided(taken...)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.tables) >= mostTables {
		return nil, serve.Refuse(http.StatusTooManyRequests, "There are %d tables; remove one first.", mostTables)
	}
	if err := s.dir.Write(t.ID+"/match", []byte(begins+decided)); err != nil {
		return nil, err
	}
	if err := t.keepSeats(); err != nil {
		return nil, err
	}
	s.tables[t.ID] = t
	return t, nil
}

// open is a seat that whoever comes first can take.
const open = "open"

// played is how a kind of seat is played: an open one by whoever will sit there.
func played(kind string) string {
	if kind == open {
		return match.Human
	}
	return kind
}

// branch begins a table with the first decisions of another.
func (s *store) branch(of *table, at int) (*table, error) {
	of.mu.Lock()
	defer of.mu.Unlock()
	if err := of.wake(); err != nil {
		return nil, err
	}
	if at < 0 || at > len(of.m.Decisions()) {
		return nil, serve.Refuse(http.StatusBadRequest, "There are %d decisions.", len(of.m.Decisions()))
	}
	var kinds []string
	for _, seat := range of.Seats {
		kinds = append(kinds, seat.Kind)
	}
	h := of.m.Header
	return s.make(h.Game, h.Rules, h.Seed, h.Lang, kinds, slices.Clone(of.m.Decisions()[:at]))
}

func (s *store) find(id string) (*table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tables[id]; t != nil {
		return t, nil
	}
	return nil, errNoSeat
}

func (s *store) remove(t *table) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tables, t.ID)
	t.ended = true
	t.sleep()
	for w := range t.watchers {
		w.socket.Close()
	}
	return s.dir.Remove(t.ID)
}

// woken notes that a table has its match in memory; of those that nobody looks at, it sends the oldest
// to sleep. The table's lock is held.
func (s *store) woken(t *table) {
	s.mu.Lock()
	s.awake = append(slices.DeleteFunc(s.awake, func(o *table) bool { return o == t }), t)
	idle := slices.Clone(s.awake[:max(0, len(s.awake)-mostAwake)])
	s.mu.Unlock()
	for _, o := range idle {
		if o != t && o.mu.TryLock() {
			if len(o.watchers) == 0 && !o.playing {
				o.sleep()
				s.mu.Lock()
				s.awake = slices.DeleteFunc(s.awake, func(x *table) bool { return x == o })
				s.mu.Unlock()
			}
			o.mu.Unlock()
		}
	}
}

// tableRow is a table in the lobby.
type tableRow struct {
	ID, Name, Where string
	Links           []seatRow
}

// list is the tables, by the names of their games.
func (s *store) list(lang serve.Lang) (out []tableRow) {
	s.mu.Lock()
	all := slices.Collect(maps.Values(s.tables))
	s.mu.Unlock()
	for _, t := range all {
		row := tableRow{ID: t.ID, Name: t.Game}
		t.mu.Lock()
		if g, _, err := s.desk.Game(t.Game, interpreter.Options{}); err == nil {
			row.Name = g.Summary(lang.Code()).Name
		}
		row.Links = t.seatRows()
		if row.Where = lang.T("waits on disk"); t.m != nil {
			row.Where = t.where(lang)
		}
		t.mu.Unlock()
		out = append(out, row)
	}
	slices.SortFunc(out, func(a, b tableRow) int { return strings.Compare(a.Name+a.ID, b.Name+b.ID) })
	return out
}

package table

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/match"
)

const (
	mostTables    = 1000
	mostAwake     = 50 // number of tables with a match in memory but no open page
	mostSeatPages = 16 // number of open pages of a seat
	mostOnlookers = 64 // number of open pages of the onlookers of a table
	mostDecisions = 20_000
	mostTable     = 64 << 10 // size of table.json
)

// store has all tables. Each is a folder with its seats and, line by line, its decisions.
type store struct {
	hall
	desk   *serve.Server
	dir    *files.Folder
	mu     sync.Mutex
	tables map[string]*table
	awake  []*table // tables with a match in memory, least recently used first
}

// openStore opens the store and finds the existing tables.
func openStore(s *serve.Server) (*store, error) {
	dir, err := files.OpenPrivate(filepath.Join(s.Folder, "tables"))
	if err != nil {
		return nil, err
	}
	if err := dir.MakePrivate("."); err != nil {
		return nil, err
	}
	st := &store{desk: s, dir: dir, tables: map[string]*table{}}
	ids, err := dir.Folders()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		t, err := st.read(id)
		if err != nil {
			s.Errors.Printf("%s: not a readable saved table: %v", filepath.Join(s.Folder, "tables", id), err)
			continue
		}
		st.tables[id] = t
	}
	return st, nil
}

// read reads the seats of a table.
func (s *store) read(id string) (*table, error) {
	text, err := s.dir.Read(id+"/table.json", &files.Limit{File: mostTable})
	if err != nil {
		return nil, err
	}
	t := &table{store: s, epoch: epoch()}
	if err := json.Unmarshal(text, &t.seating); err != nil {
		return nil, err
	}
	if t.ID != id || !isID.MatchString(id) {
		return nil, fmt.Errorf("table.json belongs to table %q", t.ID)
	}
	return t, t.check()
}

// keepSeats writes the seats of a table to disk and then changes them in memory. If writing fails, nothing
// changes.
func (s *store) keepSeats(of *seating, seats []seatOf) error {
	file, now := of.ID+"/table.json", *of
	now.Seats = seats
	text, err := json.Marshal(&now)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if err := s.dir.Write(file, text); err != nil {
		there, unread := s.dir.Read(file, &files.Limit{File: mostTable})
		if unread != nil || !bytes.Equal(there, text) {
			return err
		}
		s.desk.Errors.Printf("table %s: %v", of.ID, err)
	}
	of.Seats = seats
	return nil
}

// renew continues all matches in memory under the current rules.
func (s *store) renew() {
	for _, t := range s.inMemory() {
		t.renew()
	}
}

// inMemory lists the tables with a match in memory.
func (s *store) inMemory() []*table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.awake)
}

var isID = regexp.MustCompile(`^[a-z0-9]{8}$`)

func (s *store) close() {
	for _, t := range s.all() {
		for _, bot := range t.running() {
			bot.Close()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.dir.Close()
}

// running returns the programs that play at a table.
func (t *table) running() []*engine.Bot {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Collect(maps.Values(t.programs.bots))
}

// make creates a table with decisions copied from another one.
func (s *store) make(game string, opt interpreter.Options, seed uint64, lang string, seats []seatOf,
	taken []match.Decision) (*table, error) {
	g, hash, err := s.desk.Game(game, opt)
	if err != nil {
		return nil, err
	}
	if err := playable(g, len(seats)); err != nil {
		return nil, err
	}
	h := match.Header{Game: game, Rules: opt, Data: hash, Seed: seed, Lang: lang, Players: len(seats)}
	t := &table{store: s, epoch: epoch(),
		seating: seating{ID: strings.ToLower(rand.Text()[:8]), Game: game, Watch: serve.Secret()}}
	for i, seat := range seats {
		h.IDs = append(h.IDs, g.Seats()[i])
		h.Seats = append(h.Seats, played(seat.Kind))
		if err := s.starts(seat.Kind); err != nil {
			return nil, err
		}
		seat.Secret = serve.Secret()
		t.Seats = append(t.Seats, seat)
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
		return nil, serve.Refuse(http.StatusTooManyRequests, "The maximum of %d tables is reached; remove one first.",
			mostTables)
	}
	err = s.dir.Write(t.ID+"/match", []byte(begins+decided))
	if err == nil {
		err = s.keepSeats(&t.seating, t.Seats)
	}
	if err != nil {
		return nil, errors.Join(err, s.dir.Remove(t.ID))
	}
	s.tables[t.ID] = t
	s.changed()
	return t, nil
}

// branch creates a table with the first decisions of another one.
func (s *store) branch(of *table, at int) (*table, error) {
	of.mu.Lock()
	defer of.mu.Unlock()
	if err := of.wake(); err != nil {
		return nil, err
	}
	if at = after(of.m.Decisions(), at); at < 0 {
		return nil, serve.Refuse(http.StatusBadRequest, "There are %d decisions.", len(decided(of.m.Decisions())))
	}
	h := of.m.Header
	seats := slices.Clone(of.Seats)
	for i := range seats {
		seats[i].Guest = false // its links belong to the host
	}
	return s.make(h.Game, h.Rules, h.Seed, h.Lang, seats, slices.Clone(of.m.Decisions()[:at]))
}

func (s *store) find(id string) (*table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tables[id]; t != nil {
		return t, nil
	}
	return nil, errNoSeat
}

// remove removes a table and its files. If that fails, the table is kept.
func (s *store) remove(t *table) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := s.dir.Remove(t.ID); err != nil {
		return err
	}
	t.ended = true
	t.sleep()
	for w := range t.watchers.open {
		w.socket.Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tables, t.ID)
	s.changed()
	s.awake = slices.DeleteFunc(s.awake, func(o *table) bool { return o == t })
	return nil
}

// woken records that a table has loaded its match, and drops the least recently used matches
// without open pages. The caller holds the table's lock.
func (s *store) woken(t *table) {
	for _, o := range s.tooMany(t) {
		o.nap()
	}
}

// tooMany records the use of a table, and returns the least recently used ones beyond the
// limit.
func (s *store) tooMany(t *table) []*table {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.awake = append(slices.DeleteFunc(s.awake, func(o *table) bool { return o == t }), t)
	return slices.Clone(s.awake[:max(0, len(s.awake)-mostAwake)])
}

func (s *store) asleep(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.awake = slices.DeleteFunc(s.awake, func(o *table) bool { return o == t })
}

// nap drops the match of a table from memory, unless it is in use.
func (t *table) nap() {
	if !t.mu.TryLock() {
		return
	}
	defer t.mu.Unlock()
	if !t.watchers.inUse() && !t.playing && !t.retrying {
		t.sleep()
		t.store.asleep(t)
	}
}

func (s *store) all() []*table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.tables))
}

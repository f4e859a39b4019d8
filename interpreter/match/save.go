package match

import (
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
)

// A saved match reveals everything: its seed and decisions are enough to play the match again, with all hidden
// pieces. Give it to a seat only when the match is over.
//
// It is a text with one fact per line, then one decision per line:
//
//	moraine match 3
//	game GAME
//	variant NAME            if one is played
//	reading KEY=READING     one line per chosen reading
//	data rules1-5a0c…       hash of the rules of the game; in older files, of its files
//	seed 7
//	lang en
//	seat ann human          one line per seat
//	1 chance set_up.draw 4 ~81f0c2
//	2 ann turn.actions 2,3 ~0b77aa
//	3 bob offers OFFER ~55d1f0
//	back 2 ~90ab31          decisions after the second were taken back (in a file that is appended to)
//	end 3
//
// Answers are option numbers from 1, as a person would type them; 0 declines. For a side offer,
// the name of the offer is in their place. The text after ~ is a hash of the file up to that
// line, which detects edited lines. `end` distinguishes a complete file from a truncated one.

// Magic is the first line of a saved match.
const Magic = "moraine match 3"

const (
	offers = "offers" // replaces the name of the request
	back   = "back"   // replaces the number of the decision
)

// Header is the description of a match, without its decisions.
type Header struct {
	Game    string
	Rules   interpreter.Options
	Data    string // the hash of the game's rules (interpreter.Sources.PlayedAs)
	Seed    uint64
	Lang    string
	Players int
	Seats   []string // Human, Random or the name of a bot
	IDs     []string // ids of the seats in files and options
}

// Persons returns the seats of human players.
func (h *Header) Persons() []int32 {
	var out []int32
	for i, kind := range h.Seats {
		if kind == Human {
			out = append(out, int32(i))
		}
	}
	return out
}

// MaxSize limits the bytes of a saved match. A match refuses a decision that would exceed it,
// so that every saved match can be read again.
const MaxSize = 64 << 20

// maxLines limits the lines of a saved match, maxHeader those of its header. A match refuses a
// decision that would exceed maxLines.
const (
	maxLines  = 2_000_000
	maxHeader = 10_000
)

// lastLine is the space reserved beyond MaxSize for the last line.
const lastLine = 64

// Save writes the match to a file.
func (m *Match) Save(path string) error {
	text, err := m.Text()
	if err != nil {
		return err
	}
	return files.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Text returns the match in the format of a file.
func (m *Match) Text() (string, error) {
	j, begins, err := m.Journal()
	if err != nil {
		return "", err
	}
	decided, err := j.Decided(m.record...)
	return begins + decided + fmt.Sprintf("end %d\n", len(m.record)), err
}

// Journal formats the lines of a match that is saved while it is played. Such a file has no
// last line; Recover reads it.
type Journal struct {
	h     hash.Hash64
	n     int // number of decisions that were not taken back
	lines int // number of lines after the header
	size  int
	ids   []string
}

// ErrFull refuses a decision for which the saved match has no space.
var ErrFull error = &machine.Illegal{
	Why: "the match has reached the maximum size of a saved match (%d MiB), so it ends here", Of: []any{MaxSize >> 20}}

// Journal returns a journal for a match without decisions, and the header lines with which its
// file begins. It returns an error if these lines would not be read back as the same header.
func (h *Header) Journal() (j *Journal, begins string, err error) {
	j, begins = &Journal{h: fnv.New64a(), ids: h.IDs}, h.text()
	saved, _, err := parse("match", begins)
	if err == nil && saved.text() != begins {
		err = errors.New("the header of this match cannot be saved without changes")
	}
	j.size, _ = j.h.Write([]byte(begins))
	return j, begins, err
}

// Decided returns the lines for further decisions. If a line would not be read back as the same
// decision, or the file has no space for all lines, it returns an error and leaves the journal
// unchanged.
func (j *Journal) Decided(all ...Decision) (string, error) {
	var lines []string
	for i := range all {
		d, text := &all[i], string(all[i].line(nil, j.n+i+1, j.ids))
		read, why := readDecision(text, j.n+i+1, j.ids)
		if why != "" || strings.ContainsAny(text, "\n~") || read.By != d.By || read.Offer != d.Offer ||
			read.Name != d.Name || !slices.Equal(read.Answer, d.Answer) {
			return "", fmt.Errorf("decision %q cannot be saved: %s", text, why)
		}
		lines = append(lines, text)
	}
	text, err := j.add(lines)
	if err == nil {
		j.n += len(all)
	}
	return text, err
}

// Back returns the line that takes back all decisions except the first `to`.
func (j *Journal) Back(to int) (string, error) {
	text, err := j.add([]string{fmt.Sprintf("%s %d", back, to)})
	if err == nil {
		j.n = to
	}
	return text, err
}

// add appends the hash to each line.
func (j *Journal) add(lines []string) (string, error) {
	size := j.size
	for _, line := range lines {
		size += len(line) + hashed
	}
	if size > MaxSize || j.lines+len(lines) >= maxLines-maxHeader {
		return "", ErrFull
	}
	j.size, j.lines = size, j.lines+len(lines)
	var b strings.Builder
	for _, line := range lines {
		j.h.Write([]byte(line + "\n"))
		fmt.Fprintf(&b, "%s ~%s\n", line, sign(j.h.Sum64()))
	}
	return b.String(), nil
}

// hashed is the length of the hash at the end of a line.
const hashed = len(" ~000000\n")

// line appends decision number n without its hash.
func (d *Decision) line(out []byte, n int, ids []string) []byte {
	request := d.Name
	if d.Offer != "" {
		request = offers
	}
	out = append(append(strconv.AppendInt(out, int64(n), 10), ' '), seatName(ids, ref.Seat(d.By))...)
	out = append(append(append(out, ' '), request...), ' ')
	if d.Offer != "" {
		return append(out, d.Offer...)
	}
	return numbers(out, d.Answer)
}

// text formats the header.
func (h *Header) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\ngame %s\n", Magic, h.Game)
	if h.Rules.Variant != "" {
		fmt.Fprintf(&b, "variant %s\n", h.Rules.Variant)
	}
	for _, key := range slices.Sorted(maps.Keys(h.Rules.Readings)) {
		fmt.Fprintf(&b, "reading %s=%s\n", key, h.Rules.Readings[key])
	}
	fmt.Fprintf(&b, "data %s\nseed %d\nlang %s\n", h.Data, h.Seed, h.Lang)
	for i, kind := range h.Seats {
		fmt.Fprintf(&b, "seat %s %s\n", seatName(h.IDs, ref.Seat(i)), kind)
	}
	return b.String()
}

func sign(h uint64) string { return fmt.Sprintf("%06x", h&0xffffff) }

// numbers appends option indices as numbers from 1.
func numbers(out []byte, a []int32) []byte {
	if len(a) == 0 {
		return append(out, '0')
	}
	for i, n := range a {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(n)+1, 10)
	}
	return out
}

func seatName(ids []string, i ref.Seat) string {
	if i < 0 || int(i) >= len(ids) {
		return "chance"
	}
	return ids[i]
}

// Saved is a saved match before its game is loaded.
type Saved struct {
	Header
	Path      string
	Decisions []Decision
	Ended     bool  // the file is complete
	first     int   // line number of the first decision
	lines     []int // line number of each decision; lines of decisions that were taken back are between them
}

// errorf returns an error that refers to decision i.
func (s *Saved) errorf(i int, format string, args ...any) error {
	line := s.first + i
	if i < len(s.lines) {
		line = s.lines[i]
	}
	return fmt.Errorf("%s:%d: %s", s.Path, line, fmt.Sprintf(format, args...))
}

// Open reads a saved match from a file.
func Open(path string) (*Saved, error) {
	text, err := (&files.Limit{File: MaxSize + lastLine}).ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return Parse(path, string(text))
}

// Parse parses a saved match. Errors contain the line number.
func Parse(path, text string) (*Saved, error) {
	s, _, err := parse(path, text)
	if err == nil && !s.Ended {
		err = fmt.Errorf("%s:%d: the file is incomplete: its last line is missing", path, strings.Count(text, "\n")+1)
	}
	return s, err
}

// Recover parses the text of a Journal, and returns the journal to continue it. whole is the
// valid part of the text, without an incomplete last line.
func Recover(path, text string) (s *Saved, j *Journal, whole string, err error) {
	whole = text[:strings.LastIndexByte(text, '\n')+1]
	s, h, err := parse(path, whole)
	if err != nil {
		return nil, nil, "", err
	}
	lines := strings.Count(whole, "\n") - (s.first - 1)
	return s, &Journal{h: h, n: len(s.Decisions), lines: lines, size: len(whole), ids: s.IDs}, whole, nil
}

func parse(path, text string) (*Saved, hash.Hash64, error) {
	s := &Saved{Path: path}
	if n := strings.Count(text, "\n"); n > maxLines {
		return nil, nil, fmt.Errorf("%s has %d lines; the maximum is %d", path, n, maxLines)
	}
	lines := strings.Split(text, "\n")
	fail := func(i int, format string, args ...any) (*Saved, hash.Hash64, error) {
		return nil, nil, fmt.Errorf("%s:%d: %s", path, i+1, fmt.Sprintf(format, args...))
	}
	if lines[0] != Magic {
		if strings.HasPrefix(lines[0], "moraine match ") {
			return fail(0, "the match was saved in another format; this version can read %q", Magic)
		}
		return fail(0, "not a saved match: the file begins with %q", Magic)
	}
	i := 1
	for ; i < len(lines); i++ {
		key, val, _ := strings.Cut(lines[i], " ")
		if why := s.fact(key, val); why == notAFact {
			break
		} else if i > maxHeader {
			return fail(i, "no decision in the first %d lines", maxHeader)
		} else if why != "" {
			return fail(i, "%s", why)
		}
	}
	if s.Game == "" || s.Data == "" || s.Lang == "" || len(s.Seats) == 0 {
		return fail(i, "the header must have lines for game, data, seed, lang and seats")
	}
	s.Players, s.first = len(s.Seats), i+1
	h := fnv.New64a()
	h.Write([]byte(strings.Join(lines[:i], "\n") + "\n"))
	for ; i < len(lines); i++ {
		if n, isEnd := strings.CutPrefix(lines[i], "end "); isEnd {
			if n != strconv.Itoa(len(s.Decisions)) {
				return fail(i, "this line gives the number of decisions as %s, but the file has %d", n,
					len(s.Decisions))
			}
			if i != len(lines)-2 || lines[i+1] != "" {
				return fail(i+1, "unexpected text after the end")
			}
			s.Ended = true
			return s, h, nil
		}
		if lines[i] == "" && i == len(lines)-1 {
			break
		}
		text, mark, _ := strings.Cut(lines[i], " ~")
		h.Write([]byte(text + "\n"))
		if mark != sign(h.Sum64()) {
			return fail(i, "this line, or a line above without a decision, was changed after saving")
		}
		if n, isBack := strings.CutPrefix(text, back+" "); isBack {
			to, err := strconv.Atoi(n)
			if err != nil || to < 0 || to > len(s.Decisions) {
				return fail(i, "the match has only %d decisions to take back, not %s", len(s.Decisions), n)
			}
			s.Decisions, s.lines = s.Decisions[:to], s.lines[:to]
			continue
		}
		d, why := readDecision(text, len(s.Decisions)+1, s.IDs)
		if why != "" {
			return fail(i, "%s", why)
		}
		s.Decisions, s.lines = append(s.Decisions, d), append(s.lines, i+1)
	}
	return s, h, nil
}

const notAFact = "no fact"

func (s *Saved) fact(key, val string) (why string) {
	switch key {
	case "game":
		s.Game = val
	case "variant":
		s.Rules.Variant = val
	case "reading":
		name, reading, ok := strings.Cut(val, "=")
		if !ok {
			return "expected `reading KEY=READING`"
		}
		if s.Rules.Readings == nil {
			s.Rules.Readings = map[string]string{}
		}
		if _, twice := s.Rules.Readings[name]; twice {
			return "the reading of " + strconv.Quote(name) + " is said twice"
		}
		s.Rules.Readings[name] = reading
	case "data":
		s.Data = val
	case "lang":
		s.Lang = val
	case "seed":
		n, err := strconv.ParseUint(val, 10, 64)
		if err != nil {
			return "the seed must be a whole number, not " + strconv.Quote(val)
		}
		s.Seed = n
	case "seat":
		id, kind, ok := strings.Cut(val, " ")
		if !ok {
			return "expected `seat NAME PLAYER`"
		}
		s.IDs, s.Seats = append(s.IDs, id), append(s.Seats, kind)
	default:
		return notAFact
	}
	return ""
}

// readDecision parses decision number n, such as "12 ann hunt.prey 2,3".
func readDecision(text string, n int, ids []string) (d Decision, why string) {
	f := strings.Fields(text)
	if len(f) != 4 || f[0] != strconv.Itoa(n) {
		return d, fmt.Sprintf("expected decision %d as `%d PLAYER REQUEST ANSWER`", n, n)
	}
	d.By, d.Name = -1, f[2]
	if f[1] != "chance" {
		d.By = int32(slices.Index(ids, f[1]))
		if d.By < 0 {
			return d, strings.TrimSuffix(fmt.Sprintf("there is no seat %q; %s", f[1], source.DidYouMean(f[1], ids)),
				"; ")
		}
	}
	switch {
	case f[3] == "0":
		return d, ""
	case f[2] == offers && d.By >= 0 && strings.Trim(f[3], "0123456789,") != "":
		d.Name, d.Offer = f[3], f[3]
		return d, ""
	}
	for w := range strings.SplitSeq(f[3], ",") {
		n, err := strconv.ParseInt(w, 10, 32)
		if err != nil || n < 1 {
			return d, "an answer must be numbers separated by commas, not " + strconv.Quote(f[3])
		}
		d.Answer = append(d.Answer, int32(n)-1)
	}
	return d, ""
}

// Cut keeps the first decisions and drops the rest. It returns an error if the match has fewer.
func (s *Saved) Cut(first int) error {
	if n := len(s.Decisions); first < 0 || first > n {
		return fmt.Errorf("%s has only %d decisions, so there is no position after decision %d", s.Path, n, first)
	}
	s.Decisions = s.Decisions[:first]
	return nil
}

// Fits returns an error unless the saved match belongs to this game.
func (s *Saved) Fits(g *interpreter.Game, hash string) error {
	switch {
	case s.Game != g.ID:
		return fmt.Errorf("the match in %s is of game %s, not of %s", s.Path, s.Game, g.ID)
	case s.Data != hash:
		return fmt.Errorf("%s was played with other rules of %s (hash %.19s instead of %.19s), so its decisions may have another meaning now", s.Path, g.ID, s.Data, hash)
	}
	for i, id := range s.IDs {
		if i >= len(g.Program.Seats) || g.Program.Seats[i] != id {
			return fmt.Errorf("%s: seat %d of %s does not have the name %q", s.Path, i+1, g.ID, id)
		}
	}
	return nil
}

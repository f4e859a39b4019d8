package play

import (
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/internal/source"
)

// A saved match is a text: a line a fact, then a line a decision, in order.
//
//	moraine match 1
//	game GAME
//	variant NAME            if one is played, and a line a reading that was picked
//	reading KEY=READING
//	data 5a0c…              hash of the files of the game
//	seed 7
//	lang en
//	seat ann human          a line a seat
//	1 chance set_up.draw 4 ~81f0c2
//	2 ann turn.actions 2,3 ~0b77aa
//	3 bob offers OFFER ~55d1f0
//	end 3
//
// Answers are the numbers of the options, from 1, as a person would type them; 0
// is none; a side offer has its name there. The sign after ~ is a hash of the whole file up to there, so that the
// line which was changed is the line that is found fault with. `end` tells a
// whole file from the beginning of one.

const (
	magic  = "moraine match 1"
	offers = "offers" // instead of a request
)

// header is all of a match but its decisions.
type header struct {
	game    string
	rules   interpreter.Options
	data    string // interpreter.Sources.Hash of the game
	seed    uint64
	lang    string
	players int
	seats   []string // human, random or the name of a bot
	ids     []string // what the seats are called in files and options
}

// write writes the match to a file.
func (m *match) write(path string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\ngame %s\n", magic, m.game)
	if m.rules.Variant != "" {
		fmt.Fprintf(&b, "variant %s\n", m.rules.Variant)
	}
	for _, key := range slices.Sorted(maps.Keys(m.rules.Readings)) {
		fmt.Fprintf(&b, "reading %s=%s\n", key, m.rules.Readings[key])
	}
	fmt.Fprintf(&b, "data %s\nseed %d\nlang %s\n", m.data, m.seed, m.lang)
	for i, kind := range m.seats {
		fmt.Fprintf(&b, "seat %s %s\n", m.ids[i], kind.kind)
	}
	h := fnv.New64a()
	h.Write([]byte(b.String()))
	for i, d := range m.record {
		what, how := d.name, numbers(d.Answer)
		if d.Offer != "" {
			what, how = offers, d.Offer
		}
		text := fmt.Sprintf("%d %s %s %s", i+1, m.seatName(d.By), what, how)
		h.Write([]byte(text + "\n"))
		fmt.Fprintf(&b, "%s ~%s\n", text, sign(h.Sum64()))
	}
	fmt.Fprintf(&b, "end %d\n", len(m.record))
	return files.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, b.String())
		return err
	})
}

func sign(h uint64) string { return fmt.Sprintf("%06x", h&0xffffff) }

// numbers are option indices as a person types them.
func numbers(a []int32) string {
	if len(a) == 0 {
		return "0"
	}
	var out []string
	for _, i := range a {
		out = append(out, strconv.Itoa(int(i)+1))
	}
	return strings.Join(out, ",")
}

func (h *header) seatName(i int32) string {
	if i < 0 || int(i) >= len(h.ids) {
		return "chance"
	}
	return h.ids[i]
}

// saved is a saved match as it was read.
type saved struct {
	header
	path      string
	decisions []decision
	first     int // line of the first decision
}

// errorf is an error at decision i.
func (s *saved) errorf(i int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", s.path, s.first+i, fmt.Sprintf(format, args...))
}

// maxFile bounds the size of a saved match.
const maxFile = 64 << 20

// maxLines bounds the lines of one, and maxHeader those that are no decisions.
const (
	maxLines  = 2_000_000
	maxHeader = 10_000
)

// Saved is a saved match as it was read, before the game is loaded.
type Saved struct{ file *saved }

// Open reads a saved match.
func Open(path string) (*Saved, error) {
	text, err := (&files.Limit{File: maxFile}).ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("there is nothing to read at %s: %w", path, err)
	}
	file, err := parse(path, string(text))
	if err != nil {
		return nil, err
	}
	return &Saved{file}, nil
}

// Game and Rules are what the match is of.
func (s *Saved) Game() string               { return s.file.game }
func (s *Saved) Rules() interpreter.Options { return s.file.rules }

// parse reads a saved match; what is wrong with it, and where, it says with the
// line.
func parse(path, text string) (*saved, error) {
	s := &saved{path: path}
	if n := strings.Count(text, "\n"); n > maxLines {
		return nil, fmt.Errorf("%s has %d lines; at most %d are read", path, n, maxLines)
	}
	lines := strings.Split(text, "\n")
	fail := func(i int, format string, args ...any) (*saved, error) {
		return nil, fmt.Errorf("%s:%d: %s", path, i+1, fmt.Sprintf(format, args...))
	}
	if lines[0] != magic {
		if strings.HasPrefix(lines[0], "moraine match ") {
			return fail(0, "this match was saved in another format; this version reads %q", magic)
		}
		return fail(0, "this is no saved match; it begins with %q", magic)
	}
	i := 1
	for ; i < len(lines); i++ {
		key, val, _ := strings.Cut(lines[i], " ")
		if why := s.fact(key, val); why == notAFact {
			break
		} else if i > maxHeader {
			return fail(i, "more than %d lines, and none of a decision yet", maxHeader)
		} else if why != "" {
			return fail(i, "%s", why)
		}
	}
	if s.game == "" || s.data == "" || s.lang == "" || len(s.seats) == 0 {
		return fail(i, "the file ends, or goes on, before it has said game, data, seed, lang and seats")
	}
	s.players, s.first = len(s.seats), i+1
	h := fnv.New64a()
	h.Write([]byte(strings.Join(lines[:i], "\n") + "\n"))
	for ; i < len(lines); i++ {
		if n, isEnd := strings.CutPrefix(lines[i], "end "); isEnd {
			if n != strconv.Itoa(len(s.decisions)) {
				return fail(i, "here the file says that it has %s decisions; it has %d", n, len(s.decisions))
			}
			if i != len(lines)-2 || lines[i+1] != "" {
				return fail(i+1, "something follows the end")
			}
			return s, nil
		}
		if lines[i] == "" && i == len(lines)-1 {
			break
		}
		text, mark, _ := strings.Cut(lines[i], " ~")
		h.Write([]byte(text + "\n"))
		if mark != sign(h.Sum64()) {
			return fail(i, "this line, or one above that says nothing of a decision, is not as it was saved")
		}
		d, why := s.decision(text)
		if why != "" {
			return fail(i, "%s", why)
		}
		s.decisions = append(s.decisions, d)
	}
	return fail(i, "the file ends in the middle: its last line is missing")
}

const notAFact = "no fact"

func (s *saved) fact(key, val string) (why string) {
	switch key {
	case "game":
		s.game = val
	case "variant":
		s.rules.Variant = val
	case "reading":
		name, reading, ok := strings.Cut(val, "=")
		if !ok {
			return "a reading is `reading KEY=READING`"
		}
		if s.rules.Readings == nil {
			s.rules.Readings = map[string]string{}
		}
		if _, twice := s.rules.Readings[name]; twice {
			return "the reading of " + strconv.Quote(name) + " is said twice"
		}
		s.rules.Readings[name] = reading
	case "data":
		s.data = val
	case "lang":
		s.lang = val
	case "seed":
		n, err := strconv.ParseUint(val, 10, 64)
		if err != nil {
			return "a seed is a whole number, not " + strconv.Quote(val)
		}
		s.seed = n
	case "seat":
		id, kind, ok := strings.Cut(val, " ")
		if !ok {
			return "a seat is `seat NAME WHO`"
		}
		s.ids, s.seats = append(s.ids, id), append(s.seats, kind)
	default:
		return notAFact
	}
	return ""
}

// decision reads "12 ann hunt.prey 2,3".
func (s *saved) decision(text string) (d decision, why string) {
	f := strings.Fields(text)
	if len(f) != 4 || f[0] != strconv.Itoa(len(s.decisions)+1) {
		return d, fmt.Sprintf("decision %d is `%d WHO REQUEST ANSWER`", len(s.decisions)+1, len(s.decisions)+1)
	}
	d.By, d.name = -1, f[2]
	if f[1] != "chance" {
		for i, id := range s.ids {
			if id == f[1] {
				d.By = int32(i)
			}
		}
		if d.By < 0 {
			return d, strings.TrimSuffix(fmt.Sprintf("there is no seat %q; %s", f[1], source.DidYouMean(f[1], s.ids)), "; ")
		}
	}
	switch {
	case f[3] == "0":
		return d, ""
	case f[2] == offers && d.By >= 0 && strings.Trim(f[3], "0123456789,") != "":
		d.name, d.Offer = f[3], f[3]
		return d, ""
	}
	for _, w := range strings.Split(f[3], ",") {
		n, err := strconv.ParseInt(w, 10, 32)
		if err != nil || n < 1 {
			return d, "an answer is numbers with commas between, not " + strconv.Quote(f[3])
		}
		d.Answer = append(d.Answer, int32(n)-1)
	}
	return d, ""
}

// fits reports whether a saved match is one of this game.
func (s *saved) fits(g *interpreter.Game, hash string) error {
	switch {
	case s.game != g.ID:
		return fmt.Errorf("%s is a match of %s, not of %s", s.path, s.game, g.ID)
	case s.data != hash:
		return fmt.Errorf("%s was played with other files of %s (hash %.12s; these have %.12s), so its decisions may mean something else here", s.path, g.ID, s.data, hash)
	}
	for i, id := range s.ids {
		if i >= len(g.Program.Seats) || g.Program.Seats[i] != id {
			return fmt.Errorf("%s: seat %d of %s is not called %q", s.path, i+1, g.ID, id)
		}
	}
	return nil
}

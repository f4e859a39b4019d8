package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/words"
)

// ask puts a request to a person until it is answered. It returns again = true
// if something else is being asked now: the match has gone back, or somebody
// proposes something.
func (s *session) ask(r *machine.Request) (again bool, err error) {
	if s.turnTo(r.By); s.ended != nil {
		return false, s.ended
	}
	if err := s.Err(); err != nil { // what was to be drawn cannot be
		return false, err
	}
	v := s.through(r.By)
	names, question := s.question(v, r)
	if s.around(r.By, strings.Count(question, "\n")+1); s.Err() != nil {
		return false, s.Err()
	}
	s.say("%s", question)
	for {
		text, err := s.answer()
		if err != nil {
			return false, err
		}
		word, arg, _ := strings.Cut(text, " ")
		word = strings.ToLower(word)
		switch {
		case commands[word] != nil: // to type nothing is one, too
			back, err := commands[word](s, r, strings.TrimSpace(arg))
			if back || err != nil {
				return back, err
			}
		case slices.Contains(s.offerNames(), word):
			back, err := offer(s, r, text)
			if back || err != nil {
				return back, err
			}
		default:
			a, why := s.answersOf(text, r, names)
			if why == "" {
				var illegal *machine.Illegal
				if err := s.do(decide.Move{By: r.By, Answer: a}); errors.As(err, &illegal) {
					why = s.refused(illegal)
				} else if err != nil {
					return false, err
				}
			}
			if why == "" {
				return false, nil
			}
			s.say("%s", words.Wrap("", 0, why))
			s.queued = nil
		}
	}
}

// refused is why something cannot be: in words of the game, or of the program.
func (s *session) refused(why *machine.Illegal) string {
	text := s.names.Phrase(why.Why)
	if text == why.Why {
		text = s.names.T(why.Why, why.Of...)
	}
	return words.Title(text) + "."
}

// answer is what somebody types next: what he typed behind a semicolon, else a line.
func (s *session) answer() (string, error) {
	if len(s.queued) == 0 {
		text, err := s.line("> ")
		if err != nil {
			return "", err
		}
		s.queued = strings.Split(text, ";")
	} else {
		s.say("> %s\n", strings.TrimSpace(s.queued[0]))
	}
	text := strings.TrimSpace(s.queued[0])
	s.queued = s.queued[1:]
	return text, nil
}

// line reads a line of input.
func (s *session) line(prompt string) (string, error) {
	s.say("%s", prompt)
	text, err := s.in.line(s.ctx)
	if err != nil {
		s.say("\n")
		return "", err
	}
	if !s.Terminal {
		s.say("%s\n", strings.TrimRight(text, "\r\n")) // so that a transcript reads like a session
	}
	return strings.TrimSpace(text), nil
}

// question is what is asked, with the options and their numbers, and what these are called.
func (s *session) question(v *view, r *machine.Request) (names []string, text string) {
	text = words.Wrap("\n", 2, s.asks(r))
	if _, _, ok := span(r); ok {
		return nil, text
	}
	var lines []string
	for i, o := range r.Options {
		name, more := s.option(v, r, o)
		names = append(names, name)
		lines = append(lines, fmt.Sprintf("%3d  %s", i+1, words.Count(name, int(max(o.Count, 1)))+more))
	}
	if none := s.none(r); none != "" {
		lines = append(lines, "  0  "+none)
	}
	return names, text + columns(lines)
}

// few is how many options are listed one below the other, however short they are.
const few = 9

// columns are lines, side by side if there are many and all of them are short.
func columns(lines []string) string {
	wide := 0
	for _, line := range lines {
		wide = max(wide, utf8.RuneCountInString(line)+2)
	}
	side := 1
	if len(lines) > few {
		side = max(1, min(3, words.Width/wide))
	}
	var b strings.Builder
	for high, i := (len(lines)+side-1)/side, 0; i < high; i++ {
		row := ""
		for j := i; j < len(lines); j += high {
			row += fmt.Sprintf("%-*s", wide, lines[j])
		}
		if side == 1 {
			row = words.Wrap(row[:5], 7, row[5:])
		} else {
			row = strings.TrimRight(row, " ") + "\n"
		}
		b.WriteString(row)
	}
	return b.String()
}

// asks is the question, in the game's words if it has any.
func (s *session) asks(r *machine.Request) string {
	n, who, many := s.names, s.names.Seat(r.By), ""
	if from, to, ok := span(r); ok {
		many = n.T(" (a number from %d to %d)", from, to)
	} else if r.List {
		many = " (" + s.howMany(r) + ")"
	}
	if r.Kind == machine.AskPlay { // its name is that of the window
		return n.T("%s, you may play a card: %s.", who, n.Window(r.Name))
	}
	if asked := n.Asked(r.Name); asked != "" {
		return who + ": " + asked + many
	}
	switch r.Kind {
	case machine.AskOption:
		return n.T("%s, what will you do?", who)
	case machine.AskTarget:
		return n.T("%s, whom or what do you play it on?", who)
	}
	return n.T("%s, choose: %s.", who, n.Phrase(nameOf(r))+many)
}

// span is the range of a request for one of numbers that follow each other: it is
// answered by the number itself. A few from 1 on are listed, where that is so anyway.
func span(r *machine.Request) (from, to int32, ok bool) {
	n := len(r.Options)
	if r.Kind != machine.AskChoice || r.Type.Base != schema.Number || r.List || r.Optional || n < 2 {
		return 0, 0, false
	}
	from, to = r.Options[0].Value, r.Options[n-1].Value
	return from, to, int(to)-int(from) == n-1 && (from != 1 || n > 9)
}

func (s *session) howMany(r *machine.Request) string {
	switch {
	case r.Least == r.Most:
		return strconv.Itoa(r.Least)
	case r.Least == 0:
		return s.names.T("up to %d", r.Most)
	}
	return s.names.T("%d to %d", r.Least, r.Most)
}

// option is an option's name, and what helps to choose it.
func (s *session) option(v *view, r *machine.Request, o machine.Option) (name, more string) {
	if r.Kind == machine.AskOption {
		return s.names.Option(r.Name, r.OptionName(int(o.Value))), ""
	}
	if !isPiece(r) {
		name = v.names.Value(r.Type, o.Value)
		if r.Type.Base == schema.Zone {
			for _, text := range v.names.texts(o.Value, v.piece) {
				more += ": " + text
			}
		}
		return name, more
	}
	at := v.names.placeOf(o.Value)
	if at != "" {
		at = s.names.T(" at %s", at)
	}
	if v.names.knows(o.Value) {
		if more = v.names.printed(o.Value); more != "" {
			more = " — " + more
		}
	} else if at == "" {
		at = s.names.T(" in %s", v.names.Zone(v.Env.In(o.Value)))
		if n, told := v.place(o.Value); told {
			at += s.names.T(", %d from the top", n)
		}
	}
	return v.piece(o.Value), at + more
}

// place is where in a stack a piece lies, counted from 1; told is false if there is
// no order, or nobody knows it.
func (v *view) place(p int32) (n int, told bool) {
	if !v.Env.Zones[v.Env.In(p)].Stack || !v.Env.Placed(p) {
		return 0, false
	}
	for q := v.Env.Head(v.Env.In(p)); q != p; q = v.Env.Next(q) {
		n++
	}
	return n + 1, true
}

func isPiece(r *machine.Request) bool { return r.Type.Base == schema.Piece }

// none is what choosing nothing means; "" if that cannot be.
func (s *session) none(r *machine.Request) string {
	switch {
	case r.Kind == machine.AskPlay:
		return s.names.T("pass")
	case r.Kind == machine.AskOption && r.Optional:
		return s.names.T("nothing (more)")
	case r.Optional, r.List && r.Least == 0:
		return s.names.T("nothing")
	}
	return ""
}

// turnTo makes sure that the person of a seat, and nobody else, looks at the screen.
func (s *session) turnTo(seat int32) {
	if s.looks == seat {
		return
	}
	s.queued, s.latest = nil, nil // what was typed ahead was another's, and what was new
	if len(s.persons()) > 1 {
		if s.curtain(seat); s.ended != nil {
			return
		}
	}
	s.looks, s.fresh = seat, true
}

// around shows what has happened since a seat last decided, and the table: on a screen of so many
// rows what fits above a question, else all of it for whom has come to look.
func (s *session) around(seat int32, question int) {
	news := s.news(seat)
	if len(news) > 0 {
		s.latest = news
	}
	if s.Rows == 0 {
		s.say("%s", strings.Join(news, ""))
		if s.fresh {
			s.say("%s", s.tableFor(seat))
		}
		s.fresh = false
		return
	}
	t, room := s.tableSeenBy(seat), max(s.Rows-question, leastRows)
	table := t.fitting(s.saw[seat], max(room-len(news), room/2), s.names)
	s.saw[seat] = t.seen()
	if room -= strings.Count(table, "\n"); len(news) > room {
		cut := len(news) - room + 1
		s.say("%s", s.names.T("  … and %d before (`news` shows all)", cut)+"\n")
		news = news[cut:]
	}
	s.say("%s%s", strings.Join(news, ""), table)
}

// leastRows is how many lines stand above a question, however long that is.
const leastRows = 6

// curtain hands the screen to another person.
func (s *session) curtain(seat int32) {
	s.clear()
	s.say("%s", words.Wrap("\n", 0, s.names.T("%s, it is for you to look. The others look away.", s.names.Seat(seat))))
	s.enter()
	s.looks = seat
}

// enter waits until somebody has read what is on the screen. Whatever else is typed was meant for
// the screen before, and must not show this person's.
func (s *session) enter() {
	for {
		text, err := s.line(s.names.T("Press Enter. "))
		if err == nil && strings.EqualFold(text, "quit") {
			err = errQuit
		}
		if err == nil && text != "" {
			continue
		}
		s.ended = err
		s.clear()
		return
	}
}

// idle is the curtain for somebody who could have been asked but was not, so
// that being asked says nothing (machine/view.go). Who looks at the screen
// anyway would be asked without the others noticing.
func (s *session) idle(seat int32) {
	if s.ended != nil || len(s.persons()) < 2 || s.seats[seat].bot != nil || s.looks == seat {
		return
	}
	if s.curtain(seat); s.ended == nil {
		s.say("\n%s\n", s.names.T("There is nothing for you to play now."))
		s.enter()
	}
}

// news is what was said since a seat last looked, line by line.
func (s *session) news(seat int32) (out []string) {
	s.log.flush()
	from := s.read[seat]
	for _, l := range spoken(s.log.lines[min(from, len(s.log.lines)):]) {
		out = append(out, split(l.String())...)
	}
	s.read[seat] = len(s.log.lines)
	return out
}

// spoken are the lines that are sentences.
func spoken(lines []line) []line {
	var out []line
	for _, l := range lines {
		if l.skipped < 0 {
			out = append(out, l)
		}
	}
	return out
}

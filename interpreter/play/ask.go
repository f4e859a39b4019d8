package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	names := s.question(v, r)
	for {
		text, err := s.answer()
		if err != nil {
			return false, err
		}
		word, arg, _ := strings.Cut(text, " ")
		word = strings.ToLower(word)
		switch {
		case text == "":
			s.say("Type a number, or ? for help.\n")
		case commands[word] != nil:
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
			a, why := answersOf(text, r, names)
			if why == "" {
				var illegal *machine.Illegal
				if err := s.do(decide.Move{By: r.By, Answer: a}); errors.As(err, &illegal) {
					why = words.Title(illegal.Why) + "."
				} else if err != nil {
					return false, err
				}
			}
			if why == "" {
				return false, nil
			}
			s.say("%s\n", why)
			s.queued = nil
		}
	}
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

// question shows what is asked, and the options with their numbers. It returns what they are called.
func (s *session) question(v *view, r *machine.Request) (names []string) {
	s.say("\n%s\n", s.asks(r))
	if _, _, ok := span(r); ok {
		return nil
	}
	for i, o := range r.Options {
		name, more := s.option(v, r, o)
		names = append(names, name)
		s.say("%s", words.Wrap(fmt.Sprintf("%3d  ", i+1), 7, words.Count(name, int(max(o.Count, 1)))+more))
	}
	if none := none(r); none != "" {
		s.say("  0  %s\n", none)
	}
	return names
}

// asks is the question, in the game's words if it has any.
func (s *session) asks(r *machine.Request) string {
	who := s.names.Seat(r.By)
	name := words.Plain(nameOf(r))
	many := ""
	if from, to, ok := span(r); ok {
		many = fmt.Sprintf(" (a number from %d to %d)", from, to)
	} else if r.List {
		many = " (" + howMany(r) + ")"
	}
	if asked := s.names.Asked(r.Name); asked != "" {
		return who + ": " + asked + many
	}
	switch r.Kind {
	case machine.AskOption:
		return who + ", what will you do?"
	case machine.AskPlay:
		return who + ", you may play a card: " + s.names.Window(r.Name) + "."
	case machine.AskTarget:
		return who + ", whom or what do you play it on?"
	}
	return who + ", choose: " + name + many + "."
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

func howMany(r *machine.Request) string {
	switch {
	case r.Least == r.Most:
		return strconv.Itoa(r.Least)
	case r.Least == 0:
		return "up to " + strconv.Itoa(r.Most)
	}
	return strconv.Itoa(r.Least) + " to " + strconv.Itoa(r.Most)
}

// option is an option's name, and what helps to choose it.
func (s *session) option(v *view, r *machine.Request, o machine.Option) (name, more string) {
	if r.Kind == machine.AskOption {
		return optionName(s.names, r, int(o.Value)), ""
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
		at = " at " + at
	}
	if v.names.knows(o.Value) {
		if more = v.printed(o.Value); more != "" {
			more = " — " + more
		}
	} else if at == "" {
		at = " in " + v.names.Zone(v.Env.In(o.Value))
		if n, told := v.place(o.Value); told {
			at += ", " + strconv.Itoa(n) + " from the top"
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

// optionName is an option of a `may`, in the game's words if it has any.
func optionName(n words.Names, r *machine.Request, i int) string {
	owner, _, _ := strings.Cut(r.Name, ".")
	if asked := n.Asked(owner + "." + r.OptionName(i)); asked != "" {
		return asked
	}
	return words.Plain(r.OptionName(i))
}

func isPiece(r *machine.Request) bool { return r.Type.Base == schema.Piece }

// none is what choosing nothing means; "" if that cannot be.
func none(r *machine.Request) string {
	switch {
	case r.Kind == machine.AskPlay:
		return "pass"
	case r.Kind == machine.AskOption && r.Optional:
		return "nothing (more)"
	case r.Optional, r.List && r.Least == 0:
		return "nothing"
	}
	return ""
}

// answersOf reads numbers, or the beginnings of what options are called, with commas between.
func answersOf(text string, r *machine.Request, names []string) (a []int32, why string) {
	if from, to, ok := span(r); ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < int(from) || n > int(to) {
			return nil, fmt.Sprintf("A number from %d to %d, please.", from, to)
		}
		return []int32{int32(n) - from}, ""
	}
	if a, why = numbersOf(text, r); why == "" {
		return a, ""
	}
	for _, begin := range strings.Split(text, ",") {
		i, clash := beginning(strings.ToLower(strings.TrimSpace(begin)), names)
		switch {
		case i >= 0:
			a = append(a, int32(i))
		case clash != "":
			return nil, fmt.Sprintf("%q could be %s.", begin, clash)
		default:
			return nil, why
		}
	}
	if len(a) > 1 && !r.List {
		return nil, "One of them, please."
	}
	return a, ""
}

// beginning is the name that begins so: the whole name, or else the only one. It is -1 if there are
// none or several.
func beginning(begin string, names []string) (at int, clash string) {
	var like []string
	at = -1
	for i, name := range names {
		switch low := strings.ToLower(name); {
		case low == begin:
			return i, ""
		case begin != "" && strings.HasPrefix(low, begin):
			at, like = i, append(like, name)
		}
	}
	if len(like) > 1 {
		return -1, strings.Join(like, " or ")
	}
	return at, ""
}

// numbersOf reads "2", "1 3 3" or "1,3" as option indices; 0 is none.
func numbersOf(text string, r *machine.Request) (a []int32, why string) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == '\t' })
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		switch {
		case err != nil:
			return nil, fmt.Sprintf("%q is neither a number nor a command; type ? for help.", f)
		case n == 0 && len(fields) == 1:
			return nil, ""
		case n == 0:
			return nil, "0 goes with no other number."
		case n < 0 || n > len(r.Options):
			return nil, fmt.Sprintf("There is no number %d here; there %s.", n, numbersFor(r))
		}
		a = append(a, int32(n-1))
	}
	if len(a) > 1 && !r.List {
		return nil, "One number, please."
	}
	return a, ""
}

// numbersFor says which numbers answer a request.
func numbersFor(r *machine.Request) string {
	from := 1
	if none(r) != "" {
		from = 0
	}
	if from == len(r.Options) {
		return "is only " + strconv.Itoa(from)
	}
	return fmt.Sprintf("are %d to %d", from, len(r.Options))
}

// turnTo makes sure that the person of a seat, and nobody else, looks at the
// screen, and shows what has happened since he last did, and at a terminal the
// table whenever it has changed.
func (s *session) turnTo(seat int32) {
	first := s.looks != seat
	if first {
		s.queued = nil // what was typed ahead was another's
	}
	if first && len(s.persons()) > 1 {
		if s.curtain(seat); s.ended != nil {
			return
		}
	}
	s.looks = seat
	s.news(seat)
	if !first && !s.Terminal {
		return
	}
	if table := s.tableFor(seat); first || table != s.drawn {
		s.say("%s", table)
		s.drawn = table
	}
}

// curtain hands the screen to another person.
func (s *session) curtain(seat int32) {
	s.clear()
	s.say("\n%s, it is for you to look. The others look away.\n", s.names.Seat(seat))
	s.enter()
	s.looks = seat
}

// enter waits until somebody has read what is on the screen. Whatever else is typed was meant for
// the screen before, and must not show this person's.
func (s *session) enter() {
	for {
		text, err := s.line("Press Enter. ")
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
		s.say("\nThere is nothing for you to play now.\n")
		s.enter()
	}
}

// maxNews is how many lines of what happened a terminal shows at once.
const maxNews = 30

// news shows what was said since a seat last looked.
func (s *session) news(seat int32) {
	s.log.flush()
	from := s.read[seat]
	lines := spoken(s.log.lines[min(from, len(s.log.lines)):])
	s.read[seat] = len(s.log.lines)
	if s.Terminal && len(lines) > maxNews {
		s.say("  … %d lines before (`log` shows all)\n", len(lines)-maxNews)
		lines = lines[len(lines)-maxNews:]
	}
	for i := range lines {
		s.say("%s", lines[i].String())
	}
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

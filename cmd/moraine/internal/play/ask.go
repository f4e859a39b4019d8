package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// ask shows a question to a person until it is answered. again reports that another question is
// open now, because the match was taken back or a player made an offer.
func (s *session) ask(q *match.Question) (again bool, err error) {
	s.showSeat(q.Seat)
	if s.ended != nil {
		return false, s.ended
	}
	if err := s.Err(); err != nil { // the position cannot be drawn
		return false, err
	}
	numbers := s.numbers(q)
	text := s.question(q, numbers)
	s.showSituation(q.Seat, strings.Count(text, "\n")+1)
	if s.Err() != nil {
		return false, s.Err()
	}
	s.say("%s", text)
	for {
		text, err := s.answer()
		if err != nil {
			return false, err
		}
		word, arg, _ := strings.Cut(text, " ")
		word = strings.ToLower(word)
		if word == "q" && !begun(q, word) {
			word = "quit"
		}
		switch {
		case commands[word] != nil: // an empty line is also a command
			back, err := commands[word](s, q, strings.TrimSpace(arg))
			if back || err != nil {
				return back, err
			}
		case slices.Contains(s.Offers(), word):
			back, err := offer(s, q, text)
			if back || err != nil {
				return back, err
			}
		default:
			a, why := s.answersOf(text, q, numbers)
			if why == "" {
				var refused *match.Refusal
				if err := s.Answer(q.Seat, a); errors.As(err, &refused) {
					why = refused.Text
				} else if err != nil {
					return false, err
				}
			}
			if why == "" {
				return false, nil
			}
			s.say("%s", s.wrap("", 0, why))
			s.dropQueued()
		}
	}
}

// begun reports whether a text is the beginning of an answer.
func begun(q *match.Question, text string) bool {
	return match.Begins(q.None, text) || slices.ContainsFunc(q.Options, func(o match.Option) bool {
		return match.Begins(o.Name, text)
	})
}

// answer returns the next answer: queued text after a semicolon, or a new line.
func (s *session) answer() (string, error) {
	if len(s.queued) == 0 {
		text, err := s.line("> ")
		if err != nil {
			return "", err
		}
		s.queued, s.acted, s.midway = strings.Split(text, ";"), true, false
	} else {
		s.midway = true
		s.say("> %s\n", strings.TrimSpace(s.queued[0]))
	}
	text := strings.TrimSpace(s.queued[0])
	s.queued = s.queued[1:]
	return text, nil
}

// dropQueued drops the answers after a wrong one on the same line, and says whether those
// before it were accepted.
func (s *session) dropQueued() {
	if s.midway && len(s.queued) > 0 {
		s.tell("The rest of the line was ignored: %s. The answers before the error were accepted.",
			strings.TrimSpace(strings.Join(s.queued, ";")))
	}
	s.queued = nil
}

// line prints a prompt and reads a line of input.
func (s *session) line(prompt string) (string, error) {
	s.say("%s", prompt)
	text, err := s.in.line(s.ctx)
	if err != nil {
		s.say("\n")
		return "", err
	}
	if !s.Terminal {
		s.say("%s\n", strings.TrimRight(text, "\r\n")) // so that a transcript looks like a session
	}
	return strings.TrimSpace(text), nil
}

// question formats a question with its options and their numbers.
func (s *session) question(q *match.Question, numbers []int) string {
	text := s.wrap("\n", 2, q.Text)
	if q.Number {
		return text
	}
	if grouped := slices.ContainsFunc(q.Options, func(o match.Option) bool { return o.Group != "" }); grouped {
		return text + s.groups(q, numbers)
	}
	lines := make([]string, len(q.Options), len(q.Options)+1)
	for i, o := range q.Options {
		place := 0 // index among options without a number of their own
		for _, n := range numbers {
			if n < numbers[i] {
				place++
			}
		}
		lines[place] = fmt.Sprintf("%3d  %s", numbers[i], words.Count(o.Name, o.Count)+o.More)
	}
	if q.None != "" {
		lines = append(lines, "  0  "+q.None)
	}
	return text + s.columns(lines)
}

// groups formats options under headings, with one line per heading.
func (s *session) groups(q *match.Question, numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(q.Options); {
		group := q.Options[i].Group
		var row []string
		for ; i < len(q.Options) && q.Options[i].Group == group; i++ {
			row = append(row, fmt.Sprintf("%d %s", numbers[i], q.Options[i].Name))
		}
		head := "  "
		if group != "" {
			head += group + ": "
		}
		b.WriteString(s.wrap(head, 6, strings.Join(row, " · ")))
	}
	if q.None != "" {
		b.WriteString("  0 " + q.None + "\n")
	}
	return b.String()
}

// few is the maximum number of short options that are listed one per line.
const few = 9

// columns arranges lines in columns if there are many and all are short.
func (s *session) columns(lines []string) string {
	wide := 0
	for _, line := range lines {
		wide = max(wide, utf8.RuneCountInString(line)+2)
	}
	side := 1
	if len(lines) > few {
		side = max(1, min(3*s.Columns/words.Width, s.Columns/wide))
	}
	var b strings.Builder
	for high, i := (len(lines)+side-1)/side, 0; i < high; i++ {
		row := ""
		for j := i; j < len(lines); j += high {
			row += fmt.Sprintf("%-*s", wide, lines[j])
		}
		if side == 1 {
			row = s.wrap(row[:5], 7, row[5:])
		} else {
			row = strings.TrimRight(row, " ") + "\n"
		}
		b.WriteString(row)
	}
	return b.String()
}

// showSeat makes sure that only the person of a seat looks at the screen.
func (s *session) showSeat(seat int32) {
	if s.looks == seat {
		return
	}
	s.queued, s.latest = nil, nil // queued input and news belong to the previous person
	if len(s.Persons()) > 1 {
		s.curtain(seat)
		if s.ended != nil {
			return
		}
	}
	s.looks, s.fresh = seat, true
}

// showSituation shows the events since a seat's last decision, and the table: the part that fits above
// a question of the given number of rows, or all of it if question is 0.
func (s *session) showSituation(seat int32, question int) {
	news := s.news(seat)
	if s.acted && len(news) > 0 {
		s.latest, s.acted = nil, false
	}
	s.latest = append(s.latest, news...)
	if s.Rows == 0 {
		s.say("%s", strings.Join(news, ""))
		if s.fresh {
			s.say("%s", tableSeenBy(s.Match, seat, s.Columns).between(s.Columns))
		}
		s.fresh = false
		return
	}
	t, room := tableSeenBy(s.Match, seat, s.Columns), max(s.Rows-question, leastRows)
	table := t.fitting(s.saw[seat], max(room-len(news), room/2), s.Columns, s.Names)
	s.saw[seat] = t.seen()
	if room -= strings.Count(table, "\n"); len(news) > room {
		cut := len(news) - room + 1
		s.say("%s", s.Names.T("  … and %d before (`news` shows all)", cut)+"\n")
		news = news[cut:]
	}
	s.say("%s%s", strings.Join(news, ""), table)
}

// leastRows is the minimum number of lines shown above a question.
const leastRows = 6

// curtain clears the screen and hands it to another person.
func (s *session) curtain(seat int32) {
	s.clear()
	s.say("%s", s.wrap("\n", 0,
		s.Names.T("%s, it is your turn at the screen. The others please look away.", s.Names.Seat(seat))))
	s.enter()
	s.looks = seat
}

// enter waits until Enter is pressed. Any other input was meant for the previous screen, and
// must not reveal the view of this person.
func (s *session) enter() {
	for {
		text, err := s.line(s.Names.T("Press Enter. "))
		if err == nil && (strings.EqualFold(text, "quit") || strings.EqualFold(text, "q")) {
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

// idleCurtain shows the curtain for a person who might have been asked but was not, so that being
// asked reveals nothing (machine/view.go). It is not needed for a person who is already at the
// screen, because the others would not see the question.
func (s *session) idleCurtain(seat int32) {
	if s.ended != nil || len(s.Persons()) < 2 || !s.isPerson(seat) || s.looks == seat {
		return
	}
	s.curtain(seat)
	if s.ended == nil {
		s.say("\n%s\n", s.Names.T("You have no decision to make now."))
		s.enter()
	}
}

// news returns the lines of the log since a seat last looked.
func (s *session) news(seat int32) (out []string) {
	lines := s.Log(0)
	for _, l := range sentences(lines[min(s.read[seat], len(lines)):]) {
		out = append(out, split(s.formatLine(l))...)
	}
	s.read[seat] = len(lines)
	return out
}

// sentences leaves out the lines that only stand for a seat that was passed over (Skipped).
func sentences(lines []match.Line) []match.Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l match.Line) bool { return l.Skipped >= 0 })
}

// formatLine formats a line of the log.
func (s *session) formatLine(l match.Line) string { return formatLine(l, s.Columns) }

// formatLine formats a line of the log for a screen of the given width.
func formatLine(l match.Line, width int) string {
	if l.Chapter {
		return "\n" + l.Text + "\n"
	}
	return words.WrapAt(width, "  ", 6, l.Text+l.Cites)
}

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

// ask puts a request to a person until it is answered. It returns again = true
// if something else is being asked now: the match has gone back, or somebody
// proposes something.
func (s *session) ask(q *match.Question) (again bool, err error) {
	if s.turnTo(q.Seat); s.ended != nil {
		return false, s.ended
	}
	if err := s.Err(); err != nil { // what was to be drawn cannot be
		return false, err
	}
	numbers := s.numbers(q)
	text := question(q, numbers)
	if s.around(q.Seat, strings.Count(text, "\n")+1); s.Err() != nil {
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
		switch {
		case commands[word] != nil: // to type nothing is one, too
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
			s.say("%s", words.Wrap("", 0, why))
			s.dropQueued()
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
		s.queued, s.acted, s.midway = strings.Split(text, ";"), true, false
	} else {
		s.midway = true
		s.say("> %s\n", strings.TrimSpace(s.queued[0]))
	}
	text := strings.TrimSpace(s.queued[0])
	s.queued = s.queued[1:]
	return text, nil
}

// dropQueued drops the answers of a line behind a wrong one, and says so if those before it count.
func (s *session) dropQueued() {
	if s.midway && len(s.queued) > 0 {
		s.tell("Not read: %s. What stands before it has been done.", strings.TrimSpace(strings.Join(s.queued, ";")))
	}
	s.queued = nil
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

// question is what is asked, with the options and their numbers.
func question(q *match.Question, numbers []int) string {
	text := words.Wrap("\n", 2, q.Text)
	if q.Number {
		return text
	}
	if grouped := slices.ContainsFunc(q.Options, func(o match.Option) bool { return o.Group != "" }); grouped {
		return text + groups(q, numbers)
	}
	lines := make([]string, len(q.Options), len(q.Options)+1)
	for i, o := range q.Options {
		place := 0 // of this number among the others
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
	return text + columns(lines)
}

// groups are the options under their headings, a line for each heading.
func groups(q *match.Question, numbers []int) string {
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
		b.WriteString(words.Wrap(head, 6, strings.Join(row, " · ")))
	}
	if q.None != "" {
		b.WriteString("  0 " + q.None + "\n")
	}
	return b.String()
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

// turnTo makes sure that the person of a seat, and nobody else, looks at the screen.
func (s *session) turnTo(seat int32) {
	if s.looks == seat {
		return
	}
	s.queued, s.latest = nil, nil // what was typed ahead was another's, and what was new
	if len(s.Persons()) > 1 {
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
	if s.acted && len(news) > 0 {
		s.latest, s.acted = nil, false
	}
	s.latest = append(s.latest, news...)
	if s.Rows == 0 {
		s.say("%s", strings.Join(news, ""))
		if s.fresh {
			s.say("%s", tableFor(s.Match, seat))
		}
		s.fresh = false
		return
	}
	t, room := tableSeenBy(s.Match, seat), max(s.Rows-question, leastRows)
	table := t.fitting(s.saw[seat], max(room-len(news), room/2), s.Names)
	s.saw[seat] = t.seen()
	if room -= strings.Count(table, "\n"); len(news) > room {
		cut := len(news) - room + 1
		s.say("%s", s.Names.T("  … and %d before (`news` shows all)", cut)+"\n")
		news = news[cut:]
	}
	s.say("%s%s", strings.Join(news, ""), table)
}

// leastRows is how many lines stand above a question, however long that is.
const leastRows = 6

// curtain hands the screen to another person.
func (s *session) curtain(seat int32) {
	s.clear()
	s.say("%s", words.Wrap("\n", 0, s.Names.T("%s, it is for you to look. The others look away.", s.Names.Seat(seat))))
	s.enter()
	s.looks = seat
}

// enter waits until somebody has read what is on the screen. Whatever else is typed was meant for
// the screen before, and must not show this person's.
func (s *session) enter() {
	for {
		text, err := s.line(s.Names.T("Press Enter. "))
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
	if s.ended != nil || len(s.Persons()) < 2 || s.Match.Seats[seat] != match.Human || s.looks == seat {
		return
	}
	if s.curtain(seat); s.ended == nil {
		s.say("\n%s\n", s.Names.T("There is nothing for you to play now."))
		s.enter()
	}
}

// news is what was said since a seat last looked, line by line.
func (s *session) news(seat int32) (out []string) {
	lines := s.Log(0)
	for _, l := range spoken(lines[min(s.read[seat], len(lines)):]) {
		out = append(out, split(said(l))...)
	}
	s.read[seat] = len(lines)
	return out
}

// spoken are the lines that are sentences.
func spoken(lines []match.Line) []match.Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l match.Line) bool { return l.Skipped >= 0 })
}

// said is a line of the log.
func said(l match.Line) string {
	if l.Chapter {
		return "\n" + l.Text + "\n"
	}
	return words.Wrap("  ", 6, l.Text+l.Cites)
}

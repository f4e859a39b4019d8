package play

import (
	"errors"
	"fmt"
	"strings"

	"moraine/interpreter/match"
)

// command executes an input other than an answer. back reports that the match was taken back to
// another question.
type command func(s *session, q *match.Question, arg string) (back bool, err error)

var commands map[string]command

func init() {
	commands = map[string]command{
		"": showTable, "?": help, "help": help, "aide": help, "hilfe": help, "quit": quit, "undo": undo, "save": save,
		"log": showLog, "news": showNews, "why": why, "table": showTable, "offer": offer,
	}
}

// quit ends the session. At a terminal it asks for confirmation if the match would be lost.
func quit(s *session, _ *match.Question, _ string) (bool, error) {
	if s.Terminal && s.kept == "" && !s.leaves && len(s.Decisions()) > 0 {
		s.leaves = true
		s.tell("The match is not saved. Type `save FILE` to save it, or `quit` again to leave without saving.")
		return false, nil
	}
	return false, errQuit
}

func help(s *session, q *match.Question, _ string) (bool, error) {
	t := s.Names.T
	switch {
	case q.Number:
		s.tell("Type the number.")
	case q.List:
		s.tell("Type the numbers of your choices, such as `1 3 3` or `1,3` (%s).", q.HowMany)
	default:
		s.tell("Type the number of your choice.")
	}
	s.tell("You can also type the beginning of a name, or several answers in a row: `1; 3`.")
	if q.None != "" {
		s.tell("0 is %s.", q.None)
	}
	for _, c := range [][2]string{
		{"Enter", t("show the table as you see it")},
		{"table NAME", t("show the parts of the table with this name: a zone, a place, or a card with its printed values")},
		{"why", t("show the clauses for this question, and the options that are not offered")},
		{"why not NAME", t("show why this option is not offered")},
		{"news", t("show the events since your last decision")},
		{"log", t("all that has happened")},
		{"undo", t("take back your last decision; the dice keep their results")},
		{"save FILE", t("save the match to a file")},
		{"q or quit", t("leave the program; a saved match can be continued")},
	} {
		s.say("%s", s.wrap(fmt.Sprintf("  %-13s", c[0]), 15, c[1]))
	}
	if all := s.Offers(); len(all) > 0 {
		text := t("make a side offer: %s", strings.Join(all, ", "))
		if len(s.Persons()) > 1 {
			text += "; " + t("for the seat of another person: offer NAME SEAT")
		}
		s.say("%s", s.wrap("  offer NAME   ", 15, text))
	}
	return false, nil
}

func undo(s *session, q *match.Question, _ string) (bool, error) {
	t, by := s.Names.T, q.Seat
	if !s.Undo(by) {
		s.tell("You have no decision to take back.")
		return false, nil
	}
	s.adjustRead()
	if s.taken++; len(s.Persons()) > 1 {
		// The other players must know, because the player may have seen hidden information.
		// Further undos remove this line from the log, so it contains a count.
		s.Tell(0, t("%s takes back a decision (%d taken back so far)", s.Names.Seat(by), s.taken))
	}
	s.say("%s", s.wrap("", 0, t("%s takes back the last decision and all its effects. "+
		"The next dice and draws will have the same results as before.", s.Names.Seat(by))))
	return true, nil
}

// adjustRead adjusts the number of log lines that each seat has read to the length of the log.
func (s *session) adjustRead() {
	for i := range s.read {
		s.read[i] = min(s.read[i], len(s.Log(0)))
	}
}

func save(s *session, _ *match.Question, path string) (bool, error) {
	if path == "" {
		path = s.Options.Save
	}
	if path == "" {
		s.tell("Say where: save FILE")
		return false, nil
	}
	if err := s.Match.Save(path); err != nil {
		s.tell("The match could not be saved: %v", err)
		return false, nil
	}
	s.Options.Save, s.kept = path, path
	s.say("%s\n", s.Names.T(
		"Saved. The match is now saved to this file after each decision. To continue later: moraine play --resume %s",
		path))
	return false, nil
}

func showLog(s *session, _ *match.Question, _ string) (bool, error) {
	var lines []string
	for _, l := range sentences(s.Log(0)) {
		lines = append(lines, split(s.formatLine(l))...)
	}
	return false, s.page(lines)
}

func showNews(s *session, _ *match.Question, _ string) (bool, error) { return false, s.page(s.latest) }

func showTable(s *session, q *match.Question, name string) (bool, error) {
	if name == "" {
		return false, errors.Join(
			s.page(split(tableSeenBy(s.Match, q.Seat, s.Columns).withoutLinks().between(s.Columns))), s.Err())
	}
	there, others := s.cards(q.Seat, name)
	lines := append(tableSeenBy(s.Match, q.Seat, s.Columns).only(name).lines(nil, false, s.Columns), there...)
	if len(lines) == 0 {
		lines = others
	}
	if len(lines) == 0 {
		lines = []string{s.Names.T("The table has nothing with the name %q.", name) + "\n"}
	}
	return false, errors.Join(s.page(lines), s.Err())
}

// cards returns the matching cards that a seat knows, with their values and places, and the
// other matching names.
func (s *session) cards(eyes int32, begin string) (there, others []string) {
	for _, c := range s.Cards(eyes) {
		if !match.Begins(c.Name, begin) {
			continue
		}
		text, to := s.Names.T("%s in %s", c.Name, c.Zone), &there
		if c.Zone == "" {
			text, to = s.Names.T("%s: none is in sight", c.Name), &others
		}
		if c.Printed != "" {
			text += " — " + c.Printed
		}
		*to = append(*to, s.wrap("", margin+2, text))
	}
	return there, others
}

// page shows lines one screen at a time. Input in between ends it and is treated as an answer.
func (s *session) page(lines []string) error {
	for s.Rows > leastRows && len(lines) >= s.Rows {
		s.say("%s", strings.Join(lines[:s.Rows-1], ""))
		lines = lines[s.Rows-1:]
		text, err := s.line(s.Names.T("Enter: %d more. ", len(lines)))
		if text != "" {
			s.queued = strings.Split(text, ";")
		}
		if err != nil || text != "" {
			return err
		}
	}
	s.say("%s", strings.Join(lines, ""))
	return nil
}

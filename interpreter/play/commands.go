package play

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/internal/words"
)

// command is what a person can say instead of an answer; back reports that the
// match has gone back and asks something else.
type command func(s *session, r *machine.Request, arg string) (back bool, err error)

var commands map[string]command

func init() {
	commands = map[string]command{
		"?": help, "help": help, "undo": undo, "save": save, "log": showLog, "why": why, "table": showTable, "offer": offer,
		"quit": func(*session, *machine.Request, string) (bool, error) { return false, errQuit },
	}
}

func help(s *session, r *machine.Request, _ string) (bool, error) {
	_, _, number := span(r)
	switch {
	case number:
		s.say("Type the number.\n")
	case r.List:
		s.say("Type the numbers of what you choose, such as `1 3 3` or `1,3` (%s).\n", howMany(r))
	default:
		s.say("Type the number of what you choose.\n")
	}
	s.say("The beginning of its name will do, and several answers in a row: `1; 3`.\n")
	if none := none(r); none != "" {
		s.say("0 is %s.\n", none)
	}
	s.say(`  table       what lies on the table, as you see it
  why         the clauses behind what you are asked
  log         all that has happened
  undo        back to your last decision; the dice stay as they fell
  save FILE   write the match to a file
  quit        leave; a saved match can be resumed
`)
	if all := s.offerNames(); len(all) > 0 {
		text := "propose something beside what is asked: " + strings.Join(all, ", ")
		if len(s.persons()) > 1 {
			text += "; for another person, offer NAME SEAT"
		}
		s.say("%s", words.Wrap("  offer NAME  ", 14, text))
	}
	return false, nil
}

func undo(s *session, r *machine.Request, _ string) (bool, error) {
	by := r.By
	if !s.undo(by) {
		s.say("There is no decision of yours to take back.\n")
		return false, nil
	}
	for i := range s.read {
		s.read[i] = min(s.read[i], len(s.log.lines))
	}
	if s.taken++; len(s.persons()) > 1 {
		// The others must know: who takes back may have seen what he could not have known. Further
		// ones cut this line away, so it says how many there were.
		s.log.lines = append(s.log.lines, line{text: fmt.Sprintf("%s takes back a decision (%d taken back so far)", s.names.Seat(by), s.taken), skipped: -1})
	}
	s.say("%s", words.Wrap("", 0, s.names.Seat(by)+" takes back the last decision, and all that came of it. "+
		"What chance decides next is what it would have been: the same dice, in the same order."))
	return true, nil
}

func save(s *session, _ *machine.Request, path string) (bool, error) {
	if path == "" {
		path = s.Save
	}
	if path == "" {
		s.say("Say where: save FILE\n")
		return false, nil
	}
	if err := s.write(path); err != nil {
		s.say("It could not be saved: %v\n", err)
		return false, nil
	}
	s.Save, s.kept = path, path
	s.say("Saved; the match is kept there from now on. To go on later: moraine play --resume %s\n", path)
	return false, nil
}

func showLog(s *session, _ *machine.Request, _ string) (bool, error) {
	for _, l := range spoken(s.log.lines) {
		s.say("%s", l.String())
	}
	return false, nil
}

func showTable(s *session, r *machine.Request, _ string) (bool, error) {
	s.say("%s", s.tableFor(r.By))
	return false, s.Err()
}

// why names the clauses of the step that asks, of each option, and of what is
// not offered.
func why(s *session, r *machine.Request, _ string) (bool, error) {
	step := s.P.Steps[r.Step()]
	s.say("This is asked by `%s` at %s.\n", step.Verb, step.Pos)
	said := map[string]bool{}
	s.clauses(step.Cites, said)
	for _, o := range r.Options {
		if r.Kind == machine.AskOption {
			if cites := r.OptionCites(int(o.Value)); len(cites) > 0 {
				s.say("%s:\n", words.Title(words.Plain(r.OptionName(int(o.Value)))))
				s.clauses(cites, said)
			}
		}
	}
	v, unseen := s.through(r.By), map[string]bool{}
	for _, t := range s.turned {
		if t.Who != r.By {
			continue // what others hold is theirs to know
		}
		text := refusal(v, r, t)
		if t.Piece >= 0 && isPiece(r) && !v.names.knows(t.Piece) {
			unseen[text] = true // how many there are, and of which he is told first, is not his to know
			continue
		}
		s.say("%s", words.Wrap("Not offered: ", 2, text))
		s.clauses(t.Cites, said)
	}
	for _, text := range slices.Sorted(maps.Keys(unseen)) {
		s.say("%s", words.Wrap("Not offered: ", 2, text))
	}
	if len(said) == 0 {
		s.say("No clause is cited here.\n")
	}
	return false, nil
}

// refusal says what a condition in words has turned away.
func refusal(v *view, r *machine.Request, ev machine.Event) string {
	what := ev.Text
	switch {
	case what != "":
		what = words.Plain(what)
	case ev.Piece >= 0:
		what = v.names.Value(r.Type, ev.Piece)
	}
	reason := "a condition without words"
	if ev.Words != "" {
		reason = "it is required that " + ev.Words
	}
	return what + ", since " + reason
}

func (s *session) clauses(ids []syntax.Ident, said map[string]bool) {
	for _, id := range ids {
		c := s.game.Clause(id.Name)
		if said[id.Name] || c == nil {
			continue
		}
		said[id.Name] = true
		s.say("%s", words.Wrap("  "+id.Name+"  ", 4, c.Says))
	}
}

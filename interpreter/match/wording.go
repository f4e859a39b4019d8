package match

import (
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// Voice names pieces, zones and seats in sentences about events. The trace of a scenario uses
// the names of scripts. The log uses the names in its language, and hides information that its
// reader may not know.
type Voice interface {
	// Word formats a sentence: a trace uses the first format, a log the translation of the second.
	Word(trace, log string, args ...any) string
	Seat(seat ref.Seat) string
	Piece(p ref.Piece) string
	Zone(z ref.Place) string
	Value(t schema.Type, x int32) string
	Procedure(name string) string
	Pieces(names []string) string
	Seats(names []string) string
	Field(ev *machine.Event) (owner, name string) // the field that was set; owner is "" for a field of the game
	Answer(ev *machine.Event) Answer
}

// Answer has the names for a sentence about a decision.
type Answer struct {
	Request  string
	Question string // the game's words for the request, or ""
	Given    string // the answer; "" for nothing
	Worded   bool   // the game has words for the chosen option
	Only     bool   // there was no other answer
	Printed  string // the printed values of the chosen piece, or ""
}

// Sentence describes an event, or returns "" for an event that has no sentence. This file has
// all sentences of traces and logs; only a log describes picks (see log.picked).
func Sentence(v Voice, m *machine.Match, ev *machine.Event) string {
	switch ev.Kind {
	case machine.Answered, machine.Forced:
		return answered(v, ev)
	case machine.Moved:
		return moved(v, v.Piece(ev.Piece),
			movement{names: [2]string{v.Zone(ev.From), v.Zone(ev.To)}})
	case machine.Flipped:
		return flipped(v, v.Piece(ev.Piece), ev.On)
	case machine.Assigned:
		return assigned(v, ev)
	case machine.Rolled:
		return v.Word("%s rolls %d", "%s rolls %d", v.Seat(ev.Who), ev.Value)
	case machine.Shuffled:
		return v.Word("%s is shuffled", "%s is shuffled", v.Zone(ev.To))
	case machine.Shown:
		return shown(v, m, ev)
	case machine.Played:
		if ev.Target == schema.Nothing {
			return v.Word("%s plays %s", "%s plays %s", v.Seat(ev.Who), v.Piece(ev.Piece))
		}
		target := v.Value(m.P.TargetType(m.Env.World.Pieces[ev.Piece].Card, ev.Text), ev.Target)
		return v.Word("%s plays %s on %s", "%s plays %s on %s", v.Seat(ev.Who), v.Piece(ev.Piece), target)
	case machine.Passed:
		return v.Word("%s passes in %s", "%s passes in %s", v.Seat(ev.Who), ev.Text)
	case machine.Offered:
		return v.Word("%s proposes %s", "%s proposes: %s", v.Seat(ev.Who), v.Procedure(ev.Text))
	case machine.Called:
		return v.Word("%s begins", "%s", v.Procedure(m.P.Procs[ev.Value].Name))
	case machine.Stopped:
		return v.Word("stop: %s", "%s ends early", v.Procedure(m.P.Procs[ev.Value].Name))
	case machine.Ended:
		return ended(v, m)
	}
	return ""
}

// answered describes a decision: "Ann chooses prey: Bison" or, if the game words the question,
// "Ann: Which prey? Bison". Rolls have a sentence of their own.
func answered(v Voice, ev *machine.Event) string {
	r := ev.Request
	if r.Kind == machine.AskRoll {
		return ""
	}
	a, log := v.Answer(ev), "%[1]s chooses %[2]s: %[3]s"
	switch {
	case r.Kind == machine.AskOption && a.Given == "":
		log = "%[1]s declines"
	case a.Worded:
		log = "%[1]s: %[3]s"
	case r.Kind == machine.AskOption:
		log = "%[1]s chooses to %[3]s"
	case a.Question != "":
		log = "%[1]s: %[4]s %[3]s"
	case a.Given == "":
		log = "%[1]s chooses nothing (%[2]s)"
	}
	text := v.Word("%[1]s answers %[2]s: %[3]s", log, v.Seat(r.By), a.Request, a.Given, a.Question)
	if a.Printed != "" {
		text += " — " + a.Printed
	}
	if a.Only {
		text += " " + v.Word("(the only way)", "(nothing else is possible)")
	}
	return text
}

// arrow formats a move in a trace. Pages use a sentence with a verb instead.
const arrow = "%s: %s → %s"

// moved describes pieces that move the same way. No sentence has a verb in the present tense, because a single card may
// have a plural name.
func moved(v Voice, names string, w movement) (text string) {
	switch from, to := w.names[0], w.names[1]; {
	case w.within:
		text = v.Word("%[1]s: %[2]s → %[2]s", "%s in %s", names, to)
	case from == "":
		text = v.Word("%s: → %s", "%s: to %s", names, to)
	default:
		text = v.Word(arrow, "%s: from %s to %s", names, from, to)
	}
	if w.down {
		text += ", " + v.Word("face down", "face down")
	}
	return text
}

// flipped describes a piece that is turned over.
func flipped(v Voice, piece string, down bool) string {
	if down {
		return v.Word("%s is turned face down", "%s is turned face down", piece)
	}
	return v.Word("%s is turned face up", "%s is turned face up", piece)
}

// assigned describes the new value of a field or local name. The initial values of local names
// have no sentence.
func assigned(v Voice, ev *machine.Event) string {
	if ev.Was == ev.Value || ev.Field == nil && ev.Step.Verb == "procedure" {
		return ""
	}
	owner, name := v.Field(ev)
	is, flag := v.Value(ev.Type, ev.Value), ev.Type.Base == schema.YesNo
	if flag && ev.Value != 1 {
		name = v.Word("%s", "no longer %s", name)
	}
	trace, log := "%[1]s.%[2]s: %[3]s → %[4]s", "%[1]s: %[2]s %[4]s"
	switch {
	case owner == "" && flag:
		trace, log = "%[2]s: %[3]s → %[4]s", "From now on: %[2]s"
	case owner == "":
		trace, log = "%[2]s: %[3]s → %[4]s", "%[2]s: %[4]s"
	case flag:
		log = "%[1]s: %[2]s"
	}
	return v.Word(trace, log, owner, name, v.Value(ev.Type, ev.Was), is)
}

// shown describes pieces that are shown to seats.
func shown(v Voice, m *machine.Match, ev *machine.Event) string {
	var pieces, seats []string
	for _, p := range ev.Answer {
		pieces = append(pieces, v.Piece(ref.Piece(p)))
	}
	for seat := range m.Env.World.Players() {
		if ev.Value>>uint(seat)&1 != 0 {
			seats = append(seats, v.Seat(seat))
		}
	}
	if len(pieces) == 1 {
		return v.Word("%s is shown to %s", "%s is shown to %s", pieces[0], v.Seats(seats))
	}
	return v.Word("%s are shown to %s", "%s are shown to %s", v.Pieces(pieces), v.Seats(seats))
}

// ended names the winners, or the only player of a solo game.
func ended(v Voice, m *machine.Match) string {
	var names []string
	for _, w := range m.Winners() {
		names = append(names, v.Seat(ref.Seat(w)))
	}
	switch {
	case len(names) == 0 && m.Env.World.Players() == 1:
		return v.Word("the match is over: %s loses", "The match is over: %s loses", v.Seat(0))
	case len(names) == 0:
		return v.Word("the match is over; nobody wins", "The match is over; nobody wins")
	case len(names) == 1:
		return v.Word("the match is over: %s wins", "The match is over: %s wins", names[0])
	}
	return v.Word("the match is over: %s win together", "The match is over: %s win together", v.Seats(names))
}

// The log implements Voice.

func (l *log) Word(trace, format string, args ...any) string {
	if l.Names.Page && trace == arrow {
		return l.Names.T("%s: %s → %s", args...)
	}
	return l.Names.T(format, args...)
}

func (l *log) Seat(seat ref.Seat) string    { return l.Names.Seat(int32(seat)) }
func (l *log) Procedure(name string) string { return l.Names.Procedure(name) }
func (l *log) Pieces(names []string) string { return l.listed(names) }
func (l *log) Seats(names []string) string  { return l.Names.And(names) }

func (l *log) Field(ev *machine.Event) (owner, name string) {
	switch {
	case ev.Of >= 0:
		owner = l.Names.Seat(int32(ev.Of))
	case ev.Piece >= 0:
		owner = l.Piece(ev.Piece)
	}
	return owner, l.Names.Phrase(ev.Field.Name)
}

func (l *log) Answer(ev *machine.Event) (a Answer) {
	r := ev.Request
	a.Request, a.Only = l.Names.Phrase(nameOf(r)), ev.Kind == machine.Forced && l.mayKnowAll(r)
	if a.Only && isPiece(r) && len(ev.Answer) == 1 && l.knows(ref.Piece(r.Options[ev.Answer[0]].Value)) {
		a.Printed = joinValues(l.printed(ref.Piece(r.Options[ev.Answer[0]].Value)))
	}
	switch {
	case r.Kind != machine.AskOption:
		a.Given, _ = l.answer(*ev)
		a.Question = l.Names.RequestText(r.Name)
		if a.Question != "" && a.Given == "" {
			a.Given = l.Names.T("nothing")
		}
	case len(ev.Answer) > 0:
		option := r.OptionName(int(r.Options[ev.Answer[0]].Value))
		a.Given = l.Names.Option(r.Name, option)
		a.Worded = a.Given != words.Plain(option)
	}
	return a
}

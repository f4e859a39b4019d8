// Package play plays a match at a terminal, with any mixture of persons and bots, who take
// turns at one screen. Questions, views and the log come from package match.
//
//	play.go      a session, from the first request to the end
//	input.go     lines of input, interruptible
//	ask.go       questions to persons, handing over the screen; typed.go answers
//	numbers.go   stable numbers of options
//	commands.go  inputs other than answers; why.go explanations of a question
//	offers.go    side offers
//	outside.go   seats that programs play
//	table.go     the table as a seat sees it; screen.go fitting it to the screen
//	board.go     boards; outline.go their places
//	replay.go    the log of a saved match
//
// Input and output are lines of text, so that the input of a session can come from a file. Only
// a terminal is cleared.
package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/match"
	"moraine/interpreter/playout"
	"moraine/interpreter/words"
)

// Options selects the match and its players.
type Options struct {
	Players int // 0 for the maximum
	Seed    uint64
	Seats   []string            // "ann=human", "bob=BOT"
	Bots    string              // players of the seats that are not in Seats; "": a person first, then bots
	Lang    string              // language of the match; "": English, or the language of the resumed match
	Clauses bool                // the log cites the clauses of all texts, not only of the first
	Save    string              // file in which the match is saved
	Rules   interpreter.Options // configuration of the loaded game
	Hash    string              // hash of its files (interpreter.Sources.Hash)
	// a match to continue; its players replace Bots, and Seats may only give seats of persons to programs
	Resume *match.Saved
	// Outside returns a player for the name of one that plays outside of the interpreter, or nil
	// for any other name. It may be nil.
	Outside func(name string) (playout.Outsider, error)

	In       io.Reader
	Out      io.Writer
	Terminal bool // Out is a terminal and may be cleared
	Rows     int  // lines of the terminal; 0 for no limit
	Columns  int  // of the terminal; 0 for words.Width
}

// Languages lists the languages of the program's own messages.
var Languages = words.Spoken

// session is a match that is played at a screen.
type session struct {
	Options
	*match.Match
	game     *interpreter.Game
	ctx      context.Context
	in       *input
	err      error // error of the output
	ended    error // reason for the end of the input, found while no answer was needed
	kept     string
	leaves   bool                // `quit` was typed once
	looks    int32               // the seat whose view is on the screen, or -1
	fresh    bool                // the seat has not seen the table yet
	saw      map[int32]tableSeen // the table as each seat last saw it
	latest   []string            // log lines that were new to the seat since its last input
	acted    bool                // the seat has made an input since; new lines replace latest
	read     []int               // by seat: number of log lines read
	shown    int                 // number of log lines checked for seats that were passed over
	queued   []string            // answers typed ahead
	midway   bool                // the last answer was not the first of its line
	numbered numbering           // the options of the last `may`
	taken    int                 // number of decisions taken back
	outside  []playout.Outsider  // by seat: its player if that is a program
}

// Run plays a match until it ends, a person quits, or ctx is done.
func Run(ctx context.Context, g *interpreter.Game, o Options) error {
	s := &session{Options: o, ctx: ctx, game: g, in: newInput(o.In), looks: -1, kept: o.Save,
		saw: map[int32]tableSeen{}}
	s.Columns = cmp.Or(s.Columns, words.Width)
	if err := s.open(); err != nil {
		return err
	}
	err := s.play()
	switch {
	case errors.Is(err, errQuit), errors.Is(err, errEnd) && (s.Terminal || s.kept != ""):
		err = s.leave()
	case errors.Is(err, errEnd): // the script was too short, and its match is lost
		err = errors.Join(s.leave(), err)
	case ctx.Err() != nil:
		err = errors.Join(err, s.leave())
	case s.Err() != nil:
		err = errors.Join(err, s.autosave()) // `moraine replay` shows the steps before the error
	case err != nil: // a program has failed
		err = errors.Join(err, s.leave())
	}
	return errors.Join(err, s.err)
}

// open starts a match or continues a saved one.
func (s *session) open() error {
	var h match.Header
	var err error
	if s.Resume == nil {
		h, err = s.header()
	} else {
		h, err = s.Resume.Header, s.Resume.Fits(s.game, s.Options.Hash)
		h.Seats = slices.Clone(h.Seats)
		if s.Options.Save == "" {
			s.Options.Save, s.kept = s.Resume.Path, s.Resume.Path
		}
	}
	if err != nil {
		return err
	}
	kinds := slices.Clone(h.Seats)
	if err := s.admit(&h); err != nil {
		return err
	}
	if s.Options.Lang != "" {
		h.Lang = s.Options.Lang
	}
	eyes := int32(match.Everything)
	if p := s.persons(&h); len(p) == 1 {
		eyes = p[0]
	} else if len(p) > 1 {
		eyes = match.Public
	}
	m, err := match.New(s.game, h, match.Options{Context: s.ctx, Clauses: s.Clauses},
		match.Recipient{Eyes: eyes, Lang: h.Lang})
	if err != nil {
		return err
	}
	s.Match, s.read = m, make([]int, h.Players)
	if s.Resume == nil {
		var seats []string
		for i, id := range h.IDs {
			seats = append(seats, id+"="+kinds[i])
		}
		s.tell("Seats: %s (--seat SEAT=human|BOT changes one)", strings.Join(seats, " "))
		return s.welcome()
	}
	if err := m.Replay(s.Resume); err != nil {
		return err
	}
	if m.Over() {
		return fmt.Errorf("the match in %s is over; show it with `moraine replay`", s.Resume.Path)
	}
	s.shown = len(m.Log(0))
	for i := range s.read {
		s.read[i] = max(0, s.shown-resumed)
	}
	s.tell("Resumed after %d decisions.", len(m.Decisions()))
	if s.shown > resumed {
		s.tell("Here are the last %d lines of the log; `log` shows all.", resumed)
	}
	return s.welcome()
}

// resumed is the number of log lines shown when a match is continued.
const resumed = 30

// header assigns players to seats.
func (s *session) header() (match.Header, error) {
	o := &s.Options
	least, most := s.game.Players()
	if o.Players == 0 {
		o.Players = most
	}
	h := match.Header{Game: s.game.ID, Rules: o.Rules, Data: o.Hash, Seed: o.Seed, Lang: o.Lang, Players: o.Players}
	if o.Players < least || o.Players > most {
		return h, fmt.Errorf("the number of players must be from %d to %d for %s, not %d", least, most, s.game.ID,
			o.Players)
	}
	if h.Lang == "" {
		h.Lang = "en"
	}
	bots := s.game.DefaultBot()
	for i := range o.Players {
		kind := bots
		switch {
		case s.Bots != "":
			kind = s.Bots
		case i == 0 && len(o.Seats) == 0:
			kind = match.Human
		}
		h.IDs, h.Seats = append(h.IDs, s.game.Seats()[i]), append(h.Seats, kind)
	}
	return h, Assign(h.IDs, h.Seats, o.Seats)
}

// Assign sets the kinds of seats from texts of the form SEAT=KIND.
func Assign(ids, kinds, texts []string) error {
	said := map[string]bool{}
	for _, text := range texts {
		id, kind, ok := strings.Cut(text, "=")
		i := slices.Index(ids, id)
		switch {
		case !ok || kind == "":
			return fmt.Errorf("a seat must be given as %s=human, %s=%s or %s=BOT, not %q", ids[0], ids[0], match.Random,
				ids[0], text)
		case i < 0:
			return fmt.Errorf("with %[2]d players there is no seat %[1]q; %[3]s", id, len(ids),
				interpreter.Which(id, "there are", ids))
		case said[id]:
			return fmt.Errorf("seat %s is given twice, as %s and as %s", id, kinds[i], kind)
		}
		kinds[i], said[id] = kind, true
	}
	return nil
}

// play plays one request after the other.
func (s *session) play() error {
	for {
		_, more := s.Asked()
		if err := s.Err(); err != nil {
			if to, ok := s.BrokenAt(); !ok || s.fromOutside(to) || !s.Retract() {
				s.onlookers()
				return err
			}
			s.adjustRead()
			s.queued = nil
			s.tell("The action was undone because of an error in the rules: %s", strings.TrimSpace(err.Error()))
			continue
		}
		s.onlookers()
		if s.ended != nil {
			return s.ended
		}
		if !more {
			break
		}
		if s.err != nil || s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		moved, err := s.Step()
		if err == nil && !moved {
			s.autosave()
			err = s.decide()
		}
		if err != nil && s.Err() == nil {
			return err
		}
	}
	s.result()
	for _, by := range s.outside {
		if by != nil {
			by.End(s.Match)
		}
	}
	return errors.Join(s.autosave(), s.Err())
}

// onlookers prints the log of a match without persons while it is played, and shows the curtain
// to persons who were passed over in a window.
func (s *session) onlookers() {
	lines := s.Log(0)
	if len(s.Persons()) == 0 {
		for _, l := range sentences(lines[s.shown:]) {
			s.say("%s", s.formatLine(l))
		}
		s.shown = len(lines)
		return
	}
	for s.shown = min(s.shown, len(lines)); s.shown < len(lines); s.shown++ {
		if seat := lines[s.shown].Skipped; seat >= 0 {
			s.idleCurtain(seat)
		}
	}
}

// result prints the result of the match for all players.
func (s *session) result() {
	s.clear()
	if p := s.Persons(); len(p) > 0 {
		seat := s.looks
		if seat < 0 {
			seat = p[0]
		}
		s.say("%s", strings.Join(s.news(seat), ""))
	}
	s.say("\n%s", tableSeenBy(s.Match, match.Public, s.Columns).withoutLinks().between(s.Columns))
	s.say("%s.\n", s.Ending())
}

func (s *session) autosave() error {
	if s.Options.Save == "" {
		return nil
	}
	return s.Match.Save(s.Options.Save)
}

// leave prints how to continue the match later.
func (s *session) leave() error {
	if err := s.autosave(); err != nil {
		return err
	}
	if s.kept == "" {
		s.tell("The match is not over and was not saved. Use --save FILE to save a match.")
		return nil
	}
	s.say("%s\n", s.Names.T("The match is not over. To continue: moraine play --resume %s", s.kept))
	return nil
}

func (s *session) clear() {
	if s.Terminal {
		s.say(escape.Clear)
	}
}

// tell prints a translated message of the program.
func (s *session) tell(en string, args ...any) {
	s.say("%s", s.wrap("", 2, s.Names.T(en, args...)))
}

// wrap wraps text to the width of the terminal.
func (s *session) wrap(head string, hang int, text string) string {
	return words.WrapAt(s.Columns, head, hang, text)
}

func (s *session) say(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.Out, format, args...)
	}
}

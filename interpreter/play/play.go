// Package play is a match at a terminal: persons and bots in any mixture, one
// screen handed round, a log that says what happens and by which clauses, and
// matches that can be saved, gone on with and shown again.
//
//	play.go      a session, from the first request to the end
//	input.go     lines of input, as long as nobody interrupts
//	match.go     the match, who decides in it, undo
//	ask.go       questions to persons, handing the screen over; typed.go their answers
//	commands.go  what a person can say instead of an answer; why.go what is behind a question
//	offers.go    side offers
//	table.go     the table as a seat sees it; screen.go what a screen has room for
//	board.go     zones that are laid out; outline.go their places, and what is drawn on
//	picture.go   how pieces are drawn; legend.go what that means
//	log.go       what happens, in words; answers.go what is decided; says.go what steps say
//	eyes.go      whose eyes something is shown to
//	save.go      saved matches
//	replay.go    the log of a saved match
//
// Everything works line by line, so that a session can be written down in a
// file and piped in; only a terminal is cleared.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/words"
)

// Options say what is played and by whom.
type Options struct {
	Players int // 0: as many as can
	Seed    uint64
	Seats   []string            // "ann=human", "bob=BOT"
	Bots    string              // who sits where Seats says nothing; "": a person first, then bots
	Lang    string              // in which the match is told; "": English, or that of the match to go on with
	Clauses bool                // the log names every clause, not those of one text
	Save    string              // the match is kept in this file
	Rules   interpreter.Options // with which the game was loaded
	Hash    string              // of its files: interpreter.Sources.Hash
	Resume  *Saved              // a match to go on with; then the file says who plays what

	In       io.Reader
	Out      io.Writer
	Terminal bool // Out is one: the screen may be cleared
	Rows     int  // how many lines it has; 0: any number
}

// Languages are those in which the program itself speaks, whatever a game has names in.
var Languages = words.Spoken

// session is a match with somebody looking on.
type session struct {
	Options
	*match
	game   *interpreter.Game
	ctx    context.Context
	in     *input
	err    error // of the output
	ended  error // of the input, met where no answer was asked
	kept   string
	looks  int32               // whose eyes are on the screen
	fresh  bool                // they have not seen the table yet
	saw    map[int32]tableSeen // what a seat saw of the table last
	latest []string            // lines of the log that were new to them
	read   []int               // by seat, how many lines of the log it has read
	shown  int                 // lines of the log that were looked through for seats passed over
	queued []string            // answers typed ahead
	taken  int                 // decisions taken back
}

// Run plays a match to its end, until somebody quits, or until ctx is done.
func Run(ctx context.Context, g *interpreter.Game, o Options) error {
	s := &session{Options: o, ctx: ctx, game: g, in: newInput(o.In), looks: -1, kept: o.Save, saw: map[int32]tableSeen{}}
	if err := s.open(); err != nil {
		return err
	}
	err := s.play()
	switch {
	case errors.Is(err, errQuit):
		err = s.leave()
	case ctx.Err() != nil:
		err = errors.Join(err, s.leave())
	case s.Err() != nil:
		err = errors.Join(err, s.autosave()) // `moraine replay` shows how it came to that
	}
	return errors.Join(err, s.err)
}

// open begins a match, or goes on with a saved one.
func (s *session) open() error {
	var h header
	var err error
	if s.Resume == nil {
		h, err = s.header()
	} else {
		h, err = s.Resume.file.header, s.Resume.file.fits(s.game, s.Hash)
		if s.Save == "" {
			s.Save, s.kept = s.Resume.file.path, s.Resume.file.path
		}
	}
	if err != nil {
		return err
	}
	if s.Lang != "" {
		h.lang = s.Lang
	}
	eyes := int32(everything)
	if p := h.persons(); len(p) == 1 {
		eyes = p[0]
	} else if len(p) > 1 {
		eyes = public
	}
	m, err := newMatch(s.game, h, eyes, s.Clauses)
	if err != nil {
		return err
	}
	m.Ctx = s.ctx
	s.match, s.read = m, make([]int, h.players)
	m.Observer = watch{s}
	if s.Resume == nil {
		return nil
	}
	if err := m.again(s.Resume.file); err != nil {
		return err
	}
	if m.Next() == nil && m.Finished() {
		return fmt.Errorf("the match in %s is over; `moraine replay` shows it", s.Resume.file.path)
	}
	m.log.flush()
	s.shown = len(m.log.lines)
	for i := range s.read {
		s.read[i] = max(0, s.shown-resumed)
	}
	s.tell("Resumed after %d decisions.", len(m.record))
	return nil
}

// resumed is how many lines of the log are shown of a match that goes on.
const resumed = 30

// header decides who sits where.
func (s *session) header() (header, error) {
	p := s.game.Program
	if s.Players == 0 {
		s.Players = p.MaxPlayers
	}
	h := header{game: s.game.ID, rules: s.Rules, data: s.Hash, seed: s.Seed, lang: s.Lang, players: s.Players}
	if s.Players < p.MinPlayers || s.Players > p.MaxPlayers {
		return h, fmt.Errorf("%d to %d can play %s, not %d", p.MinPlayers, p.MaxPlayers, s.game.ID, s.Players)
	}
	if h.lang == "" {
		h.lang = "en"
	}
	bots := random
	if len(s.game.Syntax.Bots) > 0 {
		bots = s.game.Syntax.Bots[0].Name
	}
	for i := range s.Players {
		kind := bots
		switch {
		case s.Bots != "":
			kind = s.Bots
		case i == 0 && len(s.Seats) == 0:
			kind = person
		}
		h.ids, h.seats = append(h.ids, p.Seats[i]), append(h.seats, kind)
	}
	said := map[string]bool{}
	for _, text := range s.Seats {
		id, kind, ok := strings.Cut(text, "=")
		i := slices.Index(h.ids, id)
		switch {
		case !ok || kind == "":
			return h, fmt.Errorf("a seat is said as %s=human, %s=%s or %s=BOT, not %q", h.ids[0], h.ids[0], random, h.ids[0], text)
		case i < 0:
			hint := schema.Hint(id, h.ids)
			if hint == "" {
				hint = "there are " + strings.Join(h.ids, ", ")
			}
			return h, fmt.Errorf("there is no seat %q among %d players; %s", id, s.Players, hint)
		case said[id]:
			return h, fmt.Errorf("seat %s is given twice, as %s and as %s", id, h.seats[i], kind)
		}
		h.seats[i], said[id] = kind, true
	}
	return h, nil
}

// watch is the session's observer: the log, and what conditions turned away
// since somebody was last asked.
type watch struct{ s *session }

// Event implements machine.Observer.
func (w watch) Event(ev machine.Event) {
	switch {
	case ev.Kind == machine.Answered:
		w.s.turned = w.s.turned[:0]
	case ev.Kind == machine.Turned && ev.Request != nil:
		w.s.turned = append(w.s.turned, ev)
	}
	w.s.log.Event(ev)
}

// play goes from request to request.
func (s *session) play() error {
	for {
		r := s.Next()
		if r == nil {
			s.log.flush()
		}
		s.onlookers()
		if s.ended != nil {
			return s.ended
		}
		if r == nil {
			break
		}
		if s.err != nil || s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		move, ok := s.who.Next(s.Match)
		if !ok {
			s.autosave()
			if _, err := s.ask(r); err != nil {
				return err
			}
			continue
		}
		if err := s.ctx.Err(); err != nil {
			return err // who was stopped while thinking has not decided
		}
		s.turned = s.turned[:0]
		if err := s.do(move); err != nil {
			return err
		}
	}
	if err := s.Err(); err != nil {
		return err
	}
	s.result()
	return errors.Join(s.autosave(), s.Err())
}

// onlookers shows the log of a match without persons as it goes, and hands the
// screen to persons who were passed over in a window.
func (s *session) onlookers() {
	if len(s.persons()) == 0 {
		for ; s.shown < len(s.log.lines); s.shown++ {
			if l := &s.log.lines[s.shown]; l.skipped < 0 {
				s.say("%s", l.String())
			}
		}
		return
	}
	for s.shown = min(s.shown, len(s.log.lines)); s.shown < len(s.log.lines); s.shown++ {
		if seat := s.log.lines[s.shown].skipped; seat >= 0 {
			s.idle(seat)
		}
	}
}

// result says how the match ended, to all.
func (s *session) result() {
	s.clear()
	if p := s.persons(); len(p) > 0 {
		seat := s.looks
		if seat < 0 {
			seat = p[0]
		}
		s.say("%s", strings.Join(s.news(seat), ""))
	}
	s.say("\n%s", s.tableFor(public))
	s.say("%s.\n", s.log.ending())
}

func (s *session) autosave() error {
	if s.Save == "" {
		return nil
	}
	return s.write(s.Save)
}

// leave says how to go on later.
func (s *session) leave() error {
	if err := s.autosave(); err != nil {
		return err
	}
	if s.kept == "" {
		s.tell("The match is not over, and it was not saved (--save FILE keeps one).")
		return nil
	}
	s.say("%s\n", s.names.T("The match is not over. To go on: moraine play --resume %s", s.kept))
	return nil
}

func (s *session) clear() {
	if s.Terminal {
		s.say(escape.Clear)
	}
}

// tell says a message of the program.
func (s *session) tell(en string, args ...any) {
	s.say("%s", words.Wrap("", 2, s.names.T(en, args...)))
}

func (s *session) say(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.Out, format, args...)
	}
}

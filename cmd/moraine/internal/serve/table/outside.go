package table

import (
	"net/http"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// isProgram reports whether a kind of player is a program. Its seat is a person's in the match,
// so that any other player can take it over.
func isProgram(kind string) bool { return strings.HasPrefix(kind, engine.Exec) }

// starts returns an error if a kind of player is a program that the server must not start.
func (s *store) starts(kind string) error {
	if isProgram(kind) && !slices.Contains(s.desk.Programs, kind) {
		return serve.Refuse(http.StatusBadRequest, "This server does not start %s; name it with --seat.", kind)
	}
	return nil
}

// failure is the error of the program that plays a seat. Pages of seats do not show it, because
// it may quote the program, which knows the hidden pieces of its seat.
type failure struct {
	seat int32
	err  error
}

func (f *failure) Error() string { return f.err.Error() }

// consult asks the program of the seat that must decide, in the background.
func (t *table) consult() {
	if t.m == nil || t.trouble() != nil {
		return
	}
	if t.m.Over() {
		t.programs.releaseAll(t.m)
	}
	seat, ok := t.m.Asked()
	if !ok || seat < 0 || !isProgram(t.Seats[seat].Kind) || t.programs.asking != nil {
		return
	}
	bot, err := t.programs.start(seat, t.Seats[seat].Kind, t.store)
	if err != nil {
		t.breaks(&failure{seat, err})
		return
	}
	t.programs.asking = bot
	go func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		_ = t.guard(func() error {
			err := t.decide(seat, bot)
			t.programs.asking = nil
			if err != nil && t.programs.bots[seat] == bot && t.store.desk.Until.Err() == nil {
				t.programs.release(seat, t.m)
				t.breaks(&failure{seat, err})
			}
			if t.m != nil {
				t.play()
				t.tell()
			}
			return nil
		})
	}()
}

// decide has a program answer the question of its seat. The table is not locked while the
// program thinks, so the seat can be given to another player meanwhile.
func (t *table) decide(seat int32, bot *engine.Bot) error {
	waits := func(do func() error) error {
		t.mu.Unlock()
		defer t.mu.Lock()
		return do()
	}
	if !bot.Begun() {
		line, err := bot.Beginning(t.m, seat, 1)
		if err == nil {
			err = waits(func() error { return bot.Take(line) })
		}
		if err != nil {
			return err
		}
	}
	var refused error
	for at := 0; t.m != nil && t.programs.bots[seat] == bot; {
		if by, ok := t.m.Asked(); !ok || by != seat || t.trouble() != nil {
			return nil
		}
		if now := t.at(seat); now != at {
			at, refused = now, nil
		}
		t.m.Names.Lang = t.m.Lang
		line, err := bot.Question(t.m, refused)
		if err != nil {
			return err
		}
		var answer []byte
		err = waits(func() (err error) {
			answer, err = bot.Ask(line)
			return err
		})
		switch {
		case err != nil:
			return err
		case t.m == nil || t.programs.bots[seat] != bot || t.at(seat) != at:
			continue
		}
		var options []int32
		if options, refused = bot.Numbers(t.m, answer); refused != nil {
			continue
		}
		a := &act{Do: doAnswer, At: at}
		for _, i := range options {
			a.Pick = append(a.Pick, int(i)+1)
		}
		_ = t.answer(seat, a) // has reported the error
		return nil
	}
	return nil
}

// programs are the programs that play seats of a table. The caller of a method holds the lock of the table.
type programs struct {
	bots   map[int32]*engine.Bot // by seat
	asking *engine.Bot           // the program that thinks
}

// start returns the program that plays a seat, and starts it if it does not run.
func (p *programs) start(seat int32, kind string, s *store) (*engine.Bot, error) {
	if bot := p.bots[seat]; bot != nil {
		return bot, nil
	}
	if err := s.starts(kind); err != nil {
		return nil, err
	}
	bot, err := s.desk.Program(kind)
	if err != nil {
		return nil, err
	}
	if p.bots == nil {
		p.bots = map[int32]*engine.Bot{}
	}
	p.bots[seat] = bot
	return bot, nil
}

// release ends the program of a seat. A program that is not thinking is told the end of the match m, which may be nil.
func (p *programs) release(seat int32, m *match.Match) {
	bot := p.bots[seat]
	if bot == nil {
		return
	}
	delete(p.bots, seat)
	var last []byte
	if m != nil && p.asking != bot {
		last = bot.Ending(m)
	}
	go func() { // takes time
		if last != nil {
			_, _ = bot.Ask(last)
		}
		bot.Close()
	}()
}

// releaseAll ends all programs.
func (p *programs) releaseAll(m *match.Match) {
	for seat := range p.bots {
		p.release(seat, m)
	}
}

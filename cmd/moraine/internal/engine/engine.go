// Package engine serves matches to other programs with JSON-RPC 2.0, one message per line. Its
// input is requests and batches of requests; its output is one line for each of them, in the
// same order. `moraine schema engine` describes all methods. The calling program can see the
// whole match; the methods view and question return only information that a seat may know, so
// that it can be passed on to that seat.
//
//	engine.go    the loop over messages, and its limits
//	message.go   JSON-RPC: requests, responses, errors
//	methods.go   the table of methods; matches.go those that begin a match and play it; moments.go those that go
//	             back or copy a match; look.go those that look at a match
//	act.go       the parameters of an answer, read quickly
//	seat.go      descriptions of a match for a seat, also for other servers
//	view.go      a seat's question and view as data
//	bot.go       the other way round: programs that play a seat; process*.go their process
package engine

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"moraine/interpreter"
	"moraine/interpreter/match"
)

// Version is the version of the protocol. Additions do not change it.
const Version = 1

// Limits of an engine.
const (
	MaxLine      = 4 << 20 // bytes of a message
	MaxDepth     = 64      // of nested lists and objects
	MaxBatch     = 4096    // requests in a message
	MaxMatches   = 4096
	MaxSnapshots = 16384
	maxSteps     = 1_000_000 // consecutive decisions of bots and chance
)

// Games loads games and explains them.
type Games interface {
	IDs() []string
	// Load returns a configuration of a game, and the hash of the files that affect matches.
	Load(id string, opt interpreter.Options) (*interpreter.Game, string, error)
	Variants(id string) ([]string, error)
	// Explain explains a name in a game, or searches for words, and returns text in a language.
	Explain(game, lang, words string) (string, error)
}

// Engine has the matches of a client. It is not safe for concurrent use.
type Engine struct {
	ctx       context.Context
	games     Games
	game      string // the default game, or ""
	program   string // version of the program
	matches   map[int]*table
	snapshots map[int]snapshot
	lastID    int // last id given to a match or snapshot
	ask       match.Ask
}

// snapshot is a moment of a match that can be restored.
type snapshot struct {
	of *table
	at *match.Snapshot
}

// New returns an engine without matches.
func New(ctx context.Context, games Games, game, program string) *Engine {
	return &Engine{ctx: ctx, games: games, game: game, program: program, matches: map[int]*table{},
		snapshots: map[int]snapshot{}}
}

// Serve answers messages until the input ends or the context is done. It returns errors of the
// streams.
func (e *Engine) Serve(in io.Reader, out io.Writer) error {
	lines, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<16)
	for e.ctx.Err() == nil {
		line, long, err := ReadLine(lines)
		if len(line) > 0 || long {
			if _, err := w.Write(e.Answer(line, long)); err != nil {
				return err
			}
		}
		if lines.Buffered() == 0 || err != nil {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
	return e.ctx.Err()
}

// ReadLine returns the next line without its line break. A line longer than MaxLine is skipped.
func ReadLine(r *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > MaxLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), long, err
		}
	}
}

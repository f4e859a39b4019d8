package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"moraine/interpreter/match"
)

// Exec begins the name of a bot that is a program: exec:./bot, exec:python3 bot.py.
const Exec = "exec:"

// maxTries limits the messages about a decision to a program: the question, and the question
// again after each refused answer.
const maxTries = 100

// Bot is a program that plays a seat. It gets the messages begin, decide and end, one at a
// time, and answers each. They contain nothing that its seat may not know. A bot is not safe for
// concurrent use.
type Bot struct {
	name     string
	p        process
	begun    bool // it has got the message begin of the current match
	includes struct{ question, words bool }
	id       int
	line     []byte // memory for messages
	tries    int
	seat     string
	ask      match.Ask
	err      error
}

// BotError is the error of a program that plays.
type BotError struct {
	Bot, Seat string
	Err       error
}

func (e *BotError) Error() string { return fmt.Sprintf("%s, which plays %s: %v", e.Bot, e.Seat, e.Err) }

func (e *BotError) Unwrap() error { return e.Err }

// NewBot returns the bot with a name that begins with Exec. abs makes the path of its program
// absolute; the program runs in dir. patience limits the time of each answer; 0 is no limit.
// The program starts with its first message, and the context ends it.
func NewBot(ctx context.Context, name, dir string, abs func(path string) string, patience time.Duration) (*Bot, error) {
	words := strings.Fields(strings.TrimPrefix(name, Exec))
	if len(words) == 0 {
		return nil, fmt.Errorf("%q is not a program; write %s./bot", name, Exec)
	}
	if strings.ContainsAny(words[0], `/\`) {
		words[0] = abs(words[0])
	}
	return &Bot{name: name, p: process{ctx: ctx, words: words, dir: dir, patience: patience}}, nil
}

// Begin announces a match in which the bot has a seat. number is the number of the match in a series.
func (b *Bot) Begin(m *match.Match, seat int32, number int64) error {
	line, err := b.Beginning(m, seat, number)
	if err == nil {
		err = b.Take(line)
	}
	return err
}

// beginData says that a match begins.
type beginData struct {
	Protocol int               `json:"protocol" schema:"const=1"`
	Match    int64             `json:"match" schema:"min=1" jsonschema:"the number of the match in its series, from 1; a bot that seeds its random numbers with it plays the same match again"`
	Game     string            `json:"game"`
	Variant  string            `json:"variant,omitempty"`
	Readings map[string]string `json:"readings,omitempty"`
	Seats    []string          `json:"seats"`
	Seat     string            `json:"seat" jsonschema:"the seat of the program"`
	Lang     string            `json:"lang"`
	Boards   []match.Board     `json:"boards,omitempty"`
}

// Beginning returns the message that announces a match, for Take. It does not contain the seed, from which dice and
// hidden cards could be computed.
func (b *Bot) Beginning(m *match.Match, seat int32, number int64) ([]byte, error) {
	b.begun, b.seat = true, m.IDs[seat]
	b.includes.question, b.includes.words = false, false
	return b.message("begin",
		beginData{Protocol: Version, Match: number, Game: m.Game, Variant: m.Rules.Variant, Readings: m.Rules.Readings,
			Seats: m.IDs, Seat: b.seat, Lang: m.Names.Lang, Boards: m.Boards()})
}

// Take sends the message of Beginning.
func (b *Bot) Take(line []byte) error {
	result, err := b.converse(line)
	if err != nil {
		return err
	}
	var p struct {
		Include []string `json:"include"`
	}
	if err := decode(result, &p); err != nil {
		return b.nonsense(result, "the answer to begin is null or {\"include\": [\"question\", \"words\"]}")
	}
	for _, part := range p.Include {
		switch part {
		case "question":
			b.includes.question = true
		case "words":
			b.includes.words = true
		default:
			return b.nonsense(result, "only question and words can be included")
		}
	}
	return nil
}

// Begun reports whether the bot knows of its match.
func (b *Bot) Begun() bool { return b.begun }

// Decide returns the answer of the bot to the open question of its seat, which is legal.
func (b *Bot) Decide(m *match.Match) ([]int32, error) {
	var refused error
	for {
		line, err := b.Question(m, refused)
		if err != nil {
			return nil, err
		}
		answer, err := b.Ask(line)
		if err != nil {
			return nil, err
		}
		numbers, err := b.Numbers(m, answer)
		if err == nil {
			return numbers, nil
		}
		refused = err
	}
}

// Question returns the message for Ask with the open question of the bot's seat. refused is
// the reason why its last answer was not accepted, or nil.
func (b *Bot) Question(m *match.Match, refused error) ([]byte, error) {
	if refused == nil {
		b.tries = 0
	}
	if b.tries++; b.tries > maxTries {
		return nil, b.fail(fmt.Errorf("%d answers to a question were refused, the last one because: %w", maxTries,
			refused))
	}
	if !m.Ask(&b.ask) || m.IDs[b.ask.Seat] != b.seat {
		return nil, b.fail(errors.New("its seat is not asked")) // an error of the caller
	}
	out := appendAsk(append(b.line[:0], '{'), m, &b.ask)
	var err error
	out = append(out, `,"view":`...)
	if b.includes.words {
		out, err = appendJSON(out, viewOf(m, b.ask.Seat))
	} else {
		out = m.AppendTable(out, b.ask.Seat)
	}
	if b.includes.question && err == nil {
		out, err = appendJSON(append(out, `,"question":`...), questionOf(m, b.ask.Options))
	}
	if refused != nil {
		text, _ := json.Marshal(refused.Error())
		out = append(append(out, `,"refused":`...), text...)
	}
	b.line = append(out, '}')
	if err != nil {
		return nil, err
	}
	return b.message("decide", json.RawMessage(b.line))
}

// Ask sends the message of Question and returns the answer, for Numbers.
func (b *Bot) Ask(line []byte) (answer []byte, err error) { return b.converse(line) }

// Numbers converts an answer to numbers of options. It returns an error if the answer is not
// legal, for Question.
func (b *Bot) Numbers(m *match.Match, answer []byte) ([]int32, error) {
	all, err := choices(answer)
	if err != nil {
		return nil, err
	}
	picks, err := numbers(&b.ask, actParams{Options: all})
	if err == nil {
		err = m.Check(picks)
	}
	return picks, err
}

// End tells the bot that its match is over. It ignores errors, because the bot is not needed any more.
func (b *Bot) End(m *match.Match) {
	if line := b.Ending(m); line != nil {
		_, _ = b.converse(line)
	}
}

// Ending returns the message for Ask that the match is over, or nil if the bot does not wait
// for it.
func (b *Bot) Ending(m *match.Match) []byte {
	r := m.Result()
	if !b.begun || b.err != nil || r == nil {
		return nil
	}
	b.begun = false
	winners := []string{}
	for _, w := range r.Winners {
		winners = append(winners, m.IDs[w])
	}
	line, err := b.message("end", map[string]any{"winners": winners})
	if err != nil {
		return nil
	}
	return line
}

// Close ends the program. It is safe for concurrent use.
func (b *Bot) Close() { b.p.end() }

// message returns a request to the bot.
func (b *Bot) message(method string, params any) ([]byte, error) {
	b.id++
	text, err := json.Marshal(params)
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", b.id, method, text), err
}

// converse sends a request and returns the result of the response.
func (b *Bot) converse(line []byte) ([]byte, error) {
	if b.err != nil {
		return nil, b.err
	}
	reply, err := b.p.ask(line)
	if err != nil {
		return nil, b.fail(err)
	}
	var r struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      *int            `json:"id"`
		Result  json.RawMessage `json:"result"`
		Error   *Error          `json:"error"`
	}
	switch reply = bytes.TrimSpace(reply); {
	case !json.Valid(reply), Depth(reply) > MaxDepth, decode(reply, &r) != nil, r.ID == nil, *r.ID != b.id,
		r.Error == nil && r.Result == nil:
		return nil, b.nonsense(reply, fmt.Sprintf("the answer is {\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":…}", b.id))
	case r.Error != nil:
		return nil, b.fail(fmt.Errorf("the program reports an error: %.200q", r.Error.Message))
	}
	return r.Result, nil
}

// nonsense ends the program and returns the error that its message cannot be understood.
func (b *Bot) nonsense(text []byte, hint string) error {
	return b.fail(fmt.Errorf("it wrote %.200q; %s", text, hint))
}

// fail ends the program. All further calls return the same error.
func (b *Bot) fail(err error) error {
	if b.p.ctx.Err() != nil {
		return b.p.ctx.Err()
	}
	b.Close()
	b.err = &BotError{Bot: b.name, Seat: b.seat, Err: err}
	return b.err
}

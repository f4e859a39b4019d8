package engine

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// table is a match with its starting moment.
type table struct {
	*match.Match
	game  *interpreter.Game
	start *match.Snapshot
	logs  bool
	given bool // it started in a position that the client described
}

// matchParams select the configuration and the players of a match.
type matchParams struct {
	gameParams
	Players int               `json:"players,omitempty" schema:"min=0" jsonschema:"0 for the maximum, or as in given"`
	Seed    uint64            `json:"seed,omitempty" schema:"min=0" jsonschema:"the seed of dice, draws and bots"`
	Seats   map[string]string `json:"seats,omitempty" jsonschema:"from seat to bot; all other seats are asked"`
	Logs    bool              `json:"logs,omitempty" jsonschema:"keep a log for each seat; slower"`
	Strict  bool              `json:"strict,omitempty" jsonschema:"check the invariants of the game after each step; slower"`
}

// header returns the header of the match that the parameters describe. Missing parameters get defaults: the maximum
// number of players, persons in all seats, English.
func (p *matchParams) header(g *interpreter.Game, hash string) (match.Header, error) {
	least, most := g.Players()
	if p.Players == 0 {
		p.Players = most
	}
	if p.Players < least || p.Players > most {
		return match.Header{},
			fail(codeParams, "the number of players must be from %d to %d for %s, not %d", least, most, g.ID, p.Players)
	}
	ids := g.Seats()[:p.Players]
	h := match.Header{Game: g.ID, Rules: p.options(), Data: hash, Seed: p.Seed, Lang: p.Lang, Players: p.Players,
		IDs: ids}
	if h.Lang == "" {
		h.Lang = "en"
	}
	for seat := range p.Seats {
		if !slices.Contains(ids, seat) {
			return h, fail(codeUnknown, "unknown seat %q; the seats are %s", seat, strings.Join(ids, ", "))
		}
	}
	for _, id := range ids {
		kind := p.Seats[id]
		if kind == "" {
			kind = match.Human
		}
		h.Seats = append(h.Seats, kind)
	}
	return h, nil
}

// options returns the options and the logs for a match.
func (e *Engine) options(p *matchParams, h *match.Header) (match.Options, []match.Recipient) {
	var recipients []match.Recipient
	if p.Logs {
		for seat := range h.Players {
			recipients = append(recipients, match.Recipient{Eyes: int32(seat), Lang: h.Lang})
		}
		recipients = append(recipients, match.Recipient{Eyes: match.Public, Lang: h.Lang})
	}
	return match.Options{Context: e.ctx, Kept: true, Loose: !p.Strict}, recipients
}

// newMatch begins a match at its start.
func newMatch(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p matchParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	g, hash, err := e.load(&p.gameParams)
	if err != nil {
		return out, err
	}
	h, err := p.header(g, hash)
	if err != nil {
		return out, err
	}
	o, recipients := e.options(&p, &h)
	m, err := match.New(g, h, o, recipients...)
	if err != nil {
		return out, fail(codeParams, "%s", err)
	}
	return e.begin(out, &table{Match: m, game: g, logs: p.Logs})
}

type givenParams struct {
	matchParams
	Given json.RawMessage `json:"given" schema:"ref=position"`
}

// given starts a match in a position that the client describes like `given` of a scenario, as
// JSON or as YAML text.
func given(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p givenParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	g, hash, err := e.load(&p.gameParams)
	if err != nil {
		return out, err
	}
	stand, err := position(g, p.Given, p.Players)
	if err != nil {
		return out, err
	}
	n := stand.Players()
	if p.Players != 0 && p.Players != n {
		return out, fail(codeParams, "`given` has %d players, not %d; leave out one of the two numbers", n, p.Players)
	}
	p.Players = n
	h, err := p.header(g, hash)
	if err != nil {
		return out, err
	}
	o, recipients := e.options(&p.matchParams, &h)
	m, err := stand.Match(h, o, recipients...)
	if err != nil {
		return out, fail(codeParams, "%s", err)
	}
	return e.begin(out, &table{Match: m, game: g, logs: p.Logs, given: true})
}

// position returns a match in a position. players is the number of players if the text has none; 0 is
// the maximum.
func position(g *interpreter.Game, text json.RawMessage, players int) (*exec.Stand, error) {
	file := &source.File{Name: "given", Path: "given", Text: text}
	if yaml := ""; json.Unmarshal(text, &yaml) == nil {
		file.Text = []byte(yaml)
	}
	doc, faults := source.Parse(file, source.DefaultLimits())
	if len(faults) > 0 || doc == nil {
		return nil, fail(codeParams, "%s", faults)
	}
	if players != 0 && doc.Kind == source.Map && doc.Get("players") == nil {
		doc.Put("players", source.Text(strconv.Itoa(players)))
	}
	stand, err := exec.In(g).Stand(&spec.Scenario{Name: "given", Pos: doc.Pos, Given: doc, Checks: source.NewMap()})
	if err != nil {
		return nil, fail(codeParams, "%s", err)
	}
	return stand, nil
}

// begin adds a match, and answers with its number and first question.
func (e *Engine) begin(out []byte, t *table) ([]byte, error) {
	if len(e.matches) >= MaxMatches {
		return out, fail(codeLimit, "too many matches (%d); drop some first", MaxMatches)
	}
	t.start = t.Snapshot()
	if err := t.goOn(); err != nil {
		return out, err
	}
	e.lastID++
	e.matches[e.lastID] = t
	out = append(out, `{"match":`...)
	out = append(appendInt(out, e.lastID), ',')
	return e.asked(out, t)
}

// goOn lets chance and bots decide until a seat without a bot is asked. It returns the fault if the rules break off.
func (t *table) goOn() error {
	for range maxSteps {
		if moved, err := t.Step(); err != nil || !moved {
			return cmp.Or(err, t.Err())
		}
	}
	return fail(codeLimit, "bots and dice made more than %d decisions in a row, so the match was stopped", maxSteps)
}

// asked appends the open question without texts, and closes the enclosing JSON object. It returns the fault if the
// rules have broken off.
func (e *Engine) asked(out []byte, t *table) ([]byte, error) {
	switch asked := t.Ask(&e.ask); {
	case t.Err() != nil:
		return out, t.Err()
	case asked:
		return append(appendAsk(out, t.Match, &e.ask), '}'), nil
	case t.Over():
		return append(out, `"over":true}`...), nil
	}
	return append(out, `"over":false}`...), nil // a position in which no question follows
}

// appendAsk appends a question without texts, as members of a JSON object.
func appendAsk(out []byte, m *match.Match, a *match.Ask) []byte {
	out = appendString(append(out, `"seat":`...), m.IDs[a.Seat])
	out = appendString(append(out, `,"request":`...), a.Name)
	out = append(out, `,"options":[`...)
	for i, o := range a.Options {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendString(out, o)
	}
	out = append(out, ']')
	if a.Equal {
		for i := range a.Options {
			out = m.AppendOption(append(out, [...]string{`,"details":[`, ","}[min(i, 1)]...), i)
		}
		out = append(out, ']')
	}
	if a.List {
		out = appendInt(append(out, `,"least":`...), a.Least)
		out = appendInt(append(out, `,"most":`...), a.Most)
		for i, n := range a.Counts {
			out = append(out, [...]string{`,"counts":[`, ","}[min(i, 1)]...)
			out = appendInt(out, n)
		}
		if len(a.Counts) > 0 {
			out = append(out, ']')
		}
		if a.Repeats {
			out = append(out, `,"repeats":true`...)
		}
	}
	if a.Optional {
		out = append(out, `,"optional":true`...)
	}
	return out
}

// of returns the match with a number.
func (e *Engine) of(id int) (*table, error) {
	if t := e.matches[id]; t != nil {
		return t, nil
	}
	return nil, fail(codeUnknown, "there is no match %d", id)
}

// seat returns the index of a seat, or match.Public for "".
func (t *table) seat(id string) (int32, error) {
	if id == "" {
		return match.Public, nil
	}
	if i := slices.Index(t.IDs, id); i >= 0 {
		return int32(i), nil
	}
	return 0, fail(codeUnknown, "unknown seat %q; the seats are %s", id, strings.Join(t.IDs, ", "))
}

// matchOnly are the parameters of methods that need only a match.
type matchOnly struct {
	Match int    `json:"match" jsonschema:"the number that new, given or clone has answered"`
	Seat  string `json:"seat,omitempty" jsonschema:"the id of a seat, as game lists them"`
}

// match reads parameters that name only a match and a seat.
func (e *Engine) match(params json.RawMessage) (t *table, seat int32, err error) {
	var p matchOnly
	if err := decode(params, &p); err != nil {
		return nil, 0, err
	}
	return e.find(p)
}

// find returns a match and the number of a seat, or match.Public if none is named.
func (e *Engine) find(p matchOnly) (t *table, seat int32, err error) {
	if t, err = e.of(p.Match); err == nil {
		seat, err = t.seat(p.Seat)
	}
	return t, seat, err
}

func question(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, _, err := e.match(params)
	if err != nil {
		return out, err
	}
	e.ask.Options = e.ask.Options[:0]
	t.Ask(&e.ask)
	if t.Err() != nil {
		return out, t.Err()
	}
	return appendJSON(out, questionOf(t.Match, e.ask.Options))
}

// act answers the open question, and answers with the next one.
func act(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	p, err := readAct(params)
	if err != nil {
		return out, err
	}
	return e.act(out, p)
}

// act gives an answer to the match that is named, lets chance and bots decide, and answers with the next question.
func (e *Engine) act(out []byte, p actParams) ([]byte, error) {
	t, err := e.of(p.Match)
	if err != nil {
		return out, err
	}
	if !t.Ask(&e.ask) {
		return out, cmp.Or(t.Err(), fail(codeRefused, "no seat is asked"))
	}
	seat := e.ask.Seat
	if p.Seat != "" {
		if seat, err = t.seat(p.Seat); err != nil {
			return out, err
		}
	}
	numbers, err := numbers(&e.ask, p)
	if err != nil {
		return out, err
	}
	if err := t.Answer(seat, numbers); err != nil {
		return out, err
	}
	if err := t.goOn(); err != nil {
		return out, err
	}
	return e.asked(append(out, '{'), t)
}

package engine

import (
	"encoding/json"

	"moraine/interpreter/match"
)

// undo takes back the last decision of a seat and everything after it. By default it takes the
// seat that decided last.
func undo(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, seat, err := e.match(params)
	if err != nil {
		return out, err
	}
	all := t.Decisions()
	at := len(all) - 1
	for ; at >= 0; at-- {
		by := all[at].By
		if by >= 0 && t.Seats[by] == match.Human && (seat < 0 || by == seat) {
			break
		}
	}
	if at < 0 {
		return out, fail(codeRefused, "there is no decision to take back")
	}
	if err := t.Back(t.start, at); err != nil {
		return out, err
	}
	if err := t.goOn(); err != nil {
		return out, err
	}
	return e.asked(append(out, '{'), t)
}

// clone copies a match with its hidden pieces and its random generators.
func clone(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, _, err := e.match(params)
	if err != nil {
		return out, err
	}
	if len(e.matches) >= MaxMatches {
		return out, fail(codeLimit, "too many matches (%d); drop some first", MaxMatches)
	}
	twin, err := t.Clone()
	if err != nil {
		return out, err
	}
	return e.addCopy(out, &table{Match: twin, game: t.game, start: t.start, logs: t.logs, given: t.given})
}

// addCopy answers with the number of a new match.
func (e *Engine) addCopy(out []byte, t *table) ([]byte, error) {
	e.lastID++
	e.matches[e.lastID] = t
	out = appendInt(append(out, `{"match":`...), e.lastID)
	return append(out, '}'), nil
}

type guessParams struct {
	matchOnly
	Seed uint64 `json:"seed,omitempty" schema:"min=0" jsonschema:"the seed of the hidden cards, dice and bots of the copy; by default 0"`
}

// guess copies a match as a seat knows it, by default the seat that is asked: hidden pieces are dealt anew, and dice
// and bots draw from a seed.
func guess(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p guessParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	t, seat, err := e.find(p.matchOnly)
	if err != nil {
		return out, err
	}
	if asked, ok := t.Asked(); ok && seat < 0 {
		seat = asked
	}
	if seat < 0 {
		return out, fail(codeRefused, "no seat is asked; name one with \"seat\"")
	}
	if len(e.matches) >= MaxMatches {
		return out, fail(codeLimit, "there are %d matches; drop some", MaxMatches)
	}
	twin, err := t.Guess(seat, p.Seed)
	if err != nil {
		return out, fail(codeRefused, "%s", err)
	}
	return e.addCopy(out, &table{Match: twin, game: t.game, start: twin.Snapshot(), given: true})
}

type dropParams struct {
	Match    int `json:"match,omitempty" schema:"min=0"`
	Snapshot int `json:"snapshot,omitempty" schema:"min=0"`
}

// drop removes a match with its snapshots, or a single snapshot.
func drop(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p dropParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	if p.Snapshot != 0 {
		if _, known := e.snapshots[p.Snapshot]; !known || p.Match != 0 {
			return out, fail(codeUnknown, "snapshot %d does not exist, or the request also names a match", p.Snapshot)
		}
		delete(e.snapshots, p.Snapshot)
		return append(out, "true"...), nil
	}
	t, err := e.of(p.Match)
	if err != nil {
		return out, err
	}
	delete(e.matches, p.Match)
	for id, s := range e.snapshots {
		if s.of == t {
			delete(e.snapshots, id)
		}
	}
	return append(out, "true"...), nil
}

// takeSnapshot keeps the position of a match and answers with its number.
func takeSnapshot(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, _, err := e.match(params)
	if err != nil {
		return out, err
	}
	if len(e.snapshots) >= MaxSnapshots {
		return out, fail(codeLimit, "too many snapshots (%d); drop some first", MaxSnapshots)
	}
	e.lastID++
	e.snapshots[e.lastID] = snapshot{t, t.Snapshot()}
	out = appendInt(append(out, `{"snapshot":`...), e.lastID)
	return append(out, '}'), nil
}

type restoreParams struct {
	Snapshot int `json:"snapshot"`
}

// restore sets a match back to a snapshot, and answers with the question that was open there.
func restore(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p restoreParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	s, known := e.snapshots[p.Snapshot]
	if !known {
		return out, fail(codeUnknown, "there is no snapshot %d", p.Snapshot)
	}
	s.of.Restore(s.at)
	return e.asked(append(out, '{'), s.of)
}

// save returns a match as a file for `moraine replay`. Such a file begins at the start of a match.
func save(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	t, _, err := e.match(params)
	if err != nil {
		return out, err
	}
	if t.given {
		return out, fail(codeRefused, "a match that started from a given position cannot be saved")
	}
	text, err := t.Text()
	if err != nil {
		return out, err
	}
	return appendJSON(out, textData{text})
}

package table

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
)

// addAPI serves the contents of the page of a seat as JSON below its link, for programs and for
// pages of others. schema/serve.json describes the messages; descriptions of a match are those of
// schema/engine.json.
func (p *part) addAPI(s *serve.Server) {
	for pattern, answer := range map[string]seatPage{
		"GET /seat/{id}/{secret}/api/state": p.asJSON((*table).state), "POST /seat/{id}/{secret}/api/act": p.act,
		"GET /seat/{id}/{secret}/api/offers":  p.asJSON((*table).offers),
		"GET /seat/{id}/{secret}/api/log":     p.asJSON((*table).lines),
		"GET /seat/{id}/{secret}/api/result":  p.asJSON((*table).result),
		"GET /seat/{id}/{secret}/api/boards":  p.asJSON((*table).boards),
		"GET /seat/{id}/{secret}/api/explain": p.explain,
		"GET /seat/{id}/{secret}/api/live":    p.liveAPI, "GET /seat/{id}/{secret}/api/{file}": p.schema,
	} {
		s.Public(pattern, p.admit, p.asGuest(func(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
			link, invited := t.invites(eyes)
			if invited {
				return refuseJSON(w, t, serve.Refuse(http.StatusConflict, openSeat, link), p.LangOf(r))
			}
			if err := answer(w, r, t, eyes); err != nil {
				return refuseJSON(w, t, err, p.LangOf(r))
			}
			return nil
		}))
	}
}

// openSeat answers a program with the link of an invitation, which shows nothing of the match.
const openSeat = "Nobody has taken this seat yet. Send name and seat as a form to %s/sit; the answer has the link of the seat."

// query selects the parts of an answer.
type query struct {
	eyes  int32
	lang  serve.Lang
	words bool // the view is in words
	from  int  // first line of the log
}

func (p *part) query(r *http.Request, eyes int32) query {
	q := r.URL.Query()
	return query{eyes: eyes, lang: p.LangOf(r), words: q.Get("words") == "1", from: max(0, number(q.Get("from")))}
}

// asJSON serves a description of the match.
func (p *part) asJSON(describe func(t *table, q query) any) seatPage {
	return func(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
		text, err := t.describe(describe, p.query(r, eyes))
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, text)
	}
}

// describe returns a description of the match as JSON.
func (t *table) describe(describe func(t *table, q query) any, q query) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wake(); err != nil {
		return nil, err
	}
	t.speak(q.lang)
	return json.Marshal(describe(t, q))
}

func writeJSON(w http.ResponseWriter, status int, text []byte) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // the client may have disconnected
	return nil
}

// refuseJSON answers with an error.
func refuseJSON(w http.ResponseWriter, t *table, why error, lang serve.Lang) error {
	text, err := json.Marshal(map[string]string{"error": told(t.hushed(why, lang), lang)})
	if err != nil {
		return err
	}
	return writeJSON(w, serve.StatusOf(why, http.StatusConflict), text)
}

// stateData is the table as a viewer sees it, with the open question if its seat is asked.
type stateData struct {
	At       int             `json:"at" jsonschema:"the number of the question, which each act repeats; an act for an earlier question is refused"`
	Seat     string          `json:"seat,omitempty" jsonschema:"the seat of the link; absent for onlookers"`
	Over     bool            `json:"over"`
	Waits    string          `json:"waits,omitempty" jsonschema:"the seat that must decide, if all may know"`
	Stuck    string          `json:"stuck,omitempty" jsonschema:"why the match cannot go on"`
	Asked    json.RawMessage `json:"asked,omitempty" schema:"ref=engine.json#/$defs/asked" jsonschema:"only if the seat is asked"`
	Question any             `json:"question,omitempty" schema:"ref=engine.json#/$defs/question" jsonschema:"the same in words, with what is refused and the reasons with their clauses"`
	Undo     *undoData       `json:"undo,omitempty" jsonschema:"a player asks to take decisions back; answer with agree or refuse"`
	View     any             `json:"view" schema:"ref=engine.json#/$defs/view.result"`
	Log      int             `json:"log" jsonschema:"the number of lines of the log"`
}

// undoData is a request to take back decisions.
type undoData struct {
	By     string `json:"by"`
	At     int    `json:"at"`
	Agreed bool   `json:"agreed" jsonschema:"the viewer has agreed"`
}

func (t *table) state(q query) any {
	out := stateData{At: t.at(q.eyes), Over: t.m.Over(), View: engine.View(t.m, q.eyes, q.words),
		Log: engine.Length(t.m, t.logOf(q.eyes, q.lang))}
	if q.eyes >= 0 {
		out.Seat = t.m.IDs[q.eyes]
	}
	if by, known := t.m.ToMove(q.eyes); known && by >= 0 {
		out.Waits = t.m.IDs[by]
	}
	if by, ok := t.m.Asked(); ok && by >= 0 && by == q.eyes && t.Seats[by].Kind == match.Human {
		out.Asked = fmt.Appendf(nil, "{%s}", engine.OpenQuestion(t.m))
		out.Question = engine.Question(t.m)
	}
	if why := t.trouble(); why != nil {
		out.Stuck = told(why, q.lang)
	}
	if w := t.wish; w != nil && !out.Over {
		out.Undo = &undoData{By: t.m.IDs[w.by], At: w.number, Agreed: q.eyes < 0 || w.agreed[q.eyes]}
	}
	return out
}

func (t *table) offers(q query) any {
	if q.eyes < 0 {
		return []any{}
	}
	return engine.Offers(t.m, q.eyes)
}

func (t *table) lines(q query) any {
	t.hears(q.eyes, q.lang)
	return engine.Log(t.m, t.logOf(q.eyes, q.lang), q.from)
}

func (t *table) result(query) any { return engine.Result(t.m) }

func (t *table) boards(query) any { return t.m.Boards() }

// act carries out an act and answers with the state after it.
func (p *part) act(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	q := p.query(r, eyes)
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	a, err := decode(text)
	if err != nil {
		return err
	}
	switch a.Do {
	case doAnswer, doOffer, doUndo, doCancel, doAgree, doRefuse:
	default:
		return serve.Refuse(http.StatusBadRequest, "Unknown action %q.", a.Do)
	}
	if err := t.perform(&watcher{eyes: eyes, lang: q.lang}, a); err != nil {
		return err
	}
	return p.asJSON((*table).state)(w, r, t, eyes)
}

// explain explains a name in the rules, or searches for words.
func (p *part) explain(w http.ResponseWriter, r *http.Request, t *table, _ int32) error {
	words := r.URL.Query().Get("words")
	if p.Explain == nil || len(words) > 200 {
		return serve.Refuse(http.StatusBadRequest, "The message is too large.")
	}
	found, err := p.Explain(t.Game, p.LangOf(r).Code(), words)
	if err != nil {
		return serve.Refuse(http.StatusNotFound, "%s", err.Error())
	}
	text, err := json.Marshal(map[string]string{"text": found})
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, text)
}

// schema serves the descriptions of these messages.
func (p *part) schema(w http.ResponseWriter, r *http.Request, _ *table, _ int32) error {
	text, ok := p.Schemas[r.PathValue("file")]
	if !ok {
		return serve.Refuse(http.StatusNotFound, "This page does not exist on this server.")
	}
	return writeJSON(w, http.StatusOK, text)
}

// liveAPI serves a socket that sends the state whenever it changes, and takes acts.
func (p *part) liveAPI(w http.ResponseWriter, r *http.Request, t *table, eyes int32) error {
	q := p.query(r, eyes)
	return t.follow(w, r, eyes, q.lang, &q)
}

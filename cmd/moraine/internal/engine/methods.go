package engine

import (
	"encoding/json"
	"maps"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/syntax"
)

// method executes a request with its parameters and appends the result.
type method func(e *Engine, out []byte, params json.RawMessage) ([]byte, error)

// methods has all methods by name. The schema of the engine describes their parameters and
// results.
var methods map[string]method

func init() { // in init, because hello uses the table itself
	methods = map[string]method{
		"hello": hello, "games": games, "game": game, "explain": explainName,
		"new": newMatch, "given": given, "question": question, "act": act, "offer": offer, "offers": offers,
		"view": view, "log": logOf,
		"undo": undo, "clone": clone, "guess": guess, "drop": drop, "snapshot": takeSnapshot, "restore": restore,
		"result": result, "measures": measures, "save": save,
	}
}

func hello(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	if err := decode(params, &struct{}{}); err != nil {
		return out, err
	}
	return appendJSON(out,
		helloData{Protocol: Version, Program: e.program, Game: e.game, Methods: slices.Sorted(maps.Keys(methods))})
}

type helloData struct {
	Protocol int      `json:"protocol" schema:"const=1" jsonschema:"the version of this protocol; additions do not change it"`
	Program  string   `json:"program" jsonschema:"the version of moraine"`
	Game     string   `json:"game,omitempty" jsonschema:"the game of matches that name none"`
	Methods  []string `json:"methods"`
}

// gameLine is a game in the list of games.
type gameLine struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Players [2]int `json:"players" jsonschema:"minimum and maximum"`
	Broken  string `json:"broken,omitempty" jsonschema:"the errors of its files"`
}

// games lists the games. A game that does not load has its errors instead of its properties.
func games(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	if err := decode(params, &struct{}{}); err != nil {
		return out, err
	}
	all := []gameLine{}
	for _, id := range e.games.IDs() {
		g, _, err := e.games.Load(id, interpreter.Options{})
		if err != nil {
			all = append(all, gameLine{ID: id, Name: id, Broken: err.Error()})
			continue
		}
		least, most := g.Players()
		all = append(all, gameLine{ID: id, Name: g.Names("").Game(), Players: [2]int{least, most}})
	}
	return appendJSON(out, all)
}

// gameParams select a configuration of a game.
type gameParams struct {
	Game     string            `json:"game,omitempty" jsonschema:"by default that of the command line"`
	Variant  string            `json:"variant,omitempty" jsonschema:"one, or several joined by \" and \""`
	Readings map[string]string `json:"readings,omitempty" jsonschema:"from ruling to reading"`
	Lang     string            `json:"lang,omitempty" jsonschema:"the language of all words: en, de, fr or another language of the game; by default en"`
}

// load returns the configuration of a game with the hash of its files. The default is the game of the command line.
func (e *Engine) load(p *gameParams) (*interpreter.Game, string, error) {
	if p.Game == "" {
		p.Game = e.game
	}
	if !slices.Contains(e.games.IDs(), p.Game) {
		return nil, "", fail(codeUnknown, "there is no game %q", p.Game)
	}
	g, hash, err := e.games.Load(p.Game, p.options())
	if err != nil {
		return nil, "", fail(codeGame, "%s", err)
	}
	return g, hash, nil
}

func (p *gameParams) options() interpreter.Options {
	return interpreter.Options{Variant: p.Variant, Readings: p.Readings}
}

// rulingData is a ruling with its readings.
type rulingData struct {
	ID       string            `json:"id"`
	Question string            `json:"question"`
	Readings map[string]string `json:"readings" jsonschema:"from reading to its sentence"`
	InForce  string            `json:"in_force"`
}

// gameData is a configuration of a game.
type gameData struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Players   [2]int        `json:"players" jsonschema:"minimum and maximum"`
	Seats     []string      `json:"seats"`
	Languages []string      `json:"languages"`
	Bots      []string      `json:"bots"`
	Variants  []string      `json:"variants" schema:"null"`
	Rulings   []rulingData  `json:"rulings"`
	Boards    []match.Board `json:"boards"`
}

// game describes a configuration of a game: its seats, bots, variants, rulings and boards.
func game(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p gameParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	g, _, err := e.load(&p)
	if err != nil {
		return out, err
	}
	variants, err := e.games.Variants(p.Game)
	if err != nil {
		return out, fail(codeGame, "%s", err)
	}
	least, most := g.Players()
	rulings := []rulingData{}
	for _, r := range g.Syntax.Rulings {
		d := rulingData{ID: r.Name, Question: r.Question, Readings: map[string]string{}, InForce: g.Readings()[r.Name]}
		for _, l := range r.Readings {
			d.Readings[l.Name] = l.Text
		}
		rulings = append(rulings, d)
	}
	return appendJSON(out,
		gameData{ID: g.ID, Name: g.Names(p.Lang).Game(), Players: [2]int{least, most}, Seats: g.Seats(),
			Languages: g.Languages(), Bots: append(syntax.NamesOf(g.Syntax.Bots), "random"), Variants: variants,
			Rulings: rulings, Boards: match.Boards(g)})
}

type explainParams struct {
	Game  string `json:"game,omitempty"`
	Words string `json:"words" jsonschema:"a name, or words in English, German or French"`
	Lang  string `json:"lang,omitempty"`
}

// textData is a result that is a text.
type textData struct {
	Text string `json:"text"`
}

// explainName explains a part of the rules, found by its name or by words.
func explainName(e *Engine, out []byte, params json.RawMessage) ([]byte, error) {
	var p explainParams
	if err := decode(params, &p); err != nil {
		return out, err
	}
	if p.Game == "" {
		p.Game = e.game
	}
	if !slices.Contains(e.games.IDs(), p.Game) {
		return out, fail(codeUnknown, "there is no game %q", p.Game)
	}
	text, err := e.games.Explain(p.Game, p.Lang, p.Words)
	if err != nil {
		return out, fail(codeUnknown, "%s", err)
	}
	return appendJSON(out, textData{text})
}

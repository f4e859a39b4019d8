package serve

import (
	"log"
	"net/http"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// Library has the games loaded from their current files. A configuration is compiled once and
// kept until a file of its game changes.
type Library struct {
	loader *interpreter.Loader
	notes  *log.Logger
	mu     sync.Mutex
	games  map[string]*shelf
}

type shelf struct {
	files   string // hash of all files
	rules   *interpreter.Rules
	configs map[string]config
}

// config is a configuration with its hash for saved matches.
type config struct {
	game *interpreter.Game
	hash string
}

// mostConfigs limits the number of cached configurations of a game.
const mostConfigs = 32

func newLibrary(src interpreter.Sources, notes *log.Logger) *Library {
	return &Library{loader: interpreter.NewLoader(src), notes: notes, games: map[string]*shelf{}}
}

// Loader returns the loader of the games.
func (l *Library) Loader() *interpreter.Loader { return l.loader }

// Sources returns the layers of data.
func (l *Library) Sources() interpreter.Sources { return l.loader.Sources() }

// Rules returns the current files of a game.
func (l *Library) Rules(id string) (*interpreter.Rules, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, err := l.shelf(id)
	if err != nil {
		return nil, err
	}
	return s.rules, nil
}

// Game returns a configuration of a game, and its hash for saved matches.
func (l *Library) Game(id string, opt interpreter.Options) (*interpreter.Game, string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, err := l.shelf(id)
	if err != nil {
		return nil, "", err
	}
	key := scenario.NameOf(opt)
	if c, known := s.configs[key]; known {
		return c.game, c.hash, nil
	}
	g, err := s.rules.Game(opt)
	if err != nil {
		return nil, "", err
	}
	if len(s.configs) == mostConfigs {
		clear(s.configs)
	}
	if err := g.LearnedNotes(0).Err(); err != nil { // searches at its tables use the values
		l.notes.Print(err)
	}
	c := config{g, g.RulesHash()}
	s.configs[key] = c
	return g, c.hash, nil
}

func (l *Library) shelf(id string) (*shelf, error) {
	if interpreter.CheckPath("cards/"+id+"/game.yaml") != nil { // the name comes from an address or a form
		return nil, Refuse(http.StatusNotFound, "The server has no game %q.", id)
	}
	src := l.loader.Sources()
	all, _, err := src.Hash(id)
	if err != nil {
		return nil, err
	}
	if s := l.games[id]; s != nil && s.files == all {
		return s, nil
	}
	rules, err := l.loader.Read(src, id)
	if err != nil {
		return nil, err
	}
	s := &shelf{files: all, rules: rules, configs: map[string]config{}}
	l.games[id] = s
	return s, nil
}

package interpreter

import (
	"maps"
	"slices"
	"sync"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/source"
)

// Loader loads games repeatedly while they are edited. Unsaved texts replace files, unchanged
// files are not parsed again, and the last valid configuration of each game is kept. A Loader
// is safe for concurrent use.
type Loader struct {
	mu    sync.Mutex
	src   Sources
	good  map[string]*Loaded
	trees map[string]*formula.Trees // parsed formulas, by game
}

// Loaded is the result of loading a game once.
type Loaded struct {
	Sources Sources // the layers from which it was read
	Rules   *Rules  // nil if the files cannot be found
	Game    *Game   // nil on an error
	Err     error   // the error: Diagnostics or a plain error
	Good    *Loaded // the last result without an error: this one, an earlier one or nil
}

// NewLoader returns a loader for layers of data.
func NewLoader(s Sources) *Loader {
	return &Loader{src: s.Cached(), good: map[string]*Loaded{}, trees: map[string]*formula.Trees{}}
}

// Edit replaces the text of a file in a layer. nil restores the file.
func (l *Loader) Edit(layer int, path string, text []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.src = l.src.Over(layer, path, text)
}

// Over returns the layers with the text of one file in one layer replaced. nil restores the
// file.
func (s Sources) Over(layer int, path string, text []byte) Sources {
	s = slices.Clone(s) // other goroutines may be reading the old slice
	texts := maps.Clone(s[layer].Texts)
	if texts == nil {
		texts = map[string][]byte{}
	}
	texts[path] = text
	if text == nil {
		delete(texts, path)
	}
	s[layer].Texts = texts
	return s
}

// Sources returns the layers including the current edits.
func (l *Loader) Sources() Sources {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.src)
}

// Read does the same as the function Read, for layers that may have more edits than this
// loader.
func (l *Loader) Read(s Sources, id string) (*Rules, error) {
	r, err := Read(s, id)
	if err == nil {
		r.trees, r.mentions = l.parsed(id), &source.Mentions{}
	}
	return r, err
}

// Load reads, checks and compiles a game.
func (l *Loader) Load(id string) *Loaded {
	now := &Loaded{Sources: l.Sources()}
	if now.Rules, now.Err = l.Read(now.Sources, id); now.Err == nil {
		now.Game, now.Err = now.Rules.Game(Options{})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Err == nil {
		now.Good = now
		l.good[id] = now
	} else {
		now.Good = l.good[id]
	}
	return now
}

// parsed returns the cache of a game's parsed formulas.
func (l *Loader) parsed(id string) *formula.Trees {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.trees[id] == nil {
		l.trees[id] = &formula.Trees{}
	}
	return l.trees[id]
}

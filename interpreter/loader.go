package interpreter

import (
	"maps"
	"slices"
	"sync"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/source"
)

// Loader loads games again and again while somebody edits them: texts that are not saved
// yet lie over the files, what has not changed is not parsed again, and while a game is
// broken its last good configuration is kept. It is for several goroutines at once.
type Loader struct {
	mu    sync.Mutex
	src   Sources
	good  map[string]*Loaded
	trees map[string]*formula.Trees // of the formulas of each game
}

// Loaded is a game as its files are now.
type Loaded struct {
	Sources Sources // that it was read from
	Rules   *Rules  // nil: the files cannot be found
	Game    *Game   // nil: something is wrong
	Err     error   // what, as Diagnostics or a plain error
	Good    *Loaded // the last one without an error: this one, an earlier one or nil
}

// NewLoader is a loader over layers of data.
func NewLoader(s Sources) *Loader {
	return &Loader{src: s.Keeping(), good: map[string]*Loaded{}, trees: map[string]*formula.Trees{}}
}

// Edit lays a text over the file of that path in a layer; nil takes it away again.
func (l *Loader) Edit(layer int, path string, text []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.src = l.src.Over(layer, path, text)
}

// Over are the layers with a text over a file of one of them; nil takes it away.
func (s Sources) Over(layer int, path string, text []byte) Sources {
	s = slices.Clone(s) // who is reading the old ones goes on doing so
	texts := maps.Clone(s[layer].Texts)
	if texts == nil {
		texts = map[string][]byte{}
	}
	if texts[path] = text; text == nil {
		delete(texts, path)
	}
	s[layer].Texts = texts
	return s
}

// Sources are the layers as they are now, with what is laid over them.
func (l *Loader) Sources() Sources {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.src)
}

// Read is Read of layers that may have more laid over them than this loader has.
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

// parsed are the trees of the formulas that a game had before.
func (l *Loader) parsed(id string) *formula.Trees {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.trees[id] == nil {
		l.trees[id] = &formula.Trees{}
	}
	return l.trees[id]
}

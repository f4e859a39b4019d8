package source

import "sync"

// Mention is a name in a file that refers to a declaration elsewhere.
type Mention struct {
	At   Pos // of the name, or of the quote before it
	Name string
	To   Pos    // of the declaration; unknown: it is what has the name …
	Sort string // … among those of this sort: "ruling", "procedure"
}

// Mentions are recorded while a game is checked; nil records nothing. If a name refers to several
// declarations, the first counts.
type Mentions struct {
	mu  sync.Mutex
	all map[Pos]Mention
}

// Add records a mention.
func (m *Mentions) Add(one Mention) {
	if m == nil || one.At.File == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = map[Pos]Mention{}
	}
	if _, known := m.all[one.At]; !known {
		m.all[one.At] = one
	}
}

// All returns the mentions in no particular order.
func (m *Mentions) All() []Mention {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]Mention, 0, len(m.all))
	for _, one := range m.all {
		out = append(out, one)
	}
	return out
}

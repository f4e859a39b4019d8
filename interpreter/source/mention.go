package source

import "sync"

// Mention is a name in a file that refers to a declaration elsewhere.
type Mention struct {
	At   Pos // position of the name, or of the quote before it
	Name string
	To   Pos    // position of the declaration; zero if only Sort and the name are known
	Sort string // the sort of the declaration: "ruling", "procedure"
}

// Mentions collects mentions while a game is checked. A nil pointer collects nothing. If a name
// refers to several declarations, the first one counts.
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

// All returns the mentions in unspecified order.
func (m *Mentions) All() []Mention {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]Mention, 0, len(m.all))
	for _, one := range m.all {
		out = append(out, one)
	}
	return out
}

package decide

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// tree holds the answers that have been tried, each under the one before. Of what
// an answer leads to, the tree knows only the answers: the same one may be given
// to other requests, as chance and the hidden will have it, so below a node lie
// answers of several, and each trial looks at those that are possible in it.
type tree struct {
	nodes  []node
	keys   []uint64 // of the answers of nodes
	now    []uint64 // of the options of the request at hand
	answer []int32
	trial  []int32
	best   []int32
	sorted []uint64
}

// node is an answer of a player.
type node struct {
	first, next int32         // the last of those below it; the one made before it beside it
	step        *program.Step // the request
	by          int32
	from, to    int32 // its keys
	tried       int32
	could       int32 // trials in which it could have been
	worth       int64 // all that it came to for who gave it
	// Of an answer at the root: the worlds in which it was compared with the first,
	// and by how many thousandths of a win it came out ahead there.
	worlds, ahead, squares int64
}

// spread weighs what is tried seldom against what is worth much, by one.
const spread = one / 5

func (t *tree) clear() {
	t.nodes = append(t.nodes[:0], node{first: -1, next: -1})
	t.keys = t.keys[:0]
}

// keysOf gives each option of a request a key that is the same in every trial: a
// card is itself, not the copy that was dealt this time. Backs stand in an order that
// is the same in every trial.
func (t *tree) keysOf(m *machine.Match, r *machine.Request, seat int32) {
	t.now = t.now[:0]
	backs := int32(0)
	for i := range r.Options {
		v := r.Options[i].Value
		key := uint64(uint32(v))
		if r.Type.Base == schema.Piece {
			e := &m.Env
			key = uint64(uint32(e.In(v)))
			if r.By == seat && !m.SeesOption(seat, r, i) {
				key = mixed(key, backs)
				backs++
			} else {
				p := &e.Pieces[v]
				key = mixed(mixed(key, p.Card), p.Owner)
				if e.FaceDown(v) {
					key = mixed(key, 1)
				}
				for _, f := range e.Kinds[p.Kind].Marks {
					key = mixed(key, e.W[e.MarkSlot(f, v)])
				}
			}
		}
		t.now = append(t.now, key)
	}
}

func mixed(h uint64, v int32) uint64 { return mix(h ^ uint64(uint32(v))<<17) }

// find brings the answer of a node into t.trial; ok is false if it is none here.
func (t *tree) find(n *node, m *machine.Match, r *machine.Request) (ok bool) {
	if n.step != r.Step() || n.by != r.By {
		return false
	}
	t.trial = t.trial[:0]
	for _, key := range t.keys[n.from:n.to] {
		found := int32(-1)
		for i, k := range t.now {
			if k == key && (r.Repeats || machine.Often(t.trial, int32(i)) < r.Options[i].Count) {
				found = int32(i)
				break
			}
		}
		if found < 0 {
			return false
		}
		t.trial = append(t.trial, found)
	}
	slices.Sort(t.trial)
	return (len(t.trial) > 0 || r.Optional || r.List) && (!r.List || m.Legal(t.trial))
}

// answers makes a node for each answer of the request at the root, that of the bot
// first; of lists, for some.
func (t *tree) answers(d *Search, m *machine.Match, r *machine.Request, out []int32) []int32 {
	t.keysOf(m, r, d.seat)
	add := func() {
		if !t.has(0, r) && len(out) < d.nodes {
			out = append(out, t.add(0, r))
		}
	}
	if d.bot != nil {
		t.answer = append(t.answer[:0], d.bot.Decide(m, r)...)
		slices.Sort(t.answer)
		add()
	}
	if r.List {
		for range some(d.nodes) {
			if t.fresh(d, m, 0, r) {
				add()
			}
		}
		return out
	}
	for i := range r.Options {
		t.answer = append(t.answer[:0], int32(i))
		add()
	}
	if r.Optional {
		t.answer = t.answer[:0]
		add()
	}
	return out
}

// some is how many lists so many trials can tell apart.
func some(trials int) int64 { return 2 * sqrt(uint64(trials)) }

// descend chooses the answer to try, which is then in t.answer: a new one while
// there are few for the trials made here, else that with the highest bound. It
// returns its node, -1 if none was found, and whether the node was there before.
func (t *tree) descend(d *Search, at int32, r *machine.Request) (child int32, known bool) {
	child = -1
	few, tried, top := 0, 0, int64(0)
	for i := t.nodes[at].first; i >= 0; i = t.nodes[i].next {
		n := &t.nodes[i]
		if !t.find(n, d.m, r) {
			continue
		}
		n.could++
		few++
		tried += int(n.tried)
		if b := n.bound(); child < 0 || b >= top {
			child, top = i, b
			t.answer = append(t.answer[:0], t.trial...)
		}
	}
	switch {
	case few == 0 && d.guess != nil: // the bot's answer first
		t.answer = append(t.answer[:0], d.guess.Decide(d.m, r)...)
		slices.Sort(t.answer)
		if t.has(at, r) {
			return -1, false // and not possible, as it seems: a fault
		}
		return t.add(at, r), false
	case int64(few) < 1+sqrt(uint64(tried))/2 && t.fresh(d, d.m, at, r):
		return t.add(at, r), false
	}
	return child, true
}

// bound is the upper bound of what an answer is worth (UCB1).
func (n *node) bound() int64 {
	tried := int64(max(1, n.tried)) // 0 where trials ended in a fault
	return n.worth/tried + spread*sqrt(uint64(log(int(n.could)))<<16/uint64(tried))>>16
}

// fresh looks for an answer that has not been tried below a node: any, or t.answer
// with a little change.
func (t *tree) fresh(d *Search, m *machine.Match, at int32, r *machine.Request) bool {
	t.best = append(t.best[:0], t.answer...)
	for try := range 4 {
		if r.List && try%2 == 1 {
			t.vary(r, &d.anyhow.RNG)
		} else {
			t.answer = append(t.answer[:0], d.anyhow.Decide(m, r)...)
		}
		slices.Sort(t.answer)
		if !t.has(at, r) && (!r.List || m.Legal(t.answer)) {
			return true
		}
	}
	t.answer = append(t.answer[:0], t.best...)
	return false
}

// vary makes t.answer the best list with an option less, more, or another.
func (t *tree) vary(r *machine.Request, lots *RNG) {
	t.answer = append(t.answer[:0], t.best...)
	how := lots.Below(3)
	if n := len(t.answer); how < 2 && n > 0 {
		i := lots.Below(n)
		t.answer = slices.Delete(t.answer, i, i+1)
	}
	if how > 0 {
		t.answer = append(t.answer, int32(lots.Below(len(r.Options))))
	}
}

// has reports whether there is a node for t.answer below one, and leaves its keys
// in t.sorted.
func (t *tree) has(at int32, r *machine.Request) bool {
	t.sorted = t.sorted[:0]
	for _, i := range t.answer {
		t.sorted = append(t.sorted, t.now[i])
	}
	slices.Sort(t.sorted)
	for i := t.nodes[at].first; i >= 0; i = t.nodes[i].next {
		if n := &t.nodes[i]; n.step == r.Step() && n.by == r.By && slices.Equal(t.keys[n.from:n.to], t.sorted) {
			return true
		}
	}
	return false
}

// add makes a node for the answer that has was asked about.
func (t *tree) add(at int32, r *machine.Request) int32 {
	i, from := int32(len(t.nodes)), int32(len(t.keys))
	t.keys = append(t.keys, t.sorted...)
	t.nodes = append(t.nodes, node{first: -1, next: t.nodes[at].first, step: r.Step(), by: r.By, from: from, to: int32(len(t.keys)), could: 1})
	t.nodes[at].first = i
	return i
}

// Tried is an answer that a search has tried, how often, and what it was worth on average, in hundredths
// of a win.
type Tried struct {
	Answer       []int32
	Times, Worth int
}

// Tried are the answers that were tried for the last decision, of which it has to be asked before anything
// else is.
func (d *Search) Tried(m *machine.Match, r *machine.Request) (out []Tried) {
	d.tree.keysOf(m, r, d.seat)
	for i := d.tree.nodes[0].first; i >= 0; i = d.tree.nodes[i].next {
		if n := &d.tree.nodes[i]; n.tried > 0 && d.tree.find(n, m, r) {
			out = append(out, Tried{slices.Clone(d.tree.trial), int(n.tried), int(n.worth * 100 / int64(n.tried) / one)})
		}
	}
	slices.Reverse(out) // in the order in which they were thought of
	return out
}

// learn tells the nodes of a path what it came to.
func (t *tree) learn(path []int32, worth []int64) {
	for _, i := range path {
		n := &t.nodes[i]
		n.tried++
		n.worth += worth[n.by]
	}
}

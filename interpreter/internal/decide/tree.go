package decide

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// tree holds the answers tried. The children of a node are the answers tried after it. Nodes
// stand for answers, not requests: the same answer may belong to different requests, depending
// on chance and hidden information. So the children of a node may belong to several requests,
// and each trial uses those that are possible in it.
type tree struct {
	nodes  []node
	keys   []uint64 // keys of the answers of nodes
	now    []uint64 // keys of the options of the current request
	answer []int32
	trial  []int32
	best   []int32
	sorted []uint64
}

// node is an answer of a player.
type node struct {
	first, next int32         // its latest child; the sibling created before it
	step        *program.Step // identifies the request
	by          ref.Seat
	from, to    int32 // range of its keys
	tried       int32
	could       int32 // number of trials in which it was possible
	worth       int64 // sum of the results for the player who gave the answer
	// For an answer at the root: the number of worlds in which it was compared with the first
	// answer, and its lead in thousandths of a win (sum, and sum of squares).
	worlds, ahead, squares int64
}

// spread is the weight of exploration relative to value, in units of 1/one.
const spread = one / 5

func (t *tree) clear() {
	t.nodes = append(t.nodes[:0], node{first: -1, next: -1})
	t.keys = t.keys[:0]
}

// keysOf gives each option of a request a key that does not depend on the dealt position: for a
// piece it is the card and not the copy. Backs are numbered in an order that is the same in
// every trial.
func (t *tree) keysOf(m *machine.Match, r *machine.Request, seat ref.Seat) {
	t.now = t.now[:0]
	backs := int32(0)
	for i := range r.Options {
		v := ref.Piece(r.Options[i].Value)
		key := uint64(uint32(v))
		if r.Type.Base == schema.Piece {
			e := &m.Env
			key = uint64(uint32(e.World.In(v)))
			if r.By == seat && !r.ShowsOption(seat, i) {
				key = mixed(key, backs)
				backs++
			} else {
				p := &e.World.Pieces[v]
				key = mixed(mixed(key, int32(p.Card)), int32(p.Owner))
				if e.World.FaceDown(v) {
					key = mixed(key, 1)
				}
				for _, f := range e.World.Kinds[p.Kind].Marks {
					key = mixed(key, e.World.Word(e.World.MarkSlot(f, v)))
				}
			}
		}
		t.now = append(t.now, key)
	}
}

func mixed(h uint64, v int32) uint64 { return mix(h ^ uint64(uint32(v))<<17) }

// find stores the answer of a node in t.trial. ok is false if the answer is not possible.
func (t *tree) find(n *node, r *machine.Request) (ok bool) {
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
	return (len(t.trial) > 0 || r.Optional || r.List) && (!r.List || r.Legal(t.trial))
}

// answers creates a node for each answer to the request at the root, the bot's answer first. If
// too many lists are possible, it creates nodes for some of them.
func (t *tree) answers(d *Search, m *machine.Match, r *machine.Request, out []int32) []int32 {
	t.keysOf(m, r, d.seat)
	add := func() {
		if !t.contains(0, r) && len(out) < d.nodes {
			out = append(out, t.add(0, r))
		}
	}
	if d.bot != nil {
		t.answer = append(t.answer[:0], d.bot.Decide(m, r)...)
		slices.Sort(t.answer)
		add()
	}
	if r.List {
		for range distinguishable(d.nodes) {
			if t.findNew(d, m, 0, r) {
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

// distinguishable returns the number of lists that a number of trials can distinguish.
func distinguishable(trials int) int64 { return 2 * Sqrt(uint64(trials)) }

// descend chooses the answer to try and stores it in t.answer: a new one as long as their
// number is small for the number of trials, otherwise the one with the highest bound. It
// returns the answer's node, or -1 if no answer was found, and whether the node existed before.
func (t *tree) descend(d *Search, at int32, r *machine.Request) (child int32, known bool) {
	child = -1
	few, tried, top := 0, 0, int64(0)
	for i := t.nodes[at].first; i >= 0; i = t.nodes[i].next {
		n := &t.nodes[i]
		if !t.find(n, r) {
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
		if t.contains(at, r) {
			return -1, false // no answer is possible, which is a fault
		}
		return t.add(at, r), false
	case int64(few) < 1+Sqrt(uint64(tried))/2 && t.findNew(d, d.m, at, r):
		return t.add(at, r), false
	}
	return child, true
}

// bound returns the upper confidence bound of an answer (UCB1).
func (n *node) bound() int64 {
	tried := int64(max(1, n.tried)) // tried is 0 after trials that ended in a fault
	return n.worth/tried + spread*Sqrt(uint64(Log(int(n.could)))<<16/uint64(tried))>>16
}

// findNew finds an answer that has no node below at: any answer, or t.answer with a small change.
func (t *tree) findNew(d *Search, m *machine.Match, at int32, r *machine.Request) bool {
	t.best = append(t.best[:0], t.answer...)
	for try := range 4 {
		if r.List && try%2 == 1 {
			t.vary(r, &d.uniform.RNG)
		} else {
			t.answer = append(t.answer[:0], d.uniform.Decide(m, r)...)
		}
		slices.Sort(t.answer)
		if !t.contains(at, r) && (!r.List || r.Legal(t.answer)) {
			return true
		}
	}
	t.answer = append(t.answer[:0], t.best...)
	return false
}

// vary changes t.answer to the best list with one option removed, added or replaced.
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

// contains reports whether t.answer has a node below at. It stores the keys of t.answer in t.sorted.
func (t *tree) contains(at int32, r *machine.Request) bool {
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

// add creates a node for the answer passed to the last call of contains.
func (t *tree) add(at int32, r *machine.Request) int32 {
	i, from := int32(len(t.nodes)), int32(len(t.keys))
	t.keys = append(t.keys, t.sorted...)
	t.nodes = append(t.nodes,
		node{first: -1, next: t.nodes[at].first, step: r.Step(), by: r.By, from: from, to: int32(len(t.keys)),
			could: 1})
	t.nodes[at].first = i
	return i
}

// addResults adds the results of a trial to the nodes of its path.
func (t *tree) addResults(path []int32, worth []int64) {
	for _, i := range path {
		n := &t.nodes[i]
		n.tried++
		n.worth += worth[n.by]
	}
}

package scenario

import (
	"fmt"
	"math/big"
	"sort"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/internal/syntax"
)

// How likely something is, exactly. From where the match stands every answer of
// chance is followed, each weighing what it weighs; states that are equal are
// one node, so that dice that do not matter cost nothing and a re-roll that
// leads back to an equal state is a loop, not a tree without end. A branch ends
// where a player is asked something the script has not left unsaid, or where
// nothing runs any more; there the formula is true or false. The loops make
// linear equations, one group of nodes that reach each other at a time, solved
// in fractions of whole numbers of any size (Tarjan 1972 for the groups, Gauss
// for the equations). Nothing is rounded, so `is: 15/36` is compared, not
// approximated.

// maxNodes bounds how many different states one chance may look at.
const maxNodes = 20_000

type chance struct {
	of   claim
	is   *big.Rat
	text string
	pos  source.Pos
}

func (c *compiled) prepareChance(n *source.Node) *chance {
	m := syntax.OpenMap(n, c.d, "`chance`")
	of, is := m.Take("of"), m.Take("is")
	m.Need("of", "is")
	m.Close()
	if of == nil || is == nil {
		return nil
	}
	cl, ok := c.claim(of)
	r, good := new(big.Rat).SetString(is.Value)
	if is.Kind != source.Scalar || !good || r.Sign() < 0 || r.Cmp(big.NewRat(1, 1)) > 0 {
		c.d.Add(is.Pos, "a chance is a fraction from 0 to 1, such as 15/36; found %s", is.Describe())
		return nil
	}
	if !ok {
		return nil
	}
	return &chance{of: cl, is: r, text: is.Value, pos: is.Pos}
}

type node struct {
	at    state.State
	last  map[int][]int32
	acts  []open
	edges []edge
	value *big.Rat // known: an end, or solved
}

type edge struct {
	to     int
	weight *big.Rat
}

type explorer struct {
	*runner
	nodes []*node
	index map[uint64][]int
}

func (r *runner) checkChance(c *chance) *failure {
	var before state.State
	r.m.Snapshot(&before)
	last, acts, mark := r.last, r.acts, r.log.mark()
	x := &explorer{runner: r, index: map[uint64][]int{}}
	f := x.explore(c)
	r.m.Restore(&before)
	r.last, r.acts = last, acts
	r.log.cut(mark)
	if f != nil {
		return f
	}
	x.solve()
	if got := x.nodes[0].value; got.Cmp(c.is) != 0 {
		return failf(c.pos, "the chance is %s, not %s", got.RatString(), c.text)
	}
	return nil
}

// node returns the node of the match's state, a new one if it is none yet.
func (x *explorer) node() (i int, isNew bool) {
	s := x.m.State()
	h := s.Hash()
	for _, i := range x.index[h] {
		if n := x.nodes[i]; n.at.Equal(s) && x.sameRuns(n.last) {
			return i, false
		}
	}
	n := &node{last: map[int][]int32{}, acts: append([]open(nil), x.acts...)}
	n.at.CopyFrom(s)
	for k, v := range x.last {
		n.last[k] = v
	}
	x.nodes = append(x.nodes, n)
	i = len(x.nodes) - 1
	x.index[h] = append(x.index[h], i)
	return i, true
}

func (x *explorer) sameRuns(o map[int][]int32) bool {
	if len(o) != len(x.last) {
		return false
	}
	for k, v := range x.last {
		w := o[k]
		if len(v) != len(w) {
			return false
		}
		for i := range v {
			// The words that say where a frame lay do not matter.
			if v[i] != w[i] && i >= state.FrameLen {
				return false
			}
		}
	}
	return true
}

func (x *explorer) explore(c *chance) *failure {
	x.next = len(x.lines) // nothing of the script is left to answer with
	if f := x.settle(); f != nil {
		return f
	}
	x.node()
	for i := 0; i < len(x.nodes); i++ {
		if len(x.nodes) > maxNodes {
			return failf(c.pos, "this chance has more than %d states to look at", maxNodes)
		}
		n := x.nodes[i]
		x.enter(n)
		req, f := x.request()
		if f != nil {
			return f
		}
		if req == nil || req.By != machine.Chance {
			yes := false
			if err := x.look(func(e *formula.Env) { yes = c.of.value.Yes(e) }); err != nil {
				return failf(c.of.pos, "%s", err)
			}
			n.value = new(big.Rat)
			if yes {
				n.value.SetInt64(1)
			}
			continue
		}
		for _, a := range x.answers(req) {
			x.enter(n)
			if req, f = x.request(); f != nil {
				return f
			}
			if f := x.answer(a.options); f != nil {
				return f
			}
			if f := x.settle(); f != nil {
				return f
			}
			to, _ := x.node()
			n.edges = append(n.edges, edge{to, a.weight})
		}
	}
	return nil
}

func (x *explorer) enter(n *node) {
	x.m.Restore(&n.at)
	x.last = map[int][]int32{}
	for k, v := range n.last {
		x.last[k] = v
	}
	x.acts = append(x.acts[:0:0], n.acts...)
}

type lot struct {
	options []int32
	weight  *big.Rat
}

// answers lists what chance can answer and how likely each is.
func (x *explorer) answers(req *machine.Request) []lot {
	var out []lot
	total := new(big.Rat)
	add := func(a []int32, w *big.Rat) {
		out = append(out, lot{append([]int32(nil), a...), w})
		total.Add(total, w)
	}
	if !req.List {
		for i, o := range req.Options {
			add([]int32{int32(i)}, new(big.Rat).SetInt64(int64(o.Weight)))
		}
	} else {
		counts := make([]int64, len(req.Options))
		for i, o := range req.Options {
			counts[i] = int64(o.Count)
		}
		x.m.EachAnswer(func(a []int32) bool {
			w := big.NewInt(1)
			for i, n := range counts {
				k := int64(0)
				for _, v := range a {
					if int(v) == i {
						k++
					}
				}
				w.Mul(w, new(big.Int).Binomial(n, k))
			}
			add(a, new(big.Rat).SetInt(w))
			return true
		})
	}
	for _, l := range out {
		l.weight.Quo(l.weight, total)
	}
	return out
}

// solve gives every node its value, one group of nodes that reach each other
// after those that it leads to.
func (x *explorer) solve() {
	for _, group := range x.groups() {
		if len(group) == 1 && !x.loops(group[0]) {
			n := x.nodes[group[0]]
			if n.value == nil {
				n.value = new(big.Rat)
				for _, e := range n.edges {
					n.value.Add(n.value, new(big.Rat).Mul(e.weight, x.nodes[e.to].value))
				}
			}
			continue
		}
		x.gauss(group)
	}
}

func (x *explorer) loops(i int) bool {
	for _, e := range x.nodes[i].edges {
		if e.to == i {
			return true
		}
	}
	return false
}

// gauss solves v(i) = Σ weight·v(to) for the nodes of one group.
func (x *explorer) gauss(group []int) {
	sort.Ints(group)
	row := map[int]int{}
	for r, i := range group {
		row[i] = r
	}
	k := len(group)
	a := make([][]*big.Rat, k)
	for r, i := range group {
		a[r] = make([]*big.Rat, k+1)
		for c := range a[r] {
			a[r][c] = new(big.Rat)
		}
		a[r][r].SetInt64(1)
		for _, e := range x.nodes[i].edges {
			if c, ok := row[e.to]; ok {
				a[r][c].Sub(a[r][c], e.weight)
			} else {
				a[r][k].Add(a[r][k], new(big.Rat).Mul(e.weight, x.nodes[e.to].value))
			}
		}
	}
	for c := range k {
		p := c
		for p < k && a[p][c].Sign() == 0 {
			p++
		}
		if p == k {
			// Chance never leaves this group: it never comes true.
			a[c][c].SetInt64(1)
			p = c
		}
		a[c], a[p] = a[p], a[c]
		inv := new(big.Rat).Inv(a[c][c])
		for j := c; j <= k; j++ {
			a[c][j].Mul(a[c][j], inv)
		}
		for r := range k {
			if r == c || a[r][c].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Set(a[r][c])
			for j := c; j <= k; j++ {
				a[r][j].Sub(a[r][j], new(big.Rat).Mul(f, a[c][j]))
			}
		}
	}
	for r, i := range group {
		x.nodes[i].value = a[r][k]
	}
}

// groups are the strongly connected components, those that others lead to first.
func (x *explorer) groups() [][]int {
	n := len(x.nodes)
	index, low := make([]int, n), make([]int, n)
	on := make([]bool, n)
	var stack []int
	var out [][]int
	count := 0
	var visit func(v int)
	visit = func(v int) {
		count++
		index[v], low[v] = count, count
		stack, on[v] = append(stack, v), true
		for _, e := range x.nodes[v].edges {
			if index[e.to] == 0 {
				visit(e.to)
				low[v] = min(low[v], low[e.to])
			} else if on[e.to] {
				low[v] = min(low[v], index[e.to])
			}
		}
		if low[v] != index[v] {
			return
		}
		var group []int
		for {
			w := stack[len(stack)-1]
			stack, on[w] = stack[:len(stack)-1], false
			group = append(group, w)
			if w == v {
				break
			}
		}
		out = append(out, group)
	}
	for v := range n {
		if index[v] == 0 {
			visit(v)
		}
	}
	return out
}

func (c *chance) String() string { return fmt.Sprintf("%s is %s", c.of.text, c.text) }

package scenario

import (
	"fmt"
	"math/big"

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
// linear equations, solved in fractions of whole numbers of any size
// (equations.go). Nothing is rounded, so `is: 15/36` is compared, not
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
	got, f := r.likelihood(c)
	if f == nil && got.Cmp(c.is) != 0 {
		f = failf(c.pos, "the chance is %s, not %s", got.RatString(), c.text)
	}
	return f
}

// likelihood is how likely it is from here. Then all is as it was.
func (r *runner) likelihood(c *chance) (*big.Rat, *failure) {
	var before state.State
	r.m.Snapshot(&before)
	last, acts, mark := r.last, r.acts, r.log.mark()
	x := &explorer{runner: r, index: map[uint64][]int{}}
	// Thousands of states are passed through; their invariants are the business
	// of random play, and nobody reads their trace.
	r.m.Strict, r.log.mute = false, true
	f := x.explore(c)
	r.m.Strict, r.log.mute = true, false
	r.m.Restore(&before)
	r.last, r.acts = last, acts
	r.log.cut(mark)
	if f != nil {
		return nil, f
	}
	x.solve()
	return x.nodes[0].value, nil
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
			f := failf(c.pos, "this chance has more than %d states to look at", maxNodes)
			f.limit = true
			return f
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
				return &failure{pos: c.of.pos, text: err.Error(), limit: limited(err)}
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

func (c *chance) String() string { return fmt.Sprintf("%s is %s", c.of.text, c.text) }

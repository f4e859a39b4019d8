package scenario

import (
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"

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
// linear equations (equations.go), solved in fractions of whole numbers of any
// size (fraction.go). Nothing is rounded, so `is: 15/36` is compared, not
// approximated.

// chances are the spellings of one: 15/36, 1, and 0.5.
var chances = regexp.MustCompile(`^(0|[1-9][0-9]*)([/.][0-9]+)?$`)

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
	if is.Kind != source.Scalar || !good || !chances.MatchString(is.Value) || r.Sign() < 0 || r.Cmp(big.NewRat(1, 1)) > 0 {
		c.d.Add(is.Pos, "a chance is a fraction from 0 to 1, such as 15/36; found %s", is.Describe())
		return nil
	}
	if !ok {
		return nil
	}
	return &chance{of: cl, is: r, text: is.Value, pos: is.Pos}
}

// node is a state: what of it is not as in the root, for thousands are kept and
// differ in few words.
type node struct {
	moved []int32 // the words that differ: where, S counted on from W, and what
	depth int     // the words of S
	last  map[int][]int32
	acts  []open
	edges []edge   // none: it is an end
	value fraction // of an end
	twin  int32    // another node with the same hash; -1: there is none
}

type edge struct {
	to     int
	weight fraction
}

type explorer struct {
	*runner
	root  state.State
	nodes []*node
	index map[uint64]int32 // by hash, the node made last
	moved []int32
	lots  []lot
	here  state.State
	asks  string // where the first branch ends at which a player is asked something in the middle of an act
}

func (r *runner) checkChance(c *chance) *failure {
	got, asks, f := r.likelihood(c)
	if f == nil && got.Cmp(c.is) != 0 {
		f = fail(otherChance, c.pos, got.RatString(), c.text)
		if asks != "" {
			f.note("a branch ends at " + asks)
		}
	}
	return f
}

// likelihood is how likely it is from here, and who is asked what on the way, if
// anybody is. Then all is as it was.
func (r *runner) likelihood(c *chance) (is *big.Rat, asks string, f *failure) {
	var before state.State
	r.m.Snapshot(&before)
	last, acts, mark := r.last, r.acts, r.log.mark()
	x := &explorer{runner: r, index: map[uint64]int32{}}
	// Thousands of states are passed through; their invariants are the business
	// of random play, and nobody reads their trace.
	r.m.Strict, r.log.mute = false, true
	if len(r.acts) == 0 && len(r.runs) == 0 && r.proof == nil {
		r.m.Observer = nil // what else it notes is for the trace
	}
	f = x.explore(c)
	r.m.Strict, r.log.mute, r.m.Observer = true, false, r.log
	r.m.Restore(&before)
	r.last, r.acts = last, acts
	r.log.cut(mark)
	if f != nil {
		return nil, "", f
	}
	return x.solve().rat(), x.asks, nil
}

// node returns the node of the match's state, a new one if it is none yet.
func (x *explorer) node() int {
	s := x.m.State()
	x.moved = differences(x.moved[:0], 0, s.W, x.root.W)
	x.moved = differences(x.moved, len(s.W), s.S, x.root.S)
	h := (&state.State{W: x.moved}).Hash()
	twin, ok := x.index[h]
	if !ok {
		twin = -1
	}
	for i := twin; i >= 0; i = x.nodes[i].twin {
		if n := x.nodes[i]; n.depth == len(s.S) && slices.Equal(n.moved, x.moved) && x.sameRuns(n.last) {
			return int(i)
		}
	}
	x.nodes = append(x.nodes, &node{
		moved: slices.Clone(x.moved), depth: len(s.S),
		last: x.lasts(x.last), acts: slices.Clone(x.acts), twin: twin,
	})
	x.index[h] = int32(len(x.nodes) - 1)
	return len(x.nodes) - 1
}

// differences appends where a list is not as it was, and what it has there; the
// places are counted from a number on. Nearly all is the same, so that it is
// compared by the block.
func differences(out []int32, from int, is, was []int32) []int32 {
	const block = 32
	i := 0
	for ; i+block <= min(len(is), len(was)); i += block {
		a, b := (*[block]int32)(is[i:]), (*[block]int32)(was[i:])
		if *a == *b {
			continue
		}
		for k, v := range a {
			if v != b[k] {
				out = append(out, int32(from+i+k), v)
			}
		}
	}
	for ; i < len(is); i++ {
		if i >= len(was) || is[i] != was[i] {
			out = append(out, int32(from+i), is[i])
		}
	}
	return out
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
	if f := x.settle(nil); f != nil {
		return f
	}
	x.root.CopyFrom(x.m.State())
	x.node()
	for i := 0; i < len(x.nodes); i++ {
		if len(x.nodes) > maxNodes {
			f := fail(tooManyStates, c.pos, maxNodes)
			f.limit = true
			return f
		}
		n := x.nodes[i]
		x.unfold(n)
		x.enter(n)
		req, f := x.request()
		if f != nil {
			return f
		}
		if req == nil || req.By != machine.Chance {
			yes := false
			if err := x.look(func(e *formula.Env) { yes = c.of.value.Yes(e) }); err != nil {
				return x.whereItStands(fault(err))
			}
			if x.asks == "" && i > 0 && req != nil && (req.Kind != machine.AskOption || len(x.acts) > 0) {
				x.asks = x.standing().String()
			}
			if yes {
				n.value = certain
			}
			continue
		}
		lots := x.answers(req)
		n.edges = make([]edge, 0, len(lots))
		for _, a := range lots {
			x.enter(n)
			if _, f = x.request(); f != nil {
				return f
			}
			if f := x.answer(a.options); f != nil {
				return f
			}
			if f := x.settle(nil); f != nil {
				return f
			}
			n.edges = append(n.edges, edge{x.node(), a.weight})
		}
	}
	return nil
}

// unfold makes the state of a node.
func (x *explorer) unfold(n *node) {
	s := &x.here
	s.CopyFrom(&x.root)
	s.S = slices.Grow(s.S, n.depth)[:n.depth]
	for i := 0; i < len(n.moved); i += 2 {
		if at := int(n.moved[i]); at < len(s.W) {
			s.W[at] = n.moved[i+1]
		} else {
			s.S[at-len(s.W)] = n.moved[i+1]
		}
	}
}

// enter goes back to a node that has been unfolded.
func (x *explorer) enter(n *node) {
	x.m.Restore(&x.here)
	x.last = x.lasts(n.last)
	x.acts = slices.Clone(n.acts)
}

// lasts copies what the last runs of procedures left, if some formula looks at it.
func (x *explorer) lasts(of map[int][]int32) map[int][]int32 {
	if len(x.runs) == 0 {
		return of
	}
	return maps.Clone(of)
}

type lot struct {
	options []int32
	weight  fraction
}

// answers lists what chance can answer and how likely each is, until it is asked
// again.
func (x *explorer) answers(req *machine.Request) []lot {
	x.lots = x.lots[:0]
	var total fraction
	add := func(options []int32, weight fraction) {
		x.lots = append(x.lots, lot{options, weight})
		total = total.plus(weight)
	}
	if req.List {
		x.m.EachAnswer(func(a []int32) bool {
			w := certain
			for i, o := range req.Options {
				k := uint64(0)
				for _, v := range a {
					if int(v) == i { // the k-th of those that are equal: `count choose k` in all
						k++
						w = w.times(fractionOf(uint64(o.Count)+1-k, k))
					}
				}
			}
			add(slices.Clone(a), w)
			return true
		})
	} else {
		each := make([]int32, len(req.Options))
		for i, o := range req.Options {
			each[i] = int32(i)
			add(each[i:i+1], fractionOf(uint64(o.Weight), 1))
		}
	}
	for i := range x.lots {
		x.lots[i].weight = x.lots[i].weight.over(total)
	}
	return x.lots
}

func (c *chance) String() string { return fmt.Sprintf("%s is %s", c.of.text, c.text) }

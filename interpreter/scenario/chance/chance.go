// Package chance computes exact probabilities in a match.
//
//	chance.go     the graph of states that chance can lead to
//	equations.go  solving it
//	fraction.go   exact fractions
package chance

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
)

// From the current position every answer of chance is followed, with its weight. Equal states
// are one node, so irrelevant dice cost nothing, and a re-roll that leads back is a loop and
// not an infinite tree. A branch ends where the script has to answer a question to a player, or
// where nothing is running any more; there the condition is true or false. Loops lead to linear
// equations. Nothing is rounded, so `15/36` is compared exactly.

// DefaultLimit is the usual limit on the states that a check of one chance may visit.
const DefaultLimit = 20_000

// TooMany reports that a chance exceeds this limit on its states.
type TooMany int

func (n TooMany) Error() string {
	return fmt.Sprintf("computing this chance needs more than %d states", int(n))
}

// Script continues a match. It declines optional choices.
type Script interface {
	// GoOn continues to the next request that needs an answer.
	GoOn() error
	// Answer answers that request on behalf of chance.
	Answer(options []int32) error
	// Memory returns a copy of the script's own data, which is not part of the state of the
	// match.
	Memory() Memory
	// Remember restores that data.
	Remember(Memory)
	// True evaluates the condition.
	True() (bool, error)
}

// Memory is data that distinguishes nodes in addition to the state.
type Memory interface{ Equal(Memory) bool }

// Result has the probability that a condition becomes true, and of the questions at which branches end.
type Result struct {
	Is *big.Rat
	x  *explorer
}

// Asked returns the probability that a branch ends with a question of a number.
func (r *Result) Asked(question int) *big.Rat {
	return r.x.solve(func(n *node) fraction {
		if n.asked == question {
			return certain
		}
		return fraction{}
	}).rat()
}

// Of returns the probability that the script's condition becomes true. asked returns the number, from 1, of a question
// to a player with which a branch ends. Of leaves the match in another state; the caller restores it. The error is
// TooMany if it meets more states than the limit.
func Of(m *machine.Match, s Script, limit int, asked func(*machine.Request) int) (*Result, error) {
	x := &explorer{m: m, script: s, limit: limit, index: map[uint64]int32{}, asked: asked}
	if err := x.explore(); err != nil {
		return nil, err
	}
	return &Result{Is: x.solve(func(n *node) fraction { return n.value }).rat(), x: x}, nil
}

// node is a state, stored as the difference from the root, because there are thousands of nodes
// and they differ in few words.
type node struct {
	moved  []int32 // state.Delta
	memory Memory
	edges  []edge   // nil for an end
	value  fraction // value of an end
	asked  int      // number of the question that ends a branch; 0: none
	twin   int32    // another node with the same hash, or -1
}

type edge struct {
	to     int
	weight fraction
}

type explorer struct {
	m       *machine.Match
	script  Script
	limit   int
	root    state.State
	nodes   []*node
	index   map[uint64]int32 // the latest node for each hash
	moved   []int32
	answers []Answer
	here    state.State
	asked   func(*machine.Request) int
}

// explore visits each position that chance can reach before a person decides, and the edges
// between them with their weights.
func (x *explorer) explore() error {
	if err := x.script.GoOn(); err != nil {
		return err
	}
	x.root.CopyFrom(x.m.State())
	x.node()
	for i := 0; i < len(x.nodes); i++ {
		if len(x.nodes) > x.limit {
			return TooMany(x.limit)
		}
		n := x.nodes[i]
		x.here.Apply(&x.root, n.moved)
		req, err := x.enter(n)
		if err != nil {
			return err
		}
		if req == nil || req.By != machine.Chance {
			yes, err := x.script.True()
			if err != nil {
				return err
			}
			if yes {
				n.value = certain
			}
			if i > 0 && req != nil {
				n.asked = x.asked(req)
			}
			continue
		}
		x.answers = Answers(x.m, x.answers[:0])
		n.edges = make([]edge, 0, len(x.answers))
		for _, a := range x.answers {
			if _, err := x.enter(n); err != nil {
				return err
			}
			if err := x.script.Answer(a.Options); err != nil {
				return err
			}
			if err := x.script.GoOn(); err != nil {
				return err
			}
			n.edges = append(n.edges, edge{x.node(), a.weight})
		}
	}
	return nil
}

// node returns the index of the node for the current state, and adds the node if it is new.
func (x *explorer) node() int {
	s := x.m.State()
	x.moved = s.Delta(&x.root, x.moved[:0])
	h := state.Hash(x.moved)
	twin, ok := x.index[h]
	if !ok {
		twin = -1
	}
	memory := x.script.Memory()
	for i := twin; i >= 0; i = x.nodes[i].twin {
		if n := x.nodes[i]; slices.Equal(n.moved, x.moved) && n.memory.Equal(memory) {
			return int(i)
		}
	}
	x.nodes = append(x.nodes, &node{moved: slices.Clone(x.moved), memory: memory, twin: twin})
	x.index[h] = int32(len(x.nodes) - 1)
	return len(x.nodes) - 1
}

// enter restores a node and returns its request.
func (x *explorer) enter(n *node) (*machine.Request, error) {
	x.m.Restore(&x.here)
	x.script.Remember(n.memory)
	req := x.m.Next()
	if req == nil {
		return nil, x.m.Err()
	}
	return req, nil
}

// Answer is an answer of chance with its probability.
type Answer struct {
	Options []int32
	weight  fraction
}

// Chance returns the probability.
func (a Answer) Chance() *big.Rat { return a.weight.rat() }

// Answers appends the answers of chance to the open request to a list. They belong to the caller.
func Answers(m *machine.Match, list []Answer) []Answer {
	req, from := m.Next(), len(list)
	var total fraction
	add := func(options []int32, weight fraction) {
		list = append(list, Answer{options, weight})
		total = total.plus(weight)
	}
	if req.List {
		req.EachAnswer(func(a []int32) bool {
			w := certain
			for i, o := range req.Options {
				k := uint64(0)
				for _, v := range a {
					if int(v) == i { // k of `count` equal options can be chosen in `count choose k` ways
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
			add(each[i:i+1], fractionOf(uint64(o.Count), 1))
		}
	}
	for i := range list[from:] {
		list[from+i].weight = list[from+i].weight.over(total)
	}
	return list
}

// spelling matches a probability: 15/36, 1 or 0.5.
var spelling = regexp.MustCompile(`^(0|[1-9][0-9]*)(/[1-9][0-9]*|\.[0-9]+)?$`)

// longest limits the length of a probability, so that the regular expression needs no
// repetition counts, which are expanded when compiled.
const longest = 200

// Parse parses a probability from 0 to 1.
func Parse(text string) (r *big.Rat, ok bool) {
	if len(text) > longest || !spelling.MatchString(text) {
		return nil, false
	}
	r, ok = new(big.Rat).SetString(text)
	return r, ok && r.Cmp(certain.rat()) <= 0
}

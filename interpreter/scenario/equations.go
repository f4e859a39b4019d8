package scenario

import "math/big"

// The value of a node is the sum of the values it leads to, each times its
// weight. Where nodes lead back, that is a system of equations, but a kind one:
// chance loops to re-roll, so few nodes are led back to. A walk through the graph
// writes every node as a number plus multiples of the nodes above it that are
// still being walked (Markov state reduction); a node that depends on itself is
// solved for the moment the walk leaves it, and once the walk is over each value
// follows from those above it.

// term is a node written as known + Σ of[i]·value(i).
type term struct {
	known *big.Rat
	of    map[int]*big.Rat
}

// solve gives every node its value.
func (x *explorer) solve() {
	terms := make([]*term, len(x.nodes))
	var order []int // as the walk leaves them
	walking := make([]bool, len(x.nodes))
	var walk func(i int)
	walk = func(i int) {
		n := x.nodes[i]
		if n.value != nil {
			terms[i] = &term{known: n.value}
			return
		}
		walking[i] = true
		t := &term{known: new(big.Rat), of: map[int]*big.Rat{}}
		for _, e := range n.edges {
			if terms[e.to] == nil && !walking[e.to] {
				walk(e.to)
			}
			t.add(e.weight, e.to, terms)
		}
		t.solveFor(i)
		walking[i] = false
		terms[i] = t
		order = append(order, i)
	}
	walk(0)
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		v := new(big.Rat).Set(terms[i].known)
		for j, c := range terms[i].of {
			v.Add(v, new(big.Rat).Mul(c, x.nodes[j].value))
		}
		x.nodes[i].value = v
	}
}

// add adds weight times node i: as what it has been written as, or as itself
// while the walk is still in it.
func (t *term) add(weight *big.Rat, i int, terms []*term) {
	if terms[i] == nil {
		t.plus(weight, i)
		return
	}
	flatten(i, terms)
	t.known.Add(t.known, new(big.Rat).Mul(weight, terms[i].known))
	for j, c := range terms[i].of {
		t.plus(new(big.Rat).Mul(weight, c), j)
	}
}

func (t *term) plus(c *big.Rat, i int) {
	if t.of[i] == nil {
		t.of[i] = new(big.Rat)
	}
	t.of[i].Add(t.of[i], c)
}

// flatten rewrites the term of a node that the walk has left by nodes that it is
// still in. The term is changed for good, so that no substitution is done twice.
func flatten(i int, terms []*term) {
	t := terms[i]
	for j, c := range t.of {
		if terms[j] == nil {
			continue
		}
		delete(t.of, j)
		flatten(j, terms)
		t.known.Add(t.known, new(big.Rat).Mul(c, terms[j].known))
		for k, d := range terms[j].of {
			t.plus(new(big.Rat).Mul(c, d), k)
		}
	}
}

// solveFor takes node i out of its own term: v = a + b·v is v = a / (1-b). With
// b = 1 chance goes round for ever, and what is asked never comes true.
func (t *term) solveFor(i int) {
	b := t.of[i]
	if b == nil {
		return
	}
	delete(t.of, i)
	rest := new(big.Rat).Sub(big.NewRat(1, 1), b)
	if rest.Sign() == 0 {
		t.known, t.of = new(big.Rat), nil
		return
	}
	inv := rest.Inv(rest)
	t.known.Mul(t.known, inv)
	for _, c := range t.of {
		c.Mul(c, inv)
	}
}

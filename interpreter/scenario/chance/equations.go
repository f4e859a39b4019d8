package chance

// The value of a node is the sum of the values it leads to, each times its
// weight. Where nodes lead back, that is a system of equations, but a kind one:
// chance loops to re-roll, so few nodes are led back to. A walk through the graph
// writes every node as a number plus multiples of the nodes above it that are
// still being walked (Markov state reduction), and a node that depends on itself
// is solved for the moment the walk leaves it. There is nothing above the first
// node, so that it comes out as a number.

// term is a node written as known + Σ of[i]·value(i).
type term struct {
	known fraction
	of    map[int]fraction // nil: none yet
	left  bool             // by the walk
}

// solve returns the value of the first node.
func (x *explorer) solve() fraction {
	terms := make([]term, len(x.nodes))
	seen := make([]bool, len(x.nodes))
	var walk func(i int)
	walk = func(i int) {
		n, t := x.nodes[i], &terms[i]
		seen[i] = true
		t.known = n.value
		for _, e := range n.edges {
			if !seen[e.to] {
				walk(e.to)
			}
			t.add(e.weight, e.to, terms)
		}
		t.solveFor(i)
		t.left = true
	}
	walk(0)
	return terms[0].known
}

// add adds weight times node i: as what it has been written as, or as itself
// while the walk is still in it.
func (t *term) add(weight fraction, i int, terms []term) {
	if !terms[i].left {
		t.more(weight, i)
		return
	}
	flatten(i, terms)
	t.known = t.known.plus(weight.times(terms[i].known))
	for j, c := range terms[i].of {
		t.more(weight.times(c), j)
	}
}

func (t *term) more(c fraction, i int) {
	if t.of == nil {
		t.of = map[int]fraction{}
	}
	t.of[i] = t.of[i].plus(c)
}

// flatten rewrites the term of a node that the walk has left by nodes that it is
// still in. The term is changed for good, so that no substitution is done twice.
func flatten(i int, terms []term) {
	t := &terms[i]
	for j, c := range t.of {
		if !terms[j].left {
			continue
		}
		delete(t.of, j)
		t.add(c, j, terms)
	}
}

// solveFor takes node i out of its own term: v = a + b·v is v = a / (1-b). With
// b = 1 chance goes round for ever, and what is asked never comes true.
func (t *term) solveFor(i int) {
	b, itself := t.of[i]
	if !itself {
		return
	}
	delete(t.of, i)
	rounds, ends := b.geometric()
	if !ends {
		t.known, t.of = fraction{}, nil
		return
	}
	t.known = t.known.times(rounds)
	for j, c := range t.of {
		t.of[j] = c.times(rounds)
	}
}

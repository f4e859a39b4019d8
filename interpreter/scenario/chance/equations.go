package chance

// The value of a node is the weighted sum of the values of its successors. Loops make this a
// system of linear equations. It is solved during a depth-first walk (Markov state reduction):
// each node is expressed as a constant plus multiples of nodes that the walk has not left yet.
// When the walk leaves a node, it eliminates the node's dependence on itself. The first node
// has no nodes above it, so its value becomes a constant.

// term expresses the value of a node as known + Σ of[i]·value(i).
type term struct {
	known fraction
	of    map[int]fraction // nil means no terms
	left  bool             // the walk has left the node
}

// solve returns the value of the first node. ends returns the values of the ends.
func (x *explorer) solve(ends func(*node) fraction) fraction {
	terms := make([]term, len(x.nodes))
	seen := make([]bool, len(x.nodes))
	var walk func(i int)
	walk = func(i int) {
		n, t := x.nodes[i], &terms[i]
		seen[i] = true
		t.known = ends(n)
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

// add adds weight times the value of node i: its term, or a reference to the node if the walk
// has not left it.
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

// flatten replaces, in the term of a node that the walk has left, references to other such
// nodes by their terms. The result is stored, so that no substitution is done twice.
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

// solveFor eliminates node i from its own term: v = a + b·v becomes v = a / (1-b). With b = 1
// chance loops forever, and the condition never becomes true.
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

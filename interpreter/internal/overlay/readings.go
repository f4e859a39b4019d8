package overlay

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// NewReadings returns the readings that the variants of a chain add to rulings of the game.
func NewReadings(chain []*syntax.Variant) []*syntax.NewReading {
	var all []*syntax.NewReading
	for _, v := range chain {
		for _, p := range v.Patches {
			all = append(all, p.Readings...)
		}
	}
	return all
}

// Likes returns, for each reading that a variant adds, the existing reading under `as`: `ruled` treats the added
// reading like that one.
func Likes(news []*syntax.NewReading) map[[2]string]string {
	likes := map[[2]string]string{}
	for _, r := range news {
		likes[[2]string{r.Ruling.Name, r.Name}] = r.As.Name
	}
	return likes
}

// AddReadings adds new readings to the files of a game: to the declaration of their ruling, and
// as a branch in every place that depends on the ruling. It works on YAML nodes before
// decoding, so that all checks of branches apply. The given files are not changed; changed
// nodes are copied.
func AddReadings(docs []*source.Node, news []*syntax.NewReading, d *source.Diagnostics) []*source.Node {
	left, after := maxAdding, map[[2]string]int{}
	for _, r := range news {
		n := after[[2]string{r.Ruling.Name, r.As.Name}] + 1
		if r.As.Name == "" {
			n = 0
		}
		if n > mostAs {
			d.Hint(r.As.Pos, "choose a reading with its own branches under `as`",
				"reading %s follows more than %d others, each `as` the one before", r.Name, mostAs)
			break
		}
		after[[2]string{r.Ruling.Name, r.Name}] = n
		docs = addReading(docs, r, &left, d)
		if left < 0 {
			d.Hint(r.Pos, "add fewer or shorter readings",
				"adding the readings of variants to all places that use them takes more than %d operations", maxAdding)
			break
		}
	}
	return docs
}

// maxAdding limits the work. Each reading visits all files, and branches can multiply if the
// steps of one new reading depend on a ruling with another new reading.
const maxAdding, costOfCopy = 20_000_000, 100

// mostAs limits the readings of a chain of `as`. Each copies the branches of the one before, so that the work grows
// with the cube of their number.
const mostAs = 30

// addReading adds a reading and its branches to the files of a game. left limits the nodes that
// may still be copied.
func addReading(docs []*source.Node, r *syntax.NewReading, left *int, d *source.Diagnostics) []*source.Node {
	a := &adder{NewReading: r, diags: d, used: map[*source.Node]bool{}, left: left}
	out := make([]*source.Node, len(docs))
	for i, doc := range docs {
		out[i] = a.file(doc)
	}
	switch {
	case *left < 0:
		return out
	case a.rulings == nil:
		d.Add(r.Ruling.Pos, "the game has no ruling %q under `rulings`", r.Ruling.Name)
		return out
	case !a.declared:
		d.Unknown(r.Ruling.Pos, r.Ruling.Name, a.rulings, "there is no ruling %q", r.Ruling.Name)
		return out
	}
	for _, b := range r.Branches() {
		for _, n := range b.Parts() {
			if !a.used[n] {
				a.unused(b, n)
			}
		}
	}
	return out
}

// adder adds one new reading.
type adder struct {
	*syntax.NewReading
	diags    *source.Diagnostics
	rulings  []string // names of the game's rulings
	declared bool     // the declaration of the ruling has been found
	asked    []string // places that depend on the ruling, for hints
	used     map[*source.Node]bool
	left     *int // remaining work
}

// file adds the reading to a file of the game, or of a variant.
func (a *adder) file(doc *source.Node) *source.Node {
	out, what := doc, "a file of a game"
	if doc.Get("variant") != nil {
		what = "a variant"
	}
	syntax.VisitUntil(doc, what, func(s syntax.Spot) (done bool) {
		key, val := a.Key, (*source.Node)(nil)
		ruling := s.Node.Get("ruling")
		switch {
		case s.Is == "a ruling":
			a.rulings = append(a.rulings, s.In.Value)
			a.declared = a.declared || s.In.Value == a.Ruling.Name
		case s.Of == "a ruling" && s.Key == "readings" && s.Node.Kind == source.Map && s.In.Value == a.Ruling.Name:
			val = a.declare(s.Node)
		case ruling != nil && ruling.Value == a.Ruling.Name && s.Node.Get(a.Name) == nil:
			val = a.branch(ownerOf(doc, s), s)
		}
		if val != nil {
			*a.left -= costOfCopy
			out = syntax.Edited(out, s.Path, func(n source.Node) *source.Node {
				n.Pairs = append(slices.Clip(n.Pairs), source.Pair{Key: key, Val: val})
				return &n
			})
		}
		*a.left--
		return *a.left < 0
	})
	return out
}

// ownerOf returns the name of the declaration that contains a place.
func ownerOf(doc *source.Node, s syntax.Spot) string {
	switch in := doc.Pairs[s.Path[0]].Key.Value; {
	case in == "playing":
		return doc.Get("kind").Value + ".playing"
	case s.In == nil:
		return ""
	case in == "patch":
		name, _, _ := strings.Cut(strings.TrimPrefix(s.In.Value, "procedures."), "/")
		return name
	}
	name, _, _ := strings.Cut(s.In.Value, "(")
	return name
}

// declare returns the text of the reading for the readings of its ruling, or nil if the ruling has it already.
func (a *adder) declare(readings *source.Node) *source.Node {
	if old := readings.Get(a.Name); old != nil {
		a.diags.Hint(a.Pos, "it is at "+old.Pos.String(), "ruling %s already has a reading %q", a.Ruling.Name, a.Name)
		return nil
	}
	if a.As.Name != "" && readings.Get(a.As.Name) == nil {
		var names []string
		for _, p := range readings.Pairs {
			names = append(names, p.Key.Value)
		}
		a.diags.UnknownOr(a.As.Pos, a.As.Name, names, "it has "+strings.Join(names, ", "),
			"ruling %s has no reading %q", a.Ruling.Name, a.As.Name)
	}
	return a.Says
}

// branch returns the branch of the new reading for a place that depends on the ruling, or nil.
func (a *adder) branch(owner string, s syntax.Spot) *source.Node {
	a.asked = append(a.asked, owner)
	for _, b := range a.Branches() {
		if b.Name != "" && b.Name != owner {
			continue
		}
		own, then := b.Is, (*source.Node)(nil)
		if s.Is == "`ruling`" {
			own, then = b.Do, b.Then
		}
		if own == nil && then == nil {
			continue
		}
		a.used[own], a.used[then] = true, true
		if b.If == nil && then == nil {
			return own
		}
		return a.except(b, own, then, a.like(s))
	}
	if a.As.Name == "" {
		if s.Node.Get("else") == nil {
			a.diags.Hint(a.Pos, "say it under `in: {"+owner+": …}`, or choose a default with `as: READING`",
				"%s also uses ruling %s (%s), where reading %q has no branch", owner, a.Ruling.Name, s.Node.Pos, a.Name)
		}
		return nil
	}
	return a.like(s)
}

// like returns the branch of the reading `as` for a place that depends on the ruling.
func (a *adder) like(s syntax.Spot) *source.Node {
	if like := syntax.NodeFor(s.Node, a.As.Name); like != nil {
		return like
	}
	return s.Node.Pairs[len(s.Node.Pairs)-1].Val // the missing branch is reported elsewhere
}

// except returns a branch that is like another one, with an exception (if own is not nil and the branch has a
// condition), and with steps that follow.
func (a *adder) except(b syntax.NewBranch, own, then, like *source.Node) *source.Node {
	at := a.Pos
	if b.If != nil {
		at = b.If.Pos
	}
	pair := func(key string, val *source.Node) source.Pair {
		return source.Pair{Key: &source.Node{Kind: source.Scalar, Tag: source.TagOf(key), Value: key, Pos: at},
			Val: val}
	}
	tree := func(pairs ...source.Pair) *source.Node { return &source.Node{Kind: source.Map, Pos: at, Pairs: pairs} }
	list := func(items []*source.Node) *source.Node { return &source.Node{Kind: source.List, Pos: at, Items: items} }
	if own == b.Is && then == nil {
		return tree(pair("switch", b.If), pair("true", own), pair("else", like))
	}
	if by := like.Get("variant"); by != nil {
		a.diags.Hint(a.As.Pos, "write the steps under `do`",
			"variant %s gives the steps of reading %s, so no other reading can add to them", by.Value, a.As.Name)
		return like
	}
	steps := stepsOf(like)
	if b.If != nil && own != nil {
		steps = []*source.Node{tree(pair("if", b.If), pair("do", own), pair("else", list(steps)))}
	}
	if then != nil {
		steps = slices.Concat(steps, then.AsList())
	}
	return list(steps)
}

// stepsOf returns the steps of a branch. Each cites the clauses of the branch.
func stepsOf(branch *source.Node) []*source.Node {
	do, cites := branch.Get("do"), branch.Get("cites")
	if do == nil {
		return branch.AsList()
	}
	var out []*source.Node
	for _, s := range do.AsList() {
		if cites != nil && s.Kind == source.Map {
			all := *cites
			all.Items = slices.Concat(s.Get("cites").AsList(), cites.Items)
			s = s.With("cites", &all)
		}
		out = append(out, s)
	}
	return out
}

// unused reports a branch that is not used in any place.
func (a *adder) unused(b syntax.NewBranch, n *source.Node) {
	sort := "formula"
	if n != b.Is {
		sort = "step"
	}
	if b.Name == "" {
		a.diags.Add(n.Pos, "no %s uses ruling %s, except for those under `in`", sort, a.Ruling.Name)
		return
	}
	slices.Sort(a.asked)
	asked := strings.Join(slices.Compact(a.asked), ", ")
	a.diags.UnknownOr(b.Pos, b.Name, a.asked, "asked it is in "+asked, "no %s of %s uses ruling %s", sort, b.Name,
		a.Ruling.Name)
}

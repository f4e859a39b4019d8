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

// Likes maps added readings to the existing readings as which `ruled` treats them.
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
	left := maxAdding
	for _, r := range news {
		if docs = addReading(docs, r, &left, d); left < 0 {
			d.Hint(r.Pos, "add fewer or shorter readings", "adding the readings of variants to all places that use them takes more than %d operations", maxAdding)
			break
		}
	}
	return docs
}

// maxAdding limits the work. Each reading visits all files, and branches can multiply if the
// steps of one new reading depend on a ruling with another new reading.
const maxAdding, costOfCopy = 20_000_000, 100

func addReading(docs []*source.Node, r *syntax.NewReading, left *int, d *source.Diagnostics) []*source.Node {
	a := &adder{NewReading: r, diags: d, used: map[*source.Node]bool{}, left: left}
	out := make([]*source.Node, len(docs))
	for i, doc := range docs {
		out[i] = a.sections(doc)
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
		for _, n := range []*source.Node{b.Do, b.Is} {
			if n != nil && !a.used[n] {
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

// sections visits the declarations of a file or of its part `player`.
func (a *adder) sections(n *source.Node) *source.Node {
	return rewrite(n, func(section string, part *source.Node) *source.Node {
		switch section {
		case "player":
			return a.sections(part)
		case "playing":
			return a.within(scalar(n.Get("kind"))+".playing", part)
		case "rulings":
			return rewrite(part, a.ruling)
		case "patch":
			return rewrite(part, func(_ string, patch *source.Node) *source.Node {
				name, _, _ := strings.Cut(strings.TrimPrefix(scalar(patch.Get("at")), "procedures."), "/")
				return a.within(name, patch)
			})
		}
		return rewrite(part, func(name string, declared *source.Node) *source.Node {
			name, _, _ = strings.Cut(name, "(")
			return a.within(name, declared)
		})
	})
}

// ruling adds the reading to the declaration of its ruling.
func (a *adder) ruling(key string, n *source.Node) *source.Node {
	*a.left--
	a.rulings = append(a.rulings, key)
	if key != a.Ruling.Name {
		return n
	}
	a.declared = true
	return rewrite(n, func(part string, readings *source.Node) *source.Node {
		if part != "readings" {
			return readings
		}
		if old := readings.Get(a.Name); old != nil {
			a.diags.Hint(a.Pos, "it is at "+old.Pos.String(), "ruling %s already has a reading %q", key, a.Name)
			return readings
		}
		if a.As.Name != "" && readings.Get(a.As.Name) == nil {
			var names []string
			for _, p := range readings.Pairs {
				names = append(names, p.Key.Value)
			}
			a.diags.UnknownOr(a.As.Pos, a.As.Name, names, "it has "+strings.Join(names, ", "), "ruling %s has no reading %q", key, a.As.Name)
		}
		return withEntry(readings, a.Key, a.Says)
	})
}

// within adds the branch in every place of a declaration that depends on the ruling.
func (a *adder) within(owner string, n *source.Node) *source.Node {
	if *a.left--; *a.left < 0 {
		return n
	}
	out := rewrite(n, func(_ string, part *source.Node) *source.Node { return a.within(owner, part) })
	if out != n {
		*a.left -= costOfCopy
	}
	if scalar(n.Get("ruling")) != a.Ruling.Name || n.Get(a.Name) != nil {
		return out
	}
	a.asked = append(a.asked, owner)
	branch := a.branch(owner, n)
	if branch == nil {
		if n.Get("else") != nil {
			return out
		}
		a.diags.Hint(a.Pos, "say it under `in: {"+owner+": …}`, or choose a default with `as: READING`",
			"%s also uses ruling %s (%s), where reading %q has no branch", owner, a.Ruling.Name, n.Pos, a.Name)
		return out
	}
	return withEntry(out, a.Key, branch)
}

// branch returns the branch of the new reading for node n, which depends on the ruling, or nil.
func (a *adder) branch(owner string, n *source.Node) *source.Node {
	steps := asksForSteps(n)
	for _, b := range a.Branches() {
		if b.Name != "" && b.Name != owner {
			continue
		}
		is := b.Is
		if steps {
			is = b.Do
		}
		if is != nil {
			a.used[is] = true
			return is
		}
	}
	if a.As.Name == "" {
		return nil
	}
	if like := syntax.NodeFor(n, a.As.Name); like != nil {
		return like
	}
	return n.Pairs[len(n.Pairs)-1].Val // the missing branch is reported elsewhere
}

// asksForSteps reports whether the branches at a node are steps, as opposed to values.
func asksForSteps(n *source.Node) bool {
	for _, p := range n.Pairs {
		switch {
		case p.Key.Value == "ruling", p.Val.Get("variant") != nil, p.Val.Kind == source.List && len(p.Val.Items) == 0:
			continue
		case slices.Contains(syntax.StepWords, p.Key.Value) && p.Key.Value != "else":
			continue
		case p.Val.Kind == source.List:
			verb, _ := syntax.VerbOf(p.Val.Items[0])
			return verb != nil && (verb.Value != "ruling" || asksForSteps(p.Val.Items[0]))
		}
		return p.Val.Get("do") != nil
	}
	return true
}

// unused reports a branch that is not used in any place.
func (a *adder) unused(b syntax.NewBranch, n *source.Node) {
	sort := "formula"
	if n == b.Do {
		sort = "step"
	}
	if b.Name == "" {
		a.diags.Add(n.Pos, "no %s uses ruling %s, except for those under `in`", sort, a.Ruling.Name)
		return
	}
	slices.Sort(a.asked)
	asked := strings.Join(slices.Compact(a.asked), ", ")
	a.diags.UnknownOr(b.Pos, b.Name, a.asked, "asked it is in "+asked, "no %s of %s uses ruling %s", sort, b.Name, a.Ruling.Name)
}

// scalar returns the text of a scalar, or "" for other nodes.
func scalar(n *source.Node) string {
	if n == nil {
		return ""
	}
	return n.Value
}

// withEntry returns a map with one more entry.
func withEntry(n, key, val *source.Node) *source.Node {
	c := *n
	c.Pairs = append(slices.Clip(c.Pairs), source.Pair{Key: key, Val: val})
	return &c
}

// rewrite replaces each part of a node by the result of f. key is "" for items of a list. If
// nothing changes, rewrite returns the node itself.
func rewrite(n *source.Node, f func(key string, part *source.Node) *source.Node) *source.Node {
	if n == nil {
		return nil
	}
	out := n
	own := func() {
		if out == n {
			c := *n
			c.Pairs, c.Items = slices.Clone(n.Pairs), slices.Clone(n.Items)
			out = &c
		}
	}
	for i, p := range n.Pairs {
		if part := f(p.Key.Value, p.Val); part != p.Val {
			own()
			out.Pairs[i].Val = part
		}
	}
	for i, it := range n.Items {
		if part := f("", it); part != it {
			own()
			out.Items[i] = part
		}
	}
	return out
}

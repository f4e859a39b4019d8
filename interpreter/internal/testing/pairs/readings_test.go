package pairs

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// readings lists the readings of a game that can be in force: a switch for every ruling of kind rule that some form asks.
//
// A variant that makes a reading possible is applied as it is, with the readings that it picks, and so fixes other
// rulings. A ruling that only a variant asks has no reading without the variant.
type readings struct {
	Space
	id    string
	src   interpreter.Sources
	rules *interpreter.Rules
	all   []reading
	laid  map[string][]*syntax.Variant // by variant: it, and before it all that it builds on
}

// reading is one answer to a ruling, or none where that is not asked.
type reading struct {
	ruling, name string
	standard     bool     // the default reading
	needs        string   // the variant that makes it possible; "": none need be laid
	excludes     []string // RULING=READING
}

func (x reading) String() string { return x.ruling + "=" + x.name }

// readingsOf returns the readings of a game, beginning with the rulings that it asks without any variant.
func readingsOf(t *testing.T, src interpreter.Sources, id string) *readings {
	t.Helper()
	rules, err := interpreter.Read(src, id)
	require.NoError(t, err)
	r := &readings{id: id, src: src, rules: rules, laid: map[string][]*syntax.Variant{}}
	left := r.leftToVariants(t)
	for _, g := range r.variants(t) {
		variant := ""
		if n := len(g.Variants); n > 0 {
			variant = g.Variants[n-1].Name
		}
		r.laid[variant] = g.Variants
		for _, ruling := range g.Syntax.Rulings {
			known := slices.ContainsFunc(r.all, func(x reading) bool { return x.ruling == ruling.Name })
			if ruling.Kind == "rule" && g.Program.UsedRulings[ruling.Name] && !known {
				r.add(ruling, variant, left)
			}
		}
	}
	for i, a := range r.all {
		for j, b := range r.all {
			if r.keepsAway(a, b) {
				r.Part(i, j)
			}
		}
	}
	return r
}

// variants are the game and its variants, each after those that build on fewer.
func (r *readings) variants(t *testing.T) (all []*interpreter.Game) {
	t.Helper()
	names, err := r.rules.Variants()
	require.NoError(t, err)
	for _, variant := range append([]string{""}, names...) {
		g, err := r.rules.Game(interpreter.Options{Variant: variant})
		require.NoError(t, err)
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b *interpreter.Game) int { return cmp.Compare(len(a.Variants), len(b.Variants)) })
	return all
}

// leftToVariants finds the branches of rulings that are no more than
// `READING: {variant: X}`: by RULING=READING, the variant.
func (r *readings) leftToVariants(t *testing.T) map[string]string {
	t.Helper()
	left := map[string]string{}
	var walk func(n *source.Node)
	walk = func(n *source.Node) {
		ruling := n.Get("ruling")
		for _, p := range n.Pairs {
			if v := p.Val.Get("variant"); v != nil && ruling != nil {
				left[ruling.Value+"="+p.Key.Value] = v.Value
			}
			walk(p.Val)
		}
		for _, x := range n.Items {
			walk(x)
		}
	}
	files, err := r.src.Rules(r.id)
	require.NoError(t, err)
	for _, f := range files {
		doc, found := source.Parse(f, source.DefaultLimits())
		require.Empty(t, found)
		walk(doc)
	}
	return left
}

// add adds the readings of a ruling that a variant asks, or the game itself.
func (r *readings) add(ruling *syntax.Ruling, variant string, left map[string]string) {
	first := len(r.all)
	for _, named := range ruling.Readings {
		x := reading{ruling: ruling.Name, name: named.Name, standard: named.Name == ruling.Default.Name}
		x.needs = cmp.Or(variant, left[x.String()])
		for _, e := range ruling.Excludes {
			if e.Name == "" || e.Name == x.name {
				x.excludes = append(x.excludes, e.With.Name)
			}
		}
		r.all = append(r.all, x)
	}
	if variant != "" {
		r.all = append(r.all, reading{ruling: ruling.Name, needs: variant})
	}
	r.Switch(len(r.all) - first)
}

// keepsAway reports that where a reading is in force, another cannot be.
func (r *readings) keepsAway(x, other reading) bool {
	switch {
	case slices.Contains(x.excludes, other.String()):
		return true
	case x.ruling == other.ruling || x.name == "" || x.needs == "":
		return false
	case other.name == "":
		return slices.ContainsFunc(r.laid[x.needs], func(v *syntax.Variant) bool { return v.Name == other.needs })
	}
	picked := picks(r.laid[x.needs], other.ruling)
	return picked != "" && picked != other.name
}

// count counts the readings.
func (r *readings) count() (n int) {
	for _, x := range r.all {
		if x.name != "" {
			n++
		}
	}
	return n
}

// picks is the reading that variants pick of a ruling: the last one does.
func picks(laid []*syntax.Variant, ruling string) (reading string) {
	for _, v := range laid {
		for _, p := range v.Readings {
			if p.Ruling.Name == ruling {
				reading = p.Reading.Name
			}
		}
	}
	return reading
}

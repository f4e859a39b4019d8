package overlay

import (
	"maps"
	"slices"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Chain lists a variant after all variants on which it builds, without duplicates, in the order
// in which they are applied. Later ones have precedence: a variant over its bases, and among
// several bases the last one.
func Chain(v *syntax.Variant, all map[string]*syntax.Variant, d *source.Diagnostics) []*syntax.Variant {
	c := chain{all: all, diags: d}
	c.add(v)
	return c.laid
}

type chain struct {
	all   map[string]*syntax.Variant
	diags *source.Diagnostics
	under []*syntax.Variant // variants whose bases are being added, to detect cycles
	laid  []*syntax.Variant
}

// add appends a variant after those on which it builds.
func (c *chain) add(v *syntax.Variant) {
	if slices.Contains(c.laid, v) {
		return
	}
	c.under = append(c.under, v)
	for _, base := range v.BuildsOn {
		b := c.all[base.Name]
		switch {
		case b == nil:
			c.diags.Unknown(base.Pos, base.Name, slices.Sorted(maps.Keys(c.all)), "the base variant %q does not exist",
				base.Name)
		case slices.Contains(c.under, b):
			c.diags.Add(base.Pos, "variant %s builds on itself", b.Name)
		default:
			c.add(b)
		}
	}
	c.under = c.under[:len(c.under)-1]
	c.laid = append(c.laid, v)
}

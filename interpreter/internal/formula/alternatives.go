package formula

import (
	"slices"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// A configuration may have alternatives: other readings of the same game. What it works out it works out
// under each of these, too, and notes in Env.Parts where that comes to something else. A match in which
// that never happens goes the same way under the alternative, as far as formulas go.

// WithAlternatives is Under with alternatives.
func (c *Compiler) WithAlternatives(readings map[string]string, others []map[string]string) *Compiler {
	out := c.Under(readings, &source.Diagnostics{})
	out.compared = map[*Value]*Value{}
	for _, readings := range others {
		out.Alternatives = append(out.Alternatives, c.Under(readings, out.Diags))
	}
	return out
}

// Fingerprint is which readings are in force, to be compared with those of others of the same game.
func (c *Compiler) Fingerprint() string {
	out := make([]byte, 0, len(c.Game.Rulings))
	for _, r := range c.Game.Rulings {
		out = append(out, byte(slices.IndexFunc(r.Readings, func(l syntax.Labelled) bool { return l.Name == c.Readings[r.Name] })))
	}
	return string(out)
}

// touches reports whether an alternative has another reading of one of some rulings.
func (c *Compiler) touches(rulings []string) bool {
	return slices.ContainsFunc(c.Alternatives, func(o *Compiler) bool { return !o.Reads(c, rulings) })
}

// Reads reports whether rulings have the same readings in force here as in another configuration.
func (c *Compiler) Reads(o *Compiler, rulings []string) bool {
	return !slices.ContainsFunc(rulings, func(key string) bool { return c.Readings[key] != o.Readings[key] })
}

// alternative is what a formula comes to under one.
type alternative struct {
	*Value
	index int
}

// InForce is Settle of a formula that stands by itself, and is worked out under all alternatives.
func (c *Compiler) InForce(v *Value) *Value {
	s := c.Settle(v)
	if c.Alternatives == nil || v == nil || v.Asks() == nil {
		return s
	}
	if w, ok := c.compared[v]; ok {
		return w
	}
	var others []alternative
	for i, o := range c.Alternatives {
		if !o.Reads(c, v.Asks()) {
			others = append(others, alternative{o.Settle(v), i})
		}
	}
	c.compared[v] = s
	if others == nil {
		return s
	}
	w := *s
	switch c.compared[v] = &w; {
	case !s.OK():
		w.num = func(e *Env) int32 {
			e.compare(others, func(o *Value) bool { return !o.OK() })
			return 0
		}
		return &w
	case s.list != nil:
		w.list = func(e *Env) []int32 {
			is := s.list(e)
			e.compare(others, func(o *Value) bool { return o.list != nil && slices.Equal(is, o.list(e)) })
			return is
		}
		return &w
	}
	w.num = func(e *Env) int32 {
		is := s.num(e)
		e.compare(others, func(o *Value) bool { return o.num != nil && o.num(e) == is })
		return is
	}
	return &w
}

// compare notes which of some alternatives are not alike.
func (e *Env) compare(others []alternative, alike func(*Value) bool) {
	if e.Parts == nil {
		return
	}
	for _, o := range others {
		e.Compare(o.index, func() bool { return alike(o.Value) })
	}
}

// Compare notes whether something is not alike under an alternative; what that takes is not counted.
func (e *Env) Compare(index int, alike func() bool) {
	if e.Parts[index] {
		return
	}
	fault, fuel, work := e.Err, e.Fuel, e.Work
	if e.Parts[index] = fault != nil || !alike() || e.Err != nil; fault == nil {
		e.Err = nil
	}
	e.Fuel, e.Work = fuel, work
}

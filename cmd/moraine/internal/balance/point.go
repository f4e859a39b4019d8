package balance

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/parallel"
	"moraine/interpreter/source"
)

// setting is a datum with a value, and the place where a user has written it, if any.
type setting struct {
	*datum
	value string
	at    source.Pos
}

func (s setting) String() string { return s.name + "=" + s.value }

// point is a configuration: settings that differ from the base of the lab.
type point []setting

func (p point) String() string {
	parts := make([]string, len(p))
	for i, s := range p {
		parts[i] = s.String()
	}
	return strings.Join(parts, ", ")
}

// variant returns the file of a variant with the settings of a point.
func (l *Lab) variant(name, about string, p point) *source.Node {
	v := &source.Node{Kind: source.Map}
	enter(v, textNode(name), "variant")
	if about != "" {
		enter(v, textNode(about), "about")
	}
	if l.opt.Variant != "" {
		list := within(v, "builds_on")
		list.Kind = source.List
		for base := range strings.SplitSeq(l.opt.Variant, interpreter.And) {
			list.Items = append(list.Items, textNode(base))
		}
	}
	material := false
	for _, s := range p {
		s.set(v, s.value)
		material = material || s.card != ""
	}
	if material {
		l.lift(v)
	}
	return v
}

// mentionsPieces matches formulas about all pieces.
var mentionsPieces = regexp.MustCompile(`\bpieces\b`)

// lift makes the invariants about all pieces true in a variant. They state the printed material,
// such as the number of cards, which a point with another card changes on purpose.
func (l *Lab) lift(v *source.Node) {
	for _, claim := range l.game.Syntax.Invariants {
		if claim.That != nil && mentionsPieces.MatchString(claim.That.Text) {
			enter(v, textNode("true"), "invariants", claim.Name, "that")
		}
	}
}

// configurations are points of a lab. Each is compiled when it is needed.
type configurations struct {
	*Lab
	rules  *interpreter.Rules
	points []point
	names  []string // of the variants
}

// path returns the path of the file of a point.
func (l *Lab) path(name string) string { return "variants/" + l.game.ID + "/" + name + ".yaml" }

// configure prepares the configurations of points. The files of their variants exist only in
// memory.
func (l *Lab) configure(points []point) (*configurations, error) {
	c := &configurations{Lab: l, points: points}
	texts := map[string][]byte{}
	for i, p := range points {
		name := l.unused(fmt.Sprintf("point_%d", i+1))
		c.names = append(c.names, name)
		texts[l.path(name)] = []byte(l.variant(name, "", p).Lines(0))
	}
	data := append(slices.Clone(l.data), interpreter.Layer{Name: "points", FS: embed.FS{}, Texts: texts})
	var err error
	c.rules, err = interpreter.Read(data, l.game.ID)
	return c, err
}

// unused returns a name for a variant that no variant of the game has.
func (l *Lab) unused(name string) string {
	for slices.Contains(l.byName[variantName].words, name) {
		name += "_"
	}
	return name
}

// game compiles a point. If the rules refuse it, the error is at the place where the user wrote
// the setting.
func (c *configurations) game(i int) (*interpreter.Game, error) {
	opt := c.opt
	opt.Variant = c.names[i]
	g, err := c.rules.Game(opt)
	var found interpreter.Diagnostics
	if errors.As(err, &found) {
		return nil, c.moved(i, found)
	}
	return g, err
}

// moved returns the errors of a point at the place of its last setting. An error in the rules
// of the game is quoted with its place there.
func (c *configurations) moved(i int, found interpreter.Diagnostics) error {
	p := c.points[i]
	last := p[len(p)-1]
	var out interpreter.Diagnostics
	for _, d := range found {
		text := d.Text
		if d.Pos.File == nil || d.Pos.File.Path != c.path(c.names[i]) {
			text = fmt.Sprintf("the game has an error with %s: %s (%s)", p, d.Text, d.Pos)
		} else if len(p) > 1 {
			text = fmt.Sprintf("with %s: %s", p, d.Text)
		}
		out.Hint(last.at, d.Hint, "%s", text)
	}
	return out.Sorted()
}

// games compiles all points. Its error contains the errors of all points, but only one for each place, because all
// values of a range are written at one place.
func (c *configurations) games(ctx context.Context) ([]*interpreter.Game, error) {
	games, errs := make([]*interpreter.Game, len(c.points)), make([]error, len(c.points))
	if err := parallel.Each(ctx, 0, len(c.points), func(i int) { games[i], errs[i] = c.game(i) }); err != nil {
		return nil, err
	}
	var all interpreter.Diagnostics
	for _, err := range errs {
		var found interpreter.Diagnostics
		if errors.As(err, &found) {
			all.Append(found)
		} else if err != nil {
			return nil, err
		}
	}
	all = slices.CompactFunc(all.Sorted(), func(a, b interpreter.Diagnostic) bool { return a.Pos == b.Pos })
	return games, all.Err()
}

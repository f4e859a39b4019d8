package exec

import (
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/source"
)

// A script may name only things that exist in the game, even if they never occur in a match:
// otherwise a scenario that refuses a misspelt card would always pass.

func (x *Game) isOption(name string) bool {
	return slices.Contains(x.options, name) || x.isOffer(name)
}

func (x *Game) isOffer(name string) bool {
	return slices.ContainsFunc(x.Program.Offers, func(o *program.Offer) bool { return o.Name == name })
}

func (x *Game) isChoice(name string) bool {
	return slices.Contains(x.choices, name)
}

func (c *compiled) knownOption(name string, pos source.Pos) {
	options := c.game.options
	switch {
	case c.game.isOption(name):
	case c.game.isChoice(name):
		c.d.Hint(pos, "write {"+name+": …}", "%q is a choice, not an option", name)
	default:
		among := slices.Concat(options, []string{naming.Pass, naming.Nothing}, c.game.choices)
		hint := "there are " + naming.Shorten(nearest(name, options)) + ", and " + naming.Pass
		if len(options) == 0 {
			hint = c.existing(name)
		}
		c.d.UnknownOr(pos, name, among, hint, "no rule offers an option %q", name)
	}
}

func (c *compiled) knownChoice(name string, pos source.Pos) {
	if c.game.isChoice(name) || c.game.isOption(name) || name == naming.Play {
		return
	}
	among := slices.Concat(c.game.options, []string{naming.Play}, c.game.choices)
	c.d.UnknownOr(pos, name, among, c.existing(name), "no rule asks for a choice or offers an option %q", name)
}

// existing returns a hint with the options and choices of the game, those most like name first. If the game has no
// options, the hint shows how a line answers a choice.
func (c *compiled) existing(name string) string {
	options, choices := nearest(name, c.game.options), nearest(name, c.game.choices)
	switch {
	case len(options) == 0 && len(choices) == 0:
		return "the rules have no options and no choices; a line can only " + naming.Pass
	case len(options) == 0:
		return "the rules have no options; answer a choice with `{" + choices[0] + ": …}`; the choices are " +
			naming.Shorten(choices)
	case len(choices) == 0:
		return "the options are " + naming.Shorten(options)
	}
	return "the options are " + naming.Shorten(options) + "; the choices are " + naming.Shorten(choices)
}

// nearest sorts names: names that share more words with a given name come first.
func nearest(name string, names []string) []string {
	words := strings.Split(name, "_")
	shared := func(other string) (n int) {
		for _, w := range strings.Split(other, "_") {
			if slices.Contains(words, w) {
				n++
			}
		}
		return n
	}
	out := slices.Clone(names)
	slices.SortStableFunc(out, func(a, b string) int { return shared(b) - shared(a) })
	return out
}

// knownValue reports a name that is not a possible value of a choice.
func (c *compiled) knownValue(choice string, n *source.Node, refs []naming.Ref) {
	if c.game.isOption(choice) {
		if n.Kind == source.Map {
			for _, p := range n.Pairs {
				c.knownValue(p.Key.Value, p.Val, naming.Refs(c.game.Schema, p.Val))
			}
		}
		return
	}
	for _, s := range refs {
		if s.Name != nil && plainName.MatchString(s.Name.Value) && !c.canName(choice, s.Name.Value) {
			among, hint := c.answersTo(choice), ""
			if len(among) > 0 {
				hint = "the answers to " + choice + " are " + naming.Shorten(nearest(s.Name.Value, among))
			} else {
				among = append(c.game.Program.CardNames(0), c.world.Seats...)
			}
			c.d.UnknownOr(s.Name.Pos, s.Name.Value, append(among, c.world.Labels.Names()...), hint,
				"there is no card, player, label or zone %q", s.Name.Value)
		}
	}
}

// answersTo returns the cards, seats and words that can be the value of a choice, or nil if it can have other values.
func (c *compiled) answersTo(choice string) (out []string) {
	p := c.game.Program
	for _, o := range p.Chooses() {
		switch t := o.Elem; {
		case o.Name.Name != choice:
		case t.Base == schema.Piece:
			out = append(out, p.CardNames(t.Kinds)...)
		case t.Base == schema.Player:
			out = append(out, c.world.Seats[:c.world.Players]...)
		case t.Base == schema.Word && t.Words != nil:
			out = append(out, p.WordsOf(t.Words)...)
		default:
			return nil
		}
	}
	return uniq(out)
}

var plainName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// canName reports whether a value of a choice can have the given name.
func (c *compiled) canName(choice, name string) bool {
	p := c.game.Program
	if _, label := c.world.Labels.Named(
		name); label || name == "nothing" || p.Card(name) != nil || c.world.Seats.Of(name) >= 0 ||
		slices.Contains(p.AllDirections(), name) || slices.ContainsFunc(p.Decls, func(z *schema.ZoneDecl) bool {
		return z.Name == name || z.Cell(name) >= 0
	}) {
		return true
	}
	return slices.ContainsFunc(p.Chooses(), func(o *program.ChooseOp) bool {
		t := o.Elem
		_, why := p.Constant(name, t)
		return o.Name.Name == choice && t.Base != schema.Piece && t.Base != schema.Zone && why == ""
	})
}

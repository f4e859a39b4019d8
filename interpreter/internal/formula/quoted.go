package formula

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// The operands of times and ruled are quoted names, which are resolved when the game is loaded.

// quoted returns the names. ok is false if the first two operands are not quoted names.
func (c *call) quoted() (names [2]string, ok bool) {
	for i := range names {
		s, isText := c.args[i].(*ast.StringNode)
		if !isText {
			c.co.fail(c.args[i], "write "+c.Usage, "%s needs two quoted names", c.Name)
			return names, false
		}
		names[i] = s.Value
	}
	return names, true
}

// times checks a use of a counter.
func (c *call) times() *Expr {
	names, ok := c.quoted()
	if !ok {
		return invalid(c.pos)
	}
	procs := func() []string { return syntax.NamesOf(c.co.c.Procs) }
	if names[1] != "match" && !slices.Contains(procs(), names[1]) {
		return c.co.unknownWord(c.args[1], names[1], procs, "there is no procedure %q", names[1])
	}
	if !slices.Contains(c.co.c.countable(), names[0]) {
		return c.co.unknownWord(c.args[0], names[0], c.co.c.countable,
			"times cannot count %q, which is not an option, window or procedure", names[0])
	}
	c.co.c.Mentions.Add(source.Mention{At: c.co.pos(c.args[0]), Name: names[0], Sort: "counted"})
	c.co.c.Mentions.Add(source.Mention{At: c.co.pos(c.args[1]), Name: names[1], Sort: "procedure"})
	i, ok := c.co.c.span(Span{names[0], names[1]})
	if !ok {
		return c.co.fail(c, "rules count requests with times", "no rule counts %q in %q", names[0], names[1])
	}
	var of []*Expr
	if len(c.args) > 2 {
		of = []*Expr{c.one(2, schema.Player, "a player")}
	}
	v := c.value(numberType, of...)
	v.At = int32(state.HeaderLen + i*(c.co.c.Schema.MaxPlayers+1))
	return v
}

// span returns the index of a counter, and adds the counter at its first use. After the layout
// of the state is fixed, only existing counters can be used.
func (c *Compiler) span(s Span) (int, bool) {
	if i := slices.Index(c.Spans, s); i >= 0 || c.LaidOut {
		return max(i, 0), i >= 0
	}
	c.Spans = append(c.Spans, s)
	return len(c.Spans) - 1, true
}

// Header returns the number of words in the state before the first frame.
func (c *Compiler) Header() int {
	return state.HeaderLen + len(c.Spans)*(c.Schema.MaxPlayers+1)
}

func (c *call) ruled() *Expr {
	names, ok := c.quoted()
	key, reading := names[0], names[1]
	if !ok || !c.co.c.Ask(key, c.co.pos(c.args[0])) {
		return invalid(c.pos)
	}
	if known := syntax.NamesOf(c.co.c.Schema.Game.Ruling(key).Readings); !slices.Contains(known, reading) {
		return c.co.unknownWord(c.args[1], reading, func() []string {
			return known
		}, "ruling %s has no reading %q; it has %s", key, reading, shortList(known))
	}
	c.co.c.Mentions.Add(source.Mention{At: c.co.pos(c.args[0]), Name: key, Sort: "ruling"})
	c.co.c.Mentions.Add(source.Mention{At: c.co.pos(c.args[1]), Name: reading, Sort: "reading " + key})
	l := c.co.c.lookUp(key, func(is string) int32 {
		yes, _ := c.co.c.Schema.Game.Ruled(key, is, reading)
		return boolToInt(yes)
	})
	l.key, l.reading = key, reading
	v := newValue(Ruled, yesNoType, c.pos)
	v.Tables, v.ruled = &Tables{lookup: l}, true
	if !c.co.c.typing {
		c.co.c.asking = append(c.co.c.asking, v)
	}
	return v
}

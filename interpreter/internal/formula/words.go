package formula

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// languageWords are the functions that the language adds to expr's.
var languageWords map[string]func(*comp, *ast.CallNode) *Value

func init() {
	languageWords = map[string]func(*comp, *ast.CallNode) *Value{
		"clockwise": (*comp).clockwise, "empty": (*comp).empty, "times": (*comp).times, "ruled": (*comp).ruled,
		"places": (*comp).places, "neighbours": (*comp).neighbours, "line": (*comp).line, "ring": (*comp).ring, "cycle": (*comp).cycle,
	}
}

func (co *comp) args(n *ast.CallNode, what string, least, most int) []*Value {
	if len(n.Arguments) < least || len(n.Arguments) > most {
		co.fail(n, "write "+what, "here are %d arguments", len(n.Arguments))
		return nil
	}
	var out []*Value
	for _, a := range n.Arguments {
		v := co.node(a)
		if !v.OK() {
			return nil
		}
		out = append(out, v)
	}
	return out
}

// clockwise(p) lists all players from p on, to the left.
func (co *comp) clockwise(n *ast.CallNode) *Value {
	t := schema.Type{Base: schema.Player, List: true}
	a := co.args(n, "clockwise(player)", 1, 1)
	if a == nil {
		return badOf(t, co.pos(n))
	}
	if a[0].Type.Base != schema.Player || a[0].Type.List {
		return co.fail(n, "", "clockwise begins with a player; this is %s", co.Describe(a[0].Type))
	}
	return made(Clockwise, t, co.pos(n), a[0])
}

// empty(list) is true of a list, a zone or a place with nothing in it.
func (co *comp) empty(n *ast.CallNode) *Value {
	pos := co.pos(n)
	a := co.args(n, "empty(list)", 1, 1)
	if a == nil {
		return badOf(yesNoType, pos)
	}
	if v := co.ofList(Empty, yesNoType, pos, a[0]); v != nil {
		return v
	}
	return co.fail(n, "compare with `nothing`", "empty looks at a list; this is %s", co.Describe(a[0].Type))
}

// times("NAME", "SPAN", player) is how often the player took the option, played
// in the window or ran the procedure NAME since the procedure SPAN last began;
// without a player, how often anybody did. Both names are literal, so that it is
// a plain counter of the state.
func (co *comp) times(n *ast.CallNode) *Value {
	pos := co.pos(n)
	var names [2]string
	for i := range names {
		s, ok := ast.Node(nil), false
		if i < len(n.Arguments) {
			s = n.Arguments[i]
		}
		var str *ast.StringNode
		if str, ok = s.(*ast.StringNode); !ok {
			return co.fail(n, `write times("NAME", "PROCEDURE", player)`, "times needs two quoted names")
		}
		names[i] = str.Value
	}
	procs := func() []string { return syntax.NamesOf(co.Procs) }
	if names[1] != "match" && !slices.Contains(procs(), names[1]) {
		return co.unknownWord(n.Arguments[1], names[1], procs, "there is no procedure %q", names[1])
	}
	if names := co.countable(); !slices.Contains(names, n.Arguments[0].(*ast.StringNode).Value) {
		w := n.Arguments[0].(*ast.StringNode).Value
		return co.unknownWord(n.Arguments[0], w, co.countable, "there is no option, window or procedure %q to count", w)
	}
	co.Mentions.Add(source.Mention{At: co.pos(n.Arguments[0]), Name: names[0], Sort: "counted"})
	co.Mentions.Add(source.Mention{At: co.pos(n.Arguments[1]), Name: names[1], Sort: "procedure"})
	i, ok := co.span(Span{names[0], names[1]})
	if !ok {
		return co.fail(n, "rules count what they ask for with times", "no rule counts %q in %q", names[0], names[1])
	}
	at := state.CounterAt(i, co.MaxPlayers)
	v := made(Times, numberType, pos)
	v.At = int32(at)
	if len(n.Arguments) == 2 {
		return v
	}
	p := co.node(n.Arguments[2])
	if len(n.Arguments) > 3 || !p.OK() || !p.Type.One(schema.Player) {
		return co.fail(n, `write times("NAME", "PROCEDURE", player)`, "the third argument of times is a player")
	}
	v.Of = []*Value{p}
	v.hangsOn(v.Of)
	return v
}

// span is the index of a counter, made on first use; once the words of a match
// are laid out, only the counters that there are can be asked.
func (c *Compiler) span(s Span) (int, bool) {
	if i := slices.Index(c.Spans, s); i >= 0 || c.LaidOut {
		return max(i, 0), i >= 0
	}
	c.Spans = append(c.Spans, s)
	return len(c.Spans) - 1, true
}

// Header is the number of words before the first frame.
func (c *Compiler) Header() int { return state.CounterAt(len(c.Spans), c.MaxPlayers) }

// ruled("KEY", "READING") does not change while a match runs.
func (co *comp) ruled(n *ast.CallNode) *Value {
	pos := co.pos(n)
	var s [2]string
	if len(n.Arguments) != 2 {
		return co.fail(n, "", `write ruled("KEY", "READING")`)
	}
	for i, a := range n.Arguments {
		str, ok := a.(*ast.StringNode)
		if !ok {
			return co.fail(a, `write ruled("KEY", "READING")`, "ruled needs two quoted names")
		}
		s[i] = str.Value
	}
	if !co.Ask(s[0], co.pos(n.Arguments[0])) {
		return bad(pos)
	}
	if names := co.ReadingsOf(s[0]); !slices.Contains(names, s[1]) {
		return co.unknownWord(n.Arguments[1], s[1], func() []string { return names }, "ruling %s has no reading %q; it has %s", s[0], s[1], shortList(names))
	}
	co.Mentions.Add(source.Mention{At: co.pos(n.Arguments[0]), Name: s[0], Sort: "ruling"})
	co.Mentions.Add(source.Mention{At: co.pos(n.Arguments[1]), Name: s[1], Sort: "reading " + s[0]})
	v := made(Ruled, yesNoType, pos)
	l := co.lookUp(s[0], func(reading string) int32 {
		yes, _ := co.Game.Ruled(s[0], reading, s[1])
		return boolToInt(yes)
	})
	l.key, l.reading = s[0], s[1]
	v.Tables, v.ruled = &Tables{lookup: l}, true
	if !co.typing {
		co.asking = append(co.asking, v)
	}
	return v
}

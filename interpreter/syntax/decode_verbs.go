package syntax

import (
	"strings"

	"moraine/interpreter/source"
)

// decodeVerb reads the operands of a verb. What each means stands at its type
// in step.go.
func decodeVerb(word string, m *Fields) Do {
	switch word {
	case "choose":
		return decodeChoose(m)
	case "may":
		return decodeMay(m)
	case "window":
		return &OpenWindow{m.Ident("window")}
	case "roll":
		return &Roll{local(m.Take("roll"), m.Diags), m.Formula("by"), m.Formula("dice"), m.Formula("sides")}
	case "shuffle":
		return &Shuffle{m.Formula("shuffle")}
	case "draw":
		return decodeDraw(m)
	case "move":
		return decodeMove(m)
	case "discard":
		return &Discard{m.Formula("discard")}
	case "flip":
		return &Flip{m.Formula("flip"), m.face()}
	case "show":
		return &Show{m.Formula("show"), m.Formula("to")}
	case "set":
		return &Set{decodeSets(m), decodeUntil(m.Take("until"), m.Diags)}
	case "pick":
		return decodePick(m)
	case "if":
		return &If{m.Cond("if"), m.Block("do"), m.Block("else")}
	case "switch":
		return &Switch{m.branches(word, branchSteps)}
	case "ruling":
		return &ByRuling{m.branches(word, branchSteps)}
	case "each":
		return decodeEach(m)
	case "while":
		return &While{m.Cond("while"), m.Block("do")}
	case "call":
		return &Call{m.Path("call"), decodeArgs(m)}
	case "stop":
		return &Stop{m.Path("stop")}
	case "finish":
		return &Finish{m.Formula("finish")}
	}
	return nil
}

func (m *Fields) place() string { return m.OneOf("place") }
func (m *Fields) face() string  { return m.OneOf("face") }

func decodeChoose(m *Fields) Do {
	c := &Choose{
		Name:     local(m.Take("choose"), m.Diags),
		From:     m.Formula("from"),
		By:       m.Formula("by"),
		Where:    m.Cond("where"),
		AtLeast:  m.Formula("at_least"),
		AtMost:   m.Formula("at_most"),
		Exactly:  m.Formula("exactly"),
		Together: m.Cond("together"),
		Repeats:  m.Bool("repeats"),
		Optional: m.Formula("optional"),
		IfAny:    m.Bool("if_any"),
	}
	if c.Name.Name == "play" {
		sayable(c.Name, m.Diags)
	}
	if c.Exactly != nil && (c.AtLeast != nil || c.AtMost != nil) {
		m.Diags.Add(c.Exactly.Node.Pos, "`exactly` leaves nothing for `at_least` and `at_most` to say")
	}
	return c
}

func decodeMay(m *Fields) Do {
	may := &May{By: m.Formula("by"), Again: m.Formula("again"), Must: m.Formula("must"), Otherwise: m.Block("otherwise")}
	options := m.Take("may")
	for _, p := range Pairs(options, m.Diags, "the options of `may`") {
		may.Options = append(may.Options, DecodeOption(p, m.Diags))
	}
	if options.Kind == source.Map && len(may.Options) == 0 {
		m.Diags.Add(options.Pos, "`may` has no options")
	}
	return may
}

// DecodeOption reads an option of `may`: its steps, bare or as {if, do, cites}.
func DecodeOption(p source.Pair, d *source.Diagnostics) MayOption {
	o := MayOption{Ident: sayable(ident(p.Key, d, plainName), d)}
	if p.Val.Kind != source.Map {
		o.Do = DecodeBlock(p.Val, d)
		return o
	}
	m := OpenMap(p.Val, d, "an option")
	o.If, o.Do, o.Cites = m.Cond("if"), m.Block("do"), m.Cites()
	m.Close()
	return o
}

func decodeDraw(m *Fields) Do {
	return &Draw{
		Number: m.Formula("draw"),
		From:   m.Formula("from"),
		To:     m.Formula("to"),
		As:     local(m.Take("as"), m.Diags),
		Place:  m.place(),
		Face:   m.face(),
	}
}

func decodeMove(m *Fields) Do {
	move := &Move{
		Pieces: m.Formula("move"),
		To:     m.Formula("to"),
		Number: m.Formula("number"),
		From:   m.Formula("from"),
		Place:  m.place(),
		Face:   m.face(),
	}
	if (move.Number == nil) != (move.From == nil) {
		m.complain("`number` and `from` go together: so many tokens of a sort, from a place")
	}
	return move
}

// decodeSets reads the targets, which are names or paths, and their values.
func decodeSets(m *Fields) []SetTo {
	var sets []SetTo
	for _, p := range Pairs(m.Take("set"), m.Diags, "the names to `set`") {
		if !strings.Contains(p.Key.Value, ".") {
			local(p.Key, m.Diags) // it may make the name
		}
		target := &Formula{Node: p.Key, IsText: true, Text: p.Key.Value}
		sets = append(sets, SetTo{target, DecodeFormula(p.Val, m.Diags)})
	}
	if m.Take("set").Kind == source.Map && len(sets) == 0 {
		m.complain("`set` sets nothing")
	}
	return sets
}

func decodeUntil(n *source.Node, d *source.Diagnostics) *Until {
	if n == nil {
		return nil
	}
	m := OpenMap(n, d, "`until`")
	when := m.One("end", "start")
	u := &Until{Start: when == "start", Of: m.Formula("of"), Pos: n.Pos}
	if when != "" {
		u.Proc = m.Path(when)
	}
	m.Close()
	return u
}

func decodePick(m *Fields) Do {
	pick := &Pick{Name: local(m.Take("pick"), m.Diags), From: m.Formula("from"), Where: m.Cond("where")}
	if prefer := m.Cond("prefer"); prefer != nil {
		pick.Prefer = prefer.Worded
	}
	if toward := m.Formula("toward"); toward != nil {
		pick.Toward = toward.List
		if toward.List == nil {
			pick.Toward = []*Formula{toward}
		}
	}
	return pick
}

func decodeEach(m *Fields) Do {
	each := &Each{In: m.Formula("in"), Do: m.Block("do"), Sealed: m.Formula("sealed")}
	if name := m.Take("each"); name.Value == "me" {
		each.Name = Ident{"me", name.Pos}
	} else {
		each.Name = local(name, m.Diags)
	}
	return each
}

// decodeArgs reads what a call hands over; `me` may be among it.
func decodeArgs(m *Fields) []Arg {
	var args []Arg
	for _, p := range Pairs(m.Take("with"), m.Diags, "what `with` hands over") {
		args = append(args, Arg{ident(p.Key, m.Diags, plainName), DecodeFormula(p.Val, m.Diags)})
	}
	return args
}

// DecodeBranch reads a branch of steps, of a `ruling` or a `switch`.
func DecodeBranch(verb string, p source.Pair, d *source.Diagnostics) Branch {
	return branch(verb, p, d, branchSteps)
}

// branchSteps reads the steps of a branch, bare or as {do, cites}.
func branchSteps(b *Branch, n *source.Node, d *source.Diagnostics) {
	if n.Kind != source.Map {
		b.Steps = DecodeBlock(n, d)
		return
	}
	m := OpenMap(n, d, "a branch")
	b.Steps, b.Cites = m.Block("do"), m.Cites()
	m.Close()
}

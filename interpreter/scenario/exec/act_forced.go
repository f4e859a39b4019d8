package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// forcedChoice is a choice that was made automatically because it had only one option.
type forcedChoice struct {
	request, name, option string
	by                    int32
	isAct                 bool // an option was taken; set only if the script does not name it
	values                []int32
	typ                   schema.Type
	world                 []int32 // the position at that time
}

// forcedChoices are the forced choices since the last answer of the previous line.
type forcedChoices struct {
	*resolver
	list  []forcedChoice
	fresh int // index in list of the first one since the last answer
}

// beginLine starts a new line: it drops forced choices made before the last answer.
func (c *forcedChoices) beginLine() { c.list, c.fresh = slices.Clone(c.list[c.fresh:]), 0 }

// answered records that the script has given an answer.
func (c *forcedChoices) answered() { c.fresh = len(c.list) }

// last returns the latest forced choice, or nil.
func (c *forcedChoices) last() *forcedChoice {
	if len(c.list) == 0 {
		return nil
	}
	return &c.list[len(c.list)-1]
}

// record records a forced answer in the names of scripts. Among forced answers that the script
// does not name it keeps only the last one, and of that only the name of the request.
func (c *forcedChoices) record(ev machine.Event) {
	req := ev.Request
	t := forcedChoice{request: req.Name, name: choiceName(req), by: req.By, typ: req.Type}
	if req.Kind == machine.AskOption && len(ev.Answer) == 1 {
		t.option = c.optionName(req, ev.Answer[0])
	}
	if known := c.world.named; !slices.Contains(known, t.name) && !slices.Contains(known, t.option) {
		if n := len(c.list); n > c.fresh && c.list[n-1].name == "" {
			c.list = c.list[:n-1]
		}
		c.list = append(c.list, forcedChoice{request: req.Name, by: req.By, isAct: req.Kind == machine.AskOption})
		return
	}
	for _, a := range ev.Answer {
		t.values = append(t.values, req.Options[a].Value)
	}
	if len(t.values) > 0 && (req.Type.Base == schema.Piece || req.Type.Base == schema.Zone) {
		t.world = append(t.world, c.m.Env.Globals...)
	}
	c.list = append(c.list, t)
}

// match consumes a forced choice that the line names.
func (c *forcedChoices) match(l *line) bool {
	used := false
	for i := range c.list[c.fresh:] {
		t := &c.list[c.fresh+i]
		if t.by >= 0 && int(t.by) != l.seat {
			continue
		}
		ch := l.choiceNamed(t.name)
		early := l.does != nil && !l.does.used && ch != l.does // an option is taken before its choices
		if ch == nil || early || !c.isNamed(ch.val, t) {
			continue
		}
		ch.used, used = true, true
	}
	return used
}

// isNamed reports whether the script names exactly the forced choice, in the position at that
// time.
func (c *forcedChoices) isNamed(n *source.Node, t *forcedChoice) bool {
	e := &c.m.Env
	if t.world != nil {
		now := e.Globals
		e.Globals = t.world
		defer func() { e.Globals = now }()
	}
	if len(t.values) == 0 && n.Kind == source.Scalar && n.Value == "nothing" {
		return true
	}
	return c.namesAll(n, t.typ, slices.Clone(t.values))
}

// addChoice adds to a failure that the choice was forced, with a value that differs from the
// script's.
func (c *forcedChoices) addChoice(f *failure, l *line, ch *choice) *failure {
	for _, t := range slices.Backward(c.list) {
		if t.name == ch.name && int(t.by) == l.seat && len(t.values) > 0 {
			f.pos, f.onlyWay = ch.val.Pos, true
			return f.note(t.request + " was " + c.valueNames(t.typ, t.values) + ", the only way")
		}
	}
	if asks := c.askFor(ch.name); l.does != nil && len(asks) > 0 {
		f.note("what asks for it: " + strings.Join(asks, ", "))
	}
	return f
}

// askFor returns the names of the requests that include a choice.
func (c *forcedChoices) askFor(choice string) (names []string) {
	for _, o := range c.m.P.Chooses() {
		if o.Name.Name == choice {
			names = append(names, o.Request)
		}
	}
	return uniq(names)
}

// addAct adds to a failure that the act was forced, with the names of its choices.
func (c *forcedChoices) addAct(f *failure, l *line) *failure {
	for _, t := range c.list {
		if l.does != nil && t.option == l.does.name && int(t.by) == l.seat {
			how := ": leave the line out"
			if len(l.names) > 0 {
				how = ": write only its choices, as in `" + c.seatName(t.by) + ": {" + l.names[0].name + ": …}`"
			}
			return f.note(t.request + " was " + t.option + ", the only possible answer, so the player was not asked" + how)
		}
	}
	return f
}

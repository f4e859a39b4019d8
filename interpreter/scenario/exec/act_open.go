package exec

import (
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
)

// openAct is an act in progress: the line that began it, and the number of frames at that time.
// Requests from deeper frames belong to the act until it ends: an option ends with its steps, a
// card with its procedure.
type openAct struct {
	line  *line
	depth int
	// a side offer; it ends when the number of frames is as before, even if another seat is asked then
	offer   bool
	request string        // the request that offered the option, or ""
	option  *program.Step // the step that offered the option; nil if the act is no option
	card    bool          // the act plays a card
}

// contains reports whether a request at the given depth is part of the act.
func (o *openAct) contains(depth int) bool {
	return depth > o.depth || o.line.does == nil && depth == o.depth
}

// openActs are the acts in progress.
type openActs struct {
	m      *machine.Match
	list   []openAct
	trying *line // the act that a check tries; nil outside of checks
}

// begin adds the act that a line begins with the answer to a request.
func (a *openActs) begin(l *line, req *machine.Request) {
	act := openAct{line: l, depth: a.depth(), request: req.Name, card: req.Kind == machine.AskPlay}
	if l.does != nil && req.Kind == machine.AskOption {
		act.option = req.Step()
	}
	a.list = append(a.list, act)
}

// of returns the act in progress that a line began, or nil.
func (a *openActs) of(l *line) *openAct {
	if i := slices.IndexFunc(a.list, func(o openAct) bool { return o.line == l }); i >= 0 {
		return &a.list[i]
	}
	return nil
}

// returned removes the acts that are over because the innermost frame ends.
func (a *openActs) returned() {
	depth := a.depth() // includes the ending frame, so acts begun in it are over
	a.list = slices.DeleteFunc(a.list, func(o openAct) bool { return o.depth >= depth || o.card && o.depth == depth-1 })
}

// depth returns the number of running frames.
func (a *openActs) depth() int {
	n := 0
	for range a.m.Env.World.Stack.Frames() {
		n++
	}
	return n
}

// isOver reports whether a request shows that the act of l is over: its procedure has ended or
// asks for the next act.
func (a *openActs) isOver(l *line, req *machine.Request) bool {
	o := a.of(l)
	return o == nil || a.depth() == o.depth && req.Name == o.request
}

// inAct reports whether the act that l began is still in progress.
func (a *openActs) inAct(l *line) bool {
	o := a.of(l)
	return o != nil && o.contains(a.depth())
}

// isOptional reports whether a request is an optional choice of an act in progress.
func (a *openActs) isOptional(req *machine.Request) bool {
	if req == nil || req.By == machine.Chance {
		return false
	}
	depth := a.depth()
	belongs := false
	kept := a.list[:0]
	for _, o := range a.list {
		if depth < o.depth || depth == o.depth && o.line.does != nil && (o.offer || req.By == o.line.seat) ||
			a.optionDone(o) {
			continue // that act is over
		}
		kept = append(kept, o)
		belongs = belongs || o.contains(depth) && o.line.seat == req.By
	}
	a.list = kept
	return belongs && declinable(req)
}

// optionDone reports whether the steps of a taken option have ended: its frame continues after
// the step that offered it.
func (a *openActs) optionDone(o openAct) bool {
	if o.option == nil {
		return false
	}
	depth := a.depth()
	for _, pc := range a.m.Stack.Frames() {
		if depth == o.depth {
			return !o.option.Has(ref.PC(pc))
		}
		depth--
	}
	return true
}

// declinable reports whether a request can be answered with no option.
func declinable(req *machine.Request) bool {
	return req.Optional || req.List && req.Least == 0
}

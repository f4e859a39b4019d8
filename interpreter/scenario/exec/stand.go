package exec

import (
	"slices"
	"strconv"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Stand is a scenario set up at its starting position, for callers that continue the match or
// examine the result of the script.
type Stand struct {
	*runner
	failed *failure
}

// Stand sets up a scenario. Choices name the exact piece, as in scripts.
func (g *Game) Stand(s *spec.Scenario) (*Stand, error) {
	c := g.prepare(s, nil)
	if err := c.faults.Err(); err != nil {
		return nil, err
	}
	r := g.runner(c, Options{})
	if err := c.world.Build(r.M); err != nil {
		return nil, err
	}
	return &Stand{runner: r}, nil
}

// Game returns the configuration of the scenario.
func (s *Stand) Game() *Game { return s.script.game }

// Of returns the scenario from which the stand was made.
func (s *Stand) Of() *spec.Scenario { return s.script.of }

// At returns the position of the current line of the script, or of the scenario if no line is current.
func (s *Stand) At() source.Pos { return s.script.at() }

// Play executes the script without its checks, and leaves open choices open.
func (s *Stand) Play() error {
	s.opt.stops = true
	return s.CarryOut()
}

// Failed is the error of a script that fails.
type Failed struct{ Message spec.Message }

func (f *Failed) Error() string { return f.Message.String() }

// CarryOut executes the script with its checks. Its error is a *Failed.
func (s *Stand) CarryOut() error {
	if s.failed = s.compareExpected(s.carryOut()); s.failed != nil {
		return &Failed{Message: s.message(s.failed)}
	}
	return nil
}

// Rulings returns the rulings on which the match has depended so far, except those marked in
// known, and marks them there.
func (s *Stand) Rulings(known []bool) (names []string) {
	for i, yes := range s.M.Env.Record.Rulings {
		if yes && !known[i] {
			known[i] = true
			names = append(names, s.Game().Syntax.Rulings[i].Name)
		}
	}
	return names
}

// Unmet returns the formulas of the failed checks.
func (s *Stand) Unmet() (out []string) {
	for _, f := range s.failed.all() {
		if f.kind == unmet {
			out = append(out, f.args[0].(string))
		}
	}
	return out
}

// Wrong returns the positions of failures in the scenario.
func (s *Stand) Wrong() (out []source.Pos) {
	for _, f := range s.failed.all() {
		out = append(out, s.script.shownAt(f))
	}
	return out
}

// Formula compiles a formula in the syntax of scenarios and returns a function that evaluates
// it at the current position, or nil if the formula is invalid.
func (s *Stand) Formula(text string) func() (is string, ok bool) {
	v := s.script.tryCompile(text)
	if !v.OK() {
		return nil
	}
	return func() (string, bool) { return s.formulas.value(v) }
}

// Parts returns the parts of a formula with their current values.
func (s *Stand) Parts(text string) []Value { return s.formulas.parts(text) }

// Holds reports whether a formula is valid and true at the current position; instead describes
// the actual facts.
func (s *Stand) Holds(text string) (ok bool, instead string) {
	if s.formulas.isTrue(text) {
		return true, ""
	}
	all := s.formulas.replacements(text)
	if i := slices.IndexFunc(all, s.formulas.isTrue); i >= 0 {
		instead = all[i]
	}
	return false, instead
}

// Options returns the options under names that do not depend on the configuration.
func (s *Stand) Options() (names []string) {
	if req := s.M.Next(); req != nil {
		names = course.OptionNames(s.Namer, req)
	}
	return names
}

// Line returns the script line for an answer to the open request.
func (s *Stand) Line(a []int32) *source.Node {
	r, req := s.runner, s.M.Next()
	val := source.ListOf()
	name := r.ValueNamer(req)
	for _, i := range a {
		val.Items = append(val.Items, name(i))
	}
	val.Items = naming.Counted(val.Items)
	who := r.SeatName(req.By)
	switch {
	case req.By == machine.Chance && req.Kind == machine.AskRoll:
		return source.MapOf("rolls", val)
	case req.By == machine.Chance && req.List:
		return source.MapOf("draws", source.ListOf(val))
	case req.By == machine.Chance:
		return source.MapOf("draws", val)
	case len(a) == 0 && (req.Optional || !req.List):
		return source.MapOf(who, source.Text(naming.Pass))
	case req.Kind == machine.AskOption:
		return source.MapOf(who, val.Items[0])
	case req.List:
		return source.MapOf(who, source.MapOf(naming.ChoiceName(req), val))
	}
	return source.MapOf(who, source.MapOf(naming.ChoiceName(req), val.Items[0]))
}

// Offers returns the open request, the seat asked and the options. who is "" if no request is
// open.
func (s *Stand) Offers() (request, who string, options []*source.Node) {
	req := s.M.Next()
	if req == nil {
		return nameOf(req), "", nil
	}
	if req.By == machine.Chance {
		return req.Name, "", nil
	}
	return req.Name, s.SeatName(req.By), s.Offered(req)
}

// Opening returns the `given` of a match at its start.
func (g *Game) Opening(players int) *source.Node {
	return source.MapOf("players", source.Text(strconv.Itoa(players))).With("at",
		source.Text(g.Program.Procs[g.Program.Start].Name))
}

// Seat returns the name of a seat.
func (s *Stand) Seat(i int) string { return s.SeatName(ref.Seat(i)) }

// Stands returns the open request with its options, or the winners, as a course. If since is
// set, the course also has the positions changed since that snapshot.
func (s *Stand) Stands(since *Snapshot) *course.Course {
	c := course.Record(s.Namer)
	c.Open(course.Asked)
	if err := s.M.Err(); err != nil {
		c.Add(course.Fact{Kind: course.RulesBreak, What: "the rules break", Is: err.Error()})
	} else if since != nil {
		c.End(&since.state, nil)
	}
	return c.Result()
}

// Moment returns the current position.
func (s *Stand) Moment() *given.Moment { return given.Write(s.Game().Game, s.Namer) }

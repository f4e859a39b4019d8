package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/naming"
)

// Standing is the open request that a script has reached.
type Standing struct {
	Request string // "" if there is none
	By      string // the seat that is asked; "" for chance
	Choice  string // name of the choice in scripts; "" if an option is to be taken
	Dice    bool   // chance rolls a die
	Offers  []string
	kind    machine.AskKind
	over    bool
	idle    bool // `given` starts no procedure
}

// standing returns the open request.
func (p *picker) standing() *Standing {
	req := p.M.Next()
	if req == nil {
		return &Standing{over: p.M.Finished(), idle: len(p.begin.Running) == 0}
	}
	s := &Standing{Request: req.Name, kind: req.Kind, Dice: req.Kind == machine.AskRoll}
	if !s.Dice {
		s.Offers = p.OptionNames(req)
	}
	if req.By == machine.Chance {
		return s
	}
	s.By = p.SeatName(req.By)
	if req.Kind != machine.AskOption {
		s.Choice = naming.ChoiceName(req)
	}
	if declinable(req) {
		s.Offers = append(s.Offers, naming.Pass)
	}
	return s
}

// addStanding adds the open request to a failure.
func (p *picker) addStanding(f *failure) *failure {
	f.stands = p.standing()
	return p.addLastRounds(f)
}

// addLastRounds adds, once no procedure is running, the loops for which `given` has no further rounds.
func (p *picker) addLastRounds(f *failure) *failure {
	if p.M.Next() != nil {
		return f
	}
	for i, frame := range p.begin.Running {
		for _, l := range p.M.P.Units[frame.Proc].Loops {
			if l.First >= ref.PC(frame.PC) || ref.PC(frame.PC) >= l.End ||
				slices.ContainsFunc(frame.Rounds, func(x given.Round) bool {
					return x.Loop == l
				}) {
				continue
			}
			name := p.M.P.Procs[frame.Proc].Name
			how := "`" + name + ": {each: {" + l.Name.Name + ": [this one, the next, …]}}`"
			if i > 0 {
				how = "`goes_on: [{" + strings.Trim(how, "`") + "}]`"
			}
			f.note("the loop over " + l.Name.Name + " in " + name + " had only one round; give the others with " + how)
		}
	}
	return f
}

func (s *Standing) byChance() bool { return s.Request != "" && s.By == "" }

// describe describes the request and who is asked.
func (s *Standing) describe() string {
	if s.byChance() {
		return s.Request + ", which chance decides"
	}
	return s.Request + ", which asks " + s.By
}

func (s *Standing) String() string {
	switch {
	case s.over:
		return "the end of the match"
	case s.idle:
		return "nothing: `given` has no `at` that names the procedure or step to begin with"
	case s.Request == "":
		return "the end of the started procedure"
	case s.byChance():
		return s.describe() + " (" + s.kind.String() + ")"
	}
	return s.describe() + ": " + s.choices()
}

func (s *Standing) choices() string { return naming.Shorten(s.Offers) }

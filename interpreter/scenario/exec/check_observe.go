package exec

import (
	"slices"

	"moraine/interpreter/source"
)

// Observed holds the facts at the checks of a scenario, from a run that continues after failed
// checks. They can be written as an entry for another configuration.
type Observed struct {
	Lines []*Seen // by line of `when`; nil if it has no checks or was not reached
	End   *Seen   // nil in the same cases
	Open  string  // the request left open at the end
	Words string  // why the script stops; "" if it completes
	Fault string  // a fault that an entry cannot state: the rules break, or a limit is hit
}

// Seen holds the facts at the checks of one line.
type Seen struct {
	At     string   // the open request
	Checks []*Found // checks under one key are in the order of the file
}

// Found holds the facts at one check.
type Found struct {
	Key   string
	Holds bool
	Now   string       // the key that states the actual fact; "" if none does
	Is    *source.Node // the actual value, or the reason of a refusal; may be nil
	Parts []Part       // the conjuncts of a formula
}

// Of returns the facts at the checks under a key.
func (s *Seen) Of(key string) []*Found {
	return slices.DeleteFunc(slices.Clone(s.Checks), func(f *Found) bool { return f.Key != key })
}

// Holds reports whether all checks hold.
func (s *Seen) Holds() bool {
	return !slices.ContainsFunc(s.Checks, func(f *Found) bool { return !f.Holds })
}

// finish records how the run ended.
func (o *Observed) finish(r *runner, f *failure) {
	switch {
	case f == nil:
	case r.M.Err() != nil || f.limit:
		o.Fault = f.headline()
	default:
		o.Words = f.shortReason()
	}
}

// add records the facts at the checks of a line, or of the end.
func (o *Observed) add(r *runner, p *prepared, s *Seen) {
	if p == r.script.checks {
		o.End = s
	} else {
		o.Lines[r.script.next-1] = s
	}
}

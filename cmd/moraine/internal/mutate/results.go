package mutate

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Status is what came of a mutant.
type Status string

const (
	Killed     Status = "killed"      // a scenario fails that passed
	Survived   Status = "survived"    // all that come across it pass
	Justified  Status = "justified"   // … and the game says why that is right
	Unreached  Status = "not reached" // no scenario comes across it
	Limited    Status = "limit"       // a counted limit stopped a scenario
	Dormant    Status = "dormant"     // it stands in a branch that no configuration takes in which scenarios run
	Equivalent Status = "equivalent"  // the program is the same
	Stillborn  Status = "stillborn"   // it does not load
)

// Statuses in the order of reports.
var Statuses = [...]Status{Killed, Survived, Justified, Unreached, Limited, Dormant, Equivalent, Stillborn}

// Kind is what has been done to the rules.
type Kind string

const (
	Dropped  Kind = "dropped"
	Swapped  Kind = "swapped"
	Replaced Kind = "replaced"
)

// Mutant is a game in which one thing is otherwise.
type Mutant struct {
	N       int      `json:"n"` // in the order of the files
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Col     int      `json:"column"`
	In      string   `json:"in"` // the declaration: a procedure, a card
	Kind    Kind     `json:"operator"`
	Was     string   `json:"was"`
	Became  string   `json:"became"` // empty: it is left out
	Clauses []string `json:"clauses"`
	Status  Status   `json:"status"`
	By      string   `json:"by,omitempty"`    // the scenario that kills it, or of a survivor the nearest
	Under   string   `json:"under,omitempty"` // the configuration in which that runs
	Why     string   `json:"why,omitempty"`   // it is justified
	Near    string   `json:"near,omitempty"`  // of a survivor: why the nearest does not notice
	Diff    []string `json:"diff,omitempty"`  // of a survivor: the line as it was, and as it is
	Draft   string   `json:"draft,omitempty"` // a scenario that kills it

	before   Status // what scenarios as they are made of it, if entries of `under` are asked too
	at       source.Pos
	by       *scenario.Script
	doc      *source.Node
	path     []int
	node     *source.Node
	within   []syntax.Taken
	assumed  bool         // a printed value that no text prints
	excused  bool         // the game gives a reason for it, if it survives
	asks     *source.Node // the step that is left out, or stands elsewhere, if all it does is to ask for a reading
	swapped  []source.Pos // of two steps that change places, where each begins, and what comes after them
	from, to source.Pos   // of the step, formula or value around it; no file: any scenario may come across it
}

// At is the place as editors read it.
func (m *Mutant) At() string { return fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Col) }

// Says is the mutant, and who kills it, in a line.
func (m *Mutant) Says() string { return fmt.Sprintf("%s: %s, killed by %s", m.At(), m.What(), m.By) }

// What is what has been made otherwise, in words.
func (m *Mutant) What() string {
	was, became := oneLine(m.Was), oneLine(m.Became)
	switch {
	case became == "": // a step, an operand, or a word of a formula
		return "dropped: " + was
	case m.Kind == Swapped:
		return "swapped: " + was + " ⇄ " + strings.TrimPrefix(strings.TrimSuffix(became, " first"), "what stands under ")
	}
	return was + " → " + became
}

// Loads tells that it is a game, and another one.
func (m *Mutant) Loads() bool { return m.Status != Stillborn && m.Status != "" }

// Shard is which part of a run of so many mutants this is.
type Shard struct {
	Part int64 `json:"part"`
	Of   int64 `json:"of"`
	All  int   `json:"mutants"`
}

// Results are the mutants of a game, in the order of its files, with what came of each.
type Results struct {
	Game      string    `json:"game"`
	Run       string    `json:"run"`
	Under     bool      `json:"under"` // judged where entries of `under` name readings, too
	Shard     *Shard    `json:"shard,omitempty"`
	SampleOf  int       `json:"sample_of,omitempty"`  // mutants that there are, of which these were chosen; 0: these are all
	Left      int       `json:"incomplete,omitempty"` // mutants that were not examined, since that was stopped
	Summary   Summary   `json:"summary"`
	Survivors []*Mutant `json:"survivors"`
	Mutants   []*Mutant `json:"mutants"`
}

// Summary counts them.
type Summary struct {
	Loaded     int `json:"loaded"`
	Killed     int `json:"killed"`
	Survived   int `json:"survived"`
	Justified  int `json:"justified"`
	Unreached  int `json:"not_reached"`
	Limited    int `json:"limit"`
	Dormant    int `json:"dormant"`
	Equivalent int `json:"equivalent"`
	Stillborn  int `json:"stillborn"`
}

// Share is which share of those that are neither equivalent nor justified are killed, or hit a limit.
func (s Summary) Share() (found, of int) {
	found = s.Killed + s.Limited
	return found, found + s.Survived + s.Unreached
}

// close counts what came of the mutants, and drops those that were not examined.
func (r *Results) close() {
	n := len(r.Mutants)
	r.Mutants = slices.DeleteFunc(r.Mutants, func(m *Mutant) bool { return m.Status == "" })
	r.Left, r.Summary, r.Survivors = n-len(r.Mutants), Summary{}, []*Mutant{}
	count := map[Status]*int{
		Killed: &r.Summary.Killed, Survived: &r.Summary.Survived, Justified: &r.Summary.Justified, Unreached: &r.Summary.Unreached,
		Limited: &r.Summary.Limited, Dormant: &r.Summary.Dormant, Equivalent: &r.Summary.Equivalent, Stillborn: &r.Summary.Stillborn,
	}
	for _, m := range r.Mutants {
		*count[m.Status]++
		if m.Loads() {
			r.Summary.Loaded++
		}
		if m.Status == Survived {
			r.Survivors = append(r.Survivors, m)
		}
	}
}

// WriteJSON writes results for programs, and for Merge.
func (r *Results) WriteJSON(w io.Writer) error { return escape.JSON(w, r) }

// Read reads what WriteJSON wrote, to the byte.
func Read(text []byte) (*Results, error) {
	var r Results
	if err := escape.ReadJSON(text, &r); err != nil {
		return nil, fmt.Errorf("these are no results of moraine mutate: %w", err)
	}
	for _, m := range r.Mutants {
		if m == nil || !slices.Contains(Statuses[:], m.Status) {
			return nil, errors.New("these are no results of moraine mutate: a mutant has no status that there is")
		}
	}
	left := r.Left
	r.close()
	r.Left = left
	if !escape.Wrote(text, r.WriteJSON) {
		return nil, errors.New("these are no results of moraine mutate, or they were changed")
	}
	return &r, nil
}

// Merge puts the parts of a run together, in any order; names are what they are called in messages.
func Merge(names []string, parts []*Results) (*Results, error) {
	first := parts[0]
	if first.Shard == nil {
		if len(parts) > 1 {
			return nil, fmt.Errorf("%s is a whole run, which goes with no other", names[0])
		}
		return first, nil
	}
	out := &Results{Game: first.Game, Run: first.Run, Under: first.Under, SampleOf: first.SampleOf, Mutants: []*Mutant{}}
	seen := map[int64]string{}
	for i, p := range parts {
		switch {
		case p.Shard == nil || p.Game != first.Game || p.Run != first.Run || p.Shard.Of != first.Shard.Of || p.Shard.All != first.Shard.All:
			return nil, fmt.Errorf("%s and %s are parts of different runs", names[0], names[i])
		case p.Left > 0:
			return nil, fmt.Errorf("%s is incomplete: that part has to run again", names[i])
		case seen[p.Shard.Part] != "":
			return nil, fmt.Errorf("%s and %s are both part %d of %d", seen[p.Shard.Part], names[i], p.Shard.Part, p.Shard.Of)
		}
		seen[p.Shard.Part] = names[i]
		out.Mutants = append(out.Mutants, p.Mutants...)
	}
	for part := int64(1); part <= first.Shard.Of; part++ {
		if seen[part] == "" {
			return nil, fmt.Errorf("part %d of %d is missing", part, first.Shard.Of)
		}
	}
	slices.SortFunc(out.Mutants, func(a, b *Mutant) int { return cmp.Compare(a.N, b.N) })
	for i, m := range out.Mutants {
		if m.N != i || len(out.Mutants) != first.Shard.All {
			return nil, fmt.Errorf("these parts do not have each of %d mutants once", first.Shard.All)
		}
	}
	out.close()
	return out, nil
}

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

// Status is the result for a mutant.
type Status string

const (
	Killed     Status = "killed"      // a scenario that passed before fails
	Survived   Status = "survived"    // all scenarios that reach it pass
	Justified  Status = "justified"   // it survived, and the game gives a reason
	Unreached  Status = "not reached" // no scenario reaches it
	Limited    Status = "limit"       // a scenario exceeded a limit on counted steps
	Dormant    Status = "dormant"     // it is in a branch that the scenarios' configurations never take
	Equivalent Status = "equivalent"  // the program is unchanged
	Stillborn  Status = "stillborn"   // the rules do not load
)

// Statuses lists the statuses in the order of reports.
var Statuses = [...]Status{Killed, Survived, Justified, Unreached, Limited, Dormant, Equivalent, Stillborn}

// Kind is the kind of change.
type Kind string

const (
	Dropped  Kind = "dropped"
	Swapped  Kind = "swapped"
	Replaced Kind = "replaced"
)

// Mutant is a game with one changed element.
type Mutant struct {
	N       int      `json:"n" jsonschema:"number in the order of the files, from 0"`
	File    string   `json:"file"`
	Line    int      `json:"line" schema:"min=1"`
	Col     int      `json:"column" schema:"min=1"`
	In      string   `json:"in" jsonschema:"the declaration, such as a procedure, a formula or a card"`
	Kind    Kind     `json:"operator"`
	Was     string   `json:"was"`
	Became  string   `json:"became" jsonschema:"empty if it is left out"`
	Clauses []string `json:"clauses" jsonschema:"the clauses that its place cites"`
	Status  Status   `json:"status" jsonschema:"killed: a scenario fails that passed; justified: the game gives the reason for its survival under survives; limit: a counted limit stopped a scenario; dormant: it has an effect only under other readings; equivalent: the compiled program is the same; stillborn: it does not load"`
	By      string   `json:"by,omitempty" jsonschema:"FILE:LINE NAME of the scenario that kills it or, for a survivor, comes nearest to it"`
	Under   string   `json:"under,omitempty" jsonschema:"the configuration of that scenario; absent for the game as it is"`
	Why     string   `json:"why,omitempty" jsonschema:"why it is justified, or why it is equivalent although its program differs"`
	Near    string   `json:"near,omitempty" jsonschema:"for a survivor: why the nearest scenario does not detect it"`
	Diff    []string `json:"diff,omitempty" jsonschema:"for a survivor: the line before and after the change"`
	Draft   string   `json:"draft,omitempty" jsonschema:"a check that kills it, with the scenario to which it is added"`

	before   Status // status from the scenarios' own configurations, if entries of `under` are also used
	at       source.Pos
	by       *scenario.Script
	doc      *source.Node
	path     []int
	node     *source.Node
	within   []syntax.RulingBranch
	assumed  bool         // a printed value that no text states
	excused  bool         // the game justifies its survival
	asks     *source.Node // the removed or moved step, if its only effect is to depend on a ruling
	from, to source.Pos   // range of the surrounding step, formula or value; without a file, any scenario may reach it
}

// At returns the position as FILE:LINE:COL.
func (m *Mutant) At() string { return fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Col) }

// Says describes the mutant and its killer in one line.
func (m *Mutant) Says() string { return fmt.Sprintf("%s: %s, killed by %s", m.At(), m.What(), m.By) }

// What describes the change.
func (m *Mutant) What() string {
	was, became := oneLine(m.Was), oneLine(m.Became)
	switch {
	case became == "": // a removed step, operand or token
		return "dropped: " + was
	case m.Kind == Swapped:
		return "swapped: " + was + " ⇄ " + strings.TrimPrefix(strings.TrimSuffix(became, " first"),
			"what stands under ")
	}
	return was + " → " + became
}

// Loads reports whether the mutant is a valid game that differs from the original.
func (m *Mutant) Loads() bool { return m.Status != Stillborn && m.Status != "" }

// Shard identifies a part of a run.
type Shard struct {
	Part int64 `json:"part" schema:"min=1"`
	Of   int64 `json:"of" schema:"min=1"`
	All  int   `json:"mutants" jsonschema:"mutants of all parts"`
}

// Results lists the mutants of a game in the order of its files.
type Results struct {
	Kind      string    `json:"kind,omitempty" schema:"const=mutate"`
	Game      string    `json:"game"`
	Run       string    `json:"run" jsonschema:"equal for all parts of a run"`
	Under     bool      `json:"under" jsonschema:"the mutants were also examined under the readings of under entries"`
	Shard     *Shard    `json:"shard,omitempty"`
	SampleOf  int       `json:"sample_of,omitempty" jsonschema:"number of mutants from which these are a sample; absent if these are all"`
	Left      int       `json:"incomplete,omitempty" jsonschema:"number of mutants that were not examined because the run was stopped"`
	Summary   Summary   `json:"summary"`
	Survivors []*Mutant `json:"survivors" jsonschema:"the mutants that survived"`
	Mutants   []*Mutant `json:"mutants"`
}

// Summary counts the mutants by status.
type Summary struct {
	Loaded     int `json:"loaded" jsonschema:"all except those that do not load"`
	Killed     int `json:"killed"`
	Survived   int `json:"survived"`
	Justified  int `json:"justified"`
	Unreached  int `json:"not_reached"`
	Limited    int `json:"limit"`
	Dormant    int `json:"dormant"`
	Equivalent int `json:"equivalent"`
	Stillborn  int `json:"stillborn"`
}

// Share returns the number of mutants killed or stopped by a limit, and the number of mutants
// that are neither equivalent nor justified.
func (s Summary) Share() (found, of int) {
	found = s.Killed + s.Limited
	return found, found + s.Survived + s.Unreached
}

// close counts the mutants by status and drops those that were not judged.
func (r *Results) close() {
	n := len(r.Mutants)
	r.Mutants = slices.DeleteFunc(r.Mutants, func(m *Mutant) bool { return m.Status == "" })
	r.Left, r.Summary, r.Survivors = n-len(r.Mutants), Summary{}, []*Mutant{}
	count := map[Status]*int{
		Killed: &r.Summary.Killed, Survived: &r.Summary.Survived, Justified: &r.Summary.Justified,
		Unreached: &r.Summary.Unreached,
		Limited:   &r.Summary.Limited, Dormant: &r.Summary.Dormant, Equivalent: &r.Summary.Equivalent,
		Stillborn: &r.Summary.Stillborn,
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

// WriteJSON writes results for programs and for Merge.
func (r *Results) WriteJSON(w io.Writer) error { return escape.JSON(w, r) }

// Read parses the output of WriteJSON. It returns an error for any other text.
func Read(text []byte) (*Results, error) {
	var r Results
	if err := escape.ReadJSON(text, &r); err != nil {
		return nil, fmt.Errorf("not a results file of moraine mutate: %w", err)
	}
	for _, m := range r.Mutants {
		if m == nil || !slices.Contains(Statuses[:], m.Status) {
			return nil, errors.New("not a results file of moraine mutate: a mutant has an unknown status")
		}
	}
	left := r.Left
	r.close()
	r.Left = left
	if !escape.Reproduces(text, r.WriteJSON) {
		return nil, errors.New("not a results file of moraine mutate, or the file was changed")
	}
	return &r, nil
}

// Merge joins the parts of a run, which may be in any order. names are used in messages.
func Merge(names []string, parts []*Results) (*Results, error) {
	first := parts[0]
	if first.Shard == nil {
		if len(parts) > 1 {
			return nil, fmt.Errorf("%s is a whole run, not a part of one, so it cannot be combined with other files",
				names[0])
		}
		return first, nil
	}
	out := &Results{Kind: first.Kind, Game: first.Game, Run: first.Run, Under: first.Under, SampleOf: first.SampleOf,
		Mutants: []*Mutant{}}
	seen := map[int64]string{}
	for i, p := range parts {
		switch {
		case p.Shard == nil || p.Game != first.Game || p.Run != first.Run || p.Shard.Of != first.Shard.Of ||
			p.Shard.All != first.Shard.All:
			return nil, fmt.Errorf("%s and %s are parts of different runs", names[0], names[i])
		case p.Left > 0:
			return nil, fmt.Errorf("%s is incomplete; run this part again", names[i])
		case seen[p.Shard.Part] != "":
			return nil, fmt.Errorf("%s and %s are the same part, %d of %d", seen[p.Shard.Part], names[i], p.Shard.Part,
				p.Shard.Of)
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
			return nil, fmt.Errorf("the parts do not contain each of the %d mutants exactly once", first.Shard.All)
		}
	}
	out.close()
	return out, nil
}

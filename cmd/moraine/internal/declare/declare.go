// Package declare writes entries of `under` into files of scenarios, for undeclared flips.
//
//	declare.go  selecting entries and files
//	acts.go     an entry with changed acts, where another seat or no seat makes a choice
//	splice.go   inserting entries into a file
//	foreign.go  entries in the user's file for scenarios of other files
package declare

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"moraine/cmd/moraine/internal/author"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Declarations has the entries for undeclared flips.
type Declarations struct {
	Files   []File // files with new entries, in order
	Entries int
	Left    []Undeclared // in order
}

// File is a file of scenarios with new entries.
type File struct {
	Name    string
	Was     []byte // the text before the change
	Text    []byte
	Entries int
}

// Undeclared is a flip for which an entry must be written by hand.
type Undeclared struct {
	Scenario string
	File     string
	Line     int
	Config   string // "" for the scenario's own configuration
	Why      string
	// the file for an entry; "" if no entry is possible because of errors in the scenario, an entry or the rules
	Into  string
	Entry string // the first lines of the entry
}

// addition is an entry to insert into a file.
type addition struct {
	scenario source.Pos // position of the scenario's name
	name     string     // name of the scenario
	order    int
	key      string
	entry    *source.Node
}

// Place returns the file for an entry with a key, for a scenario in file of: the same file, or
// one in the user's data.
type Place func(of *source.File, key string) *source.File

// Run runs scenarios in the configurations selected by opt and writes an entry for each
// undeclared flip. It inserts each entry into the text of its file and verifies it by a run.
func Run(ctx context.Context, src interpreter.Sources, targets []string, opt scenario.Options,
	place Place) (*Declarations, error) {
	out := &Declarations{}
	added := map[string][]*addition{} // by file
	into := map[string]*source.File{}
	var mu sync.Mutex
	err := scenario.EachUndeclared(ctx, src, targets, opt, func(f *scenario.Undeclared) {
		add, why, broken := verifiedEntry(f)
		mu.Lock()
		defer mu.Unlock()
		s := f.Rows[0]
		if why != "" {
			left := Undeclared{Scenario: s.Name, File: s.Pos.File.Name, Line: s.Pos.Line, Config: f.Config, Why: why}
			if f.Why == "" && !broken {
				file := place(s.Pos.File, f.Config)
				left.Into, left.Entry = file.Name, item(file, s.Pos.File, s.Name)+"  under:\n    "+f.Config+": …\n"
			}
			out.Left = append(out.Left, left)
		} else {
			file := place(s.Pos.File, add.key)
			into[file.Name] = file
			added[file.Name] = append(added[file.Name], add)
		}
	})
	if err != nil {
		return nil, err
	}
	for name, list := range added {
		file := into[name]
		slices.SortFunc(list, func(a, b *addition) int { return cmp.Compare(a.order, b.order) })
		seen := map[string]bool{} // many configurations have the same flips
		list = slices.DeleteFunc(list, func(a *addition) bool {
			key := a.scenario.String() + a.key
			was := seen[key]
			seen[key] = true
			return was
		})
		text, err := splice(foreign(file, list))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		out.Files = append(out.Files, File{Name: file.Name, Was: file.Text, Text: text, Entries: len(list)})
		out.Entries += len(list)
	}
	slices.SortFunc(out.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(out.Left, func(a, b Undeclared) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Config, b.Config),
			cmp.Compare(a.Why, b.Why))
	})
	out.Left = slices.Compact(out.Left)
	return out, nil
}

// verifiedEntry returns a verified entry for a flip. If the flip needs several readings and no other
// entry is possible, the entry is `refused`. broken reports that the rules themselves fail.
func verifiedEntry(f *scenario.Undeclared) (add *addition, why string, broken bool) {
	if f.Why != "" {
		return nil, f.Why, false
	}
	add = &addition{scenario: f.Rows[0].Pos, name: f.Rows[0].Name, order: f.Order, key: f.Config}
	rows := f.Observe()
	if add.entry = changedActs(f, rows[0]); add.entry != nil && proves(f, add) == "" {
		return add, "", false
	}
	if add.entry, why = author.Entry(f.Rows[0].InFile(), rows); why == "" {
		if why = proves(f, add); why == "" {
			return add, "", false
		}
	}
	if len(spec.Settings(f.Config)) > 1 {
		add.entry = source.Text(spec.Refused)
		if proves(f, add) == "" {
			return add, "", false
		}
	}
	return nil, why, slices.ContainsFunc(rows, func(r *exec.Outcome) bool {
		return r.Seen != nil && r.Seen.Fault != ""
	})
}

// proves runs an entry and returns the reason why it fails, or "".
func proves(f *scenario.Undeclared, add *addition) (why string) {
	text, err := splice(add.scenario.File, []*addition{add})
	if err == nil {
		err = f.Prove(text)
	}
	if err == nil {
		return ""
	}
	return spec.MessageOf(err).Summary()
}

// Package declare writes entries of `under` into files of scenarios, for flips that nobody has
// declared.
//
//	declare.go  which entries, in which files
//	entry.go    an entry: new values where checks do not hold, `fails`, `refused`
//	splice.go   … put into a file
//	foreign.go  … of the author's own, where that of the scenario is not his
package declare

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// Declarations are the entries that flips which nobody has declared want.
type Declarations struct {
	Files   []File // in order, those with entries to be written
	Entries int
	Left    []Left // in order
}

// File is a file of scenarios with entries put in.
type File struct {
	Name    string
	Was     []byte // as it was read
	Text    []byte
	Entries int
}

// Left is a flip that a person has to declare.
type Left struct {
	Scenario string
	File     string
	Line     int
	Config   string // "": its own
	Why      string
	Into     string // the file into which an entry goes; "": none does, for the scenario, an entry or the rules are wrong
	Entry    string // … how it begins there
}

// addition is an entry that is to be put into a file.
type addition struct {
	scenario source.Pos // of its name
	name     string     // of the scenario
	order    int
	key      string
	entry    *source.Node
}

// Place is the file into which an entry of a scenario of some file goes, by its key: that file,
// or one of the author's own.
type Place func(of *source.File, key string) *source.File

// Run runs scenarios in the configurations that the options ask for, and words an entry for
// each flip that nobody has declared. Each is put into the text of its file, read and run
// before it counts.
func Run(ctx context.Context, src interpreter.Sources, targets []string, opt scenario.Options, place Place) (*Declarations, error) {
	out := &Declarations{}
	added := map[string][]*addition{} // by file
	into := map[string]*source.File{}
	var mu sync.Mutex
	err := scenario.EachUndeclared(ctx, src, targets, opt, func(f *scenario.Undeclared) {
		add, why, broken := word(f)
		mu.Lock()
		defer mu.Unlock()
		if s := f.Rows[0]; why != "" {
			left := Left{Scenario: s.Name, File: s.Pos.File.Name, Line: s.Pos.Line, Config: f.Config, Why: why}
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
		seen := map[string]bool{} // many configurations come down to one
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
		out.Files = append(out.Files, File{file.Name, file.Text, text, len(list)})
		out.Entries += len(list)
	}
	slices.SortFunc(out.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(out.Left, func(a, b Left) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Config, b.Config), cmp.Compare(a.Why, b.Why))
	})
	out.Left = slices.Compact(out.Left)
	return out, nil
}

// word is the entry for a flip, if one proves right. Where it cannot be worded and several
// things make the difference together, it is `refused`. It tells, too, if the rules break there.
func word(f *scenario.Undeclared) (add *addition, why string, broken bool) {
	if f.Why != "" {
		return nil, f.Why, false
	}
	add = &addition{scenario: f.Rows[0].Pos, name: f.Rows[0].Name, order: f.Order, key: f.Config}
	rows := f.Observe()
	if add.entry, why = Entry(f.Rows[0].InFile(), rows); why == "" {
		if why = proves(f, add); why == "" {
			return add, "", false
		}
	}
	if len(exec.Settings(f.Config)) > 1 {
		add.entry = exec.Text(exec.Refused)
		if proves(f, add) == "" {
			return add, "", false
		}
	}
	return nil, why, slices.ContainsFunc(rows, func(r *exec.Outcome) bool { return r.Seen != nil && r.Seen.Fault != "" })
}

var tried = regexp.MustCompile(`^[^ ]+\.ya?ml:\d+:\d+: `)

// proves tells why an entry does not prove right; "": it does.
func proves(f *scenario.Undeclared, add *addition) (why string) {
	text, err := splice(add.scenario.File, []*addition{add})
	if err == nil {
		err = f.Prove(text)
	}
	if err == nil {
		return ""
	}
	why, _, _ = strings.Cut(err.Error(), "\n")
	return tried.ReplaceAllString(why, "") // a place in the text that was tried, which nobody has
}

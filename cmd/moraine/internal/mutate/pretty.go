package mutate

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/escape"
)

// Doc describes the survivors, by file, declaration and clauses, and then the number of mutants by
// status. If all is set, it also has justified and unreached mutants.
func (r *Results) Doc(all bool) *doc.Doc {
	d := &doc.Doc{Title: r.Game + ": the changes that its scenarios detect"}
	var part *doc.Section
	for _, m := range r.Mutants {
		if m.Status != Survived && !(all && (m.Status == Justified || m.Status == Unreached || m.Status == Limited)) {
			continue
		}
		if of := m.group(); part == nil || part.Title != of {
			part = &doc.Section{Title: of}
			d.Add(part)
		}
		one := &doc.Item{Label: m.At(), Text: m.What()}
		if m.Status != Survived {
			one.Text += ": " + string(m.Status)
		}
		if m.Diff != nil {
			one.Add(doc.Lines(m.Diff))
		}
		switch {
		case m.Why != "":
			one.Add(doc.Text("= " + m.Why))
		case m.By != "":
			one.Add(doc.Text("= nearest: " + m.By + "\n" + m.Near))
		}
		if m.Draft != "" {
			one.Add(doc.Text("= this additional check would detect it:"), doc.Code(m.Draft))
		}
		part.Add(one)
	}
	if len(r.Survivors) > 0 {
		d.Add(doc.Text("No scenario detects these changes. Add a check to a scenario or, if a change is harmless, give the reason under `survives` in a file of the game."))
	}
	for line := range strings.Lines(r.String()) {
		d.Add(doc.Text(line))
	}
	if r.Summary.Dormant > 0 && !r.Under {
		d.Add(doc.Text(fmt.Sprintf("%d have an effect only under other readings; --under examines them there",
			r.Summary.Dormant)))
	}
	if r.Left > 0 {
		d.Add(doc.Text(fmt.Sprintf("incomplete: %d more mutants were not examined", r.Left)))
	}
	return d
}

// group returns the heading for a mutant: file, declaration, clauses.
func (m *Mutant) group() string {
	out := m.File
	for _, more := range []string{m.In, strings.Join(m.Clauses, ", ")} {
		if more != "" {
			out += " · " + more
		}
	}
	return out
}

// String returns the summary line for people.
func (r *Results) String() string {
	s := r.Summary
	out := fmt.Sprintf("%d mutants examined: %d killed, %d survived", s.Loaded, s.Killed, s.Survived)
	for _, more := range []struct {
		n    int
		what Status
	}{{s.Justified, Justified}, {s.Unreached, Unreached}, {s.Limited, Limited}, {s.Dormant, Dormant},
		{s.Equivalent, Equivalent}, {s.Stillborn, "do not load"}} {
		if more.n > 0 && more.what == "do not load" {
			out += fmt.Sprintf("; %d %s", more.n, more.what)
		} else if more.n > 0 {
			out += fmt.Sprintf(", %d %s", more.n, more.what)
		}
	}
	if r.SampleOf > 0 {
		n := len(r.Mutants) + r.Left
		if r.Shard != nil {
			n = r.Shard.All
		}
		out += fmt.Sprintf("\nsample of %d out of %d mutants", n, r.SampleOf)
	}
	found, of := s.Share()
	if of == 0 {
		return out
	}
	out += fmt.Sprintf("\nkilled: %d.%d %% of the %d mutants that are neither equivalent nor justified",
		found*1000/of/10, found*1000/of%10, of)
	if s.Limited > 0 {
		out += ", or stopped by a limit"
	}
	return out
}

// annotations is the number of warnings that GitHub shows per step. It drops further ones
// silently.
const annotations = 10

// WriteGitHub writes workflow commands, which GitHub shows next to the lines of a pull request.
func (r *Results) WriteGitHub(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i, m := range r.Survivors {
		if i == annotations-1 && len(r.Survivors) > annotations {
			fmt.Fprintf(b, "::warning::%d more mutants survived\n", len(r.Survivors)-i)
			break
		}
		fmt.Fprintf(b, "::warning file=%s,line=%d,col=%d,title=%s::%s\n", escape.Property(m.File), m.Line, m.Col,
			escape.Property("no scenario notices this"), escape.Workflow(strings.Join(m.Diff, "\n")))
	}
	fmt.Fprintln(b, r)
	return b.Flush()
}

// diff returns the line of the rules before and after the mutation.
func diff(m *Mutant) []string {
	text, _ := m.at.Whole()
	line := []rune(text)
	from := min(m.at.Col-1, len(line))
	was := "- " + strings.TrimSpace(string(line))
	rest := string(line[from:])
	switch {
	case m.Became == "" && strings.HasPrefix(strings.TrimSpace(string(line)), "- "+m.Was):
		return []string{was}
	case m.Became == "":
		return []string{was, "+ … without " + oneLine(m.Was)}
	case strings.HasPrefix(rest, m.Was):
		return []string{was, "+ " + strings.TrimSpace(string(line[:from])+m.Became+strings.TrimPrefix(rest, m.Was))}
	}
	return []string{was, "+ " + oneLine(m.Became)}
}

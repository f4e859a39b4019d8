package mutate

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"moraine/interpreter/escape"
)

// WritePretty writes the survivors for people, by file, declaration and clauses, and then the
// number of mutants by status. If all is set, it also lists justified and unreached mutants.
func (r *Results) WritePretty(w io.Writer, color, all bool) error {
	b := bufio.NewWriter(w)
	paint := func(code, text string) string { return text }
	if color {
		paint = escape.Paint
	}
	of := ""
	for _, m := range r.Mutants {
		if m.Status != Survived && !(all && (m.Status == Justified || m.Status == Unreached || m.Status == Limited)) {
			continue
		}
		if is := m.group(); is != of {
			of = is
			fmt.Fprintln(b, paint("1", is))
		}
		fmt.Fprintf(b, "  %s  %s", m.At(), m.What())
		if m.Status != Survived {
			fmt.Fprintf(b, ": %s", m.Status)
		}
		fmt.Fprintln(b)
		for _, line := range m.Diff {
			fmt.Fprintf(b, "    %s\n", paint(map[byte]string{'-': "31", '+': "32"}[line[0]], line))
		}
		switch {
		case m.Why != "":
			fmt.Fprintf(b, "    = %s\n", m.Why)
		case m.By != "":
			fmt.Fprintf(b, "    = nearest: %s\n", m.By)
		}
		if m.Near != "" && m.Why == "" {
			fmt.Fprintf(b, "      %s\n", m.Near)
		}
		if m.Draft != "" {
			fmt.Fprintf(b, "    = this additional check would detect it:\n%s", indented(m.Draft, "      "))
		}
		fmt.Fprintln(b)
	}
	if len(r.Survivors) > 0 {
		fmt.Fprintln(b, "No scenario detects these changes. Add a check to a scenario or, if a change is harmless, give the reason under `survives` in a file of the game.")
	}
	fmt.Fprintln(b, r)
	if r.Summary.Dormant > 0 && !r.Under {
		fmt.Fprintf(b, "%d have an effect only under other readings; --under examines them there\n", r.Summary.Dormant)
	}
	if r.Left > 0 {
		fmt.Fprintf(b, "incomplete: %d more mutants were not examined\n", r.Left)
	}
	return b.Flush()
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

func indented(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+by) + "\n"
}

// String returns the summary line for people.
func (r *Results) String() string {
	s := r.Summary
	out := fmt.Sprintf("%d mutants examined: %d killed, %d survived", s.Loaded, s.Killed, s.Survived)
	for _, more := range []struct {
		n    int
		what Status
	}{{s.Justified, Justified}, {s.Unreached, Unreached}, {s.Limited, Limited}, {s.Dormant, Dormant}, {s.Equivalent, Equivalent}, {s.Stillborn, "do not load"}} {
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
	out += fmt.Sprintf("\nkilled: %d.%d %% of the %d mutants that are neither equivalent nor justified", found*1000/of/10, found*1000/of%10, of)
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
		fmt.Fprintf(b, "::warning file=%s,line=%d,col=%d,title=%s::%s\n", escape.Property(m.File), m.Line, m.Col, escape.Property("no scenario notices this"), escape.Workflow(strings.Join(m.Diff, "\n")))
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

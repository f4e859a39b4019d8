package source

import "strings"

// spaced is the file with the blanks within its {…} and […] as all have them.
func (l *layout) spaced() []byte {
	f := &flow{}
	for i, line := range l.lines {
		from := -1
		if at := l.flows[i+1]; f.depth == 0 && at != nil {
			from = at[0]
		}
		l.lines[i] = f.line([]rune(line), from)
	}
	return []byte(strings.Join(l.lines, "\n"))
}

// flow reads {…} and […], which may go on over lines.
type flow struct {
	depth int
	quote rune // within a text in such quotes
}

// line is a line with its blanks as they should be, from the column on at which a flow begins; one
// that is within a flow already begins there.
func (f *flow) line(in []rune, from int) string {
	if f.depth == 0 && from < 0 {
		return string(in)
	}
	from = max(from, 0)
	out := append([]rune{}, in[:from]...)
	trim := func() { // unless only the indentation is there
		if last := lastOf(out); last >= 0 {
			out = out[:last+1]
		}
	}
	for i := from; i < len(in); i++ {
		c := in[i]
		next := i + 1
		for strings.ContainsRune("{[,:", c) && next < len(in) && in[next] == ' ' {
			next++
		}
		ends := next == len(in) || in[next] == '#' && next > i+1
		switch {
		case i+1 < len(in) && (f.quote == '"' && c == '\\' || f.quote == '\'' && c == '\'' && in[i+1] == '\''):
			out = append(out, c, in[i+1])
			i++
			continue
		case f.quote != 0:
			if c == f.quote {
				f.quote = 0
			}
		case c == '#' && i > 0 && in[i-1] == ' ':
			return string(append(out, in[i:]...))
		case (c == '"' || c == '\'') && opens(out):
			f.quote = c
		case c == '{' || c == '[':
			if f.depth++; !ends {
				i = next - 1
			}
		case c == '}' || c == ']':
			trim()
			if f.depth--; f.depth == 0 {
				return string(append(out, in[i:]...))
			}
		case c == ',' || c == ':' && (next > i+1 || next == len(in) || i > 0 && strings.ContainsRune("\"'", in[i-1])):
			if trim(); !ends {
				out = append(out, c, ' ')
				i = next - 1
				continue
			}
		}
		out = append(out, c)
	}
	return string(out)
}

// opens tells whether a quote behind this begins a text: within one that has none it is a letter.
func opens(before []rune) bool {
	last := lastOf(before)
	return last < 0 || strings.ContainsRune("{[,:", before[last])
}

// lastOf is where the last letter stands that is no blank; -1: there is none.
func lastOf(text []rune) int {
	last := len(text) - 1
	for last >= 0 && text[last] == ' ' {
		last--
	}
	return last
}

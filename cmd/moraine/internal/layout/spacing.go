package layout

import "strings"

// spacing returns the file with standard spacing within {…} and […].
func (l *layout) spacing() []byte {
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

// flow formats {…} and […], which may continue over several lines.
type flow struct {
	depth int
	quote rune // the quote of the text being read, or 0
}

// line formats the part of a line from a column on, where a flow begins. A line that begins
// inside a flow is formatted from its beginning.
func (f *flow) line(in []rune, from int) string {
	if f.depth == 0 && from < 0 {
		return string(in)
	}
	from = max(from, 0)
	out := append([]rune{}, in[:from]...)
	trim := func() { // except for the indentation
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
		case (c == '"' || c == '\'') && opensText(out):
			f.quote = c
		case c == '{' || c == '[':
			f.depth++
			if !ends {
				i = next - 1
			}
		case c == '}' || c == ']':
			trim()
			if f.depth--; f.depth == 0 {
				return string(append(out, in[i:]...))
			}
		case c == ',' || c == ':' && (next > i+1 || next == len(in) || i > 0 && strings.ContainsRune("\"'", in[i-1])):
			trim()
			if !ends {
				out = append(out, c, ' ')
				i = next - 1
				continue
			}
		}
		out = append(out, c)
	}
	return string(out)
}

// opensText reports whether a quote after the given runes begins a text. Inside a text without
// quotes it is an ordinary character.
func opensText(before []rune) bool {
	last := lastOf(before)
	return last < 0 || strings.ContainsRune("{[,:", before[last])
}

// lastOf returns the index of the last rune that is not a blank, or -1.
func lastOf(text []rune) int {
	last := len(text) - 1
	for last >= 0 && text[last] == ' ' {
		last--
	}
	return last
}

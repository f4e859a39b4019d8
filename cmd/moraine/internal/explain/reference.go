package explain

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Reference explains a word of the language, in and outside of a game: a key, a verb, a function or a word of a script.
// It returns the maps in which the word is a key, the passages of the guides that describe it, and a sample. The result
// is empty if the language has no such word.
func Reference(word string, guides []Guide) []doc.Block {
	word = strings.ToLower(word)
	about := ofLanguage(word, words.Names{})
	if about == nil && acts[word] != "" {
		about = act(word, words.Names{})
	}
	_, _, isVerb := syntax.Operands(word)
	var is []string
	if slices.ContainsFunc(guides, func(g Guide) bool { return operatorRow(word, g) != "" }) {
		is = append(is, word+" · word of formulas")
	}
	for _, of := range meanings(syntax.KeysNamed(word), word, isVerb) {
		is = append(is, word+" · key of "+of)
	}
	out := &doc.Section{}
	switch {
	case about != nil:
		out = about.Section()
	case is == nil:
		return nil
	default:
		out.Title, is = is[0], is[1:]
	}
	for _, text := range is {
		out.Add(doc.Text(text))
	}
	return append([]doc.Block{out}, Described(word, guides)...)
}

// Described returns the passages of the guides that describe a word, and a sample. It is empty if there is neither.
func Described(word string, guides []Guide) (out []doc.Block) {
	verb, found := "", passages(word, guides)
	for i, p := range found {
		if m := ofVerb.FindStringSubmatch(p.text); i == 0 && m != nil {
			verb = m[1]
		}
		out = append(out, &doc.Section{Blocks: []doc.Block{doc.Indented(p.text),
			doc.Indented("(moraine help " + p.topic + ": " + p.section + ")")}})
	}
	if len(found) > 0 && found[0].rank == ofOperator { // its row has a sample
		return out
	}
	return append(out, indentedSample(word, verb, guides)...)
}

// ofVerb matches a passage about the operands of a verb.
var ofVerb = regexp.MustCompile(`^\*\*([a-z_]+)\.\*\*`)

// indentedSample returns a sample of a word, if there is one. A sample that also has a verb as a key comes first.
func indentedSample(word, verb string, guides []Guide) []doc.Block {
	sample := strings.TrimSuffix(sampleOf(word, verb, guides), "\n")
	if sample == "" {
		return nil
	}
	return []doc.Block{&doc.Section{Blocks: []doc.Block{doc.Code("  " + strings.ReplaceAll(sample, "\n", "\n  "))}}}
}

// ofOperators matches the table of the operators in a guide.
var ofOperators = regexp.MustCompile(`(?m)^\| operator \| .*\n((?:\|.*\n)+)`)

// placeholders matches the operands in the usage of an operator: `LIST[N]`.
var placeholders = regexp.MustCompile(`[A-Z0-9]+`)

// operatorRow returns the row of the table of operators that has an operator, or a word that only formulas have, among
// the codes of its first column. It is "" if there is none.
func operatorRow(word string, g Guide) string {
	for _, table := range ofOperators.FindAllStringSubmatch(g.Text, -1) {
		for row := range strings.Lines(table[1]) {
			usage, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
			for i, code := range strings.Split(usage, "`") {
				if i%2 == 1 && slices.Contains(operatorsIn(code), word) {
					return strings.TrimSuffix(row, "\n")
				}
			}
		}
	}
	return ""
}

// operatorsIn returns the words and symbols of a usage without its operands, each and joined: `?`, `:` and `?:`.
func operatorsIn(usage string) []string {
	all := strings.Fields(placeholders.ReplaceAllString(usage, " "))
	return append(all, strings.Join(all, ""))
}

// meanings describes the maps that have a key, joined if their values are the same.
func meanings(places []syntax.PlacedKey, word string, isVerb bool) (out []string) {
	maps := map[string][]string{}
	for _, p := range places {
		if isVerb && p.In == "`"+word+"`" {
			continue
		}
		is := describeValue(p.Is)
		maps[is] = append(maps[is], p.In)
	}
	for is, in := range maps {
		out = append(out, strings.Join(in, ", ")+": "+is)
	}
	slices.Sort(out)
	return out
}

// passage is a row of a table, or an item of a list.
type passage struct {
	topic, section, text string
	rank                 int
}

// ofOperator is the rank of the row of an operator.
const ofOperator = -1

// unindexed are the guides that describe no words: they list past changes, teach, or repeat other guides.
var unindexed = map[string]bool{"changes": true, "tutorial": true, "cheat": true, "cookbook": true, "limits": true}

// mostPassages limits the passages that describe a word.
const mostPassages = 2

// passages returns the best passage of each guide that describes a word, or the two best of the only guide that does.
func passages(word string, guides []Guide) (out []passage) {
	var only []passage
	for _, g := range guides {
		if found := g.passages(word); len(found) > 0 {
			only = found
			out = append(out, found[0])
		}
	}
	if len(out) == 1 {
		out = only
	}
	return out[:min(mostPassages, len(out))]
}

// passages returns the passages that describe a word best: rows of tables that begin with it, else items that begin
// with it, else others that mention it. The list of mistakes, which repeats other sections, is left out.
func (g Guide) passages(word string) (out []passage) {
	if unindexed[g.Topic] {
		return nil
	}
	section, isCode := "", false
	operator := operatorRow(word, g)
	lines := strings.Split(g.Text, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "```"):
			isCode = !isCode
		case isCode || section == "When something is wrong" && line[:min(1, len(line))] != "#":
		case strings.HasPrefix(line, "#"):
			section = strings.TrimLeft(line, "# ")
		case line == operator && line != "":
			text := strings.Join(strings.Split(strings.Trim(line, "| "), " | "), " — ")
			out = append(out, passage{topic: g.Topic, section: section, text: text, rank: ofOperator})
		case strings.HasPrefix(line, "|"):
			cells := strings.Split(strings.Trim(line, "| "), " | ")
			if at := slices.IndexFunc(cells, func(cell string) bool { return mentions(cell, word) >= 0 }); at >= 0 {
				out = append(out, passage{topic: g.Topic, section: section,
					text: withoutLinks(strings.Join(cells, " — ")), rank: min(3*at, 3)})
			}
		case strings.HasPrefix(strings.TrimSpace(line), "- "):
			item := itemAt(lines, i)
			if at := mentions(item, word); at >= 0 {
				out = append(out, passage{topic: g.Topic, section: section, text: withoutLinks(item),
					rank: 1 + min(1, at)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b passage) int { return cmp.Compare(a.rank, b.rank) })
	return slices.DeleteFunc(out, func(p passage) bool { return p.rank > out[0].rank })
}

// itemAt returns the item of a list that begins at a line, without its dash.
func itemAt(lines []string, at int) string {
	item := strings.TrimSpace(lines[at])
	for _, more := range lines[at+1:] {
		if text := strings.TrimSpace(more); text == "" || strings.HasPrefix(text, "- ") ||
			!strings.HasPrefix(more, " ") {
			break
		}
		item += " " + strings.TrimSpace(more)
	}
	return strings.TrimPrefix(item, "- ")
}

// mentions returns the byte at which the first code or bold text with a word begins, or -1.
func mentions(text, word string) int {
	if strings.HasPrefix(text, "**"+word+"**") || strings.HasPrefix(text, "**"+word+".**") {
		return 0
	}
	begins := 0
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 && slices.Contains(strings.FieldsFunc(part, notInWords), word) {
			return begins - len("`")
		}
		begins += len(part) + len("`")
	}
	return -1
}

// notInWords reports whether a character separates words of the language.
func notInWords(r rune) bool {
	return r != '_' && r != '-' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

var link = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)

// withoutLinks returns a text of Markdown with the words of links only.
func withoutLinks(text string) string { return link.ReplaceAllString(text, "$1") }

// samples matches a block of YAML in a guide.
var samples = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$")

// mostLines is the number of lines of a sample.
const mostLines = 12

// sampleOf returns the shortest sample that has a word as a key or a function. One that also has a verb as a key comes
// first, then one with the word at the beginning of a line.
func sampleOf(word, verb string, guides []Guide) (best string) {
	uses := regexp.MustCompile(`(^\s*(?:- )?|[\s{,(\[!])` + regexp.QuoteMeta(word) + `(?:: |:$|\()`)
	least := 0
	for _, g := range guides {
		for _, block := range samples.FindAllStringSubmatch(g.Text, -1) {
			lines := strings.SplitAfter(strings.TrimSuffix(block[1], "\n"), "\n")
			for at, line := range lines {
				code, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " #") // without a comment
				found := uses.FindStringSubmatch(code)
				if found == nil {
					continue
				}
				sample := around(lines, at)
				cost := strings.Count(sample, "\n")
				if !strings.HasPrefix(line, found[0]) { // inside of a line
					cost += mostLines
				}
				if verb != "" && !strings.Contains(sample, verb+": ") {
					cost += 2 * mostLines
				}
				if best == "" || cost < least {
					best, least = sample, cost
				}
			}
		}
	}
	return best
}

// around returns the item of a list, or the entry of a map, that has a line, in at most mostLines lines.
func around(lines []string, at int) string {
	if len(lines) <= mostLines {
		return strings.Join(lines, "")
	}
	first := at
	for first > 0 && indent(lines[first]) > 0 && indent(lines[first]) >= indentOfKey(lines[at]) {
		first--
	}
	first = max(first, at-mostLines/2)
	last := first + 1
	for last < len(lines) && last-first < mostLines && (last <= at || indent(lines[last]) > indent(lines[first])) {
		last++
	}
	return strings.Join(lines[first:last], "")
}

// indent returns the number of blanks before a line.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// indentOfKey returns the number of characters before the first key of a line: blanks, and the dash of a list.
func indentOfKey(line string) int { return len(line) - len(strings.TrimLeft(line, " -")) }

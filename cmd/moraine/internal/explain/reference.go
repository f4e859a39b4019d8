package explain

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Reference explains a word of the language, in and outside of a game: a key, a verb, a function or a word of a script. It
// returns the maps in which the word is a key, the passages of the guides that describe it, and a sample. The result is ""
// if the language has no such word.
func Reference(word string, guides []Guide, width int) string {
	page := &words.Page{Width: width}
	word = strings.ToLower(word)
	places := syntax.KeysNamed(word)
	object, operands, isVerb := syntax.Operands(word)
	function, isFunction := interpreter.FunctionNamed(word)
	if len(places) == 0 && acts[word] == "" && !isFunction {
		return ""
	}
	switch {
	case isVerb:
		page.Wrap(word+" · ", 2, "verb of the language, written as the step `"+word+": …`")
		page.Wrap("  "+word+"  ", 4, describeValue(object))
		for _, k := range operands {
			says := describeValue(k.Is)
			if k.Needed {
				says += ", needed"
			}
			if without := operandDefaults[word+" "+k.Name]; without != "" {
				says += "; " + without
			}
			page.Wrap("  "+k.Name+"  ", 4, says)
		}
		page.Wrap("  ", 2, "Any step can also have `if`, `cites`, `note` and `id`.")
	case isFunction:
		page.Wrap(function.Usage+" · ", 2, "function of formulas: "+function.Doc)
	case acts[word] != "":
		page.Wrap(word+" · ", 2, "word of a script: "+acts[word])
	}
	for _, is := range meanings(places, word, isVerb) {
		page.Wrap(word+" · ", 2, "key of "+is)
	}
	return page.String() + Described(word, guides, width)
}

// Described returns the passages of the guides that describe a word, and a sample. It is "" if there is neither.
func Described(word string, guides []Guide, width int) string {
	page := &words.Page{Width: width}
	for _, p := range passages(word, guides) {
		page.Wrap("", 0, "")
		page.Wrap("  ", 2, p.text)
		page.Wrap("  ", 2, "(moraine help "+p.topic+": "+p.section+")")
	}
	if sample := sampleOf(word, guides); sample != "" {
		page.Wrap("", 0, "")
		return page.String() + "  " + strings.ReplaceAll(strings.TrimSuffix(sample, "\n"), "\n", "\n  ") + "\n"
	}
	return page.String()
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

// unindexed are the guides that describe no words: corrections of the past, the tutorial, and pages that repeat.
var unindexed = map[string]bool{"changes": true, "tutorial": true, "cheat": true}

// passages returns the passages of the guides that describe a word, the most likely first.
func passages(word string, guides []Guide) []passage {
	const most = 2
	code := regexp.MustCompile("`[^`]*(?:^|[^\\w.-])" + regexp.QuoteMeta(word) + "(?:[^\\w-][^`]*)?`|`" + regexp.QuoteMeta(word) + "(?:[^\\w-][^`]*)?`|\\*\\*" + regexp.QuoteMeta(word) + "\\*\\*")
	var out []passage
	for _, g := range guides {
		if unindexed[g.Topic] {
			continue
		}
		section, isCode := "", false
		lines := strings.Split(g.Text, "\n")
		for i, line := range lines {
			switch {
			case strings.HasPrefix(line, "```"):
				isCode = !isCode
			case isCode:
			case strings.HasPrefix(line, "#"):
				section = strings.TrimLeft(line, "# ")
			case strings.HasPrefix(line, "|"):
				cells := strings.Split(strings.Trim(line, "| "), " | ")
				if at := slices.IndexFunc(cells, code.MatchString); at >= 0 {
					out = append(out, passage{g.Topic, section, strings.Join(cells, " — "), at})
				}
			case strings.HasPrefix(strings.TrimSpace(line), "- "):
				item := strings.TrimSpace(line)
				for _, more := range lines[i+1:] {
					if text := strings.TrimSpace(more); text == "" || strings.HasPrefix(text, "- ") || !strings.HasPrefix(more, " ") {
						break
					}
					item += " " + strings.TrimSpace(more)
				}
				if at := code.FindStringIndex(item); at != nil {
					rank := 1
					if at[0] > len("- ") {
						rank = 2
					}
					out = append(out, passage{g.Topic, section, strings.TrimPrefix(item, "- "), rank})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b passage) int { return cmp.Compare(a.rank, b.rank) })
	return out[:min(most, len(out))]
}

// samples matches a block of YAML in a guide.
var samples = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$")

// sampleOf returns the part of the shortest sample that has a word as a key or a function.
func sampleOf(word string, guides []Guide) (out string) {
	const around, most = 3, 12
	uses := regexp.MustCompile(`(?:^|[\s{,(\[!])` + regexp.QuoteMeta(word) + `(?:: |:$|\()`)
	for _, g := range guides {
		for _, block := range samples.FindAllStringSubmatch(g.Text, -1) {
			lines := strings.SplitAfter(block[1], "\n")
			at := slices.IndexFunc(lines, func(line string) bool { return uses.MatchString(strings.TrimSuffix(line, "\n")) })
			if at < 0 || out != "" && len(block[1]) >= len(out) {
				continue
			}
			if len(lines) > most {
				lines = lines[max(0, at-around):min(len(lines), at+around+1)]
			}
			out = strings.Join(lines, "")
		}
	}
	return out
}

package explain

import (
	"regexp"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/source"
)

// Topic returns the text about a topic: a whole guide, or a concept of a glossary with the section that explains it. If
// there is none, it returns the nearest of the topics and of the commands.
func Topic(word string, guides []Guide, commands []string) (text, nearest string) {
	if g, ok := guideOn(word, guides); ok {
		return g.Text, ""
	}
	if c, ok := conceptOf(word, guides); ok {
		return c.Words + ": " + c.Meaning + "\n(from moraine help " + c.Topic + ")\n\n" + c.Text, ""
	}
	all := slices.Clone(commands)
	for _, g := range guides {
		all = append(all, g.Topic)
	}
	for _, c := range Concepts(guides) {
		all = append(all, c.names()...)
	}
	return "", source.Nearest(strings.ToLower(word), all)
}

// Overview returns the meaning of a topic, the beginning of the section about it, a sample, and the command that prints
// the rest. It is empty if there is no such topic.
func Overview(word string, guides []Guide) []doc.Block {
	if g, ok := guideOn(word, guides); ok {
		return []doc.Block{&doc.Section{Title: g.Topic + " · page · " + g.About(),
			Blocks: []doc.Block{doc.Indented("(moraine help " + g.Topic + " prints the page)")}}}
	}
	c, ok := conceptOf(word, guides)
	if !ok {
		return nil
	}
	out, name := &doc.Section{Title: c.Words + " · " + c.Meaning}, c.names()[0]
	rest := out
	if begin := paragraphAbout(name, c.Text); begin != "" {
		rest = &doc.Section{Blocks: []doc.Block{doc.Indented(withoutLinks(begin))}}
		out.Add(rest)
	}
	rest.Add(doc.Indented("(moraine help " + name + " prints the section " + c.Section + ")"))
	for _, key := range []string{name, name + "s"} {
		if sample := indentedSample(key, "", guides); sample != nil {
			return append([]doc.Block{out}, sample...)
		}
	}
	return []doc.Block{out}
}

// guideOn returns the guide with a topic.
func guideOn(word string, guides []Guide) (g Guide, ok bool) {
	at := slices.IndexFunc(guides, func(g Guide) bool { return g.Topic == strings.ToLower(word) })
	if at < 0 {
		return g, false
	}
	return guides[at], true
}

// ofWords matches a query that consists of words.
var ofWords = regexp.MustCompile(`^\pL[\pL -]*$`)

// conceptOf returns the concept that a query names, in any form. Further words of the query must be in the row of the
// glossary: `patch a step`.
func conceptOf(query string, guides []Guide) (c Concept, ok bool) {
	if !ofWords.MatchString(query) {
		return c, false
	}
	for _, form := range []string{query, strings.TrimSuffix(query, "s")} { // `readings` has two endings
		asked := plainWords(form)
		for _, c := range Concepts(guides) {
			names := slices.ContainsFunc(c.names(), func(name string) bool { return hasAll(asked, plainWords(name)) })
			if names && hasAll(plainWords(c.Words+" "+c.Meaning), asked) {
				return c, true
			}
		}
	}
	return c, false
}

// names returns the words of a concept.
func (c Concept) names() []string { return strings.Split(c.Words, ", ") }

// paragraphAbout returns the first paragraph or item of a section that begins with a word, such as "A step has …" for
// `step`. Without a word, it is the first paragraph. Headings, tables, samples and the sentence that says who reads a
// page do not count.
func paragraphAbout(word, section string) string {
	const beforeWord = 20 // bytes
	isCode := false
	for part := range strings.SplitSeq(section, "\n\n") {
		fences := strings.Count(part, "```")
		isText := !isCode && fences == 0 && part != "" && strings.IndexAny(part, "#|") != 0
		isCode = isCode != (fences%2 == 1)
		if !isText || strings.HasPrefix(part, "*Read this") {
			continue
		}
		for item := range strings.SplitSeq(strings.TrimPrefix(part, "- "), "\n- ") {
			item, _, _ = strings.Cut(item, "\n  - ") // the items of an item
			text := strings.Join(strings.Fields(item), " ")
			begin := strings.ToLower(ofHead.ReplaceAllString(text, ""))
			if strings.Contains(begin[:min(len(begin), beforeWord+len(word))], word) {
				return text
			}
		}
	}
	return ""
}

// ofHead matches the words in bold with which a paragraph begins.
var ofHead = regexp.MustCompile(`^\*\*[^*]+\*\* `)

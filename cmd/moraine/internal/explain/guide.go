package explain

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Guide is a document about a part of the language, such as cards/BOARDS.md.
type Guide struct {
	Topic string // the word under which `moraine help` prints it: "boards"
	Path  string
	Text  string
}

// ReadGuides returns the guides of the data folders: the references of cards, scenarios and variants, then the other
// pages of cards, sorted by name.
func ReadGuides(data fs.FS) (out []Guide) {
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		if text, err := fs.ReadFile(data, folder+"/README.md"); err == nil {
			out = append(out, Guide{Topic: folder, Path: folder + "/README.md", Text: string(text)})
		}
	}
	entries, _ := fs.ReadDir(data, "cards") // a folder without pages has no guides
	for _, e := range entries {
		name := e.Name()
		if path.Ext(name) != ".md" || name == "README.md" {
			continue
		}
		if text, err := fs.ReadFile(data, "cards/"+name); err == nil {
			out = append(out, Guide{Topic: strings.ToLower(strings.TrimSuffix(name, ".md")), Path: "cards/" + name,
				Text: string(text)})
		}
	}
	return out
}

// lead matches the first paragraph below the title of a page.
var lead = regexp.MustCompile(`^# .*\n+((?:.+\n)+)`)

// About returns the first sentence of a guide, which says who needs it.
func (g Guide) About() string {
	m := lead.FindStringSubmatch(g.Text)
	if m == nil {
		return ""
	}
	text, _, _ := strings.Cut(strings.ReplaceAll(strings.Join(strings.Fields(m[1]), " "), ".* ", ". "), ". ")
	return strings.TrimPrefix(strings.Trim(text, "*."), "Read this ")
}

// concept matches a row of a glossary: the word, its meaning, and a link to the section that explains it.
var concept = regexp.MustCompile(`(?m)^\| ([a-z ,-]+) \| (.+) \| \[[^\]]+\]\(([^)#]*)#([^)]*)\) \|$`)

// A Concept is a row of a glossary. Text is the section to which the row links.
type Concept struct{ Words, Meaning, Topic, Section, Text string }

// Concepts returns the rows of the glossaries of the guides.
func Concepts(guides []Guide) (out []Concept) {
	for _, g := range guides {
		for _, row := range concept.FindAllStringSubmatch(g.Text, -1) {
			to := g
			if row[3] != "" {
				file := path.Join(path.Dir(g.Path), row[3])
				to = guides[max(0, slices.IndexFunc(guides, func(g Guide) bool { return g.Path == file }))]
			}
			c := Concept{Words: row[1], Meaning: row[2], Topic: to.Topic}
			c.Section, c.Text = to.section(row[4])
			out = append(out, c)
		}
	}
	return out
}

// section returns the heading and the text of the section with an anchor, such as "kinds-and-cards".
func (g Guide) section(anchor string) (heading, text string) {
	depth := 0
	isCode := false
	for line := range strings.Lines(g.Text) {
		if strings.HasPrefix(line, "```") {
			isCode = !isCode
		}
		hashes := len(line) - len(strings.TrimLeft(line, "#"))
		if hashes > 0 && !isCode {
			title := strings.TrimSpace(line[hashes:])
			switch {
			case depth > 0 && hashes <= depth:
				return heading, text
			case depth == 0 && anchorOf(title) == anchor:
				heading, depth = title, hashes
			}
		}
		if depth > 0 {
			text += line
		}
	}
	return heading, text
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// anchorOf returns the anchor that GitHub gives a heading.
func anchorOf(title string) string {
	return strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(title), ""), " ", "-")
}

// A Recipe is a section of the cookbook. Names are its title and other names.
type Recipe struct{ Title, Names, Text string }

// About returns the first paragraph of a recipe.
func (r Recipe) About() string { return withoutLinks(paragraphAbout("", r.Text)) }

// ofRecipe matches a row of the index of the cookbook.
var ofRecipe = regexp.MustCompile(`(?m)^\| \[([^\]]+)\]\(#([^)]+)\) \| (.+) \|$`)

// Recipes returns the recipes of the guides in their order.
func Recipes(guides []Guide) (out []Recipe) {
	for _, g := range guides {
		for _, row := range ofRecipe.FindAllStringSubmatch(g.Text, -1) {
			if title, text := g.section(row[2]); title == row[1] {
				out = append(out, Recipe{Title: title, Names: row[3], Text: text})
			}
		}
	}
	return out
}

// FindRecipes returns the recipes that words describe, best first: a word of the title or of the other names counts
// two, and of the text one. A recipe must have half of the words in its title or names. With an empty query
// it returns all recipes.
func FindRecipes(query string, guides []Guide) (out []Recipe) {
	all := Recipes(guides)
	if strings.TrimSpace(query) == "" {
		return all
	}
	asked := plainWords(query)
	if len(asked) == 0 { // a number, or words such as "the"
		return nil
	}
	scores := map[string]int{}
	for _, r := range all {
		named, names, text := 0, plainWords(r.Title+" "+r.Names), plainWords(r.Text)
		for _, word := range asked {
			switch {
			case slices.Contains(names, word):
				named++
				scores[r.Title] += 2
			case slices.Contains(text, word):
				scores[r.Title]++
			}
		}
		if 2*named >= len(asked) {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Recipe) int { return cmp.Compare(scores[b.Title], scores[a.Title]) })
	return out
}

// NamedRecipes returns the recipes whose title and other names have all words of a query, in their order.
func NamedRecipes(query string, guides []Guide) (out []Recipe) {
	asked := plainWords(query)
	for _, r := range Recipes(guides) {
		if len(asked) > 0 && hasAll(plainWords(r.Title+" "+r.Names), asked) {
			out = append(out, r)
		}
	}
	return out
}

// hasAll reports whether a list has each of some words.
func hasAll(list, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(list, word) })
}

// plainWords returns the words of a text in lower case and without the endings of plurals and verbs. Words such as `the` are
// left out.
func plainWords(text string) (out []string) {
	const ignored = " a an and the of in on to with for at by how do i it is my "
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if strings.Contains(ignored, " "+word+" ") {
			continue
		}
		for _, ending := range []string{"ing", "ed", "es", "s"} {
			if stem := strings.TrimSuffix(word, ending); len(stem) > 2 && stem != word {
				word = stem
				break
			}
		}
		if n := len(word); n > 3 && word[n-1] == word[n-2] { // bidding, bid
			word = word[:n-1]
		}
		out = append(out, strings.TrimSuffix(word, "e"))
	}
	return out
}

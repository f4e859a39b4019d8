package live

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/explain"
	"moraine/cmd/moraine/internal/live/texts"
	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Files returns the files that the configurations of a page load, by path, without comments: the rules, the scenarios,
// and the variants that the options or the scenarios name. Other variants may be private drafts.
func Files(src interpreter.Sources, rules *interpreter.Rules, suite *explain.Scenarios,
	opt interpreter.Options) (map[string]string, error) {
	all, err := src.Rules(rules.ID)
	if err != nil {
		return nil, err
	}
	scenarios, err := src.Scenarios(rules.ID)
	if err != nil {
		return nil, err
	}
	for _, f := range scenarios {
		all = append(all, f.File)
	}
	variants, err := rules.Variants()
	if err != nil {
		return nil, err
	}
	for _, name := range variants {
		if len(suite.Under[name])+len(suite.Of[name]) == 0 &&
			!slices.Contains(strings.Split(opt.Variant, interpreter.And), name) {
			continue
		}
		g, err := rules.Game(debug.Config(name))
		if err != nil {
			return nil, err
		}
		for _, v := range g.Variants { // including the variants on which it builds
			all = append(all, v.Pos.File)
		}
	}
	out := map[string]string{}
	for _, f := range all {
		if err := texts.Belongs(f.Path, rules.ID); err != nil {
			return nil, err
		}
		text := f.Text
		if strings.HasSuffix(f.Path, ".yaml") || strings.HasSuffix(f.Path, ".yml") {
			if text, err = withoutComments(f.Text); err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
		}
		out[f.Path] = string(text)
	}
	return out, nil
}

// Drafts returns the variants whose files are not among those of a page.
func Drafts(rules *interpreter.Rules, files map[string]string) map[string]bool {
	out := map[string]bool{}
	for _, doc := range rules.VariantFiles() {
		if _, ok := files[doc.Pos.File.Path]; !ok {
			out[syntax.DecodeVariant(doc, &source.Diagnostics{}).Name] = true
		}
	}
	return out
}

// Paths returns the keys of a map of files, sorted.
func Paths(of map[string]string) []string { return slices.Sorted(maps.Keys(of)) }

// withoutComments removes the comments of a YAML text. Lines and columns of everything else stay. It returns an error
// if it is not clear whether a text is a comment.
func withoutComments(text []byte) ([]byte, error) {
	doc, err := parse(text)
	if err != nil {
		return nil, err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	kept := make([][]span, len(lines)) // by line: the parts of quoted and block texts
	quoted(doc, lines, kept)
	for i, line := range lines {
		for at := 0; at < len(line); at++ {
			if n := slices.IndexFunc(kept[i], func(s span) bool { return s.from <= at && at < s.to }); n >= 0 {
				at = kept[i][n].to - 1
			} else if line[at] == '#' && (at == 0 || line[at-1] == ' ' || line[at-1] == '\t') {
				end := bytes.TrimLeft(line[len(bytes.TrimRight(line, "\r\n")):], " ")
				lines[i] = slices.Concat(bytes.TrimRight(line[:at], " \t"), end)
				break
			}
		}
	}
	out := bytes.Join(lines, nil)
	again, err := parse(out)
	if err != nil || !sameValues(doc, again) || hasComment(again) {
		return nil, errors.New("its comments cannot be removed; write each of them on a line of its own")
	}
	return out, nil
}

func parse(text []byte) (*yaml.Node, error) {
	var doc yaml.Node
	err := yaml.Unmarshal(text, &doc)
	return &doc, err
}

// span is a range of bytes of a line.
type span struct{ from, to int }

// quoted records the spans of quoted and block texts.
func quoted(n *yaml.Node, lines [][]byte, kept [][]span) {
	for _, child := range n.Content {
		quoted(child, lines, kept)
	}
	if n.Kind != yaml.ScalarNode || n.Line == 0 {
		return
	}
	i := n.Line - 1
	at := len(string([]rune(string(lines[i]))[:n.Column-1]))
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		indent := -1
		for i++; i < len(lines); i++ {
			blank := len(bytes.TrimSpace(lines[i])) == 0
			in := len(lines[i]) - len(bytes.TrimLeft(lines[i], " "))
			if indent < 0 && !blank {
				indent = in
			}
			if !blank && in < indent {
				return
			}
			kept[i] = append(kept[i], span{0, len(lines[i])})
		}
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		quote := byte('\'')
		if n.Style&yaml.DoubleQuotedStyle != 0 {
			quote = '"'
		}
		for lines[i][at] != quote { // an anchor or a tag is before it
			at++
		}
		from := at
		for at++; i < len(lines); at++ {
			switch {
			case at == len(lines[i]):
				kept[i] = append(kept[i], span{from, at})
				i, from, at = i+1, 0, -1
			case lines[i][at] == '\\' && quote == '"':
				at++
			case lines[i][at] == quote && quote == '\'' && at+1 < len(lines[i]) && lines[i][at+1] == quote:
				at++
			case lines[i][at] == quote:
				kept[i] = append(kept[i], span{from, at + 1})
				return
			}
		}
	}
}

// sameValues reports whether two documents have the same values at the same places.
func sameValues(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Value == b.Value && a.Line == b.Line && a.Column == b.Column &&
		slices.EqualFunc(a.Content, b.Content, sameValues)
}

func hasComment(n *yaml.Node) bool {
	return n.HeadComment+n.LineComment+n.FootComment != "" || slices.ContainsFunc(n.Content, hasComment)
}

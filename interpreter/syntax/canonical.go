package syntax

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"moraine/interpreter/source"
)

// CanonicalVersion is the version of the form that WriteCanonical writes. A change that gives the same rules another
// form needs a new version, and the old form stays readable: saved matches carry a hash of it.
const CanonicalVersion = 1

// WriteCanonical writes the rules of a game that decide how matches go on: the same text for trees that differ only in
// comments, positions, spacing of formulas, citations, texts for people, looks, bots and measures. Each value stands on
// a line with its path of YAML keys. Values that are zero are left out, so that a new optional key changes no old form.
func WriteCanonical(w io.Writer, g *Game) error {
	c := &canonical{w: w}
	c.value("", reflect.ValueOf(g))
	return c.err
}

// RulesHash returns a hash of the canonical form of a game.
func RulesHash(g *Game) string {
	sum := sha256.New()
	w := bufio.NewWriter(sum)
	_ = WriteCanonical(w, g) // a hash accepts every byte
	_ = w.Flush()
	return canonicalHash + hex.EncodeToString(sum.Sum(nil))
}

// canonicalHash begins the hashes of the canonical form. Older matches have hashes of files, which begin with no such
// word.
var canonicalHash = fmt.Sprintf("rules%d-", CanonicalVersion)

type canonical struct {
	w   io.Writer
	err error
}

// unplayed are the types without effect on a match.
var unplayed = []reflect.Type{
	posType, reflect.TypeFor[*source.Node](), reflect.TypeFor[Names](), reflect.TypeFor[Clauses](),
	reflect.TypeFor[[]Sentence](),
	reflect.TypeFor[*Picture](), reflect.TypeFor[Provenance](), reflect.TypeFor[[]*Survivor](),
	reflect.TypeFor[[]*Impossible](),
	reflect.TypeFor[[]*Measure](), reflect.TypeFor[[]*Bot](), reflect.TypeFor[[]*Question](),
	reflect.TypeFor[[]*Context](),
	reflect.TypeFor[[]*Finale](), reflect.TypeFor[[]*Look](), reflect.TypeFor[[]*Clause](),
	reflect.TypeFor[[]Labelled](),
}

// unplayedFields are the fields without effect on a match, by type: texts for people, and facts about the rule texts.
var unplayedFields = map[reflect.Type][]string{
	reflect.TypeFor[Game]():      {"About", "Language", "Companion", "Minutes", "Weight", "Search", "Learned"},
	reflect.TypeFor[Kind]():      {"Plural", "Table"}, // the cards of a table are among Cards
	reflect.TypeFor[Field]():     {"Note", "Assumed"},
	reflect.TypeFor[Zone]():      {"Note"},
	reflect.TypeFor[Step]():      {"Note", "Verb", "Words", "Added"},
	reflect.TypeFor[MayOption](): {"Added"},
	reflect.TypeFor[Worded]():    {"Words"},
	reflect.TypeFor[Claim]():     {"Ident"}, // a text for people
	reflect.TypeFor[Value]():     {"Given"},
	reflect.TypeFor[Ruling]():    {"Kind", "Question", "Why", "Texts", "Excludes"},
}

// unordered are the types of declarations whose order has no effect: they are only looked up by name.
var unordered = []reflect.Type{reflect.TypeFor[*Procedure](), reflect.TypeFor[*FormulaDecl](),
	reflect.TypeFor[*Ruling]()}

func (c *canonical) value(path string, v reflect.Value) {
	if slices.Contains(unplayed, v.Type()) || v.IsZero() {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		c.value(path, v.Elem())
	case reflect.Slice:
		c.list(path, v)
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, k := range keys {
			c.line(path+"["+fmt.Sprint(k)+"]", fmt.Sprint(v.MapIndex(k)))
		}
	case reflect.Struct:
		c.structure(path, v)
	default:
		c.line(path, fmt.Sprint(v))
	}
}

func (c *canonical) list(path string, v reflect.Value) {
	all := make([]reflect.Value, v.Len())
	for i := range all {
		all[i] = v.Index(i)
	}
	if slices.Contains(unordered, v.Type().Elem()) {
		name := func(v reflect.Value) string { return v.Interface().(interface{ ident() Ident }).ident().Name }
		slices.SortStableFunc(all, func(a, b reflect.Value) int { return strings.Compare(name(a), name(b)) })
	}
	for i, x := range all {
		at := fmt.Sprintf("%s.%d", path, i)
		c.line(at, "") // an element whose values are all zero counts, too
		c.value(at, x)
	}
}

func (c *canonical) structure(path string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case Ident:
		c.line(path, x.Name)
		return
	case Formula:
		if x.IsText {
			c.line(path, oneSpace(x.Text))
		}
	case Step:
		c.line(path, x.Verb)
	}
	t := v.Type()
	order := make([]int, t.NumField())
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(keyOf(t.Field(a)), keyOf(t.Field(b))) })
	for _, i := range order {
		f := t.Field(i)
		if !f.IsExported() || slices.Contains(unplayedFields[t], f.Name) ||
			t == reflect.TypeFor[Formula]() && (f.Name == "Text" || f.Name == "IsText") {
			continue
		}
		at := path
		if key := keyOf(f); key != "" {
			at += "." + key
		}
		c.value(at, v.Field(i))
	}
}

// keyOf returns the YAML key of a field; "" for a part of the map around it.
func keyOf(f reflect.StructField) string {
	key, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	switch {
	case key != "":
		return key
	case f.Anonymous && f.Type != reflect.TypeFor[Ident](), options == "inline":
		return ""
	case f.Anonymous:
		return "key"
	}
	return strings.ToLower(f.Name)
}

func (c *canonical) line(path, text string) {
	if c.err == nil {
		_, c.err = fmt.Fprintf(c.w, "%s %q\n", path, text)
	}
}

// oneSpace returns a formula with single spaces, except within quotes.
func oneSpace(text string) string {
	var b strings.Builder
	quote, gap := rune(0), false
	for _, r := range strings.TrimSpace(text) {
		switch {
		case quote == 0 && unicode.IsSpace(r):
			gap = true
			continue
		case gap:
			b.WriteByte(' ')
			gap = false
		}
		switch {
		case quote == 0 && (r == '"' || r == '\'' || r == '`'):
			quote = r
		case r == quote:
			quote = 0
		}
		b.WriteRune(r)
	}
	return b.String()
}

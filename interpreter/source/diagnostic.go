package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Diagnostic is an error at a position in a file, with a hint if possible.
type Diagnostic struct {
	Pos   Pos
	Text  string
	Hint  string
	Fix   string   // replacement for Word; if "", it is the most similar name in Among, if one is similar enough
	Word  string   // an unknown name, which is at Pos or later on the line
	Among []string // the known names
	First int      // number of names at the beginning of Among that have the required type; 0 if that is unknown
}

// Diagnostics are all errors of a load. Error renders them one after the other. A nil pointer
// discards errors.
type Diagnostics []Diagnostic

// Add records an error.
func (d *Diagnostics) Add(pos Pos, format string, args ...any) {
	d.Hint(pos, "", format, args...)
}

// Append adds other diagnostics.
func (d *Diagnostics) Append(found Diagnostics) {
	if d != nil {
		*d = append(*d, found[:max(0, min(len(found), maxKept-len(*d)))]...)
	}
}

// Hint records an error with a hint, which may be empty.
func (d *Diagnostics) Hint(pos Pos, hint, format string, args ...any) {
	d.add(Diagnostic{Pos: pos, Hint: hint}, format, args)
}

// Hints reports whether the nearest name should be searched for the next error. If there are
// many errors and many names, the search takes too long, and hints are of little use.
func (d *Diagnostics) Hints(names int) bool {
	return d != nil && len(*d) < maxErrors && len(*d)*names < 50_000
}

// Unknown records an unknown name; the hint is the nearest of the known ones.
func (d *Diagnostics) Unknown(pos Pos, word string, among []string, format string, args ...any) {
	d.UnknownOr(pos, word, among, "", format, args...)
}

// UnknownFirst is Unknown for a list whose first names have the required type.
func (d *Diagnostics) UnknownFirst(pos Pos, word string, among []string, first int, format string, args ...any) {
	had := len(*d)
	d.Unknown(pos, word, among, format, args...)
	if len(*d) > had {
		(*d)[had].First = first
	}
}

// UnknownOr is Unknown with a hint for the case that no name is similar enough.
func (d *Diagnostics) UnknownOr(pos Pos, word string, among []string, hint, format string, args ...any) {
	if d.Hints(len(among)) {
		hint = cmp.Or(DidYouMean(word, among), hint)
	}
	d.UnknownHint(pos, word, among, hint, format, args...)
}

// UnknownHint is Unknown with a hint that replaces the nearest name.
func (d *Diagnostics) UnknownHint(pos Pos, word string, among []string, hint, format string, args ...any) {
	d.add(Diagnostic{Pos: pos, Hint: hint, Word: word, Among: among}, format, args)
}

// Near returns the replacement for Word, or "" if no name is similar enough.
func (d Diagnostic) Near() string { return cmp.Or(d.Fix, Nearest(d.Word, d.Among)) }

// Replace records an error whose fix is the replacement of a word.
func (d *Diagnostics) Replace(pos Pos, word, by, hint, format string, args ...any) {
	d.add(Diagnostic{Pos: pos, Hint: hint, Word: word, Fix: by}, format, args)
}

func (d *Diagnostics) add(one Diagnostic, format string, args []any) {
	if d == nil {
		return
	}
	switch n := len(*d); {
	case n < maxKept:
		one.Text, one.Hint = shorten(fmt.Sprintf(format, args...)), shorten(one.Hint)
		*d = append(*d, one)
	case n == maxKept:
		*d = append(*d, Diagnostic{Pos: one.Pos,
			Text: fmt.Sprintf("and more; only the first %d errors are listed", maxKept)})
	}
}

// shorten shortens a long text: names can be as long as a file, and messages can list thousands
// of names.
func shorten(text string) string {
	if len(text) <= longestText {
		return text
	}
	end := longestText
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

const longestText = 1000

// maxKept is the maximum number of errors kept, so that a file full of errors is not slower than a
// valid one.
const maxKept = 1000

// Sorted returns the errors in the order of files and positions, without duplicates.
func (d Diagnostics) Sorted() Diagnostics {
	sorted := slices.Clone(d)
	slices.SortStableFunc(sorted, Diagnostic.compare)
	return slices.CompactFunc(sorted, func(a, b Diagnostic) bool { return a.compare(b) == 0 })
}

// Same reports whether two errors have the same position and text. Hints do not matter.
func (d Diagnostic) Same(e Diagnostic) bool { return d.Pos.Compare(e.Pos) == 0 && d.Text == e.Text }

// With returns an error in the rules of a game with the name of the variant that causes it.
func (d Diagnostic) With(variant string) Diagnostic {
	d.Text += " (with variant " + variant + ")"
	return d
}

func (d Diagnostic) compare(e Diagnostic) int {
	return cmp.Or(
		d.Pos.Compare(e.Pos),
		cmp.Compare(d.Text, e.Text),
		cmp.Compare(d.Hint, e.Hint),
	)
}

// Error renders all errors, sorted and separated by blank lines.
func (d Diagnostics) Error() string {
	var all []string
	for _, one := range d.Sorted() {
		var b strings.Builder
		one.Render(&b, false)
		all = append(all, strings.TrimSuffix(b.String(), "\n"))
	}
	return strings.Join(all, "\n\n")
}

// Err returns the diagnostics as an error, or nil if there are none.
func (d Diagnostics) Err() error {
	if len(d) == 0 {
		return nil
	}
	return d
}

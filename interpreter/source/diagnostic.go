package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Diagnostic is an error at a place of a file, with a hint if possible.
type Diagnostic struct {
	Pos   Pos
	Text  string
	Hint  string
	Fix   string   // what to write instead of Word; "": the nearest of Among, if any is near
	Word  string   // a name that is none, which stands at Pos or behind it on the line …
	Among []string // … and those there are …
	First int      // … of which so many, at the head, are of the type that is wanted there; 0: nobody knows
}

// Diagnostics are all errors of a load; as an error they are rendered one after the other. A nil pointer
// records nothing.
type Diagnostics []Diagnostic

// Add records an error.
func (d *Diagnostics) Add(pos Pos, format string, args ...any) {
	d.Hint(pos, "", format, args...)
}

// Join adds other diagnostics.
func (d *Diagnostics) Join(found Diagnostics) {
	if d != nil {
		*d = append(*d, found[:max(0, min(len(found), most-len(*d)))]...)
	}
}

// Hint records an error with a hint, which may be empty.
func (d *Diagnostics) Hint(pos Pos, hint, format string, args ...any) {
	d.add(Diagnostic{Pos: pos, Hint: hint}, format, args)
}

// Hints reports whether a nearest name is to be searched for the next error. With many errors and many names
// the search takes too long, and an author who has that much to mend does not read the hints.
func (d *Diagnostics) Hints(names int) bool {
	return d != nil && len(*d) < enough && len(*d)*names < 50_000
}

// Unknown records an unknown name; the hint is the nearest of the known ones.
func (d *Diagnostics) Unknown(pos Pos, word string, among []string, format string, args ...any) {
	d.UnknownOr(pos, word, among, "", format, args...)
}

// UnknownFirst is Unknown with names of which the first ones have the type that is wanted.
func (d *Diagnostics) UnknownFirst(pos Pos, word string, among []string, first int, format string, args ...any) {
	had := len(*d)
	if d.Unknown(pos, word, among, format, args...); len(*d) > had {
		(*d)[had].First = first
	}
}

// UnknownOr is Unknown with a hint in case that no name is near.
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

// Near returns the replacement of Word, or "" if no name is near.
func (d Diagnostic) Near() string { return cmp.Or(d.Fix, Nearest(d.Word, d.Among)) }

// Replace records an error that is mended by replacing a word.
func (d *Diagnostics) Replace(pos Pos, word, by, hint, format string, args ...any) {
	d.add(Diagnostic{Pos: pos, Hint: hint, Word: word, Fix: by}, format, args)
}

func (d *Diagnostics) add(one Diagnostic, format string, args []any) {
	if d == nil {
		return
	}
	switch n := len(*d); {
	case n < most:
		one.Text, one.Hint = inShort(fmt.Sprintf(format, args...)), inShort(one.Hint)
		*d = append(*d, one)
	case n == most:
		*d = append(*d, Diagnostic{Pos: one.Pos, Text: fmt.Sprintf("and more; only the first %d complaints are listed", most)})
	}
}

// inShort cuts a long text: names can be as long as a file, and messages can list thousands.
func inShort(text string) string {
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

// most is the largest number of errors that are kept, so that a file full of errors costs no more than one
// without.
const most = 1000

// Sorted returns a copy in the order of the files, without repetitions.
func (d Diagnostics) Sorted() Diagnostics {
	sorted := slices.Clone(d)
	slices.SortStableFunc(sorted, Diagnostic.compare)
	return slices.CompactFunc(sorted, func(a, b Diagnostic) bool { return a.compare(b) == 0 })
}

// Same reports whether two errors have the same place and text, whatever their hints.
func (d Diagnostic) Same(e Diagnostic) bool { return d.Pos.Compare(e.Pos) == 0 && d.Text == e.Text }

func (d Diagnostic) compare(e Diagnostic) int {
	return cmp.Or(
		d.Pos.Compare(e.Pos),
		cmp.Compare(d.Text, e.Text),
		cmp.Compare(d.Hint, e.Hint),
	)
}

// Error renders all of them, sorted, with a blank line between two.
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

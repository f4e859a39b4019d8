package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Diagnostic is one complaint: where, what, and if possible what to do.
type Diagnostic struct {
	Pos   Pos
	Text  string
	Hint  string
	Fix   string   // what to write instead of Word; "": the nearest of Among, if any is near
	Word  string   // a name that is none, which stands at Pos or behind it on the line …
	Among []string // … and those there are …
	First int      // … of which so many, at the head, are of the type that is wanted there; 0: nobody knows
}

// Diagnostics are all complaints of a load. As an error it reads as all of them. A nil pointer to
// some takes nothing down.
type Diagnostics []Diagnostic

// Add complains.
func (d *Diagnostics) Add(pos Pos, format string, args ...any) {
	d.Hint(pos, "", format, args...)
}

// Join adds what else was found.
func (d *Diagnostics) Join(found Diagnostics) {
	if d != nil {
		*d = append(*d, found[:max(0, min(len(found), most-len(*d)))]...)
	}
}

// Hint complains and says what to do about it. An empty hint is none.
func (d *Diagnostics) Hint(pos Pos, hint, format string, args ...any) {
	d.add(Diagnostic{Pos: pos, Hint: hint}, format, args)
}

// Hints reports whether the next complaint is to have a hint that is looked for among so many names:
// as long as there are few complaints or few names, for whoever has much to mend reads none.
func (d *Diagnostics) Hints(names int) bool {
	return d != nil && len(*d) < enough && len(*d)*names < 50_000
}

// Unknown complains of a name that is none of those there are; the nearest is the hint.
func (d *Diagnostics) Unknown(pos Pos, word string, among []string, format string, args ...any) {
	d.UnknownOr(pos, word, among, "", format, args...)
}

// UnknownFirst is Unknown with names of which the first ones suit the place best.
func (d *Diagnostics) UnknownFirst(pos Pos, word string, among []string, first int, format string, args ...any) {
	had := len(*d)
	if d.Unknown(pos, word, among, format, args...); len(*d) > had {
		(*d)[had].First = first
	}
}

// UnknownOr is Unknown with a hint for a name to which none is near.
func (d *Diagnostics) UnknownOr(pos Pos, word string, among []string, hint, format string, args ...any) {
	if d.Hints(len(among)) {
		hint = cmp.Or(DidYouMean(word, among), hint)
	}
	d.UnknownHint(pos, word, among, hint, format, args...)
}

// UnknownHint is Unknown with a hint that is better than the nearest name.
func (d *Diagnostics) UnknownHint(pos Pos, word string, among []string, hint, format string, args ...any) {
	d.add(Diagnostic{Pos: pos, Hint: hint, Word: word, Among: among}, format, args)
}

// Near returns what to write instead of Word; empty if nothing is near.
func (d Diagnostic) Near() string { return cmp.Or(d.Fix, Nearest(d.Word, d.Among)) }

// Replace complains of a word that is to be written otherwise.
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

// inShort cuts what nobody reads to its end: names may be as long as a file, and a game may
// have thousands to choose from.
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

// most is how many complaints are kept at all, so that a file of nothing but
// faults costs no more than one without.
const most = 1000

// Sorted is a copy in the order of the files, without repetitions.
func (d Diagnostics) Sorted() Diagnostics {
	sorted := slices.Clone(d)
	slices.SortStableFunc(sorted, Diagnostic.compare)
	return slices.CompactFunc(sorted, func(a, b Diagnostic) bool { return a.compare(b) == 0 })
}

// Same reports whether two complaints are about the same place and say the same, whatever they hint at.
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

// Err is nil if there is nothing to complain about.
func (d Diagnostics) Err() error {
	if len(d) == 0 {
		return nil
	}
	return d
}

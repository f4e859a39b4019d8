package explain

import (
	"maps"
	"slices"

	"moraine/cmd/moraine/internal/doc"
)

// Hints returns the names that a hint can suggest, and those of variants that are not in force with their variant.
func (e *Explainer) Hints() (names []string, absent map[string]string) {
	for _, of := range e.alias {
		names = append(names, of...)
	}
	slices.Sort(names)
	return slices.Compact(names), maps.Clone(e.absent)
}

// Explain returns the text of the answers about a name.
func (e *Explainer) Explain(what string, width int) (string, error) {
	answers, err := e.Answers(what)
	return doc.Plain(width, Sections(answers)...), err
}

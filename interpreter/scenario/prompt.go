package scenario

import (
	"context"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Prompt supports completion in scenario files. The caller puts an unknown word at the position
// of the cursor. Prompt returns the errors about that word, which list all names that fit
// there; in a script it also runs the scenario up to the word and returns the open request.
func Prompt(ctx context.Context, rules *interpreter.Rules, f *interpreter.File,
	word string) ([]*exec.Standing, source.Diagnostics) {
	doc, found := source.Parse(f, source.DefaultLimits())
	if doc == nil {
		return nil, found
	}
	s := spec.Around(doc, word, &found)
	if s == nil {
		return nil, found
	}
	if all, _ := rules.Variants(); s.Variant.Name != "" && !slices.Contains(all, s.Variant.Name) {
		found.Unknown(s.Variant.Pos, s.Variant.Name, all, "%s has no variant %q", rules.ID, s.Variant.Name)
		return nil, found
	}
	t := newConfigs(ctx, rules, interpreter.Options{}).trial(s, Options{})
	t.load()
	if t.base == nil {
		return nil, append(found, t.faults...)
	}
	for _, d := range t.declared {
		found = append(found, d.faults...)
	}
	if because := spec.BecauseAt(doc, word); because != nil {
		found.Unknown(because.Pos, because.Value, t.base.game.Reasons(), "the rules have no condition with these words")
	}
	return t.base.game.StandsAt(s, word), append(found, t.base.game.Check(s)...)
}

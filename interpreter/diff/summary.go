package diff

import (
	"fmt"

	"moraine/interpreter/internal/words"
	"moraine/interpreter/scenario"
)

// Summary says in a sentence how much differs.
func (r *Report) Summary() string { return r.differs() + r.missing() }

// missing says what the comparison did not come to, since it was stopped.
func (r *Report) missing() string {
	switch {
	case !r.Stopped:
		return ""
	case r.Balance != nil:
		played := r.Balance.Sides[0].Matches
		return fmt.Sprintf("; incomplete: %d of %d matches were played", played.To, played.Of)
	case r.Scenarios != nil && r.Scenarios.Left > 0:
		return fmt.Sprintf("; incomplete: %d more did not run to their end", r.Scenarios.Left)
	}
	return "; incomplete"
}

func (r *Report) differs() string {
	if !r.Differs() {
		if r.Scenarios == nil {
			return r.Game + ": nothing differs"
		}
		return fmt.Sprintf("%s: nothing differs, and %s come out the same", r.Game, words.Many(r.Scenarios.Same, "scenario"))
	}
	text := fmt.Sprintf("%s: %s, %s and %s differ", r.Game, words.Many(len(r.Rulings), "reading"), words.Many(len(r.Cards), "card"), words.Many(r.declarations(), "rule"))
	if c := r.Scenarios; c != nil {
		n, come := r.flipped(), "come"
		if n == 1 {
			come = "comes"
		}
		text += fmt.Sprintf("; %d of %s %s out otherwise", n, words.Many(c.Same+n, "scenario"), come)
		for i, only := range c.Only {
			if only > 0 {
				text += fmt.Sprintf(", and %d are about %s alone", only, r.Names[i])
			}
		}
	}
	return text
}

// declarations counts the rules that differ, each once.
func (r *Report) declarations() int {
	seen := map[[2]string]bool{}
	for _, x := range r.Rules {
		seen[[2]string{x.What, x.Name}] = true
	}
	return len(seen)
}

// flipped counts the scenarios that come out otherwise, each once.
func (r *Report) flipped() int {
	if r.Scenarios == nil {
		return 0
	}
	seen := map[string]bool{}
	for _, f := range r.Scenarios.Flips {
		seen[at(f)] = true
	}
	return len(seen)
}

func at(f *scenario.Flip) string { return fmt.Sprintf("%s:%d", f.File, f.Line) }

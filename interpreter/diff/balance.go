package diff

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/internal/words"
	"moraine/interpreter/simulate"
)

// upset are the differences of balance that are real, or all of them.
func (r *Report) upset(all bool) (out []simulate.Difference) {
	for _, d := range r.Balance.Differences {
		if d.Real || all {
			out = append(out, d)
		}
	}
	return out
}

// played says which matches were compared.
func (r *Report) played() string {
	s := r.Balance.Sides[0]
	return fmt.Sprintf("Balance, in %d matches of %s (%s) with the same seeds", s.Games, words.Many(s.Players, "player"), strings.Join(slices.Compact(slices.Clone(s.Policies)), ", "))
}

// verdict says how much of what was measured differs.
func (r *Report) verdict() string {
	n, both, single := len(r.upset(false)), len(r.Balance.Differences), len(r.onlyOne())
	says := fmt.Sprintf("Of %d measured values, ", both+single)
	switch n {
	case 0:
		says += "none differs by more than chance would have it"
	case 1:
		says += "1 differs by more than chance would have it"
	default:
		says += fmt.Sprintf("%d differ by more than chance would have it", n)
	}
	switch single {
	case 0:
	case 1:
		says += ", and 1 is there on one side only"
	default:
		says += fmt.Sprintf(", and %d are there on one side only", single)
	}
	if n > 0 {
		says += ". In brackets, between what the difference lies with 95 % certainty"
	}
	return says + "."
}

// onlyOne says what is measured on one side only.
func (r *Report) onlyOne() (out []string) {
	for i, side := range r.Balance.Only {
		for _, s := range side {
			out = append(out, s.Sentence()+", only with "+r.Names[i])
		}
	}
	return out
}

// balance writes a sentence for each difference.
func (p *pretty) balance() {
	if p.Balance == nil {
		return
	}
	p.section(p.played())
	p.WriteString(words.WrapAt(p.Width, "  ", 2, p.verdict()))
	for _, d := range p.upset(p.All) {
		text := d.Sentence()
		if !d.Real {
			text += ", which may be chance"
		}
		p.item("    ", "", text)
	}
	for _, text := range p.onlyOne() {
		p.item("    ", "", text)
	}
}

func (m *markdown) balance() {
	if m.Balance == nil {
		return
	}
	m.line("\n%s. %s\n", escape.Markdown(m.played()), escape.Markdown(m.verdict()))
	for _, d := range m.upset(false) {
		m.line("- %s", escape.Markdown(d.Sentence()))
	}
	for _, text := range m.onlyOne() {
		m.line("- %s", escape.Markdown(text))
	}
}

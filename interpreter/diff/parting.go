package diff

import (
	"context"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/part"
)

// parting looks for the shortest play after which the sides differ.
func parting(ctx context.Context, a, b Side, opt Options) (*part.Report, error) {
	scenarios, err := scenario.Common(a.Side, b.Side)
	if err != nil {
		return nil, err
	}
	sides := [2]part.Side{{Game: exec.In(a.Game), Variant: a.Options.Variant}, {Game: exec.In(b.Game), Variant: b.Options.Variant}}
	swapped := false
	if a.Rules == b.Rules { // else `under` names neither
		sides[1].Named = over(a.Options, b.Options)
		if sides[1].Named == "" {
			if sides[0].Named = over(b.Options, a.Options); sides[0].Named != "" {
				swapped = true
				sides[0], sides[1] = sides[1], sides[0]
			}
		}
	}
	r, err := part.Find(ctx, sides, part.Options{Scenarios: scenarios, Within: opt.Within, Jobs: opt.Jobs})
	if swapped && r != nil && r.Found != nil {
		r.Found.Parts[0], r.Found.Parts[1] = r.Found.Parts[1], r.Found.Parts[0]
	}
	return r, err
}

// over is what an entry of `under` calls a configuration in a scenario about another; "": it cannot.
func over(base, o interpreter.Options) string {
	if len(base.Readings) > 0 || strings.Contains(base.Variant, interpreter.And) || base.Variant != "" && base.Variant != o.Variant {
		return ""
	}
	var names []string
	if o.Variant != base.Variant {
		names = append(names, o.Variant)
	}
	for key, reading := range o.Readings {
		names = append(names, key+"="+reading)
	}
	slices.Sort(names)
	return strings.Join(names, interpreter.And)
}

// parted says where the sides part, in words.
func (r *Report) parted() string {
	p := r.Part
	decisions := func(n int) string { return r.words.Many(n, "%d decision", "%d decisions") }
	if p.Found == nil {
		but := ""
		if p.Cut > 0 {
			but = r.words.T(", but not all from %d of them", p.Cut)
		}
		return r.words.T("None within %s: tried are all plays of so many from %s%s.", decisions(p.Depth), r.words.Many(p.Starts, "%d start", "%d starts"), but)
	}
	from := r.words.T("from the beginning of a match")
	if p.Found.Scenario != "" {
		from = r.words.T("from where \u201c%s\u201d starts (%s)", p.Found.Scenario, p.Found.Place)
	}
	return r.words.T("After %s, %s.", decisions(p.Found.Decisions), from)
}

package overlay

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// applyPatch finds the target of a patch and changes it. under has the variants applied before;
// new readings of rulings have been added already.
func applyPatch(g *syntax.Game, p *syntax.Patch, under []*syntax.Variant, d *source.Diagnostics) {
	// the error was reported, or the patch concerns a ruling
	if p.At.Name == "" || strings.HasPrefix(p.At.Name, "rulings.") {
		return
	}
	if bot, is := strings.CutPrefix(p.At.Name, "bots."); is {
		patchBot(g, bot, p, d)
		return
	}
	name, step, inside := stepOf(p.At.Name)
	var procs []string
	for _, proc := range syntax.AllProcedures(g) {
		procs = append(procs, proc.Name)
		if proc.Name != name {
			continue
		}
		if !inside {
			enclose(g.OwnBlock(proc.Do), p, d)
			return
		}
		does, ends := patchBlock(g.OwnBlock(proc.Do), step, p, d), patchBlock(g.OwnBlock(proc.AtEnd), step, p, d)
		if !does && !ends {
			unknownStep(proc, step, p, under, d)
		}
		return
	}
	d.UnknownOr(p.At.Pos, name, procs, "write procedures.NAME, procedures.NAME/STEP, rulings.KEY or bots.NAME",
		"there is no procedure %q", name)
}

// patchBot adds or removes lines of a bot. A line with an existing name replaces that line.
func patchBot(g *syntax.Game, at string, p *syntax.Patch, d *source.Diagnostics) {
	name, line, one := strings.Cut(at, "/")
	i := slices.IndexFunc(g.Bots, func(b *syntax.Bot) bool { return b.Name == name })
	if i < 0 {
		bots := syntax.NamesOf(g.Bots)
		d.Unknown(p.At.Pos, name, bots, "there is no bot %q", name)
		return
	}
	g.Bots = slices.Clone(g.Bots)
	bot := *g.Bots[i]
	bot.Prefers = slices.Clone(syntax.Merged(bot.Prefers, p.Lines))
	g.Bots[i] = &bot
	if one != p.Remove {
		d.Add(p.At.Pos, "a patch of a bot needs `add`; a patch of one of its lines (bots.NAME/LINE) needs `remove: true`")
		return
	}
	if !p.Remove {
		return
	}
	lines := syntax.NamesOf(bot.Prefers)
	n := slices.Index(lines, line)
	if n < 0 {
		d.Unknown(p.At.Pos, line, lines, "bot %s has no line %q", name, line)
		return
	}
	bot.Prefers = slices.Delete(bot.Prefers, n, n+1)
}

// enclose adds the steps of a patch before and after all steps of a procedure.
func enclose(b *syntax.Block, p *syntax.Patch, d *source.Diagnostics) {
	if p.Instead != nil || p.Add != nil || p.Remove {
		d.Hint(p.At.Pos, "for other changes patch a step: procedures.NAME/STEP",
			"a patch of a whole procedure needs `before` or `after`")
		return
	}
	if p.Before != nil {
		b.Steps = slices.Concat(p.Before.Steps, b.Steps)
	}
	if p.After != nil {
		b.Steps = slices.Concat(b.Steps, p.After.Steps)
	}
}

// patchBlock applies a patch to a step within a block, and reports whether it is there: the step with an id, or the one
// that Locate has found, in each branch of a ruling for which it is copied.
func patchBlock(b *syntax.Block, id string, p *syntax.Patch, d *source.Diagnostics) (found bool) {
	if b == nil {
		return false
	}
	for i := 0; i < len(b.Steps); i++ {
		s := b.Steps[i]
		if p.Step.File == nil && id != "" && s.ID.Name == id || p.Step.File != nil && s.Pos == p.Step {
			i += patchStep(b, i, p, d)
			found = true
			continue
		}
		for _, in := range syntax.Inner(s) {
			found = patchBlock(in, id, p, d) || found
		}
	}
	return found
}

// patchStep applies a patch to step i of a block, and returns the number of steps that it adds.
func patchStep(b *syntax.Block, i int, p *syntax.Patch, d *source.Diagnostics) int {
	s := b.Steps[i]
	if len(p.Add) > 0 {
		addTo(s, p, d)
	}
	var out []*syntax.Step
	out = append(out, b.Steps[:i]...)
	if p.Before != nil {
		out = append(out, p.Before.Steps...)
	}
	switch {
	case p.Instead != nil:
		out = append(out, p.Instead.Steps...)
	case !p.Remove:
		out = append(out, s)
	}
	if p.After != nil {
		out = append(out, p.After.Steps...)
	}
	added := len(out) - i - 1
	b.Steps = append(out, b.Steps[i+1:]...)
	return added
}

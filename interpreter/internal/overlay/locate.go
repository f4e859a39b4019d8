package overlay

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Locate finds the steps that patches name in words, as scenarios do: procedures.hunt/choose prey. It looks in the game
// as it is without variants, so that no reading and no other patch changes the meaning of an address. The result has
// copies of those variants.
func Locate(g *syntax.Game, chain []*syntax.Variant, d *source.Diagnostics) []*syntax.Variant {
	l := locator{procedures: map[string]*syntax.Procedure{}, steps: map[string]map[string][]*syntax.Step{}}
	for _, p := range syntax.AllProcedures(g) {
		l.procedures[p.Name] = p
	}
	return mapList(chain, func(v *syntax.Variant) *syntax.Variant {
		patches := mapList(v.Patches, func(p *syntax.Patch) *syntax.Patch { return l.locate(p, d) })
		if len(patches) == 0 || &patches[0] == &v.Patches[0] {
			return v
		}
		out := *v
		out.Patches = patches
		return &out
	})
}

// locator finds steps of the game without variants.
type locator struct {
	procedures map[string]*syntax.Procedure
	steps      map[string]map[string][]*syntax.Step // by procedure, and by id and words
}

// locate returns a patch with the step that it names in words, or the patch itself if its address is of another sort.
func (l *locator) locate(p *syntax.Patch, d *source.Diagnostics) *syntax.Patch {
	name, words, ok := stepOf(p.At.Name)
	if !ok || l.procedures[name] == nil {
		return p
	}
	if l.steps[name] == nil {
		l.steps[name] = map[string][]*syntax.Step{}
		l.procedures[name].Walk(func(s *syntax.Step) {
			l.steps[name][s.Words] = append(l.steps[name][s.Words], s)
			if s.ID.Name != "" && s.ID.Name != s.Words {
				l.steps[name][s.ID.Name] = append(l.steps[name][s.ID.Name], s)
			}
		})
	}
	found := l.steps[name][syntax.SingleSpaced(words)]
	if id := slices.IndexFunc(found, func(s *syntax.Step) bool {
		return s.ID.Name == words
	}); len(found) == 0 || id >= 0 {
		return p
	}
	out := *p
	if len(found) > 1 {
		d.Hint(p.At.Pos, "patch another step next to it, or give the step that you mean an `id`",
			"procedure %s has %d steps `%s`: %s", name, len(found), words, placesOf(found))
		out.At.Name = "" // no further errors
		return &out
	}
	out.Step, out.At.Name = found[0].Pos, "procedures."+name+"/"+found[0].Address()
	return &out
}

// stepOf returns the procedure and the step of the address procedures.NAME/STEP of a patch.
func stepOf(at string) (procedure, step string, inside bool) {
	return strings.Cut(strings.TrimPrefix(at, "procedures."), "/")
}

// placesOf lists the positions of steps.
func placesOf(steps []*syntax.Step) string {
	const most = 10
	var all []string
	for _, s := range steps[:min(most, len(steps))] {
		all = append(all, s.Pos.String())
	}
	if len(steps) > most {
		all = append(all, fmt.Sprintf("and %d more", len(steps)-most))
	}
	return strings.Join(all, ", ")
}

// unknownStep reports an address that names no step of a procedure of the game with the variants applied before.
func unknownStep(proc *syntax.Procedure, step string, p *syntax.Patch, before []*syntax.Variant,
	d *source.Diagnostics) {
	added := func(s *syntax.Step) bool {
		return s.Pos.File == p.Pos.File || slices.ContainsFunc(before, func(v *syntax.Variant) bool {
			return v.Pos.File == s.Pos.File
		})
	}
	seen := map[source.Pos]bool{} // a reading that is like another one has copies of steps
	count, hint := map[string]int{}, cmp.Or(takenBy(before, p.At.Name), takenBy(before, "procedures."+proc.Name))
	proc.Walk(func(s *syntax.Step) {
		switch {
		case seen[s.Pos]:
		case s.ID.Name != "" || !added(s):
			seen[s.Pos] = true
			count[s.Address()]++
		case s.Words == syntax.SingleSpaced(step):
			hint = cmp.Or(hint, "a variant adds this step at "+s.Pos.String()+"; give it an `id` there")
		}
	})
	maps.DeleteFunc(count, func(_ string, n int) bool { return n > 1 })
	names := slices.Sorted(maps.Keys(count))
	verb, _, _ := strings.Cut(step, " ")
	near := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.HasPrefix(n, verb+" ") })
	if len(near) == 0 {
		near = names
	}
	if hint == "" && len(near) > 0 && d.Hints(len(near)) {
		hint = source.Suggest(step, "it has", near)
	}
	var among []string
	for _, n := range names {
		among = append(among, "procedures."+proc.Name+"/"+n)
	}
	d.UnknownHint(p.At.Pos, p.At.Name, among, hint, "procedure %s has no step %q", proc.Name, step)
}

package course

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario/naming"
)

// Recorder lists the facts of a run in the names of its match.
type Recorder struct {
	*naming.Namer
	course  *Course
	answers int
}

// Record begins the course of a match.
func Record(n *naming.Namer) *Recorder { return &Recorder{Namer: n, course: &Course{of: n.M.P}} }

// Result returns the course.
func (r *Recorder) Result() *Course { return r.course }

// Add adds a fact that is the same in all configurations.
func (r *Recorder) Add(f Fact) { r.course.facts = append(r.course.facts, fact{Fact: f}) }

// Answered adds an answer to a request.
func (r *Recorder) Answered(ev *machine.Event) {
	req := ev.Request
	f := fact{Fact: Fact{Kind: Asked, What: req.Name, Who: r.SeatName(req.By)}, list: r.options(req)}
	for _, i := range ev.Answer {
		f.Took = append(f.Took, r.optionThen(req, i).name)
	}
	if f.Took == nil {
		f.Took = []string{naming.Pass}
	}
	r.course.facts = append(r.course.facts, f)
	r.answers++
}

// EndLine notes that a line of the script ends.
func (r *Recorder) EndLine() { r.course.after = append(r.course.after, r.answers) }

// Open adds the open request, if there is one, as a fact of a kind. Only Asked is a fact in configurations that know
// none of its options.
func (r *Recorder) Open(kind FactKind) {
	if req := r.M.Next(); req != nil {
		f := Fact{Kind: kind, What: req.Name, Who: r.SeatName(req.By)}
		r.course.facts = append(r.course.facts, fact{Fact: f, list: r.options(req), any: kind != Asked})
	}
}

// End adds the final request or the winners, and the positions of pieces, of which some have moved.
func (r *Recorder) End(before *state.State, moved map[int32]bool) {
	r.Open(StandsAt)
	if r.M.Finished() {
		over := Fact{Kind: IsOver}
		for _, i := range r.M.Winners() {
			over.List = append(over.List, r.SeatName(ref.Seat(i)))
		}
		r.Add(over)
	}
	r.zones(before, moved)
}

// OptionNames returns the names of the options of a request, which do not depend on the configuration.
func OptionNames(n *naming.Namer, req *machine.Request) (names []string) {
	for _, it := range Record(n).options(req) {
		names = append(names, it.name)
	}
	return names
}

func (r *Recorder) options(req *machine.Request) (out []item) {
	for i := range req.Options {
		out = append(out, r.optionThen(req, int32(i)))
	}
	return out
}

// optionThen names an option as it was when offered. A place is named by its position, not by
// its current content.
func (r *Recorder) optionThen(req *machine.Request, i int32) item {
	v := req.Options[i].Value
	is := item{name: r.OptionName(req, i)}
	switch {
	case req.Kind == machine.AskOption:
		is.needs = need{kind: needsOption, name: is.name}
	case v == schema.Nothing:
	case req.Type.Base == schema.Piece:
		is.needs = r.needPiece(v)
	case req.Type.Base == schema.Zone:
		is.name, is.needs = r.WhereName(v), r.needZone(v)
	}
	return is
}

func (r *Recorder) needPiece(p int32) need { return need{kind: needsCard, name: r.CardOf(p)} }

func (r *Recorder) needZone(z int32) need {
	d := r.M.P.Schema.Zones[z].Decl
	return need{kind: needsZone, name: d.Name, scope: d.Scope}
}

// zones adds the changed zones. Unchanged parts of a stack are shown as `…`.
func (r *Recorder) zones(was *state.State, moved map[int32]bool) {
	before := r.M.Env.World.At(was)
	for z := range int32(len(r.M.P.Schema.Zones)) {
		decl := r.M.P.Schema.Zones[z].Decl
		stack := z > 0 && decl.Stack
		f := fact{any: true}
		shuffled, news := false, false
		for p := r.M.Env.World.Head(ref.Place(z)); p >= 0; p = r.M.Env.World.Next(p) {
			face := r.turnedOver(int32(p), &before)
			switch {
			case before.In(p) != ref.Place(z) || face != "" || stack && moved[int32(p)]:
				f.list = append(f.list, item{name: r.CardName(int32(p)) + face, needs: r.needPiece(int32(p))})
				news = true
			case stack:
				f.list = append(f.list, item{name: "…", needs: r.needPiece(int32(p)), unchanged: true})
			}
			shuffled = shuffled || stack && r.M.Env.World.Glued(p) && before.In(p) == ref.Place(z) && before.Placed(p)
		}
		if !stack {
			slices.SortFunc(f.list, func(a, b item) int { return strings.Compare(a.name, b.name) })
		}
		if shuffled {
			f.list, news = append(f.list, item{name: "shuffled"}), true
		}
		if news {
			f.Fact, f.needs = Fact{Kind: Lies, What: r.WhereName(z)}, r.needZone(z)
			r.course.facts = append(r.course.facts, f)
		}
	}
}

// turnedOver returns " (face up)" or " (face down)" if a piece has been turned over since the state before, and "" if
// not.
func (r *Recorder) turnedOver(p int32, before *state.World) string {
	down := r.M.Env.World.FaceDown(ref.Piece(p))
	switch {
	case down == before.FaceDown(ref.Piece(p)):
		return ""
	case down:
		return " (face down)"
	}
	return " (face up)"
}

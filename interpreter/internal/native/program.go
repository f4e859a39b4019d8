package native

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/program"
)

//go:embed kernel
var kernel embed.FS

// notKernel are the files of the kernel that a program has otherwise.
var notKernel = map[string]bool{"layout.go": true, "memory.go": true}

// written is a program as Go.
type written struct {
	layout *layout
	files  map[string]string
	left   []string // the ops that are left to the machine
}

// write writes a program as Go: the kernel, where everything lies, and a function for
// each procedure.
func write(p *program.Program, metered bool) (_ *written, err error) {
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(unknown)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%w for this, which is no op that the machine could do: %s", ErrNoCode, u.what)
		}
	}()
	w := &writer{layout: newLayout(p), metered: metered}
	for _, s := range p.Sets {
		for _, a := range s.List {
			for _, slot := range a.Pending {
				w.grows = w.grows || slot.T().List
			}
		}
	}
	w.line("package kernel")
	w.line("")
	w.line("// %s, as a program.", p.Game.ID.Name)
	for _, proc := range p.Procs {
		w.proc(proc)
	}
	for _, win := range p.Windows {
		w.fitting(win)
	}
	for i := 0; i < len(w.goes); i++ {
		w.goes[i]()
	}
	w.dispatch("goes", "which, f, me int32) bool", len(w.goes), func(i int) string { return fmt.Sprintf("return goes%d(f, me)", i) })
	found := w.foundLater()
	w.dispatchOf("push", "proc, me, back int32) int32", found, func(i int) string { return fmt.Sprintf("return push%d(me, back)", i) })
	w.dispatchOf("enter", "proc, f, me int32) int32", found, func(i int) string { return fmt.Sprintf("return p%d(%d, f, me)", i, p.Procs[i].Entry) })
	w.dispatch("goOn", "proc, at, f, me int32) int32", len(p.Procs), func(i int) string { return fmt.Sprintf("return p%d(at, f, me)", i) })
	w.marksAlike()
	w.unmarked()
	w.gives()
	w.measureEnds()
	out := &written{layout: w.layout, files: map[string]string{}, left: w.left}
	entries, err := kernel.ReadDir("kernel")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if name := e.Name(); !notKernel[name] {
			text, err := kernel.ReadFile("kernel/" + name)
			if err != nil {
				return nil, err
			}
			out.files[name] = string(text)
		}
	}
	out.files["layout.go"] = w.layout.text()
	out.files["program.go"] = w.out.String()
	return out, nil
}

// foundLater lists the procedures of which it is found out at run time that they are
// called: the steps of cards.
func (w *writer) foundLater() []int {
	found := map[int]bool{}
	for _, procs := range w.p.CardProcs {
		for _, i := range procs {
			found[i] = true
		}
	}
	for _, win := range w.p.Windows {
		for _, c := range win.Cards {
			if c != nil {
				found[c.Playing] = true
			}
		}
	}
	delete(found, -1)
	return slices.Sorted(maps.Keys(found))
}

// dispatch writes a function that calls one of many, by its first argument.
func (w *writer) dispatch(name, sign string, n int, call func(i int) string) {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	w.dispatchOf(name, sign, all, call)
}

func (w *writer) dispatchOf(name, sign string, which []int, call func(i int) string) {
	w.line("func %s(%s {", name, sign)
	w.line("switch %s {", sign[:strings.IndexAny(sign, ", ")])
	for _, i := range which {
		w.line("case %d:", i)
		w.line("%s", call(i))
	}
	w.line("}")
	w.line(`panic("there is no such number")`)
	w.line("}")
	w.line("")
}

// marksAlike writes what compares the marks of two pieces of a kind, and what lies on
// them.
func (w *writer) marksAlike() {
	w.line("//wasm:inline")
	w.line("func marksAlike(kind, p, q int32) bool {")
	w.line("switch kind {")
	for i, k := range w.p.Kinds {
		if len(k.Marks)+len(k.On) == 0 {
			continue
		}
		var same []string
		for n, f := range k.Marks {
			at := w.layout.word(k.MarkAt[n])
			same = append(same, fmt.Sprintf("ld(%d+p<<2) == ld(%d+q<<2)", at, at))
			if f.Until {
				at := w.layout.word(f.Slot + f.UntilAt + 2*(f.At[i]-k.First-f.Slot))
				same = append(same, fmt.Sprintf("ld64(%d+p<<3) == ld64(%d+q<<3)", at, at))
			}
		}
		for _, d := range k.On {
			at := d.First - k.First*d.Cells
			alike := fmt.Sprintf("loadsAlike(%d+p*%d, %d+q*%d, %d)", at, d.Cells, at, d.Cells, d.Cells)
			if d.Cells == 1 {
				alike = fmt.Sprintf("(size(%d+p)|size(%d+q) == 0 || %s)", at, at, alike)
			}
			same = append(same, alike)
		}
		w.line("case %d:", i)
		w.line("return %s", strings.Join(same, " && "))
	}
	w.line("}")
	w.line("return true")
	w.line("}")
	w.line("")
}

// unmarked writes whether all marks of pieces are what they begin with, which is the same
// for equal cards; of many marks who knows.
func (w *writer) unmarked() {
	const many = 512
	marks := map[int32]int32{} // what begins with what
	for i, k := range w.p.Kinds {
		for n, f := range k.Marks {
			for c := range k.N {
				in := f.At[i] - f.Slot + c
				marks[w.layout.word(k.MarkAt[n]+k.First+c)] = f.Firsts[in]
				if f.Until {
					at := w.layout.word(f.Slot + f.UntilAt + 2*in)
					marks[at], marks[at+4] = 0, 0
				}
			}
		}
	}
	var set []string
	for _, at := range slices.Sorted(maps.Keys(marks)) {
		first, left := marks[at]
		next, two := marks[at+4]
		switch {
		case !left: // it was looked at with the one before
		case first != 0:
			set = append(set, fmt.Sprintf("uint64(ld(%d)^%s)", at, literal(first)))
		case two && next == 0:
			delete(marks, at+4)
			set = append(set, fmt.Sprintf("ld64(%d)", at))
		default:
			set = append(set, fmt.Sprintf("uint64(ld(%d))", at))
		}
	}
	w.line("func unmarked() bool {")
	switch {
	case len(set) > many:
		w.line("return false")
	case len(set) == 0:
		w.line("return true")
	default:
		w.line("return %s == 0", strings.Join(set, "|"))
	}
	w.line("}")
	w.line("")
}

// gives writes what copies the names that a procedure hands back into its caller.
func (w *writer) gives() {
	w.line("func giveBack(f int32) int32 {")
	w.line("if ld(f+framePrev) == 0 {")
	w.line("return f")
	w.line("}")
	w.line("to := frameAt(ld(f+framePrev))")
	w.line("_ = to")
	w.line("switch ld(f+frameReturn) {")
	for i := range w.p.Ops {
		op := &w.p.Ops[i]
		if op.Code != program.Call || len(w.p.Calls[op.A].Gives) == 0 {
			continue
		}
		w.line("case %d:", i+1)
		for _, g := range w.p.Calls[op.A].Gives {
			if !g.From.T().List {
				w.line("st(to+%d, ld(f+%d))", 4*g.To.At, 4*g.From.At)
				continue
			}
			w.line("setList(to, %d, keep(f+ld(f+%d)<<2, ld(f+%d)), ld(f+%d))", 4*g.To.At, 4*g.From.At, 4*g.From.At+4, 4*g.From.At+4)
			w.line("f = frame")
		}
	}
	w.line("}")
	w.line("return f")
	w.line("}")
	w.line("")
}

// measureEnds writes what looks at the measures of a procedure that ends.
func (w *writer) measureEnds() {
	w.line("func measureEnd(proc, f int32) {")
	w.line("switch proc {")
	for _, p := range w.p.Procs {
		if len(p.OnEnd) == 0 || !w.metered {
			continue
		}
		c := w.code()
		c.measure(p.OnEnd)
		w.line("case %d:", p.Index)
		w.line("me := ld(f + frameMe)")
		w.line("_ = me")
		w.line("spend(%d)", c.cost)
		w.out.WriteString(c.out.String())
	}
	w.line("}")
	w.line("}")
	w.line("")
}

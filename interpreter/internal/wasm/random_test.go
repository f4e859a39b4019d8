package wasm_test

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/wasm"
)

// Random programs do what they say. Each is made twice at once, as text and as a
// closure that does the same.
func TestRandomPrograms(t *testing.T) {
	const runs = 6
	programs := uint64(300)
	if os.Getenv("SOAK") != "" {
		programs = 20_000
	}
	for seed := range programs {
		g := &maker{r: rand.New(rand.NewPCG(seed, 7))}
		text, native, cells := g.program()

		m := run(t, wasm.File{Name: "random.go", Text: text})
		for i := range cells {
			cells[i] = uint32(i) * 2654435761
			m.Memory().WriteUint32Le(64+4*uint32(i), cells[i])
		}
		for range runs {
			a, b := argument(g.r), argument(g.r)
			want := native32(native, a, b)
			require.Equal(t, want, call32(m.ExportedFunction("Main"), a, b), "seed %d, Main(%d, %d) of\n%s", seed, a, b, text)
			for i, want := range cells {
				got, _ := m.Memory().ReadUint32Le(64 + 4*uint32(i))
				require.Equal(t, want, got, "cell %d after seed %d, Main(%d, %d) of\n%s", i, seed, a, b, text)
			}
		}
	}
}

// maker makes programs.
type maker struct {
	r      *rand.Rand
	slots  []types.BasicKind // of the variables that there have been
	scope  []int             // the variables that can be seen
	kept   map[int]bool      // those that only loops change, and places
	places map[int]placed    // those that are places
	loops  []string          // the loops around, by label
	labels []string          // what a goto may name
	n      int
}

// world is what a program works on.
type world struct {
	slots  []uint64
	memory *[64]uint32 // which stays from run to run
	fuel   int
	to     string // where a jump leads
	result uint64
}

type (
	// value is an expression and what it is worth.
	value struct {
		text  string
		of    func(*world) uint64
		fixed bool
	}
	// deed is a statement and what it does.
	deed struct {
		text string
		do   func(*world) signal
	}
	signal int
)

const (
	goOn signal = iota
	breaks
	continues
	returns
	jumps
)

var kinds = []types.BasicKind{types.Int32, types.Uint32, types.Int64, types.Uint64}

const header = `package random

import "math/bits"

const Memory = 1 << 10

func count(x uint64) int32 { return int32(bits.OnesCount64(x)) }
func mix(a, b int32) int32 { return a*31 + b ^ a }
func cell(i int32) int32 { return 64 + (i&63)<<2 }
func get(i int32) int32 { return ld(cell(i)) }
func at(p int32) int32 { return 64 + p<<2 }

//wasm:inline
func next(p int32) int32 {
	if ld(at(p)) > 0 {
		return ld(at(p) + 28)
	}
	return ld(at(p) + 4)
}

//wasm:inline
func choose(yes bool, a, b int32) int32 {
	if yes {
		return a
	}
	return b
}

//wasm:inline
func scan(from, what int32) bool {
	for i := range int32(8) {
		if get(from+i)&3 == what {
			return true
		}
	}
	return what == 3
}

func far(a, b int32) (int32, bool) {
	if a > b {
		return b - a, true
	}
	return a &^ b, false
}

`

func (g *maker) program() (text string, native func(a, b int32) int32, cells *[64]uint32) {
	a, b := g.declare(types.Int32), g.declare(types.Int32)
	var vars strings.Builder
	for _, k := range append(kinds, types.Bool, types.Int32) {
		s := g.declare(k)
		fmt.Fprintf(&vars, "\tvar v%d %s\n\t_ = v%d\n", s, types.Typ[k], s)
	}
	for range 3 {
		s := g.declarePlace()
		fmt.Fprintf(&vars, "\tvar v%d int32\n\t_ = v%d\n", s, s)
	}
	for i := range g.r.IntN(5) {
		g.labels = append(g.labels, fmt.Sprintf("l%d", i))
	}
	var out strings.Builder
	var pieces [][]deed
	used := map[string]bool{}
	for i := range len(g.labels) + 1 {
		var piece []deed
		var body strings.Builder
		for range 1 + g.r.IntN(5) {
			d := g.deed(3, true)
			piece = append(piece, d)
			body.WriteString(d.text)
		}
		pieces = append(pieces, piece)
		if i > 0 {
			fmt.Fprintf(&out, "%s:\n\tfuel--\n\tif fuel < 0 {\n\t\treturn -1\n\t}\n", g.labels[i-1])
		}
		out.WriteString(body.String())
	}
	last := g.value(types.Int32, 3)
	for _, l := range g.labels {
		used[l] = strings.Contains(out.String(), "goto "+l+"\n")
	}
	source := out.String()
	for _, l := range g.labels {
		if !used[l] {
			source = strings.Replace(source, l+":\n", "", 1)
		}
	}
	source = fmt.Sprintf("%sfunc Main(v%d, v%d int32) int32 {\n\tfuel := int32(60)\n\t_ = fuel\n%s%s\treturn %s\n}\n", header, a, b, vars.String(), source, last.text)
	memory := new([64]uint32)
	return source, func(x, y int32) int32 {
		w := &world{slots: make([]uint64, len(g.slots)), memory: memory, fuel: 60}
		w.slots[a], w.slots[b] = uint64(x), uint64(y)
		for at := 0; at < len(pieces); {
			if at > 0 && !w.burn() {
				return -1
			}
			switch g.all(pieces[at], w) {
			case returns:
				return int32(w.result)
			case jumps:
				fmt.Sscanf(w.to, "l%d", &at)
				at++
			default:
				at++
			}
		}
		return int32(last.of(w))
	}, memory
}

func (w *world) burn() bool {
	w.fuel--
	return w.fuel >= 0
}

func (g *maker) declare(k types.BasicKind) int {
	g.slots = append(g.slots, k)
	g.scope = append(g.scope, len(g.slots)-1)
	return len(g.slots) - 1
}

func (g *maker) all(list []deed, w *world) signal {
	for _, d := range list {
		if s := d.do(w); s != goOn {
			return s
		}
	}
	return goOn
}

// variable is one that can be seen, of a kind, or -1.
func (g *maker) variable(k types.BasicKind, toChange bool) int {
	for range 10 {
		if s := g.scope[g.r.IntN(len(g.scope))]; g.slots[s] == k && !(toChange && g.kept[s]) {
			return s
		}
	}
	return -1
}

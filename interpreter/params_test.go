package interpreter_test

import (
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// typed are the packages in which a parameter for a piece, a place, a seat, a card, a word, a procedure or an operation
// has the type of package ref.
var typed = []string{"interpreter/internal/state", "interpreter/internal/machine", "interpreter/internal/program",
	"interpreter/match"}

// bare are the parameters of these packages that are integers of 32 bits, by the reason.
var bare = map[string][]string{
	"the value of a formula, an option, a field or a name, whose type another parameter says": {
		"machine.Match.tellRefused candidate", "machine.Request.LeavesOpen v", "machine.Request.backOf v",
		"machine.Request.blind v", "machine.Request.isRefused v", "machine.Request.offer v", "machine.Request.offerAs v",
		"machine.Show it", "machine.distance v", "machine.opRun.setPicked v", "machine.setTarget.event v",
		"machine.setTarget.event was", "machine.setTarget.event x", "machine.setTarget.to x", "machine.setTarget.word v",
		"machine.setTarget.word x", "machine.taken value", "machine.window.chooseTarget on",
		"machine.window.startPlay target", "match.Voice.Value x", "match.plain.value x", "match.sight.Value x",
		"match.sight.evaluate it", "match.sight.idOf x", "match.sight.namedValue x", "match.viewer.choice value", "match.viewer.valueID x",
		"state.Placement.Write v", "state.Placement.set v",
	},
	"the owner of a field, a player or a piece": {"match.sight.reads of", "state.World.Reads of"},
	"a number that counts something": {
		"machine.Match.PlayRounds n", "machine.Stack.shiftFrames delta", "machine.opRun.takeRoll v",
		"match.batch.isIn at", "match.signed n", "state.Placement.Lying n", "state.Placement.readPlaces n",
	},
	"the index of an option":       {"machine.Often option", "machine.Request.offerAs i", "machine.Request.removeOne i"},
	"the number of a sealed block": {"state.Seal block"},
	"a coded moment":               {"state.UntilOf code"},
}

// outer are the names of seats and viewers that programs pass to the exported functions of package match. These programs
// cannot import package ref.
var outer = []string{"seat", "eyes", "by"}

// A parameter of the domain has a type, so that no seat is passed for a piece.
func TestTypesOfParameters(t *testing.T) {
	var found, allowed []string
	for _, f := range sources(t, false) {
		if !slices.Contains(typed, path.Dir(f.path)) {
			continue
		}
		add := func(name string, of *ast.FuncType) {
			for _, p := range of.Params.List {
				if types.ExprString(p.Type) != "int32" {
					continue
				}
				for _, id := range p.Names {
					_, short, _ := strings.Cut(name, ".")
					if f.Name.Name == "match" && ast.IsExported(short) && slices.Contains(outer, id.Name) {
						continue
					}
					found = append(found, f.Name.Name+"."+name+" "+id.Name)
				}
			}
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				name := n.Name.Name
				if n.Recv != nil {
					name = receiver(n.Recv.List[0].Type) + "." + name
				}
				add(name, n.Type)
			case *ast.TypeSpec:
				if of, ok := n.Type.(*ast.InterfaceType); ok {
					for _, m := range of.Methods.List {
						if fn, ok := m.Type.(*ast.FuncType); ok {
							add(n.Name.Name+"."+m.Names[0].Name, fn)
						}
					}
				}
			}
			return true
		})
	}
	for _, list := range bare {
		allowed = append(allowed, list...)
	}
	slices.Sort(found)
	slices.Sort(allowed)
	assert.Equal(t, strings.Join(allowed, "\n"), strings.Join(found, "\n"),
		"give the parameter a type of package ref, or list it in bare under its reason")
}

package part_test

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/part"
)

// A switch is a reading that is not the default, or a variant. Some play parts the game with it from the
// game without, and a scenario is written that shows it, for every switch of every game; where no scenario of
// the game tells it alone, with what one has it tell besides on both sides. All are tried at length, else a
// few of each game; SWITCH=NAME tries one.
func TestEverySwitchPartsTheGame(t *testing.T) {
	src := interpreter.Sources{{Name: ".", FS: os.DirFS("../../..")}}
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			g := gameOf(t, src, id)
			for i, name := range slices.Sorted(maps.Keys(g.with)) {
				if only := os.Getenv("SWITCH"); only != "" && name != only || only == "" && os.Getenv("SOAK") == "" && i%100 != 3 {
					continue
				}
				var found *part.Report
				for _, pair := range g.with[name] {
					var err error
					found, err = part.Find(t.Context(), g.side(pair[0]), g.side(pair[1]), part.Options{Within: 1})
					require.NoError(t, err)
					if found.Found != nil && found.Found.Text != nil {
						break
					}
				}
				if f := found.Found; assert.NotNil(t, f, "%s: none from %d starts", name, found.Starts) && assert.NoError(t, f.Unsaid, "%s: %s | %s", name, f.Parts[0], f.Parts[1]) {
					t.Logf("%s, after %d:\n%s", name, f.Decisions, f.Text)
				}
			}
		})
	}
}

// switches are those of a game, each with a configuration without it and one with it.
type switches struct {
	t     *testing.T
	src   interpreter.Sources
	rules *interpreter.Rules
	with  map[string][][2]interpreter.Options
}

func (g *switches) side(o interpreter.Options) scenario.Side {
	game, err := g.rules.Game(o)
	require.NoError(g.t, err)
	return scenario.Side{Sources: g.src, Rules: g.rules, Options: o, Game: game}
}

func gameOf(t *testing.T, src interpreter.Sources, id string) *switches {
	rules, err := interpreter.Read(src, id)
	require.NoError(t, err)
	g := &switches{t, src, rules, map[string][][2]interpreter.Options{}}
	readings := map[string]bool{}
	base := g.side(interpreter.Options{})
	for _, r := range base.Game.Syntax.Rulings {
		for _, reading := range r.Readings {
			if r.Kind == "rule" && reading.Name != r.Default.Name {
				readings[r.Name+"="+reading.Name] = true
			}
		}
	}
	files, err := src.Scenarios(id)
	require.NoError(t, err)
	var docs []*source.Node
	var wrong source.Diagnostics
	for _, f := range files {
		doc, found := source.Parse(f.File, source.DefaultLimits())
		docs, wrong = append(docs, doc), append(wrong, found...)
	}
	least := map[string]int{} // so many things together tell it
	for _, doc := range exec.Assemble(docs, true, &wrong) {
		for _, s := range exec.Decode(doc, &wrong) {
			for _, e := range s.Under {
				for i, n := range e.Tells() {
					name := n.String()
					rest := slices.Delete(slices.Clone(e.Names), i, i+1)
					pair := [2]interpreter.Options{together(s.Variant.Name, rest), together(s.Variant.Name, e.Names)}
					switch n := len(e.Names) + len(s.Variant.Name); {
					case !readings[name] || least[name] > 0 && n > least[name]:
					case n == least[name] && !slices.ContainsFunc(g.with[name], func(old [2]interpreter.Options) bool { return reflect.DeepEqual(old, pair) }):
						g.with[name] = append(g.with[name], pair)
					case n != least[name]:
						least[name], g.with[name] = n, [][2]interpreter.Options{pair}
					}
				}
			}
		}
	}
	require.Empty(t, wrong)
	variants, err := rules.Variants()
	require.NoError(t, err)
	for _, name := range variants {
		if len(least) < len(readings) { // the others only a variant can put in force
			for key, reading := range g.side(interpreter.Options{Variant: name}).Game.Program.Readings {
				if n := key + "=" + reading; readings[n] && least[n] == 0 {
					least[n] = 1
					g.with[n] = [][2]interpreter.Options{{{}, {Variant: name}}}
				}
			}
		}
		g.with[name] = [][2]interpreter.Options{{{}, {Variant: name}}}
	}
	require.Len(t, g.with, len(readings)+len(variants))
	return g
}

// together are the options that put some things in force.
func together(variant string, names []exec.Setting) interpreter.Options {
	o := interpreter.Options{Variant: variant}
	for _, n := range names {
		if n.Reading == "" {
			o.Variant = n.Word
		} else {
			if o.Readings == nil {
				o.Readings = map[string]string{}
			}
			o.Readings[n.Word] = n.Reading
		}
	}
	return o
}

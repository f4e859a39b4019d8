package interpreter

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/internal/testing/soak"
)

// Altered makes a configuration of a tree that somebody has changed: that of Tree under the same
// options, in which nodes have been replaced, each with all around it, up to the root. What has
// not been replaced is shared with the game as it is written, so nobody may change it in place.
func (r *Rules) Altered(tree *syntax.Game, opt Options) (*Game, error) {
	written, err := r.written(opt)
	if err != nil {
		return nil, err
	}
	var diags source.Diagnostics
	readings := overlay.Readings(tree, written.picks, &diags)
	maps.Copy(readings, opt.Readings)
	l := *written
	l.base = &base{rules: r, tree: tree, docs: written.docs, asked: written.asked}
	game := l.compile(readings, opt.Cover, written.from(readings, opt.Cover), &diags)
	if err := cmp.Or(r.ctx.Err(), diags.Sorted().Err()); err != nil {
		return nil, err
	}
	return game, nil
}

// An altered game takes over what has not been altered, and yet is to the last node what would
// be compiled from nothing.
func TestAnAlteredGameIsWhatWouldBeCompiledFromNothing(t *testing.T) {
	src := Sources{{Name: "repository", FS: os.DirFS("..")}}
	for _, id := range src.Games() {
		t.Run(id, func(t *testing.T) {
			r, err := Read(src, id)
			require.NoError(t, err)
			written, err := r.Game(Options{})
			require.NoError(t, err)
			before := print(written)
			tree, readings, err := r.Tree(Options{})
			require.NoError(t, err)
			l := r.laid[""]
			all := alterations(tree)
			every := soak.Or(1, 100)
			less, tried := 0, 0
			for i, a := range all {
				if i%every != 0 {
					continue
				}
				alone := *l
				alone.base = &base{rules: r, tree: a.tree, docs: l.docs, asked: l.asked}
				var found source.Diagnostics
				want := alone.compile(readings, false, nil, &found)
				got, err := r.Altered(a.tree, Options{})
				if len(found) > 0 {
					require.Error(t, err, a.what)
					assert.Equal(t, found.Sorted().Err().Error(), err.Error(), a.what)
					continue
				}
				require.NoError(t, err, a.what)
				if print(want) != print(got) {
					t.Errorf("%s: %s", a.what, dump(t, got))
					return
				}
				assert.Equal(t, dump(t, want), dump(t, got), a.what)
				if tried++; 2*got.checked.Work() < want.checked.Work() {
					less++
				}
			}
			t.Logf("%d of %d with less than half the work", less, tried)
			assert.Greater(t, 10*less, soak.Or(8, 6)*tried)
			assert.Equal(t, before, print(written), "the game as it is written is what it was")
		})
	}
}

// alteration is a tree in which something is written otherwise, or anew.
type alteration struct {
	what string
	tree *syntax.Game
}

var number = regexp.MustCompile(`\b[0-9]+\b`)

// alterations has one for each formula, procedure and value of a game.
func alterations(g *syntax.Game) (all []alteration) {
	add := func(what string, change func(g *syntax.Game)) {
		out := *g
		change(&out)
		all = append(all, alteration{what, &out})
	}
	other := func(f *syntax.Formula) *syntax.Formula {
		out := *f
		out.Text = number.ReplaceAllStringFunc(f.Text, func(n string) string {
			i, _ := strconv.Atoi(n)
			return strconv.Itoa(i + 1)
		})
		return &out
	}
	decl := func(list []*syntax.FormulaDecl, i int) []*syntax.FormulaDecl {
		list = slices.Clone(list)
		out := *list[i]
		out.Is = other(out.Is)
		list[i] = &out
		return list
	}
	for i, f := range g.Formulas {
		add("formula "+f.Name, func(g *syntax.Game) { g.Formulas = decl(g.Formulas, i) })
	}
	for i, f := range g.Player.Formulas {
		add("formula of a player "+f.Name, func(g *syntax.Game) { g.Player.Formulas = decl(g.Player.Formulas, i) })
	}
	for i, k := range g.Kinds {
		for j, f := range k.Formulas {
			add("formula of a kind "+f.Name, func(g *syntax.Game) { k := g.OwnKind(i); k.Formulas = decl(k.Formulas, j) })
		}
		for j, c := range k.Cards {
			for n := range c.Formulas {
				add("formula of "+c.Name, func(g *syntax.Game) { c := g.OwnKind(i).OwnCard(j); c.Formulas = decl(c.Formulas, n) })
			}
			for n, v := range c.Values {
				if v.Formula != nil && number.MatchString(v.Formula.Text) {
					add("value of "+c.Name, func(g *syntax.Game) { v := g.OwnKind(i).OwnCard(j).Values[n]; v.Formula = other(v.Formula) })
				}
			}
			add("copies of "+c.Name, func(g *syntax.Game) { g.OwnKind(i).OwnCard(j).Copies++ })
			if c.Play != nil && c.Play.Needs != nil {
				add("needs of "+c.Name, func(g *syntax.Game) {
					c := g.OwnKind(i).OwnCard(j)
					play := *c.Play
					play.Needs = nil
					c.Play = &play
				})
			}
		}
	}
	for i, c := range g.Invariants {
		add("invariant "+c.Name, func(g *syntax.Game) {
			g.Invariants = slices.Clone(g.Invariants)
			out := *c
			out.That = other(c.That)
			g.Invariants[i] = &out
		})
	}
	for i, w := range g.Windows {
		add("window "+w.Name, func(g *syntax.Game) {
			g.Windows = slices.Clone(g.Windows)
			out := *w
			out.Again = nil
			g.Windows[i] = &out
		})
	}
	for _, p := range syntax.AllProcedures(g) {
		add("procedure "+p.Name, func(g *syntax.Game) { g.OwnProcedure(p.Name) })
		n := 0
		syntax.WalkBlock(p.Do, func(*syntax.Step) { n++ })
		for nth := range n {
			add(fmt.Sprintf("step %d of %s", nth, p.Name), func(g *syntax.Game) {
				p, at := g.OwnProcedure(p.Name), 0
				syntax.WalkBlock(p.Do, func(s *syntax.Step) {
					if at++; at-1 == nth {
						alterStep(s, other)
					}
				})
			})
		}
	}
	return all
}

// alterStep drops the condition of a step, or counts otherwise in what it sets or takes.
func alterStep(s *syntax.Step, other func(*syntax.Formula) *syntax.Formula) {
	s.If = nil
	switch do := s.Do.(type) {
	case *syntax.Set:
		out := *do
		out.Sets = slices.Clone(do.Sets)
		for i := range out.Sets {
			out.Sets[i].Value = other(out.Sets[i].Value)
		}
		s.Do = &out
	case *syntax.Choose:
		out := *do
		out.Where, out.Together = nil, nil
		s.Do = &out
	case *syntax.Call:
		s.Verb, s.Do = "finish", &syntax.Finish{Players: &syntax.Formula{Node: &source.Node{Pos: s.Pos}, IsText: true, Text: "players"}}
	}
}

// print tells programs apart in whatever they do not share.
func print(g *Game) string {
	p := g.Program
	w := printer{seen: map[any]string{}}
	return w.of(reflect.ValueOf([]any{p.Units, p.Procs, p.Windows, p.Invariants, p.Measures, p.Bots, p.CardProcs, p.Timed, p.Offers, p.Pictures, p.Asked, p.Readings, p.HeaderLen, p.Spans, g.Schema.Base, g.Schema.Zones, g.Schema.Pieces}))
}

type printer struct{ seen map[any]string }

func (w printer) of(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "-"
		}
		switch x := v.Type(); {
		case strings.HasPrefix(x.String(), "*syntax."), strings.HasPrefix(x.String(), "*source."):
			return x.String()
		case x == reflect.TypeFor[*schema.Card](), x == reflect.TypeFor[*schema.Kind](), x == reflect.TypeFor[*schema.Field](), x == reflect.TypeFor[*schema.ZoneDecl]():
			return x.String() + " " + v.Elem().FieldByName("Name").String()
		case x == reflect.TypeFor[*formula.Slot](): // where it is declared is told by mentions
			return x.String() + w.of(v.Elem().FieldByName("Name")) + w.of(v.Elem().FieldByName("At")) + w.of(v.Elem().FieldByName("Type"))
		}
		key := [2]any{v.UnsafePointer(), v.Type()}
		if said, ok := w.seen[key]; ok {
			return said
		}
		w.seen[key] = "cycle"
		w.seen[key] = fmt.Sprintf("%x", sha256.Sum256([]byte(w.of(v.Elem()))))
		return w.seen[key]
	case reflect.Interface:
		if v.IsNil() {
			return "-"
		}
		return w.of(v.Elem())
	case reflect.Slice, reflect.Array:
		var b strings.Builder
		for i := range v.Len() {
			b.WriteString(w.of(v.Index(i)) + ",")
		}
		return "[" + b.String() + "]"
	case reflect.Map:
		var all []string
		for _, k := range v.MapKeys() {
			all = append(all, w.of(k)+":"+w.of(v.MapIndex(k)))
		}
		sort.Strings(all)
		return "{" + strings.Join(all, ",") + "}"
	case reflect.Struct:
		var b strings.Builder
		for i := range v.NumField() {
			b.WriteString(v.Type().Field(i).Name + "=" + w.of(v.Field(i)) + ";")
		}
		return b.String()
	case reflect.Func:
		return fmt.Sprint(v.IsNil())
	}
	return fmt.Sprint(v)
}

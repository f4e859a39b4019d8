package interpreter

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Game is a game ready to be played: compiled, immutable, shared by matches.
type Game struct {
	ID      string
	Syntax  *syntax.Game
	Schema  *schema.Schema
	Program *program.Program
	clauses map[string]*syntax.Clause
}

// Options say which form of a game is wanted.
type Options struct {
	Variant  string            // a variant of the game; "": the game itself
	Readings map[string]string // ruling key → reading, over the defaults
	Cover    bool              // take note of what is used and cites clauses; slower
	Reassume uint64            // not 0: replace every assumed value by another legal one, by lot of this seed
}

// Language is the version of the rule language that Load reads.
const Language = syntax.Version

// Load reads, checks and compiles a game. On any error it returns all of them,
// as source.Diagnostics or a plain error.
func Load(s Sources, id string, opt Options) (*Game, error) {
	g, diags, err := parse(s, id)
	if err != nil {
		return nil, err
	}
	if len(diags) > 0 {
		// What could not even be read would be missed everywhere else, and said
		// over and over.
		return nil, diags.Sorted()
	}
	picks, err := overlays(s, g, opt, &diags)
	if err != nil {
		return nil, err
	}
	if opt.Reassume != 0 {
		overlay.Reassume(g, opt.Reassume)
	}
	readings := overlay.Readings(g, picks, &diags)
	asked := overlay.Settle(g, readings, &diags)
	sch := schema.Build(g, &diags)
	compile := program.Compile
	if opt.Cover {
		compile = program.CompileForCoverage
	}
	p := compile(sch, readings, &diags)
	for _, key := range asked {
		p.Asked[key] = true
	}
	for _, pick := range picks {
		if !p.Asked[pick.Ruling.Name] && readings[pick.Ruling.Name] == pick.Reading.Name && len(diags) == 0 {
			diags.Add(pick.Reading.Pos, "no rule asks ruling %s, so reading %q of it would change nothing", pick.Ruling.Name, pick.Reading.Name)
		}
	}
	if len(diags) > 0 {
		return nil, diags.Sorted()
	}
	game := &Game{ID: id, Syntax: g, Schema: sch, Program: p, clauses: map[string]*syntax.Clause{}}
	for _, c := range g.Clauses {
		game.clauses[c.Name] = c
	}
	return game, nil
}

// overlays lays the variant that is wanted, and those that it builds on, over
// the game. It returns the readings that they and the options pick, in order.
func overlays(s Sources, g *syntax.Game, opt Options, diags *source.Diagnostics) ([]syntax.ReadingPick, error) {
	var picks []syntax.ReadingPick
	if opt.Variant != "" {
		all, err := variants(s, g.ID.Name, diags)
		if err != nil {
			return nil, err
		}
		names := make([]string, 0, len(all))
		for name := range all {
			names = append(names, name)
		}
		sort.Strings(names)
		if all[opt.Variant] == nil {
			hint := source.DidYouMean(opt.Variant, names)
			if hint == "" {
				hint = "there is " + strings.Join(names, ", ")
			}
			if len(names) == 0 {
				hint = "there are none"
			}
			return nil, fmt.Errorf("%s has no variant %q; %s", g.ID.Name, opt.Variant, hint)
		}
		var chain []*syntax.Variant
		for v := all[opt.Variant]; v != nil; {
			if slices.Contains(chain, v) {
				diags.Add(v.Pos, "variant %s builds on itself", v.Name)
				break
			}
			chain = append(chain, v)
			base := v.BuildsOn
			if v = all[base.Name]; v == nil && base.Name != "" {
				diags.Hint(base.Pos, source.DidYouMean(base.Name, names), "there is no variant %q to build on", base.Name)
			}
		}
		slices.Reverse(chain)
		for _, v := range chain {
			overlay.Apply(g, v, diags)
			picks = append(picks, v.Readings...)
		}
	}
	keys := make([]string, 0, len(opt.Readings))
	for key := range opt.Readings {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		picks = append(picks, syntax.ReadingPick{Ruling: syntax.Ident{Name: key}, Reading: syntax.Ident{Name: opt.Readings[key]}})
	}
	return picks, nil
}

// Variants lists the variants of a game, by name. What is wrong with any of
// their files comes as Diagnostics.
func Variants(s Sources, game string) ([]string, error) {
	var diags source.Diagnostics
	all, err := variants(s, game, &diags)
	if err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(all)), diags.Sorted().Err()
}

// variants reads the variants of a game, by name.
func variants(s Sources, game string, diags *source.Diagnostics) (map[string]*syntax.Variant, error) {
	files, err := s.files("variants/" + game)
	if err != nil {
		return nil, err
	}
	out := map[string]*syntax.Variant{}
	for _, f := range files {
		n, d := source.Parse(f, source.DefaultLimits())
		*diags = append(*diags, d...)
		if n == nil {
			continue
		}
		v := syntax.DecodeVariant(n, diags)
		if old := out[v.Name]; old != nil {
			diags.Hint(v.Pos, "the other is at "+old.Pos.String(), "there are two variants called %q", v.Name)
			continue
		}
		out[v.Name] = v
	}
	return out, nil
}

// parse reads the files of a game into one tree.
func parse(s Sources, id string) (*syntax.Game, source.Diagnostics, error) {
	files, err := s.files("cards/" + id)
	if err != nil {
		return nil, nil, err
	}
	if len(files) == 0 {
		return nil, nil, unknownGame(s, id)
	}
	docs, diags := readAll(files)
	g, d := syntax.Decode(docs)
	return g, append(diags, d...), nil
}

// readAll parses files, which is most of the work of loading a game, several at
// once; what comes out is in the order of the files.
func readAll(files []*source.File) ([]*source.Node, source.Diagnostics) {
	docs := make([]*source.Node, len(files))
	found := make([]source.Diagnostics, len(files))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		wg.Go(func() {
			for i := range next {
				docs[i], found[i] = source.Parse(files[i], source.DefaultLimits())
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	return docs, slices.Concat(found...)
}

func unknownGame(s Sources, id string) error {
	games := s.Games()
	hint := source.DidYouMean(id, games)
	if hint == "" {
		hint = "there is " + strings.Join(games, ", ")
	}
	if len(games) == 0 {
		hint = "there is none at all"
	}
	return fmt.Errorf("there is no game %q; %s", id, hint)
}

// Clause returns the clause with that id, or nil.
func (g *Game) Clause(id string) *syntax.Clause { return g.clauses[id] }

// ClauseIDs lists the ids of all clauses, in order.
func (g *Game) ClauseIDs() []string {
	out := make([]string, 0, len(g.Syntax.Clauses))
	for _, c := range g.Syntax.Clauses {
		out = append(out, c.Name)
	}
	return out
}

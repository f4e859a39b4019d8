package scenario

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// configs holds the configurations of a game in which scenarios run. They are made on demand.
// Configurations of one program differ only in a few bytes, so all are kept.
type configs struct {
	id    string          // of the game
	ctx   context.Context // when done, no more configurations are made
	rules *interpreter.Rules
	load  interpreter.Options // common options
	mu    sync.Mutex
	kept  map[string]*config
	games []*exec.Game // one for each program
	// The variants of the game; nil until needed.
	variants []string
	left     atomic.Int64 // units that have not run yet
	// errors of variants that do not load, by variant; "" is for files shared by all variants
	broken map[string]source.Diagnostics
	// unplayable maps a configuration to the reasons why no match of it can begin.
	unplayable map[string]source.Diagnostics
}

func newConfigs(ctx context.Context, rules *interpreter.Rules, load interpreter.Options) *configs {
	return &configs{id: rules.ID, ctx: ctx, rules: rules, load: load, kept: map[string]*config{},
		broken: map[string]source.Diagnostics{}, unplayable: map[string]source.Diagnostics{}}
}

// forget drops the configurations and keeps the errors.
func (c *configs) forget() {
	for _, x := range c.kept {
		x.game, x.brokenAtStart = nil, nil
	}
	c.rules, c.kept, c.games = nil, nil, nil
}

// NameOf returns the name of a configuration in the syntax of keys of `under`; "" is the plain
// game.
func NameOf(opt interpreter.Options) string {
	all := spec.Settings(opt.Variant)
	for key, reading := range opt.Readings {
		all = append(all, spec.Setting{Word: key, Reading: reading})
	}
	return spec.Named(all)
}

// addSettings returns the name of a configuration with additional settings.
func addSettings(name string, more ...spec.Setting) string {
	all := slices.DeleteFunc(spec.Settings(name), func(was spec.Setting) bool {
		return slices.ContainsFunc(more, func(n spec.Setting) bool { return n.Replaces(was) })
	})
	return spec.Named(append(all, more...))
}

// without returns the name of a configuration without a setting. The base's reading of the same
// ruling, if any, takes its place.
func without(name string, n spec.Setting, base string) string {
	all := slices.DeleteFunc(spec.Settings(name), n.Replaces)
	instead := slices.DeleteFunc(spec.Settings(base), func(was spec.Setting) bool { return !n.Replaces(was) })
	return spec.Named(append(all, instead...))
}

// config is a configuration: a game with variants applied and readings in force.
type config struct {
	game *exec.Game
	name string
	err  error // why there is no game; nil if there is one
	make sync.Once
	// Returns the invariants that are false at the start; computed after a run has failed on
	// one.
	brokenAtStart func() []source.Pos
}

// get returns the configuration with a name, and makes it if necessary.
func (c *configs) get(name string) *config {
	x := c.find(name)
	x.make.Do(func() {
		if x.err = c.ctx.Err(); x.err == nil {
			var g *interpreter.Game
			if g, x.err = c.rules.Game(c.options(name)); x.err == nil {
				x.game, x.brokenAtStart = c.prepared(g), sync.OnceValue(g.BrokenAtStart)
			}
		}
	})
	return x
}

// doesNotLoad reports whether a variant has errors, and records them. An unknown variant is
// reported at the line that names it.
func (c *configs) doesNotLoad(variant string) bool {
	if variant == "" {
		return false
	}
	var found source.Diagnostics
	if !errors.As(c.get(variant).err, &found) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken[variant] = found
	return true
}

// faults returns the errors of variants that do not load.
func (c *configs) faults() (all source.Diagnostics) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, found := range c.broken {
		all = append(all, found...)
	}
	own := c.unplayable[""]
	all = append(all, own...)
	for _, found := range c.unplayable {
		for _, d := range found {
			if !slices.ContainsFunc(own, d.Same) {
				all = append(all, d)
			}
		}
	}
	return all.Sorted()
}

// cannotBegin reports whether the invariant at pos is false at the start of every match in a
// configuration, and records that. Failures there say nothing about a scenario.
func (c *configs) cannotBegin(x *config, pos source.Pos) bool {
	if pos.File == nil || x.brokenAtStart == nil || !slices.Contains(x.brokenAtStart(), pos) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var found source.Diagnostics
	if c.unplayable[x.name] == nil && errors.As(x.game.Starts(), &found) {
		c.unplayable[x.name] = found
	}
	return true
}

// isConsequence reports whether a failure only follows from an unplayable configuration: its own, or
// one with which it is compared.
func (c *configs) isConsequence(config string) bool {
	return c.unplayable[""] != nil || c.unplayable[config] != nil || c.unplayable[spec.InForce(config).Variant] != nil
}

func (c *configs) options(name string) interpreter.Options {
	opt, in := c.load, spec.InForce(name)
	opt.Variant, opt.Readings = in.Variant, in.Readings
	return opt
}

func (c *configs) find(name string) *config {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept[name] == nil {
		c.kept[name] = &config{name: name}
	}
	return c.kept[name]
}

// prepared prepares a configuration for scenarios. It shares prepared scenarios with other
// configurations of the same program.
func (c *configs) prepared(g *interpreter.Game) *exec.Game {
	c.mu.Lock()
	defer c.mu.Unlock()
	x := exec.In(g, c.games...)
	if !slices.ContainsFunc(c.games, func(o *exec.Game) bool { return o.Schema == g.Schema }) {
		c.games = append(c.games, x)
	}
	return x
}

// has reports whether a variant is applied to the game.
func (x *config) has(variant string) bool {
	return slices.ContainsFunc(x.game.Variants, func(v *syntax.Variant) bool { return v.Name == variant })
}

// appliesTo reports whether a scenario applies to the configuration: it is about the plain game, or about a variant in
// force.
func (x *config) appliesTo(s *spec.Scenario) bool {
	return s.Variant.Name == "" || x.has(s.Variant.Name)
}

// hasInForce reports whether a setting is in force: a reading, or a variant.
func (x *config) hasInForce(n spec.Setting) bool {
	if n.Reading == "" {
		return x.has(n.Word)
	}
	return x.game.Program.Readings[n.Word] == n.Reading
}

// adds reports whether a setting is in force in x but not in base.
func (x *config) adds(base *config, n spec.Setting) bool {
	return x.hasInForce(n) && !base.hasInForce(n)
}

// changesPrinted reports whether variants of x that base lacks change printed values.
func (x *config) changesPrinted(base *config) bool {
	return slices.ContainsFunc(x.game.Variants, func(v *syntax.Variant) bool {
		return len(v.Cards) > 0 && !base.has(v.Name)
	})
}

// title returns the prefix of messages about the configuration.
func (x *config) title() string {
	if x.name == "" {
		return "by default"
	}
	return "under " + x.name
}

// blame reports the errors of a configuration at the position that names it.
func (x *config) blame(pos source.Pos, d *source.Diagnostics) {
	var found source.Diagnostics
	if !errors.As(x.err, &found) {
		d.Add(pos, "%s", x.err)
		return
	}
	for _, one := range found {
		if one.Pos.File == nil {
			one.Pos = pos
		}
		*d = append(*d, one)
	}
}

// base returns the scenario's own configuration: the plain game, or its variant.
func (c *configs) base(s *spec.Scenario, d *source.Diagnostics) *config {
	x := c.get(s.Variant.Name)
	if x.err != nil {
		x.blame(s.Variant.Pos, d)
		return nil
	}
	return x
}

// combined returns the configuration in which the settings of several entries are in force, or nil if
// no variant builds on all the variants named.
func (c *configs) combined(base *config, names map[string]spec.Setting) *config {
	laid := base
	for _, key := range slices.Sorted(maps.Keys(names)) {
		if n := names[key]; n.Reading == "" && !laid.has(n.Word) {
			x := c.get(n.Word)
			if laid != base && !x.has(laid.name) {
				return nil
			}
			laid = x
		}
	}
	var readings []spec.Setting
	for _, n := range names {
		if n.Reading != "" && laid.game.Program.Readings[n.Word] != n.Reading {
			readings = append(readings, n)
		}
	}
	return c.get(addSettings(laid.name, readings...))
}

// checkSetting reports settings of an entry that do not exist or are already in force. A variant is
// loaded only if the entry will run; otherwise only its existence is checked.
func (c *configs) checkSetting(base *config, e *spec.Entry, runs bool, d *source.Diagnostics) {
	laid := base
	for _, n := range e.Names {
		switch {
		case n.Reading != "":
		case runs:
			if laid = c.variantConfig(base, laid, n, d); laid == nil {
				return
			}
		default:
			laid = nil
			c.hasVariant(base, n, d)
		}
	}
	seen := map[string]bool{}
	for _, n := range e.Names {
		if n.Reading == "" {
			continue
		}
		if seen[n.Word] {
			d.Add(n.Pos, "an entry can have only one reading of ruling %s", n.Word)
		}
		seen[n.Word] = true
		if laid != nil {
			laid.checkReading(n, d)
		}
	}
}

// hasVariant reports a variant that does not exist. It also suggests readings, in case one was
// meant.
func (c *configs) hasVariant(base *config, n spec.Setting, d *source.Diagnostics) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.variants == nil {
		c.variants, _ = c.rules.Variants() // errors in their files are reported when they are applied
	}
	if !slices.Contains(c.variants, n.Word) {
		among := slices.Clone(c.variants)
		for _, r := range base.game.Syntax.Rulings {
			among = append(among, r.Name+"=")
		}
		d.Unknown(n.Pos, n.Word, among, "%s has no variant %q", c.rules.ID, n.Word)
	}
}

// variantConfig returns the configuration of a variant that an entry names, or nil if it does not load.
func (c *configs) variantConfig(base, laid *config, n spec.Setting, d *source.Diagnostics) *config {
	x := c.get(n.Word)
	switch {
	case c.doesNotLoad(n.Word):
		return nil
	case laid != base:
		d.Hint(n.Pos, "write a variant that builds on both", "an entry can name only one variant")
	case x.err != nil:
		x.blame(n.Pos, d)
	case base.has(n.Word):
		d.Add(n.Pos, "variant %s is already in use", n.Word)
	case base.name != "" && !x.has(base.name):
		d.Add(n.Pos, "the scenario belongs to variant %s, but variant %s does not build on it", base.name, n.Word)
	default:
		return x
	}
	return laid
}

// checkReading reports a reading that does not exist or is already in force.
func (x *config) checkReading(n spec.Setting, d *source.Diagnostics) {
	i := slices.IndexFunc(x.game.Syntax.Rulings, func(r *syntax.Ruling) bool { return r.Name == n.Word })
	if i < 0 {
		keys := syntax.NamesOf(x.game.Syntax.Rulings)
		d.Unknown(n.Pos, n.Word, keys, "there is no ruling %q", n.Word)
		return
	}
	all := syntax.NamesOf(x.game.Syntax.Rulings[i].Readings)
	switch {
	case !slices.Contains(all, n.Reading):
		d.UnknownOr(n.Pos, n.Reading, all, "it has "+strings.Join(all, ", "), "ruling %s has no reading %q", n.Word,
			n.Reading)
	case x.game.Program.Readings[n.Word] == n.Reading:
		d.Add(n.Pos, "%s=%s is in force anyway", n.Word, n.Reading)
	}
}

// addedSettings returns the settings that are in force in x but not in base.
func (x *config) addedSettings(base *config) []spec.Setting {
	was := spec.Settings(base.name)
	return slices.DeleteFunc(spec.Settings(x.name), func(n spec.Setting) bool { return slices.Contains(was, n) })
}

// readings returns the readings that are in force in x but not in base.
func (x *config) readings(base *config) (out []spec.Setting) {
	for _, r := range base.game.Syntax.Rulings {
		if reading, has := x.game.Program.Readings[r.Name]; has && reading != base.game.Program.Readings[r.Name] {
			out = append(out, spec.Setting{Word: r.Name, Reading: reading})
		}
	}
	return out
}

// least returns base with a smallest set of the settings of x that still makes a difference.
func (c *configs) least(x, base *config, differs func(*config) bool) *config {
	least(x.addedSettings(base), func(rest []spec.Setting) bool {
		y := c.get(addSettings(base.name, rest...))
		if y.err != nil || !differs(y) {
			return false
		}
		x = y
		return true
	})
	return x
}

// least reduces a list of settings as long as the rest still makes a difference. Each attempt
// compiles a configuration, so it tries to drop halves, then quarters, and so on. The first
// entries are dropped last, because readings may need the variant.
func least(names []spec.Setting, differs func(rest []spec.Setting) bool) []spec.Setting {
	names = slices.Clone(names)
	slices.Reverse(names)
	for size := (len(names) + 1) / 2; size > 0; size /= 2 {
		for from := 0; from < len(names); {
			to := min(from+size, len(names))
			if rest := slices.Concat(names[:from], names[to:]); differs(rest) {
				names = rest
			} else {
				from = to
			}
		}
	}
	slices.Reverse(names)
	return names
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/balance"
	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/play"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/source"
)

// simFlags holds the flags of `moraine sim`.
type simFlags struct {
	rules
	players int
	games   int64
	seed    uint64
	bots    simBots
	until   string
	shard
	reportFlags
	jobs   int
	strict bool
	goOn   bool
	vary   []string
	rank   sensitivityFlags
	study  bool
}

// sensitivityFlags holds the flags of `moraine sim --sensitivity`.
type sensitivityFlags struct {
	values string
	about  string
	budget int64
}

var simFormats = []string{"pretty", "json", "csv", "markdown", "html"}

func newSim(a *app) *cobra.Command {
	f := &simFlags{reportFlags: inFormats(simFormats...)}
	cmd := &cobra.Command{
		Use:   "sim GAME",
		Short: "Play many matches between bots, and report how often each seat wins and the values of measures",
		Long: `Play many matches between bots and report the results: how often each seat wins and
the measures of the game, with 95 % intervals, and the options that were never taken.
An invariant that is broken at the end of a match (with --strict after any step), or
any other error in the rules, stops the run; with --go-on such matches are counted
and left out of all results, and the exit code is that of the first error.

The same seed gives the same results, independent of --jobs. --shard i/n plays one of
n parts, for example on several machines; moraine report combines their files into
the same bytes that --report json=FILE writes for the whole run. An interrupted run
reports the matches before the first unfinished one.

With --vary, the same matches are played once for each value of a card field
(CARD.FIELD), of the copies of a card (CARD.copies), of a declared number, of a ruling,
or of the variant. Several --vary flags play all combinations of their values.

With --sensitivity, the values of the game are ranked by the effect that one step
up or down has: assumed for those that no text states, all for all, or those that
a FILE names, one on each line. --budget limits the matches. With --policy all, each
bot plays them, and the report says which conclusions change with the player. With
--choices, every option and card is listed with the win shares of the seats that took
it and of those that did not.

By default all seats have the bot that the game declares first, or random if it declares
none. A --policy is random, a bot of the game, mcts=NODES, learned (see moraine learn),
or your own program exec:PROGRAM, which decides over JSON-RPC (cmd/moraine/README.md);
each job starts its own process. --policy all compares the bots of the game with each
other, in --games matches of each pair, and warns if a better one is not used. If you
give one policy for each seat, they rotate by one seat from match to match, so that
each plays in every seat. With --seat they do not rotate.`,
		Example: `  moraine sim GAME --players 4 --games 10000 --policy greedy
  moraine sim GAME --policy greedy,random --players 2 --report html=sim.html
  moraine sim GAME --policy all --games 200
  moraine sim GAME --vary CARD.FIELD=1..5 --vary RULING=READING,READING
  moraine sim GAME --sensitivity assumed --policy greedy --budget 200000
  moraine sim GAME --players 2 --seat blue=exec:./bot
  moraine sim GAME --choices --policy greedy
  moraine sim GAME --until-width 0.5% --games 1000000
  moraine sim GAME --games 1000000 --shard 3/16 --report json=part3.json`,
		Args:              argCount(1, 1, "a GAME"),
		ValidArgsFunction: a.games(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.sim(cmd.Context(), args, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.players, "players", 0, "number of players (0: the maximum)")
	flags.Int64Var(&f.games, "games", 1000, "maximum number of matches")
	flags.Uint64Var(&f.seed, "seed", 1, "`seed` of the dice, draws and bots")
	f.bots.addTo(a, cmd)
	flags.StringVar(&f.until, "until-width", "",
		"stop when all 95% intervals of win shares, or of a measure, are narrower than `[MEASURE=]WIDTH`; checked after 1000, 2000, 4000, … matches")
	f.shard.addTo(cmd, "play only part `i/n` of the matches; moraine report combines the parts")
	f.reportFlags.addTo(a, cmd)
	addJobs(cmd, &f.jobs, "number of matches played in parallel (0: one per processor)")
	flags.BoolVar(&f.strict, "strict", false, "check the invariants after every step (slower)")
	flags.BoolVar(&f.goOn, "go-on", false,
		"go on after a match that an error in the rules stops, and count these matches")
	f.rules.addTo(cmd)
	flags.StringArrayVar(&f.vary, "vary", nil,
		"play the same matches with each of these values; as `NAME=1..5` or NAME=VALUE,VALUE (repeatable: crossed)")
	flags.StringVar(&f.rank.values, "sensitivity", "",
		"rank the values by the effect of one step (`VALUES`: assumed, all, or those named in a FILE)")
	flags.StringVar(&f.rank.about, "about", balance.WinsBySeat,
		"with --sensitivity: the `measure` by which values are ranked")
	flags.Int64Var(&f.rank.budget, "budget", 100_000,
		"with --sensitivity: the maximum number of `matches`, in all configurations")
	flags.BoolVar(&f.study, "choices", false,
		"list how often each option is taken, and who wins; also cards, with and without them")
	apart(cmd, "choices", "vary sensitivity shard until-width")
	apart(cmd, "sensitivity", "vary games shard until-width")
	apart(cmd, "until-width", "shard vary")
	apart(cmd, "go-on", "choices sensitivity vary")
	return cmd
}

func (a *app) sim(ctx context.Context, args []string, f *simFlags) error {
	opt, err := f.options()
	if err != nil {
		return err
	}
	data, err := a.layers()
	if err != nil {
		return err
	}
	game, err := a.oneGame(data, args[0], &f.rules)
	if err != nil {
		return err
	}
	if opt.Hash, _, err = data.Hash(game.ID); err != nil {
		return err
	}
	if err := f.bots.seat(game, &opt); err != nil {
		return err
	}
	f.bots.ctx = ctx
	defer f.bots.close()
	opt.Progress, opt.Outside = a.bar.show, f.bots.get
	a.noteLearned(game, opt.Policies, opt.Players)
	var ladder bool
	if opt.Policies, ladder = simulate.Expand(game, opt.Policies); ladder {
		if f.rank.values != "" && len(f.bots.seats) == 0 {
			return a.sensitivity(ctx, data, game, f, opt, opt.Policies)
		}
		return a.ladder(ctx, game, f, opt)
	}
	if err := opt.NameOpponents(ctx, game); err != nil {
		return err
	}
	if f.study {
		s, err := simulate.RunStudy(ctx, game, opt)
		if err != nil {
			return withReplayHint(err, game.ID, opt.Rules)
		}
		return a.report(&f.reportFlags, simWriter(s, game, a.lang))
	}
	if f.rank.values != "" {
		return a.sensitivity(ctx, data, game, f, opt, nil)
	}
	if f.vary != nil {
		return a.sweep(ctx, data, game, f, opt)
	}
	r, err := simulate.Run(ctx, game, opt)
	var failed error
	if r != nil {
		failed = withReplayHint(r.Failed.Err(), game.ID, opt.Rules)
	}
	if r == nil || r.Games == 0 && (f.of == 0 || failed == nil) { // a part of failed matches can be merged with others
		return cmp.Or(withReplayHint(err, game.ID, opt.Rules), failed)
	}
	if err != nil && f.of > 0 { // a part is written completely or not at all
		f.files = nil
	}
	if err := a.report(&f.reportFlags, simWriter(r, game, a.lang)); err != nil {
		return err
	}
	if err == nil && f.until != "" && !r.Narrow(opt.Until) {
		return failing(exitMissed,
			fmt.Errorf("--until-width %s: the intervals are still wider after %d matches", f.until, r.Games))
	}
	return cmp.Or(err, failed)
}

// ladder compares policies with each other.
func (a *app) ladder(ctx context.Context, game *interpreter.Game, f *simFlags, opt simulate.Options) error {
	if f.study || f.vary != nil || f.of > 0 || f.until != "" || len(f.bots.seats) > 0 || f.goOn {
		return errors.New("--policy all compares the bots of the game; use it without --choices, --vary, --shard, --until-width, --seat and --go-on")
	}
	l, err := simulate.RunLadder(ctx, game, opt)
	if err != nil {
		return withReplayHint(err, game.ID, opt.Rules)
	}
	return a.report(&f.reportFlags, simWriter(l, game, a.lang))
}

// simBots holds the flags for the bots of matches.
type simBots struct {
	outsiders
	policies []string
	seats    []string
}

func (b *simBots) addTo(a *app, cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&b.policies, "policy", nil,
		"`policy` that decides, for all seats or each (repeatable; default: the bot that the game declares first)")
	flags.StringArrayVar(&b.seats, "seat", nil,
		"the policy of one seat, as `SEAT=BOT` (repeatable); then all keep their seats")
	b.outsiders.addTo(a, cmd)
}

// seat assigns the policies of --seat.
func (b *simBots) seat(g *interpreter.Game, o *simulate.Options) error {
	if len(b.seats) == 0 {
		return nil
	}
	least, most := g.Players()
	if o.Players == 0 {
		o.Players = most
	}
	if o.Players < least || o.Players > most {
		return nil // reported by package simulate
	}
	if len(o.Policies) == 0 {
		o.Policies = []string{g.DefaultBot()}
	}
	if len(o.Policies) == 1 {
		o.Policies = slices.Repeat(o.Policies, o.Players)
	}
	if len(o.Policies) != o.Players {
		return nil
	}
	o.Policies, o.Fixed = slices.Clone(o.Policies), true
	return play.Assign(g.Seats()[:o.Players], o.Policies, b.seats)
}

func (f *simFlags) options() (opt simulate.Options, err error) {
	opt = simulate.Options{
		Players: f.players, Games: f.games, Seed: f.seed, Policies: f.bots.policies, Shard: f.part, Shards: f.of,
		Jobs: f.jobs, Strict: f.strict, GoOn: f.goOn,
		Rules: f.load, Version: version(),
	}
	switch {
	case f.games < 1:
		return opt, fmt.Errorf("--games %d: at least 1", f.games)
	case f.of > 0 && !slices.ContainsFunc(f.files, func(r reportFile) bool { return r.format == "json" }):
		return opt, errors.New("--shard writes its results to a file; add --report json=FILE")
	case f.until != "":
		if opt.Until, err = simulate.ParseWidth(f.until); err != nil {
			return opt, fmt.Errorf("--until-width %s: %w", f.until, err)
		}
	}
	return opt, nil
}

// sweep plays the matches of a sweep.
func (a *app) sweep(ctx context.Context, data interpreter.Sources, game *interpreter.Game, f *simFlags,
	opt simulate.Options) error {
	lab, err := balance.New(data, game, f.load)
	if err != nil {
		return err
	}
	axes, err := lab.Axes(f.vary)
	if err != nil {
		return err
	}
	s, err := lab.Sweep(ctx, axes, opt)
	if s == nil || len(s.Points) == 0 {
		return err
	}
	if err != nil { // a file of a sweep is written completely or not at all
		f.files = nil
	}
	return cmp.Or(a.report(&f.reportFlags, simWriter(s, game, a.lang)), err)
}

// simReport is a result of matches.
type simReport interface {
	Speak(g *interpreter.Game, lang string)
	WriteJSON(w io.Writer) error
	WriteCSV(w io.Writer) error
	Doc() *doc.Doc
}

func simWriter(r simReport, game *interpreter.Game, lang string) writer {
	inIDs := func(write func(io.Writer) error) func(io.Writer) error { // formats for programs keep identifiers
		return func(w io.Writer) error {
			r.Speak(nil, "")
			return write(w)
		}
	}
	return docWriter(func() *doc.Doc {
		r.Speak(game, cmp.Or(lang, "en"))
		return r.Doc()
	}, forms{"json": inIDs(r.WriteJSON), "csv": inIDs(r.WriteCSV)})
}

// sensitivity ranks values of a game, for each of several policies if there are any.
func (a *app) sensitivity(ctx context.Context, data interpreter.Sources, game *interpreter.Game, f *simFlags,
	opt simulate.Options, policies []string) error {
	lab, err := balance.New(data, game, f.load)
	if err != nil {
		return err
	}
	if err := lab.KnowsMeasure(f.rank.about); err != nil {
		return fmt.Errorf("--about: %w", err)
	}
	names, err := a.valuesOf(lab, f.rank.values)
	if err != nil {
		return err
	}
	rank := func() (*balance.Sensitivity, error) {
		if policies == nil {
			return lab.Sensitivity(ctx, names, f.rank.about, f.rank.budget, opt)
		}
		return lab.SensitivityFor(ctx, policies, names, f.rank.about, f.rank.budget, opt)
	}
	s, err := rank()
	if err != nil {
		return err
	}
	return a.report(&f.reportFlags, simWriter(s, game, a.lang))
}

// valuesOf returns the names of the values that --sensitivity selects.
func (w *World) valuesOf(lab *balance.Lab, which string) ([]string, error) {
	var names []string
	switch which {
	case "assumed":
		names = lab.Assumed()
	case "all":
		names = lab.All()
	default:
		limit := files.Limit{File: 1 << 20}
		text, err := limit.ReadFile(w.abs(which))
		if err != nil {
			if near := source.DidYouMean(which, []string{"assumed", "all"}); near != "" {
				return nil, fmt.Errorf("--sensitivity %s: %w; %s", which, err, near)
			}
			return nil, fmt.Errorf("--sensitivity %s: write assumed, all, or a file with a name on each line: %w",
				which, err)
		}
		return lab.Listed(&source.File{Name: which, Text: text})
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("--sensitivity %s: the game has no such value", which)
	}
	return names, nil
}

// withReplayHint adds to the error of a match that broke off the exit code and the command that
// replays the match. configs are the configurations that were played.
func withReplayHint(err error, game string, configs ...interpreter.Options) error {
	var b *simulate.BrokeOff
	if !errors.As(err, &b) {
		return err
	}
	see := fmt.Sprintf("moraine play %s --players %d --seed %d%s", game, len(b.Seats), b.Seed, asFlags(configs[b.Side]))
	code := exitUsage
	var fault *interpreter.Fault
	if errors.As(err, &fault) && fault.Limit || errors.As(err, new(*engine.BotError)) {
		code = exitInternal
	}
	for _, seat := range b.Seats {
		if strings.Contains(seat, " ") {
			seat = "'" + seat + "'"
		}
		see += " --seat " + seat
	}
	return failing(code, fmt.Errorf("%w\nTo see this match: %s", err, see))
}

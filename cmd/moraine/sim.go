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
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
)

// simFlags holds the flags of `moraine sim`.
type simFlags struct {
	rules
	players  int
	games    int64
	seed     uint64
	policies []string
	until    string
	shard
	out string
	reportFlags
	jobs   int
	strict bool
	vary   []string
}

var simFormats = []string{"pretty", "json", "csv", "html"}

func newSim(a *app) *cobra.Command {
	f := &simFlags{reportFlags: inFormats(simFormats...)}
	cmd := &cobra.Command{
		Use:   "sim GAME",
		Short: "Play many matches between bots, and report who wins and what the game measures",
		Long: `Play many matches between bots and say what they come to: who wins, and what the
game measures, with 95 % intervals; and what never came up. An invariant that is
broken at the end of a match (with --strict after any step), and any other
fault, stops the run.

The same seed gives the same results, whatever --jobs is and however the
matches are handed out: --shard i/n plays one of n parts, and moraine merge puts
their files together, to the very bytes that --report json=FILE writes of the whole. An interrupted run reports the matches up to the first that is not
over.

With --vary, the same matches are played at every point: with each value of a
datum of a card (CARD.FIELD), of its copies (CARD.copies), of a declared number,
of a ruling, or of the variant. Several --vary are crossed.

A --policy is random, a bot of the game, or mcts=NODES. Given one for each seat,
they move on by a seat from match to match, so that each sits everywhere.`,
		Example: `  moraine sim GAME --players 4 --games 10000 --policy greedy
  moraine sim GAME --policy greedy,random --players 2 --report html=sim.html
  moraine sim GAME --vary CARD.FIELD=1..5 --vary RULING=READING,READING
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
	flags.StringSliceVar(&f.policies, "policy", []string{simulate.Random}, "who decides: one `policy` for all seats, or one for each (repeatable)")
	flags.StringVar(&f.until, "until-width", "", "stop when all 95% intervals of win shares, or of a measure, are narrower than `[MEASURE=]WIDTH`; checked after 1000, 2000, 4000, … matches")
	f.shard.addTo(cmd, "play only part `i/n` of the matches, for moraine merge")
	flags.StringVar(&f.out, "out", "", "the same as --report json=`FILE`, but only for whole runs")
	_ = flags.MarkHidden("out") // the flag in earlier versions
	f.reportFlags.addTo(a, cmd)
	addJobs(cmd, &f.jobs, "number of matches run at once (0: one per processor)")
	flags.BoolVar(&f.strict, "strict", false, "check the invariants after every step (slower)")
	f.rules.addTo(cmd)
	flags.StringArrayVar(&f.vary, "vary", nil, "play the matches with each of these values, as `NAME=1..5` or NAME=VALUE,VALUE (repeatable: crossed)")
	cmd.MarkFlagsMutuallyExclusive("until-width", "shard")
	cmd.MarkFlagsMutuallyExclusive("until-width", "vary")
	cmd.MarkFlagsMutuallyExclusive("out", "vary")
	return cmd
}

func (a *app) sim(ctx context.Context, args []string, f *simFlags) error {
	opt, err := f.options()
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := a.mayWrite("--out "+f.out, f.out, "json", f.files); err != nil {
			return err
		}
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
	opt.Progress = a.bar.show
	if f.vary != nil {
		return a.sweep(ctx, data, game, f, opt)
	}
	r, err := simulate.Run(ctx, game, opt)
	if r == nil || r.Games == 0 {
		return withReplayHint(err, game.ID, opt.Rules)
	}
	if err == nil && f.out != "" {
		if err := a.write(f.out, r.WriteJSON); err != nil {
			return err
		}
	}
	if err != nil && f.of > 0 { // a part is written completely or not at all
		f.files = nil
	}
	if err := a.report(&f.reportFlags, simWriter(r, game, a.lang)); err != nil {
		return err
	}
	if err == nil && f.until != "" && !r.Narrow(opt.Until) {
		return failing(exitMissed, fmt.Errorf("--until-width %s: not after %d matches", f.until, r.Games))
	}
	return err
}

// options returns the options for the flags.
func (f *simFlags) options() (opt simulate.Options, err error) {
	opt = simulate.Options{
		Players: f.players, Games: f.games, Seed: f.seed, Policies: f.policies, Shard: f.part, Shards: f.of, Jobs: f.jobs, Strict: f.strict,
		Rules: f.load, Version: version(),
	}
	switch {
	case f.games < 1:
		return opt, fmt.Errorf("--games %d: at least 1", f.games)
	case f.of > 0 && f.out == "" && !slices.ContainsFunc(f.files, func(r reportFile) bool { return r.format == "json" }):
		return opt, errors.New("--shard: say with --report json=FILE where its results go")
	case f.until != "":
		if opt.Until, err = simulate.ParseWidth(f.until); err != nil {
			return opt, fmt.Errorf("--until-width %s: %w", f.until, err)
		}
	}
	return opt, nil
}

func simWriter(r *simulate.Results, game *interpreter.Game, lang string) writer {
	return func(w io.Writer, format string, _ page) error {
		speaks := lang
		if format == "html" { // a page uses the names of the game
			speaks = cmp.Or(lang, "en")
		}
		r.Speak(game, speaks)
		switch format {
		case "json":
			return r.WriteJSON(w)
		case "csv":
			return r.WriteCSV(w)
		case "html":
			return r.WriteHTML(w)
		}
		return r.WritePretty(w)
	}
}

// sweep plays the matches of a sweep.
func (a *app) sweep(ctx context.Context, data interpreter.Sources, game *interpreter.Game, f *simFlags, opt simulate.Options) error {
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
	return cmp.Or(a.report(&f.reportFlags, sweepWriter(s, game, a.lang)), err)
}

func sweepWriter(s *balance.Sweep, game *interpreter.Game, lang string) writer {
	return func(w io.Writer, format string, _ page) error {
		speaks := lang
		if format == "html" { // a page uses the names of the game
			speaks = cmp.Or(lang, "en")
		}
		s.Speak(game, speaks)
		switch format {
		case "json":
			return s.WriteJSON(w)
		case "csv":
			return s.WriteCSV(w)
		case "html":
			return s.WriteHTML(w)
		}
		return s.WritePretty(w)
	}
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
	if errors.As(err, &fault) && fault.Limit {
		code = exitInternal
	}
	return failing(code, fmt.Errorf("%w\nTo see it: %s --seat %s", err, see, strings.Join(b.Seats, " --seat ")))
}

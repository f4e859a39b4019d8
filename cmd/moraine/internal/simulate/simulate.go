// Package simulate plays many matches of a game between bots, and says what they
// come to: who wins, and what the game measures.
//
// What it reports is the same however the work was cut, between processors,
// machines, or in time. The seed of a match depends on the run's seed and the
// match's number only; totals are whole numbers; and estimates are worked out from
// them at the very end, in whole numbers too. So a file of results says, byte for
// byte, the same as the files of its parts put together.
//
//	simulate.go   a run: how many matches, and when they are enough
//	crew.go       on all processors, put together in order
//	match.go      one match
//	totals.go     what is added up; histogram.go in what
//	results.go    results: what the totals mean
//	never.go      what never came up
//	estimate.go   shares, means and their intervals
//	width.go      how sure is sure enough
//	compare.go    two configurations of a game, match by match; difference.go what is real of it
//	file.go       files of results: written, read, put together
//	pretty.go     for people; csv.go for spreadsheets
//	page.go       for browsers; plot.go and axis.go its plots
package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter"
)

// Options say what is played.
type Options struct {
	Players  int // 0: as many as can
	Games    int64
	Seed     uint64
	Policies []string // random or the name of a bot: one for all seats, or one a seat
	Until    Width    // stop when estimates are as narrow as that
	Shard    int64    // play this one, from 1, of …
	Shards   int64    // … so many parts of the matches; 0: all
	Jobs     int      // 0: one a processor
	Strict   bool     // look at the invariants after every step, and not at the end alone
	Progress func(done, of int64)

	Rules   interpreter.Options // with which the game was loaded
	Hash    string              // of its files: interpreter.Sources.Hash
	Version string              // of the program

	policyOf []int // by entry of Policies, the first that is the same
}

// Run plays the matches. Interrupted, it returns the results of the longest
// beginning of the run that is complete, along with the context's error.
func Run(ctx context.Context, g *interpreter.Game, o Options) (*Results, error) {
	if err := o.complete(g); err != nil {
		return nil, err
	}
	newPlayer := func() (player[*totals], error) { return newTable(ctx, g, &o) }
	fresh := func() *totals { return newTotals(g, &o) }
	c, err := newCrew(ctx, o.Jobs, fresh, newPlayer)
	if err != nil {
		return nil, err
	}
	sum := fresh()
	from, to := o.part()
	for at := from; at < to; {
		until := o.nextLook(at, to)
		done, err := c.play(at, until, sum, func(done int64) { o.progress(done-from, to-from) })
		if err != nil {
			return nil, err
		}
		if done < until {
			r, err := results(g, &o, from, done, sum)
			return r, errors.Join(err, ctx.Err())
		}
		if at = until; at < to {
			enough := o
			enough.Games = at
			if r, err := results(g, &enough, from, at, sum); err != nil || r.Narrow(o.Until) {
				return r, err
			}
		}
	}
	return results(g, &o, from, to, sum)
}

// complete checks the options and fills in what they leave open.
func (o *Options) complete(g *interpreter.Game) error {
	p := g.Program
	if o.Players == 0 {
		o.Players = p.MaxPlayers
	}
	switch {
	case o.Players < p.MinPlayers || o.Players > p.MaxPlayers:
		return fmt.Errorf("%d to %d can play %s, not %d", p.MinPlayers, p.MaxPlayers, g.ID, o.Players)
	case o.Games < 1 || o.Games > maxGames:
		return fmt.Errorf("%d matches: from 1 to %d can be played", o.Games, int64(maxGames))
	case o.Shards > min(o.Games, maxShards):
		return fmt.Errorf("%d matches cannot be cut into %d parts", o.Games, o.Shards)
	case len(o.Policies) == 1:
		o.Policies = slices.Repeat(o.Policies, o.Players)
	case len(o.Policies) != o.Players:
		return fmt.Errorf("%d policies (%s) for %d players: give one for all, or one for each", len(o.Policies), strings.Join(o.Policies, ", "), o.Players)
	}
	for _, name := range o.Policies {
		o.policyOf = append(o.policyOf, slices.Index(o.Policies, name))
	}
	return o.Until.known(g)
}

// maxShards bounds into how many parts a run is cut.
const maxShards = 1 << 20

// part is the stretch of matches that is to be played, from 0.
func (o *Options) part() (from, to int64) {
	if o.Shards == 0 {
		return 0, o.Games
	}
	// i * games / shards, where that product might be too large
	cut := func(i int64) int64 {
		return i*(o.Games/o.Shards) + i*(o.Games%o.Shards)/o.Shards
	}
	return cut(o.Shard - 1), cut(o.Shard)
}

func (o *Options) progress(done, of int64) {
	if o.Progress != nil {
		o.Progress(done, of)
	}
}

// firstLook is after how many matches a run first asks whether it is sure enough.
// From there on it does after each doubling, so that when it stops depends on
// nothing but the matches.
const firstLook = 1000

func (o *Options) nextLook(at, to int64) int64 {
	if !o.Until.wanted() {
		return to
	}
	look := int64(firstLook)
	for look <= at {
		look *= 2
	}
	return min(look, to)
}

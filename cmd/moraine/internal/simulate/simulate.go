// Package simulate plays many matches of a game between bots and computes statistics: the
// winners, and the measures that the game declares.
//
// The report does not depend on how the work was divided between processors, machines or runs.
// The seed of a match depends only on the run's seed and the match's number, totals are
// integers, and estimates are computed from the totals at the end, also with integers. So a
// merged file of results equals, byte for byte, that of a single run.
//
//	simulate.go   a run: number of matches, stopping rule
//	crew.go       workers; joining their results in order
//	match.go      one match
//	totals.go     totals; histogram.go distributions
//	results.go    results
//	never.go      things that never occurred
//	estimate.go   shares, means and their intervals
//	width.go      precision as a stopping rule
//	compare.go    comparing two configurations match by match; difference.go significance
//	study.go      the choices of matches; choices.go output
//	positions.go  positions of matches, for learning
//	ladder.go     policies compared with each other, and the bots that the players of a report beat
//	file.go       files of results: writing, reading, merging
//	doc.go        output for people; csv.go for spreadsheets
//	page.go       output for browsers; plot.go and axis.go plots
package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/playout"
)

// Options selects the matches.
type Options struct {
	Players int // 0 for the maximum
	Games   int64
	Seed    uint64
	// "random" or the name of a bot: one for all seats, or one per seat; nil for the game's default bot
	Policies []string
	Fixed    bool   // policies keep their seats
	Beats    []Pair // results of the policy of all seats against others, for the report
	Until    Width  // stop when estimates have this precision
	Shard    int64  // number of the shard to play, from 1
	Shards   int64  // number of shards; 0 for no sharding
	Jobs     int    // matches to play in parallel; 0 for one per processor
	Strict   bool   // check invariants after every step and not only at the end
	GoOn     bool   // count matches that an error in the rules stops, and leave them out, instead of ending the run
	Progress func(done, of int64)
	// Outside returns a new player for a policy that is played outside of the interpreter, or nil
	// for any other policy. It may be nil.
	Outside func(policy string) (playout.Outsider, error)

	Rules   interpreter.Options // configuration of the loaded game
	Hash    string              // hash of its files (interpreter.Sources.Hash)
	Version string              // of the program

	// Learned has, for policies that are none of the game, a game whose learned values they search with.
	Learned map[string]*interpreter.Game

	policyOf []int       // for each entry of Policies the index of the first equal one
	mistakes map[int]int // by policy: the percentage of its answers that are random
	// each seed is played once by every rotation of the policies, and without a winner all share the win
	paired bool
}

// Run plays the matches. If it is interrupted, it returns the results of the longest complete
// beginning of the run together with the error of ctx.
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

// complete checks the options and sets defaults.
func (o *Options) complete(g *interpreter.Game) error {
	least, most := g.Players()
	if o.Players == 0 {
		o.Players = most
	}
	if len(o.Policies) == 0 {
		o.Policies = []string{g.DefaultBot()}
	}
	switch {
	case o.Players < least || o.Players > most:
		return fmt.Errorf("the number of players must be from %d to %d for %s, not %d", least, most, g.ID, o.Players)
	case o.Games < 1 || o.Games > maxGames:
		return fmt.Errorf("cannot play %d matches; choose from 1 to %d", o.Games, int64(maxGames))
	case o.Shards > min(o.Games, maxShards):
		return fmt.Errorf("%d matches cannot be divided into %d parts", o.Games, o.Shards)
	case len(o.Policies) == 1:
		o.Policies = slices.Repeat(o.Policies, o.Players)
	case len(o.Policies) != o.Players:
		return fmt.Errorf("%d policies (%s) for %d players; give one policy for all players, or one for each",
			len(o.Policies), strings.Join(o.Policies, ", "), o.Players)
	}
	for _, name := range o.Policies {
		o.policyOf = append(o.policyOf, slices.Index(o.Policies, name))
	}
	return o.Until.known(g)
}

// maxShards limits the number of shards.
const maxShards = 1 << 20

// part returns the range of matches to play, counted from 0.
func (o *Options) part() (from, to int64) {
	if o.Shards == 0 {
		return 0, o.Games
	}
	// cut computes i * games / shards without overflow of the product.
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

// firstLook is the number of matches after which a run first checks its precision. It checks
// again whenever the number has doubled, so that the stopping point depends only on the
// matches.
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

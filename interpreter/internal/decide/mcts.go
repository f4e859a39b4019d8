package decide

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

const (
	mcts         = "mcts"
	defaultNodes = 500
	maxNodes     = 1_000_000
	// randomInterval is the number of decisions of a trial among which one is random.
	randomInterval = 16
)

// Search decides by Monte Carlo tree search on information sets (Cowling, Powley and Whitehouse
// 2012). It works for every game.
//
// Each trial replaces hidden information by possible values (Determinizer), gives an answer,
// descends the tree of answers tried after it, adds one node, and continues as the game's bot for
// searches would (program.SearchBot), sometimes at random. The result for each player is credited to the decisions of
// that player in the trial. Chance is not part of the tree: it decides again in each trial.
// Decisions of others that the seat does not see are not part of it either; the bot makes them.
//
// Trials are distributed over the answers by sequential halving (Karnin, Koren and Somekh
// 2013): all answers get the same number of trials, then the better half again, until one is
// left. Each answer is tried in the same worlds as the bot's own answer, which is never
// dropped: an answer that is significantly behind is dropped early, and the final answer is the
// bot's own or significantly better. Below the root, UCB1 selects answers. It counts only
// trials in which an answer was possible.
type Search struct {
	lot     Random // its generator: one number per decision, from which all others are derived
	nodes   int
	bot     *Policy // the game's bot for searches, whose answer the search tries to improve
	guess   *Policy // a hasty version of that bot, for other seats and beyond the tree
	stands  *formula.Expr
	learned *program.Learned // instead of stands; nil if nothing was learned
	values  Evaluator
	uniform Random

	m            *machine.Match // the match for trials
	determinizer Determinizer
	root         state.State
	dealt        world
	seat         ref.Seat
	tree         tree
	field        []int32 // nodes of the answers that have not been dropped
	path         []int32
	sight        horizon
	seed         uint64
	worth        []int64
	odds         []odds // of the players, for expect
	ask          func(*machine.Match, *machine.Request) []int32
}

// Nodes returns the number of nodes of a search with a name, "mcts", "mcts=NODES" or "learned"; 0 if it is the name of
// no search.
func Nodes(name string) (int, error) {
	kind, text, numbered := strings.Cut(name, "=")
	switch {
	case name == learned:
		return LearnedNodes, nil
	case kind != mcts:
		return 0, nil
	case !numbered:
		return defaultNodes, nil
	}
	n, ok := source.Number(text)
	if !ok || n < 1 || n > maxNodes {
		return 0, fmt.Errorf("the number of nodes in %s=NODES must be from 1 to %d, not %q", mcts, maxNodes, text)
	}
	return n, nil
}

// newSearch returns a search with a number of nodes.
func newSearch(p *program.Program, nodes int, rng RNG) *Search {
	d := &Search{lot: Random{RNG: rng}, nodes: nodes, learned: p.Learned}
	if wants := p.Bots[p.SearchBot]; wants != nil {
		d.bot = &Policy{bot: wants, wishes: map[requestKey]*Wishes{}}
		d.guess = &Policy{bot: wants, wishes: d.bot.wishes, hasty: true}
		d.stands, d.determinizer.Likely = p.OfBots(program.Standing), p.OfBots(program.Likely)
	}
	d.ask = d.decideUsual
	return d
}

// Generator returns its generator, to be saved with a snapshot.
func (d *Search) Generator() *RNG { return &d.lot.RNG }

// Decide implements Decider.
func (d *Search) Decide(m *machine.Match, r *machine.Request) []int32 {
	if r.By == machine.Chance {
		return d.lot.Lot(r)
	}
	d.begin(m, r)
	if m.Err() != nil {
		return nil
	}
	d.field = d.tree.answers(d, m, r, d.field[:0])
	d.halve()
	m.Budget.Effort += d.m.Budget.Effort / d.nodes
	d.tree.keysOf(m, r, d.seat)
	for _, at := range d.field {
		if d.tree.find(&d.tree.nodes[at], r) {
			return d.tree.trial
		}
	}
	return d.decideUsual(m, r) // probably a fault in the data, which the bot will hit, too
}

// halve tries the answers by sequential halving.
func (d *Search) halve() {
	world, left := uint64(0), d.nodes
	enough := max(Sqrt(uint64(d.nodes)), 2) // worlds required before an answer may be dropped
	for n := len(d.field); n > 1; n = len(d.field) {
		each := max(1, left/(n*bits.Len(uint(n-1))))
		for ; each > 0 && len(d.field) > 1; each-- {
			if d.m.Budget.Halted() {
				return
			}
			left -= len(d.field)
			d.compare(world)
			world++
			d.field = slices.DeleteFunc(d.field, func(at int32) bool { return d.tree.nodes[at].isBehind(enough) })
		}
		rest := d.field[1:]
		slices.SortStableFunc(rest, func(a, b int32) int {
			return cmp.Compare(d.tree.nodes[b].ahead, d.tree.nodes[a].ahead)
		})
		if n == 2 {
			if len(rest) > 0 && (d.tree.nodes[rest[0]].isAhead() || d.bot == nil && d.tree.nodes[rest[0]].ahead > 0) {
				d.field[0], rest[0] = rest[0], d.field[0]
			}
			return
		}
		d.field = d.field[:min(len(d.field), (n+1)/2)]
	}
}

// compare tries all remaining answers in one world and compares them with the first one.
func (d *Search) compare(world uint64) {
	first, ok := d.trial(d.field[0], world)
	for _, at := range d.field[1:] {
		if v, too := d.trial(at, world); ok && too {
			n, by := &d.tree.nodes[at], (v-first)*1000/one
			n.worlds++
			n.ahead += by
			n.squares += by * by
		}
	}
}

// isAhead reports whether an answer leads by more than its standard error: the square of the
// mean lead exceeds the variance of the mean.
func (n *node) isAhead() bool { return n.ahead > 0 && n.ahead*n.ahead > n.squares }

// isBehind reports whether an answer, after enough worlds, is significantly behind or makes no
// difference.
func (n *node) isBehind(enough int64) bool {
	return n.worlds >= enough && n.ahead <= 0 && n.ahead*n.ahead >= n.squares
}

// begin prepares the search for a decision.
func (d *Search) begin(m *machine.Match, r *machine.Request) {
	d.seed = uint64(d.lot.Uint32())<<32 | uint64(d.lot.Uint32())
	d.reseed(0)
	if d.bot != nil {
		d.bot.lot.RNG = d.guess.lot.RNG
	}
	if d.m == nil || d.m.P != m.P || d.m.Env.World.Data != m.Env.World.Data {
		d.m = machine.New(m.P, int(m.Env.World.Players()), m.Env.World.Data)
	}
	d.m.Budget.StepCap, d.m.Budget.Ctx = m.Budget.StepCap, m.Budget.Ctx
	// all trials together may use as much as d.nodes times the work that is left to the match
	d.m.Budget.Effort, d.m.Budget.Total = 0, d.nodes*m.Budget.Left()
	m.Snapshot(&d.root)
	d.m.Restore(&d.root)
	d.seat, d.dealt.n = r.By, 0
	d.determinizer.Look(d.m, d.seat)
	if d.determinizer.Fault != nil {
		m.Env.World.Err = d.determinizer.Fault // the game's bot reads hidden information
	}
	d.tree.clear()
	d.worth = slices.Grow(d.worth[:0], int(m.Env.World.Players()))[:m.Env.World.Players()]
}

// reseed sets the random generators for a world.
func (d *Search) reseed(world uint64) {
	d.uniform.RNG = NewRNG(d.seed, 2*world)
	if d.guess != nil {
		d.guess.lot.RNG = NewRNG(d.seed, 2*world+1)
	}
}

// world is a position with dealt hidden information, in which several answers are tried.
type world struct {
	n              uint64 // number from 1; 0 for none
	possible       bool
	state          state.State
	uniform, guess RNG // states of the generators in that position
}

// enterWorld sets the match to a world. It reports whether dealing succeeded.
func (d *Search) enterWorld(n uint64) bool {
	w := &d.dealt
	if w.n == n+1 {
		d.m.Restore(&w.state)
		d.uniform.RNG = w.uniform
		if d.guess != nil {
			d.guess.lot.RNG = w.guess
		}
		return w.possible
	}
	d.reseed(n)
	w.n, w.possible = n+1, d.determinizer.Guess(&d.uniform.RNG, d.ask)
	d.m.Snapshot(&w.state)
	w.uniform = d.uniform.RNG
	if d.guess != nil {
		w.guess = d.guess.lot.RNG
	}
	return w.possible
}

// trial tries an answer once, credits the decisions of the trial, and returns the result for
// the seat. ok is false after a fault, which can mean that the dealt position was impossible.
func (d *Search) trial(at int32, world uint64) (worth int64, ok bool) {
	d.path = append(d.path[:0], at)
	if !d.enterWorld(world) || !d.giveAnswer(at) {
		return 0, false
	}
	inside := true
	d.sight = d.horizon()
	for r := d.m.Next(); r != nil && !d.sight.reached(d.m); r = d.m.Next() {
		var a []int32
		if inside && r.By >= 0 && !d.isSecret(r) {
			d.tree.keysOf(d.m, r, d.seat)
			if at, inside = d.tree.descend(d, at, r); at < 0 {
				return 0, false
			}
			d.path = append(d.path, at)
			a = d.tree.answer
		} else {
			a = d.decideUsual(d.m, r)
		}
		if d.m.Answer(a...) != nil {
			return 0, false
		}
	}
	if d.m.Err() != nil || !d.evaluate() {
		return 0, false
	}
	d.tree.addResults(d.path, d.worth)
	return d.worth[d.seat], true
}

// giveAnswer gives the answer of a node.
func (d *Search) giveAnswer(at int32) bool {
	r := d.m.Next()
	if r == nil {
		return false
	}
	d.tree.keysOf(d.m, r, d.seat)
	return d.tree.find(&d.tree.nodes[at], r) && d.m.Answer(d.tree.trial...) == nil
}

// isSecret reports whether a decision is hidden from the seat that searches: another seat decides, and the searching
// seat does not see the decision or some of its options.
func (d *Search) isSecret(r *machine.Request) bool {
	if r.By == d.seat {
		return false
	}
	for i := range r.Options {
		if !r.ShowsOption(d.seat, i) {
			return true
		}
	}
	return !r.SeenBy(d.seat)
}

// decideUsual decides like a typical player or, for chance, at random.
func (d *Search) decideUsual(m *machine.Match, r *machine.Request) []int32 {
	if r.By == machine.Chance {
		return d.uniform.Lot(r)
	}
	if d.guess == nil || d.uniform.Below(randomInterval) == 0 {
		return d.uniform.Decide(m, r)
	}
	return d.guess.Decide(m, r)
}

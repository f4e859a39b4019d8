package decide

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
)

// Policy is a bot whose preferences are formulas of the game (`bots`).
//
// It evaluates each answer to a request. Declining has the value 0, and so has an option
// without a formula if other options have one. The highest value wins; ties, and requests
// without formulas, are decided at random. A list is evaluated as a whole by the formula under
// its own name; if too many lists are possible, a sample is evaluated. A formula is evaluated
// for the player who is asked, so reading hidden information is a fault. A formula under the
// name of a side offer decides whether the bot makes the offer.
type Policy struct {
	lot    Random
	bot    map[string]*formula.Expr
	hasty  bool         // it examines only few lists
	chance func() int32 // draws the number that formulas use as `lot`
	drawn  int32        // the number for the current request; 0 if it was not needed yet
	wishes map[requestKey]*Wishes
	best   []int32
	top    int32
	ties   int
}

// requestKey is the key for the wishes of a bot: a step makes at most one request of each kind.
type requestKey struct {
	step *program.Step
	kind machine.AskKind
}

// Bot is a decider for a seat. Only its generator persists between decisions, so a snapshot of
// a match needs nothing else of it.
type Bot interface {
	Decider
	Generator() *RNG
}

// NewPolicy returns the bot with a name: a bot of the game, "random", "mcts", "mcts=NODES" or "learned".
// rng supplies its random numbers. A bot is not safe for concurrent use.
func NewPolicy(p *program.Program, name string, rng RNG) (Bot, error) {
	if bot, ok := p.Bots[name]; ok {
		return &Policy{lot: Random{RNG: rng}, bot: bot, wishes: map[requestKey]*Wishes{}}, nil
	}
	if name == random {
		return &Random{RNG: rng}, nil
	}
	nodes, err := Nodes(name)
	switch {
	case err != nil:
		return nil, err
	case name == learned && p.Learned == nil:
		return nil, errors.New("the game has no learned values; `moraine learn` makes them")
	case nodes > 0:
		return newSearch(p, nodes, rng), nil
	}
	names := append(slices.Sorted(maps.Keys(p.Bots)), random)
	hint := source.DidYouMean(name, append(names, mcts, learned))
	names = append(names, mcts+"=NODES")
	if p.Learned != nil {
		names = append(names, learned)
	}
	if hint == "" {
		hint = "it has " + strings.Join(names, ", ")
	}
	return nil, fmt.Errorf("the game has no bot %q; %s", name, hint)
}

const random = "random"

// Generator returns the generator of the bot, to be saved with a snapshot.
func (d *Policy) Generator() *RNG { return &d.lot.RNG }

// Decide implements Decider.
func (d *Policy) Decide(m *machine.Match, r *machine.Request) []int32 {
	if r.By == machine.Chance {
		return d.lot.Lot(r)
	}
	key := requestKey{r.Step(), r.Kind}
	w, known := d.wishes[key]
	if !known {
		w = WishesFor(m, d.bot)
		d.wishes[key] = w
	}
	if w == nil {
		return d.lot.Decide(m, r)
	}
	d.begin(m)
	d.ties = 0
	if r.Optional {
		d.rank(0)
	}
	if r.List {
		d.lists(m, r, w.Answer)
		return d.best
	}
	for i := range r.Options {
		a := [1]int32{int32(i)}
		if !r.Legal(a[:]) {
			continue // with a condition `together` the request is a single choice
		}
		worth := int32(0)
		if f := wish(m, r, w, i); f != nil {
			var ok bool
			if worth, ok = Worth(m, f, a[:]); !ok {
				return nil
			}
		}
		d.rank(worth, int32(i))
	}
	return d.best
}

// Propose implements Proposer. It returns the side offer with the highest value above 0, the
// first declared of equal ones, or "". It proposes at most one offer per request.
func (d *Policy) Propose(m *machine.Match, seat ref.Seat) string {
	if m.HasOffered(seat) {
		return ""
	}
	d.begin(m)
	best, top := "", int32(0)
	for _, o := range m.P.Offers {
		f := d.bot[o.Name]
		if f == nil || m.MayOffer(o.Name, seat) != nil {
			continue
		}
		if worth, ok := WorthTo(m, f, seat); ok && worth > top {
			best, top = o.Name, worth
		}
	}
	return best
}

// begin prepares a new random number for the formulas of a request.
func (d *Policy) begin(m *machine.Match) {
	if d.chance == nil {
		d.chance = d.draw
	}
	m.Env.Lot, d.drawn = d.chance, 0
}

// draw returns a number from 1 to 100 that stays the same during a request. It is drawn on
// demand, so that bots without `lot` use no random number for it.
func (d *Policy) draw() int32 {
	if d.drawn == 0 {
		d.drawn = int32(1 + d.lot.Below(100))
	}
	return d.drawn
}

// wish returns the formula for the value of option i. nil means 0.
func wish(m *machine.Match, r *machine.Request, w *Wishes, i int) *formula.Expr {
	switch r.Kind {
	case machine.AskOption:
		return w.Option[r.Options[i].Value]
	case machine.AskPlay:
		return w.Card[m.Env.World.Pieces[r.Options[i].Value].Card]
	}
	return w.Answer
}

// rank records an answer with its value. Among equal best answers, each is kept with the same
// probability.
func (d *Policy) rank(worth int32, a ...int32) {
	switch {
	case d.ties == 0 || worth > d.top:
		d.top, d.ties = worth, 1
	case worth < d.top:
		return
	default:
		if d.ties++; d.lot.Below(d.ties) != 0 {
			return
		}
	}
	d.best = append(d.best[:0], a...)
}

// Careless is a bot that gives some answers at random, so that its matches reach positions that it would avoid.
type Careless struct {
	Bot
	Percent int // of its answers
	random  Random
}

// Decide implements Decider.
func (d *Careless) Decide(m *machine.Match, r *machine.Request) []int32 {
	g := d.Generator()
	if g.Below(100) >= d.Percent {
		return d.Bot.Decide(m, r)
	}
	d.random.RNG = *g
	a := d.random.Decide(m, r)
	*g = d.random.RNG
	return a
}

// Propose implements Proposer.
func (d *Careless) Propose(m *machine.Match, seat ref.Seat) string {
	if p, may := d.Bot.(Proposer); may {
		return p.Propose(m, seat)
	}
	return ""
}

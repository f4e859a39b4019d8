package oracle

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/testing/soak"
)

var matches = flag.Int("matches", 0, "how many matches both engines play in lock step; 0: 3,000, and 1,000,000 with SOAK=1")

// asPrinted stands for the values of the game's files, without random changes.
const asPrinted = 0

// load compiles the game at its default readings and deals its cards to the
// oracle. With a lot, every value that no text gives is another one (laws of
// provenance: no rule hangs on an invented number).
func load(t testing.TB, lot uint64) *program.Program {
	t.Helper()
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../../..")}}
	g, err := interpreter.Load(all, "glacier", interpreter.Options{AssumedSeed: lot})
	require.NoError(t, err)
	unpack(g.Program)
	return g.Program
}

// With the same answers, both engines have the same requests, states and winners, for any number of players.
func TestLockStep(t *testing.T) {
	p := load(t, asPrinted)
	n := cmp.Or(*matches, soak.Cases(1_000_000, 3000))
	var next atomic.Int64
	for i := range runtime.GOMAXPROCS(0) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			s := newStepper(t, p)
			for seed := next.Add(1); seed <= int64(n); seed = next.Add(1) {
				s.match(2+int(seed%3), uint64(seed))
			}
			t.Logf("%d decisions", s.total)
		})
	}
}

// The same holds for other printed values of the cards, where the texts give none.
func TestLockStepWithOtherValues(t *testing.T) {
	for lot := range uint64(soak.Cases(20, 20)) {
		s := newStepper(t, load(t, 1+lot))
		for seed := range uint64(20) {
			s.match(2+int(seed%3), 100*lot+seed)
		}
	}
}

// stepper plays matches in both engines.
type stepper struct {
	t       testing.TB
	table   *table
	m       *machine.Match
	o       Match
	lots    *decide.Random // answers
	whims   *decide.Random // all else that is left to lot
	players int
	seed    uint64
	at      int     // decision
	given   []int32 // the answers so far, each after its length
	total   int
	buf     [maxOptions]set
	past    []string // the last events, if they are wanted
}

func newStepper(t testing.TB, p *program.Program) *stepper {
	s := &stepper{t: t, table: newTable(p), m: machine.New(p, p.MaxPlayers, nil)}
	s.o.Onlooker = s.step
	return s
}

func (s *stepper) match(players int, seed uint64) {
	s.players, s.seed, s.at, s.given = players, seed, 0, s.given[:0]
	s.lots, s.whims = decide.NewRandom(seed), decide.NewRandom(^seed)
	s.m.Reset(players)
	s.o.Play(players)
	if r := s.m.Next(); r != nil {
		s.fail("the oracle's match is over, the interpreter asks "+s.asked(r), nil)
	}
	require.NoError(s.t, s.m.Err(), "seed %d", seed)
	if d := s.table.differ(s.m, &s.o); d != "" {
		s.fail("at the end: "+d, nil)
	}
	s.total += s.at
}

// step compares one request of both engines, and answers it in both.
func (s *stepper) step(want *Request) set {
	r := s.m.Next()
	if r == nil {
		s.fail(fmt.Sprintf("the interpreter's match is over (%v)", s.m.Err()), want)
	}
	options := want.options(&s.buf)
	if !s.same(r, want, options) {
		s.fail("the requests differ", want)
	}
	if d := s.table.differ(s.m, &s.o); d != "" {
		s.fail(d, want)
	}
	if want.Goes != anyhow {
		s.refusals(r, want, options)
	}
	a := s.decide(r, want, options)
	chosen := picked(options, a)
	if err := s.m.Answer(a...); err != nil {
		s.fail(fmt.Sprintf("the interpreter refuses %v: %v", a, err), want)
	}
	s.at++
	s.given = append(append(s.given, int32(len(a))), a...)
	return chosen
}

// decide answers a request: by lot, but for some matches.
func (s *stepper) decide(r *machine.Request, want *Request, options []set) []int32 {
	a := s.lots.Decide(s.m, r)
	if s.whims.Below(8) == 0 {
		return a
	}
	switch s.seed % 16 {
	case 5:
		return s.eager(want, options, a)
	case 13:
		return s.hoard(want, options, a)
	}
	return a
}

// eager plays for players who hunt every prey, with favourable dice, so that clans grow until the Clan deck
// runs out. They leave Artefacts and herbs alone, so that there are few chips and many years.
func (s *stepper) eager(want *Request, options []set, a []int32) []int32 {
	switch want.Name {
	case huntDie:
		return []int32{5}
	case trembleDie:
		return []int32{0}
	case contestDie:
		if s.o.Clans[want.For].Chips > 0 {
			return []int32{0}
		}
	case turnActions:
		if want.From[0].has(doHunt) {
			return []int32{0}
		}
		return nil
	case huntOptions:
		if want.From[0] == only(callOff) {
			return nil
		}
	case takeRelic, endOfTurn:
		return nil
	case huntParty:
		return a[:1]
	case takeGear:
		return everything(options)
	}
	return a
}

// hoard are players who draw Fate cards and keep them, until there are none.
func (s *stepper) hoard(want *Request, options []set, a []int32) []int32 {
	switch {
	case want.Name == turnActions && want.From[0].has(doDrawFate):
		return []int32{int32(len(options) - 1)}
	case want.Kind == play:
		return nil
	}
	return a
}

func everything(options []set) (a []int32) {
	for i, o := range options {
		for range o.count() {
			a = append(a, int32(i))
		}
	}
	return a
}

// picked are the cards of an answer: of equal ones the first.
func picked(options []set, a []int32) (cards set) {
	for _, i := range a {
		cards |= (options[i] &^ cards).lowest()
	}
	return cards
}

// refusals compares whether both engines accept the same answers, legal or not.
func (s *stepper) refusals(r *machine.Request, want *Request, options []set) {
	for range 4 {
		a := s.whims.Lot(r)
		cards := picked(options, a)
		if s.m.Next().Legal(a) != s.o.legal(want, cards) {
			s.fail("only one engine takes "+listed(want.Of, cards), want)
		}
	}
}

func (s *stepper) same(r *machine.Request, want *Request, options []set) bool {
	if r.Name != names[want.Name] || r.Kind.String() != kindNames[want.Kind] || int8(r.By) != want.By || int8(r.For) != want.For ||
		r.Least != int(want.Least) || r.Most != int(want.Most) || r.List != want.List || r.Optional != want.Optional ||
		r.Repeats || len(r.Options) != len(options) {
		return false
	}
	for i, o := range r.Options {
		first := options[i].first()
		switch want.Of {
		case words:
			if r.OptionName(int(o.Value)) != wordNames[first] {
				return false
			}
		case seats, faces:
			if int(o.Value) != first {
				return false
			}
		default:
			if o.Value != cards.piece[want.Of][first] || int(o.Count) != options[i].count() {
				return false
			}
		}
	}
	return true
}

// fail reports the first difference, with the events before it.
func (s *stepper) fail(why string, want *Request) {
	s.t.Helper()
	text := fmt.Sprintf("%d players, seed %d, decision %d: %s\n", s.players, s.seed, s.at, why)
	if r := s.m.Next(); r != nil {
		text += "interpreter: " + s.asked(r) + "\n"
	}
	if want != nil {
		text += "oracle:      " + s.wanted(want) + "\n"
	}
	s.t.Fatal(text + s.history())
}

// asked and wanted put a request into words, alike in both engines.
func (s *stepper) asked(r *machine.Request) string {
	var options []string
	for _, o := range r.Options {
		word := fmt.Sprint(o.Value)
		switch {
		case r.Kind == machine.AskOption:
			word = r.OptionName(int(o.Value))
		case r.Type.Base == schema.Piece:
			word = s.piece(o.Value)
		}
		options = append(options, word+times(int(o.Count)))
	}
	return put(r.Kind.String(), r.Name, int(r.By), int(r.For), r.Least, r.Most, r.List, r.Optional, options)
}

func (s *stepper) wanted(r *Request) string {
	var options []string
	var buf [maxOptions]set
	for _, o := range r.options(&buf) {
		word := fmt.Sprint(o.first())
		switch r.Of {
		case words:
			word = wordNames[o.first()]
		case hunts, clans, fates:
			word = s.piece(cards.piece[r.Of][o.first()])
		}
		options = append(options, word+times(o.count()))
	}
	return put(kindNames[r.Kind], names[r.Name], int(r.By), int(r.For), int(r.Least), int(r.Most), r.List, r.Optional, options)
}

func put(kind, name string, by, whose, least, most int, list, optional bool, options []string) string {
	return fmt.Sprintf("%s %s, asked of %d for %d, %d to %d, list %v, optional %v: %s",
		kind, name, by, whose, least, most, list, optional, strings.Join(options, " "))
}

func times(n int) string {
	if n > 1 {
		return fmt.Sprintf("×%d", n)
	}
	return ""
}

// piece names a card, its number and where the interpreter has it.
func (s *stepper) piece(p int32) string {
	e := &s.m.Env
	word := fmt.Sprintf("%s#%d@%s", e.World.Cards[e.World.Schema.Pieces[p].Card].Name, p, s.m.Env.World.ZoneName(e.World.In(ref.Piece(p))))
	if e.World.FaceDown(ref.Piece(p)) {
		word += "(down)"
	}
	return word
}

// pastEvents is the number of events in a report.
const pastEvents = 10

// history plays the interpreter's match once more, up to the decision that failed,
// and tells the last events.
func (s *stepper) history() string {
	again := &stepper{table: s.table, m: machine.New(s.table.p, s.players, nil)}
	again.m.Observer = again
	for rest := s.given; len(rest) > 0; rest = rest[1+rest[0]:] {
		if again.m.Answer(rest[1:1+rest[0]]...) != nil {
			break
		}
	}
	again.m.Next()
	return "the last events:\n  " + strings.Join(again.past, "\n  ")
}

// Event implements machine.Observer.
func (s *stepper) Event(e machine.Event) {
	var text string
	switch e.Kind {
	case machine.Asked:
		return
	case machine.Answered, machine.Forced:
		text = fmt.Sprintf("%s → %v", s.asked(e.Request), e.Answer)
	case machine.Moved:
		text = fmt.Sprintf("moved %s from %s", s.piece(int32(e.Piece)), s.m.Env.World.ZoneName(e.From))
	case machine.Flipped:
		text = "turned " + s.piece(int32(e.Piece))
	case machine.Played:
		text = fmt.Sprintf("%d plays %s", e.Who, s.piece(int32(e.Piece)))
	case machine.Shuffled:
		text = "shuffled " + s.m.Env.World.ZoneName(e.To)
	case machine.Assigned:
		text = fmt.Sprintf("%s is %d", e.Text, e.Value)
	default:
		return
	}
	if s.past = append(s.past, text); len(s.past) > pastEvents {
		s.past = s.past[1:]
	}
}

package part

import (
	"errors"
	"fmt"
	"slices"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/scenario/capture"
	"moraine/interpreter/scenario/exec"
)

// tell tells of the play that was found, and writes it as a scenario.
func (s *start) tell() *Found {
	f := &Found{Scenario: s.Name, Place: s.Pos, Decisions: len(s.found.moves)}
	for i, part := range s.found.parts {
		f.Parts[i] = part.String()
	}
	f.Text, f.Unsaid = s.write()
	return f
}

// errNoBase is why there is no scenario: each is about a game or a variant as it is, and `under` says
// what is laid over that.
var errNoBase = errors.New("a scenario is about the game of one folder, or about one of its variants, and neither side is that for the other; compare with it, and the scenario is written")

// write writes the scenario, with what holds on the other side under that.
func (s *start) write() ([]byte, error) {
	here, there := s.sides[0], s.sides[1]
	if here.Named != "" || there.Named == "" {
		return nil, errNoBase
	}
	from := capture.From{Game: here.Game, Variant: here.Variant, Name: there.Named + " makes a difference", Given: s.Given, Moves: s.found.moves}
	from.Players = int(s.found.on[0].Match().Env.Players())
	from.Besides = func(of *exec.Scenario) bool {
		p := s.stage(of)
		return p != nil && p.differ()
	}
	text, err := capture.Capture(s.ctx, from)
	if err != nil {
		return nil, err
	}
	n, of, err := decode(text)
	if err != nil {
		return nil, err
	}
	if n, err = s.add(n, of); err != nil {
		return nil, err
	}
	text = capture.Text(n)
	if _, of, err = decode(text); err != nil {
		return nil, err
	}
	for _, out := range []*exec.Outcome{here.Game.Run(of, exec.Options{}), there.Game.Run(of.Under[0].As, exec.Options{})} {
		if out.Failed {
			return nil, fmt.Errorf("what was written for it does not hold: %s", out.Message)
		}
	}
	return text, nil
}

func decode(text []byte) (*source.Node, *exec.Scenario, error) {
	doc, found := source.Parse(&source.File{Name: "parting.yaml", Text: text}, source.DefaultLimits())
	if len(found) > 0 {
		return nil, nil, found
	}
	list := exec.Decode(doc, &found)
	if len(found) > 0 {
		return nil, nil, found
	}
	return doc.Items[0], list[0], nil
}

// stage carries the script of a scenario out on both sides, without its checks; nil: it does not fit.
func (s *start) stage(of *exec.Scenario) *play {
	bare := *of
	bare.Checks, bare.Under = &exec.Checks{Pos: of.Pos}, nil
	p := (&start{Scenario: &bare, ctx: s.ctx, sides: s.sides, whole: s.whole}).begin()
	if p == nil {
		return nil
	}
	for _, on := range p.on {
		if on.Play() != nil && on.Match().Err() == nil {
			return nil
		}
	}
	return p
}

// errSilent is why there is no scenario: checks cannot say everything.
var errSilent = errors.New("what differs cannot be said in a few checks")

// add adds to a scenario what the second side shows to be otherwise, and to its `under` what holds there.
func (s *start) add(n *source.Node, of *exec.Scenario) (*source.Node, error) {
	p := s.stage(of)
	under := func(entry *source.Node) *source.Node {
		return exec.Including(n, "under", exec.MapOf(s.sides[1].Named, entry))
	}
	if err := p.on[1].Match().Err(); err != nil {
		return under(exec.MapOf("fails", exec.Text(err.Error()))), nil
	}
	var stands [2]*source.Node
	for i, on := range p.on {
		stands[i] = &source.Node{Kind: source.Map, Pairs: capture.Holding(on)}
	}
	entry := &source.Node{Kind: source.Map}
	for _, pair := range stands[1].Pairs {
		if old := stands[0].Get(pair.Key.Value); old == nil || old.Flow() != pair.Val.Flow() {
			entry.Pairs = append(entry.Pairs, pair)
		}
	}
	for _, key := range []string{"wins", "stands", "offers"} {
		none := exec.Text("nothing")
		if key == "offers" {
			none = &source.Node{Kind: source.Map}
		}
		if stands[0].Get(key) != nil && stands[1].Get(key) == nil { // what is not so there, an entry takes away
			entry = exec.Including(entry, key, none)
		}
	}
	holds := func(side int, claim *source.Node) bool {
		one := *of
		one.Checks, one.Under = &exec.Checks{Pos: of.Pos, Then: []*source.Node{claim}, Stands: stands[side].Get("stands")}, nil
		return !s.sides[side].Game.Run(&one, exec.Options{}).Failed
	}
	here, there := p.on[0].Moment(), p.on[1].Moment()
	all := slices.Clone(of.Checks.Then)
	for _, claim := range capture.Changes(there, here) {
		said := slices.ContainsFunc(all, func(n *source.Node) bool { return n.Value == claim.Value })
		if !said && holds(0, claim) && !holds(1, claim) {
			all = append(all, claim)
		}
	}
	var then []*source.Node // on the second side
	for _, claim := range append(slices.Clone(all), capture.Changes(here, there)...) {
		if holds(1, claim) {
			then = append(then, claim)
		}
	}
	if slices.ContainsFunc(all, func(claim *source.Node) bool { return !holds(1, claim) }) {
		entry = exec.Including(entry, "then", exec.ListOf(then...))
	}
	if len(entry.Pairs) == 0 {
		return nil, errSilent
	}
	if len(all) > 0 {
		n = exec.Including(n, "then", exec.ListOf(all...))
	}
	return under(entry), nil
}

package part

import (
	"errors"
	"slices"

	"moraine/cmd/moraine/internal/capture"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// describe describes the play that was found, and writes it as a scenario.
func (s *start) describe() *Found {
	f := &Found{Scenario: s.Name, Place: s.Pos, Decisions: len(s.found.moves)}
	for i, part := range s.found.parts {
		f.Parts[i] = part.String()
	}
	s.write(f)
	return f
}

// errNoBase means that no scenario can be written because the two sides are not configurations
// of one game, as `under` requires.
var errNoBase = errors.New("no scenario can show this difference, because the two sides are games from different folders")

// errSilent means that no scenario can be written because checks cannot express the difference.
var errSilent = errors.New("the difference is too large for the checks of a scenario")

// write writes the scenario with an entry of `under` for the other side. Among several
// candidates it prefers those that show the reported difference, and then the shortest.
func (s *start) write(f *Found) {
	if s.about == nil {
		f.Unsaid = errNoBase
		return
	}
	var whys []error
	for _, draft := range []func() (*source.Node, error){s.captured, s.cutShort, s.asChecked} {
		n, why := draft()
		if n == nil {
			whys = append(whys, why)
			continue
		}
		short := *f
		if short.Text, short.shows, why = s.finish(n); why != nil {
			whys = append(whys, why)
		} else if short.beats(f) {
			*f = short
		}
	}
	if f.Text == nil {
		f.Unsaid = errors.Join(slices.DeleteFunc(whys, func(err error) bool { return err == nil })...)
	}
}

// captured returns a scenario of the play that starts at the latest possible position that
// `given` can express.
func (s *start) captured() (*source.Node, error) {
	if s.found.kind == inCheck {
		return nil, nil
	}
	from := capture.Moment{Game: s.games[0], Given: s.Given, Moves: s.found.moves, Name: s.called(), Variant: s.variant, Whole: true}
	from.Besides = func(of *spec.Scenario) bool {
		p := s.stage(of)
		return p != nil && p.differ(s.found.kind)
	}
	if p := s.begin(); p != nil {
		from.Players = p.on[0].Players()
	}
	text, err := capture.Capture(s.ctx, from)
	if err != nil {
		return nil, err
	}
	n, of, err := decode(text)
	if err != nil {
		return nil, err
	}
	for _, p := range of.Checks.Pairs {
		n = n.Without(p.Key.Value)
	}
	return s.checkedAt(n)
}

// cutShort returns the scenario's own script, cut after the line at which the sides begin to
// differ.
func (s *start) cutShort() (*source.Node, error) {
	if !s.found.scripted || s.found.kind == inCheck {
		return nil, nil
	}
	for until := range len(s.When) + 1 {
		n := s.node(until)
		if of := s.decode(n); of == nil {
		} else if p := s.stage(of); p != nil && p.differ(s.found.kind) {
			return s.checkedAt(n)
		}
	}
	return nil, errSilent
}

// asChecked returns the scenario up to the first check that fails on the second side.
func (s *start) asChecked() (*source.Node, error) {
	l := s.leads[inCheck]
	if l == nil || len(l.moves) > len(s.found.moves) {
		return nil, nil
	}
	n, checks := s.node(l.until), s.Checks
	if l.until < len(s.When) {
		checks = spec.DecodeLine(s.When[l.until], &source.Diagnostics{})
		if on, err := s.games[0].Stand(s.decode(n)); checks.Get("stands") == nil && err == nil && on.Play() == nil {
			request, _, _ := on.Offers()
			checks = checks.With("stands", source.Text(request))
		}
	}
	n.Pairs = append(n.Pairs, checks.Pairs...)
	return n, nil
}

func (s *start) called() string {
	if s.games[0] == s.about {
		return s.named[1] + " makes a difference"
	}
	return s.named[1] + ", not " + s.named[0]
}

// node returns the scenario without checks, up to a line of its script. It keeps checks of the
// request between lines, because some acts depend on them.
func (s *start) node(until int) *source.Node {
	var when []*source.Node
	for _, line := range s.When[:until] {
		if spec.IsCheck(line) {
			at := line.Get("stands")
			if at == nil {
				continue
			}
			line = source.MapOf("stands", at)
		}
		when = append(when, line)
	}
	return capture.Scenario(s.called(), s.variant, s.Given, when)
}

// checkedAt returns a draft with all checks that can be made at its end.
func (s *start) checkedAt(n *source.Node) (*source.Node, error) {
	p := s.stage(s.decode(n))
	if p == nil || !p.differ(s.found.kind) {
		return nil, errSilent
	}
	then := source.ListOf()
	claims, ofRuns := p.claims()
	if _, seen := course.Compare(p.on[0].Stands(nil), p.on[1].Stands(nil)); len(claims) == 0 && !seen {
		claims = ofRuns
	}
	for _, claim := range claims {
		then.Items = append(then.Items, source.Text(claim))
	}
	if len(then.Items) > 0 {
		n = n.With("then", then)
	}
	here, who, _ := p.on[0].Offers()
	there, whom, _ := p.on[1].Offers()
	for _, pair := range capture.Holding(p.on[0]) {
		if pair.Key.Value != "offers" || who == whom || there == "nothing" {
			n = n.With(pair.Key.Value, pair.Val)
		}
	}
	if here == "nothing" && whom != "" { // the player could decline without a line
		n = n.Without("stands").With("offers", source.MapOf(whom, source.ListOf()))
	}
	return n, nil
}

// stage executes the script of a scenario without its checks on both sides. It returns nil if
// the script fails.
func (s *start) stage(of *spec.Scenario) *play {
	if of == nil {
		return nil
	}
	bare := *of
	bare.Checks, bare.Under = &source.Node{Pos: of.Pos, Kind: source.Map}, nil
	p := (&start{Scenario: &bare, sides: s.sides}).begin()
	if p == nil {
		return nil
	}
	for _, on := range p.on {
		if on.Play() != nil && on.Err() == nil {
			return nil
		}
	}
	return p
}

// decode parses a draft.
func (s *start) decode(n *source.Node) *spec.Scenario {
	var found source.Diagnostics
	list := spec.Decode(source.ListOf(n), &found)
	if len(list) != 1 {
		return nil
	}
	return list[0]
}

func decode(text []byte) (*source.Node, *spec.Scenario, error) {
	doc, list, err := spec.Read(&source.File{Name: "parting.yaml", Text: text})
	if err != nil {
		return nil, nil, err
	}
	return doc.Items[0], list[0], nil
}

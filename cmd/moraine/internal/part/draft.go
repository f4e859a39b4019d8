package part

import (
	"errors"
	"slices"

	"moraine/cmd/moraine/internal/author"
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
var errNoBase = errors.New(
	"no scenario can show this difference, because the two sides are games from different folders")

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
	for _, draft := range []func() (*author.Draft, error){s.captured, s.cutShort, s.asChecked} {
		d, why := draft()
		if d == nil {
			whys = append(whys, why)
			continue
		}
		short := *f
		if short.Text, short.shows, why = s.finish(d); why != nil {
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
func (s *start) captured() (*author.Draft, error) {
	if s.found.kind == inCheck {
		return nil, nil
	}
	from := author.Play{Game: s.games[0], Given: s.Given, Moves: s.found.moves, Name: s.called(), Variant: s.variant,
		Whole: true}
	from.Besides = func(of *spec.Scenario) bool {
		p := s.stage(of)
		return p != nil && p.differ(s.found.kind)
	}
	if p := s.begin(); p != nil {
		from.Players = p.on[0].Players()
	}
	d, err := author.Write(s.ctx, from)
	if err != nil {
		return nil, err
	}
	d.Checks = source.NewMap()
	return s.checkedAt(d)
}

// cutShort returns the scenario's own script, cut after the line at which the sides begin to
// differ.
func (s *start) cutShort() (*author.Draft, error) {
	if !s.found.scripted || s.found.kind == inCheck {
		return nil, nil
	}
	for until := range len(s.When) + 1 {
		d := s.draft(until)
		if p := s.stage(d.Scenario()); p != nil && p.differ(s.found.kind) {
			return s.checkedAt(d)
		}
	}
	return nil, errSilent
}

// asChecked returns the scenario up to the first check that fails on the second side.
func (s *start) asChecked() (*author.Draft, error) {
	l := s.leads[inCheck]
	if l == nil || len(l.moves) > len(s.found.moves) {
		return nil, nil
	}
	d := s.draft(l.until)
	d.Checks = s.Checks
	if l.until < len(s.When) {
		bare := *d
		bare.Checks = source.NewMap()
		d.Checks = spec.DecodeLine(s.When[l.until], &source.Diagnostics{})
		if on, err := s.games[0].Stand(bare.Scenario()); d.Checks.Get("stands") == nil && err == nil &&
			on.Play() == nil {
			request, _, _ := on.Offers()
			d.Checks = d.Checks.With("stands", source.Text(request))
		}
	}
	return d, nil
}

func (s *start) called() string {
	if s.games[0] == s.about {
		return s.named[1] + " makes a difference"
	}
	return s.named[1] + ", not " + s.named[0]
}

// draft returns the scenario without checks, up to a line of its script. It keeps checks of the
// request between lines, because some acts depend on them.
func (s *start) draft(until int) *author.Draft {
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
	return &author.Draft{Name: s.called(), Variant: s.variant, Given: s.Given, When: when, Checks: source.NewMap()}
}

// checkedAt returns a draft with all checks that can be made at its end.
func (s *start) checkedAt(d *author.Draft) (*author.Draft, error) {
	p := s.stage(d.Scenario())
	if p == nil || !p.differ(s.found.kind) {
		return nil, errSilent
	}
	checks, then := source.NewMap(), source.ListOf()
	claims, ofRuns := p.claims()
	if _, seen := course.Compare(p.on[0].Stands(nil), p.on[1].Stands(nil)); len(claims) == 0 && !seen {
		claims = ofRuns
	}
	for _, claim := range claims {
		then.Items = append(then.Items, source.Text(claim))
	}
	if len(then.Items) > 0 {
		checks.Put("then", then)
	}
	here, who, _ := p.on[0].Offers()
	there, whom, _ := p.on[1].Offers()
	for _, pair := range author.Checks(p.on[0]).Pairs {
		if pair.Key.Value != "offers" || who == whom || there == "nothing" {
			checks = checks.With(pair.Key.Value, pair.Val)
		}
	}
	if here == "nothing" && whom != "" { // the player could decline without a line
		checks = checks.Without("stands").With("offers", source.MapOf(whom, source.ListOf()))
	}
	d.Checks = checks
	return d, nil
}

// stage executes the script of a scenario without its checks on both sides. It returns nil if
// the script fails.
func (s *start) stage(of *spec.Scenario) *play {
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

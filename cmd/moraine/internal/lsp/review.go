package lsp

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"moraine/cmd/moraine/internal/cover"
	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/source"
)

// gameReview is a game with open documents. Its states are reviewed one after the other: the rules
// immediately, the scenarios when typing pauses.
type gameReview struct {
	game   string
	dirty  chan struct{} // capacity 1; filled when something has changed
	mu     sync.Mutex    // guards the following fields
	cancel context.CancelFunc
	good   *state                          // the last state without errors, or nil
	states int                             // the number of states without errors so far
	made   *index                          // the latest index that is complete, or nil
	madeOf int                             // the number of its state
	broken bool                            // the current state has errors
	found  [stages]map[string][]diagnostic // by document
	last   map[string]publishParams
	ran    *outcome       // results of the last run of the scenarios
	again  scenario.Again // for the goroutine that reviews the game
	report *cover.Report  // nil before the first measurement
	reach  map[string]map[int]int
}

// state is a game without errors, with indexes made on demand.
type state struct {
	*interpreter.Loaded
	index     func() *index
	explainer func() *explain.Explainer
}

// stateOf returns the state for a loaded game. Its index and its explainer are made when they are first needed.
func (s *server) stateOf(d *gameReview, l *interpreter.Loaded) *state {
	d.states++
	n := d.states
	return &state{
		Loaded: l, index: sync.OnceValue(func() *index {
			x := newIndex(s.ctx, l, s.uriOf)
			d.mu.Lock()
			defer d.mu.Unlock()
			if n > d.madeOf {
				d.made, d.madeOf = x, n
			}
			return x
		}), explainer: sync.OnceValue(func() *explain.Explainer {
			suite, _ := s.scenes.ReadScenarios(l.Sources, l.Game.ID) // empty if they cannot be read
			e, _ := explain.New(l.Rules, l.Game, "", suite)          // cannot fail: the rules were loaded
			return e
		}),
	}
}

// outcome holds the results of the scenarios of a game.
type outcome struct {
	of    *interpreter.Loaded
	cases []scenario.Case
}

func (o *outcome) failed(c scenario.Case) bool {
	return slices.ContainsFunc(o.cases, func(was scenario.Case) bool {
		return was.Status == scenario.Failed && was.File == c.File && was.Scenario == c.Scenario
	})
}

func (s *server) desk(game string) *gameReview {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.desks[game]
}

// lastGood returns the last state of a game without errors, or nil.
func (s *server) lastGood(game string) *state {
	d := s.desk(game)
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.good
}

// indexMade returns the latest complete index, or nil before the first one is complete. While the index of the current
// state is being made, which takes as long as compiling all scenarios, it is the index of an earlier state.
func (s *server) indexMade(game string) *index {
	d := s.desk(game)
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.made
}

func (d *gameReview) isBroken() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.broken
}

// stage is a part of a review. Its diagnostics are kept until it produces new ones.
type stage int

const (
	ofRules stage = iota
	ofVariants
	ofScenarios
	ofFlips
	stages
)

// pause is the time without typing after which scenarios run.
const pause = 100 * time.Millisecond

// review requests a review of a game.
func (s *server) review(game string) {
	s.mu.Lock()
	d := s.desks[game]
	if d == nil {
		d = &gameReview{game: game, dirty: make(chan struct{}, 1), last: map[string]publishParams{}}
		s.desks[game] = d
		s.reviewing.Go(func() { s.work(d) })
	}
	s.mu.Unlock()
	d.mu.Lock()
	if d.cancel != nil {
		d.cancel()
	}
	d.mu.Unlock()
	select {
	case d.dirty <- struct{}{}:
	default: // already requested
	}
}

// work reviews a game each time it is dirty. A change cancels the review under way.
func (s *server) work(d *gameReview) {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-d.dirty:
		}
		ctx, cancel := context.WithCancel(s.ctx)
		d.mu.Lock()
		d.cancel = cancel
		d.mu.Unlock()
		s.look(ctx, d)
		cancel()
	}
}

// recoverPanic recovers from a panic in background work and logs it.
func (s *server) recoverPanic(what string) {
	if crash := recover(); crash != nil {
		s.errs.Printf("%s: %v\n%s", what, crash, debug.Stack())
	}
}

// look reviews the current state of a game.
func (s *server) look(ctx context.Context, d *gameReview) {
	defer s.recoverPanic(d.game)
	versions := s.versions()
	loaded := s.loader.Load(d.game)
	d.mu.Lock()
	if d.broken = loaded.Err != nil; !d.broken {
		d.good = s.stateOf(d, loaded)
	}
	good := d.good
	d.mu.Unlock()
	s.publish(d, ofRules, versions, s.diagnostics(d, loaded.Err))
	if loaded.Err != nil {
		s.parse(d, loaded.Sources, versions)
		return
	}
	var wrong []error
	names, err := loaded.Rules.Variants()
	wrong = append(wrong, err, loaded.Rules.VariantFaults().Err())
	for _, name := range names {
		if ctx.Err() != nil {
			return
		}
		game, err := loaded.Rules.Game(interpreter.Options{Variant: name})
		if err == nil {
			err = game.Starts()
		}
		wrong = append(wrong, err)
	}
	wrong = append(wrong, loaded.Game.Starts())
	s.publish(d, ofVariants, versions, s.diagnostics(d, errors.Join(wrong...)))
	if !waitQuiet(ctx, pause) {
		return
	}
	good.index() // prepared for the next request, which waits for it otherwise
	good.explainer()
	found := s.scenarios(ctx, d, loaded, versions)
	if ctx.Err() != nil {
		return
	}
	s.publish(d, ofScenarios, versions, found)
	if !waitQuiet(ctx, rest) {
		return
	}
	found = s.flips(ctx, d, loaded)
	if ctx.Err() == nil {
		s.publish(d, ofFlips, versions, found)
		s.measure(ctx, d, loaded)
	}
}

// waitQuiet waits for a duration. It reports whether nothing was typed during that time.
func waitQuiet(ctx context.Context, while time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(while):
		return true
	}
}

// parse reports scenarios and variants that cannot be parsed, while errors in the rules prevent
// their review.
func (s *server) parse(d *gameReview, src interpreter.Sources, versions map[string]int) {
	files, _ := src.Scenarios(d.game)
	var wrong source.Diagnostics
	for _, f := range files {
		_, found := source.Parse(f.File, source.DefaultLimits())
		wrong = append(wrong, found...)
	}
	if len(wrong) > 0 {
		s.publish(d, ofScenarios, versions, s.diagnostics(d, wrong))
	}
}

// scenarios runs the scenarios of a game and returns failures as diagnostics. It runs those that
// failed the last time first and publishes their diagnostics at once.
func (s *server) scenarios(ctx context.Context, d *gameReview, loaded *interpreter.Loaded,
	versions map[string]int) map[string][]diagnostic {
	res, err := d.again.Run(ctx, loaded.Sources, []string{d.game}, scenario.Options{Rules: loaded.Rules},
		func(first *scenario.Results) {
			s.publish(d, ofScenarios, versions, s.failures(d, loaded, first, nil))
		})
	if err == nil {
		d.mu.Lock()
		d.ran = &outcome{loaded, res.Cases}
		d.mu.Unlock()
	}
	return s.failures(d, loaded, res, err)
}

// failures returns the diagnostics for the results of scenarios, or for the error of running them.
func (s *server) failures(d *gameReview, loaded *interpreter.Loaded, res *scenario.Results,
	err error) map[string][]diagnostic {
	found := s.diagnostics(d, err)
	for _, lost := range loaded.Sources.LostSchemas(s.dirs, d.game) {
		s.note(found, lost, severityWarning)
	}
	if res == nil {
		return found
	}
	if err == nil {
		for _, note := range loaded.Rules.Notes(loaded.Game) {
			s.note(found, note, severityNote)
		}
	}
	for _, c := range res.Cases {
		if c.Status == scenario.Failed {
			s.failed(found, c, loaded.Sources)
		}
	}
	return found
}

// failed records a failed scenario at the position of the failure.
func (s *server) failed(found map[string][]diagnostic, c scenario.Case, src interpreter.Sources) {
	at, text := c.Place(), c.Message.Headline+c.Message.More()
	severity := severityWarning
	if c.Kind == scenario.Unread {
		severity = severityError
	}
	file := fileNamed(src, c.Game, at.File)
	if at.File != c.File {
		text = c.Scenario + " (" + c.File + "): " + text
	}
	s.note(found, source.Diagnostic{Pos: source.Pos{File: file, Line: at.Line, Col: at.Col}, Text: text}, severity)
	for _, one := range c.Also {
		s.note(found, source.Diagnostic{Pos: source.Pos{File: file, Line: one.Line, Col: one.Col}, Text: one.Says},
			severity)
	}
}

// fileNamed returns a file of a game by the path shown to the user, or nil.
func fileNamed(src interpreter.Sources, game, name string) *interpreter.File {
	files, _ := src.Rules(game)
	list, _ := src.Scenarios(game)
	for _, f := range list {
		files = append(files, f.File)
	}
	if i := slices.IndexFunc(files, func(f *interpreter.File) bool { return f.Name == name }); i >= 0 {
		return files[i]
	}
	return nil
}

// diagnostics groups errors of loading by document. Errors in built-in files or without a file
// are shown at the top of the game's open documents.
func (s *server) diagnostics(d *gameReview, err error) map[string][]diagnostic {
	found := map[string][]diagnostic{}
	for _, one := range flatten(err) {
		s.note(found, one, severityError)
	}
	if lost := found[""]; lost != nil {
		delete(found, "")
		s.mu.Lock()
		defer s.mu.Unlock()
		for uri, doc := range s.docs {
			if doc.game() == d.game {
				found[uri] = append(found[uri], lost[:min(len(lost), 3)]...)
			}
		}
	}
	return found
}

// flatten returns errors as a list without duplicates.
func flatten(err error) source.Diagnostics {
	var out source.Diagnostics
	var diags source.Diagnostics
	switch joined := err.(type) {
	case nil:
	case interface{ Unwrap() []error }:
		for _, e := range joined.Unwrap() {
			out = append(out, flatten(e)...)
		}
	default:
		if !errors.As(err, &diags) {
			diags = source.Diagnostics{{Text: err.Error()}}
		}
		out = diags
	}
	return out.Sorted()
}

// note adds a diagnostic to the list for its document.
func (s *server) note(found map[string][]diagnostic, one source.Diagnostic, severity int) {
	uri := s.uriOf(one.Pos.File)
	out := diagnostic{Severity: severity, Source: "moraine", Message: one.Text}
	if one.Hint != "" {
		out.Message += "\n" + one.Hint
	}
	if uri == "" {
		if one.Pos.File != nil {
			out.Message = one.Pos.String() + ": " + out.Message
		}
	} else {
		t := newText(string(one.Pos.File.Text))
		at := t.at(one.Pos)
		from, to := t.clause(at)
		if one.Word != "" { // the word may be after the position
			_, end := t.line(one.Pos.Line - 1)
			if i := strings.Index(t.s[at:max(at, end)], one.Word); i >= 0 {
				from, to = at+i, at+i+len(one.Word)
				if near := one.Near(); near != "" {
					out.Data = &quickFix{Range: t.span(from, to), Text: near}
				}
			}
		}
		if from == to && to < len(t.s) && t.s[to] != '\n' {
			to++
		}
		out.Range = t.span(min(from, at), to)
	}
	if !slices.ContainsFunc(found[uri], func(d diagnostic) bool {
		return d.Range == out.Range && d.Message == out.Message
	}) {
		found[uri] = append(found[uri], out)
	}
}

// versions returns the versions of the open documents.
func (s *server) versions() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]int{}
	for uri, d := range s.docs {
		out[uri] = d.version
	}
	return out
}

// publish sends the diagnostics of a stage to the editor. It skips documents that have a newer
// version, because they will be reviewed again.
func (s *server) publish(d *gameReview, at stage, versions map[string]int, found map[string][]diagnostic) {
	now := s.versions()
	d.mu.Lock()
	defer d.mu.Unlock()
	uris := maps.Clone(found)
	maps.Copy(uris, d.found[at])
	d.found[at] = found
	for uri := range versions {
		uris[uri] = nil
	}
	for _, uri := range slices.Sorted(maps.Keys(uris)) {
		p := publishParams{URI: uri, Diagnostics: []diagnostic{}}
		for _, stage := range d.found {
			p.Diagnostics = append(p.Diagnostics, stage[uri]...)
		}
		version, open := now[uri]
		if open {
			if doc := s.doc(uri); doc == nil || doc.game() != d.game || versions[uri] != version && at != ofRules {
				continue
			}
			looked := versions[uri]
			p.Version = &looked
		}
		if was, told := d.last[uri]; reflect.DeepEqual(was, p) || !told && len(p.Diagnostics) == 0 && !open {
			continue
		}
		d.last[uri] = p
		_ = s.conn.Notify(s.ctx, "textDocument/publishDiagnostics", p) // the editor may have disconnected
	}
}

package match

import (
	"cmp"
	"fmt"
	"slices"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Line is a sentence of the log. A chapter is the heading of a main part of the match, such as
// a turn.
type Line struct {
	Text    string
	Cites   string   // the clauses as displayed
	Clauses []string // all clauses
	Chapter bool
	Skipped int32 // if not negative, no sentence: this seat was passed over in a window (machine/secret_view.go)
	Part    Part
	Moves   bool // pieces change their places
	Routes  []Route
	Told    bool    // the rules declare the sentence
	Does    bool    // the table changes; players who have the game on their own table repeat it
	Implied bool    // earlier lines imply it, or the game hides it from the log
	Look    Look    // of the piece that moves, or else of the zone that it comes to; or of the field that changes
	Names   []Named // what the sentence is about: pieces, chosen options, and values that the rules insert
	Count   Count   // the number whose change the sentence tells, if it has a name
}

// Named is a name in a sentence, with the look of what it names as far as the viewer knows that.
type Named struct {
	Text string
	Look Look
}

// Count is a number that changes.
type Count struct {
	Of, Name string // whose it is, if it is not of the table
	Was, Is  int32
}

// Route is the move of a piece between two places of a zone of the table, such as the spaces of a map. A piece that
// lies on another piece has the place of that piece.
type Route struct {
	Zone     string
	From, To Coord
	Enters   bool // the piece comes from elsewhere; From is the same as To
}

// Part describes the role of a line in an act of a seat.
type Part struct {
	Kind          PartKind
	By            int32  // the seat; negative for a roll of no seat
	Label, Chosen string // for a choice: its short name, and the chosen option
	Die           int32  // for a roll: the result
}

// PartKind is the kind of a Part.
type PartKind uint8

const (
	NoPart  PartKind = iota // a sentence about the result of an act
	PartAct                 // the beginning of an act: an option, a played card, or an offer
	PartChoice
	PartRoll
)

// log is an observer that describes events and their clauses, as far as the viewer may know
// them. Events in a sealed block are described when the block ends.
type log struct {
	sight
	all    bool // show every clause
	clause func(id string) *syntax.Clause
	logContent
	pieces pieceEvents
	small  map[string]bool // fields that the game excludes from the log
	parts  ref.Proc        // the procedure whose calls are the chapters
}

func newLog(m *machine.Match, n words.Names, clause func(id string) *syntax.Clause, eyes ref.Seat, all bool) *log {
	l := &log{sight: sight{Names: n, m: m, eyes: eyes, looks: looksOf(n.P.Game)}, all: all, clause: clause,
		logContent: logContent{named: map[ref.Piece]bool{}}, small: map[string]bool{}}
	for _, look := range n.P.Game.Looks {
		l.small[look.Name] = look.Size == "small"
	}
	l.parts = partsOf(n.P)
	return l
}

// partsOf returns the procedure whose calls are the main parts of a match, the chapters of the log: the procedure at
// `start`. If that only gives the turn to the single player of a solo game, it is the procedure that it calls.
func partsOf(p *program.Program) ref.Proc {
	calls := func(proc ref.Proc) (out []ref.Proc) {
		for _, op := range p.Units[proc].Ops {
			if call, ok := op.Do.(*program.CallOp); ok && call.Proc >= 0 && !slices.Contains(out, call.Proc) {
				out = append(out, call.Proc)
			}
		}
		return out
	}
	if top := calls(p.Start); p.MaxPlayers == 1 && len(top) == 1 && len(calls(top[0])) > 1 {
		return top[0]
	}
	return p.Start
}

// Event implements machine.Observer.
func (l *log) Event(ev machine.Event) {
	seat, sealed := l.m.Sealed()
	if sealed && seat != l.eyes && l.eyes != Everything {
		switch ev.Kind {
		case machine.Answered, machine.Forced, machine.Moved, machine.Flipped, machine.Assigned:
			l.later = append(l.later, ev.Kept())
		}
		return
	}
	if !sealed && len(l.later) > 0 {
		was := l.later
		l.later = nil
		for i, ev := range was {
			l.pieces.fresh = l.pieces.fresh || i > 0 && ev.Who != was[i-1].Who
			if ev.Request == nil || !l.keepsSecret(was, ev.Who) {
				l.describe(ev, isSilent(ev.Step)) // too late to be part of the step's sentence
			}
		}
	}
	l.describe(ev, ev.Step.Says != nil)
}

// isSilent reports whether the rules declare an empty sentence for a step.
func isSilent(step *program.Step) bool {
	return step.Says != nil && !slices.ContainsFunc(step.Says, func(s program.Sentence) bool { return len(s.Line) > 0 })
}

// keepsSecret reports whether a player has set, in a sealed block, a field that the viewer may
// not read. The player's answer there may be the value of that field.
func (l *log) keepsSecret(block []machine.Event, who ref.Seat) bool {
	return slices.ContainsFunc(block, func(ev machine.Event) bool {
		return ev.Kind == machine.Assigned && ev.Who == who && ev.Field != nil && !l.readsOf(ev.Field, ev)
	})
}

// describe describes an event. The sentence that the rules declare for a step replaces the sentences
// of its events.
func (l *log) describe(ev machine.Event, worded bool) {
	switch ev.Kind {
	case machine.Moved, machine.Picked, machine.Shuffled, machine.Flipped, machine.Shown, machine.Assigned:
		if worded {
			l.eventWorded(ev)
			return
		}
	}
	text, cites, line := "", ev.Step.Cites, Line{}
	switch ev.Kind {
	case machine.Moved:
		l.moved(ev)
	case machine.Stepped:
		if ev.On {
			break
		}
		goesOn := ev.Step == l.ran // a step that draws several cards, or moves them to several places, begins for each
		l.pieces.fresh, l.ran = true, ev.Step
		if worded && !goesOn {
			text, line.Names = l.declaredSentence(ev)
		}
	case machine.Answered, machine.Forced:
		if text, cites = l.answered(ev); text != "" && ev.Request.Kind == machine.AskChoice {
			_, line.Names = l.answer(ev)
		}
	case machine.Rolled, machine.Played:
		text = Sentence(l, l.m, &ev)
	case machine.Shuffled, machine.Shown, machine.Stopped:
		text = words.Title(Sentence(l, l.m, &ev))
	case machine.Offered:
		text, cites = Sentence(l, l.m, &ev), ev.Cites
	case machine.Picked:
		text, cites = l.picked(ev), slices.Concat(ev.Cites, cites)
	case machine.Flipped:
		l.flipped(ev)
	case machine.Assigned:
		if text = l.assigned(ev); text != "" && ev.Field != nil {
			line.Look, line.Count = l.looks[ev.Field.Name], l.count(ev)
		}
		if ev.Piece >= 0 && text != "" {
			l.collect(ev, l.knows(ev.Piece), pieceEvent{text: text,
				way:     movement{to: l.numberOf(l.m.Env.World.In(ev.Piece))},
				implied: l.isSmall(ev), look: line.Look, count: line.Count})
			return
		}
	case machine.Called:
		l.chapter(ev)
	case machine.Skipped:
		if ev.On {
			l.flush()
			l.lines = append(l.lines, Line{Skipped: int32(ev.Who)})
		}
	case machine.Ended:
		text = Sentence(l, l.m, &ev)
	}
	if text != "" {
		l.flush()
		line = l.line(text, cites, line)
		line.Part, line.Told = l.part(ev), ev.Kind == machine.Stepped
		line.Does = ev.Kind == machine.Assigned
		if line.Told {
			l.told = ev.Step
		}
		line.Implied = l.isSmall(ev) || ev.Kind == machine.Stopped ||
			line.Part.Kind == PartChoice && line.Part.Chosen == ""
		l.lines = append(l.lines, line)
	}
}

// part returns the role of an event in an act, and records the pieces that the lines of the act
// name.
func (l *log) part(ev machine.Event) Part {
	r := ev.Request
	switch {
	case ev.Kind == machine.Rolled:
		return Part{Kind: PartRoll, By: int32(ev.Who), Die: ev.Value}
	case ev.Kind == machine.Played:
		l.named[ev.Piece] = true
		return Part{Kind: PartAct, By: int32(ev.Who)}
	case ev.Kind == machine.Offered:
		return Part{Kind: PartAct, By: int32(ev.Who)}
	case ev.Kind != machine.Answered && ev.Kind != machine.Forced || r.By < 0:
		return Part{}
	case r.Kind == machine.AskOption:
		clear(l.named)
		if len(ev.Answer) == 0 {
			return Part{}
		}
		return Part{Kind: PartAct, By: int32(r.By),
			Chosen: words.Title(l.Names.Option(r.Name, r.OptionName(int(r.Options[ev.Answer[0]].Value))))}
	case r.Kind == machine.AskChoice:
		if isPiece(r) {
			for _, a := range ev.Answer {
				if l.may(func(seat ref.Seat) bool { return r.ShowsOption(seat, int(a)) }) {
					l.named[ref.Piece(r.Options[a].Value)] = true
				}
			}
		}
		chosen, _ := l.answer(ev)
		return Part{Kind: PartChoice, By: int32(r.By),
			Label: words.Title(cmp.Or(l.Names.Stage(r.Name), l.Names.Phrase(nameOf(r)))), Chosen: chosen}
	}
	return Part{}
}

// cited formats the clauses of a sentence: those of the game's first text and the number of
// other ones, or all.
func (l *log) cited(ids []syntax.Ident) string {
	if len(ids) == 0 {
		return ""
	}
	own, others := ownOnly(l.clause, ids, l.all), ""
	if more := len(ids) - len(own); more > 0 {
		others = fmt.Sprintf(" +%d", more)
	}
	return " (" + words.Cites(own) + others + ")"
}

// ownOnly returns the ids of clauses in the game's first text, or all ids.
func ownOnly(clause func(id string) *syntax.Clause, ids []syntax.Ident, all bool) []syntax.Ident {
	text := func(id syntax.Ident) string {
		if c := clause(id.Name); c != nil {
			return c.Text.Name
		}
		return ""
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id syntax.Ident) bool { return !all && text(id) != text(ids[0]) })
}

// line completes a line of the log with its text and clauses.
func (l *log) line(text string, cites []syntax.Ident, line Line) Line {
	if l.Names.Reader > 0 {
		text = words.Title(text)
	}
	line.Text, line.Cites, line.Clauses, line.Skipped = text, l.cited(cites), syntax.NamesOf(cites), -1
	return line
}

// count returns the change of a number.
func (l *log) count(ev machine.Event) Count {
	if ev.Type.Base != schema.Number || ev.Type.List || ev.Was == schema.Nothing || ev.Value == schema.Nothing {
		return Count{}
	}
	c := Count{Name: words.Title(l.Names.Phrase(ev.Field.Name)), Was: ev.Was, Is: ev.Value}
	switch {
	case ev.Piece >= 0:
		c.Of = words.Title(l.Piece(ev.Piece))
	case ev.Of >= 0:
		c.Of = l.Seat(ev.Of)
	}
	return c
}

// lookOfMove returns the look of a moving piece, as far as the viewer knows it, or else of the zone that it comes to.
func (l *log) lookOfMove(ev machine.Event, known bool) (out Look) {
	switch {
	case known:
		out, _ = l.lookOf(ev.Piece)
	case l.showsKind(ev.Piece):
		out = l.looks[l.Names.P.Kinds[l.Names.P.Pieces[ev.Piece].Kind].Name]
	}
	if decl := l.Names.P.Schema.Zones[ev.To].Decl; out.Symbol == "" && out.Picture == "" && decl != nil {
		out = l.looks[decl.Name]
	}
	return out
}

// chapter begins a chapter when a main part of the match begins.
func (l *log) chapter(ev machine.Event) {
	s, base := l.m.State().Stack, int(l.m.State().Stack[state.AtFrame])
	below := int(s[base+state.FramePrev])
	if below == 0 || ref.Proc(s[below+state.FrameProc]) != l.parts || int(s[state.AtOffer]) == base {
		return
	}
	clear(l.named)
	text, from := words.Title(Sentence(l, l.m, &ev)), l.m.Stack.Op(below, ref.PC(s[base+state.FrameReturn])-1)
	if isSilent(from.Step) {
		return
	}
	if call, ok := from.Do.(*program.CallOp); ok && call.Me != nil {
		text += ": " + l.Names.Seat(int32(ev.Who))
	}
	l.flush()
	l.lines = append(l.lines, Line{Text: text, Chapter: true, Skipped: -1})
}

// maxNamed limits the number of different cards named in a sentence.
const maxNamed = 12

// listed joins the names of pieces.
func (l *log) listed(names []string) string {
	if different, _ := words.Counted(names); len(different) > maxNamed {
		return l.Names.T("%d pieces", len(names))
	}
	return words.Join(l.hiddenLast(names))
}

// assigned returns the sentence about the new value of a field; local names and unchanged fields
// have none.
func (l *log) assigned(ev machine.Event) string {
	if ev.Field == nil || !l.readsOf(ev.Field, ev) {
		return ""
	}
	return words.Title(Sentence(l, l.m, &ev))
}

// isSmall reports whether an event sets a field that the game hides from the log.
func (l *log) isSmall(ev machine.Event) bool { return ev.Field != nil && l.small[ev.Field.Name] }

func (l *log) readsOf(f *schema.Field, ev machine.Event) bool {
	of := ref.Piece(ev.Of)
	if f.Scope == schema.OfPiece {
		of = ev.Piece
	}
	return l.reads(f, int32(of))
}

// Log returns the lines of log i. While chance is asked, the sentence about the latest moves is
// incomplete and therefore left out.
func (m *Match) Log(i int) []Line {
	if r := m.m.Next(); r == nil || r.By != machine.Chance {
		m.logs[i].flush()
	}
	return m.logs[i].lines
}

// Tell adds a line to log i.
func (m *Match) Tell(i int, text string) {
	l := m.logs[i]
	l.flush()
	l.lines = append(l.lines, Line{Text: text, Skipped: -1})
}

// Ending names the winners.
func (m *Match) Ending() string {
	return ended(newLog(m.m, m.Names, m.game.Clause, Everything, false), m.m)
}

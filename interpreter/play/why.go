package play

import (
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/internal/words"
)

// why names the clauses of the step that asks, of each option, and of what is not offered;
// `why not NAME` says what that would need.
func why(s *session, r *machine.Request, arg string) (bool, error) {
	if word, name, _ := strings.Cut(arg, " "); strings.EqualFold(word, "not") && name != "" {
		s.whyNot(r, strings.TrimSpace(name))
		return false, s.Err()
	}
	step := s.P.Steps[r.Step()]
	s.say("%s", words.Wrap("", 2, s.names.T("This is asked by `%s` at %s.", step.Verb, step.Pos)))
	said := map[string]bool{}
	s.clauses(step.Cites, said)
	for _, o := range r.Options {
		if r.Kind == machine.AskOption {
			if cites := r.OptionCites(int(o.Value)); len(cites) > 0 {
				s.say("%s:\n", words.Title(s.names.Option(r.Name, r.OptionName(int(o.Value)))))
				s.clauses(cites, said)
			}
		}
	}
	s.notOffered(r, "", said)
	if len(said) == 0 {
		s.tell("No clause is cited here.")
	}
	return false, nil
}

// notOffered says what conditions have turned away of what begins so, and reports whether any have.
func (s *session) notOffered(r *machine.Request, begin string, said map[string]bool) (any bool) {
	v, unseen := s.through(r.By), map[string]bool{}
	for _, t := range s.turned {
		what, text := refusal(v, r, t)
		if t.Who != r.By || !begins(what, begin) {
			continue // what others hold is theirs to know
		}
		any = true
		if t.Piece >= 0 && isPiece(r) && !v.names.knows(t.Piece) {
			unseen[text] = true // how many there are, and of which he is told first, is not his to know
			continue
		}
		s.say("%s", words.Wrap("", 2, text))
		s.clauses(t.Cites, said)
	}
	for _, text := range slices.Sorted(maps.Keys(unseen)) {
		s.say("%s", words.Wrap("", 2, text))
	}
	return any
}

// refusal says what a condition has turned away, and why.
func refusal(v *view, r *machine.Request, ev machine.Event) (what, text string) {
	switch {
	case ev.Text != "" && ev.Request != nil && ev.Request.Kind == machine.AskOption:
		what = v.names.Option(r.Name, ev.Text)
	case ev.Text != "":
		what = v.names.Phrase(ev.Text)
	case ev.Piece >= 0:
		what = v.names.Value(r.Type, ev.Piece)
	}
	if ev.Words == "" {
		return what, v.names.T("Not offered: %s, because of the condition at %s", what, ev.Pos)
	}
	return what, v.names.T("Not offered: %s, since it is required that %s", what, v.names.Phrase(ev.Words))
}

func begins(name, begin string) bool {
	return strings.HasPrefix(strings.ToLower(name), strings.ToLower(begin))
}

// whyNot says what is missing for something that is not offered now; else where it could be.
func (s *session) whyNot(r *machine.Request, name string) {
	v, said := s.through(r.By), map[string]bool{}
	for i, o := range r.Options {
		is, _ := s.option(v, r, o)
		if begins(is, name) || r.Kind == machine.AskOption && begins(words.Plain(r.OptionName(int(o.Value))), name) {
			s.tell("%s is offered: number %d.", words.Title(is), i+1)
			return
		}
	}
	found := false
	for _, m := range s.P.Mays {
		for i := range m.Options {
			o := &m.Options[i]
			is := s.names.Option(m.Request, o.Name)
			if !begins(is, name) && !begins(words.Plain(o.Name), name) {
				continue
			}
			found = true
			now := r.Kind == machine.AskOption && m.Request == r.Name
			if now {
				s.tell("%s is not offered. It needs:", words.Title(is))
			} else {
				s.tell("%s is decided elsewhere, in `%s`. It needs:", words.Title(is), m.Request)
			}
			s.needs(v, o.If, now, said)
		}
	}
	if !found && !s.notOffered(r, name, said) {
		s.tell("Nothing that begins with %q is turned away here; `why` says what is asked.", name)
	}
}

// needs lists the parts of a condition, and of what is asked now, which are met.
func (s *session) needs(v *view, c *program.Cond, now bool, said map[string]bool) {
	t := s.names.T
	if c == nil || len(c.Parts) == 0 {
		s.say("  %s\n", t("nothing, but to be asked for it"))
		return
	}
	for i := range c.Parts {
		p, head := &c.Parts[i], ""
		text := s.names.Phrase(p.Words)
		if p.Words == "" {
			text = t("the condition at %s", p.Pos)
		}
		if now {
			head = t("unknown: ")
			if is, ok := v.names.look(p.Is, schema.Nothing); ok && slices.Equal(is, []int32{1}) {
				head = t("fulfilled: ")
			} else if ok {
				head = t("missing: ")
			}
		}
		s.say("%s", words.Wrap("  "+head, 4, text))
		s.clauses(s.log.own(p.Cites), said)
	}
}

func (s *session) clauses(ids []syntax.Ident, said map[string]bool) {
	for _, id := range ids {
		c := s.game.Clause(id.Name)
		if said[id.Name] || c == nil {
			continue
		}
		said[id.Name] = true
		s.say("%s", words.Wrap("  "+id.Name+"  ", 4, c.Says))
	}
}

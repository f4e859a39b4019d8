package diff

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// WriteJSON writes a report for programs. In each pair `a` is the first side and `b` the
// second; places are FILE:LINE. `scenarios` and `balance` are null if not requested. The text
// is always in English.
func (r *Report) WriteJSON(w io.Writer) error {
	side := func(i int) escape.Object { return escape.Object{"name", r.Names[i], "title", title(r.games[i], "")} }
	found := cards(newWriter(r.games[0], ""), newWriter(r.games[1], ""))
	return escape.JSON(w, escape.Object{
		"kind", "diff", "game", r.Game, "a", side(0), "b", side(1),
		"summary", escape.Object{"readings", len(r.Rulings), "cards", len(r.Cards), "rules", r.declarations(), "scenarios", r.flipped()},
		"readings", escape.Each(r.Rulings, func(x *Ruling) escape.Object {
			return escape.Object{"ruling", x.Key, "question", x.Question, "a", x.Readings[0].object(), "b", x.Readings[1].object()}
		}),
		"cards", escape.Each(found, func(c *Card) escape.Object {
			values := escape.Each(c.Values, func(v Value) escape.Object { return escape.Object{"field", v.Field, "a", v.Is[0], "b", v.Is[1]} })
			return escape.Object{"card", c.ID, "kind", c.Kind, "change", c.Change, "a", placed(c.At[0]), "b", placed(c.At[1]), "values", values}
		}),
		"rules", escape.Each(r.Rules, (*Rule).object),
		"scenarios", r.scenarios(), "balance", r.balance(), "part?", r.part(),
		"incomplete?", r.Stopped, // stopped before all results were complete
	})
}

func (r Reading) object() escape.Object {
	clause := func(c Clause) escape.Object { return escape.Object{"id", c.ID, "says", c.Says} }
	voice := func(v Support) escape.Object {
		return escape.Object{"text", v.Text, "note", v.Note, "clauses", escape.Each(v.Clauses, clause)}
	}
	return escape.Object{"reading", r.Name, "says", r.Says, "default", r.Default, "texts", escape.Each(r.Voices, voice)}
}

func (x *Rule) object() escape.Object {
	hunks := [][]escape.Object{}
	for _, hunk := range x.Hunks {
		hunks = append(hunks, escape.Each(hunk, func(e Edit) escape.Object {
			return escape.Object{"sign", e.Sign, "depth", e.Depth, "text", e.Text, "a", placed(e.At[0]), "b", placed(e.At[1])}
		}))
	}
	return escape.Object{"what", x.What, "name", x.Name, "change", x.Change, "because", x.Because, "a", placed(x.At[0]), "b", placed(x.At[1]), "hunks", hunks}
}

// placed returns a position FILE:LINE, or nil if it is unknown.
func placed(at string) any {
	i := strings.LastIndexByte(at, ':')
	if i < 0 {
		return nil
	}
	line, _ := strconv.Atoi(at[i+1:])
	return escape.Object{"file", at[:i], "line", line}
}

func (r *Report) scenarios() any {
	if r.Scenarios == nil {
		return nil
	}
	because := func(c scenario.Reason) escape.Object {
		return escape.Object{"ruling", c.Ruling, "alone", c.Alone, "a", c.Parts[0], "b", c.Parts[1]}
	}
	return escape.Object{
		"same", r.Scenarios.Same, "only_a", r.Scenarios.Only[0], "only_b", r.Scenarios.Only[1],
		"list", escape.Each(r.Scenarios.Flips, func(f *scenario.Flip) escape.Object {
			return escape.Object{
				"scenario", f.Scenario, "rows", f.Rows, "file", f.File, "line", f.Line, "pins", f.Pins,
				"a", f.Parts[0], "b", f.Parts[1], "because", escape.Each(f.Because, because),
			}
		}),
	}
}

func (r *Report) part() any {
	if r.Part == nil {
		return nil
	}
	out := escape.Object{"decisions", r.Part.Depth, "starts", r.Part.Starts, "cut", r.Part.Cut, "found", nil}
	if f := r.Part.Found; f != nil {
		why := ""
		if f.Unsaid != nil {
			why = f.Unsaid.Error()
		}
		out[len(out)-1] = escape.Object{"decisions", f.Decisions, "scenario", f.Scenario, "at", placed(f.Place.String()), "a", f.Parts[0], "b", f.Parts[1], "text", string(f.Text), "unsaid", why}
	}
	return out
}

func (r *Report) balance() any {
	if r.Balance == nil {
		return nil
	}
	number := func(v simulate.Fixed) json.Number { return json.Number(v.Text(6)) }
	single := func(s simulate.Single) escape.Object { // measures of one side only
		return escape.Object{"measure", s.Measure, "how", s.How, "group", s.Group, "is", number(s.Is)}
	}
	s, only := r.Balance.Sides[0], r.Balance.Only
	return escape.Object{
		"games", s.Games, "players", s.Players, "seed", s.Seed, "policies", s.Policies, "beats", append([]simulate.Pair{}, s.Beats...),
		"differences", escape.Each(r.Balance.Differences, func(d simulate.Difference) escape.Object { // `more` is b minus a
			return escape.Object{"measure", d.Measure, "how", d.How, "group", d.Group, "a", number(d.Is[0]), "b", number(d.Is[1]), "more", &d.More, "real", d.Real}
		}),
		"only_a", escape.Each(only[0], single), "only_b", escape.Each(only[1], single),
	}
}

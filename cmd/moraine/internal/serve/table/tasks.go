package table

import (
	"html/template"

	"moraine/interpreter/match"
)

// tasks returns the data of the list of what the players of a boxed game do on their own table. It begins with the card
// whose tables say what happens.
func (v viewer) tasks(q *match.Question, b *board) map[string]any {
	all, _ := v.news()
	out := map[string]any{"L": v.lang, "Says": "", "News": all, "Card": b.Card}
	if q != nil {
		out["Says"], out["Facts"] = q.Says, cells(v.m, v.eyes)
	}
	return out
}

// news has the changes of a chapter of the match.
type news struct {
	Chapter string
	Changes []task
	Last    bool // the chapter goes on
}

// task is an act of the players on their table, with its number in the list and on the map.
type task struct {
	match.Line
	N int
}

// HTML returns the sentence, with the names in it emphasised.
func (t task) HTML() template.HTML { return emphasised(t.Text, t.Names, false) }

// news returns the changes of the table since the last decision of a viewer, without those that the viewer's own
// decisions made. In a boxed game the page shows them as tasks for the players. Changes of one number in a chapter are
// one task. numbers maps lines of the log to the numbers of the tasks.
func (v viewer) news() (out []news, numbers map[int]int) {
	numbers = map[int]int{}
	lines := v.m.Log(v.logOf(v.eyes, v.lang))
	since := min(max(v.since(v.eyes), 0), len(lines))
	now, own, n := news{}, false, 0 // own: the lines are due to the viewer's decision
	for i, line := range lines {
		switch p := line.Part; {
		case line.Chapter:
			if now.Changes != nil {
				out = append(out, now)
			}
			now, own = news{Chapter: line.Text}, false
		case p.Kind == match.PartAct || p.Kind == match.PartChoice:
			own = p.By == v.eyes
		case line.Told && !line.Does: // a heading
			own = false
		case i < since || own || !line.Does || line.Implied || line.Skipped >= 0 || now.counts(line):
		default:
			n++
			numbers[i] = n
			now.Changes = append(now.Changes, task{line, n})
		}
	}
	if now.Last = true; now.Changes != nil {
		out = append(out, now)
	}
	return out, numbers
}

// counts reports whether a line only goes on with the change of a number, which it then adds to the task of that
// number.
func (n *news) counts(line match.Line) bool {
	for i := range n.Changes {
		was := &n.Changes[i].Count
		if is := line.Count; is.Name != "" && is.Of == was.Of && is.Name == was.Name {
			was.Is = is.Is
			return true
		}
	}
	return false
}

package table

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// tasks returns the data of the list of what the players of a boxed game do on their own table. It begins with the card
// whose tables say what happens.
func (v viewer) tasks(q *match.Question, b *board) map[string]any {
	all, old, _ := v.news()
	printed := b.printed()
	for i := range all {
		for j := range all[i].Changes {
			all[i].Changes[j].printed = printed
		}
	}
	out := map[string]any{"L": v.lang, "Says": "", "News": all, "Old": old, "Card": b.Card}
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
	N       int
	At      int // the index of its line
	printed []imprint
}

// imprint is the name that is drawn on a place of a map; on a corner, the names of the places that meet there.
type imprint struct {
	zone   string
	at     match.Coord
	name   string // of the piece that is the place, as sentences have it
	titles []string
}

// printed returns the places of the maps of the table on which another name is drawn than sentences have.
func (b *board) printed() (out []imprint) {
	titles := map[string]map[match.Coord]string{} // by the key of the zone
	for _, z := range b.Common[0].Zones {
		titles[z.Key] = map[match.Coord]string{}
		for _, c := range usedOf(z.Cells) {
			if base, _ := looksOf(&c); base != nil && !base.FaceDown && base.Shows != "" {
				title := words.Title(base.Shows)
				titles[z.Key][c.At] = title
				out = append(out, imprint{zone: z.Key, at: c.At, name: base.Name, titles: []string{title}})
			}
		}
	}
	for _, z := range b.Common[0].Zones {
		for _, c := range usedOf(z.Cells) {
			corner := imprint{zone: z.Key, at: c.At, name: c.Pieces[0].Name}
			for _, at := range c.Corner {
				if title := titles[c.Map][at]; title != "" {
					corner.titles = append(corner.titles, title)
				}
			}
			if corner.titles != nil && len(corner.titles) == len(c.Corner) {
				out = append(out, corner)
			}
		}
	}
	return out
}

// HTML returns the sentence, with the names in it emphasised. Places of maps have the names that are drawn there; if
// the task has several arrows, their labels, too.
func (t task) HTML() template.HTML {
	text := string(emphasised(t.Text, t.Names, false))
	rest := ""
	for i := range max(1, len(t.Routes)) {
		label := ""
		if len(t.Routes) > 1 {
			label = `<b class="no" aria-hidden="true">` + labelOf(t.N, i, len(t.Routes)) + `</b> `
		}
		at := slices.IndexFunc(t.printed, func(a imprint) bool {
			return i < len(t.Routes) && a.zone == t.Routes[i].Zone && a.at == t.Routes[i].To
		})
		if at < 0 {
			rest += label
			continue
		}
		a := t.printed[at]
		is := fmt.Sprintf(`%s<b>%s</b> <span class="code">%s</span>`, label,
			attr(strings.Join(a.titles, " + ")), attr(a.name))
		found := regexp.MustCompile(`(?i)` + regexp.QuoteMeta(attr(a.name)) + `\b`).FindStringIndex(text)
		if found == nil {
			rest += label
			continue
		}
		text = text[:found[0]] + is + text[found[1]:]
	}
	return template.HTML(strings.TrimSpace(text + " " + rest))
}

// labelOf returns the label of an arrow of a task: its number, with a letter if there are several.
func labelOf(task, i, of int) string {
	if of < 2 {
		return strconv.Itoa(task)
	}
	return strconv.Itoa(task) + string(rune('a'+i%26))
}

// news returns the last changes of the table between two decisions of a viewer, without those that the viewer's own
// decisions made. In a boxed game the page shows them as tasks for the players; old are those from before the last
// decision. Changes of one number in a chapter are one task. numbers maps lines of the log to the numbers of the tasks.
func (v viewer) news() (out []news, old bool, numbers map[int]int) {
	numbers = map[int]int{}
	lines := v.m.Log(v.logOf(v.eyes, v.lang))
	since := v.since(v.eyes)
	now, own, n := news{}, false, 0 // own: the lines are due to the viewer's decision
	decided := false                // since the last task
	for i, line := range lines {
		decided = decided || i == since
		switch p := line.Part; {
		case line.Chapter:
			if now.Changes != nil {
				out = append(out, now)
			}
			now, own = news{Chapter: line.Text}, false
		case p.Kind == match.PartAct || p.Kind == match.PartChoice:
			own = p.By == v.eyes
			decided = decided || own
		case line.Told && !line.Does: // a heading
			own = false
		case own || !line.Does || line.Implied || line.Skipped >= 0:
		default:
			if decided {
				out, now.Changes, numbers, n, decided = nil, nil, map[int]int{}, 0, false
			}
			if !now.counts(line) {
				n++
				numbers[i] = n
				now.Changes = append(now.Changes, task{Line: line, N: n, At: i})
			}
		}
	}
	if now.Last = true; now.Changes != nil {
		out = append(out, now)
	}
	return out, decided || since == len(lines), numbers
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

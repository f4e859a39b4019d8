package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"moraine/cmd/moraine/internal/card"
	"moraine/interpreter/match"
)

// arrow shows on a map how a piece has moved since the viewer's last decision.
type arrow struct {
	match.Route
	N      int           // its number in the log
	Label  string        // its number on the map, with a letter if a task has several
	Hue    string        // of the seat that has moved it, if any
	Task   bool          // it is a task, whose number stands where the piece arrives
	corner []match.Coord // if it leads to a corner of the map: the places that meet there
}

// mostArrows limits the arrows on maps to the last ones.
const mostArrows = 8

// routes returns the moves that a viewer has seen since its last decision and has not made itself, and the number of
// each line of the log that tells of one.
func (v viewer) routes() (out []arrow, numbers map[int]int) {
	since := v.since(v.eyes)
	if since < 0 {
		return nil, nil
	}
	companion := v.companion()
	numbers = map[int]int{}
	if companion {
		_, _, numbers = v.news()
		since = 0 // of all tasks that are listed
	}
	lines := v.m.Log(v.logOf(v.eyes, v.lang))
	by := int32(-1) // the seat that acts
	for i, line := range lines[min(since, len(lines)):] {
		switch {
		case line.Chapter:
			by = -1
		case line.Part.Kind != match.NoPart:
			by = line.Part.By
		}
		if line.Routes == nil || !companion && (by == v.eyes || manyEnter(line.Routes)) {
			continue
		}
		n := numbers[since+i]
		switch {
		case n == 0 && companion: // not a task
			continue
		case n == 0:
			n = len(numbers) + 1
			numbers[since+i] = n
		}
		for i, r := range line.Routes {
			a := arrow{Route: r, N: n, Label: strconv.Itoa(n), Task: companion}
			if companion {
				a.Label = labelOf(n, i, len(line.Routes))
			}
			if by >= 0 {
				a.Hue = card.Hue(v.m.Look(by))
			}
			out = append(out, a)
		}
	}
	return out[max(0, len(out)-mostArrows):], numbers
}

// manyEnter reports whether a line tells of many pieces that come from elsewhere: then the land changes, and no figure
// moves.
func manyEnter(all []match.Route) bool {
	const many = 4
	return len(all) >= many && !slices.ContainsFunc(all, func(r match.Route) bool { return !r.Enters })
}

// arrow draws an arrow from near the middle of a place to near the middle of another one. A piece that comes from
// elsewhere has only the number beside it.
func (d *canvas) arrow(a *arrow) {
	const head, short = 13.0, 20.0
	if a.Task {
		a.Hue = " task"
	}
	x, y := d.middle(a.From.X, a.From.Y)
	if a.corner != nil {
		x, y = d.between(a.corner)
	}
	if a.Enters || a.corner != nil {
		aside := 24
		if d.bare || a.corner != nil {
			aside = 13
		}
		d.number(a, x+aside, y-aside)
		return
	}
	toX, toY := d.middle(a.To.X, a.To.Y)
	long := math.Hypot(float64(toX-x), float64(toY-y))
	ux, uy := float64(toX-x)/long, float64(toY-y)/long
	tipX, tipY := float64(toX)-short*ux, float64(toY)-short*uy
	neckX, neckY := tipX-head*ux, tipY-head*uy
	line := fmt.Sprintf("M%.0f %.0fL%.0f %.0f", float64(x)+short*ux, float64(y)+short*uy, neckX, neckY)
	tip := fmt.Sprintf("M%.0f %.0fL%.0f %.0fL%.0f %.0fZ", tipX, tipY, neckX-0.6*head*uy, neckY+0.6*head*ux,
		neckX+0.6*head*uy, neckY-0.6*head*ux)
	fmt.Fprintf(d, `<g class="arrow%s" data-arrow="%d" aria-hidden="true"><path class="edge" d="%s"/><path class="shaft" d="%s"/><path class="tip" d="%s"/></g>`,
		a.Hue, a.N, line, line, tip)
	if a.Task {
		d.number(a, toX+24, toY-24)
	} else {
		d.number(a, x+int(0.4*long*ux), y+int(0.4*long*uy))
	}
}

// number writes the number of an arrow in a disc.
func (d *canvas) number(a *arrow, x, y int) {
	fmt.Fprintf(&d.numbers,
		`<g class="arrow%s" data-arrow="%d" aria-hidden="true"><circle cx="%d" cy="%d" r="11"/><text x="%d" y="%d">%s</text></g>`,
		a.Hue, a.N, x, y, x, y+4, a.Label)
}

// taskAt returns the label of the last task that brings a piece to a place of a zone, or "".
func (d *drafter) taskAt(z *match.Zone, at match.Coord) (label string) {
	for _, a := range d.routes {
		if a.Task && a.Zone == z.Key && a.To == at {
			label = a.Label
		}
	}
	return label
}

// arrowsOn returns the arrows on a zone and, if it is a map, on the zones at its corners.
func (d *drafter) arrowsOn(z *match.Zone) (out []arrow) {
	for _, a := range d.routes {
		at := slices.IndexFunc(d.corners[z.Key], func(c match.Cell) bool { return c.At == a.To })
		switch {
		case a.Zone == z.Key:
			out = append(out, a)
		case d.onMap[a.Zone] == z.Key && at >= 0:
			a.corner = d.corners[z.Key][at].Corner
			out = append(out, a)
		}
	}
	return out
}

// replayed returns the range of decisions that a seat's page can replay: those since the seat's own last decision of
// which it knows. from equals to if there are none.
func (v viewer) replayed() (from, to int) {
	known, all := v.known(v.eyes), v.m.Decisions()
	own := func(i int) bool { return all[i].By == v.eyes }
	if v.eyes < 0 || v.m.Over() || !slices.ContainsFunc(known, own) {
		return 0, 0
	}
	from, to = len(known), len(known)
	for !own(known[from-1]) {
		from--
	}
	const most = 40
	return max(from, to-most), to
}

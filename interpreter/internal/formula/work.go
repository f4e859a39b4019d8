package formula

import "moraine/interpreter/source"

// The work of checking and compiling is limited, because the author of a game determines how
// much there is. It is counted in nodes of formulas and steps. Each is visited a fixed number
// of times, regardless of its nesting. A formula is compiled again for each combination of
// argument types; only this can multiply the work.
const (
	MaxWork       = 2_000_000 // for all files of a game together
	MaxWorkOfFile = 1_000_000 // for a single file

	lookAround = 1024 // work after which the context is checked
)

// meter counts the work for a game.
type meter struct {
	all  int
	by   map[*source.File]*int
	last *source.File       // the file with the count …
	of   *int               // … of, cached because the next node is usually in the same file
	over bool               // a limit was exceeded
	why  source.Diagnostics // errors that are still to be reported
}

// exceeds reports an exceeded limit, once. If errors are not being reported, it keeps the error
// for later.
func (c *Compiler) exceeds(pos source.Pos, hint, format string, args ...any) {
	c.meter.over = true
	c.meter.why.Hint(pos, hint, format, args...)
	c.setDiagnostics(c.Diags)
}

// setDiagnostics directs errors to d. nil discards them.
func (c *Compiler) setDiagnostics(d *source.Diagnostics) {
	c.Diags = d
	if d != nil {
		d.Append(c.meter.why)
		c.meter.why = nil
	}
}

// Spend counts the work for a node at pos. It returns false if a limit is exceeded.
func (c *Compiler) Spend(pos source.Pos) bool {
	m := &c.meter
	if m.of == nil || m.last != pos.File {
		if m.by == nil {
			m.by = map[*source.File]*int{}
		}
		if m.by[pos.File] == nil {
			m.by[pos.File] = new(int)
		}
		m.last, m.of = pos.File, m.by[pos.File]
	}
	m.all++
	*m.of++
	if m.all%lookAround == 0 && !c.LaidOut && c.Until != nil && c.Until.Err() != nil && !m.over {
		c.exceeds(pos, "", "stopped")
	}
	if (m.all > MaxWork || *m.of > MaxWorkOfFile) && !m.over {
		whose, most := "checking the formulas and steps of this game takes", MaxWork
		if *m.of > MaxWorkOfFile {
			whose, most = "checking this file takes", MaxWorkOfFile
		}
		c.exceeds(pos, "use fewer formulas with arguments of several types", "%s more than %d operations", whose, most)
	}
	return !m.over
}

// Work returns the work done so far, counted as for MaxWork.
func (c *Compiler) Work() int { return c.meter.all }

// Refill resets the meter, for formulas that are compiled after the program.
func (c *Compiler) Refill() { c.meter = meter{} }

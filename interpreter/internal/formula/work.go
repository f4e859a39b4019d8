package formula

import "moraine/interpreter/source"

// Checking and compiling is bounded work: whoever writes a game decides how much of
// it there is, so it is counted, in nodes of formulas and steps. Each is looked at a
// fixed number of times, however deep it lies; what is used with arguments of other
// types is compiled once for each of these, and only that can multiply.
const (
	MaxWork       = 2_000_000 // of all files of a game together
	MaxWorkOfFile = 1_000_000 // of what stands in one of them

	lookAround = 1024 // after so much, whether it is to end is asked
)

// meter counts the work done for a game.
type meter struct {
	all  int
	by   map[*source.File]*int
	last *source.File       // whose count is …
	of   *int               // … this, so that few are looked up
	over bool               // a limit is exceeded …
	why  source.Diagnostics // … which is still to be reported
}

// exceeds reports an exceeded limit, once. Without diagnostics it is kept until there are some.
func (c *Compiler) exceeds(pos source.Pos, hint, format string, args ...any) {
	c.meter.over = true
	c.meter.why.Hint(pos, hint, format, args...)
	c.setDiagnostics(c.Diags)
}

// setDiagnostics directs errors to d; nil: they are not reported.
func (c *Compiler) setDiagnostics(d *source.Diagnostics) {
	if c.Diags = d; d != nil {
		d.Join(c.meter.why)
		c.meter.why = nil
	}
}

// Spend pays for looking at a node at pos. It returns false once the work allowed is done.
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
		whose, most := "the formulas and steps of this game take", MaxWork
		if *m.of > MaxWorkOfFile {
			whose, most = "what stands in this file takes", MaxWorkOfFile
		}
		c.exceeds(pos, "use fewer formulas with arguments of several types", "%s more than %d steps of work to check", whose, most)
	}
	return !m.over
}

// Work returns the work done so far, as MaxWork counts it.
func (c *Compiler) Work() int { return c.meter.all }

// Refill resets the meter, for formulas compiled over a finished program.
func (c *Compiler) Refill() { c.meter = meter{} }

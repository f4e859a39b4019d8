package scenario

import (
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/syntax"
)

// Dependence is a ruling that decides how a scenario comes out: under some of its readings, each put
// in force alone, the scenario fails.
type Dependence struct {
	Ruling   string    `json:"ruling"`
	Readings []Decided `json:"readings"`
}

// Decided is how a scenario comes out under a reading.
type Decided struct {
	Reading string `json:"reading"`
	Status  Status `json:"status"`
	Message string `json:"message"` // why it fails, in one line; empty if it passes
}

// depends finds the rulings that decide how a scenario comes out in its own configuration. Only those
// that its run has asked can: it runs again under each of their other readings.
func (t *trial) depends(c *Case, own *result) {
	base, v := own.in, c.amend()
	for i, r := range base.game.Syntax.Rulings {
		if !own.Asked(i) {
			continue
		}
		v.Asked = append(v.Asked, r.Name)
		if d := t.decides(r, own, base); d != nil {
			v.Depends = append(v.Depends, *d)
		}
	}
}

// decides runs the scenario under each other reading of a ruling; nil: it comes out the same.
func (t *trial) decides(r *syntax.Ruling, own *result, base *config) *Dependence {
	d, differs := &Dependence{Ruling: r.Name}, false
	for _, reading := range r.Readings {
		one := Decided{Reading: reading.Name, Status: statusOf(own)}
		if reading.Name != base.game.Program.Readings[r.Name] {
			x := t.configs.get(and(base.name, exec.Setting{Word: r.Name, Reading: reading.Name}))
			if x.err != nil {
				continue // it does not stand alone
			}
			as := t.run(t.of, x)
			one.Status = statusOf(as)
			if as.Failed {
				one.Message = firstLine(as.Message)
			}
		} else if own.Failed {
			one.Message = firstLine(own.Message)
		}
		differs = differs || one.Status != statusOf(own)
		d.Readings = append(d.Readings, one)
	}
	if !differs {
		return nil
	}
	return d
}

func statusOf(r *result) Status {
	if r.Failed {
		return Failed
	}
	return Passed
}

package scenario

import (
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/syntax"
)

// Dependence is a ruling that decides the outcome of a scenario: under some of its readings,
// with all others unchanged, the scenario fails.
type Dependence struct {
	Ruling   string    `json:"ruling"`
	Readings []Decided `json:"readings" jsonschema:"each is put in force alone; those that need others are left out"`
}

// Decided is the outcome of a scenario under a reading.
type Decided struct {
	Reading string `json:"reading"`
	Status  Status `json:"status" schema:"enum=passed|failed"`
	Message string `json:"message" jsonschema:"why it fails, in one line"`
}

// Under returns the readings under which the scenario has a status.
func (d *Dependence) Under(status Status) (readings []string) {
	for _, r := range d.Readings {
		if r.Status == status {
			readings = append(readings, r.Reading)
		}
	}
	return readings
}

// decidingRulings finds the rulings that decide the outcome of a run. It runs the script again under
// each other reading of the rulings on which the run depended.
func (t *trial) decidingRulings(own *result) (found []Dependence) {
	if t.prepared == nil {
		t.prepared = exec.Prepared{}
	}
	for i, r := range own.in.game.Syntax.Rulings {
		if own.Uses(i) {
			if d := t.dependenceOn(r, own); d != nil {
				found = append(found, *d)
			}
		}
	}
	return found
}

// dependenceOn runs the script under each other reading of a ruling. It returns nil if the outcome
// never changes.
func (t *trial) dependenceOn(r *syntax.Ruling, own *result) *Dependence {
	d, differs := &Dependence{Ruling: r.Name}, false
	for _, reading := range r.Readings {
		as := own
		if reading.Name != own.in.game.Program.Readings[r.Name] {
			x := t.configs.get(addSettings(own.in.name, spec.Setting{Word: r.Name, Reading: reading.Name}))
			if x.err != nil {
				continue // this reading needs other settings
			}
			as = t.run(own.Of, x)
		}
		one := Decided{Reading: reading.Name, Status: statusOf(as)}
		if as.Failed {
			one.Message = as.Message.Summary()
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

// explain finds the rulings that decide the first failure of a scenario. Broken rules and
// exceeded limits need no such explanation.
func explain(jobs []*job) {
	for _, j := range jobs {
		if r := j.result; j.failed() && r != nil && r.Broke && !r.Limit && r.Rule.File == nil {
			j.out.amend().Depends = j.trial.decidingRulings(r)
			return
		}
	}
}

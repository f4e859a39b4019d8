package scenario

// Item is a scenario that is to run, with all its rows and configurations.
type Item struct {
	Name string
	Game string
	File string
	Line int
	Runs int    // cases, as far as can be known before
	Text []byte // of the file
	unit *unit
}

// items are the scenarios of a suite.
func (s *suite) items() []Item {
	var out []Item
	for _, u := range s.units {
		row := u.rows[0]
		at := row.Pos
		out = append(out, Item{row.Name, u.configs.rules.ID, at.File.Name, at.Line, len(u.jobs(s.only, Options{})), at.File.Text, u})
	}
	return out
}

// pick lets the options choose among the scenarios, and order them.
func (s *suite) pick(opt Options) error {
	if opt.Pick == nil {
		return nil
	}
	picked, err := opt.Pick(s.items())
	if err != nil {
		return err
	}
	s.units = nil
	for _, it := range picked {
		s.units = append(s.units, it.unit)
	}
	return nil
}

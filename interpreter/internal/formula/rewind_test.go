package formula

// Rewinding is work that can be done over and over in the midst of a match: what
// it builds and uses up is given back.
func (e *Env) Rewinding(work func()) func() {
	mark, fuel := len(e.arena), e.Fuel
	return func() {
		work()
		e.arena, e.Fuel = e.arena[:mark], fuel
	}
}
